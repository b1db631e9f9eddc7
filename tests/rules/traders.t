# traders.t -- expansion II, Traders & Builders.

% twenty-four tiles; a builder and a pig each                                     [TB-1]
for tile_set CLASSIC72 REVISED72
expansion traders-builders
red draws E
left 94
builders red 1 blue 1
pigs red 1 blue 1
supply red 7 blue 7
if CLASSIC72 left city2-corner-road2-wine 1
if REVISED72 left city2-corner-road2-wine-garden 1

% nobody has them without the set                                                 [TB-1]
builders red 0 blue 0
pigs red 0 blue 0

# ---- Tiles

% a bridge is no crossing: two roads, four fields                                 [TB-3]
expansion traders-builders
red: road-bridge-road 1,0 0 ...
offers only thief N S, thief E W, farmer NL, farmer NR, farmer SL, farmer SR, pass
apart 1,0 road N from 1,0 road E
joined 1,0 road N with 1,0 road S
joined 0,0 road E with 1,0 road E
apart 1,0 field NL from 1,0 field NR
apart 1,0 field NR from 1,0 field ER
apart 1,0 field SL from 1,0 field SR
apart 1,0 field SR from 1,0 field NL

% both roads of a bridge in one road: the tile counts once                [TB-3 BASE-19]
expansion traders-builders
red: road-bridge-road 1,0 0 thief E W
blue: V 2,0 90
red: V 2,-1 0
blue: V 1,-1 270
joined 1,0 road N with 1,0 road E
red: A 1,1 180
blue: A -1,0 270
scores red 7 road (7 tiles x 1)

% a bridge over a road: three fields; one road ends at the city, one at the house [TB-3]
expansion traders-builders
red: city-road-s-road-w-house 1,0 0 ...
offers only thief S, thief W, knight N, farmer WR, farmer SR, farmer SL, pass
apart 1,0 road S from 1,0 road W
apart 1,0 field WR from 1,0 field SR
apart 1,0 field SR from 1,0 field SL
apart 1,0 field WR from 1,0 field EL
red: thief W
blue: A -1,0 270
scores red 3 road (3 tiles x 1)

% a monastery divides the road into three                                         [TB-3]
expansion traders-builders
red: monastery-road3 1,0 0 ...
offers only thief E, thief S, thief W, monk, farmer NL, farmer ER, farmer SR, pass
apart 1,0 road E from 1,0 road S
apart 1,0 road E from 1,0 road W
apart 1,0 road S from 1,0 road W

% three cities on one tile                                                        [TB-3]
expansion traders-builders
red: city2-corner-cloth-city-city 0,-1 0 ...
offers only knight N, knight S, knight E, farmer inner, pass
apart 0,-1 city N from 0,-1 city S
apart 0,-1 city N from 0,-1 city E
apart 0,-1 city S from 0,-1 city E

# ---- The builder: placing

% the builder instead of a follower                                         [TB-4 TB-5]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 ...
offers only builder road E W, farmer NL, farmer SL, pass
red: builder road E W
turn blue                          # no follower besides
builders red 0
supply red 6
stands red 2,0 road E W

% there is one                                                              [TB-4 TB-17]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
blue: V 0,2 90
red: U 3,0 0 ...
refuse builder road E W BASE-34
offers only farmer NL, farmer SL, pass

% builder or pig, never both                                               [TB-4 BASE-7]
expansion traders-builders
red: U 1,0 0 farmer NL
blue: V 0,1 0
red: U 2,0 0 thief E W
blue: V 0,2 90
red: U 3,0 0 ...
offers only builder road E W, pig field NL, farmer SL, pass
red: pig field NL
pigs red 0
builders red 1
turn blue

% he needs a follower of his own who stands there already                  [TB-5 TB-2]
expansion traders-builders
red: U 1,0 0 ...
refuse builder road E W TB-5       # nobody is there
red: pass
blue: U 2,0 0 thief E W
red: U 3,0 0 ...
refuse builder road E W TB-5       # only blue is there
red: pass
blue: U 4,0 0 ...
offers builder road E W

% on a road or in a city only                                                     [TB-5]
expansion traders-builders
red: A 1,0 90 farmer NL
blue: V 0,1 0
red: A 1,1 0 ...
refuse builder field NL TB-5       # though red has a farmer there
refuse builder monastery TB-5
refuse builder road TB-5           # no follower on this road

% in a city                                                                 [TB-5 TB-8]
expansion traders-builders
red: G 0,-1 90 knight N S
blue: V 0,1 0
red: N 0,-2 180 ...
offers builder city E S
red: builder city E S
nobody earns                       # by the tile on which he comes himself
stands red 0,-2 city S
blue: U 1,0 0
red: N 1,-2 270
earns red

% a large follower will do                                                  [TB-5 IC-4]
expansion inns-cathedrals traders-builders
red: U 1,0 0 large road E W
blue: V 0,1 0
red: U 2,0 0 ...
offers builder road E W
red: builder road E W
builders red 0

% thieves and builders of others do not matter, nor the distance                 [TB-6]
expansion traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: V 0,1 0
blue: A -1,-1 0 thief S
red: V -1,0 180                    # joins the two: one thief each
blue: U 2,0 0 builder road E W
red: U 3,0 0 ...
offers builder road E W
red: builder road E W
feature 3,0 road E: strength red 1 blue 1
builders red 0 blue 0

% he is there for a follower in the minority too                            [TB-6 TB-2]
expansion traders-builders inns-cathedrals
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: V 0,1 0
blue: A -1,-1 0 large road S
red: V -1,0 180
blue: U 2,0 0
red: U 3,0 0 builder road E W
feature 3,0 road E: strength red 1 blue 2 owners blue
final red 0 blue 6

% not where this tile completes the feature                                       [TB-7]
expansion traders-builders
red: U 1,0 0 thief E W
blue: A -1,0 270
red: A 2,0 90 ...
refuse builder road W TB-7
offers only monk, farmer NL, pass
red: pass
scores red 4 road

% nor in a city that it completes                                                 [TB-7]
expansion traders-builders
red: G 0,-1 90 knight N S
blue: V 0,1 0
red: E 0,-2 180 ...
refuse builder city S TB-7
red: pass
scores red 6 city

# ---- The builder: a second part

% the owner extends: a second part                             [TB-8 TB-9 TB-10 TB-13]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
nobody earns                       # the tile on which he came
blue: U 3,0 0
nobody earns                       # another's tile
red: U 4,0 0 ...
earns red
part 1
red: farmer NL
offers only second, decline
red: second E 0,-1 180 ...
part 2
offers knight S
red: knight S
scores red 4 city
turn blue
stands red 2,0 road E W            # the builder stays
blue: V 0,2 90
red: U 5,0 0
earns red                          # and builds again in a later turn
red: decline
turn blue

% a tile elsewhere earns nothing                                                  [TB-8]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
blue: V 0,2 90
red: U 2,1 0                       # beside the road, no part of it
nobody earns
turn blue

% nor does a tile that extends something else where he has a follower      [TB-8 TB-17]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
blue: V 0,2 90
red: G 0,-1 90 knight N S
blue: B 1,1 0
red: N 0,-2 180 ...                # his city, not the builder's road
nobody earns
red: pass
turn blue
builders red 0

% completing is extending                                           [TB-8 TB-9 TB-18]
expansion traders-builders
red: U 1,0 0 thief E W
blue: A -1,0 270
red: U 2,0 0 builder road E W
blue: V 0,1 0
red: A 3,0 90 ...
earns red
refuse builder road W BASE-34
red: pass
scores red 5 road (5 tiles x 1)    # none for the builder
builders red 1
supply red 7
nobody on 2,0
red: second                        # though the builder is home
part 2
turn red

% joining another road is extending                                               [TB-8]
expansion traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: A -1,-1 0 thief S
red: V -1,0 180
earns red
feature 0,0 road W: strength red 1 blue 1

% the second part earns no third                                                 [TB-11]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
blue: V 0,2 90
red: U 3,0 0
earns red
red: second U 4,0 0
nobody earns
turn blue                          # the turn is over
blue: E 0,-1 180
red: U 5,0 0
earns red                          # a later turn earns again
red: decline
turn blue

% may, or must                                                                   [TB-12]
for second_part MAY MUST
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
blue: V 0,2 90
red: U 3,0 0
earns red
if MAY  part 1
if MAY  offers only second, decline
if MAY  refuse pass BASE-7
if MAY  refuse lay 0,-1 180 BASE-7
if MAY  red: decline
if MAY  blue draws E
if MUST part 2
if MUST red draws E
if MUST refuse decline BASE-7
if MUST refuse second BASE-7

% second and decline are for whoever earned it                           [TB-12 BASE-7]
expansion traders-builders
red draws E
refuse second BASE-7
refuse decline BASE-7
red: lay 0,-1 180 ...
refuse second BASE-7
refuse decline BASE-7

% thief, builder, road completed with a knight on the tile, builder in his city  [TB-14]
expansion traders-builders
red: U 1,0 0 thief E W
blue: A -1,0 270
red: U 2,0 0 builder road E W
blue: V 0,1 0
red: L 3,0 0 knight N
earns red
scores red 5 road (5 tiles x 1)
builders red 1
supply red 6
red: second G 3,-1 90 ...
offers builder city N S
red: builder city N S
stands red 3,-1 city N S
builders red 0
turn blue

% a follower home in part one goes out in part two                  [TB-14 BASE-36 EDN-C9]
expansion traders-builders
red: E 0,1 180
blue: E 0,-1 180
red: U 1,0 0 thief E W
blue: A -1,0 270
red: U 2,0 0 builder road E W
blue: B 1,1 0
red: A 3,0 90
scores red 5 road
supply red 7
red: second U 3,1 0 thief E W
supply red 6
turn blue

% a tile that fits nowhere in part two: another one                       [TB-16 BASE-15]
expansion traders-builders
red: E 0,-1 180                    # no city is open
blue: V 0,1 0
red: U 1,0 0 thief E W
blue: V 0,2 90
red: U 2,0 0 builder road E W
blue: U 3,0 0
red: U 4,0 0
earns red
red: second
removed C
part 2
red draws U
red: lay 5,0 0
turn blue

% the last tile earns a second part, but there is none                    [TB-16 BASE-51 INT-14]
expansion traders-builders
last U
red: U 1,0 0 thief E W
blue: U -1,0 0
red: U 2,0 0 builder road E W
blue: A -2,0 270
red: B 2,1 0
blue: B 2,-1 0
red: B 3,1 0
blue: B 3,-1 0
finish but 1
goes on
left 0
red draws U
red: lay 3,0 0
earns red
over
at the end red 6 road (6 tiles x 1)
supply red 7
builders red 1

% a tile that meets the road twice, and a city: one second part                  [TB-17]
expansion traders-builders
red: V 0,1 270 thief E S
blue: V 1,1 0
red: V 0,2 180 builder road N E
blue: E 0,-1 180
red: V 1,2 90                      # closes the ring: both ends at once
earns red
scores red 4 road (4 tiles x 1)
red: second U 1,0 0
turn blue

% his feature scored, he goes home with the followers, without points      [TB-18 TB-2]
expansion traders-builders
red: G 0,-1 90 knight N S
blue: V 0,1 0
red: F 0,-2 90 builder city N S
feature 0,-2 city N: strength red 1 tiles 3 points 4
blue: E 0,-3 180
scores red 10 city (4 tiles x 2 + 1 shield x 2)
builders red 1
supply red 7
nobody earns

% at the end he has no effect                                                    [TB-19]
expansion traders-builders
red: U 1,0 0 thief E W
blue: V 0,1 0
red: U 2,0 0 builder road E W
final red 3 blue 0
finish
over
at the end red 3 road (3 tiles x 1)
points red 3 blue 0

% two builders in one road: each for its owner                                   [TB-20]
expansion traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: A -1,-1 0 thief S
red: V 0,1 0
blue: V -1,0 180                   # joins the two: the road of red's builder
nobody earns
red: B 1,1 0
blue: U 3,0 0 builder road E W
nobody earns
red: U 4,0 0
earns red
red: decline
blue: U 5,0 0
earns blue
blue: decline

# ---- The pig

% the pig beside a farmer of one's own                                     [TB-22 TB-2]
expansion traders-builders
red: U 1,0 0 ...
refuse pig field NL TB-22          # nobody is there
red: farmer NL
blue: U 2,0 0 ...
refuse pig field NL TB-22          # only red is there
refuse pig road E W TB-22
blue: pass
red: U 3,0 0 ...
offers pig field NL
refuse pig field SL TB-22          # the other field
red: pig field NL
pigs red 0
supply red 6
stands red 3,0 field NL
feature 3,0 field NL: strength red 1

% farmers and pigs of others do not matter                                       [TB-22]
expansion traders-builders
red: E 0,-1 180 farmer EL
blue: U 1,0 0 farmer NL
red: V 1,-1 180                    # joins the two fields
feature 1,-1 field WL: owners red blue
blue: U 2,0 0 pig field NL
red: U 3,0 0 ...
offers pig field NL
red: pig field NL
pigs red 0 blue 0

% without farmers there are no pigs                                        [TB-22 EDN-4]
for farmers ON OFF
expansion traders-builders
red: U 1,0 0 ...
if OFF offers only thief E W, pass
red: thief E W
blue: U 2,0 0
red: U 3,0 0 ...
if OFF offers only builder road E W, pass
if ON  offers only builder road E W, farmer NL, farmer SL, pass

% it lies there to the end                                                       [TB-23]
expansion traders-builders
red: E 0,-1 180 farmer NL
blue: U 1,0 0
red: V 1,-1 180 pig field WL
final red 4 blue 0
finish
over
at the end red 4 field (1 city x 3 + 1 pig bonus x 1)
pigs red 0
stands red 1,-1 field WL

% the owner with his pig, 2 cities: 8; red without majority: 0              [TB-24 TB-26]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
first blue
blue: U 1,0 0 farmer NL
red: E 0,-1 180 farmer NL
blue: D 2,0 0
red: V 0,1 0
blue: E 2,-1 180 farmer NL
red: B 1,-1 0                      # joins all three
blue: U 3,0 0 pig field NL
red: U 4,0 0 pig field NL          # a pig without majority
feature 1,-1 field NL: strength blue 2 red 1 owners blue
final blue 8 red 0

% three tied owners, 2 cities, two pigs: 8, 8, 6                           [TB-24 TB-26]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
players red blue green
red: U 1,0 0 farmer NL
blue: E 0,-1 180 farmer NL
green: D 2,0 0
red: V 0,1 0
blue: V 0,2 90
green: E 2,-1 180 farmer NL
red: B 1,-1 0                      # joins all three
blue: U 3,0 0 pig field NL
green: U 4,0 0 pig field NL
feature 1,-1 field NL: owners red blue green
final red 6 blue 8 green 8

% four points a city, five with the pig                                    [TB-24 EDN-3]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
switch farm_city_points 4
red: E 0,-1 180 farmer NL
blue: U 1,0 0
red: V 1,-1 180 pig field WL
final red 5 blue 0

% a pig counts in its own field only                              [TB-24 EDN-17 EDN-18]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
red: U 1,0 0 farmer NL
blue: V 0,1 0
red: E 0,-1 180 farmer NL          # the other field at the same city
blue: V 0,2 90
red: U 2,0 0 pig field NL
apart 0,-1 field NL from 1,0 field NL
if FIELD           final red 7 blue 0
if CITY_POOLED     final red 4 blue 0
if FIELD_CITY_ONCE final red 4 blue 0

% pooled, a pig in any field around; otherwise only where its owner has the field    [EDN-17 EDN-18 TB-24]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion inns-cathedrals traders-builders
red: U 1,0 0 farmer NL
blue: U 2,0 0
red: V 3,0 90
blue: U 3,-1 90 large field EL
red: E 0,-1 180 large field NL     # red's field at the city
blue: A 3,-2 0                     # blue comes around the road and has the other one
red: U -1,0 0 pig field NL         # where red's pig lies
feature 1,0 field NL: strength red 1 blue 2 owners blue
if FIELD           final red 3 blue 3
if CITY_POOLED     final red 4 blue 0
if FIELD_CITY_ONCE final red 3 blue 3

# ---- The pig herd: its tile is River II's, here it lies on the table from the start

% a herd in the field: one more a city, without a pig                            [TB-25]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: E 2,0 270
final red 4 blue 0

% herd and pig: 5 a city, three cities 15                                        [TB-25]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: E 2,0 270
red: E 0,1 180 pig field NL
final red 5 blue 0
blue: E 0,2 0
final red 10 blue 0
red: E 1,1 90
blue: H 2,1 90
final red 15 blue 0

% a herd means nothing without the set                                           [TB-25]
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: E 2,0 270
final red 3 blue 0

% a herd is for its field: pooled, for winners with a farmer there       [EDN-17 EDN-18]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion inns-cathedrals traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: U 0,1 0
blue: E 1,0 90 farmer WL           # the herd's field
red: E 2,0 270 large field EL
if FIELD           final red 3 blue 4
if CITY_POOLED     final red 3 blue 0
if FIELD_CITY_ONCE final red 3 blue 4

% pooled, the winner's farmer at the herd need not have the field        [EDN-17 EDN-18]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion inns-cathedrals traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: U 0,1 0 large field SL
red: E 2,0 270 large field EL
blue: A 1,1 90                     # blue comes around the road to the herd
feature 0,0 field EL: strength red 1 blue 2 owners blue
if FIELD           final red 3 blue 4
if CITY_POOLED     final red 4 blue 0
if FIELD_CITY_ONCE final red 3 blue 4

# ---- Goods

% red completes blue's city: blue 10 points, red 2 grain and 1 wine    [TB-27 TB-33 TB-34]
expansion traders-builders
first blue
blue: city2-corner-grain 0,-1 180 knight S
red: city2-corner-wine 1,-1 0
blue: city2-corner-road-s-grain 1,-2 270
goods red
red: E 0,-2 90 ...
feature 0,-1 city S: tiles 5 shields 0 complete points 10
goods red                          # they come with the scoring
red: pass
scores blue 10 city (5 tiles x 2)
goods red wine 1 grain 2
goods blue

% a city pays its goods once                                              [TB-33 TB-31]
expansion traders-builders
red: city2-corner-grain 0,-1 180
blue: city2-corner-wine 1,-1 0
red: city2-corner-road-s-grain 1,-2 270
blue: E 0,-2 90
goods blue wine 1 grain 2
red: U 1,0 0
blue: B -1,-1 0
goods blue wine 1 grain 2
goods red

% goods of two cities that are joined add up                                     [TB-33]
expansion traders-builders
red: city2-corner-wine 0,-1 180
blue: U 1,0 0
red: U 2,0 0
blue: city2-corner-road-e-split-wine 2,-1 0
red: E 2,-2 180
blue: G 1,-1 0                     # joins them, and that completes the city
goods blue wine 2
goods red

% nobody in the city: the goods are taken all the same                    [TB-28 BASE-43]
expansion traders-builders
red: city2-corner-wine 0,-1 180
blue: E 1,-1 270
nobody scores
goods blue wine 1

% the own knight does not help who does not complete                             [TB-28]
expansion traders-builders
red: city2-corner-wine 0,-1 180 knight S
blue: E 1,-1 270
scores red 6 city (3 tiles x 2)
goods blue wine 1
goods red

% one tile completes a city with wine and blue's with cloth: red takes both      [TB-29]
expansion traders-builders
red: U 1,0 0
blue: U 2,0 0
red: city2-corner-wine 0,-1 180
blue: city2-corner-road-e-cloth 2,-1 0 knight N W
red: E 2,-2 180
blue: V 0,1 0
red: H 1,-1 90
scores blue 6 city (3 tiles x 2)
goods red wine 1 cloth 1
goods blue

% in both parts of a turn                                                 [TB-27 TB-10]
expansion traders-builders
red: U 1,0 0 thief E W
blue: city2-corner-wine 0,-1 180
red: U 2,0 0 builder road E W
blue: city2-through-wine 0,1 0
red: D 3,0 0
earns red
red: second E 1,-1 270
goods red wine 1
blue: E -1,1 90
goods blue

% a cathedral changes nothing about goods                                 [IC-17 TB-27]
expansion inns-cathedrals traders-builders
red: cathedral 0,-1 0 knight
blue: E -1,-1 90
red: city2-corner-wine 0,-2 180
blue: city2-corner-grain 1,-1 0
red: N 1,-2 270
scores red 18 city (6 tiles x 3)
goods red wine 1 grain 1

% both tied in two goods, red alone ahead in the third: 30 and 20                [TB-32]
expansion traders-builders
red: city2-corner-grain 0,-1 180
blue: city2-corner-wine 1,-1 0
red: city2-corner-road-e-cloth 1,-2 270
blue: city2-through-wine 0,1 0
red: E 0,-2 90
goods red wine 1 grain 1 cloth 1
final red 30 blue 0
blue: city2-through-road-grain 1,1 0
red: E -1,1 90
blue: E 2,1 270
goods blue wine 1 grain 1
final red 30 blue 20
finish
over
at the end red 30 goods (3 majorities x 10), blue 20 goods (2 majorities x 10)
points red 30 blue 20

% most tokens of a kind, not most kinds                                          [TB-32]
expansion traders-builders
red: city2-corner-grain 0,-1 180
blue: city2-corner-wine 1,-1 0
red: city2-corner-road-s-grain 1,-2 270
blue: E 0,-2 90
goods blue wine 1 grain 2
red: city2-through-road-grain 0,1 0
blue: E -1,1 90
red: E 1,1 270
goods red grain 1
final red 0 blue 20                # cloth pays nobody

% goods of an incomplete city are not given out                                  [TB-32]
expansion traders-builders
red: city2-corner-wine 0,-1 180
blue: V 0,1 0
goods red
final red 0 blue 0

% goods are no shields                                                           [TB-34]
expansion traders-builders
red: city2-corner-wine 0,-1 180 knight S
feature 0,-1 city S: tiles 2 shields 0 incomplete points 2
final red 2 blue 0

% without its rules the set's tiles are only tiles                        [TB-27 TB-32]
tiles traders-builders
red: traders-builders/city2-corner-wine 0,-1 180 knight S
blue: E 1,-1 270
scores red 6 city
goods blue
final red 6 blue 0
