# dragon.t -- expansion III, The Princess & the Dragon.

% thirty tiles; dragon and fairy wait beside the board                            [PD-1]
for tile_set CLASSIC72 REVISED72
expansion princess-dragon
red draws E
left 100
dragon nowhere
fairy nowhere
waiting 0
left field-volcano 1
left road-end-volcano 1
left city-volcano 1
left road-curve-volcano 1
left road-straight-volcano 1
left city-city-adjacent-volcano 1
if CLASSIC72 left city-dragon 1
if REVISED72 left city-dragon-garden 1
left monastery-road3-dragon 1
left crossing3-dragon 1
left city3-monastery-dragon 1
left road-curve-dragon 2
left road-straight-dragon 1
left city2-corner-dragon 1
left city2-through-shield-dragon 1
left city2-through-road-tunnel-dragon 1
left city-road-curve-left-dragon 1
left city-road-curve-right-dragon 1
left road-curve-x2-portal 1
left crossing3-portal 1
left city3-shield-portal 1
left city2-corner-road-curve-portal 1
left city-road-curve-left-portal 1
left city-road-curve-right-portal 1
left city-crossing3-princess 1
left city-princess-city2-corner-shield 1
left city3-princess 1
left city2-corner-split-princess 1
if CLASSIC72 left city2-corner-princess 1
if REVISED72 left city2-corner-princess-garden 1
left city2-corner-road-curve-princess 1

% how the switches of the set stand                 [PD-6 PD-12 PD-14 PD-17 PD-26 PD-29]
for rules grow grow_revised devir_pt devir_es bigbox_ro
expansion princess-dragon
is fairy_binding TILE
is dragon_timing BEFORE_SCORING
is dragon_steps 6
is volcano_specials ALLOW
if grow|grow_revised|devir_pt|devir_es is portal_just_completed PLACED_TILE
if bigbox_ro is portal_just_completed NEVER
is princess MAY

% the tiles without their rules: no symbol acts                                   [PD-2]
tiles princess-dragon
red: princess-dragon/city-dragon 0,-1 180 knight S       # not laid aside, nothing moves
scores red 4 city (2 tiles x 2)
blue: princess-dragon/field-volcano 0,1 0 ...
offers only farmer NL, pass
blue: farmer NL
red: princess-dragon/crossing3-portal 1,0 0 ...
offers only thief E, thief S, thief W, farmer NL, farmer ER, pass
refuse farmer 0,-1 NL BASE-29
red: thief E
blue: U 2,0 0 ...
refuse fairy farmer 0,1 NL PD-5
blue: pass

% a symbol acts only in the turn in which its tile is laid                  [PD-2 PD-25]
expansion princess-dragon
red: crossing3-portal 1,0 0 ...
offers knight 0,0 N, farmer 0,0 ER
red: pass
blue: U 2,0 0 ...
refuse knight 0,0 N BASE-29
blue: pass
red: B 0,1 0 ...
refuse knight 0,0 N BASE-29
refuse thief 1,0 S BASE-29

% the road in the tunnel cuts neither field                                       [PD-3]
expansion princess-dragon
switch dragon_steps 1
red: field-volcano 0,1 0
apart 0,0 field EL from 0,0 field ER
blue: city2-through-road-tunnel-dragon 1,0 90 ...
offers only thief E W, knight N S, farmer EL, farmer WL, pass
joined 0,0 road E with 1,0 road E
joined 0,0 field EL with 0,0 field ER    # through the field above the tunnel
apart 1,0 field EL from 1,0 field WL
joined 1,0 city N with 1,0 city S
blue: thief E W
walk N
red: U 2,0 0 ...
joined 2,0 field WL with 2,0 field WR
feature 2,0 road W: tiles 3 open 2 owners blue
red: pass

% a monastery inside a city: two features, each taken and completed by itself     [PD-4]
expansion princess-dragon
switch dragon_steps 1
red: field-volcano 0,1 0
blue: city3-monastery-dragon 0,-1 180 ...
offers only knight S E W, monk, farmer NL, pass
blue: knight S E W
walk N
red: crossing3-portal 1,0 0 ...
offers monk 0,-1                         # though blue's knight is in the city
refuse knight 0,-1 S BASE-31
red: monk 0,-1
blue: E -1,-1 90
red: E 1,-1 270
scores blue 8 city (4 tiles x 2)         # the monastery is not complete
stands red 0,-1 monastery
feature 0,-1 monastery: tiles 5 incomplete owners red
blue: U -1,0 0
red: B -1,-2 0
blue: B 0,-2 0
red: B 1,-2 0
scores red 9 monastery (9 tiles around x 1)

# ---- The fairy

% the fairy instead of a figure, beside an own follower                           [PD-5]
expansion princess-dragon
red: U 1,0 0 thief E W
fairy nowhere
blue: U 2,0 0 ...
offers only farmer NL, farmer SL, pass   # blue has no follower on the map
refuse fairy red thief 1,0 E W PD-5
refuse fairy blue thief 1,0 E W PD-5
blue: farmer NL
red: B 0,1 0 ...
offers only monk, farmer NL, fairy thief 1,0, pass
red: fairy thief 1,0
fairy 1,0
turn blue                                # no follower besides
supply red 6 blue 6
nobody scores
blue: E 0,-1 180 ...
offers only knight S, farmer NL, fairy farmer 2,0 NL, pass
refuse fairy red thief 1,0 E W PD-5
blue: fairy farmer 2,0 NL                # he takes her to his own
fairy 2,0
nobody scores                            # so red gets no point now

% she does not stay where she is: that would be no action                         [PD-5]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: B 0,1 0 fairy thief 1,0
blue: B 1,1 0
scores red 1 fairy
red: B 2,1 0 ...
refuse fairy thief 1,0 PD-5
offers only monk, farmer NL, pass
red: pass

% two own followers on her tile: another tile, or another follower      [PD-5 PD-6 PD-7]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: crossing3-portal 2,0 0 farmer 1,0 SL
blue: B 0,1 0
red: B 1,1 0 fairy farmer 1,0 SL
blue: B 2,-1 0
scores red 1 fairy (1 fairy x 1)         # one point in all
red: B 3,-1 0 ...
refuse fairy farmer 1,0 SL PD-5
if TILE refuse fairy thief 1,0 PD-5
if FOLLOWER offers fairy thief 1,0
red: pass
blue: E 1,-1 0
scores red 1 fairy
points red 2 blue 0

% without a follower in hand the fairy still moves                                [PD-5]
expansion princess-dragon
red: U 0,1 0 thief E W
blue: E 0,-1 180
red: U 0,2 0 thief E W
blue: B 1,-1 0
red: U 0,3 0 thief E W
blue: B -1,-1 0
red: U 0,4 0 thief E W
blue: B 0,-2 0
red: U 0,5 0 thief E W
blue: B 1,-2 0
red: U 0,6 0 thief E W
blue: E -1,-2 0
red: U 0,7 0 thief E W
supply red 0
blue: E 2,-1 0
red: U 0,8 0 ...
offers only pass, fairy thief 0,1, fairy thief 0,2, fairy thief 0,3, fairy thief 0,4, fairy thief 0,5, fairy thief 0,6, fairy thief 0,7
red: fairy thief 0,4
fairy 0,4

% the fairy moves while the river is laid                                         [PD-5]
expansion princess-dragon
switch river RIVER_I
red: river-straight 1,0 0 farmer NL
blue: city-city-river-straight 2,0 0
red: road-over-river 3,0 90 ...
offers fairy farmer 1,0 NL
red: fairy farmer 1,0 NL
fairy 1,0

% not beside a builder, not beside a pig                                          [PD-5]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
red: U 3,0 0 farmer SL
earns red
red: decline
blue: B 1,1 0
red: U 4,0 0 pig field SL
earns red
red: decline
blue: B 2,1 0
red: U 5,0 0 ...
offers fairy thief 1,0, fairy farmer 3,0 SL
refuse fairy builder road 2,0 PD-5
refuse fairy pig field 4,0 SL PD-5
red: fairy thief 1,0
red: decline
blue: B 3,1 0
scores red 1 fairy

% put beside a follower as his feature completes: three points at once [PD-5 PD-8 PD-10]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: A 2,0 90
red: A -1,0 270 fairy thief 1,0
scores red 4 road (4 tiles x 1), red 3 fairy (1 fairy x 3)
nobody on 1,0                            # the follower goes home
fairy 1,0                                # she stays
supply red 7
blue: B 0,1 0
nobody scores                            # no follower with her: no point for red
red: B 0,2 0 ...
refuse fairy thief 1,0 PD-5
red: pass
fairy 1,0

% when her follower has gone: the other on the tile, or nobody    [PD-6 PD-7 PD-8 PD-10]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: A 2,0 90
red: city-road-curve-left-portal 0,-1 180 farmer 1,0 SL
blue: B 0,1 0
red: B 1,1 0 fairy thief 1,0
blue: A -1,0 270
scores red 4 road (4 tiles x 1), red 3 fairy (1 fairy x 3)
if TILE scores red 1 fairy
if TILE points red 8 blue 0
if FOLLOWER points red 7 blue 0
fairy 1,0
red: B 2,1 0 ...
if TILE refuse fairy farmer 1,0 SL PD-5
if FOLLOWER offers fairy farmer 1,0 SL
red: pass

% another follower who goes home does not take her along                         [PD-6 PD-7]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: B 0,1 0 monk
blue: U 1,0 0
red: U 2,0 0 fairy monk 0,1
blue: U 3,0 0
scores red 1 fairy
red: E 0,-1 180 knight S
scores red 4 city
blue: U 4,0 0
scores red 1 fairy
points red 6 blue 0

% bound to nobody she still keeps the dragon off                             [PD-6 PD-9]
switch fairy_binding FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: A 2,0 90
red: B 0,1 0 fairy thief 1,0
blue: A -1,0 270
scores red 4 road, red 3 fairy
fairy 1,0
nobody on 1,0
red: field-volcano 1,1 0
blue: city-dragon 0,-1 180
refuse step N PD-16
walk W N
turn blue
refuse step E PD-16
walk N
dragon 0,-1
turn red                                 # nowhere to go: his turn begins

% the second part of a double turn gives no point                     [PD-7 TB-15 INT-3]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
red: B 1,1 0 fairy thief 1,0
blue: B 2,1 0
scores red 1 fairy
red: U 3,0 0
earns red
red: second B 3,1 0
points red 1 blue 0
blue: E 1,-1 0
scores red 1 fairy
points red 2 blue 0

% blue has the city, red stands with the fairy: blue 6, red 3                     [PD-8]
expansion princess-dragon inns-cathedrals
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 large city W
red: U 3,0 0 fairy knight 0,1
blue: G 1,1 0
scores blue 6 city (3 tiles x 2), red 3 fairy (1 fairy x 3)
supply red 7
fairy 0,1

% whoever stands with her, not whoever put her there                         [PD-7 PD-8]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: B 0,1 0 fairy thief 1,0
blue: crossing3-portal 2,0 0 farmer 1,0 SL
scores red 1 fairy
red: A -1,0 270                          # start, U, crossing and A
scores red 4 road (4 tiles x 1), red 3 fairy (1 fairy x 3)
if TILE scores blue 1 fairy              # his farmer is on her tile
if TILE points red 8 blue 1
if FOLLOWER points red 8 blue 0
blue: B 1,1 0
if TILE final red 8 blue 7               # his field: a city 3, the fairy 3
if FOLLOWER final red 8 blue 3

% two followers in one feature on her tile: three points once                     [PD-8]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: I 0,1 180 knight E
blue: U 1,0 0
red: crossing3-portal 2,0 0 knight 0,1 S # the other city of that tile
blue: N 1,1 270
red: N 0,2 90 fairy knight 0,1 E
blue: N 1,2 0                            # a ring: both are one city now
scores red 8 city (4 tiles x 2), red 3 fairy (1 fairy x 3)
points red 11 blue 0

% two players in one feature on her tile: three each, or to her follower     [PD-8 PD-6]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: I 0,1 180 knight E
blue: crossing3-portal 1,0 180 knight 0,1 S
red: N 0,2 90 fairy knight 0,1 E
if TILE scores blue 1 fairy
blue: U 2,0 0
scores red 1 fairy
red: U 3,0 0
if TILE scores blue 1 fairy
blue: B -1,1 0
scores red 1 fairy
red: N 1,2 0
if TILE scores blue 1 fairy
blue: N 1,1 270
scores red 8 city (4 tiles x 2), blue 8 city (4 tiles x 2), red 3 fairy (1 fairy x 3)
if TILE scores blue 3 fairy (1 fairy x 3)

% at the end an incomplete road, with the fairy three more                        [PD-8]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: U 2,0 0 farmer SL
final red 3 blue 0
red: B 0,1 0 fairy thief 1,0
final red 6 blue 0
blue: B 1,1 0
scores red 1 fairy
final red 7 blue 0

% at the end also where the feature is worth nothing: inn and cathedral      [PD-8 IC-8]
expansion princess-dragon inns-cathedrals
red: road-straight-inn 1,0 0 thief E W
blue: cathedral 0,-1 0 knight
final red 0 blue 0
red: B 0,1 0 fairy thief 1,0
final red 3 blue 0
blue: B 1,1 0 fairy knight 0,-1
final red 0 blue 3

% at the end a field, under each of the farm rules, also without a city    [PD-8 INT-48]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion princess-dragon
red: U 1,0 0 farmer SL
blue: U 2,0 0 thief E W
red: B 0,1 0 fairy farmer 1,0 SL
final red 3 blue 3                       # no city: nothing but the fairy
blue: E 0,2 90
scores red 1 fairy
red: E 1,2 270                           # a city of two in the same field
blue: B 1,1 0
scores red 1 fairy
final red 8 blue 3                       # 2 so far, 3 for the city, 3 for the fairy

% the dragon keeps off her tile; everybody on it is safe              [PD-9 PD-16 PD-15]
expansion princess-dragon
red: U 1,0 0 thief E W
blue: crossing3-portal 2,0 0 farmer 1,0 SL
red: B 0,1 0 fairy thief 1,0
scores blue 1 fairy                      # blue's farmer is with her too
blue: B 0,2 0
scores red 1 fairy
red: field-volcano 1,1 0                 # below her tile
dragon 1,1
scores blue 1 fairy
blue: road-straight-dragon -1,0 0 ...
nobody scores
blue: pass
turn blue
offers only step W
refuse step N PD-16
refuse pass BASE-7
blue: step W                             # 0,1
offers only step N, step S
red: step N                              # 0,0
offers only step W                       # 1,0 is hers
blue: step W
scores red 1 fairy
dragon -1,0
turn red                                 # no way on
red draws E
stands red 1,0 road E
stands blue 1,0 field SL

# ---- Volcano and dragon

% a volcano brings the dragon, from wherever it is; it eats nothing  [PD-11 PD-12 PD-13]
expansion princess-dragon
red: U 1,0 0 thief E W
blue: B 0,1 0 monk
red: field-volcano 1,1 0 ...
dragon 1,1                               # before the action
offers only fairy thief 1,0, pass
refuse farmer NL PD-13
red: pass
dragon 1,1
nobody scores
blue: road-end-volcano 2,0 90 ...
dragon 2,0
refuse thief W BASE-31
refuse farmer WL PD-13
offers only fairy monk 0,1, pass
blue: pass
supply red 6 blue 6                      # nobody was eaten on the way
stands red 1,0 road E

% builder and pig may go onto the volcano tile, or may not                 [PD-12 PD-13]
for volcano_specials ALLOW FORBID
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 farmer SL
blue: B 0,1 0
red: road-straight-volcano 3,0 0 ...
refuse thief E W BASE-31
refuse farmer NL PD-13
if ALLOW offers only builder road E W, pig field SL, fairy thief 1,0, fairy farmer 2,0 SL, pass
if FORBID offers only fairy thief 1,0, fairy farmer 2,0 SL, pass
if FORBID refuse builder road E W PD-12
if FORBID refuse pig field SL PD-12
if ALLOW red: builder road E W
if FORBID red: pass
dragon 3,0
if ALLOW builders red 0                  # the dragon's arrival ate nothing

% a free road or field of the volcano tile, too, is closed to followers    [PD-12 PD-13]
expansion princess-dragon inns-cathedrals
red: road-curve-volcano 1,0 0 ...
offers only pass
refuse thief S W PD-13
refuse farmer SR PD-13
refuse large road S W PD-13
red: pass
dragon 1,0

% nobody goes to the dragon, not through the portal either           [PD-13 PD-28 PD-21]
expansion princess-dragon inns-cathedrals
red: road-curve-volcano 1,0 0
blue: B 0,1 0
red: city-road-curve-left-portal 0,-1 180 ...
refuse thief 1,0 S W PD-13
refuse large field 1,0 SR PD-13
offers thief 0,-1 N E, farmer 0,0 WL
red: pass
blue: U -1,0 0 thief E W
feature 1,0 road S: tiles 3 owners blue  # it only stands there

% six steps, each player one after the other       [PD-14 PD-15 PD-16 PD-17 PD-18 PD-21]
expansion princess-dragon
players green yellow blue red
green: U 0,1 0
yellow: U -1,1 0
blue: U -1,2 0 thief E W
red: U -2,1 0 thief E W
green: U -2,2 0
yellow: U -2,0 0
blue: road-straight-volcano 0,2 0
red: E 0,-1 180
green: road-straight-dragon 1,1 0 ...
offers only farmer NL, farmer SL, pass
green: farmer NL                         # a follower on the dragon tile itself
turn green
offers only step N, step W
refuse step E PD-16                      # no tile
refuse step S PD-16
green: step N
dragon 0,1
yellow: step W
offers only step S, step W
refuse step E PD-16                      # been there
blue: step S
supply blue 7
refuse step E PD-16                      # where it began
offers only step W
red: step W
green: step N
supply red 7
yellow: step N
dragon -2,0                              # six steps, end
turn yellow                              # whose turn it is now anyway
yellow draws U
stands green 1,1 field NL
nobody scores
points green 0 yellow 0 blue 0 red 0

% as many steps as the switch says                                               [PD-17]
for dragon_steps 1 2 3 4 5 6 7 8 9 10 11 12
expansion princess-dragon
red: U 1,0 0
blue: U 2,0 0
red: U 3,0 0
blue: U 4,0 0
red: U 5,0 0
blue: U 6,0 0
red: U -1,0 0
blue: B 0,1 0
red: B 1,1 0
blue: B 2,1 0
red: B 3,1 0
blue: E 4,1 180
red: E 5,1 180
blue: E 6,1 180
red: field-volcano -1,1 0
blue: road-straight-dragon 7,0 0
walk E
if 1 turn red
if 1 dragon 0,1
if 1 red draws E
if 2 walk E
if 2 dragon 1,1
if 2 turn red
if 2 red draws E
if 3 walk E E
if 4 walk E E E
if 5 walk E E E E
if 6 walk E E E E E
if 7 walk E E E E E E
if 8 walk E E E E E E N
if 9 walk E E E E E E N W
if 10 walk E E E E E E N W W
if 11 walk E E E E E E N W W W
if 12 walk E E E E E E N W W W W
if 3 dragon 2,1
if 4 dragon 3,1
if 5 dragon 4,1
if 6 dragon 5,1
if 7 dragon 6,1
if 8 dragon 6,0
if 9 dragon 5,0
if 10 dragon 4,0
if 11 dragon 3,0
if 12 dragon 2,0
refuse step N BASE-7
turn red

% followers, builders, pigs; and those left alone [PD-18 PD-19 INT-9 INT-10 INT-11 TB-21]
expansion princess-dragon traders-builders inns-cathedrals
red: U 0,1 0 thief E W
blue: U 0,2 0 large road E W
red: U 1,1 0 builder road E W
blue: U 1,2 0 farmer SL
red: B 0,3 0
blue: U 2,2 0 pig field SL
builders red 0 blue 1
pigs red 1 blue 0
red: field-volcano 1,3 0
blue: road-straight-dragon -1,2 0
nobody earns
large blue 0
turn blue
blue: step N                             # 1,2: the farmer, and his pig on 2,2 is alone
pigs blue 1
supply blue 7
nobody on 2,2
stands red 1,1 road E
red: step W                              # 0,2: the large one
large blue 1
blue: step N                             # 0,1: the thief, and his builder on 1,1 is alone
supply red 7
builders red 1
nobody on 1,1
turn red
points red 0 blue 0
nobody scores

% a builder that is eaten while his thief stays                      [PD-18 PD-19 INT-9]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 1,1 0
red: field-volcano 2,1 0
blue: U 3,0 0
red: E 3,1 180
blue: road-straight-dragon -1,0 0
walk N                                   # onto the builder
builders red 1
stands red 1,0 road E                    # the thief goes on alone
walk E                                   # 3,0, away from him
walk S
turn red
stands red 1,0 road E

% dead end: the movement ends at once                                      [PD-20 PD-16]
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: field-volcano 1,1 0
blue: U 2,0 0
red: B 0,-2 0 fairy thief 1,0
blue: city-dragon 1,-1 90 ...
offers knight E, pass
blue: knight E
scores red 1 fairy
turn red                                 # its one neighbour is hers: no step at all
dragon 1,1
red draws E
stands blue 1,-1 city E

% the dragon stays where it stopped and has no effect there                      [PD-21]
expansion princess-dragon
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: field-volcano 0,1 0
red: road-straight-dragon -1,0 0
walk N
dragon 0,0
blue: A 2,0 90
dragon 0,0
red: A -2,0 270
scores red 5 road (5 tiles x 1)          # the start tile, with the dragon, counts
dragon 0,0

% a dragon tile completes the city of two: eaten or scored    [PD-14 PD-21 INT-21 INT-1]
for dragon_timing BEFORE_SCORING AFTER_SCORING
expansion princess-dragon
red: field-volcano 0,1 0
blue: U 1,0 0
red: city-dragon 0,-1 180 knight S
if BEFORE_SCORING nobody scores
if BEFORE_SCORING supply red 6
if AFTER_SCORING scores red 4 city (2 tiles x 2)
if AFTER_SCORING supply red 7
turn red
red: step N
blue: step N
if BEFORE_SCORING nobody scores
supply red 7
turn blue
if BEFORE_SCORING points red 0 blue 0
if AFTER_SCORING points red 4 blue 0

% the others in the city are scored, the eaten one is not                 [INT-21 PD-14]
for dragon_timing BEFORE_SCORING AFTER_SCORING
expansion princess-dragon
switch dragon_steps 1
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 knight W
red: field-volcano 0,2 0
blue: city2-through-shield-dragon 1,1 0
if AFTER_SCORING scores red 8 city (3 tiles x 2 + 1 shield x 2), blue 8 city (3 tiles x 2 + 1 shield x 2)
walk N                                   # onto red's knight
if BEFORE_SCORING scores blue 8 city (3 tiles x 2 + 1 shield x 2)
if BEFORE_SCORING points red 0 blue 8
if AFTER_SCORING points red 8 blue 8
supply red 7 blue 7

% dragon tiles that come too early are laid aside, and another is drawn          [PD-22]
expansion princess-dragon
aside city-dragon
aside road-curve-dragon
red draws E
waiting 2
everybody sees E
left 98
left city-dragon 0
left road-curve-dragon 1
red: lay 0,-1 180
aside crossing3-dragon
waiting 3
blue draws U
left 96

% when the dragon comes they are shuffled into the stack at once           [PD-22 PD-23]
for seed 0 1 2 3
expansion princess-dragon
aside city-dragon
aside road-curve-dragon
red: E 0,-1 180
waiting 2
blue: field-volcano 0,1 0 ...
waiting 0                                # before blue's action
left 99                                  # 101 less E and the volcano
left city-dragon 1
left road-curve-dragon 2
blue: pass
goes on
left 98
left city-dragon 1                       # shuffled: they do not simply come next
left road-curve-dragon 2
waiting 0

% nothing waits: the stack stays as it is                                        [PD-23]
for seed 0 1 2 3
expansion princess-dragon
red: field-volcano 0,1 0
blue: U 1,0 0
red: road-end-volcano 2,0 90
blue draws V
left 97

% also before the second part of the same double turn                      [PD-23 PD-22]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
aside city-dragon
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
waiting 1
red: road-straight-volcano 3,0 0 ...
earns red
waiting 0
left city-dragon 1
red: pass
red: second
part 2
waiting 0

% laid aside before anybody looks whether it fits                         [PD-22 INT-18]
expansion princess-dragon
table X 0,0 0
aside city-dragon                        # it fits nowhere, and does not leave the game
removed field-volcano                    # this one does
red: road-end-volcano 0,-1 0 ...
waiting 0
left city-dragon 1
red: pass
left field-volcano 0

% only dragon tiles are left and no dragon: the stack counts as empty            [PD-24]
expansion princess-dragon
table count/06 0,0 0                     # walls all around: nothing fits
over
waiting 12
points red 0 blue 0
left 0

# ---- The magic portal

% from the portal tile a follower goes onto any tile         [PD-25 PD-27 INT-24 INT-41]
expansion princess-dragon inns-cathedrals
red: U 1,0 0 thief E W
blue: B 0,1 0
red: crossing3-portal 2,0 0 ...
offers thief E, thief S, farmer ER, farmer SR, farmer NL
offers monk 0,1, farmer 0,1 NL, knight 0,0 N, farmer 1,0 NL, farmer 1,0 SL
offers large monastery 0,1, large city 0,0 N, large field 1,0 NL
refuse thief 0,0 E BASE-31
refuse thief 1,0 E W BASE-31
refuse thief W BASE-31
red: large city 0,0 N
large red 0
supply red 6                             # no follower on the map was moved
stands red 0,0 city N
stands red 1,0 road E
blue: E 0,-1 180
scores red 4 city (2 tiles x 2)

% without a follower in hand the portal is of no use                             [PD-25]
expansion princess-dragon
red: U 0,1 0 thief E W
blue: E 0,-1 180
red: U 0,2 0 thief E W
blue: B 1,-1 0
red: U 0,3 0 thief E W
blue: B -1,-1 0
red: U 0,4 0 thief E W
blue: B 0,-2 0
red: U 0,5 0 thief E W
blue: B 1,-2 0
red: U 0,6 0 thief E W
blue: E -1,-2 0
red: U 0,7 0 thief E W
blue: E 2,-1 0
red: crossing3-portal 0,8 0 ...
refuse thief E BASE-34
refuse farmer 0,0 ER BASE-34
offers fairy thief 0,1, pass
red: pass

% not where it is complete; on the portal tile itself the usual order            [PD-26]
for portal_just_completed PLACED_TILE ANY_UNSCORED NEVER
expansion princess-dragon
red: city-road-curve-left-portal 0,-1 180 ...
if PLACED_TILE offers knight S
if PLACED_TILE refuse knight 0,0 N PD-26
if ANY_UNSCORED offers knight S, knight 0,0 N
if NEVER refuse knight S PD-26
if NEVER refuse knight 0,0 N PD-26
offers thief N E, thief 0,0 E W
if PLACED_TILE red: knight S
if ANY_UNSCORED red: knight 0,0 N
if NEVER red: pass
if PLACED_TILE|ANY_UNSCORED scores red 4 city (2 tiles x 2)
if NEVER nobody scores
blue: U 1,0 0
red: crossing3-portal 2,0 0 ...
refuse knight 0,0 N PD-26                # complete for long
refuse knight 0,-1 S PD-26
red: pass

% a road that it completes elsewhere                                             [PD-26]
for portal_just_completed PLACED_TILE ANY_UNSCORED NEVER
expansion princess-dragon
red: A 1,0 90
blue: crossing3-portal -1,0 0 ...
if PLACED_TILE|ANY_UNSCORED offers thief E
if NEVER refuse thief E PD-26
if ANY_UNSCORED offers thief 0,0 E W, thief 1,0 W
if PLACED_TILE|NEVER refuse thief 0,0 E W PD-26
if PLACED_TILE|NEVER refuse thief 1,0 W PD-26
offers monk 1,0, knight 0,0 N
blue: pass

% neither builder nor pig goes through it                                 [PD-27 INT-24]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 farmer SL
blue: B 0,1 0
red: crossing3-portal 3,0 180 ...
offers only builder road W, pig field SL, thief N, thief E, farmer NL, farmer NR, monk 0,1, farmer 0,0 EL, farmer 1,0 NL, farmer 2,0 NL, farmer 0,-1 NL, fairy thief 1,0, fairy farmer 2,0 SL, pass
refuse builder road 1,0 E W PD-27
refuse pig field 2,0 SL PD-27
refuse builder road 2,0 E W PD-27
red: pass

% the abbot goes through it, to a monastery or a garden                   [PD-27 ABB-12]
rules grow_revised
switch abbot ON
expansion princess-dragon
red: road-straight-garden 1,0 0
blue: B 0,1 0
red: crossing3-portal 2,0 0 ...
offers abbot garden 1,0, abbot monastery 0,1, monk 0,1
refuse small garden 1,0 ABB-3
refuse abbot city 0,0 N ABB-3
red: abbot garden 1,0
abbots red 0
stands red 1,0 garden

# ---- The princess

% the princess removes a knight of her city             [PD-29 PD-30 PD-32 INT-2 INT-11]
for princess MAY MUST
expansion princess-dragon inns-cathedrals
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 large city W
red: city3-princess 1,1 180 ...
offers remove red knight 0,1, remove blue large city 2,1
refuse remove blue knight 2,1 PD-29
if MAY offers only remove red knight 0,1, remove blue large city 2,1, farmer NL, large field NL, fairy knight 0,1, pass
if MUST offers only remove red knight 0,1, remove blue large city 2,1
if MUST refuse pass PD-29
if MUST refuse farmer NL PD-29
if MUST refuse fairy knight 0,1 PD-29
red: remove blue large city 2,1
turn blue                                # that was the action
large blue 1
nobody on 2,1
nobody scores
points red 0 blue 0
feature 1,1 city S: tiles 3 owners red strength red 1 blue 0

% his own knight, too                                                            [PD-30]
expansion princess-dragon
red: R 0,-1 180 knight S
blue: U 1,0 0
red: city2-corner-princess 1,-1 0 ...
offers remove red knight 0,-1 S
red: remove red knight 0,-1 S
supply red 7
turn blue
feature 0,-1 city S: free

% she need not, and then a figure is placed as ever                              [PD-29]
expansion princess-dragon
red: R 0,-1 180 knight S
blue: city2-corner-princess 1,-1 0 farmer EL
stands red 0,-1 city S
stands blue 1,-1 field EL

% no knight, no princess; she must not where she cannot                          [PD-29]
for princess MAY MUST
expansion princess-dragon
red: R 0,-1 180
blue: city2-corner-princess 1,-1 0 ...
offers only knight W, farmer EL, pass
refuse remove red knight 0,-1 S PD-29
blue: knight W
red: U 1,0 0 ...
refuse remove blue knight 1,-1 PD-29     # her tile was laid before
red: pass

% only the city of the princess, not another one of the tile                     [PD-29]
for princess MAY MUST
expansion princess-dragon
red: E 0,1 90 knight E
blue: U 1,0 0
red: B 0,2 0
blue: city-princess-city2-corner-shield 1,1 90 ...
refuse remove red knight 0,1 E PD-29
offers only knight E, farmer NL, farmer inner, pass
blue: knight E

% with his last knight the builder goes home            [PD-30 PD-31 INT-9 INT-25 TB-21]
expansion princess-dragon traders-builders
red: R 0,-1 180 knight S
blue: U 1,0 0
red: N 1,-1 0 builder city N
builders red 0
blue: city2-corner-princess 1,-2 180 ...
refuse remove red builder city 1,-1 N PD-29
refuse knight S BASE-31
blue: remove red knight 0,-1 S
builders red 1
supply red 7
nobody on 1,-1
refuse knight 1,-2 S BASE-7              # the emptied city is not taken now
turn red

% a removed knight and a double turn: it stays earned         [INT-4 INT-26 PD-31 PD-32]
expansion princess-dragon traders-builders
red: R 0,-1 180 knight S
blue: U 1,0 0
red: N 1,-1 0 builder city N
blue: B 0,1 0
red: city2-corner-princess 1,-2 180 ...
earns red
red: remove red knight 0,-1 S
builders red 1
supply red 7
turn red
red: second U 2,0 0 thief E W            # the ban was for the first part only
supply red 6
turn blue

% the princess completes the city: no points, but the goods                [PD-33 INT-8]
expansion princess-dragon traders-builders
red: city2-through-wine 0,-1 90 knight N S
blue: city-crossing3-princess 0,-2 180 ...
offers remove red knight 0,-1
blue: remove red knight 0,-1
nobody scores
supply red 7
goods blue wine 1
goods red

% left alone it is scored as ever                                                [PD-33]
expansion princess-dragon traders-builders
red: city2-through-wine 0,-1 90 knight N S
blue: city-crossing3-princess 0,-2 180
scores red 6 city (3 tiles x 2)
goods blue wine 1

% a removal changes the majority of the city that is completed                   [PD-33]
expansion princess-dragon
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 knight W
red: B 0,2 0
blue: city3-princess 1,1 180 remove red knight 0,1
red: U 3,0 0
blue: E 1,2 0
scores blue 8 city (4 tiles x 2)

% the fairy guards against the dragon only: the princess works beside her  [PD-9 INT-23]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: R 0,-1 180 knight S
blue: U 1,0 0
red: B 0,1 0 fairy knight 0,-1
blue: city2-corner-princess 1,-1 0 remove red knight 0,-1 S
nobody scores                            # no point for red: his follower is gone
fairy 0,-1
supply red 7

# ---- With the builder

% his builder goes home; the second part stays         [INT-4 INT-20 INT-10 PD-19 PD-21]
expansion princess-dragon traders-builders
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: field-volcano 1,1 0
red: U 2,0 0 builder road E W
blue: E 0,-1 180
red: road-straight-dragon 3,0 0
earns red
red: step N
supply red 7
builders red 1
nobody on 2,0
turn red
red: second A 4,0 90 thief W
supply red 6                             # the eaten ones are in the supply again
stands red 4,0 road W

% the dragon moves in each part of a double turn                           [INT-3 PD-14]
expansion princess-dragon traders-builders
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: field-volcano 0,1 0
red: U 2,0 0 builder road E W
blue: B 0,2 0
red: road-straight-dragon 3,0 0
red: step S
dragon 0,2
red: second city-dragon 0,-1 180
turn red
red: step N
dragon 0,1
turn blue

% a builder on the fairy's tile goes home with his last follower          [INT-50 PD-19]
expansion princess-dragon traders-builders
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: field-volcano 1,1 0
red: U 2,0 0 builder road E W
blue: city-road-curve-left-portal 0,-1 180 farmer 2,0 NL
red: B 0,1 0
blue: B 0,2 0 fairy farmer 2,0 NL
red: B 0,3 0
scores blue 1 fairy
blue: road-straight-dragon -1,0 0
turn blue
offers only step N, step W
blue: step N                             # 1,0: the thief
supply red 7
builders red 1                           # from the fairy's tile
stands blue 2,0 field NL

% the late dragon still comes before the second part                 [PD-14 INT-1 INT-4]
for dragon_timing BEFORE_SCORING AFTER_SCORING
expansion princess-dragon traders-builders
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: field-volcano 1,1 0
red: U 2,0 0 builder road E W
blue: A -1,0 270
red: monastery-road3-dragon 3,0 0 ...
earns red
red: pass
if AFTER_SCORING scores red 5 road (5 tiles x 1)
if BEFORE_SCORING nobody scores
turn red
red: step N                              # 1,0: is the thief still there?
if BEFORE_SCORING nobody scores
supply red 7
builders red 1
turn red
red: second B 0,1 0 monk
turn blue

% late, too, the active player goes first, though a wagon of another moved last  [PD-15 INT-1 AM-32]
switch dragon_timing AFTER_SCORING
switch dragon_steps 2
expansion abbey-mayor princess-dragon
first blue
blue: U 1,0 0 wagon road E W
red: field-volcano 1,1 0
blue: A -1,0 270
red: monastery-road3-dragon 2,0 0
scores blue 4 road (4 tiles x 1)
turn blue
blue: move wagon monastery 2,0
turn red
red: step N
blue: step W
dragon 0,0
turn blue
stands blue 2,0 monastery

% monks, farmers, abbots: everybody on the tile                                  [PD-18]
rules grow_revised
switch abbot ON
switch dragon_steps 2
expansion princess-dragon
red: B 0,1 0 abbot monastery
blue: crossing3-portal 1,0 180 farmer 0,1 NL
red: field-volcano 0,2 0
blue: U 2,0 0 thief E W
red: road-straight-dragon 3,0 0
supply blue 5
walk N
abbots red 1
supply blue 6
nobody on 0,1
walk N
dragon 0,0
turn blue

% three players: the one who laid the tile first, then round and round           [PD-15]
expansion princess-dragon
players red blue green
red: U 1,0 0
blue: U 2,0 0
green: field-volcano 0,1 0
red: U 3,0 0
blue: road-straight-dragon 4,0 0
blue: step N
green: step E
red: step E
blue: step E
green: step E
dragon 4,0
turn green                               # dead end after five; his turn
green draws U

% the builder eaten far away from his thief                                [PD-18 PD-19]
expansion princess-dragon traders-builders
switch dragon_steps 1
red: U 1,0 0 thief E W
blue: U 2,0 0
red: U 3,0 0 builder road E W
blue: field-volcano 3,1 0
red: E 0,-1 180
blue: city-dragon 1,-1 90
walk N                                   # 3,0: the builder alone
builders red 1
supply red 6
stands red 1,0 road E

% with no follower on the map the volcano turn offers nothing                    [PD-12]
expansion princess-dragon
red: city-volcano 0,-1 180 ...
offers only pass
refuse knight S PD-13
refuse farmer WL PD-13
red: pass
nobody scores

% the fairy on a volcano turn                                               [PD-5 PD-12]
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: field-volcano 0,1 0 fairy thief 1,0
fairy 1,0
dragon 0,1

% the fairy beside an abbot on a garden: his point and his three             [PD-5 PD-8]
rules grow_revised
switch abbot ON
expansion princess-dragon
red: road-straight-garden 1,0 0 abbot garden
blue: B 0,1 0
red: B 1,1 0 fairy abbot garden 1,0
final red 7 blue 0                       # the garden and three around it, and the fairy
blue: U 2,0 0
scores red 1 fairy
