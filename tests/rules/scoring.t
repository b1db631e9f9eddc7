# scoring.t -- points during the game, who gets them, and who goes home.

% a feature scores when it is complete, whoever lays the tile                  [BASE-37]
red: A 1,0 90 thief W
nobody scores
blue: A -1,0 270 farmer NL
scores red 3 road (3 tiles x 1)
points red 3 blue 0
supply red 7 blue 6

% it scores once: not again when tiles are laid beside it                      [BASE-37]
red: E 0,-1 180 knight S
scores red 4 city
blue: V 0,-2 180
nobody scores
red: B 1,-1 0
nobody scores
points red 4 blue 0

% a road: 1 point a tile                                                       [BASE-38]
red: U 1,0 0 thief E W
blue: U 2,0 0
red: W 3,0 90
blue: L -1,0 270                   # a crossing at each end: both count
scores red 5 road (5 tiles x 1)

% a city: 2 points a tile and 2 a shield: 3 tiles and a shield = 8             [BASE-39]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: F 0,-1 90 knight N S
blue: E 0,-2 180
scores red 8 city (3 tiles x 2 + 1 shield x 2)

% 4 tiles = 8                                                                  [BASE-39]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: R 0,-1 180 knight S
blue: U 1,0 0
red: E 1,-1 270
blue: U -1,0 0
red: E -1,-1 90
scores red 8 city (4 tiles x 2)

% a monastery: 9                                                               [BASE-40]
red: U 1,0 0
blue: U -1,0 0
red: B 0,1 0 monk
blue: E 1,1 90
red: E -1,1 270
blue: E 1,2 90
red: E 0,2 180
blue: E -1,2 270                   # a corner is the last
scores red 9 monastery (9 tiles around x 1)
points red 9 blue 0
supply red 7

% one tile is the eighth neighbour of two monasteries: 9 each                  [BASE-41]
red: B 0,1 0 monk
blue: B 1,1 0 monk
red: U 1,0 0
blue: U -1,0 0
red: U 2,0 0
blue: E -1,1 270
red: E 2,1 90
blue: E -1,2 270
red: E 2,2 90
blue: E 1,2 180
nobody scores
red: A 0,2 0
scores red 9 monastery, blue 9 monastery
points red 9 blue 9
supply red 7 blue 7

% a joined city worth 10, a knight each: 10 for both                           [BASE-42]
red: U 1,0 0
blue: U -1,0 0
red: E 1,-1 270 knight W
blue: E -1,-1 90 knight E
red: Q 0,-1 180                    # joins both
scores red 10 city (4 tiles x 2 + 1 shield x 2), blue 10 city
supply red 7 blue 7

% two knights against one: 10 for the majority only, all go home       [BASE-42 BASE-47]
red: E 0,1 180 knight S
blue: B -1,1 0
red: E -1,2 90 knight E
blue: B 1,1 0
red: U 1,0 0
blue: E 1,2 270 knight W
red: Q 0,2 0 ...
feature 0,2 city N: strength red 2 blue 1 owners red points 10 complete
refuse knight N BASE-31
red: pass
scores red 10 city
points red 10 blue 0
supply red 7 blue 7

% a joined road of four tiles, a thief each: 4 each                            [BASE-42]
red: A -1,0 270 thief E
blue: E 0,-1 180
red: V 0,1 0
blue: A 1,-1 0 thief S
red: V 1,0 90
scores red 4 road (4 tiles x 1), blue 4 road
supply red 7 blue 7

# The Check of BASE-42 has five knights on 6 tiles with 2 shields. With one follower a
# tile and four sides to join at, the base game brings only four of them into 6 tiles;
# five knights and the same 16 points take 7 tiles and a shield.
% five knights, 2 2 1, in a city worth 16: 16, 16 and nothing, all return      [BASE-42]
players red blue yellow
red: E 0,1 180 knight S
blue: E 1,1 180 knight S
yellow: B -1,1 0
red: E -1,2 90 knight E
blue: B 2,1 0
yellow: B -1,3 0
red: U 1,0 0
blue: E 2,2 270 knight W
yellow: E 0,3 0 knight N
red: R 1,2 0                       # joins the two blue knights
blue: C 0,2 0 ...                  # and all the others
feature 0,2 city N: tiles 7 shields 1 complete owners red blue
feature 0,2 city N: strength red 2 blue 2 yellow 1 points 16
blue: pass
scores red 16 city (7 tiles x 2 + 1 shield x 2), blue 16 city
points red 16 blue 16 yellow 0
supply red 7 blue 7 yellow 7

% 6 tiles and 2 shields, knights 2 1 1: 16 for one                             [BASE-42]
players red blue yellow
red: E 0,1 180 knight S
blue: B 1,1 0
yellow: B -1,1 0
red: E -1,2 90 knight E
blue: F 1,2 0 knight E W
yellow: B -1,3 0
red: U 1,0 0
blue: E 2,2 270
yellow: E 0,3 0 knight N
red: C 0,2 0
scores red 16 city (6 tiles x 2 + 2 shields x 2)
points red 16 blue 0 yellow 0
supply red 7 blue 7 yellow 7

% complete and nobody in it: no points, and too late to claim                  [BASE-43]
red: E 0,-1 180
nobody scores
feature 0,-1 city S: complete free
blue: V 0,-2 180 ...
refuse knight 0,-1 S BASE-29
blue: pass
final red 0 blue 0

% one tile completes a road and a city: 3 and 8                        [BASE-44 BASE-46]
first blue
blue: F 0,-1 90 knight N S
red: B 1,-1 0
blue: B -1,-1 0
red: A 1,-2 90 thief W
blue: A -1,-2 270
red: D 0,-2 180
scores red 3 road (3 tiles x 1), blue 8 city (3 tiles x 2 + 1 shield x 2)
points red 3 blue 8                # booked at once
supply red 7 blue 7

% majorities are those before anybody goes home                                [BASE-44]
red: E 0,1 180 knight S
blue: V 1,1 180
red: D 0,2 0 ...
feature 0,2 city N: complete owners red
red: thief E W
scores red 4 city
supply red 6
stands red 0,2 road E W

% two parts of the new tile, one city: scored once                             [BASE-45]
red: N 0,1 180 knight E
blue: N 1,1 270
red: N 0,2 90
blue: I 1,2 0                      # its two city parts close the city
joined 1,2 city N with 1,2 city W
scores red 8 city (4 tiles x 2)
points red 8 blue 0

% those of a scored feature return, those elsewhere on its tiles stay          [BASE-47]
red: A 1,0 90 thief W
blue: L -1,0 0 knight N            # on the tile where the road ends
scores red 3 road
supply red 7 blue 6
stands blue -1,0 city N
nobody on 1,0

% a returned follower takes any role from the next placement on                [BASE-48]
red: E 0,-1 180 knight S
scores red 4 city
supply red 7
blue: V 0,-2 180
red: B 1,-1 0 monk
blue: V 2,-1 180
red: U 1,0 0 thief E W
supply red 5

% farmers stay                                                                 [BASE-49]
red: E 0,-1 180 farmer NL
blue: A 1,0 90
red: A -1,0 270                    # the city and the road beside him are complete
supply red 6
stands red 0,-1 field NL
final red 3

% fifty and beyond: scores are numbers, the track is only a picture            [BASE-50]
red: Q 0,1 180 knight S
blue: M -1,1 180
red: R 1,1 180
blue: S -1,2 90
red: S 1,2 270
blue: M -1,3 90
red: T 0,3 0
blue: O 1,3 0
red: F 2,1 0
blue: F 3,1 0
red: G 4,1 0
blue: O 5,1 270
red: N 5,2 90
blue: E 6,2 270
red: C 0,2 0
scores red 50 city (15 tiles x 2 + 10 shields x 2)
points red 50 blue 0
blue: U 1,0 0
red: E 0,-1 180 knight S
scores red 4 city
points red 54
