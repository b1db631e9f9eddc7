# setup.t -- who plays, with what, and how the table looks before the first turn.
# How to read a card: README.md.

% one player practises alone, with everything a player has                       [BASE-1]
players red
supply red 7
points red 0

% six do not play the base game                                          [BASE-1 EDN-12]
players yellow red green blue black white
refuse start BASE-1

% six may play where the switch allows it                                       [EDN-12]
players yellow red green blue black white
switch max_players 6
supply white 7

% five colours, seven followers each, nobody has points                  [BASE-1 BASE-3]
players yellow red green blue black
supply yellow 7 red 7 green 7 blue 7 black 7
points yellow 0 red 0 green 0 blue 0 black 0

% 72 tiles: the start tile lies, one is drawn, 70 are left               [BASE-2 BASE-5]
red draws E
left 70
left A 2
left B 4
left C 1
left D 3                     # the fourth is the start tile
left E 4                     # the fifth is in red's hand
left F 2
left G 1
left H 3
left I 2
left J 3
left K 3
left L 3
left M 2
left N 3
left O 2
left P 3
left Q 1
left R 3
left S 2
left T 1
left U 8
left V 9
left W 4
left X 1

% the pile is what is left, however it was shuffled                             [BASE-5]
for seed 0 1 2 3
left 70

% a draw order cannot hold a tile twice that exists once                        [BASE-5]
deal C C
refuse start BASE-5

% nor a tile of a set that is not in play                                 [BASE-5 EDN-7]
deal river-1/lake
refuse start BASE-5

% the start tile: city in the north, road from east to west, nobody's           [BASE-4]
red draws E
feature 0,0 city N: tiles 1 shields 0 open 1 incomplete free
feature 0,0 road E W: tiles 1 open 2 incomplete free
nobody on 0,0

% no follower goes onto the start tile                                  [BASE-4 BASE-29]
red: E 0,-1 180 ...
refuse knight 0,0 N BASE-29
refuse thief 0,0 E W BASE-29
refuse farmer 0,0 SL BASE-29

% the starting player is named, then it goes round by the seats           [BASE-6 EDN-5]
players red green blue
first green
green: U 1,0 0
blue: U 2,0 0
red: U 3,0 0
green: U 4,0 0

% a starting player must sit at the table                                       [BASE-6]
players red blue
first seat 2
refuse start BASE-6
