# rulings.t -- BASE-62 to BASE-68: what follows from the rules in unusual positions.

% knights on both parts of a tile meet when the parts become one city          [BASE-62]
red: I 0,1 180 knight E
blue: N 0,2 90 knight N            # closes nothing yet: the other part of red's tile
apart 0,1 city E from 0,1 city S
red: N 1,1 270
blue: N 1,2 0 ...                  # now all is one city
feature 0,1 city S: tiles 4 strength red 1 blue 1 owners red blue complete
blue: pass
scores red 8 city, blue 8 city
supply red 7 blue 7

% one follower a tile                                                          [BASE-63]
red: L 1,0 0 thief S
blue draws V
refuse knight 1,0 N BASE-7
blue: lay 2,0 0 ...
refuse knight 1,0 N BASE-29

% two features by one tile: the points of both                                 [BASE-64]
first blue
blue: B 0,1 0
red: F 0,-1 90 knight N S
blue: B 1,-1 0
red: A 1,-2 90 thief W
blue: B -1,-1 0
red: A -1,-2 270
blue: D 0,-2 180
scores red 3 road, red 8 city
points red 11 blue 0

% two followers in one feature: its points once                                [BASE-64]
red: E 0,1 180 knight S
blue: B -1,1 0
red: E -1,2 90 knight E
blue: B 1,1 0
red: N 0,2 0
scores red 6 city (3 tiles x 2)
points red 6
supply red 7

% a city that can no longer be completed keeps its knight to the end           [BASE-65]
red: U 1,0 0
blue: U -1,0 0
red: V 1,-1 90
blue: E -1,-1 90 knight E
red: A 1,-2 0
blue: B 0,-2 0 ...                 # closes a hole that nothing fills
fits nothing 0,-1
refuse recall -1,-1 ABB-6
blue: pass
supply blue 6
final red 0 blue 1

% a farmer in a closed field, far from any city                                [BASE-66]
red: V 0,1 270
blue: V 1,1 0
red: V 0,2 180
blue: V 1,2 90 ...
offers farmer NL                   # the field inside the ring of roads
blue: farmer NL
feature 0,1 field ER: owners blue points 0
final red 0 blue 0

% a crossing fills a hole and completes four roads                     [BASE-67 BASE-11]
red: A -1,0 270 thief E
blue: K 0,-1 180
red: W 1,-1 0 thief S
blue: V 2,-1 90
red: V 0,1 270
blue: A 2,0 90 thief W
red: W 1,1 180
fits X 1,0 0 90 180 270
fits U 1,0 not                     # all four sides must match
fits W 1,0 not
blue: X 1,0 0 ...
refuse thief N BASE-31
refuse thief E BASE-31
refuse thief W BASE-31
offers thief S
blue: thief S
scores red 3 road (3 tiles x 1), red 2 road, blue 2 road, blue 2 road
points red 5 blue 4
supply red 7 blue 7

% a monastery laid into a full ring: 9 at once                         [BASE-68 EDN-C13]
for rules grow devir_pt devir_es bigbox_ro
red: U 1,0 0
blue: U -1,0 0
red: E 1,1 90
blue: E -1,1 270
red: E 1,2 90
blue: E -1,2 270
red: E 0,2 180
blue: B 0,1 0 ...
feature 0,1 monastery: tiles 9 complete free
offers only monk, farmer NL, pass
blue: monk
scores blue 9 monastery (9 tiles around x 1)
supply blue 7
