# features.t -- what roads, cities, monasteries and fields are; when they are complete.

% parts that face each other are one feature, at any distance                  [BASE-17]
red: U 1,0 0
blue: U 2,0 0
red: U 3,0 0
joined 0,0 road E with 3,0 road W
joined 0,0 field EL with 3,0 field NL
joined 0,0 field ER with 3,0 field SL
apart 3,0 field NL from 3,0 field SL
feature 3,0 road E: tiles 4

% two cities on one tile are two until something joins them                    [BASE-18]
red: I 0,-1 180
apart 0,-1 city S from 0,-1 city E
feature 0,-1 city S: tiles 2 complete
feature 0,-1 city E: tiles 1 incomplete

% cities that meet at a corner only are two                                    [BASE-18]
red: E 0,1 90                # its city in the east
blue: B 0,2 0
red: E 1,2 0                 # its city in the north, across the corner
apart 0,1 city E from 1,2 city N

% a tile with two parts of one city counts once: 4 tiles = 8                   [BASE-19]
red: I 0,1 180 knight E
blue: N 1,1 270
red: N 0,2 90
blue: N 1,2 0
feature 0,1 city E: tiles 4 shields 0 complete
joined 0,1 city E with 0,1 city S
scores red 8 city (4 tiles x 2)

% a shield counts once, with the city part it is printed on                    [BASE-20]
red: M 0,1 270 knight W
feature 0,1 city W: tiles 1 shields 1
blue: V 1,0 0
red: E -1,1 90
feature 0,1 city W: tiles 2 shields 1
blue: E 0,2 0
scores red 8 city (3 tiles x 2 + 1 shield x 2)

% a road ends at a crossing: each arm is a road of its own                     [BASE-21]
red: X 1,0 0
apart 1,0 road N from 1,0 road E
apart 1,0 road N from 1,0 road S
apart 1,0 road W from 1,0 road E
joined 0,0 road E with 1,0 road W

% a road ends at a city and at a monastery                                     [BASE-21]
red: S 1,0 90                # road to the west, up to its city
blue: A -1,0 270             # road to the east, up to its monastery
feature 0,0 road E W: tiles 3 open 0 complete

% a road between two ends: 4 tiles = 4                                 [BASE-22 BASE-38]
red: U 1,0 0 thief E W
blue: A 2,0 90
nobody scores
red: A -1,0 270
scores red 4 road (4 tiles x 1)

% 3 tiles = 3                                                          [BASE-22 BASE-38]
red: A 1,0 90 thief W
blue: A -1,0 270
scores red 3 road (3 tiles x 1)

% a ring of four curves is a complete road: 4             [BASE-22 BASE-38 EDN-9 EDN-C5]
for rules grow grow_revised devir_pt devir_es bigbox_ro
is road_loop ON
red: V 0,1 270 thief E S
blue: V 1,1 0
red: V 0,2 180
feature 0,2 road N: tiles 3 open 2 incomplete
blue: V 1,2 90
feature 1,2 road N: tiles 4 open 0 complete
scores red 4 road (4 tiles x 1)
supply red 7

% from a crossing round to its other arm: the crossing counts once, 4          [BASE-22]
red: X 1,0 0 thief N
blue: V 1,-1 270
red: V 2,-1 0
blue: V 2,0 90
joined 1,0 road N with 1,0 road E
feature 1,0 road N: tiles 4 open 0 complete
scores red 4 road (4 tiles x 1)

% a city ring round an empty cell that faces fields only is complete           [BASE-23]
red: G 0,1 0 knight E W
blue: N -1,1 180
red: N 1,1 270
blue: F -1,2 90
red: F 1,2 90
blue: N -1,3 90
red: P 1,3 0
blue: R 0,3 180              # its field to the hole, a third city side to the south
feature 0,1 city E: tiles 8 open 1 incomplete
nobody scores
red: E 0,4 0
feature 0,1 city E: tiles 9 shields 2 open 0 complete
scores red 22 city (9 tiles x 2 + 2 shields x 2)

% a city side that faces the hole keeps it open                                [BASE-23]
red: G 0,1 0 knight E W
blue: N -1,1 180
red: N 1,1 270
blue: F -1,2 90
red: F 1,2 90
blue: N -1,3 90
red: P 1,3 0
blue: R 0,3 0                # a city side to the hole
feature 0,1 city E: tiles 8 open 1 incomplete
nobody scores
final red 10                 # 8 tiles, 2 shields

% a monastery is complete with eight tiles around it                           [BASE-24]
red: B 0,1 0 monk
feature 0,1 monastery: tiles 2 open 7 incomplete
blue: U 1,0 0
red: U -1,0 0
blue: E 1,1 90
red: E -1,1 270
blue: E 1,2 90
red: E -1,2 270
feature 0,1 monastery: tiles 8 open 1 incomplete
blue: E 0,2 180
feature 0,1 monastery: tiles 9 open 0 complete
scores red 9 monastery (9 tiles around x 1)

% what lies around a monastery is irrelevant, and may be there before          [BASE-24]
red: U 1,0 0
blue: U -1,0 0
red: E 1,1 90
blue: B 0,1 0 ...
feature 0,1 monastery: tiles 5 open 4 incomplete

% a field ends at roads, cities and the edge; it is never complete             [BASE-25]
red: V 0,1 270 farmer NL
blue: V 1,1 0
red: V 0,2 180
blue: V 1,2 90 farmer WR     # inside the ring of roads
apart 0,1 field NL from 0,1 field SL
joined 0,1 field SL with 1,2 field WR
feature 1,2 field WR: incomplete owners blue
supply blue 6
nobody scores

% half sides meet: the strips north and south of a road stay apart             [BASE-26]
red: V 1,0 90                # the road turns north
joined 0,0 field EL with 1,0 field WR
joined 0,0 field ER with 1,0 field WL
apart 1,0 field WR from 1,0 field WL
joined 1,0 field WL with 1,0 field NR

% fields that touch at a corner are not joined                         [BASE-26 BASE-18]
red: E 0,-1 180 farmer EL
blue: U 1,0 0 ...
apart 0,-1 field EL from 1,0 field NL
offers farmer NL

% a road that ends at a monastery does not part the field                      [BASE-27]
red: A 1,0 90
joined 1,0 field WL with 1,0 field WR
joined 0,0 field EL with 0,0 field ER

% a road that ends at a city does                                              [BASE-27]
red: S 1,0 90
apart 1,0 field WL from 1,0 field WR
apart 0,0 field EL from 0,0 field ER

% a crossing parts the field into one between every two arms                   [BASE-27]
red: X 1,0 0
apart 1,0 field NL from 1,0 field NR
apart 1,0 field NR from 1,0 field SL
apart 1,0 field SL from 1,0 field SR
apart 1,0 field SR from 1,0 field NL
joined 1,0 field NL with 1,0 field WR

% a field borders a city where they touch on a tile                            [BASE-28]
red: E 0,-1 180              # a complete city
feature 0,0 field EL: points 3
feature 0,-1 field NL: points 3
feature 0,0 field SL: points 0     # across the road

% a city that begins on the next tile, or behind a corner, is not bordered     [BASE-28]
red: H 0,-1 0
blue: E 0,-2 180             # two complete cities, one above the other
feature 0,-2 field NL: points 3    # the upper one
feature 0,0 field EL: points 3     # the lower one
feature 0,-1 field EL: points 6    # both

% a field between two cities of one tile borders both                          [BASE-28]
red: H 0,-1 0 farmer EL
blue: E 0,-2 180
feature 0,-1 field WL: points 6
final red 6

% a field enclosed by a city borders it                                        [BASE-28]
red: G 0,1 0 farmer SL
blue: N -1,1 180
red: N 1,1 270
blue: F -1,2 90
red: F 1,2 90
blue: N -1,3 90
red: P 1,3 0
blue: R 0,3 180
red: E 0,4 0
feature 0,1 field SL: points 3
final red 3

% a city standing like an island in a field is bordered by it                  [BASE-28]
red: B 0,1 0
blue: E 1,1 90 farmer WL
red: E 2,1 270               # the city 1,1 - 2,1
blue: V 1,0 90
red: B 2,2 0
blue: B 1,2 0                # joins its southern shore
joined 1,1 field WL with 2,1 field EL
feature 1,1 field WL: points 3
final blue 3
