# abbey.t -- expansion V, Abbey & Mayor. `pile` is the draw where an abbey could be placed;
# a turn that names its tile has chosen it. A barn stands on the north-west corner of its cell.

% twelve tiles; abbey, mayor, barn and wagon for everybody                        [AM-1]
expansion abbey-mayor
players red blue green
red draws E
left 82
abbeys red 1 blue 1 green 1
mayors red 1 blue 1 green 1
barns red 1 blue 1 green 1
wagons red 1 blue 1 green 1
supply red 7
left abbey-mayor/abbey 0
left city4-shield2 1
left city2-shield-bridge-city2 1
left city-shield-bridge-city2 1
left city-city-adjacent-road-road 1
left monastery-road4 1
left city-road-w 1
left city-road-curve-right-touching 1
left city-road-curve-left-touching 1
left city-split3-shield 1
left road-end 1
left road-three-ends 1
left city2-through-shield-road-half-tunnel 1

% how the switches of the set stand                [AM-10 AM-19 AM-22 AM-33 AM-35 AM-26]
for rules grow grow_revised
expansion abbey-mayor
is abbey_endgame NONE
is barn_second FORBID
is pig_on_barn ALLOW
is wagon_move TOUCHING
is wagon_from_abbey SIDES
is loser_wagon HOME
is herd_barn NO

% one road with three ends: complete with all three, each tile once               [AM-2]
expansion abbey-mayor
table road-three-ends 0,0 0
red: A 0,-1 0 thief S
blue: A 1,0 90
feature 0,0 road N E W: tiles 3 open 1 incomplete
red: road-end -1,0 270
scores red 4 road (4 tiles x 1)

% a road that dead-ends in a field: one field around it                           [AM-2]
expansion abbey-mayor
red: road-end 1,0 90 ...
offers only thief W, farmer WL, wagon road W, pass
joined 0,0 field EL with 0,0 field ER
red: pass

% the road touches the city: three fields                                         [AM-2]
expansion abbey-mayor
red: city-road-curve-right-touching 1,0 90 ...    # road S W, city E
apart 1,0 field WR from 1,0 field WL
apart 1,0 field SL from 1,0 field WR
apart 1,0 field SL from 1,0 field WL
red: thief S W
blue: city-road-curve-left-touching 1,1 180       # road N E
apart 1,1 field NL from 1,1 field EL
apart 1,1 field NR from 1,1 field ER

% the half tunnel parts the field on one side only                                [AM-2]
expansion abbey-mayor
red: city2-through-shield-road-half-tunnel 1,0 90 ...  # road E W, city N S
offers only thief E W, knight N S, farmer WL, farmer EL, farmer ER, wagon road E W, wagon city N S, mayor city N S, pass
red: pass
apart 1,0 field EL from 1,0 field ER
joined 1,0 field WL with 1,0 field WR

% two separate parts, the one with the shield ends in a field                     [AM-2]
expansion abbey-mayor
red: city-shield-bridge-city2 0,-1 180 ...        # shield S, the other E W
apart 0,-1 city S from 0,-1 city E
feature 0,-1 city S: tiles 2 shields 1 complete
red: knight S
scores red 6 city (2 tiles x 2 + 1 shield x 2)

# ---- The abbey

% it closes a road of three; what else it touches stays open       [AM-3 AM-4 AM-5 AM-6]
expansion abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: U -2,0 0 thief E W
blue: A -3,0 270
nobody scores
turn red
offers only pile, abbey 0,0
refuse abbey 1,-1 AM-4             # two neighbours are missing
refuse abbey 9,9 AM-4
refuse abbey 0,1 AM-4              # not empty
left 75
red: abbey 0,0 ...
left 75                            # none drawn
offers only monk, wagon monastery, pass
refuse mayor monastery AM-11
refuse barn 0,0 AM-15
refuse barn 1,1 AM-15
red: monk
scores red 3 road (3 tiles x 1)
abbeys red 0 blue 1
feature 0,1 city N S: tiles 1 open 1 incomplete
feature 1,0 road E W: tiles 1 open 1 incomplete
apart -1,0 road E W from 1,0 road E W
feature 0,0 monastery: owners red incomplete
final red 11 blue 0                # and 8 tiles of the abbey
turn blue
blue draws E                       # no hole is left

% the last gap beside it: 9 points                                                [AM-7]
expansion abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: abbey 0,0 monk
nobody scores
supply red 6
final red 8
blue: B 1,-1 0
scores red 9 monastery (9 tiles around x 1)
supply red 7

% complete at once when the diagonals are filled; and a tile for a cloister beside it [AM-7]
expansion abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: E 1,-1 0
blue: abbey 0,0 wagon monastery
scores blue 9 monastery (9 tiles around x 1)
turn blue                          # and the wagon may move on
offers only move wagon road -1,0 E W, move wagon city 0,1 N S, move wagon road 1,0 E W, home
refuse move wagon field 0,-1 SL AM-31
refuse move wagon monastery 0,-1 AM-31
blue: home
wagons blue 1

% a cloister whose eighth neighbour is the abbey                             [AM-6 AM-7]
expansion abbey-mayor
table E 1,-1 0
table E 0,-1 0
table E -1,-1 0
table E -1,0 270
table B -1,1 0
table B 0,1 0
table B 1,1 0
table U 2,1 90
red: B 0,0 0 monk
blue: U 2,0 90
red: abbey 1,0 monk
scores red 9 monastery (9 tiles around x 1)
feature 1,0 monastery: incomplete  # 2,-1 is empty

% the abbey never earns a builder's second part; the second part may be an abbey [AM-8 AM-3]
expansion abbey-mayor traders-builders
table E 0,-1 0
table E -1,-1 0
table U -1,0 0
table B -1,1 0
table B 0,1 0
table B 1,1 0
table U 1,0 0
red: U -2,0 0 thief E W
blue: U 2,0 0
red: U -3,0 0 builder road E W
blue: U 3,0 0
red: U -4,0 0
earns red
red: second
turn red
part 2
offers only pile, abbey 0,0
red: abbey 0,0
nobody earns
nobody scores
turn blue
part 1
supply red 6
feature -1,0 road E W: tiles 4 open 1

% a second part by the pile after the abbey was possible                     [AM-3 AM-8]
expansion abbey-mayor traders-builders
table E 0,-1 0
table E -1,-1 0
table U -1,0 0
table B -1,1 0
table B 0,1 0
table B 1,1 0
table U 1,0 0
red: U -2,0 0 thief E W
blue: U 2,0 0
red: U -3,0 0 builder road E W
blue: U 3,0 0
red: U -4,0 0
earns red
red: second
red: pile
red: U -5,0 0
nobody earns                       # no third part
turn blue

# ---- The mayor

% alone in four tiles without a shield: nothing, and he comes home   [AM-11 AM-13 AM-14]
expansion abbey-mayor
table N 0,0 180
red: N 1,0 270 ...
offers only knight S W, farmer NL, wagon city S W, mayor city S W, pass
refuse mayor field NL AM-11
red: mayor city S W
mayors red 0
feature 1,0 city S W: strength red 0 shields 0
blue: N 0,1 90 ...
refuse mayor city N E BASE-31
refuse wagon city N E BASE-31
refuse knight N E BASE-31
blue: pass
red: P 1,1 0
nobody scores
feature 0,0 city S E: complete tiles 4
mayors red 1
nobody on 1,0

% against one small follower without a shield: 8 for his owner             [AM-12 AM-13]
expansion abbey-mayor
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: N 1,0 270 mayor city S W
blue: N 0,1 90 knight N E
red: N 1,1 0
feature 1,1 city N W: strength red 0 blue 1 owners blue
blue: P 0,0 180
scores blue 8 city (4 tiles x 2)
mayors red 1
supply blue 7

% against one small follower with one shield: 10 for both                  [AM-12 AM-13]
expansion abbey-mayor
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: N 1,0 270 mayor city S W
blue: N 0,1 90 knight N E
red: N 1,1 0
blue: O 0,0 180
scores red 10 city (4 tiles x 2 + 1 shield x 2), blue 10 city (4 tiles x 2 + 1 shield x 2)
mayors red 1
supply blue 7

% two shields beat a follower and tie with a large one                     [AM-12 AM-13]
expansion abbey-mayor inns-cathedrals
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: M 1,0 270 mayor city S W
blue: N 0,1 90 large city N E
red: N 1,1 0
feature 1,1 city N W: strength red 1 blue 2 owners blue
blue: O 0,0 180
scores red 12 city, blue 12 city
mayors red 1
large blue 1

% six tiles, three shields: strength 3, 18 points                                [AM-12]
expansion abbey-mayor
first blue
blue: F 0,-1 90 mayor city N S
red: F 0,-2 90
blue: Q 0,-3 180
feature 0,-3 city S: strength blue 3 shields 3
red: E -1,-3 90
blue: E 1,-3 270
scores blue 18 city (6 tiles x 2 + 3 shields x 2)
mayors blue 1

% incomplete at the end: strength by shields, none for a side of strength 0      [AM-14]
expansion abbey-mayor
red: G 0,-1 90 mayor city N S
final red 0
blue: F 0,-2 90
final red 4                        # 3 tiles, 1 shield
feature 0,0 city N: strength red 1

% the mayor with a city that others hold: refused                                [AM-11]
expansion abbey-mayor
red: G 0,-1 90 wagon city N S
blue: F 0,-2 90 ...
refuse mayor city N S BASE-31
blue: pass
red: E 0,-3 180
scores red 10 city (4 tiles x 2 + 1 shield x 2)
wagons red 1                       # no road or cloister touches it

# ---- The barn

% three points a city, then the farmers go home    [AM-15 AM-16 AM-18 AM-20 AM-21 AM-25]
expansion abbey-mayor
players red yellow
red: E 0,1 180
yellow: E -1,1 180 farmer NL
red: E 0,2 0
yellow: E -1,2 0
red: U -1,0 0 ...
offers barn 0,1
refuse barn -1,0 AM-15             # a corner of two tiles
refuse barn 0,0 AM-15              # not field on all four
refuse barn 0,2 AM-15              # city
refuse barn 5,5 AM-15
red: barn 0,1
scores yellow 6 field (2 cities x 3)
barns red 0
supply yellow 7
stands red 0,1 field NL
nobody on -1,1
final red 8 yellow 6
yellow: B -2,1 0 ...
refuse farmer NL AM-22
refuse barn -1,1 AM-15
offers only monk, wagon monastery, pass
yellow: pass
red: V 1,1 270 ...
refuse barn 1,1 BASE-34
red: pass

% a corner where one of the four shows city is refused                     [AM-15 AM-17]
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 0                     # city to the north
red: K -1,0 180 ...
refuse barn 0,1 AM-15
red: pass

% nor one that only older tiles share                                            [AM-16]
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0
blue: U 1,0 0 ...
refuse barn 0,1 AM-16
blue: pass

% a road through the corner's tile, not through the corner                       [AM-17]
expansion abbey-mayor
red: V 0,1 0                       # road S W
blue: V -1,1 270                   # road E S
red: U -1,0 0 ...
offers barn 0,1
red: barn 0,1
nobody scores

% roads beside the corner do not matter                                    [AM-15 AM-17]
expansion abbey-mayor
red: V 1,0 90                      # road N W
blue: V 1,-1 270                   # road E S
red: B 2,0 0
blue: W 2,-1 180 ...
offers barn 2,0
refuse barn 1,0 AM-15              # 0,-1 is empty
blue: barn 2,0
stands blue 2,0 field NL
nobody scores

% two fields of one tile at the corner                                           [AM-17]
expansion abbey-mayor
table city-split3-shield 0,0 0
red: B 1,0 0
blue: B 1,-1 0
red: B 0,-1 0 ...
refuse barn 1,0 AM-15
red: pass

% no second barn on a field, also when the tile has just joined it               [AM-19]
for barn_second FORBID ALLOW
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
nobody scores
blue: U 1,0 0
red: U -2,0 0
blue: E 1,1 180 ...
if FORBID refuse barn 1,1 AM-19
if FORBID blue: pass
if ALLOW blue: barn 1,1
if FORBID barns red 0 blue 1
if ALLOW barns red 0 blue 0

% a tile joins a farmer to the barn: one a city                            [AM-23 AM-20]
expansion abbey-mayor
players blue red
blue: E 0,1 180
red: E 0,2 0
blue: E -1,1 180
red: E -1,2 0
blue: U -1,0 0 barn 0,1
nobody scores
red: U 1,0 0 farmer NL             # north of the road
blue: A 2,0 90                     # around its end to the barn
scores red 2 field (2 cities x 1)
supply red 7
stands blue 0,1 field NL
final red 2 blue 8

% joined: the majority, ties all; cities of the joined field                     [AM-23]
expansion abbey-mayor
players blue red green
blue: E 0,1 180
red: E 0,2 0
green: E -1,1 180
blue: U -1,0 0 barn 0,1
nobody scores
red: U 1,0 0 farmer NL
green: E 0,-1 180                  # a second city, at the north field
blue: A 2,0 90
scores red 2 field (2 cities x 1)

% a farmer with his pig: 4 a city by a new barn, 2 a city by joining       [AM-21 AM-23]
expansion abbey-mayor traders-builders
players blue red
blue: E 0,1 180
red: E 0,2 0
blue: E -1,1 180
red: U 1,0 0 farmer SL
blue: E -1,2 0
red: U 2,0 0 pig field SL
blue: U -1,0 0 barn 0,1
scores red 8 field (2 cities x 3 + 2 pig bonuses x 1)
pigs red 1
supply red 7
red: U 3,0 0 farmer NL
blue: U -2,0 0
red: U 4,0 0 pig field NL
blue: A 5,0 90
scores red 4 field (2 cities x 1 + 2 pig bonuses x 1)
pigs red 1
supply red 7

% a pig in the moment of joining                                                 [AM-22]
for pig_on_barn ALLOW FORBID
expansion abbey-mayor traders-builders
players blue red
blue: E 0,1 180
red: E 0,2 0
blue: E -1,1 180
red: U 1,0 0 farmer NL
blue: U -1,0 0 barn 0,1
red: A 2,0 90 ...
if FORBID refuse pig field NL AM-22
if FORBID red: pass
if FORBID scores red 1 field
if ALLOW red: pig field NL
if ALLOW scores red 2 field
pigs red 1
supply red 7

% a city that this tile completes counts                                         [AM-21]
expansion abbey-mayor
red: E 0,1 180 farmer NL
blue: U -1,0 0
red: E 0,2 0
blue: E -1,2 0
red: E -1,1 180 barn 0,1           # the city to the south is complete now
scores red 6 field (2 cities x 3)
supply red 7
final red 14

# ---- The wagon

% a road scored for 4: the cloister or the lower road    [AM-29 AM-30 AM-31 AM-33 AM-35]
expansion abbey-mayor
first blue
table A 0,0 270
blue: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, wagon road E W, pass
refuse wagon field NL AM-29
blue: wagon road E W
wagons blue 0
red: E 0,1 180
blue: U 2,0 0
red: W 3,0 0 thief E               # the active player has had his own action
scores blue 4 road (4 tiles x 1)
turn blue
offers only move wagon monastery 0,0, move wagon road 3,0 S, home
refuse move wagon road 3,0 E AM-31 # red's
refuse move wagon field 3,0 NL AM-31
refuse move wagon road 3,0 W AM-31 # complete
blue: move wagon monastery 0,0
stands blue 0,0 monastery
wagons blue 0
nobody on 1,0
final blue 7 red 1                 # 4, and 3 tiles around the cloister
turn blue

% or it comes home                                                               [AM-31]
expansion abbey-mayor
first blue
table A 0,0 270
blue: U 1,0 0 wagon road E W
red: W 2,0 0
scores blue 3 road
turn blue
blue: home
wagons blue 1
nobody on 1,0

% a city scored for 14: the open road, not the completed one               [AM-31 AM-33]
expansion abbey-mayor
first blue
table S 0,0 0
table A 0,1 180
table E -1,0 90
table E -1,-1 90
blue: T 0,-1 180 wagon city S
red: E 1,0 270
blue: E 1,-1 270
scores blue 14 city (6 tiles x 2 + 1 shield x 2)
offers only move wagon road 0,-1 N, home
refuse move wagon road 0,0 S AM-31
blue: move wagon road 0,-1 N
stands blue 0,-1 road N

% a road scored for 2: the open city                                       [AM-31 AM-33]
expansion abbey-mayor
table W 0,1 180
table A -1,1 270
red: U 1,1 0 thief E W
blue: S 0,0 0 wagon road S
scores blue 2 road (2 tiles x 1)
offers only move wagon city 0,0 N, home
refuse move wagon road 0,1 E AM-31
refuse move wagon road 0,1 W AM-31
blue: move wagon city 0,0 N
stands blue 0,0 city N
feature 0,0 city N: owners blue strength blue 1

% the other end is taken: only the free cloister                                 [AM-31]
expansion abbey-mayor
red: A 1,0 90 monk
blue: A -1,0 270 wagon road E
scores blue 3 road
turn blue
offers only move wagon monastery -1,0, home
refuse move wagon monastery 1,0 AM-31   # red's
blue: move wagon monastery -1,0
stands blue -1,0 monastery

% none to go to: it comes home without a question                                [AM-31]
expansion abbey-mayor
red: A 1,0 90 monk
blue: U -1,0 0 wagon road E W
red: V -2,0 180                    # road N E
blue: road-end -2,-1 0
scores blue 5 road
turn red
wagons blue 1

% a wagon whose road was not scored stays where it is                            [AM-31]
expansion abbey-mayor
red: U 1,0 0 wagon road E W
blue: V 1,1 0 wagon road S W
red: U 0,1 0
blue: V -1,1 270                   # road E S
red: A 1,2 180                     # blue's road ends at a cloister
nobody scores
blue: A -1,2 180
scores blue 5 road
turn blue
offers only move wagon monastery 1,2, move wagon monastery -1,2, home
blue: move wagon monastery 1,2
stands red 1,0 road E W
turn red

% one crossing completes two wagons' roads: the active player decides first      [AM-32]
expansion abbey-mayor
table A 0,0 270
table B 0,1 0
table B 1,1 0
table E 2,1 180
table E 3,1 180
table B 4,1 0
table road-end 4,0 90
red: U 1,0 0 wagon road E W
blue: U 3,0 0 wagon road E W
red: W 2,0 180                     # roads W N E
scores red 3 road, blue 3 road
turn red
offers only move wagon monastery 0,0, move wagon road 2,0 N, home
red: move wagon road 2,0 N
turn blue                          # the road north was all that touched his
wagons red 0 blue 1
blue draws E

% the same, and the active player leaves the road                                [AM-32]
expansion abbey-mayor
table A 0,0 270
table B 0,1 0
table B 1,1 0
table E 2,1 180
table E 3,1 180
table B 4,1 0
table road-end 4,0 90
red: U 1,0 0 wagon road E W
blue: U 3,0 0 wagon road E W
red: W 2,0 180
scores red 3 road, blue 3 road
red: move wagon monastery 0,0
turn blue
offers only move wagon road 2,0 N, home
refuse move wagon monastery 0,0 AM-31
blue: move wagon road 2,0 N
wagons red 0 blue 0
stands blue 2,0 road N

% a road closed by an abbey touches it                                      [AM-33 AM-6]
expansion abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: U -2,0 0 wagon road E W
blue: A -3,0 270
red: abbey 0,0                     # nobody on it
scores red 3 road
offers only move wagon monastery 0,0, move wagon monastery -3,0, home
refuse move wagon road 1,0 E W AM-31    # beyond the abbey
red: move wagon monastery 0,0
stands red 0,0 monastery
blue: B 1,-1 0
scores red 9 monastery             # the abbey is complete: on to its four sides
turn red
offers only move wagon city 0,1 N S, move wagon road 1,0 E W, home
red: move wagon city 0,1 N S

% the abbey is no way out with wagon_from_abbey NONE                             [AM-33]
for wagon_from_abbey SIDES NONE
expansion abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
table E 1,-1 0
red: abbey 0,0 wagon monastery
scores red 9 monastery
if SIDES offers only move wagon road -1,0 E W, move wagon city 0,1 N S, move wagon road 1,0 E W, home
if SIDES red: home
wagons red 1
turn blue

% a crossing passes on, a curve beside a city does not                           [AM-33]
expansion abbey-mayor
red: L 1,0 0 wagon road W          # E S W meet; the city in the north does not
blue: A -1,0 270
scores red 3 road
turn red
offers only move wagon road 1,0 E, move wagon road 1,0 S, move wagon monastery -1,0, home
refuse move wagon city 1,0 N AM-31
refuse move wagon city 0,0 N AM-31 # its road passes it, with field between
red: move wagon road 1,0 S
stands red 1,0 road S

% within the eight cells around, with wagon_move NEARBY                          [AM-33]
expansion abbey-mayor
switch wagon_move NEARBY
red: L 1,0 0 wagon road W
blue: A -1,0 270
scores red 3 road
offers move wagon city 0,0 N, move wagon city 1,0 N, move wagon road 1,0 E, move wagon road 1,0 S, home
refuse move wagon monastery -1,0 AM-31  # two cells off
red: move wagon city 0,0 N
stands red 0,0 city N

% two cities of one tile do not touch; a gate does                               [AM-33]
expansion abbey-mayor
red: city-city-adjacent-road-road 0,-1 270 wagon city W  # N W turned: W S
blue: E -1,-1 90
scores red 4 city
turn red
offers only move wagon road 0,-1 N, home
red: home

% two wagons in one city tie                                               [AM-30 AM-31]
expansion abbey-mayor
table B 2,0 0
table B 2,1 0
table B 2,2 0
table B 1,2 0
table E 0,2 180
red: N 1,0 270 wagon city S W
blue: N 0,1 90 wagon city N E
red: N 1,1 0
feature 1,1 city N W: strength red 1 blue 1 owners red blue
blue: P 0,0 180
scores red 8 city, blue 8 city
wagons red 1 blue 1                # its road passes by

# ---- With other sets, and the end

% whoever places it completes: the goods are his                     [AM-9 TB-30 INT-28]
expansion abbey-mayor traders-builders
table city2-through-wine 0,1 90
table E 0,2 0
table B -1,1 0
table E -1,0 270
table E -1,-1 0
table B 0,-1 0
table B 1,1 0
table E 1,0 90
red: abbey 0,0
nobody scores
goods red wine 1
goods blue

% the game ends with the pile, or after one more round of abbeys                 [AM-10]
for abbey_endgame NONE ROUND REPEAT
expansion abbey-mayor
table E 0,-1 180
table B -1,-1 0
table E -1,0 270
table B -1,1 0
table E 0,1 0
table B 1,1 0
table A 1,0 90
table B 1,-1 0
finish
if NONE over
if NONE points red 0 blue 0
if ROUND|REPEAT goes on
if ROUND|REPEAT turn red           # left of blue, who laid the last tile
if ROUND|REPEAT offers pile, abbey 0,0
if ROUND red: pile
if ROUND turn blue
if ROUND blue: abbey 0,0 monk
if ROUND scores blue 9 monastery
if ROUND over

% the last tile has no place: the abbeys come all the same                [AM-10 BASE-16]
for abbey_endgame NONE ROUND REPEAT
expansion abbey-mayor
table E 0,-1 180
table B -1,-1 0
table E -1,0 270
table B -1,1 0
table E 0,1 0
table B 1,1 0
table A 1,0 90
table B 1,-1 0
last C
finish
removed C
if NONE over
if ROUND|REPEAT goes on
if ROUND|REPEAT turn blue          # left of red, who drew the last tile and could not lay it
if ROUND|REPEAT offers pile, abbey 0,0
if ROUND|REPEAT blue: abbey 0,0 monk
if ROUND|REPEAT scores blue 9 monastery
if ROUND turn red                  # he last
if ROUND red: pile
if ROUND over

% two barns of two players, three cities: 12 each              [AM-24 AM-25 AM-26 AM-20]
expansion abbey-mayor
red: E 0,1 180
blue: E 0,2 0
red: B -1,1 0
blue: U 1,0 0
red: U -1,0 0 barn 0,1
blue: E 1,-1 0
red: U 2,0 0
blue: B 2,-1 0 barn 2,0
red: E 0,-1 180
blue: E 1,-2 180
final red 4 blue 8
red: A 3,0 90 ...                  # joins both fields
refuse farmer NL AM-22
red: pass
nobody scores
stands red 0,1 field NL
stands blue 2,0 field NL
final red 12 blue 12

% the dragon passes over a barn                                                  [AM-27]
expansion abbey-mayor princess-dragon
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: field-volcano 1,1 0
red: road-straight-dragon 1,0 0
walk W W N E E
stands red 0,1 field NL
barns red 0

% no tower captures it                                                           [AM-27]
expansion abbey-mayor tower
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: tower/field 1,1 0 tower 1,1
nobody captures
turn red
stands red 0,1 field NL

% the fairy's three for a farmer whom a barn pays                                [AM-28]
expansion abbey-mayor princess-dragon
red: E 0,1 180 farmer NL
blue: U -1,0 0
red: E 0,2 0 fairy farmer 0,1 NL
blue: E -1,1 180 barn 0,1
scores red 3 field (1 city x 3), red 3 fairy
supply red 7
fairy 0,1
red: U 1,0 0                       # the barn is no follower: no point at the start
nobody scores

% the wagon does not move to the dragon                                          [AM-34]
expansion abbey-mayor princess-dragon
red: A 1,0 90
blue: field-volcano 0,1 0
red: city-dragon 0,-1 180
walk N E
dragon 1,0
blue: U -1,0 0 wagon road E W
red: W -2,0 0
scores blue 4 road
turn blue
offers only move wagon road -2,0 S, move wagon road -2,0 W, home
refuse move wagon monastery 1,0 AM-31
blue: home

% nor onto a tower                                                         [AM-29 AM-34]
expansion abbey-mayor tower
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 ...
refuse wagon tower 0,1 TOW-13
blue: pass

% a captured wagon neither scores nor moves                                      [AM-35]
expansion abbey-mayor tower
red: tower/field 0,1 0
blue: U 1,1 90 wagon road N S
red: W 1,0 0
blue: E 0,-1 180
red: A 1,2 180 tower 0,1
red: capture blue wagon road 1,1 N S
nobody scores
holds red blue wagon 1
wagons blue 0
turn blue

% not at the final scoring: an open road counts as it is                         [AM-35]
expansion abbey-mayor
red: U 1,0 0 wagon road E W
final red 2
finish
over
at the end red 2 road (2 tiles x 1)

% farmers of the joined field are counted together                         [AM-23 AM-24]
expansion abbey-mayor
players red blue green
red: E 0,1 180
blue: E 0,2 0
green: B -1,1 0
red: U -1,0 0 barn 0,1
blue: U 1,0 0 farmer NL            # north field
green: E 0,-1 180                  # a city there
red: A -2,0 270                    # joins it in the west
scores blue 2 field (2 cities x 1)
supply blue 7
final red 8 blue 2 green 0

% the wagon stands with a builder of the same player on its road           [AM-29 AM-30]
expansion abbey-mayor traders-builders
red: U 1,0 0 wagon road E W
blue: U -1,0 0
red: U 2,0 0 builder road E W
blue: A -2,0 270
red: U 3,0 0
earns red
red: second A 4,0 90
scores red 7 road (7 tiles x 1)
builders red 1
offers only move wagon monastery -2,0, move wagon monastery 4,0, home
red: home
wagons red 1

% the abbey may not come while the river flows                             [AM-3 INT-42]
expansion abbey-mayor
switch river RIVER_II
red: fork 1,0 180
blue draws city-lake
refuse abbey 0,1 BASE-7

% two barns join, and a farmer of a third field with them                  [AM-23 AM-24]
expansion abbey-mayor
red: E 0,1 180
blue: E 0,2 0
red: B -1,1 0
blue: U 1,0 0
red: U -1,0 0 barn 0,1
blue: B 1,-1 0
red: U 2,0 0
blue: E 2,-1 90 barn 2,0
red: E 3,-1 270 farmer NL
nobody scores
blue: A 3,0 90
scores red 2 field (2 cities x 1)
supply red 7
barns red 0 blue 0
final red 10 blue 8

% through the portal onto an abbey                                          [AM-7 AM-31]
expansion abbey-mayor princess-dragon
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: abbey 0,0
blue: crossing3-portal 2,0 0 ...
offers monk 0,0, wagon monastery 0,0
refuse mayor monastery 0,0 AM-11
blue: monk 0,0
stands blue 0,0 monastery
final blue 8

% any other action besides: the fairy, a tower piece                              [AM-5]
expansion abbey-mayor princess-dragon tower
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table tower/field 0,-1 0
red: U 2,0 0 thief E W
blue: U 3,0 0
red: abbey 0,0 ...
offers only monk, wagon monastery, fairy thief 2,0 E W, tower 0,-1, pass
red: fairy thief 2,0 E W
fairy 2,0

% no barn when the tile has just joined the field of another                     [AM-19]
expansion abbey-mayor
red: E 0,1 180
blue: E 0,2 0
red: B -1,1 0
blue: U 1,0 0
red: U -1,0 0 barn 0,1
blue: B 1,-1 0
red: U 2,0 0
blue: B 2,-1 0
red: B 3,-1 0
blue: A 3,0 90 ...
refuse barn 3,0 AM-19
blue: pass

% a barn pays per field whatever the farm rule says                       [AM-21 EDN-17]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion abbey-mayor
players red yellow
red: E 0,1 180
yellow: E -1,1 180 farmer NL
red: E 0,2 0
yellow: E -1,2 0
red: U -1,0 0 barn 0,1
scores yellow 6 field
final red 8 yellow 6

% roads that end at a foundation do not touch there                              [AM-33]
expansion abbey-mayor tower
red: tower/road4 1,0 0 wagon road W
blue: A -1,0 270
scores red 3 road
offers only move wagon monastery -1,0, home
red: home

% a cloister scored: to the roads that end at it                                 [AM-33]
expansion abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: A 1,0 90 wagon monastery      # road W
blue: U 0,0 0
scores red 9 monastery
turn red
offers only move wagon road 1,0 W, home
red: move wagon road 1,0 W
stands red 1,0 road W

% the dragon eats first: no farmer is left for the barn                    [AM-21 AM-27]
expansion abbey-mayor princess-dragon
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E -1,1 180
blue: field-volcano 1,1 0
red: road-straight-dragon -1,0 0 barn 0,1
walk W
supply red 7
walk W N E
nobody scores
stands red 0,1 field NL
final red 4

% an eaten wagon does not move                                                   [AM-35]
expansion abbey-mayor princess-dragon
red: A 1,0 90 wagon road W
blue: field-volcano 1,1 0
red: E 0,-1 180
blue: crossing3-dragon -1,0 0
walk N
wagons red 1
walk W N
nobody scores
turn red

% the mayor's strength counts the shields that join later                        [AM-12]
expansion abbey-mayor
red: G 0,-1 90 mayor city N S
blue: city4-shield2 0,-2 0
feature 0,0 city N: strength red 2 shields 2
final red 5                        # 3 tiles, 2 shields

% the last tile earned a second part: it may be an abbey                    [AM-10 AM-8]
expansion abbey-mayor traders-builders
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
turn red
red: U 2,2 90
earns red
red: second
offers only pile, abbey 0,0
red: abbey 0,0 monk
scores red 9 monastery
over

% the last tile earned a second part: without an abbey the game ends             [AM-10]
expansion abbey-mayor traders-builders
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
turn red
red: U 2,2 90
earns red
red: second
offers only pile, abbey 0,0
red: pile
over

% with the revised tiles the dead end has a garden; no wagon goes there     [AM-1 AM-29]
expansion abbey-mayor
switch tile_set REVISED72
red: road-end-garden 1,0 90 ...
refuse wagon garden AM-29
refuse mayor garden AM-11
refuse mayor road W AM-11
offers wagon road W, thief W, pass
red: pass
left road-end 0

% through the portal: the mayor into a free city, no farmer to a barn      [AM-11 AM-22]
expansion abbey-mayor princess-dragon
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: crossing3-portal 1,0 0 ...
offers mayor city 0,0 N, wagon city 0,0 N
refuse farmer 0,1 NL AM-22
refuse farmer 0,0 SL AM-22
offers farmer 0,0 WR
blue: mayor city 0,0 N
stands blue 0,0 city N
mayors blue 0

% with the dragon on the map as well: neither to the barn nor to it, but elsewhere [AM-22 PD-13 PD-25]
expansion abbey-mayor princess-dragon
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: road-straight-volcano -2,0 0
red: crossing3-portal 1,0 0 ...
refuse thief -2,0 E PD-13
refuse farmer -2,0 NL PD-13
refuse farmer 0,1 NL AM-22
refuse farmer SR AM-22
offers only thief E, thief S, thief W, farmer ER, farmer NL, farmer 0,0 WR, farmer -1,0 NL, knight 0,0 N, thief 0,0 E, knight 0,1 S, knight -1,1 S, thief -1,0 E, mayor city 0,0 N, mayor city 0,1 S, mayor city -1,1 S, wagon road E, wagon road S, wagon road W, wagon road 0,0 E, wagon road -1,0 E, wagon city 0,0 N, wagon city 0,1 S, wagon city -1,1 S, pass
red: thief 0,0 E
stands red 0,0 road E

% beside a barn no farmer is offered, wherever the dragon is                 [AM-22 PD-13]
expansion abbey-mayor princess-dragon
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: road-straight-volcano -2,0 0
red: U 1,0 0 ...
offers only thief E W, farmer NL, wagon road E W, pass
red: pass

% one mayor, one wagon, one barn each                               [AM-1 AM-20 BASE-34]
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 180
red: U -1,0 0 barn 0,1
blue: G 0,-1 90 wagon city N S
red: U -2,0 0 ...
refuse barn -1,0 BASE-34
red: thief E W
blue: U 1,0 0 ...
refuse wagon field NL BASE-34
refuse mayor road E W AM-11
blue: pass

% the abbey round is a turn of its own for a ransom                        [AM-10 TOW-18 INT-3]
expansion abbey-mayor tower
switch abbey_endgame ROUND
switch ransom_debt YES
last U
table E 0,-1 180
table B -1,-1 0
table E -1,0 270
table B -1,1 0
table E 0,1 0
table B 1,1 0
table A 1,0 90
table B 1,-1 0
table U 2,1 90
table U 2,0 90
table tower/field 3,0 0
red: V 4,0 270 farmer NL
blue: V 3,-1 90 tower 3,0
blue: capture red farmer 4,0 NL
red: V 3,1 270 thief E S
blue: V 5,0 0 tower 3,0
blue: capture red thief 3,1
holds blue red small 2
finish but 1
turn red
red: ransom small from blue
red: lay 2,2 90
turn blue                          # the last tile lies
blue: pile
turn red
red: ransom small from blue
refuse ransom small from blue TOW-17
holds blue red
red: abbey 0,0 monk
scores red 9 monastery
over

% where there is no hole, that is why the abbey cannot come                          [AM-4 AM-3]
expansion abbey-mayor
red draws E
refuse abbey 1,1 AM-4
refuse abbey 0,0 AM-4
red: lay 0,1 180 pass

% a tile was drawn although there is a hole: too late                                [AM-3 BASE-7]
expansion abbey-mayor
table B 0,0 0
table B 1,0 0
table B 2,0 0
table E 2,1 90
table U 2,2 0
table U 1,2 0
table U 0,2 0
table E 0,1 270
red: pile
red draws E
refuse abbey 1,1 BASE-7
red: lay 0,-1 0
