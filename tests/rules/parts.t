# parts.t -- an expansion played in part: each part has a switch of its own, or is a figure
# that is not dealt (EDN-13).

% all parts are there unless somebody says otherwise                             [EDN-13]
for rules grow grow_revised devir_pt devir_es bigbox_ro jcz
is inn ON
is cathedral ON
is goods ON
is dragon ON
is fairy ON
is portal ON
is abbey ON
is king ON
is robber ON
is garden ON

% an inn is only drawn                                                       [IC-7 IC-8]
for inn ON OFF
expansion inns-cathedrals
red: inns-cathedrals/road-straight-inn 1,0 0 thief E W
if ON final red 0
if OFF final red 2
blue: A 2,0 90
red: A -1,0 270
if ON scores red 8 road (4 tiles x 2)
if OFF scores red 4 road (4 tiles x 1)

% a cathedral is only drawn                                                 [IC-9 IC-10]
for cathedral ON OFF
expansion inns-cathedrals
red: cathedral 0,-1 0 knight N
if ON final red 0
if OFF final red 2
blue: E 1,-1 270
red: E -1,-1 90
blue: E 0,-2 180
if ON scores red 15 city (5 tiles x 3)
if OFF scores red 10 city (5 tiles x 2)

% nobody gets goods, the builder builds on                                  [TB-27 TB-9]
for goods ON OFF
expansion traders-builders
red: city2-corner-grain 0,-1 180 knight S
blue: U 1,0 0
red: city2-corner-wine 1,-1 0 builder city N
blue: U 2,0 0
red: city2-corner-road-s-grain 1,-2 270 ...
earns red
red: pass
red: second E 0,-2 90
scores red 10 city (5 tiles x 2)
if ON goods red wine 1 grain 2
if OFF goods red
if ON final red 30
if OFF final red 10

% without the dragon its tiles are drawn at once and nothing walks     [PD-11 PD-14 PD-22]
expansion princess-dragon
switch dragon OFF
red: princess-dragon/city-dragon 0,-1 180 knight S
scores red 4 city (2 tiles x 2)
waiting 0
turn blue
blue: field-volcano 0,1 0 ...
dragon nowhere
offers farmer NL, pass
blue: farmer NL
red: road-curve-dragon 1,0 0 thief W
turn blue
stands blue 0,1 field NL

% the fairy stays in the box                                                      [PD-5]
expansion princess-dragon
switch fairy OFF
red: U 1,0 0 thief E W
blue: U 2,0 0
red: B 0,1 0 ...
refuse fairy thief 1,0 PD-5
offers only monk, farmer NL, pass

% the portal leads nowhere                                                       [PD-25]
expansion princess-dragon
switch portal OFF
red: U 1,0 0
blue: crossing3-portal 2,0 0 ...
refuse knight 0,0 N BASE-29
offers only thief E, thief S, thief W, farmer NL, farmer ER, farmer SR, pass

% the princess lets the knight be                                                [PD-29]
for princess MAY MUST OFF
expansion princess-dragon
red: R 0,-1 180 knight S E W
blue: city3-princess 1,-1 0 ...
if MAY offers remove red knight 0,-1 S, pass
if MUST offers only remove red knight 0,-1 S
if OFF refuse remove red knight 0,-1 S PD-29
if OFF offers pass

% no abbeys, but barn, mayor and wagon                                      [AM-1 AM-3]
expansion abbey-mayor
switch abbey OFF
abbeys red 0 blue 0
wagons red 1
red: U 1,0 0 wagon road E W
blue: U 0,1 0
red: U 2,0 0
blue: U 2,1 0
red: B 0,2 0
blue: B 1,2 0
red: B 2,2 0                       # a hole at 1,1
blue: V 3,0 0
turn red

% only the king                                                        [KR-3 KR-5 KR-6]
for robber ON OFF
expansion king-robber
red: E 0,-1 180
king red
blue: A 1,0 90
red: A -1,0 270
king red
if ON robber red
if OFF robber nobody
if ON final red 2
if OFF final red 1

% only the robber                                                      [KR-3 KR-6 KR-7]
for king_robber PER_FEATURE FLAT15_40
expansion king-robber
switch king OFF
red: E 0,-1 180
king nobody
blue: A 1,0 90
red: A -1,0 270
king nobody
robber red
if PER_FEATURE final red 1
if FLAT15_40 final red 15

% gardens are only drawn                                                         [ABB-3]
rules grow_revised
switch abbot ON
switch garden OFF
red: road-straight-garden 1,0 0 ...
refuse abbot garden ABB-3
offers only thief E W, farmer NL, farmer SL, pass

% the pig herd of the river by itself, or not at all                    [RIV2-11 TB-25]
for pig_herd WITH_II ON OFF
switch river RIVER_II
switch volcano_lake_turn NONE
red: fork 1,0 180
blue: city-lake 2,0 0
red: monastery-river-straight 1,1 90
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0
blue: river-2/city-road-over-river 1,4 90
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
red: river-curve-pig-herd 0,6 0 farmer EL
blue: river-2/road-curve-river-curve -1,6 270
red: volcano-lake -1,7 90
blue: E 1,6 90
red: E 2,6 270
if WITH_II|OFF final red 3
if ON final red 4

% with expansion II the herd counts, unless it is left out              [RIV2-11 TB-25]
for pig_herd WITH_II ON OFF
expansion traders-builders
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: E 2,0 270
if WITH_II|ON final red 4
if OFF final red 3

% a herd that lies on the table counts by itself, if the switch says so  [RIV2-11 TB-25]
for pig_herd WITH_II ON OFF
table river-2/river-curve-pig-herd 0,0 0
red: E 1,0 90 farmer WL
blue: E 2,0 270
if WITH_II|OFF final red 3
if ON final red 4

% and then for the barn of its field, too                               [RIV2-11 RIV2-13]
for herd_barn NO YES
switch pig_herd ON
expansion abbey-mayor
table river-2/river-curve-pig-herd 0,0 0
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E 1,0 90
blue: E 2,0 270
red: E 1,1 180 barn 1,1
scores red 8 field (2 cities x 3 + 2 herd bonuses x 1)
if NO  final red 16
if YES final red 18

% two builders a seat: one on each feature                                        [TB-5]
expansion traders-builders
figures builder 2
red: U 1,0 0 thief E W
blue: B 0,1 0
red: U 2,0 0 builder road E W
blue: B 1,1 0
red: U 3,0 0 ...
refuse builder road E W TB-5
red: farmer NL
red: decline
builders red 1

% two pigs a seat: one on each field                                      [TB-5 TB-22]
expansion traders-builders
figures pig 2
red: U 1,0 0 farmer SL
blue: E 0,-1 180
red: U 2,0 0 pig field SL
blue: B 2,-1 0
red: U 3,0 0 ...
refuse pig field SL TB-5
red: farmer NL
pigs red 1

% figures come with a set that is in play: a number alone deals none        [IC-1 TB-1 EDN-13]
for rules grow bigbox_ro
expansion tower
figures large 2
figures builder 1
figures wagon 3
large red 0
builders red 0
wagons red 0
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 ...
refuse large road E W BASE-34
offers only thief E W, farmer NL, farmer SL, tower 0,1, small tower 0,1, pass
blue: pass

% two barns a seat: each pays the farmers it meets by itself              [INT-46 AM-21 AM-23]
expansion abbey-mayor
figures barn 2
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: U 1,0 0
red: E 1,1 90
blue: E 2,1 270 farmer NL
red: B 1,-1 0
blue: B 2,-1 0
red: U 2,0 0 barn 2,0              # north a new one; south the farmer meets the old one
scores blue 1 field (1 city x 1)
supply blue 7
barns red 0
final red 4 blue 1
blue: A 3,0 90                     # now both of his barns are on one field
final red 4 blue 1

# ---- Several of a kind a seat, beyond the books

% two wagons a seat, scored together on two roads: each is asked about by itself  [AM-32 EDN-13]
expansion abbey-mayor
figures wagon 2
table A 0,0 270
table B 0,1 0
table B 1,1 0
table E 2,1 180
table E 3,1 180
table B 4,1 0
table road-end 4,0 90
red: U 1,0 0 wagon road E W
blue: E 0,2 180
red: U 3,0 0 wagon road E W
blue: E -1,2 180
red: W 2,0 180                     # roads W N E
scores red 3 road, red 3 road
offers only move wagon monastery 0,0, move wagon road 2,0 N, home
red: move wagon monastery 0,0
turn red                           # now for the other one
offers only move wagon road 2,0 N, home
red: move wagon road 2,0 N
wagons red 0
stands red 0,0 monastery
stands red 2,0 road N
turn blue

% the first goes home, the second still has its choice                         [AM-31 AM-32]
expansion abbey-mayor
figures wagon 2
table A 0,0 270
table B 0,1 0
table B 1,1 0
table E 2,1 180
table E 3,1 180
table B 4,1 0
table road-end 4,0 90
red: U 1,0 0 wagon road E W
blue: E 0,2 180
red: U 3,0 0 wagon road E W
blue: E -1,2 180
red: W 2,0 180
scores red 3 road, red 3 road
red: home
wagons red 1
turn red
offers only move wagon road 2,0 N, home
red: home
wagons red 2
turn blue

% two wagons of one seat in one city: both are asked, and the second sees the first [AM-31 AM-32]
expansion abbey-mayor
figures wagon 2
switch wagon_move NEARBY
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: N 1,0 270 wagon city S W
blue: E 3,0 0
red: N 0,1 90 wagon city N E
blue: E 3,1 180
red: N 1,1 0
feature 1,1 city N W: strength red 2
blue: P 0,0 180
scores red 8 city
turn red
offers only move wagon road 0,0 N W, move wagon monastery 2,0, move wagon monastery 2,1, home
red: move wagon monastery 2,0
turn red
stands red 2,0 monastery
offers only move wagon road 0,0 N W, move wagon monastery 1,2, move wagon city 0,2 S, home
red: move wagon monastery 1,2
wagons red 0
turn red

% two mayors of one seat in one city: each as strong as its shields             [AM-12 EDN-13]
expansion abbey-mayor
figures mayor 2
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: M 1,0 270 mayor city S W
blue: E 3,0 0
red: N 0,1 90 mayor city N E
blue: E 3,1 180
red: N 1,1 0
feature 1,1 city N W: strength red 2 shields 1
blue: P 0,0 180
scores red 10 city
mayors red 2
