# tower.t -- expansion IV, The Tower.

% eighteen tiles; two players have ten pieces each                               [TOW-1]
for tile_set CLASSIC72 REVISED72
expansion tower
red draws E
left 88
pieces red 10 blue 10
left tower/city 2
if CLASSIC72 left tower/field 1
if REVISED72 left tower/field-garden 1
left tower/monastery 1
if CLASSIC72 left tower/road2-corner 1
if REVISED72 left tower/road2-corner-garden 1
left tower/road3 1
left tower/road-curve-x2 1
left tower/road4 1
left tower/city2-through-road-bridge 1
left tower/city-road-opposite 1
left tower/city-road-curve-left 1
left tower/city-road-straight-touching 1
left tower/city2-corner 1
left tower/city2-corner-road-e-split 1
left tower/city-city-adjacent 1
left tower/city-city-opposite-road-straight 1
left tower/city3-road 1
left tower/city3-shield-city 1

% three players have nine each, three pieces stay out                            [TOW-1]
expansion tower
players red blue green
pieces red 9 blue 9 green 9

% four players have seven each                                                   [TOW-1]
expansion tower
players red blue green black
pieces red 7 blue 7 green 7 black 7

% five players have six each                                                     [TOW-1]
expansion tower
players red blue green black yellow
pieces red 6 blue 6 green 6 black 6 yellow 6

% six players have five each, none stays out                                     [TOW-1]
expansion tower inns-cathedrals
players red blue green black yellow gray
pieces red 5 blue 5 green 5 black 5 yellow 5 gray 5

% how the switches of the set stand                        [TOW-13 TOW-15 TOW-17 TOW-18]
for rules grow grow_revised devir_pt devir_es bigbox_ro
expansion tower
is ransom_window UNTIL_ACTION
is ransom_limit 1
is ransom_debt NO
if grow|grow_revised|devir_pt|devir_es is tower_reopens YES
if bigbox_ro is tower_reopens NO
is tower_top_dragon FORBID

% the tiles without their rules: nobody builds                                   [TOW-2]
tiles tower
red: tower/field 0,1 0 ...
offers only farmer NL, pass
refuse tower 0,1 TOW-4
red: pass

% the foundation is no feature and holds no follower                      [TOW-2 TOW-13]
expansion tower
red: tower/field 0,1 0 ...
offers only farmer NL, tower 0,1, pass
refuse small tower 0,1 TOW-13
red: pass
blue: tower/monastery 1,1 0 ...
offers only monk, farmer NL, tower 0,1, tower 1,1, pass
blue: pass

% roads that end at the foundation                                               [TOW-2]
expansion tower
red: tower/road4 1,0 0 ...
apart 1,0 road N from 1,0 road S
apart 1,0 road E from 1,0 road W
offers only thief N, thief E, thief S, thief W, farmer NL, farmer NR, farmer ER, farmer SR, tower 1,0, pass
red: thief W
blue: A -1,0 270
scores red 3 road (3 tiles x 1)

% the road over the bridge cuts both fields into two                             [TOW-3]
expansion tower
red: tower/city2-through-road-bridge 1,0 90 ...
offers only thief E W, knight N S, farmer EL, farmer ER, farmer WL, farmer WR, tower 1,0, pass
apart 1,0 field EL from 1,0 field ER
apart 1,0 field WL from 1,0 field WR
apart 1,0 field EL from 1,0 field WR
apart 0,0 field EL from 0,0 field ER
joined 1,0 city N with 1,0 city S
joined 0,0 road E with 1,0 road E
red: pass

# ---- Building

% a piece instead of a figure, on the foundation of any tile         [TOW-4 TOW-5 INT-2]
expansion tower
red: tower/field 0,1 0
blue: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, tower 0,1, pass
refuse tower 1,0 TOW-4                   # no foundation
refuse tower 5,5 TOW-4                   # no tile
blue: tower 0,1
turn red                                 # no follower besides
height 0,1 1
pieces red 10 blue 9
supply blue 7
red: U 2,0 0 tower 0,1                   # the same tower, it is nobody's
height 0,1 2
pieces red 9 blue 9
blue: U 3,0 0 tower 0,1
height 0,1 3
pieces red 9 blue 8
nobody scores

% no limit to its height; without pieces nobody builds                     [TOW-4 TOW-5]
expansion tower
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0
red: U 2,0 0 tower 0,1
blue: U 3,0 0
red: U 4,0 0 tower 0,1
blue: U 5,0 0
red: U 6,0 0 tower 0,1
blue: U 7,0 0
red: U 8,0 0 tower 0,1
blue: B 1,1 0
red: B 2,1 0 tower 0,1
blue: B 3,1 0
red: B 4,1 0 tower 0,1
blue: E 1,-1 0
red: E 2,-1 0 tower 0,1
blue: E 3,-1 0
red: E 4,-1 0 tower 0,1
blue: E 5,-1 0
red: tower/city 6,-1 0 tower 0,1
height 0,1 10
pieces red 0 blue 10
blue: tower/city 7,-1 0 tower 0,1
height 0,1 11
red: V 9,0 0 ...
refuse tower 0,1 TOW-4
offers small tower 0,1, thief S W, pass
red: pass

% what the hand has is offered: piece, small and large; piece and large; a piece  [TOW-4 TOW-13]
expansion tower inns-cathedrals
figures small 1
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, large road E W, large field NL, large field SL, tower 0,1, small tower 0,1, large tower 0,1, pass
blue: thief E W
red: U 2,0 0
blue: U 3,0 0 ...
offers only large field NL, large field SL, tower 0,1, large tower 0,1, pass
blue: large field NL
red: U 4,0 0
blue: U 5,0 0 ...
offers only tower 0,1, pass
blue: tower 0,1
height 0,1 2

% without pieces: small and large, then the one that is left               [TOW-4 TOW-13]
for seed 0 1
expansion tower inns-cathedrals
figures small 1
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0
red: U 2,0 0 tower 0,1
blue: U 3,0 0
red: U 4,0 0 tower 0,1
blue: U 5,0 0
red: U 6,0 0 tower 0,1
blue: U 7,0 0
red: U 8,0 0 tower 0,1
blue: B 1,1 0
red: B 2,1 0 tower 0,1
blue: E 1,-1 0
red: E 2,-1 0 tower 0,1
blue: E 3,-1 0
red: E 4,-1 0 tower 0,1
blue: E 5,-1 0
red: tower/city 6,-1 0 tower 0,1
blue: tower/city 7,-1 0
red: V 9,0 0 tower 0,1
pieces red 0 blue 10
blue: B 3,1 0
red: V 9,1 90 ...
offers only thief N W, farmer NL, farmer NR, large road N W, large field NL, large field NR, small tower 0,1, large tower 0,1, pass
if 0 red: thief N W
if 1 red: large road N W
blue: B 4,1 0
red: V 8,1 270 ...
if 0 offers only large field NL, large field ER, large tower 0,1, pass
if 1 offers only farmer NL, farmer ER, small tower 0,1, pass
red: pass

% a foundation that lies on the table from the start                              [TOW-4]
expansion tower
table tower/field 0,0 0
red: B 1,0 0 ...
offers only monk, farmer NL, tower 0,0, pass
red: tower 0,0
height 0,0 1
pieces red 9 blue 10

% a follower on top closes it                                      [TOW-6 TOW-13 TOW-14]
expansion tower inns-cathedrals
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, large road E W, large field NL, large field SL, tower 0,1, small tower 0,1, large tower 0,1, pass
blue: small tower 0,1
stands blue 0,1 tower
supply blue 6
height 0,1 1
turn red
red: U 2,0 0 ...
refuse tower 0,1 TOW-6
refuse small tower 0,1 TOW-6
refuse large tower 0,1 TOW-6
feature 0,1 field NL: free               # he is in no feature
red: farmer SL
final red 0 blue 0                       # and scores nothing

# ---- Capture

% the first piece: a follower beside it               [TOW-7 TOW-8 TOW-10 INT-10 INT-11]
expansion tower
red: tower/field 0,1 0
blue: B 1,1 0 monk
red: U 1,0 0 tower 0,1
turn red
offers only capture blue monk 1,1, pass
refuse capture red monk 1,1 TOW-8
refuse capture blue farmer 1,1 NL TOW-8
refuse thief 1,0 E W BASE-7
refuse tower 0,1 BASE-7
red: capture blue monk 1,1
holds red blue small 1
nobody on 1,1
supply blue 6
turn blue
nobody scores
points red 0 blue 0
feature 1,1 monastery: free

% he may decline                                                                 [TOW-7]
expansion tower
red: tower/field 0,1 0
blue: B 1,1 0 monk
red: U 1,0 0 tower 0,1
red: pass
turn blue
stands blue 1,1 monastery
holds red blue
blue: U 2,0 0 ...
refuse capture blue monk 1,1 BASE-7      # only at once
blue: pass

% nobody in reach: the turn goes on                                              [TOW-7]
expansion tower
red: tower/field 0,1 0 tower 0,1
turn blue

% the second piece: three in reach, he may take any one of them                  [TOW-8]
expansion tower
players red green blue yellow
red: tower/field 0,1 0
green: B 1,1 0 monk
blue: B 0,2 0
yellow: B 0,3 0 monk
red: U 1,0 0 tower 0,1
offers only capture green monk 1,1, pass
red: pass
green: E -1,1 0
blue: B -2,1 0 monk
yellow: U 2,0 0
red: U 3,0 0 tower 0,1
height 0,1 2
offers only capture green monk 1,1, capture blue monk -2,1, capture yellow monk 0,3, pass
red: capture yellow monk 0,3
holds red yellow small 1
holds red green
stands green 1,1 monastery
stands blue -2,1 monastery

% not the diagonal, not three steps with two pieces; over an empty cell          [TOW-8]
expansion tower
red: tower/field 0,1 0
blue: U 1,0 0
red: U 2,0 0
blue: B 2,1 0 monk
red: B 0,2 0
blue: E 1,2 0 knight N
red: U -1,0 0 tower 0,1
turn blue                                # nobody within one step
blue: E 3,1 0 knight N
red: U -2,0 0 tower 0,1
height 0,1 2
offers only capture blue monk 2,1, pass
refuse capture blue knight 1,2 N TOW-8
refuse capture blue knight 3,1 N TOW-8
red: capture blue monk 2,1
holds red blue small 1

% on the tower's own tile, and beyond another tower                              [TOW-8]
expansion tower
red: tower/field 0,1 0
blue: tower/monastery 1,1 0 monk
red: U 1,0 0 tower 1,1
offers only capture blue monk 1,1, pass  # on the tile of the tower itself
red: pass
blue: B 2,1 0 monk
red: U 2,0 0 tower 0,1
offers only capture blue monk 1,1, pass
red: pass
blue: U 3,0 0
red: U 4,0 0 tower 0,1
offers only capture blue monk 1,1, capture blue monk 2,1, pass
red: capture blue monk 2,1
supply blue 5
holds red blue small 1

% small and large followers, wherever they stand; no builder, no pig       [TOW-9 INT-9]
expansion tower traders-builders inns-cathedrals
red: tower/field 0,1 0
blue: U 1,0 0 large road E W
red: tower/city 1,1 180
blue: U 2,0 0 builder road E W
red: tower/city 2,1 180
blue: U 3,0 0 farmer SL
earns blue
blue: decline
red: B 0,2 0
blue: U 4,0 0 pig field SL
earns blue
blue: decline
red: U -1,0 0 tower 1,1                  # height 1: 1,0 with the large one
offers only capture blue large road 1,0, pass
red: pass
blue: E 0,-1 180
red: U -2,0 0 tower 2,1                  # height 1: 2,0 with the builder only
turn blue
blue: E -1,-1 0
red: B 3,1 0 tower 1,1
red: pass
blue: E 1,-1 0
red: tower/monastery 4,1 0 tower 4,1     # height 1: 4,0 with the pig only
turn blue

% his last follower taken: the builder goes home      [TOW-12 TOW-9 INT-9 TB-21 EDN-C16]
expansion tower traders-builders inns-cathedrals
red: tower/field 0,1 0
blue: U 1,0 0 large road E W
red: tower/city 1,1 180
blue: U 2,0 0 builder road E W
red: U 3,0 0 tower 1,1
offers only capture blue large road 1,0, pass
refuse capture blue builder road 2,0 TOW-8
red: capture blue large road 1,0
builders blue 1
holds red blue large 1
large blue 0
nobody on 2,0

% his last farmer taken: the pig goes home                          [TOW-12 INT-9 TB-21]
expansion tower traders-builders
red: tower/field 0,1 0
blue: U 1,0 0 farmer NL
red: tower/city 1,1 180
blue: U 2,0 0 pig field NL
pigs blue 0
red: U 3,0 0 tower 1,1
red: capture blue farmer 1,0 NL
pigs blue 1
holds red blue small 1
nobody on 2,0

% a follower of one's own goes to the own supply                                [TOW-10]
expansion tower
red: B 0,1 0 monk
blue: tower/field 1,1 0
red: U 1,0 0 tower 1,1
offers only capture red monk 0,1, pass
red: capture red monk 0,1
nobody captures                          # he is nobody's prisoner
supply red 7
holds red red
holds blue red
turn blue

% the abbot is a follower and can be taken                         [TOW-9 TOW-17 INT-27]
rules grow_revised
switch abbot ON
switch ransom_debt YES
expansion tower
red: B 0,1 0 abbot monastery
blue: tower/field-garden 1,1 0
red: U 1,0 0
blue: U 2,0 0 tower 1,1
blue: capture red abbot monastery 0,1
holds blue red abbot 1
abbots red 0
red draws V
offers ransom abbot from blue
red: ransom abbot from blue
abbots red 1
points red -3 blue 3

% the capture comes before scoring and changes the majority                     [TOW-11]
expansion tower
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 knight W
red: tower/field 2,2 0
blue: U 3,0 0
red: G 1,1 0 tower 2,2
nobody scores
red: capture blue knight 2,1
scores red 6 city (3 tiles x 2)
holds red blue small 1
points red 6 blue 0

% the only one taken: nobody scores what is complete                     [TOW-11 TOW-20]
expansion tower
red: U 1,0 0 thief E W
blue: A 2,0 90
red: tower/field 1,1 0
blue: A -1,0 270 tower 1,1
blue: capture red thief 1,0
nobody scores
holds blue red small 1
supply red 6

# ---- On top of a tower

% small or large, from anywhere; no builder, no abbot; not on a bare foundation [TOW-13]
rules grow_revised
switch abbot ON
expansion tower traders-builders inns-cathedrals
red: tower/monastery 0,1 0 tower 0,1
blue: tower/city 1,1 0 ...
offers small tower 0,1, large tower 0,1
refuse abbot tower 0,1 TOW-13
refuse builder tower 0,1 TOW-13
refuse pig tower 0,1 TOW-13
refuse small tower 1,1 TOW-13
refuse large tower 1,1 TOW-13
refuse small tower 0,0 TOW-13
blue: large tower 0,1
large blue 0
stands blue 0,1 tower
feature 0,1 monastery: free
red: tower/city 2,1 0 tower 1,1          # one step away from the follower on the other tower
offers only capture blue large tower 0,1, pass
red: capture blue large tower 0,1
holds red blue large 1
nobody on 0,1

% when he leaves, the tower is open again, or closed for good      [TOW-15 TOW-14 TOW-9]
for tower_reopens YES NO
expansion tower
red: tower/field 0,1 0 tower 0,1
blue: tower/monastery 1,1 0 small tower 0,1
red: U 1,0 0 tower 1,1
red: capture blue small tower 0,1
height 0,1 1                             # the piece stays
blue: U 2,0 0 ...
if YES offers tower 0,1, small tower 0,1
if NO refuse tower 0,1 TOW-6
if NO refuse small tower 0,1 TOW-6
blue: pass

% where it does not reopen, a tower nobody stood on stays open                  [TOW-15]
switch tower_reopens NO
expansion tower
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 ...
offers tower 0,1, small tower 0,1
blue: tower 0,1
height 0,1 2

% to the end of the game he stays and scores nothing                            [TOW-14]
expansion tower
red: tower/monastery 0,1 0 tower 0,1
blue: E 0,-1 180
red: B 1,1 0 small tower 0,1
blue: B -1,1 0
red: U 1,0 0
blue: U -1,0 0
red: B 0,2 0
blue: B 1,2 0
red: tower/field -1,2 0                  # the monastery below him is complete
nobody scores
stands red 0,1 tower
final red 0 blue 0

# ---- Prisoners

% one for one at once; of small and large the taker chooses               [TOW-16 INT-5]
expansion tower inns-cathedrals
red: tower/field 0,1 0
blue: U 1,0 0
red: B 1,1 0 monk
blue: U 2,0 0 tower 0,1
blue: capture red monk 1,1
holds blue red small 1
red: B 0,2 0 large monastery
blue: B -1,1 0 tower 0,1
blue: capture red large monastery 0,2
holds blue red small 1 large 1
supply red 6
large red 0
red: U 3,0 0
blue: B 0,3 0 monk
red: U 4,0 0 tower 0,1
red: capture blue monk 0,3
turn red
offers only swap small, swap large
refuse pass BASE-7
refuse swap abbot TOW-16
red: swap large
large red 1
supply red 6 blue 7
holds blue red small 1
holds red blue
turn blue

% the other one                                                                 [TOW-16]
expansion tower inns-cathedrals
red: tower/field 0,1 0
blue: U 1,0 0
red: B 1,1 0 monk
blue: U 2,0 0 tower 0,1
blue: capture red monk 1,1
red: B 0,2 0 large monastery
blue: B -1,1 0 tower 0,1
blue: capture red large monastery 0,2
red: U 3,0 0
blue: B 0,3 0 large monastery
red: U 4,0 0 tower 0,1
red: capture blue large monastery 0,3
red: swap small
large red 0 blue 1
supply red 7 blue 7
holds blue red large 1
holds red blue

% with one kind only there is nothing to choose                                 [TOW-16]
expansion tower
red: tower/field 0,1 0
blue: U 1,0 0
red: B 1,1 0 monk
blue: U 2,0 0 tower 0,1
blue: capture red monk 1,1
red: B 0,2 0 monk
blue: B -1,1 0 tower 0,1
blue: capture red monk 0,2
holds blue red small 2
red: U 3,0 0
blue: B 0,3 0 monk
red: U 4,0 0 tower 0,1
red: capture blue monk 0,3
turn blue
holds blue red small 1                   # exactly one pair
holds red blue
supply red 6 blue 7

% exchange is between two players only; a third holds on                        [TOW-16]
expansion tower
players red blue green
red: tower/field 0,1 0
blue: B 1,1 0 monk
green: U 1,0 0 tower 0,1
green: capture blue monk 1,1
red: B 0,2 0 monk
blue: U 2,0 0 tower 0,1
blue: capture red monk 0,2
holds green blue small 1
holds blue red small 1
supply red 6 blue 6
turn green

% a chosen exchange is over: the next player's prisoner stays where he is       [TOW-16]
expansion tower inns-cathedrals
players red blue green
red: tower/field 0,1 0
blue: B 1,1 0 monk
green: U 1,0 0 tower 0,1
green: capture blue monk 1,1
red: B 0,2 0 monk
blue: U 2,0 0
green: U 3,0 0 tower 0,1
green: capture red monk 0,2
red: B -1,1 0 large monastery
blue: U 4,0 0
green: U 5,0 0 tower 0,1
green: capture red large monastery -1,1
red: U 6,0 0
blue: U 7,0 0
green: B 0,3 0 monk
red: U -1,0 0 tower 0,1
red: capture green monk 0,3
red: swap large
holds green red small 1
holds green blue small 1
blue: V 2,1 270
holds green red small 1
holds green blue small 1
supply blue 6
turn green

% a ransom: three points to the holder                      [TOW-17 TOW-18 INT-1 INT-11]
expansion tower
red: E 0,-1 180 knight S
scores red 4 city
blue: tower/field 0,1 0
red: A 1,0 90 thief W
blue: A -1,0 270
scores red 3 road
red: B 1,1 0 monk
blue: W 2,0 270 thief E
red: W 3,0 0
scores blue 2 road
blue: B 0,2 0 tower 0,1
offers only capture red monk 1,1, pass
blue: capture red monk 1,1
points red 7 blue 2
red draws B
turn red
offers ransom small from blue
refuse ransom large from blue TOW-17
red: ransom small from blue
points red 4 blue 5
supply red 7
holds blue red
turn red
refuse ransom small from blue TOW-17
red: lay -1,1 0 small tower 0,1          # at once onto a tower
stands red 0,1 tower
nobody scores

% only one's own, from whoever holds him                                        [TOW-17]
switch ransom_debt YES
expansion tower
players red blue green
red: tower/field 0,1 0
blue: B 1,1 0 monk
green: U 1,0 0 tower 0,1
green: capture blue monk 1,1
red draws U
refuse ransom small from green TOW-17
red: lay 2,0 0
blue draws U
refuse ransom small from red TOW-17
offers ransom small from green
blue: ransom small from green
points red 0 blue -3 green 3

% from red, who laid the first tile, as from anybody                            [TOW-17]
switch ransom_debt YES
expansion tower
red: tower/field 0,1 0
blue: B 1,1 0 monk
red: U 1,0 0 tower 0,1
red: capture blue monk 1,1
blue draws U
offers ransom small from red
blue: ransom small from red
points red 3 blue -3
supply blue 7
holds red blue

% less than three points: no ransom, or debts                                   [TOW-17]
for ransom_debt NO YES
expansion tower
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red draws U
if NO refuse ransom small from blue TOW-17
if YES offers ransom small from blue
if YES red: ransom small from blue
if YES points red -3 blue 3
if YES supply red 7
red: lay 1,0 0
nobody scores

% three points are enough; a large one costs no more                     [TOW-17 INT-27]
expansion tower inns-cathedrals
red: A 1,0 90 thief W
blue: A -1,0 270
scores red 3 road
red: B 0,1 0 large monastery
blue: tower/field 1,1 0 tower 1,1
blue: capture red large monastery 0,1
red draws B
refuse ransom small from blue TOW-17
red: ransom large from blue
points red 0 blue 3
large red 1
red: lay 0,2 0 large monastery

% one ransom a turn, or as many as one likes                                    [TOW-18]
for ransom_limit 1 UNLIMITED
switch ransom_debt YES
expansion tower
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red: B 1,2 0 monk
blue: U 1,0 0 tower 1,1
blue: capture red monk 1,2
holds blue red small 2
red draws U
red: ransom small from blue
if 1 refuse ransom small from blue TOW-18
if UNLIMITED red: ransom small from blue
if UNLIMITED points red -6 blue 6
if UNLIMITED supply red 7
if UNLIMITED holds blue red
red: lay 2,0 0 ...
if 1 refuse ransom small from blue TOW-18
red: pass
blue: U 3,0 0
red draws U
if 1 offers ransom small from blue       # in the next turn again
if 1 points red -3 blue 3

% from the start of the turn: also while an abbey may be placed            [TOW-18 INT-1]
switch ransom_debt YES
expansion tower abbey-mayor
table U -1,0 0
table B -1,1 0
table G 0,1 90
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: B -2,1 0 monk
blue: tower/field -2,2 0 tower -2,2
blue: capture red monk -2,1
turn red
offers only pile, abbey 0,0, ransom small from blue
red: ransom small from blue
supply red 7
turn red
offers only pile, abbey 0,0
red: abbey 0,0 monk

% until the action is taken: also with the tile on the table       [TOW-18 INT-1 INT-45]
switch ransom_debt YES
expansion tower
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red: U 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, tower 1,1, small tower 1,1, ransom small from blue, pass
red: ransom small from blue
supply red 7
turn red
offers only thief E W, farmer NL, farmer SL, tower 1,1, small tower 1,1, pass
red: small tower 1,1
supply red 6
turn blue

% after the piece it is too late, unless anybody asked may pay           [TOW-18 INT-45]
for ransom_window UNTIL_ACTION ANY_PROMPT
switch ransom_debt YES
expansion tower
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red: B 1,2 0 monk
if ANY_PROMPT red: pass             # asked once more before the scoring
blue: U 1,0 0
red: U 2,0 0 tower 1,1
if UNTIL_ACTION offers only capture red monk 1,2, pass
if UNTIL_ACTION refuse ransom small from blue BASE-7
if ANY_PROMPT offers only capture red monk 1,2, ransom small from blue, pass
if ANY_PROMPT red: ransom small from blue
if ANY_PROMPT points red -3 blue 3
turn red
red: pass
turn blue

% in another's turn, while the dragon is moved: only if anybody asked may pay   [TOW-18]
for ransom_window UNTIL_ACTION ANY_PROMPT
switch ransom_debt YES
expansion tower princess-dragon
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red: field-volcano 0,2 0
if ANY_PROMPT red: pass
blue: road-straight-dragon 1,0 0
blue: step N
turn red
if UNTIL_ACTION refuse ransom small from blue BASE-7
if UNTIL_ACTION offers only step N, step E
if ANY_PROMPT offers only step N, step E, ransom small from blue
if ANY_PROMPT red: ransom small from blue
if ANY_PROMPT supply red 7
turn red
red: step E
turn blue

% not used in the first part, it may be in the second               [TOW-18 INT-3 TB-15]
switch ransom_debt YES
expansion tower traders-builders
red: U 1,0 0 thief E W
blue: tower/field 0,1 0
red: U 2,0 0 builder road E W
blue: B 0,2 0
red: B -1,1 0 monk
blue: B 1,1 0 tower 0,1
blue: capture red monk -1,1
red: U 3,0 0
earns red
refuse ransom small from blue BASE-7     # the action of the first part is taken
red: second
red draws E
part 2
offers ransom small from blue
red: ransom small from blue
red: lay 0,-1 180
turn blue

% used in the first part, it is not in the second                   [TOW-18 INT-3 TB-15]
switch ransom_debt YES
expansion tower traders-builders
red: U 1,0 0 thief E W
blue: tower/field 0,1 0
red: U 2,0 0 builder road E W
blue: B 0,2 0
red: B -1,1 0 monk
blue: B 1,1 0 tower 0,1
blue: capture red monk -1,1
red: B -2,1 0 monk
blue: E 0,-1 180 tower 0,1
blue: capture red monk -2,1
holds blue red small 2
red draws U
red: ransom small from blue
red: lay 3,0 0
earns red
red: second
red draws U
refuse ransom small from blue TOW-18
red: lay 4,0 0
turn blue
blue: E 1,-1 0
red draws U
offers ransom small from blue

% prisoners and pieces have no value; a prisoner stands nowhere          [TOW-19 TOW-20]
expansion tower
red: U 1,0 0 thief E W
blue: tower/field 1,1 0 tower 1,1
final red 2 blue 0
blue: capture red thief 1,0
final red 0 blue 0
feature 1,0 road E: free strength red 0 blue 0
red: tower/monastery 0,1 0 tower 0,1     # nothing of blue's or red's is in reach
turn blue
blue: U 2,0 0 ...
offers thief E W                         # the road is free
blue: pass
holds blue red small 1

# ---- With the princess and the dragon

% capture first, then the dragon moves, over towers too      [INT-19 TOW-7 TOW-20 INT-1]
expansion tower princess-dragon
red: B 0,1 0 monk
blue: field-volcano 0,2 0
red: tower/field 1,1 0
blue: road-straight-dragon 1,0 0 tower 1,1
offers only capture red monk 0,1, pass
refuse step N BASE-7
blue: capture red monk 0,1
turn blue
offers only step N
blue: step N
holds blue red small 1                   # the prisoner is not eaten
red: step E
dragon 1,1
height 1,1 1                             # the piece stays
blue: step N
red: step W
dragon 0,0
turn red

% the dragon eats the follower on the tower                 [TOW-14 TOW-15 PD-18 INT-19]
for tower_reopens YES NO
expansion tower princess-dragon
switch dragon_steps 1
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0 small tower 0,1
red: field-volcano 0,2 0
blue: road-straight-dragon 2,0 0
supply blue 6
walk N
supply blue 7
nobody on 0,1
height 0,1 1
red: U 3,0 0 ...
if YES offers tower 0,1
if NO refuse tower 0,1 TOW-6
red: pass

% no follower on a tower where the dragon is, or yes                [TOW-13 PD-13 PD-28]
for tower_top_dragon FORBID ALLOW
expansion tower princess-dragon
switch dragon_steps 1
red: tower/field 0,1 0 tower 0,1
blue: field-volcano 0,2 0
red: road-straight-dragon 1,0 0
walk N
dragon 0,1
blue: U 2,0 0 ...
if FORBID refuse small tower 0,1 PD-13
if ALLOW offers small tower 0,1
offers tower 0,1                         # a piece is no follower
if FORBID blue: tower 0,1
if FORBID height 0,1 2
if ALLOW blue: small tower 0,1
if ALLOW stands blue 0,1 tower

% on a volcano turn: pieces, and followers on towers elsewhere      [PD-12 TOW-4 TOW-13]
expansion tower princess-dragon
red: tower/field 0,1 0 tower 0,1
blue: field-volcano 0,2 0 ...
offers only tower 0,1, small tower 0,1, pass
refuse farmer NL PD-13
blue: small tower 0,1
stands blue 0,1 tower
supply blue 6

% the fairy does not guard against towers; she stays                 [PD-9 TOW-9 INT-23]
for fairy_binding TILE FOLLOWER
expansion tower princess-dragon
red: B 0,1 0 monk
blue: tower/field 1,1 0
red: U 1,0 0 fairy monk 0,1
blue: U 2,0 0 tower 1,1
offers only capture red monk 0,1, pass
blue: capture red monk 0,1
nobody scores                            # red's follower is gone: no point
fairy 0,1
red: U 3,0 0 ...
refuse fairy monk 0,1 PD-5               # nor beside a prisoner
red: pass

% beside a follower on a tower: one point, never three                [PD-5 PD-7 INT-23]
for fairy_binding TILE FOLLOWER
expansion tower princess-dragon
red: tower/monastery 0,1 0 tower 0,1
blue: E 0,-1 180
red: B 1,1 0 small tower 0,1
blue: B -1,1 0
red: U 1,0 0 fairy small tower 0,1
fairy 0,1
final red 0 blue 0
blue: U -1,0 0
scores red 1 fairy
red: B 0,2 0 ...
refuse fairy small tower 0,1 PD-5
red: pass
blue: B 1,2 0
scores red 1 fairy
red: tower/field -1,2 0                  # the monastery below is complete
nobody scores
final red 2 blue 0

% a follower on a tower on her tile is safe from the dragon         [INT-50 PD-9 TOW-14]
expansion tower princess-dragon
red: tower/field 0,1 0 tower 0,1
blue: U 1,0 0
red: U 2,0 0 small tower 0,1
blue: field-volcano 0,2 0
red: U 3,0 0 fairy small tower 0,1
blue: road-straight-dragon 4,0 0
scores red 1 fairy
turn red                                 # 0,1 is the dragon's only neighbour
dragon 0,2
stands red 0,1 tower

% the princess or a piece, not both; each action stands in the list once   [INT-2 PD-32]
expansion tower princess-dragon
red: R 0,-1 180 knight S
blue: tower/field 0,1 0 tower 0,1
red: city2-corner-princess 1,-1 0 ...
offers only remove red knight 0,-1, fairy knight 0,-1, tower 0,1, small tower 0,1, farmer EL, pass
red: remove red knight 0,-1
turn blue
pieces red 10 blue 9
fairy nowhere

% through the portal or onto a tower, once each                     [TOW-13 PD-25 PD-28]
expansion tower princess-dragon
red: tower/field 0,1 0 tower 0,1
blue: crossing3-portal 1,0 0 ...
offers small tower 0,1, farmer 0,1 NL, knight 0,0 N, tower 0,1, thief S, pass
blue: small tower 0,1
stands blue 0,1 tower

% a ransom is no action: offered beside the princess               [TOW-18 PD-29 INT-45]
switch princess MUST
switch ransom_debt YES
expansion tower princess-dragon
red: R 0,-1 180 knight S
blue: tower/field 0,1 0
red: B 1,1 0 monk
blue: U 1,0 0 tower 0,1
blue: capture red monk 1,1
red: city2-corner-princess 1,-1 0 ...
offers only remove red knight 0,-1, ransom small from blue
refuse tower 0,1 PD-29
refuse small tower 0,1 PD-29
red: ransom small from blue
offers only remove red knight 0,-1
red: remove red knight 0,-1
supply red 7
points red -3 blue 3

% at any prompt: also where the second part is offered                          [TOW-18]
switch ransom_window ANY_PROMPT
switch ransom_debt YES
expansion tower traders-builders
red: U 1,0 0 thief E W
blue: tower/field 0,1 0
red: U 2,0 0 builder road E W
blue: B 0,2 0
red: B -1,1 0 monk
blue: B 1,1 0 tower 0,1
blue: capture red monk -1,1
red: U 3,0 0
red: pass                          # before the scoring
offers ransom small from blue, second, decline
red: ransom small from blue
supply red 6
red: decline
turn blue

% the same limit for all who pay in one turn                                    [TOW-18]
switch ransom_window ANY_PROMPT
switch ransom_debt YES
expansion tower princess-dragon
players red blue green
red: B 0,1 0 monk
blue: U 1,0 0 thief E W
green: tower/field 1,1 0 tower 1,1
offers only capture red monk 0,1, capture blue thief 1,0, pass
green: capture red monk 0,1
red: U 2,0 0
red: pass                          # before the scoring
blue: field-volcano 0,2 0
green: U 3,0 0 tower 1,1
green: capture blue thief 1,0
red: road-straight-dragon 4,0 0
offers only step N, ransom small from green
red: ransom small from green
red: step N
turn blue
refuse ransom small from green TOW-18
blue: step E
turn green
walk N E E E
dragon 4,0
turn blue
blue draws E
offers ransom small from green           # a new turn
holds green blue small 1
holds green red

% the dragon moves after the choice of the exchange                [TOW-16 INT-19 INT-1]
expansion tower princess-dragon inns-cathedrals
switch dragon_steps 1
red: tower/field 0,1 0
blue: U 1,0 0
red: B 1,1 0 monk
blue: U 2,0 0 tower 0,1
blue: capture red monk 1,1
red: B 0,2 0 large monastery
blue: B -1,1 0 tower 0,1
blue: capture red large monastery 0,2
red: field-volcano 1,2 0
blue: B 0,3 0 monk
red: road-straight-dragon 3,0 0 tower 0,1
red: capture blue monk 0,3
offers only swap small, swap large
red: swap small
supply red 7 blue 7
turn red
offers only step N, step W
red: step W
turn blue

% a recalled abbot may bring the points, and pays before the scoring             [TOW-18]
for ransom_window UNTIL_ACTION ANY_PROMPT
switch abbot ON
expansion tower
red: B 0,1 0 abbot monastery
blue: tower/field 1,1 0
red: U 1,0 0 thief E W
blue: U 2,0 0 tower 1,1
blue: capture red thief 1,0 E W
points red 0 blue 0
red: U 3,0 0 ...
refuse ransom small from blue TOW-17
red: recall 0,1
scores red 4 monastery (4 tiles around x 1)
if UNTIL_ACTION turn blue
if ANY_PROMPT turn red
if ANY_PROMPT offers only ransom small from blue, pass
if ANY_PROMPT red: ransom small from blue
if ANY_PROMPT points red 1 blue 3
if ANY_PROMPT supply red 7
if ANY_PROMPT offers only pass
if ANY_PROMPT red: pass
turn blue

% so may whoever could have paid before the action                               [TOW-18]
for ransom_window UNTIL_ACTION ANY_PROMPT
expansion tower
red: E 0,-1 180 knight S
scores red 4 city
blue: tower/field 0,1 0
red: B 1,1 0 monk
blue: U 1,0 0 tower 0,1
blue: capture red monk 1,1
red: U 2,0 0 ...
offers ransom small from blue
red: thief E W
if UNTIL_ACTION turn blue
if ANY_PROMPT turn red
if ANY_PROMPT offers only ransom small from blue, pass
if ANY_PROMPT refuse tower 0,1 BASE-7
if ANY_PROMPT red: pass
turn blue
nobody scores

% it is the active player who is asked, whoever moved the dragon last      [TOW-18 PD-15]
switch ransom_window ANY_PROMPT
switch ransom_debt YES
switch dragon_steps 1
expansion tower princess-dragon
red: B 0,1 0 monk
blue: tower/field 1,1 0 tower 1,1
blue: capture red monk 0,1
red: field-volcano 0,2 0
red: pass
blue: U 1,0 0
red: road-straight-dragon 2,0 0
red: step N
dragon 0,1
turn red
offers only ransom small from blue, pass
red: ransom small from blue
points red -3 blue 3
red: pass
turn blue
