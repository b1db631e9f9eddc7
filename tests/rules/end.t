# end.t -- the end of the game and the final scoring.
# "final" is what everybody would have if the game ended now; cards with "finish" lay all
# tiles there are, each where it changes nobody's points.

% the game ends after the turn of the last tile, steps 2 and 3 included        [BASE-51]
players red blue green
last E
red: F 0,-1 90 knight N S
blue: B 1,-1 0
green: B -1,-1 0
red: B 1,-2 0
blue: B -1,-2 0
green: A 1,-3 180
red: A 0,-3 180                    # fields around 0,-2, and the city below it
finish but 1
goes on
left 0
blue draws E
blue: lay 0,-2 180 farmer NL
scores red 8 city
over
laid red 24 blue 24 green 23       # 71 tiles do not go round evenly
points red 8 blue 3 green 0        # the city completed by the last tile feeds the farmer
winners red
refuse pass BASE-51
refuse lay 5,5 0 BASE-51

% first roads, cities, monasteries, whose followers leave; then the fields     [BASE-52]
red: U 1,0 0 thief E W
blue: E 0,-1 180 farmer NL
red: B 0,1 0 monk
blue: E 1,1 90 knight E
final red 6 blue 4                 # road 2, monastery 4; field 3, city 1
supply red 5 blue 5
finish
over
at the end red 2 road (2 tiles x 1), red 4 monastery (4 tiles around x 1)
at the end blue 1 city (1 tile x 1), blue 3 field (1 city x 3)
points red 6 blue 4
supply red 7 blue 6                # the farmer lies in his field to the last
stands blue 0,-1 field NL

% an incomplete road: 3 tiles = 3                                       [BASE-53 EDN-C7]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: U 1,0 0 thief E W
blue: U 2,0 0
feature 0,0 road E: tiles 3 incomplete points 3
final red 3 blue 0

% tied thieves in an incomplete road: the points for both                      [BASE-53]
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: V 0,1 0
blue: A -1,-1 0 thief S
red: V -1,0 180                    # joins the two
feature 0,0 road W: tiles 4 incomplete strength red 1 blue 1
final red 4 blue 4

% an incomplete city: 2 tiles and a shield = 3                                 [BASE-54]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: F 0,-1 90 knight N S
feature 0,-1 city N: tiles 2 shields 1 incomplete points 3
final red 3 blue 0

% 2 tiles = 2, also where a small city counts half                             [BASE-54]
for rules grow devir_es
red: G 0,-1 90 knight N S
final red 2 blue 0

% 5 tiles and 3 shields = 8 for green with two knights, black gets nothing     [BASE-54]
players green black
first green
green: U 1,0 0
black: U -1,0 0
green: F 1,-1 0 knight E W
black: F -1,-1 0 knight E W
green: B 1,-2 0
black: V 0,1 0
green: E 0,-2 180 knight S
black: C 0,-1 0
feature 0,-1 city N: tiles 5 shields 3 incomplete strength green 2 black 1 owners green
final green 8 black 0

% an incomplete monastery: with 4 neighbours 5                                 [BASE-55]
red: B 0,1 0 monk
blue: U 1,0 0
red: U -1,0 0
blue: E 1,1 90
feature 0,1 monastery: tiles 5 open 4
final red 5 blue 0

% with 3 neighbours 4                                                          [BASE-55]
red: B 0,1 0 monk
blue: U 1,0 0
red: U -1,0 0
final red 4 blue 0

% most farmers own a field                                                     [BASE-56]
players yellow black
first yellow
yellow: U 1,0 0 farmer NL
black: E 0,-1 180 farmer NL
yellow: D 2,0 0
black: V 0,1 0
yellow: E 2,-1 180 farmer NL
black: B 1,-1 0                    # joins all three
feature 1,-1 field NL: strength yellow 2 black 1 owners yellow
final yellow 6 black 0

% tied players own it both                                                     [BASE-56]
red: E 0,-1 180 farmer EL
blue: U 1,0 0 farmer NL
red: V 1,-1 180
feature 1,-1 field WL: owners red blue
final red 3 blue 3

% a field at two cities: 6                                              [BASE-57 EDN-17]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
red: U 1,0 0 farmer NL
blue: E 0,-1 180
red: D 2,0 0
blue: E 2,-1 180
final red 6 blue 0

% one city complete, another not: 3                             [BASE-57 BASE-59 EDN-17]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
red: U 1,0 0 farmer NL
blue: E 0,-1 180
red: D 2,0 0
final red 3 blue 0

% three cities: 9                                                       [BASE-57 EDN-C2]
red: U 1,0 0 farmer NL
blue: E 0,-1 180
red: D 2,0 0
blue: E 2,-1 180
red: D 3,0 0
blue: E 3,-1 180
final red 9 blue 0

% a city counts once for a field, however often they touch                     [BASE-57]
red: G 0,1 0 farmer SL
blue: N -1,1 180
red: N 1,1 270
blue: F -1,2 90
red: F 1,2 90
blue: N -1,3 90
red: P 1,3 0
blue: R 0,3 180
red: E 0,4 0
blue: B 0,2 0                      # joins the four fields inside the city ring
joined 0,1 field SL with 0,3 field NL
joined 0,1 field SL with 1,2 field WL
final red 3 blue 0

% four cities and one farmer more than black: 12                               [BASE-58]
players yellow black
first yellow
yellow: U 1,0 0 farmer NL
black: E 0,-1 180 farmer NL
yellow: D 2,0 0
black: V 0,1 0
yellow: E 2,-1 180 farmer NL
black: B 1,-1 0
yellow: D 3,0 0
black: E 3,-1 180
yellow: D 4,0 0
black: E 4,-1 180
feature 1,-1 field NL: strength yellow 2 black 1 points 12
final yellow 12 black 0

% fields without farmers and farmers without cities: nothing                   [BASE-60]
red: E 0,-1 180                    # a city, and nobody in the fields beside it
blue: V 0,1 0 farmer NL            # a farmer, and no city
final red 0 blue 0

% most points win                                                      [BASE-61 EDN-C11]
red: E 0,-1 180 knight S
scores red 4 city
blue: A 1,0 90
red: V 0,1 0
blue: A -1,0 270 thief E
scores blue 3 road
finish
over
points red 4 blue 3
winners red

% tied players share the victory                                [BASE-61 EDN-14 EDN-C11]
for rules grow grow_revised devir_pt devir_es bigbox_ro
players red blue green
is tie SHARED
red: E 0,-1 180 farmer EL
blue: U 1,0 0 farmer NL
green: V 1,-1 180
finish
over
points red 3 blue 3 green 0
winners red blue

% nobody has a point: everybody wins                                           [BASE-61]
players red blue green
finish
points red 0 blue 0 green 0
winners red blue green
