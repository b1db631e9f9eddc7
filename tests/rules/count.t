# count.t -- expansion VI, the Count of Carcassonne. Tile 7 of the block lies at 0,0: its top
# row is y = -1 with tiles 1 to 4 at x = -2 to 1, its bottom row y = 1 with tiles 9 to 12.
#
# Roads leave tile 1 (west), 4 (north) and 11 (south), cities tile 9 (south) and 12 (east).

# ---- Set-up

% twelve tiles lie there; the start tile is out of the game              [COC-1 INT-15]
for count_start_tile REMOVE SHUFFLE
expansion count
red draws E
if REMOVE left 70
if REMOVE left D 3
if SHUFFLE left 71
if SHUFFLE left D 4
refuse lay 0,0 0 BASE-10
refuse lay -1,-1 0 BASE-10
refuse lay 5,5 0 BASE-10
feature -2,-1 road W: tiles 1 open 1 free
feature 1,-1 road N: tiles 1 open 1 free
feature 0,1 road S: tiles 1 open 1 free
feature -2,1 city S: tiles 1 open 1 free
feature 1,1 city E: tiles 1 open 1 free
joined -2,-1 field NL with 0,-1 field NR
apart -2,-1 field NL from -2,-1 field SR
joined 0,-1 field NL with 1,-1 field NL
apart 0,1 field ER from 0,1 field SR

% without the set the start tile lies at 0,0                              [COC-1 INT-15]
red draws E
left 70
feature 0,0 city N: tiles 1 open 1
fits E 0,-1 180

% a block tile counts as a tile: city and road of two tiles                       [COC-1]
expansion count
red: E -2,2 0 knight N
scores red 4 city (2 tiles x 2)
blue: A 1,-2 0 thief S
scores blue 2 road (2 tiles x 1)

% what grows from the block is an ordinary feature                        [COC-1 INT-41]
expansion count princess-dragon
red: crossing3-portal 0,2 180 ...      # road N, and E W; the field is south
offers thief -2,-1 W, knight -2,1 S, knight 1,1 E, farmer 0,-1 NL, farmer 1,0 EL
red: knight -2,1 S
stands red -2,1 city S
blue: E -2,2 0
scores red 4 city (2 tiles x 2)
turn blue                          # and blue may go into Carcassonne
blue: pass

% with a river only where the switch says so                                     [COC-23]
for count_with_river REFUSE ALLOW
expansion count
switch river RIVER_I
if REFUSE refuse start COC-23
if ALLOW feature -2,1 city S: tiles 1
if ALLOW red draws river-1/river-straight
if ALLOW offers only lay -4,0 0, lay -4,0 180

% the spring left of tile 5, its outflow to the left                    [COC-23 RIV2-15]
expansion count
switch count_with_river ALLOW
switch river RIVER_II
red draws fork
offers lay -4,0 90
refuse lay -3,0 90 BASE-10

% the count begins in the castle; nobody is inside                          [COC-2 INT-1]
expansion count
count castle
inside castle
inside market
inside blacksmith
inside cathedral

% no knight in Carcassonne but by its quarters, and nobody completes it            [COC-3]
expansion count princess-dragon king-robber
king nobody
red: crossing3-portal 0,2 180 ...
refuse knight 0,0 BASE-30
refuse knight -1,0 BASE-30
refuse enter small castle BASE-7
red: pass
king nobody
robber red                         # the road that ended at tile 11

% for a field at its walls it is one completed city: 3 points             [COC-3 INT-12]
for farm_city_points 3 4
expansion count
red: B -1,2 0 farmer NL
blue: B 2,0 0 farmer WL
if 3 final red 3 blue 3
if 4 final red 4 blue 4

% one city, though the field meets the walls in many places                      [COC-3]
expansion count
red: B 0,-2 0 farmer SL
blue: B -1,-2 0
red: B -3,0 0
joined 0,-2 field SL with -1,-1 field NL
final red 3 blue 0

% and one besides the others                                                     [COC-3]
expansion count
red: B -3,1 0 farmer NL            # beside tile 9
final red 3
blue: E -2,2 0                     # its city is complete
final red 6

% a barn at its walls: the farmers get 3, the barn 4         [COC-3 AM-21 AM-25 INT-12]
expansion count abbey-mayor
red: B -1,2 0 farmer NL
blue: A 0,2 180 barn 0,2           # between tiles 10, 11 and the two below
scores red 3 field (1 city x 3)
supply red 7
blue: pass
final red 3 blue 4

% farmers joined to it get 1                                       [COC-3 AM-23 INT-12]
expansion count abbey-mayor
red: B -1,2 0
blue: A 0,2 180 barn 0,2
red: B -1,-2 0 farmer SL           # north of the roads of tiles 1 and 4
blue: A -3,-1 270                  # around the end of the one road
scores red 1 field (1 city x 1)
supply red 7
blue: pass
final red 1 blue 4

# ---- Going in

% who makes another score and gains nothing may put a follower into a quarter  [COC-6 COC-4]
expansion count
players red blue green
red: G -2,2 90 knight N S
blue: E -2,3 0
scores red 6 city (3 tiles x 2)
turn blue
offers only enter small castle, enter small market, enter small blacksmith, enter small cathedral, pass
blue: enter small market
inside market blue small 1
supply red 7 blue 6 green 7
points red 6 blue 0 green 0
blue: pass                         # the count stays
green: U -3,-1 0 thief E W
red: A -4,-1 270
scores green 3 road (3 tiles x 1)
red: enter small market            # beside blue's
red: pass
inside market red small 1 blue small 1
final red 6 blue 0 green 3         # nobody gets points for that

% small and large anywhere, the mayor into the castle, the wagon not into the market [COC-5]
expansion count inns-cathedrals traders-builders abbey-mayor
switch abbot ON
red: G -2,2 90 knight N S
blue: E -2,3 0
scores red 6 city
offers only enter small castle, enter small market, enter small blacksmith, enter small cathedral, enter large castle, enter large market, enter large blacksmith, enter large cathedral, enter mayor castle, enter wagon castle, enter wagon blacksmith, enter wagon cathedral, pass
refuse enter mayor market COC-5
refuse enter mayor blacksmith COC-5
refuse enter mayor cathedral COC-5
refuse enter wagon market COC-5
refuse enter builder castle COC-5
refuse enter pig market COC-5
refuse enter barn market COC-5
refuse enter abbot cathedral COC-5
blue: enter wagon cathedral
inside cathedral blue wagon 1
wagons blue 0

% a city for blue 8, a road for himself 3: no deployment                         [COC-6]
expansion count
first blue
blue: G -2,2 90 knight N S
red: A -3,2 0 thief S
blue: N -2,3 0
red: B -2,4 0
blue: A -3,4 180
red: D -3,3 90
scores blue 8 city (4 tiles x 2), red 3 road (3 tiles x 1)
turn blue

% only the city: deployment                                                      [COC-6]
expansion count
first blue
blue: G -2,2 90 knight N S
red: A -3,2 0
blue: N -2,3 0
red: B -2,4 0
blue: A -3,4 180
red: D -3,3 90
scores blue 8 city (4 tiles x 2)
turn red
offers enter small castle, pass
red: enter small blacksmith
red: pass
turn blue

% a feature shared: the active player gained too                                 [COC-6]
expansion count
first blue
blue: G -2,2 90 knight N S
red: B -3,2 0
blue: B -1,2 0
red: E -3,3 90 knight E
blue: B 2,0 0
red: N -2,3 0
scores blue 8 city, red 8 city
turn blue

% nobody gained: no deployment                                             [COC-6 INT-8]
expansion count
red: E -2,2 0                      # nobody is there
nobody scores
turn blue
blue: A 1,-2 0
nobody scores
turn red

% in one's own feature the majority decides: who gets nothing may go in     [COC-6 COC-7]
expansion count inns-cathedrals
figures small 1
first blue
blue: G -2,2 90 large city N S
red: B -3,2 0 large monastery
blue: B -1,2 0
red: E -3,3 90 knight E            # his last follower
supply red 0
blue: B 2,0 0
red: N -2,3 0
scores blue 8 city (4 tiles x 2)
supply red 1                       # he is home again, and may go in at once
offers only enter small castle, enter small market, enter small blacksmith, enter small cathedral, pass
red: enter small castle
supply red 0
inside castle red small 1

% without a follower at home there is no question                          [COC-6 COC-7]
expansion count
figures small 1
first blue
blue: G -2,2 90 knight N S
red: B -3,2 0 monk
blue: B -1,2 0
red: E -2,3 0
scores blue 6 city
supply red 0
turn blue

% the fairy's 3 points are a gain: red is barred                     [COC-6 PD-8 INT-32]
for coc_gain ALL FEATURES
expansion count inns-cathedrals princess-dragon
first blue
blue: G -2,2 90 large city N S
red: B -3,2 0
blue: B -1,2 0
red: E -3,3 90 knight E
blue: B -4,2 0
red: B 2,0 0 fairy knight -3,3
blue: E 2,1 270
scores red 1 fairy                 # his next turn begins
red: N -2,3 0
scores blue 8 city, red 3 fairy
if ALL turn blue
if FEATURES turn red
if FEATURES offers enter small castle
if FEATURES red: pass

% another's 3 fairy points alone let him in                                [COC-6 AM-12]
for coc_gain ALL FEATURES
expansion count abbey-mayor princess-dragon
first blue
blue: G -2,2 90 mayor city N S
red: B -1,2 0
blue: B -3,2 0 fairy mayor city -2,2
red: E -2,3 0
scores blue 3 fairy
if ALL turn red
if ALL offers enter small castle
if ALL red: pass
turn blue                          # and no point for the fairy: the mayor is home
mayors blue 1

% a scoring of 0 points lets nobody in                                     [COC-6 AM-12]
expansion count abbey-mayor
first blue
blue: G -2,2 90 mayor city N S     # no shield: he has no strength
red: E -2,3 0
nobody scores
turn blue
mayors blue 1

% the fairy's point at the start, a ransom and goods are no gains     [COC-6 TB-27 INT-11]
expansion count traders-builders princess-dragon
first blue
blue: city2-through-wine -2,2 90 knight N S
red: B -3,2 0 monk
blue: B -1,2 0
red: B -4,2 0 fairy monk -3,2
blue: B 2,0 0
scores red 1 fairy
red: E -2,3 0
scores blue 6 city
goods red wine 1
turn red
offers enter small castle
red: pass

% nor is the abbot's recall                                               [COC-6 ABB-6]
switch abbot ON
expansion count
first blue
blue: G -2,2 90 knight N S
red: B -3,2 0 abbot monastery
blue: B -1,2 0
red: E -2,3 0 ...
red: recall -3,2
scores red 4 monastery (4 tiles around x 1), blue 6 city
turn red
offers enter small castle
red: pass

% nor are king and robber                                    [COC-6 KR-8 INT-53 KR-5]
for king_robber PER_FEATURE CONTINUOUS
expansion count king-robber
first blue
blue: G -2,2 90 knight N S
red: E 2,1 270                     # the first city
king red
blue: B -1,2 0
red: E -2,3 0
if PER_FEATURE scores blue 6 city
if CONTINUOUS scores blue 6 city, red 1 king
king red
turn red
offers enter small castle
red: pass
if PER_FEATURE final red 3 blue 6  # Carcassonne is one of three
if CONTINUOUS final red 1 blue 6

% what the dragon ate is no gain and no loss                              [INT-32 INT-21]
expansion count princess-dragon
switch dragon_steps 1
first blue
blue: field-volcano -1,2 0
red: B 2,0 0
blue: G -2,2 90 knight N S
red: princess-dragon/city-dragon -2,3 0
offers only step N, step W         # tile 10 is outside
red: step W
nobody scores
supply blue 7
turn blue

% at most one follower a part; in a double turn one in each, or one in all  [COC-8 INT-33 INT-3]
for coc_deploy_rate PER_PART PER_TURN
expansion count traders-builders
first blue
blue: B 2,-1 0
red: U 1,-2 90 thief N S
blue: B 2,-2 0
red: U 1,-3 90 builder road N S
blue: B 2,-3 0
red: B -1,2 0
blue: E 2,-4 270 knight W
red: E 2,1 270
blue: G -2,2 90 knight N S
red: D 1,-4 90
earns red
scores blue 4 city (2 tiles x 2)
turn red
red: enter small castle
red: count market
supply red 5
red: second E -2,3 0
offers only send small castle -2,3 city N, pass
red: pass                          # he would get points himself
scores blue 6 city (3 tiles x 2)
if PER_PART turn red
if PER_PART offers enter small castle
if PER_PART red: enter small castle
if PER_PART offers count castle
if PER_PART red: pass
if PER_PART inside castle red small 2
if PER_TURN inside castle red small 1
turn blue

% each part by itself: a gain in the first does not bar the second                [COC-8 INT-33]
expansion count traders-builders
first blue
blue: G -2,2 90 knight N S
red: U 1,-2 90 thief N S
blue: B 2,-1 0
red: U 1,-3 90 builder road N S
blue: B -1,2 0
red: A 1,-4 0 ...
earns red
red: pass
scores red 4 road (4 tiles x 1)
red: second E -2,3 0
scores blue 6 city
turn red
offers enter small castle
red: pass
turn blue

# ---- The count

% after each deployment he goes to any quarter, or stays                           [COC-9]
expansion count
red: G -2,2 90 knight N S
blue: E -2,3 0
scores red 6 city
blue: enter small market
offers only count market, count blacksmith, count cathedral, pass
refuse count castle COC-9          # there he is
blue: count market                 # also where the follower went
count market
turn red
inside market blue small 1

% or without a choice: one on, or after the follower                              [COC-9]
for count_move FREE CLOCKWISE FOLLOW_FOLLOWER
expansion count
players red blue green
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small blacksmith
if FREE blue: pass
if FREE count castle
if CLOCKWISE count market
if FOLLOW_FOLLOWER count blacksmith
green: U 1,-2 90 thief N S
red: A 1,-3 0
if FREE|CLOCKWISE blue: pass       # the blacksmith is open
scores green 3 road
red: enter small castle
if FREE red: count cathedral
if FREE count cathedral
if CLOCKWISE count blacksmith      # castle, market, blacksmith, cathedral
if FOLLOW_FOLLOWER count castle
turn blue

% without a deployment he does not move                                           [COC-9]
for count_move FREE CLOCKWISE FOLLOW_FOLLOWER
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: pass
count castle
turn red

# ---- Coming out

% a large one from the castle: blue 12, red 0, both home     [COC-14 COC-12 COC-20 COC-6]
expansion count inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large castle
blue: count market
red: F 2,1 0 knight E W
blue: F 3,1 0
red: E 4,1 270
turn blue                          # asked before the scoring
offers only send large castle 4,1 city W, pass
blue: send large castle 4,1 city W
scores blue 12 city (4 tiles x 2 + 2 shields x 2)
supply red 7
large blue 1
inside castle
turn red                           # now red gained nothing
red: pass

% the count is in the castle: nobody comes out of it                      [COC-15 COC-16]
expansion count inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large castle
blue: pass
count castle
red: F 2,1 0 knight E W
blue: F 3,1 0
red: E 4,1 270
scores red 12 city (4 tiles x 2 + 2 shields x 2)
inside castle blue large 1
turn blue

% not from his quarter, though from others; each to its own kind  [COC-15 COC-11 COC-12 COC-16]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: pass
red: U 1,-2 90 thief N S
blue: A 1,-3 0
scores red 3 road
blue: enter small blacksmith
blue: pass
red: G -2,2 90 knight N S
blue: W -3,2 90
red: N -2,3 0
blue: B -2,4 0
red: W -3,4 90
blue: D -3,3 90                    # completes a city and a road
turn blue
offers only send small blacksmith -3,3 road N, pass
refuse send small castle -3,3 city E COC-15
refuse send small blacksmith -3,3 city E COC-11
refuse send small castle -3,3 road N COC-11
refuse send large castle -3,3 city E COC-11
refuse send small blacksmith -2,-1 road W COC-11
refuse send small market -3,3 field NL COC-11
blue: send small blacksmith -3,3 road N
scores red 8 city (4 tiles x 2), blue 3 road (3 tiles x 1)
inside castle blue small 1
inside blacksmith
supply blue 6
turn red                           # blue gained

% they come out only so                                                          [COC-10]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: B -1,2 0
blue: E -2,2 0 ...
refuse send small castle -2,2 city N BASE-7
refuse recall 0,0 ABB-6
supply blue 6
blue: pass
turn blue                          # the scoring: now
offers only send small castle -2,2 city N, pass
blue: pass
nobody scores                      # nobody is in the city
inside castle blue small 1
turn red

% into a city where nobody is, or not                                      [COC-12 INT-8]
for coc_unoccupied YES NO
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: E -2,2 0
if YES turn blue
if YES blue: send small castle -2,2 city N
if YES scores blue 4 city (2 tiles x 2)
if YES supply blue 7
if YES turn red                    # who now may go in himself
if YES red: pass
if NO nobody scores
if NO inside castle blue small 1
turn blue

% from the left of the active player, he last; ties are paid to all  [COC-13 COC-12 COC-16 INT-5]
expansion count
players red blue green
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
green: U 1,-2 90 thief N S
red: A 1,-3 0
scores green 3 road
red: enter small castle
red: pass
blue: U 0,2 90 thief N S
green: W 0,3 90
scores blue 3 road
green: enter small castle
green: pass
inside castle red small 1 blue small 1 green small 1
red: G -2,2 90 knight N S
blue: E -2,3 0
turn green
offers only send small castle -2,2 city S, pass
green: send small castle -2,2 city S
turn red
red: pass
turn blue
blue: send small castle -2,2 city S
scores red 6 city (3 tiles x 2), green 6 city (3 tiles x 2), blue 6 city (3 tiles x 2)
inside castle red small 1
supply red 6 blue 7 green 7
turn green

% each decides once; who has nobody to send is not asked                         [COC-13]
expansion count inns-cathedrals
players red blue green
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
green: U 1,-2 90 thief N S
red: U 0,2 90 thief N S
blue: A 1,-3 0
scores green 3 road
blue: enter large castle
blue: pass
green: W 0,3 90
scores red 3 road
green: enter small cathedral       # not for cities
green: pass
red: G -2,2 90 knight N S
blue: E -2,3 0
turn blue                          # neither green nor red
offers only send small castle -2,2 city S, send large castle -2,2 city S, pass
blue: send small castle -2,2 city S
turn blue                          # any number
offers only send large castle -2,2 city S, pass
blue: pass
scores red 6 city, blue 6 city
inside castle blue large 1
turn green

% one pass for all features of a tile                                    [COC-13 COC-11]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: U 1,-2 90 thief N S
blue: A 1,-3 0
scores red 3 road
blue: enter small blacksmith
blue: pass
red: G -2,2 90 knight N S
blue: W -3,2 90
red: N -2,3 0
blue: B -2,4 0
red: W -3,4 90
blue: B -1,2 0
red: D -3,3 90
turn blue
offers only send small castle -3,3 city E, send small blacksmith -3,3 road N, pass
blue: send small castle -3,3 city E
offers only send small blacksmith -3,3 road N, pass
blue: send small blacksmith -3,3 road N
scores red 8 city, blue 8 city, blue 3 road
supply red 7 blue 7

% cathedral followers to monasteries                                            [COC-11]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small cathedral
blue: count market
red: B -1,2 0 monk
blue: E -2,2 0
red: U 0,2 90
blue: V 0,3 180
red: B -2,3 0
blue: B -1,3 0
offers only send small cathedral -1,2 monastery, pass
refuse send small cathedral -1,3 monastery COC-11    # not complete
blue: send small cathedral -1,2 monastery
scores red 9 monastery (9 tiles around x 1), blue 9 monastery (9 tiles around x 1)
supply red 7 blue 7

% and to abbeys                                                           [COC-11 INT-28]
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter wagon cathedral
blue: count market
red: E -2,2 0
blue: U 0,2 90
red: V 0,3 180
blue: B -2,3 0
red: B -1,3 0
blue: B 2,0 0
red: abbey -1,2 monk
turn blue
offers only send wagon cathedral -1,2 monastery, pass
blue: send wagon cathedral -1,2 monastery
scores red 9 monastery, blue 9 monastery
wagons blue 1                      # no road or city at its sides to move on to
supply red 7
turn blue

% and to shrines: who joins may win, and the other side is cleared   [COC-11 CULT-11 CULT-7]
expansion count cult inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large cathedral
blue: count market
red: cult/shrine -1,2 0 monk
blue: E -2,2 0
red: U 0,2 90
blue: V 0,3 180
red: V -2,3 0
blue: B -1,3 0 monk                # a challenge, and the shrine is complete
offers only send large cathedral -1,2 monastery, pass
blue: send large cathedral -1,2 monastery
scores blue 9 monastery (9 tiles around x 1)
supply red 7 blue 7                # red's heretic and blue's monk go home
nobody on -1,3
turn red

% blacksmith followers to roads, with their strength                    [COC-11 COC-14 INT-7]
expansion count inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large blacksmith
blue: pass
red: U 1,-2 90 thief N S
blue: A 1,-3 0
offers only send large blacksmith 1,-3 road S, pass
blue: send large blacksmith 1,-3 road S
scores blue 3 road (3 tiles x 1)
large blue 1
supply red 7

% a mayor weighs the shields of the city he comes to                 [COC-14 INT-29 AM-12]
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter mayor castle
blue: count market
red: F 2,1 0 knight E W
blue: F 3,1 0
red: E 4,1 270
blue: send mayor castle 4,1 city W
scores blue 12 city (4 tiles x 2 + 2 shields x 2)
mayors blue 1
supply red 7
red: pass

% without shields he weighs nothing                                  [COC-14 INT-29 AM-12]
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter mayor castle
blue: count market
red: G -2,2 90 knight N S
blue: E -2,3 0
blue: send mayor castle -2,3 city N
scores red 6 city
mayors blue 1
turn blue
blue: pass

% who came from a quarter stands on no tile: the fairy is not with him    [COC-14 PD-8]
for coc_stand NOWHERE TILE
expansion count princess-dragon
switch fairy_binding TILE
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: G -2,2 90 knight N S
blue: B -1,2 0
red: B -3,2 0 fairy knight -2,2
blue: B 2,0 0
scores red 1 fairy
red: E -2,3 0
blue: send small castle -2,2 city S
if NOWHERE scores red 6 city, blue 6 city, red 3 fairy
if TILE scores red 6 city, blue 6 city, red 3 fairy, blue 3 fairy

% a wagon that came from a quarter: on from the feature, not from a tile  [INT-54 AM-33]
for wagon_move TOUCHING NEARBY
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter wagon blacksmith
blue: count market
red: U 1,-2 90 thief N S
blue: B -1,2 0
red: E 2,-2 0                      # an open city near all tiles of the road
blue: W 1,-3 0
blue: send wagon blacksmith 1,-3 road S
scores red 3 road, blue 3 road
if TOUCHING turn blue
if TOUCHING offers only move wagon road 1,-3 E, move wagon road 1,-3 W, home
if TOUCHING blue: move wagon road 1,-3 E
if TOUCHING stands blue 1,-3 road E
if NEARBY wagons blue 1
turn red

% moved on, he stands where he stands                                    [COC-14 PD-7]
expansion count abbey-mayor princess-dragon
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter wagon blacksmith
blue: count market
red: U 1,-2 90 thief N S
blue: W 1,-3 0
blue: send wagon blacksmith 1,-3 road S
scores red 3 road, blue 3 road
blue: move wagon road 1,-3 E
red: B -1,2 0
blue: B 2,0 0 fairy wagon road 1,-3 E
fairy 1,-3
red: B 0,-2 0
scores blue 1 fairy                # his turn begins, the fairy beside the wagon

# ---- The market

% not when a feature is completed                                         [COC-17 COC-11]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B -1,2 0 farmer NL
blue: E -2,2 0
nobody scores
inside market blue small 1
turn red

% at the end from the market to any field, occupied or not         [COC-18 COC-17 INT-13]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B 0,-2 0 farmer SL
blue: B 2,0 0
finish
goes on
turn blue
offers send small market 0,-2 field SL, pass
refuse send small market -3,-1 road E COC-11
blue: send small market 0,-2 field SL
over
at the end red 3 field (1 city x 3), blue 3 field (1 city x 3)
points red 6 blue 3

% unless the count is there                                        [COC-18 COC-15 COC-19]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: count market
red: B 0,-2 0 farmer SL
blue: B 2,0 0
finish
over
at the end red 3 field
points red 6 blue 0
inside market blue small 1

% or he stays, and scores nothing                                         [COC-18 COC-19]
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B 0,-2 0 farmer SL
blue: B 2,0 0
finish
blue: pass
over
at the end red 3 field
points red 6 blue 0
inside market blue small 1

% a large farmer from the market counts as two                            [COC-18 COC-20]
expansion count inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter large market
blue: pass
red: B 0,-2 0 farmer SL
blue: B 2,0 0
finish
blue: send large market 0,-2 field SL
at the end blue 3 field
points red 3 blue 3

% the left of the last player first; each all he wants, or one at a time          [COC-18 INT-5]
for coc_final_order ONE_PASS ONE_EACH
expansion count inns-cathedrals
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: U 0,2 90
blue: U 1,-2 90 thief N S
red: A 1,-3 0
scores blue 3 road
red: enter small market
red: pass
blue: B 2,0 0 farmer NL
red: U 0,3 90 thief N S
blue: W 0,4 90
scores red 4 road
blue: enter large market
blue: pass
inside market red small 1 blue small 1 blue large 1
finish
turn blue                          # red laid the last tile
blue: send small market 2,0 field NL
if ONE_PASS turn blue
if ONE_EACH turn red
if ONE_EACH red: send small market 2,0 field NL
if ONE_EACH turn blue
blue: pass
if ONE_PASS turn red
if ONE_PASS red: send small market 2,0 field NL
over
inside market blue large 1
at the end blue 3 field (1 city x 3)
points red 7 blue 6

% only the market, or every quarter to what is not complete                      [COC-18]
for coc_final MARKET_ONLY ANY_QUARTER
expansion count
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: count market
red: B 2,0 0
blue: F 2,1 0 knight E W
finish
if MARKET_ONLY over
if MARKET_ONLY inside castle blue small 1
if MARKET_ONLY at the end blue 3 city
if ANY_QUARTER turn blue
if ANY_QUARTER offers send small castle 2,1 city E, pass
if ANY_QUARTER refuse send small castle 2,0 field NL COC-11
if ANY_QUARTER blue: send small castle 2,1 city E
if ANY_QUARTER over
if ANY_QUARTER at the end blue 3 city (2 tiles x 1 + 1 shield x 1)

% to a barn's field: 1 a city before the barn's 4           [COC-18 INT-47 INT-31 INT-12]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B -1,2 0
blue: A 0,2 180 barn 0,2
finish
turn blue
blue: send small market 0,2 field NL
over
at the end blue 1 field (1 city x 1), blue 4 field (1 city x 4)
points red 3 blue 5

% when a barn scores a field, the market too, or not                     [COC-17 INT-40]
for coc_market_barn NO YES
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B -1,2 0 farmer NL
blue: B 2,0 0
red: A 0,2 180 barn 0,2
if NO scores red 3 field
if NO inside market blue small 1
if YES turn blue
if YES offers only send small market 0,2 field NL, pass
if YES blue: send small market 0,2 field NL
if YES scores red 3 field, blue 3 field
if YES inside market
turn blue

% without farmers the market is a trap                                    [INT-49 COC-18]
expansion count
switch farmers OFF
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B 0,-2 0
finish
over
inside market blue small 1

# ---- Others around the city

% no tower reaches into a quarter, unless read otherwise                 [COC-21 TOW-9]
for tower_reaches_quarter NO YES
expansion count tower
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: pass
red: tower/field 2,0 0
blue: B -1,2 0
red: B 0,-2 0 tower 2,0
turn blue                          # tile 7 is two cells away
blue: B -1,-2 0
red: U 1,-2 90 tower 2,0
if YES offers only capture blue small castle, pass
if YES red: capture blue small castle
if YES holds red blue small 1
if NO inside castle blue small 1
turn blue

% the fairy does not go to a quarter, unless read otherwise               [COC-21 PD-5]
for fairy_quarter NO YES
expansion count princess-dragon
switch fairy_binding FOLLOWER
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: pass
red: B -1,2 0
blue: B 2,0 0 ...
if NO refuse fairy small castle PD-5
if NO offers only monk, farmer NL, pass
if YES offers only monk, farmer NL, fairy small castle, pass
if YES blue: fairy small castle
if YES red: B 0,-2 0
if YES scores blue 1 fairy

% two alike in one quarter: she is with one of them, and may go to the other  [COC-21 PD-5 PD-6]
switch fairy_binding FOLLOWER
switch fairy_quarter YES
expansion count princess-dragon
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small castle
blue: pass
red: U 1,-2 90 thief N S
blue: A 1,-3 0
scores red 3 road
blue: enter small castle
blue: pass
inside castle blue small 2
red: B -1,2 0
blue: B 2,0 0 ...
offers only monk, farmer NL, fairy small castle, pass       # once
blue: fairy small castle
red: B 2,-1 0
scores blue 1 fairy
blue: B 0,-2 0 ...
offers only monk, farmer NL, fairy small castle, pass       # beside the other one
blue: fairy small castle
red: E 3,0 90
scores blue 1 fairy

% on a table without the city its quarters lie nowhere: neither comes to them  [COC-21 PD-5 TOW-8]
expansion count princess-dragon tower
switch fairy_binding FOLLOWER
switch fairy_quarter YES
switch tower_reaches_quarter YES
table D 0,0 0
red: U 1,0 0 thief E W
blue: A 2,0 90
red: tower/field 0,1 0
blue: A -1,0 270
scores red 4 road
blue: enter small castle
blue: pass
red: B 0,2 0 tower 0,1
turn blue                          # nobody is in reach
blue: B 1,1 0 ...
offers only monk, farmer NL, tower 0,1, small tower 0,1, pass
blue: pass
inside castle blue small 1

% the dragon walks over outer tiles and eats there, never over the inner ones  [COC-22 COC-21 INT-22 PD-16]
expansion count princess-dragon
switch dragon_steps 2
red: crossing3-portal 0,2 180 knight 1,1 E
stands red 1,1 city E
blue: U -3,-1 0 thief E W
red: A -4,-1 270
scores blue 3 road
red: enter small castle
red: pass
blue: field-volcano 2,0 0
dragon 2,0
red: road-straight-dragon -1,2 0 ...
red: pass
red: step W
dragon 1,0
offers only step N, step S
refuse step W PD-16                # tile 7
blue: step S
dragon 1,1
supply red 6                       # the knight is eaten, who is inside is safe
inside castle red small 1
turn blue

% the fairy beside a follower on an outer tile, and towers see across    [COC-22 TOW-8]
expansion count princess-dragon tower
red: crossing3-portal 0,2 180 knight 1,1 E
blue: tower/field -1,-2 0
red: B 2,0 0 fairy knight 1,1
fairy 1,1
blue: U -1,2 0 thief E W
scores red 1 fairy
red: B 0,-2 0 tower -1,-2
blue: B 2,-1 0 tower -1,-2
scores red 1 fairy
red: E 3,0 0 tower -1,-2
turn blue                          # three high: not yet as far
blue: B -2,-2 0 tower -1,-2
offers only capture blue thief -1,2, pass    # four, over the whole block
blue: pass
scores red 1 fairy

% a barn that pays the farmers nothing lets nobody into a quarter            [COC-6 AM-21 AM-28]
expansion count abbey-mayor
table D 0,0 0
red: E 0,1 180
blue: E -1,1 180 farmer NL
red: U -1,0 0 barn 0,1             # no city is complete
scores blue 0 field
supply blue 7
turn blue

% from the market to the field of a new barn where no farmer is           [COC-17 AM-21 INT-40]
for coc_market_barn NO YES
expansion count abbey-mayor
tiles tower
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B 2,0 0
blue: A 0,2 180
red: tower/field -1,2 0 barn 0,2
if YES turn blue
if YES offers only send small market -1,2 field NL, pass
if YES blue: send small market -1,2 field NL
if YES scores blue 3 field (1 city x 3)
if YES red: pass                   # he may go into a quarter himself (COC-6)
if NO nobody scores
turn blue

% nobody comes from the market to a field that only joins a barn without farmers [COC-17 AM-23]
switch coc_market_barn YES
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B -1,2 0
blue: B 2,0 0
red: A 0,2 180 barn 0,2
blue: pass                         # nor does he want to now
blue: B -1,3 0                     # the field grows, but nobody is paid
turn red
inside market blue small 1

% one at a time, and three at the table: round and round                        [COC-18 INT-5]
switch coc_final_order ONE_EACH
expansion count
players red blue green
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
green: U 1,-2 90 thief N S
red: A 1,-3 0
scores green 3 road
red: enter small market
red: pass
blue: G -2,2 90 knight N S
green: U 0,2 90 thief N S
red: W 0,3 180
scores green 3 road
red: enter small market
red: pass
blue: B 2,0 0
green: E -2,3 0
scores blue 6 city
green: enter small blacksmith
green: pass
inside market red small 2 blue small 1
finish
turn red
red: send small market 2,0 field NL
turn blue
blue: send small market 2,0 field NL
turn red
red: pass
over
inside market red small 1
inside blacksmith green small 1
