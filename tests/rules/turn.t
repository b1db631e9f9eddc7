# turn.t -- the steps of a turn, where a tile may lie, and tiles that fit nowhere.

% draw and lay, then one follower, then points: never in another order          [BASE-7]
red draws E
refuse knight 0,0 N BASE-7
refuse pass BASE-7
red: lay 0,-1 180 ...
refuse lay 1,0 90 BASE-7
offers only knight S, farmer NL, pass
red: knight S
scores red 4 city
blue draws V
refuse knight 0,-1 S BASE-7

% the follower is the player's choice, the points are not                       [BASE-7]
red: E 0,-1 180 ...
offers pass
red: pass
nobody scores
blue draws V

% the tile drawn is shown to all                                                [BASE-8]
players red blue green
red draws K
everybody sees K

% a tile shares a side with a laid one                                         [BASE-10]
red draws B
refuse lay 0,0 0 BASE-10     # a tile lies there
refuse lay 3,3 0 BASE-10     # far away
refuse lay 1,1 0 BASE-10     # touches the start tile at a corner only
offers only lay 0,1 0, lay 0,1 90, lay 0,1 180, lay 0,1 270

% all four turns are allowed where the sides match                     [BASE-10 BASE-11]
red draws X
fits X 1,0 0 90 180 270
fits X -1,0 0 90 180 270
fits X 0,-1 not
fits X 0,1 not

% city to city, road to road, field to field                                   [BASE-11]
red draws D
fits D 0,-1 180              # its city to the city
fits D 1,0 0 180             # its road to the road
fits D 0,1 180               # its field to the field
fits D -1,0 0 180
refuse lay 0,-1 0 BASE-11    # field at the city
refuse lay 0,-1 90 BASE-11   # road at the city
refuse lay 1,0 270 BASE-11   # city at the road
refuse lay 1,0 90 BASE-11    # field at the road
refuse lay 0,1 0 BASE-11     # city at the field
refuse lay 0,1 90 BASE-11    # road at the field

% one side of several that does not match is enough                            [BASE-11]
red: E 0,-1 180
blue: U 1,0 0
red draws V
fits V 1,-1 180              # field to the west and field to the south
refuse lay 1,-1 0 BASE-11    # roads west and south: neither matches
refuse lay 1,-1 90 BASE-11   # road to the west, field below
refuse lay 1,-1 270 BASE-11  # field to the west, road below
offers lay 1,-1 180

% monasteries may be neighbours, and ask nothing of theirs                     [BASE-12]
red: B 0,1 0
blue: B 1,1 0
red: A 1,0 90                # above one, with its road to the start tile
apart 0,1 monastery from 1,1 monastery

% a hole that nothing fills may be made, and somebody's city blocked           [BASE-13]
red: U 1,0 0
blue: U -1,0 0
red: V 1,-1 90
blue: E -1,-1 90
red: A 1,-2 0
blue: B 0,-2 0
fits nothing 0,-1
feature 0,0 city N: incomplete

% a tile that fits must be laid                                                [BASE-14]
red draws C
offers only lay 0,-1 0, lay 0,-1 90, lay 0,-1 180, lay 0,-1 270
refuse pass BASE-7

% a tile without a place leaves the game and another is drawn           [BASE-15 EDN-11]
for rules grow grow_revised devir_pt devir_es bigbox_ro
is unplaceable REDRAW
red: E 0,-1 180              # every city is closed now
removed C
blue draws V
left C 0
left 68
blue: lay 0,1 0
red draws U

% as often as needed, for the same player                                      [BASE-15]
red: E 0,-1 180
blue: A 1,0 90
red: A -1,0 270              # no open city and no open road: a field side is needed
removed C
removed X
removed P
removed S
blue draws V
left X 0
left P 2
blue: lay 0,1 0
red draws B

% the last tile has no place: no steps 2 and 3, the game ends           [BASE-16 EDN-C8]
for rules grow grow_revised devir_pt devir_es bigbox_ro
players red blue green
last C
red: E 0,-1 180 farmer NL
finish
over
removed C
laid red 24 blue 23 green 23 # the 71st tile was blue's to lay
points red 3 blue 0 green 0
winners red

% the last three have none: one after the other leaves the game                [BASE-16]
seed 2
players red blue green
last X C S
red: E 0,-1 180 farmer NL
finish
over
removed X
removed C
removed S
laid red 22 blue 22 green 22       # red drew all three and laid none
points red 3 blue 0 green 0
winners red
