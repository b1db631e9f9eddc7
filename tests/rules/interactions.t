# interactions.t -- rules of several sets at once, and the matrix of figures and rules.

% everything on: what each player has                                    [INT-16 TOW-1]
expansion inns-cathedrals traders-builders princess-dragon tower abbey-mayor count king-robber cult
switch abbot ON
supply red 7 blue 7
large red 1 blue 1
builders red 1 blue 1
pigs red 1 blue 1
mayors red 1 blue 1
wagons red 1 blue 1
barns red 1 blue 1
abbots red 1 blue 1
abbeys red 1 blue 1
pieces red 10 blue 10
king nobody
robber nobody
dragon nowhere
fairy nowhere
count castle

# ---- Scoring in one part

% first the city, then the field: the barn counts the city just completed         [INT-6 AM-21]
expansion abbey-mayor
first blue
table B 0,0 0
table B 1,0 0
table B 0,1 0
table B 0,2 0
table E 1,2 0
blue: E -1,0 270 farmer EL
red: E 1,1 180 barn 1,1
scores blue 3 field (1 city x 3)
supply blue 7

% all on one snapshot, then awards, then all home together        [INT-6 INT-40 KR-8]
expansion count king-robber
first blue
blue: G -2,2 90 knight N S
red: A -3,2 0 thief S
blue: N -2,3 0
red: B -2,4 0
blue: A -3,4 180
red: D -3,3 90 ...
stands blue -2,2 city N
stands red -3,2 road S
king nobody
red: pass
scores blue 8 city (4 tiles x 2), red 3 road (3 tiles x 1)
king red
robber red
supply red 7 blue 7

% no wagon moves at the end, and nobody is asked for anything                    [INT-13]
expansion abbey-mayor tower
red: E 0,-1 180 knight S
scores red 4 city
blue: tower/field 0,1 0
red: B 1,1 0 monk
blue: U 1,0 0 tower 0,1
blue: capture red monk 1,1
red: U 2,0 0 wagon road E W
finish
over                               # red could have paid, and the road is scored
at the end red 3 road
wagons red 1

% two barnless fields become one with the barn: one majority              [INT-46 AM-21]
expansion abbey-mayor
table U 0,0 0
table U -1,0 0
table B 0,-1 0
table B 1,-1 0
table B 0,1 0
red: E 2,-1 0 farmer WL            # north of the road
blue: E 1,1 180 farmer NL          # south of it
red: E 2,-2 180                    # a city for the northern field
blue: A 1,0 90 barn 1,0            # around the end of the road
scores red 3 field (1 city x 3), blue 3 field (1 city x 3)
supply red 7 blue 7

% apart, only the barn's own field is scored                              [INT-46 AM-21]
expansion abbey-mayor
table U 0,0 0
table U -1,0 0
table B 0,-1 0
table B 1,-1 0
table B 0,1 0
red: E 2,-1 0 farmer WL
blue: B -1,1 0 farmer NL
red: E 2,-2 180
blue: U 1,0 0 barn 1,0
scores red 3 field (1 city x 3)
supply red 7 blue 6
turn red

# ---- Wagons and challenges

% two wagons do not enter the same feature                                [INT-30 AM-32]
expansion abbey-mayor
switch wagon_move NEARBY
table U 0,1 0
table U 1,1 0
table U 2,1 0
table U 3,1 0
red: E 0,0 90 wagon city E
blue: E 2,0 270 wagon city W
red: G 1,0 0
scores red 6 city (3 tiles x 2), blue 6 city (3 tiles x 2)
turn red                           # from the active player on
offers only move wagon road 0,1 E, move wagon road 1,1 E, home
red: move wagon road 0,1 E
wagons red 0 blue 1                # the road is taken: blue's comes home
turn blue

% if the first goes home the other may                                   [INT-30 AM-32]
expansion abbey-mayor
switch wagon_move NEARBY
table U 0,1 0
table U 1,1 0
table U 2,1 0
table U 3,1 0
red: E 0,0 90 wagon city E
blue: E 2,0 270 wagon city W
red: G 1,0 0
scores red 6 city, blue 6 city
red: home
turn blue
offers only move wagon road 1,1 E, move wagon road 2,1 E, move wagon road 3,1 E, home
blue: move wagon road 2,1 E
wagons red 1 blue 0
turn blue

% a wagon that moves onto a shrine challenges, and may lose       [INT-30 CULT-6 CULT-7]
expansion cult abbey-mayor
switch wagon_move NEARBY
first blue
table E -1,0 270
table U -1,1 0
table U 0,1 0
table U 1,1 0
table U 2,1 0
table U 3,1 0
table U -1,-1 0
table U 0,-1 0
blue: E 2,0 90 wagon city E
red: B 0,0 0 monk
blue: cult/shrine 1,0 0
red: E 3,0 270
scores blue 4 city (2 tiles x 2)
turn blue
offers move wagon monastery 1,0, home
blue: move wagon monastery 1,0
stands blue 1,0 monastery
blue: U 1,-1 0
scores red 9 monastery (9 tiles around x 1)
nobody on 1,0
wagons blue 1
supply red 7

# ---- Abbeys

% with an abbey nothing else is drawn: the dragon of the last turn stays [INT-38 INT-28]
expansion abbey-mayor princess-dragon
switch dragon_steps 1
table E 0,0 270
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: field-volcano 0,2 0
blue: road-straight-dragon 3,1 0
blue: step N
dragon 0,1
offers only pile, abbey 1,0
red: abbey 1,0 monk
dragon 0,1
turn blue

% the second part: a tile, the abbey, or neither                  [INT-44 TB-12 AM-3]
expansion abbey-mayor traders-builders
table E 0,0 270
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: U 3,1 0 thief E W
blue: B 0,2 0
red: U 4,1 0 builder road E W
blue: B 1,2 0
red: U -1,1 0
earns red
offers only second, decline
red: second
offers only pile, abbey 1,0
red: abbey 1,0 monk
nobody earns
turn blue

# ---- Rivers

% after the volcano lake the dragon's tiles never wait              [INT-35 PD-22 RIV2-10]
switch river RIVER_II
expansion princess-dragon
switch dragon_steps 1
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
dragon nowhere
waiting 0
red: volcano-lake -1,7 90
dragon -1,7
red: princess-dragon/city-dragon 0,1 180
waiting 0
red: step N
dragon -1,6

# ---- The matrix of figures

% on an abbey: small, large, wagon, abbot                         [INT-7 AM-29 AM-11 INT-28]
expansion abbey-mayor inns-cathedrals traders-builders
switch abbot ON
table E 0,0 270
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: abbey 1,0 ...
offers only monk, large monastery, wagon monastery, abbot monastery, pass
refuse mayor monastery AM-11
refuse builder monastery TB-5
refuse pig monastery TB-22
red: abbot monastery

% on a shrine the same                                           [CULT-1 CULT-2 AM-29]
expansion cult abbey-mayor inns-cathedrals traders-builders
switch abbot ON
red: cult/shrine 0,1 0 ...
offers only monk, large monastery, wagon monastery, abbot monastery, farmer NL, large field NL, pass
refuse mayor monastery AM-11
refuse builder monastery TB-5

% the fairy goes to followers, not to builder, pig or barn                 [PD-5 INT-23]
expansion princess-dragon traders-builders abbey-mayor
red: U 1,0 0 thief E W
blue: B 0,1 0
red: U 2,0 0 builder road E W
blue: B 1,1 0
red: U -1,0 0 farmer SL
red: decline
blue: B 2,1 0
red: U -2,0 0 pig field SL
red: decline
blue: B 3,1 0
red: U 3,0 0 ...
offers fairy thief 1,0 E, fairy farmer -1,0 SL
refuse fairy builder road 2,0 E PD-5
refuse fairy pig field -2,0 SL PD-5

% beside the mayor and the wagon she gives her point                  [PD-5 PD-7 INT-23]
for princess MAY MUST
expansion princess-dragon abbey-mayor
red: R 0,-1 180 mayor city S
blue: U 1,0 0
red: U 2,0 0 fairy mayor city 0,-1 S
blue: B 0,1 0
scores red 1 fairy
red: U 3,0 0 wagon road E W
blue: B 1,1 0
scores red 1 fairy
red: U -1,0 0 fairy wagon road 3,0 E
blue: B 2,1 0
scores red 1 fairy
fairy 3,0

% an abbot counts as one: he ties with a follower from the cathedral  [INT-7 COC-11 ABB-5]
expansion count
switch abbot ON
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small cathedral
blue: count market
red: B -1,2 0 abbot monastery
blue: E -2,2 0
red: U 0,2 90
blue: V 0,3 180
red: B -2,3 0
blue: B -1,3 0
blue: send small cathedral -1,2 monastery
scores red 9 monastery, blue 9 monastery
abbots red 1

% a barn may stand at the corner of the volcano                     [INT-31 AM-15 PD-12]
for volcano_specials ALLOW FORBID
expansion abbey-mayor princess-dragon
table B 0,0 0
table B 1,0 0
table B 0,1 0
red: field-volcano 1,1 0 ...
dragon 1,1
offers only barn 1,1, pass
red: barn 1,1
barns red 0

% neither mayor nor wagon goes onto a tower; both are taken, and cost three  [TOW-13 TOW-9 INT-27]
expansion abbey-mayor tower
switch ransom_debt YES
red: R 0,-1 180 mayor city S
blue: tower/field 0,1 0 tower 0,1
red: U 0,2 0 ...
refuse wagon tower 0,1 TOW-13
offers small tower 0,1
red: wagon road E W
blue: U 1,0 0 ...
refuse mayor tower 0,1 TOW-13
blue: tower 0,1
offers only capture red mayor city 0,-1 S, capture red wagon road 0,2 E, pass
blue: capture red wagon road 0,2 E
holds blue red wagon 1
red draws U
red: ransom wagon from blue
points red -3 blue 3
wagons red 1
red: lay 2,0 0
blue: U 3,0 0 tower 0,1
blue: capture red mayor city 0,-1 S
holds blue red mayor 1
red draws U
red: ransom mayor from blue
points red -6 blue 6
mayors red 1
red: lay 4,0 0

% the dragon eats large, mayor and wagon alike                       [PD-18 PD-20 INT-10]
expansion abbey-mayor inns-cathedrals princess-dragon
switch dragon_steps 4
red: field-volcano 0,1 0
blue: U 0,2 0 wagon road E W
red: U 1,2 0 large field NL
blue: R 0,-1 180 mayor city S
red: road-straight-dragon 1,0 0
walk S E                           # no way on from there
wagons blue 1
large red 1
mayors blue 0
blue: road-curve-dragon -1,0 270
walk W N N N
mayors blue 1
dragon 0,-1
nobody scores

% the princess removes a mayor                                      [PD-29 INT-25]
expansion abbey-mayor princess-dragon
first blue
blue: R 0,-1 180 mayor city S
red: city3-princess 1,-1 0 ...
offers remove blue mayor city 0,-1 S
red: remove blue mayor city 0,-1 S
mayors blue 1
turn blue

% or a wagon, which does not move on                                [PD-29 INT-25 AM-35]
expansion abbey-mayor princess-dragon
switch wagon_move NEARBY
first blue
blue: R 0,-1 180 wagon city S
red: city3-princess 1,-1 0 ...
red: remove blue wagon city 0,-1 S
wagons blue 1
turn blue

% an abbot is challenged like a monk, on a garden not         [ABB-13 CULT-5 CULT-7 INT-7]
rules grow_revised
switch abbot ON
expansion cult
table U -1,1 0
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 abbot monastery
blue: cult/shrine 1,0 0 monk
red: road-straight-garden 3,1 0
blue: U 0,-1 0
scores blue 9 monastery (9 tiles around x 1)
abbots red 1
nobody on 0,0

% the abbot on a garden beside a shrine that is completed stays              [ABB-13 CULT-6]
rules grow_revised
switch abbot ON
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: city-garden 0,0 270 abbot garden
blue: cult/shrine 1,0 0 monk
scores blue 9 monastery (9 tiles around x 1)
stands red 0,0 garden
abbots red 0

# ---- Three at once

% on a tower small and large alone take the place, and the tower stays closed [CAT-22 TOW-13 INT-51 TOW-6]
expansion catapult tower inns-cathedrals abbey-mayor
switch abbot ON
red: tower/field 0,1 0 tower 0,1
blue: B 0,2 0 small tower 0,1
red: catapult/field 0,3 0
red: catapult seduction
red: throw 4 3072 180
offers only replace small, replace large, decline
refuse replace wagon CAT-22
refuse replace mayor CAT-22
refuse replace abbot CAT-22
red: replace large
supply red 7 blue 7
large red 0
stands red 0,1 tower
blue: throw 4 1024 1023
blue: B 0,4 0 ...
refuse tower 0,1 TOW-6
refuse small tower 0,1 TOW-6
blue: pass

% the fairy stays where a scored wagon was; it moves on without her, or beside her [PD-6 PD-7 PD-8 AM-31]
for fairy_binding TILE FOLLOWER
expansion abbey-mayor princess-dragon
red: U 1,0 0 wagon road E W
blue: B 0,1 0
red: W 2,0 180 fairy wagon road 1,0 E W
blue: A -1,0 270
scores red 4 road, red 3 fairy
red: move wagon road 2,0 N
red: B 0,2 0 ...
nobody scores                      # her tile is another one
red: pass

% to another road of her own tile                                 [PD-6 PD-7 PD-8 AM-31]
for fairy_binding TILE FOLLOWER
expansion abbey-mayor princess-dragon
red: W 1,0 0 wagon road W
blue: B 0,1 0
red: B 0,2 0 fairy wagon road 1,0 W
blue: A -1,0 270
scores red 3 road, red 3 fairy
red: move wagon road 1,0 E
if TILE scores red 1 fairy         # his turn begins, he is on her tile
fairy 1,0

% captured from her side: she stays, and no ransom calls her back    [PD-6 PD-7 TOW-17 TOW-20]
for fairy_binding TILE FOLLOWER
expansion princess-dragon tower
red: E 0,-1 180 knight S
scores red 4 city
blue: tower/field 0,1 0
red: B 1,1 0 monk
blue: U 0,2 0
red: U 0,3 0 fairy monk 1,1
blue: U 0,4 0 tower 0,1
blue: capture red monk 1,1
turn red
nobody scores                      # a prisoner is on no tile
fairy 1,1
red draws V
red: ransom small from blue
red: lay 1,0 90 thief N W
points red 1 blue 3
blue: B 0,5 0
nobody scores

% a tower takes the monk of an abbey, and its wagon                       [TOW-9 AM-7 AM-35]
expansion abbey-mayor tower
table E 0,0 270
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table tower/field 1,-2 0
red: abbey 1,0 wagon monastery
blue: B 1,2 0 tower 1,-2
turn red                           # two cells away
red: B 2,2 0
blue: B 0,2 0 tower 1,-2
offers only capture red wagon monastery 1,0, pass
blue: capture red wagon monastery 1,0
holds blue red wagon 1
feature 1,0 monastery: free incomplete

% the princess empties the city that she completes; a knight from the castle scores it [INT-25 PD-33 COC-12]
for coc_unoccupied YES NO
expansion count princess-dragon
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: G -2,2 90 knight N S
blue: city-crossing3-princess -2,3 0 remove red knight -2,2
supply red 7
if YES blue: send small castle -2,2 city N
if YES scores blue 6 city (3 tiles x 2)
if NO nobody scores
if NO inside castle blue small 1
turn red

% a large farmer of blue and red's with his pig join a barn: one a city, for blue alone [AM-23 TB-24 TB-26 EDN-17 EDN-18]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion abbey-mayor traders-builders inns-cathedrals
players red blue green
red: E 0,1 180
blue: E 0,2 0
green: E -1,1 180
red: U 1,0 0 farmer NL
blue: E 0,-1 180 large field NL
green: U -1,0 0 barn 0,1
nobody scores
red: U 2,0 0 pig field NL
blue: B 1,-1 0
nobody scores
green: A 3,0 90
scores blue 2 field (2 cities x 1)
supply red 7
pigs red 1
large blue 1
final red 0 blue 2 green 8

% the late dragon: the barn pays the farmers before they are eaten           [AM-21 PD-14 INT-1]
for dragon_timing BEFORE_SCORING AFTER_SCORING
expansion abbey-mayor princess-dragon
switch dragon_steps 1
red: E 0,1 180
blue: E 0,2 0
red: E -1,1 180 farmer NL
blue: field-volcano -2,1 0
red: road-straight-dragon -1,0 0 barn 0,1
red: step E
if BEFORE_SCORING nobody scores
if AFTER_SCORING scores red 3 field (1 city x 3)
supply red 7
barns red 0

% the last tile takes the king, and the new king is paid                       [KR-4 KR-5 INT-13]
expansion king-robber
last E
red: U 1,0 0
blue: E 0,1 180
red: E 0,2 0
king red
blue: G 0,-1 90
finish but 1
king red
turn blue
blue: E 0,-2 180
king blue
over
at the end blue 2 king (2 cities x 1)

% the abbey round: no second part, whatever the last tile earned          [AM-10 TB-10 INT-14]
expansion abbey-mayor traders-builders
switch abbey_endgame ROUND
first blue
last U
table E 0,-1 180
table B -1,-1 0
table E -1,0 270
table B -1,1 0
table E 0,1 0
table B 1,1 0
table A 1,0 90
table B 1,-1 0
blue: U 2,1 90
red: U 2,0 90 thief N S
blue: U 2,-1 90
red: U 2,-2 90 builder road N S
finish but 1
red: U 2,2 90
earns red
red: decline
turn blue
blue: pile
turn red
red: abbey 0,0 monk
scores red 9 monastery
over

% the catapult reaches into a quarter only by the switch; who may be there may take the place [COC-21 CAT-9 CAT-22 COC-5]
for coc_exposed NO YES
expansion count catapult abbey-mayor inns-cathedrals
switch abbot ON
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: catapult/field 2,0 0
red: catapult seduction
red: throw 2 2048 300
if NO turn blue
if YES turn red
if YES offers only replace small, replace large, decline
if YES refuse replace wagon CAT-22
if YES refuse replace mayor CAT-22
if YES refuse replace abbot CAT-22
if YES red: replace large
if YES inside market red large 1
if YES supply blue 7
blue: throw 2 2048 300
if YES blue: decline
if NO inside market blue small 1
turn blue

% in the castle the mayor may, too; nobody comes out of a quarter to take a place [COC-21 CAT-22 COC-5]
switch coc_exposed YES
expansion count catapult abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: pass
red: catapult/field 2,0 0
red: catapult seduction
red: throw 2 2048 300
offers only replace small, replace mayor, replace wagon, decline
red: replace mayor
inside castle red mayor 1
blue: throw 2 2048 300
offers only replace small, replace mayor, replace wagon, decline
blue: replace wagon
inside castle blue wagon 1
mayors red 1

% without farmers: no barn and a market without a way out; or barns, and no market [INT-49 EDN-4 AM-15 COC-5]
for barn_without_farmers NO YES
switch farmers OFF
expansion count abbey-mayor traders-builders
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
if NO offers only enter small castle, enter small market, enter small blacksmith, enter small cathedral, enter mayor castle, enter wagon castle, enter wagon blacksmith, enter wagon cathedral, pass
if YES offers only enter small castle, enter small blacksmith, enter small cathedral, enter mayor castle, enter wagon castle, enter wagon blacksmith, enter wagon cathedral, pass
if YES refuse enter small market COC-5
blue: enter small blacksmith
if YES offers only count blacksmith, count cathedral, pass
if NO offers only count market, count blacksmith, count cathedral, pass
blue: pass
red: B -1,2 0
blue: A 0,2 180 ...
if NO refuse barn 0,2 EDN-4
if YES offers only monk, thief N, wagon monastery, wagon road N, barn 0,2, pass
if NO offers only monk, thief N, wagon monastery, wagon road N, pass
if YES blue: barn 0,2
if NO blue: pass
if YES final red 3 blue 4
if NO final red 3 blue 0

% a pig alone goes home when the catapult sends its farmer home               [CAT-11 INT-9 TB-23]
for seed 1 2 3 4
expansion catapult traders-builders tower
red: tower/field 0,1 0 farmer NL
blue: U 1,0 0
red: B 0,2 0 pig field NL
blue: catapult/field -1,1 0
blue: catapult knock-out
pigs red 0
blue: throw 4 3072 266
supply red 7
pigs red 1
nobody scores

% a builder on the river: the second part lays the volcano lake, and his extra turn follows [INT-34 RIV2-10 TB-10]
for volcano_lake_turn EXTRA NONE
switch river RIVER_II
expansion traders-builders
tiles abbey-mayor
table river-2/spring 0,0 0
table B 0,1 0
table E 0,2 90
table V 0,3 270
table abbey-mayor/road-three-ends 0,4 0
table V -1,4 270
table U -1,5 90
red: fork 1,0 180
blue: monastery-river-straight 1,1 90
red: city2-through-over-river 1,2 0
blue: road-over-river-inn 1,3 0 thief E W
red: city-lake 2,0 0
blue: river-2/city-road-over-river 1,4 90 builder road W
red: river-curve-pig-herd 1,5 0
blue: river-2/river-curve 0,5 270
red: city2-corner-shield-river-curve 0,6 180
blue: river-2/road-curve-river-curve -1,6 270
earns blue
blue: second
blue: volcano-lake -1,7 90
nobody earns
if EXTRA turn blue
if NONE turn red

% the turn after the volcano lake is a whole one: the fairy gives her point again [RIV2-10 PD-7 INT-3]
switch river RIVER_II
expansion princess-dragon
red: fork 1,0 180
blue: city-lake 2,0 0
red: monastery-river-straight 1,1 90 monk
blue: city2-through-over-river 1,2 0
red: road-over-river-inn 1,3 0 fairy monk 1,1
blue: river-2/city-road-over-river 1,4 90
scores red 1 fairy
red: river-2/river-curve 1,5 90
blue: city2-corner-shield-river-curve 0,5 0
scores red 1 fairy
red: river-curve-pig-herd 0,6 0
blue: river-2/road-curve-river-curve -1,6 270
scores red 1 fairy
red: volcano-lake -1,7 90
scores red 1 fairy                 # his second turn in a row
turn red
points red 4 blue 0

% a shrine completed without a heretic: one from the cathedral makes it count, against his own monk too [CULT-9 CULT-11 COC-12]
for coc_unoccupied YES NO
expansion count cult inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large cathedral
blue: count market
red: cult/shrine -1,2 0
blue: E -2,2 0
red: U 0,2 90
blue: V 0,3 180
red: V -2,3 0
blue: B -1,3 0 monk
if NO nobody scores
if NO stands blue -1,3 monastery
if YES blue: send large cathedral -1,2 monastery
if YES scores blue 9 monastery
if YES nobody on -1,3
if YES supply blue 7
turn red

% an abbey after the last tile lets its owner into a quarter                [AM-10 COC-6 INT-1]
expansion count abbey-mayor
switch abbey_endgame ROUND
red: U -3,-1 0 thief E W
blue: B -3,0 0
red: E -4,0 0
blue: B -3,-2 0
red: E -4,-2 180
blue: B -5,-2 0
red: V -5,-1 0
finish
goes on
turn blue                          # left of red, who laid the last tile
blue: abbey -4,-1
scores red 2 road (2 tiles x 1)
turn blue
blue: enter small market
blue: pass
turn blue                          # red has no hole for his; the market opens
blue: send small market -3,0 field NL
over

# ---- Abbeys in odd places

% beside Carcassonne it closes the road at the gate: one tile, nobody's        [AM-4 AM-6 COC-1 KR-6]
expansion count abbey-mayor king-robber
red: B -2,-2 0
blue: B -3,-2 0
red: B -3,0 0
blue: E -4,-2 0
red: E -4,-1 270
blue: abbey -3,-1 monk
nobody scores
robber blue                        # a road of one tile
feature -2,-1 road W: tiles 1 open 0 complete

% a river that ended early: an abbey closes its stray side, and fields stay apart [AM-4 INT-42]
expansion abbey-mayor
tiles river-1
table river-1/river-straight 0,0 0
table U 0,-1 0
table U 1,-1 0
table U 2,-1 0
table E 2,0 90
table U 2,1 0
table U 1,1 0
offers only pile, abbey 1,0
red: abbey 1,0 monk
apart 0,0 field NL from 0,0 field SL
feature 1,0 monastery: incomplete points 8

% the dragon enters an abbey and eats its monk                              [INT-22 PD-16 PD-18]
expansion abbey-mayor princess-dragon
switch dragon_steps 2
table E 0,0 270
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: abbey 1,0 monk
blue: field-volcano 1,2 0
red: road-straight-dragon 3,1 0
red: step N
blue: step N
dragon 1,0
supply red 7
feature 1,0 monastery: free
turn blue

% through the portal to a shrine beside a monk: a challenge                    [PD-28 CULT-6 CULT-7]
expansion cult princess-dragon
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0
red: E -1,0 270
blue: crossing3-portal 3,1 0 monk 1,0
red: U 0,-1 0
scores blue 9 monastery
supply red 7 blue 7

% a fair is no way through for a wagon                                        [AM-33]
expansion abbey-mayor
tiles catapult
red: catapult/road2-corner 1,0 0 wagon road W
blue: U 1,1 90
red: A -1,0 270
scores red 3 road
offers only move wagon monastery -1,0, home
red: home

% monasteries of a fair and inside a city count for the Cult                  [CULT-3 CULT-4]
expansion cult
tiles catapult
tiles princess-dragon
table catapult/monastery-split-field 0,0 0
table B -1,0 0
fits cult/shrine 0,-1 not          # two beside it
fits cult/shrine 1,0 0 90 180 270
red: U 0,1 0
blue: cult/shrine 1,0 0
fits princess-dragon/city3-monastery-dragon 2,0 not
fits B 1,-1 not                    # the shrine has one already

# ---- Wagons and fairies again

% two cities that meet at a crossing: the wagon goes from one to the other     [AM-33 AM-31]
expansion abbey-mayor
tiles inns-cathedrals
red: inns-cathedrals/city-city-opposite-crossing 0,-1 0 wagon city S
scores red 4 city (2 tiles x 2)
offers only move wagon city 0,-1 N, move wagon road 0,-1 E, move wagon road 0,-1 W, home
red: move wagon city 0,-1 N
stands red 0,-1 city N

% who takes a place on the fairy's tile has her point at his next turn       [INT-36 PD-7 CAT-22]
for fairy_binding TILE FOLLOWER
expansion catapult princess-dragon
red: B 0,1 0 monk
blue: U 1,0 0
red: B 0,2 0 fairy monk 0,1
blue: catapult/field 0,3 0
blue: catapult seduction
blue: throw 4 3072 180
blue: replace small
stands blue 0,1 monastery
red: throw 4 1024 1023
turn red
nobody scores                      # his monk is home
red: U 2,0 0
if TILE scores blue 1 fairy
if FOLLOWER nobody scores          # she was his who is gone
fairy 0,1

% one follower a turn: a turn of the abbey round counts for itself             [AM-10 COC-8]
switch coc_deploy_rate PER_TURN
expansion count abbey-mayor
switch abbey_endgame ROUND
last A
red: U -3,-1 0 thief E W
blue: B -3,0 0
red: E -4,0 0
blue: B -3,-2 0
red: E -4,-2 180
blue: B -5,-2 0
red: V -5,-1 0
blue: U 1,-2 90 thief N S
finish but 1
turn red
red: A 1,-3 0
scores blue 3 road
red: enter small castle
red: pass
turn blue
blue: abbey -4,-1
scores red 2 road
turn blue
offers enter small castle
blue: enter small castle
blue: pass
