# king.t -- expansion VI, King & Robber Baron.

% five tiles; nobody has the king or the robber                                   [KR-1]
expansion king-robber
red draws E
left 75
king nobody
robber nobody
left king-robber/city-monastery 1
left king-robber/city-road-w 1
left king-robber/city-road-w-road-curve 1
left king-robber/city2-corner-road2-split 1
left king-robber/city2-bridge-city2 1

% how the switch stands                                                           [KR-5]
for rules grow grow_revised
expansion king-robber
is king_robber PER_FEATURE

% two parts, two cities; a later tile may make them one                           [KR-2]
expansion king-robber
red: king-robber/city2-bridge-city2 0,-1 0 knight N S
apart 0,-1 city N from 0,-1 city E
blue: P 1,-1 0                     # city N W
red: N 0,-2 180                    # city S E
apart 0,-1 city N from 0,-1 city E
blue: M 1,-2 270                   # city S W joins them
joined 0,-1 city N with 0,-1 city E
feature 0,-1 city N: tiles 5 shields 1 open 1
red: E -1,-1 90
scores red 14 city (6 tiles x 2 + 1 shield x 2)
king red

% sizes 3, 3, 5, 4: only a larger city takes the king              [KR-3 KR-4 KR-5 KR-8]
for king_robber PER_FEATURE FLAT10 FLAT15_40 CONTINUOUS
expansion king-robber
players red blue green
table D 0,0 0
table D 1,0 0
table U 2,0 0
table U 3,0 0
table D 4,0 0
table U 5,0 0
table U 6,0 0
table U 7,0 0
table D 8,0 0
table F 0,-1 90
table F 1,-1 90
table R 4,-1 180
table E 3,-1 90
table N 5,-1 0
table R 8,-1 180
table king-robber/city-monastery 7,-1 90
king nobody
red: E 0,-2 180                    # 3 tiles; nobody has a knight there
nobody scores
king red
blue: E 1,-2 180                   # 3 tiles
if CONTINUOUS scores red 1 king
king red
green: E 5,-2 180                  # 5 tiles
if CONTINUOUS scores red 1 king
king green
red: E 9,-1 270                    # 4 tiles
if CONTINUOUS scores green 1 king
king green
robber nobody
if PER_FEATURE final red 0 blue 0 green 4
if FLAT10 final red 0 blue 0 green 10
if FLAT15_40 final red 0 blue 0 green 15
if CONTINUOUS final red 2 blue 0 green 1

% whoever lays the tile, whoever has the knights                                  [KR-3]
expansion king-robber
red: G 0,-1 90 knight N S
blue: E 0,-2 180
scores red 6 city
king blue
final red 6 blue 1

% one tile completes two cities: the larger is compared; both count          [KR-4 KR-5]
expansion king-robber
table D 0,0 0
table F 0,-1 90
table B 1,-1 0
table E 1,-2 270                   # city W
red: I 0,-2 180                    # two cities, E and S: 2 tiles and 3
nobody scores
king red
final red 2
blue: E 1,-3 0
red: E 0,-3 0
blue: E 1,-4 180                   # 2 tiles
king red
final red 3

% the first road, and a longer one                                           [KR-6 KR-7]
for king_robber PER_FEATURE CONTINUOUS
expansion king-robber
robber nobody
red: A 1,0 90 thief W
blue: A -1,0 270                   # 3 tiles
scores red 3 road
robber blue
king nobody
red: V 0,1 270                     # road E S
blue: V 1,1 0                      # road S W
red: V 0,2 180                     # road N E
blue: V 1,2 90                     # road N W: a ring of four
if CONTINUOUS scores blue 1 robber
robber blue
if PER_FEATURE final red 3 blue 2
if CONTINUOUS final red 3 blue 1

% a ring longer than the first road; equal lengths change nothing                 [KR-6]
expansion king-robber
red: A 1,0 90
blue: A -1,0 270                   # 3 tiles
robber blue
red: V 0,1 270                     # road E S
blue: V 1,1 0                      # road S W
red: V 0,2 180                     # road N E
blue: U 2,1 90                     # road N S
red: V 1,2 90                      # road N W: a ring of four
robber red
blue: U 2,0 90
red: U 2,2 90
blue: W 2,-1 0
red: W 2,3 180                     # 5 tiles
robber red
final red 3 blue 0

% a road with three ends counts all its tiles                                     [KR-6]
expansion king-robber abbey-mayor
table road-three-ends 0,0 0
red: A 0,-1 0
blue: A 1,0 90
robber nobody
red: road-end -1,0 270
robber red
final red 1

% an inn does not matter                                                          [KR-6]
expansion king-robber inns-cathedrals
red: road-straight-inn 1,0 0
blue: A 2,0 90
red: A -1,0 270
robber red
final red 1 blue 0

% both awards: 40 together, 15 each                                               [KR-5]
expansion king-robber
for king_robber FLAT10 FLAT15_40 PER_FEATURE
red: E 0,-1 180
king red
blue: A 1,0 90
red: A -1,0 270
robber red
if FLAT10 final red 20 blue 0
if FLAT15_40 final red 40 blue 0
if PER_FEATURE final red 2 blue 0

% whoever places an abbey completes: king and robber                         [AM-9 KR-3]
expansion king-robber abbey-mayor
table U -1,0 0
table B -1,1 0
table E 0,1 0
table B 1,1 0
table U 1,0 0
table E -1,-1 0
table B 0,-1 0
red: U -2,0 0 thief E W
blue: A -3,0 270
red: U 2,0 0
blue: abbey 0,0
scores red 3 road
robber blue
king blue                          # a city of one tile
final red 3 blue 2

% at a real end                                                              [KR-5 KR-7]
expansion king-robber
red: E 0,-1 180
blue: A 1,0 90
red: A -1,0 270
king red
robber red
finish
over
at the end red 1 king (1 city x 1), red 1 robber (1 road x 1)

% one tile, two cities: the holder before it is paid for both                     [KR-5]
expansion king-robber
players red blue
switch king_robber CONTINUOUS
table D 0,0 0
table F 0,-1 90
table B 1,-1 0
table E 1,-2 270
table E -1,-1 0
red: E -1,-2 180                   # 2 tiles
nobody scores
king red
blue: I 0,-2 180                   # 2 tiles and 3
scores red 2 king (2 cities x 1)
king blue
final red 2 blue 0

% a road that crosses itself: the tile counts once                                [KR-6]
expansion king-robber traders-builders
table road-bridge-road 0,0 0
red: V 1,0 90                      # road N W
blue: V 1,-1 0                     # road S W
red: V 0,-1 270                    # road E S
blue: A -1,0 270
red: A 0,1 180
robber red
feature 0,0 road N S: tiles 6 complete
