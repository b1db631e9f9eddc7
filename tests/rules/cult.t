# cult.t -- expansion VI, the Cult: shrines and heretics. A heretic is a `monk` here.

% five tiles, or six of another printing                                        [CULT-1]
for cult_tiles 5 6
expansion cult
red draws E
if 5 left 75
if 6 left 76
left cult/shrine 1
left shrine-city 1
left shrine-road 1
left shrine-city-road-opposite 1
left shrine-road2-straight 1
if 5 left shrine-city-road2 0
if 6 left shrine-city-road2 1

% like a cloister: 1 and 1 for each neighbour                                   [CULT-1]
expansion cult
red: cult/shrine 0,1 0 monk
final red 2
blue: E 1,1 180
final red 3
red: E -1,1 180
blue: E 0,2 180
final red 5

% 9 when all eight lie                                                          [CULT-1]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table U 0,-1 0
red: cult/shrine 1,0 0 monk
final red 8
blue: E 0,0 270
scores red 9 monastery (9 tiles around x 1)
supply red 7

% or on the field, the road or the city of that tile                            [CULT-2]
expansion cult
red: shrine-city-road-opposite 0,-1 180 ...
offers only monk, thief N, knight S, farmer NL, pass
red: knight S
scores red 4 city
blue: cult/shrine 0,1 0 farmer NL

% no shrine beside two cloisters, no cloister beside two shrines                [CULT-3]
expansion cult
red: B 0,1 0
blue: B 1,1 0
red draws cult/shrine
refuse lay 0,2 0 CULT-3
refuse lay 1,2 0 CULT-3
offers lay -1,1 0, lay 2,1 0
red: lay 2,1 0

% nor a second shrine for an old cloister, a second cloister for an old shrine  [CULT-4]
expansion cult
red: B 0,1 0                       # nobody stands there
blue: cult/shrine 1,1 0
red draws shrine-city
refuse lay -1,1 0 CULT-4           # the cloister has its shrine
refuse lay 0,2 180 CULT-4
red: lay 2,1 0
blue draws B
refuse lay 1,2 0 CULT-3            # beside both shrines
offers lay 3,1 0                   # beside the second shrine only
blue: lay 3,1 0

% an abbey is a cloister for the limit                                     [CULT-4 AM-4]
expansion cult abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
table shrine-city 0,0 270          # beside the hole at 1,0
turn red
offers only pile, abbey 1,0
red: abbey 1,0
turn blue

% the shrine has a cloister already: no abbey, and none is offered  [CULT-4 AM-4 INT-43]
expansion cult abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
table cult/shrine 0,0 0
table B -1,0 0
red draws E                        # no choice: the hole is barred

% the shrine first: its heretic scores 9, the monk goes home [CULT-5 CULT-6 CULT-7 CULT-12]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0 monk
red: E -1,0 270
final red 6 blue 8
blue: U 0,-1 0
scores blue 9 monastery (9 tiles around x 1)
supply red 7 blue 7
nobody on 0,0
feature 0,0 monastery: free incomplete
points red 0 blue 9
final red 0 blue 9

% the cloister first: the heretic goes home                              [CULT-5 CULT-7]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: cult/shrine 0,0 0 monk
blue: B 1,0 0 monk
red: U 0,-1 0
scores blue 9 monastery
supply red 7 blue 7
nobody on 0,0

% one's own follower                                                            [CULT-5]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: cult/shrine 0,0 0 monk
blue: U 3,1 0
red: B 1,0 0 monk
supply red 5
blue: U 0,-1 0
scores red 9 monastery
supply red 7
nobody on 0,0

% one tile completes both: both score                                           [CULT-8]
expansion cult
table U -1,1 0
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table E -1,0 270
table U -1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0 monk
red: U 0,-1 0
scores red 9 monastery, blue 9 monastery
supply red 7 blue 7

% and a wagon there may move on, like any that was scored                [CULT-8 CULT-11]
expansion cult abbey-mayor
table U -1,1 0
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table E -1,0 270
table U -1,-1 0
switch wagon_move NEARBY
red: B 0,0 0 monk
blue: cult/shrine 1,0 0 wagon monastery
red: U 0,-1 0
scores red 9 monastery, blue 9 monastery
turn blue
offers move wagon city 2,0 E, home
blue: home

% completed without a follower: the neighbour plays on                          [CULT-9]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0
red: U 0,-1 0
nobody scores
stands red 0,0 monastery
final red 6

% unresolved: both score as they are                                           [CULT-10]
expansion cult
red: B 0,1 0 monk
blue: cult/shrine 1,1 0 monk
final red 3 blue 3

% a follower on another part of the loser's tile stays; farmers are no monks    [CULT-6]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 farmer NL
blue: cult/shrine 1,0 0 monk
red: U 0,-1 0
scores blue 9 monastery
stands red 0,0 field NL

% the loser's wagon goes home, the winner's may move on                  [CULT-11 AM-35]
for loser_wagon HOME MOVES
expansion cult abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: A 0,0 90 wagon monastery      # road W
blue: cult/shrine 1,0 0 monk
scores blue 9 monastery
if MOVES turn red
if MOVES offers move wagon road 0,0 W, home
if MOVES red: home
wagons red 1
supply blue 7

% the winner's wagon moves on                                                  [CULT-11]
expansion cult abbey-mayor
first blue
table U 0,1 0
table U 1,1 0
table U 2,1 0
table U 2,0 0
table U 2,-1 0
table U 1,-1 0
blue: A 1,0 270 wagon monastery    # road E
red: cult/shrine 0,0 0 monk
blue: V 0,-1 180
scores blue 9 monastery
turn blue
nobody on 0,0                      # the heretic is gone before
offers only move wagon road 1,0 E, home
refuse move wagon monastery 0,0 AM-31   # 0,0 does not touch
blue: move wagon road 1,0 E
supply red 7
wagons blue 0

% a wagon that moves to a shrine opens a challenge                        [CULT-6 AM-34]
expansion cult abbey-mayor
red: shrine-road 1,0 90 wagon road W
blue: B 1,1 0 monk
red: road-end -1,0 270             # three tiles
scores red 3 road
offers only move wagon monastery 1,0, home
red: move wagon monastery 1,0
final red 6 blue 3

% the fairy's three points for the scored side only                            [CULT-11]
expansion cult princess-dragon
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0 monk
red: E -1,0 270 fairy monk 0,0
blue: V 0,-1 180
scores blue 9 monastery
supply red 7 blue 7
fairy 0,0

% the monk was captured: no challenge, the heretic plays on                     [CULT-6]
expansion cult tower
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
red: B 0,0 0 monk
blue: cult/shrine 1,0 0 monk
red: E 3,0 270
blue: tower/field -1,0 0 tower -1,0
blue: capture red monk 0,0
holds blue red small 1
red: V 0,-1 180
scores blue 9 monastery
supply blue 7 red 6

% the monk placed with the tile that completes the shrine goes home, too [CULT-6 CULT-7]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: cult/shrine 1,0 0 monk
blue: B 0,0 0 monk
scores red 9 monastery
supply red 7 blue 7
nobody on 0,0

% a completed shrine is out of it: a monk beside it is safe              [CULT-6 CULT-9]
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: cult/shrine 1,0 0
blue: B 0,0 0 monk
nobody scores
stands blue 0,0 monastery
final blue 6

% the abbey's monk is challenged, too                             [CULT-4 CULT-6 CULT-7]
expansion cult abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
red: cult/shrine 0,0 0 monk
blue: abbey 1,0 monk
scores blue 9 monastery
supply red 7 blue 7
nobody on 0,0

% a challenge over the north-west corner                                  [CULT-5 CULT-6 CULT-7]
expansion cult
tiles tower
table E 0,-1 0
table E 1,-1 0
table E 1,0 90
table E 1,1 180
table E 0,1 180
table V -1,1 0
table tower/city -1,0 270
red: B -1,-1 0 monk
blue: cult/shrine 0,0 0 monk
scores blue 9 monastery
nobody on -1,-1
supply red 7 blue 7

% and over the south-east corner                                          [CULT-5 CULT-6 CULT-7]
expansion cult
tiles tower
table E 0,1 180
table E -1,1 180
table E -1,0 270
table E -1,-1 0
table E 0,-1 0
table V 1,-1 180
table tower/city 1,0 90
red: B 1,1 0 monk
blue: cult/shrine 0,0 0 monk
scores blue 9 monastery
nobody on 1,1
supply red 7 blue 7

% a shrine that lay there from the start is the monastery's one, too                  [CULT-4]
expansion cult
table cult/shrine 0,0 0
table B 1,0 0
fits cult/shrine 2,0 not
fits B 0,1 not

% the limit also over the south-east corner                                            [CULT-4]
expansion cult
table B 1,1 0
table E 1,0 0
table E 2,1 90
table cult/shrine 2,2 0
fits cult/shrine 0,0 not
fits V 0,0 0 90                    # anything else

% gardens are nothing to a shrine                                             [ABB-13 CULT-3]
expansion cult
switch tile_set REVISED72
switch abbot ON
table city-garden 0,0 0
table road-straight-garden 0,1 0
fits cult/shrine 1,0 0 90 180 270
