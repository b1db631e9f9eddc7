# river2.t -- expansion VI, River II. The spring lies at 0,0 and flows to the east.

% twelve tiles instead of the start tile: spring, fork, nine others, lake [RIV2-1 RIV2-2]
switch river RIVER_II
red draws fork
left 81                            # 71 and 10; the spring lies, the fork is in hand
left D 3
left city-lake 1
left volcano-lake 1
left city2-through-over-river 1
left monastery-river-straight 1
left road-over-river-inn 1
left river-2/city-road-over-river 1
left river-2/river-curve 1
left city2-corner-shield-river-curve 1
left river-curve-pig-herd 1
left river-2/road-curve-river-curve 1
left fork 0
left river-2/spring 0

% how its switches stand                                               [RIV2-10 RIV2-13]
for rules grow grow_revised
switch river RIVER_II
is volcano_lake_turn EXTRA
is volcano_lake_follower NEVER
is herd_barn NO

% the fork first; any of its river sides at the spring                          [RIV2-3]
switch river RIVER_II
deal river-2/river-curve           # whatever a draw order says
red draws fork
offers only lay 1,0 0, lay 1,0 180, lay 1,0 270
refuse lay 1,0 90 BASE-11
refuse lay 0,-1 0 RIV-5

% the whole river: either arm, the lake last, and another turn [RIV2-4 RIV2-5 RIV2-8 RIV2-10]
for volcano_lake_turn EXTRA NONE
switch river RIVER_II
red: fork 1,0 180 ...              # S W E
offers only farmer NL, farmer SL, farmer SR, pass
red: farmer NL
blue draws city-lake
offers only lay 2,0 0, lay 1,1 90  # either arm
blue: lay 2,0 0 knight E
red: monastery-river-straight 1,1 90 monk
apart 1,1 field EL from 1,1 field WL
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0
blue: river-2/city-road-over-river 1,4 90
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
red: river-curve-pig-herd 0,6 0
left volcano-lake 1
blue: river-2/road-curve-river-curve -1,6 270
red draws volcano-lake
offers only lay -1,7 90
red: lay -1,7 90 ...
offers only pass
refuse farmer NL RIV2-10
red: pass
if EXTRA turn red
if NONE turn blue
if EXTRA red: E 0,1 180            # the normal pile
if NONE blue: E 0,1 180
left 69

% a follower on the lake, with the switch                                      [RIV2-10]
switch river RIVER_II
switch volcano_lake_follower AS_VOLCANO
red: fork 1,0 180
blue: city-lake 2,0 0
red: monastery-river-straight 1,1 90
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0
blue: river-2/city-road-over-river 1,4 90
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
red: river-curve-pig-herd 0,6 0
blue: river-2/road-curve-river-curve -1,6 270
red: volcano-lake -1,7 90 ...
offers farmer NL, pass
red: farmer NL
turn red

% with the dragon's set he comes to the lake                           [RIV2-10 RIV2-11]
switch river RIVER_II
expansion princess-dragon
red: fork 1,0 180
blue: city-lake 2,0 0
red: monastery-river-straight 1,1 90 monk
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0
blue: river-2/city-road-over-river 1,4 90
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
red: river-curve-pig-herd 0,6 0
blue: river-2/road-curve-river-curve -1,6 270
dragon nowhere
red: volcano-lake -1,7 90 ...
dragon -1,7
offers only fairy monk 1,1, pass
red: fairy monk 1,1
turn red
scores red 1 fairy                 # a full new turn

% no turn back: the fork is a bend for the arm that leaves it at a right angle  [RIV2-7]
for river_uturn IMMEDIATE ANY
switch river RIVER_II
red: fork 1,0 270                  # N W S
blue draws river-2/river-curve
offers only lay 1,-1 270, lay 1,1 180
refuse lay 1,-1 0 RIV-6            # west again
refuse lay 1,1 90 RIV-6
blue: lay 1,1 180                  # to the east
red draws river-curve-pig-herd
offers lay 2,1 270                 # on to the south
refuse lay 2,1 0 RIV-6             # back to the north

% two arms may not flow into one cell                                           [RIV2-6]
switch river RIVER_II
red: fork 1,0 0                    # N E W
blue: river-2/river-curve 1,-1 270 # to the east
red draws river-curve-pig-herd
refuse lay 2,0 0 RIV-7

% an inn: two a tile, nothing while it is open                                 [RIV2-12]
expansion inns-cathedrals
table river-2/road-over-river-inn 0,0 0
red: A 1,0 90 thief W
final red 0
blue: A -1,0 270
scores red 6 road (3 tiles x 2)

% an inn without its set                                                       [RIV2-11]
table river-2/road-over-river-inn 0,0 0
red: A 1,0 90 thief W
final red 2
blue: A -1,0 270
scores red 3 road (3 tiles x 1)

% a herd where a barn pays: 4 a city, not for the barn             [RIV2-13 AM-21 AM-26]
for herd_barn NO YES
expansion abbey-mayor traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E 1,0 90
blue: E 2,0 270
red: E 1,1 180 barn 1,1
scores red 8 field
if NO final red 16
if YES final red 18

% with a pig 5 a city                                                    [RIV2-13 AM-21]
expansion abbey-mayor traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E 1,0 90 pig field NL
blue: E 2,0 270
red: E 1,1 180 barn 1,1
scores red 10 field
pigs red 1

% without its set the herd means nothing, not even to a barn           [RIV2-11 RIV2-13]
for herd_barn NO YES
expansion abbey-mayor
table river-2/river-curve-pig-herd 0,0 0
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E 1,0 90
blue: E 2,0 270
red: E 1,1 180 barn 1,1
scores red 6 field (2 cities x 3)
final red 14

% a herd that is switched off means nothing either                     [RIV2-11 RIV2-13]
switch herd_barn YES
switch pig_herd OFF
expansion abbey-mayor traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E 1,0 90
blue: E 2,0 270
red: E 1,1 180 barn 1,1
scores red 6 field (2 cities x 3)
final red 14

% the river's cloister counts for the Cult                              [RIV2-14 CULT-4]
expansion cult
table river-2/monastery-river-straight 0,0 0
red: B 0,-1 0
blue draws cult/shrine
refuse lay 1,-1 0 CULT-3
offers lay 0,-2 0

% king and robber count the cities and roads of the river                      [RIV2-14]
expansion king-robber
table river-2/city-lake 0,0 0
red: E 1,0 270 knight W
scores red 4 city (2 tiles x 2)
king red

% with River I: one spring, the fork first, one lake fewer                     [RIV2-16]
switch river RIVER_BOTH
red draws fork
left 91
left river-1/lake 0
left volcano-lake 1
left city-lake 1
left river-1/spring 0
left river-2/spring 0
left river-1/river-straight 2

% a tile that fits nowhere goes back, or out                                    [RIV2-9]
for river_stuck RESHUFFLE DISCARD
switch river RIVER_II
red: fork 1,0 0                    # N E W
blue: city2-corner-shield-river-curve 1,-1 0
red: river-2/city-road-over-river 2,0 0      # a city below 2,-1
blue: city-lake 3,0 0              # this arm has ended
if RESHUFFLE returned monastery-river-straight
if DISCARD removed monastery-river-straight
red: city2-through-over-river 2,-1 90
goes on

% none fits: the river ends, no lake and no extra turn                  [RIV2-9 RIV2-10]
switch river RIVER_II
red: fork 1,0 0
blue: city2-corner-shield-river-curve 1,-1 0
red: river-2/city-road-over-river 2,0 0
blue: city2-through-over-river 3,0 90
red: city-lake 4,0 0
river ends 6
turn blue
left volcano-lake 0
left 70
blue: E 0,1 180
turn red

% once an arm has ended, all tiles go to the other                       [RIV2-4 RIV2-5]
switch river RIVER_II
red: fork 1,0 180                  # S W E
blue: city-lake 1,1 90
red draws monastery-river-straight
offers only lay 2,0 0, lay 2,0 180

% with the Count: beside the block, or not at all                              [RIV2-15]
for count_with_river REFUSE ALLOW
switch river RIVER_II
expansion count
if REFUSE refuse start COC-23
if ALLOW red draws fork
if ALLOW offers only lay -4,0 0, lay -4,0 90, lay -4,0 180

% a pig may go to the lake, a farmer not                                 [RIV2-10 PD-12]
switch river RIVER_II
expansion princess-dragon traders-builders
red: fork 1,0 180
blue: city-lake 2,0 0
red: monastery-river-straight 1,1 90
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0
blue: river-2/city-road-over-river 1,4 90
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
red: river-curve-pig-herd 0,6 0 farmer SL
blue: river-2/road-curve-river-curve -1,6 270
red: volcano-lake -1,7 90 ...
offers only pig field NL, fairy farmer 0,6 SL, pass
red: pig field NL
turn red
dragon -1,7
