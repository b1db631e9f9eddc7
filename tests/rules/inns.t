# inns.t -- expansion I, Inns & Cathedrals.

% eighteen tiles, six with an inn, two with a cathedral                           [IC-1]
for tile_set CLASSIC72 REVISED72
expansion inns-cathedrals
red draws E
left 88
left cathedral 2
left crossing3-inn 1
left road-curve-inn 1
left city-road-curve-left-inn 1
left city2-corner-road-s-inn 1
left city2-corner-road-curve-shield-inn 1
if CLASSIC72 left road-straight-inn 1
if REVISED72 left road-straight-inn-garden 1
if REVISED72 left road-straight-inn 0

% one large follower each, besides the seven small ones                     [IC-1 IC-4]
expansion inns-cathedrals
large red 1 blue 1
supply red 7 blue 7

% nobody has one without the set                                                  [IC-1]
large red 0 blue 0

% six may play                                                      [IC-2 EDN-12 BASE-1]
expansion inns-cathedrals
players red blue yellow green black grey
supply grey 7
large grey 1
red: U 1,0 0
blue: U 2,0 0
yellow: U 3,0 0
green: U 4,0 0
black: U 5,0 0
grey: U 6,0 0 thief E W
supply grey 6
turn red

% seven may not                                                                   [IC-2]
expansion inns-cathedrals
players 7
refuse start BASE-1

% and six not with expansion II alone                                      [IC-2 EDN-12]
expansion traders-builders
players red blue yellow green black grey
refuse start BASE-1

% the large follower instead of a small one                                       [IC-4]
expansion inns-cathedrals
red: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, large road E W, large field NL, large field SL, pass
red: large road E W
turn blue                          # it was the one follower of the turn
large red 0
supply red 7
stands red 1,0 road E W

% there is one: on the map it is not placed again                                 [IC-4]
expansion inns-cathedrals
red: U 1,0 0 large road E W
blue: V 0,1 0
red: E 0,-1 180 ...
refuse large city S BASE-34
refuse large field NL BASE-34
offers only knight S, farmer NL, pass

% it obeys the rules of small ones                                   [IC-4 BASE-29 EDN-4]
for farmers ON OFF
expansion inns-cathedrals
red: U 1,0 0 thief E W
blue: U 2,0 0 ...
refuse large road E W BASE-31      # red is there
refuse large road 0,0 E BASE-29    # only on the tile just laid
if OFF refuse large field NL EDN-4
if OFF offers only pass
if ON  offers only farmer NL, farmer SL, large field NL, large field SL, pass

% gardens are the abbot's, not its own                                      [IC-4 ABB-3]
rules grow_revised
switch abbot ON
expansion inns-cathedrals
red: road-straight-inn-garden 1,0 0 ...
refuse large garden ABB-3
offers only thief E W, large road E W, abbot garden, farmer NL, farmer SL, large field NL, large field SL, pass

% a large follower against a small one on a road of 3: blue alone gets 3     [IC-5 IC-6]
expansion inns-cathedrals
red: U 1,0 0
blue: U -1,0 0
red: A 1,1 90 thief W
blue: A -1,1 270 large road E
red: U 0,1 0 ...
feature 0,1 road E W: tiles 3 complete strength red 1 blue 2 owners blue points 3
red: pass
scores blue 3 road (3 tiles x 1)
large blue 1
supply red 7 blue 7

# Three followers cannot come to stand on a road of three tiles, so the tie is shown on five.

% it ties with two small ones: each gets all points                               [IC-5]
expansion inns-cathedrals
red: U 1,0 0
blue: U -1,0 0
red: U -2,0 0
blue: U 2,0 0
red: A -2,1 270 large road E
blue: A 2,1 90 thief W
red: E 0,-1 180
blue: U 0,1 0 thief E W
red: U -1,1 0
blue: U 1,1 0
scores red 5 road (5 tiles x 1), blue 5 road (5 tiles x 1)
large red 1
supply red 7 blue 7

% in a city it counts as two as well                                              [IC-5]
expansion inns-cathedrals
red: E 0,1 180 large city S
blue: B -1,1 0
red: B 1,1 0
blue: E -1,2 90 knight E
red: N 0,2 0
scores red 6 city (3 tiles x 2)
points red 6 blue 0

% and in a field                                                                  [IC-5]
expansion inns-cathedrals
red: E 0,-1 180 large field EL
blue: U 1,0 0 farmer NL
red: V 1,-1 180
feature 1,-1 field WL: strength red 2 blue 1 owners red points 3
final red 3 blue 0

% a large monk gets 9 like any other                                              [IC-5]
expansion inns-cathedrals
red: U 1,0 0
blue: U -1,0 0
red: E 1,1 90
blue: E -1,1 270
red: E 1,2 90
blue: E -1,2 270
red: E 0,2 180
blue: B 0,1 0 large monastery
scores blue 9 monastery (9 tiles around x 1)
large blue 1

% it occupies a feature like any follower                                  [IC-5 BASE-31]
expansion inns-cathedrals
red: U 1,0 0 large road E W
blue: U 2,0 0 ...
refuse thief E W BASE-31
refuse large road E W BASE-31

# IC-18 speaks of tower, princess, count and catapult too; those cards are with these sets.

% it comes home as one figure, and may go out again next time        [IC-6 IC-18 BASE-36]
expansion inns-cathedrals
red: E 0,-1 180 large city S
scores red 4 city (2 tiles x 2)
large red 1
supply red 7
blue: U 1,0 0
red: U 2,0 0 ...
offers large road E W
red: large road E W
large red 0

% as a farmer it stays to the end                                          [IC-6 BASE-48]
expansion inns-cathedrals
red: E 0,-1 180 large field NL
final red 3 blue 0
finish
over
at the end red 3 field (1 city x 3)
large red 0
stands red 0,-1 field NL

% a completed road of 3 tiles with an inn: 6                                      [IC-7]
expansion inns-cathedrals
red: crossing3-inn -1,0 0 thief E
blue: A 1,0 90
scores red 6 road (3 tiles x 2)

% 4 tiles with two inns: 8                                                        [IC-7]
expansion inns-cathedrals
red: crossing3-inn -1,0 0 thief E
blue: road-straight-inn 1,0 0
red: A 2,0 90
scores red 8 road (4 tiles x 2)

% an incomplete road with an inn: nothing                                         [IC-8]
expansion inns-cathedrals
red: road-straight-inn 1,0 0 thief E W
blue: U 2,0 0
feature 0,0 road E: tiles 3 incomplete owners red points 0
final red 0 blue 0
finish
over
points red 0 blue 0
supply red 7

% tiles and shields together 8, with a cathedral: 24                  [IC-9 IC-10 EDN-1]
for small_city NORMAL HALF
expansion inns-cathedrals
red: cathedral 0,-1 0 knight
blue: E -1,-1 90
red: M 0,-2 180
blue: M 1,-1 0
feature 0,-1 city N: tiles 5 shields 2 incomplete points 0
final red 0 blue 0                 # incomplete it is worth nothing, shields or not
red: N 1,-2 270
scores red 24 city (6 tiles x 3 + 2 shields x 3)

# A completed city of five tiles with a cathedral has no room for shields: the rule's 5 tiles
# and 2 shields are 6 tiles and 1 shield here.

% together 7: 21; incomplete: 0                                              [IC-9 IC-10]
for half_cathedral 3 2
expansion inns-cathedrals
red: cathedral 0,-1 0 knight
blue: E -1,-1 90
red: M 0,-2 180
blue: N 1,-1 0
final red 0 blue 0
red: N 1,-2 270
scores red 21 city (6 tiles x 3 + 1 shield x 3)

% two cathedrals do not add up                                                    [IC-9]
expansion inns-cathedrals
red: cathedral 0,-1 0 knight
blue: E -1,-1 90
red: cathedral 0,-2 0
blue: E 1,-1 270
red: E 1,-2 270
blue: E -1,-2 90
red: E 0,-3 180
scores red 24 city (8 tiles x 3)

# Three abbeys close a cathedral that has one neighbour: the only small city it can be in.

% a cathedral in a city of two: three each, or one more than the half     [IC-9 EDN-1 AM-6]
for half_cathedral 3 2
switch small_city HALF
expansion inns-cathedrals abbey-mayor
players red blue green
table D 0,0 0
table U -1,0 0
table U -2,0 0
table B -2,-1 0
table B -2,-2 0
table B -1,-2 0
table B -1,-3 0
table E 0,-3 0
table U 1,0 0
table U 2,0 0
table E 2,-1 90
table E 2,-2 90
table E 1,-2 0
red: cathedral 0,-1 0 knight
blue: abbey -1,-1
green: abbey 1,-1
final red 0 blue 0 green 0         # one side is open
red: abbey 0,-2
if 3 scores red 6 city (2 tiles x 3)
if 2 scores red 4 city (2 tiles x 2)

% where small cities are worth two a tile, it is three under either reading       [IC-9]
for half_cathedral 3 2
expansion inns-cathedrals abbey-mayor
players red blue green
table D 0,0 0
table U -1,0 0
table U -2,0 0
table B -2,-1 0
table B -2,-2 0
table B -1,-2 0
table B -1,-3 0
table E 0,-3 0
table U 1,0 0
table U 2,0 0
table E 2,-1 90
table E 2,-2 90
table E 1,-2 0
red: cathedral 0,-1 0 knight
blue: abbey -1,-1
green: abbey 1,-1
red: abbey 0,-2
scores red 6 city (2 tiles x 3)

% a city left open under its cathedral, at a real end                            [IC-10]
expansion inns-cathedrals
red: cathedral 0,-1 0 knight
blue: M 0,-2 180
final red 0 blue 0
finish
over
points red 0 blue 0
supply red 7

% the inn is one arm's, not the whole crossing's                           [IC-11 IC-16]
expansion inns-cathedrals
red: crossing3-inn 1,0 0 thief W
apart 1,0 road W from 1,0 road E
apart 1,0 road W from 1,0 road S
apart 1,0 road E from 1,0 road S
feature 1,0 road E: points 0       # an inn, and open
feature 1,0 road S: points 1
blue: A -1,0 270
scores red 3 road (3 tiles x 1)

% an inn for another's road                                                [IC-12 IC-13]
expansion inns-cathedrals
red: U 1,0 0 thief E W
final red 2 blue 0
blue: road-straight-inn 2,0 0
final red 0 blue 0
red: A -1,0 270
blue: A 3,0 90
scores red 10 road (5 tiles x 2)

% a cathedral for another's city                                           [IC-12 IC-10]
expansion inns-cathedrals
red: G 0,-1 90 knight N S
final red 2 blue 0
blue: cathedral 0,-2 0
final red 0 blue 0

% joined with a road that has an inn, a road has it                              [IC-13]
expansion inns-cathedrals
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: V 0,1 0
blue: crossing3-inn -1,-1 90 thief S
final red 2 blue 0
red: V -1,0 180                    # joins the two
feature 0,0 road W: tiles 4 incomplete strength red 1 blue 1 points 0
final red 0 blue 0
blue: A 2,0 90
scores red 10 road (5 tiles x 2), blue 10 road (5 tiles x 2)

% joined with a cathedral's city, a city has it                                  [IC-13]
expansion inns-cathedrals
red: cathedral 0,-1 0
blue: U 1,0 0
red: U 2,0 0
blue: G 2,-1 0 knight E W
final red 0 blue 1
red: F 1,-1 0                      # joins the two: 4 tiles with a cathedral
feature 2,-1 city E: tiles 4 incomplete points 0
final red 0 blue 0

% a cathedral's city feeds a farmer like any other: 3, incomplete 0         [IC-14 IC-17]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion inns-cathedrals
red: cathedral 0,-1 0
blue: E -1,-1 90 farmer WL
red: E 1,-1 270
final red 0 blue 0
blue: E 0,-2 180
nobody scores
final red 0 blue 3

% the cathedral's tile: one city on all four sides, no shield, no field           [IC-15]
expansion inns-cathedrals
red draws cathedral
fits cathedral 0,-1 0 90 180 270
fits cathedral 1,0 not
red: lay 0,-1 90 ...
offers only knight, large city, pass
feature 0,-1 city: tiles 2 shields 0 open 3

% four cities around a field                                                     [IC-16]
expansion inns-cathedrals
red: city-x4-separate 0,-1 0 ...
offers only knight N, knight E, knight S, knight W, farmer inner, large city N, large city E, large city S, large city W, large field inner, pass
apart 0,-1 city N from 0,-1 city E
apart 0,-1 city N from 0,-1 city S
apart 0,-1 city N from 0,-1 city W
apart 0,-1 city E from 0,-1 city W
feature 0,-1 city N: tiles 1 open 1
feature 0,-1 city S: tiles 2 complete
red: farmer inner
final red 3 blue 0                 # it borders the city in the south

% unless they are joined elsewhere; the tile then counts once             [IC-16 BASE-19]
expansion inns-cathedrals
red: city-x4-separate 0,-1 0 knight N
blue: N 0,-2 180
red: N 1,-2 270
blue: N 1,-1 0
scores red 8 city (4 tiles x 2)

% a monastery divides the road into two                                          [IC-16]
expansion inns-cathedrals
red: monastery-road2-straight 1,0 0 ...
offers only thief E, thief W, monk, farmer NL, farmer SL, large road E, large road W, large monastery, large field NL, large field SL, pass
apart 1,0 road E from 1,0 road W
apart 1,0 field NL from 1,0 field SL

% a crossing between two cities: two roads, four fields, and no third road       [IC-16]
expansion inns-cathedrals
red: city-city-opposite-crossing 1,0 0 ...
apart 1,0 road E from 1,0 road W
apart 1,0 city N from 1,0 city S
apart 1,0 field EL from 1,0 field WR
apart 1,0 field ER from 1,0 field WL
offers thief E, thief W, knight N, knight S, farmer EL, farmer ER, farmer WL, farmer WR, pass
refuse thief N BASE-30             # the short pieces at the cities are no roads

% without its rules the set's tiles are only tiles                   [IC-7 IC-9 IC-10]
tiles inns-cathedrals
large red 0
red: inns-cathedrals/road-straight-inn 1,0 0 thief E W
final red 2 blue 0
blue: inns-cathedrals/cathedral 0,-1 0 knight
final red 2 blue 2
red: A 2,0 90
blue: A -1,0 270
scores red 4 road (4 tiles x 1)
