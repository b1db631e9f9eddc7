# farms.t -- the three ways to score fields: positions (a) to (g) of EDN-19.
#
#   FIELD            000, 001, 004: a city pays in every field it borders
#   FIELD_CITY_ONCE  the pictures of 002, 003: an owner gets a city once
#   CITY_POOLED      the text of 002, 003: all farmers around a city count together
#
# (a) and (b) are also the pictures of EDN-C1 and the first example of BASE-58.
# In (a), (b), (c) city A stands upright, 0,0 to 0,-3, city B is 2,0 and 2,-1. The large
# field 1 lies east of A and all around B, the small field 2 west of A.

% (a) field 1: red 2, yellow 1 at A, B; field 2: blue 1 at A [EDN-16 EDN-17 EDN-18 EDN-19]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
players red yellow blue
red: U 1,0 0 farmer NL
yellow: D 2,0 0
blue: G 0,-1 90 farmer WL          # the small field
red: E 2,-1 180 farmer NL          # city B
yellow: U 3,0 0
blue: F 0,-2 90
red: V 0,1 0
yellow: B 1,-2 0 farmer NL
blue: B -1,-1 0
red: V 1,1 270
yellow: E 0,-3 180                 # city A
blue: A -1,-2 90
red: A 1,-3 180
yellow: B 1,-1 0                   # all the east is one field now
feature 0,0 city N: tiles 4 complete free
feature 2,0 city N: tiles 2 complete free
feature 1,-1 field NL: strength red 2 yellow 1 blue 0 points 6
feature 0,-1 field WL: strength red 0 yellow 0 blue 1 points 3
if FIELD            final red 6 yellow 0 blue 3
if FIELD_CITY_ONCE  final red 6 yellow 0 blue 3
if CITY_POOLED      final red 6 yellow 0 blue 0

% (b) field 1: red 2, yellow 2; field 2: blue 1                   [EDN-19 EDN-C1 BASE-58]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
players red yellow blue
red: U 1,0 0 farmer NL
yellow: D 2,0 0
blue: G 0,-1 90 farmer WL
red: E 2,-1 180 farmer NL
yellow: U 3,0 0
blue: F 0,-2 90
red: V 0,1 0
yellow: B 1,-2 0 farmer NL
blue: B -1,-1 0
red: V 1,1 270
yellow: E 0,-3 180 farmer NL
blue: A -1,-2 90
red: A 1,-3 180
yellow: B 1,-1 0
feature 1,-1 field NL: strength red 2 yellow 2 blue 0 points 6
feature 0,-1 field WL: strength red 0 yellow 0 blue 1 points 3
if FIELD            final red 6 yellow 6 blue 3
if FIELD_CITY_ONCE  final red 6 yellow 6 blue 3
if CITY_POOLED      final red 6 yellow 6 blue 0

% (c) as (a), but blue has two in field 2                        [EDN-19 EDN-C1]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
players red yellow blue
red: U 1,0 0 farmer NL
yellow: D 2,0 0
blue: G 0,-1 90 farmer WL
red: E 2,-1 180 farmer NL
yellow: U 3,0 0
blue: F 0,-2 90 farmer WL
red: V 0,1 0
yellow: B 1,-2 0 farmer NL
blue: B -1,-1 0
red: V 1,1 270
yellow: E 0,-3 180
blue: A -1,-2 90                   # joins the two blue farmers
red: A 1,-3 180
yellow: B 1,-1 0
feature 1,-1 field NL: strength red 2 yellow 1 blue 0 points 6
feature 0,-1 field WL: strength red 0 yellow 0 blue 2 points 3
if FIELD            final red 6 yellow 0 blue 3
if FIELD_CITY_ONCE  final red 6 yellow 0 blue 3
if CITY_POOLED      final red 6 yellow 0 blue 3

% (d) three fields at one city, a blue farmer in each                    [EDN-19 EDN-C2]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
first blue
blue: U 1,0 0 farmer NL
red: V 0,1 0
blue: G 0,-1 90 farmer WL
red: V 1,1 270
blue: E 0,-2 180 farmer NL
apart 1,0 field NL from 0,-1 field WL
apart 1,0 field NL from 0,-2 field NL
apart 0,-1 field WL from 0,-2 field NL
feature 1,0 field NL: points 3
feature 0,-1 field WL: points 3
feature 0,-2 field NL: points 3
if FIELD            final blue 9 red 0
if FIELD_CITY_ONCE  final blue 3 red 0
if CITY_POOLED      final blue 3 red 0

% (e) page 7 of 000: blue at A, B; red and blue at A, B, C              [EDN-19 BASE-58]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
first blue
blue: U 1,0 0 farmer NL            # between the road and the cities A, B
red: E 0,-1 180 farmer NL          # city A
blue: D 2,0 0
red: V 0,1 0
blue: E 2,-1 180 farmer NL         # city B
red: B 0,-2 0
blue: B 2,-2 0
red: E 1,-2 0                      # joins red's and blue's fields above the cities
blue: E 1,-3 180                   # city C
feature 1,0 field NL: strength blue 1 red 0 points 6
feature 1,-2 field EL: strength blue 1 red 1 points 9
if FIELD            final blue 15 red 9
if FIELD_CITY_ONCE  final blue 9 red 9
if CITY_POOLED      final blue 9 red 3

% (f) three fields at one city: red, red, blue                                  [EDN-19]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
red: U 1,0 0 farmer NL
blue: V 0,1 0
red: G 0,-1 90 farmer WL
blue: E 0,-2 180 farmer NL
if FIELD            final red 6 blue 3
if FIELD_CITY_ONCE  final red 3 blue 3
if CITY_POOLED      final red 3 blue 0

% (g) one field at two complete cities and an incomplete one            [EDN-19 BASE-59]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
first blue
blue: U 1,0 0 farmer NL
red: E 0,-1 180
blue: D 2,0 0
red: E 2,-1 180
blue: D 3,0 0
feature 3,0 city N: incomplete
joined 1,0 field NL with 3,0 field WR
final blue 6 red 0

% the same at the real end of the game, by position (a)         [EDN-19 BASE-51 BASE-58]
for farm_rule FIELD FIELD_CITY_ONCE CITY_POOLED
players red yellow blue
red: U 1,0 0 farmer NL
yellow: D 2,0 0
blue: G 0,-1 90 farmer WL
red: E 2,-1 180 farmer NL
yellow: U 3,0 0
blue: F 0,-2 90
red: V 0,1 0
yellow: B 1,-2 0 farmer NL
blue: B -1,-1 0
red: V 1,1 270
yellow: E 0,-3 180
blue: A -1,-2 90
red: A 1,-3 180
yellow: B 1,-1 0
finish
over
if FIELD            at the end red 6 field (2 cities x 3), blue 3 field (1 city x 3)
if FIELD_CITY_ONCE  at the end red 3 field (1 city x 3), red 3 field, blue 3 field
if CITY_POOLED      at the end red 3 field (1 city x 3), red 3 field
if FIELD|FIELD_CITY_ONCE  points red 6 yellow 0 blue 3
if CITY_POOLED            points red 6 yellow 0 blue 0
winners red

# ---- The city of Carcassonne

% Carcassonne is a complete city for the fields around it                         [COC-3]
expansion count
red: U -1,-2 0 farmer SL
final red 3

% Carcassonne is a city for farmers who are paid by city, too          [COC-3 EDN-17 EDN-18]
for farm_rule CITY_POOLED FIELD_CITY_ONCE
expansion count
red: U -1,-2 0 farmer SL
final red 3
