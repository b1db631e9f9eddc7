# followers.t -- where a follower may stand.

% at most one follower, on the tile just laid                                  [BASE-29]
red: V 1,0 0
blue: U -1,0 0 ...
refuse thief 1,0 S W BASE-29
refuse farmer 1,0 NL BASE-29
offers only thief E W, farmer NL, farmer SL, pass
blue: farmer NL
supply blue 6
red draws K
refuse thief -1,0 E W BASE-7       # the next player draws: no second follower

% a follower on the map is not moved or taken back                             [BASE-29]
red: B 0,1 0 monk
blue: U 1,0 0
red: U 2,0 0 ...
refuse recall 0,1 ABB-6
refuse monk 0,1 BASE-29

% each road, city and field of the tile is a place of its own                  [BASE-30]
red: L 1,0 0 ...
offers only knight N, thief E, thief S, thief W, farmer EL, farmer ER, farmer WL, pass
refuse monk BASE-30                # there is no monastery
red: thief S
stands red 1,0 road S
apart 1,0 road S from 1,0 road W

% thief, knight, monk, farmer; the role lasts until the follower returns       [BASE-30]
red: A 1,0 90 ...
offers only thief W, monk, farmer NL, pass
red: monk
stands red 1,0 monastery
feature 1,0 road W: free

% the city has a knight already: a farmer only                                 [BASE-31]
red: G 0,-1 90 knight N S
blue: E 0,-2 180 ...
refuse knight S BASE-31
offers only farmer NL, pass

% the own knight stands in the way too, at any distance                        [BASE-31]
red: F 0,-1 90 knight N S
blue: F 0,-2 90
red: G 0,-3 90 ...
refuse knight S BASE-31
offers only farmer EL, farmer WL, pass

% the large field is taken: knight, thief, or farmer in the small one   [BASE-31 EDN-C6]
for rules grow devir_pt devir_es bigbox_ro
red: E 0,-1 180 farmer EL
blue: J 1,-1 0 ...
refuse farmer WL BASE-31
offers only knight N, thief E S, farmer ER, pass
blue: farmer ER
feature 1,-1 field WL: owners red
feature 1,-1 field ER: owners blue

% a tile joins three farmers: its player adds none                     [BASE-31 BASE-33]
players red blue yellow
red: U 1,0 0 farmer NL             # north of the road
blue: E 0,-1 180 farmer NL
yellow: D 2,0 0
red: V 0,1 0
blue: V 1,1 270
yellow: E 2,-1 180 farmer NL
red: B 1,-1 0 ...
refuse farmer NL BASE-31
offers only monk, pass
feature 1,-1 field NL: strength red 1 blue 1 yellow 1 owners red blue yellow
red: pass

% a monastery is always free when it comes                                     [BASE-32]
red: B 0,1 0 monk
blue: B 1,1 0 ...
offers monk
blue: monk
feature 0,1 monastery: owners red
feature 1,1 monastery: owners blue

% a farmer beside another at a corner; a third tile joins the fields           [BASE-33]
red: E 0,-1 180 farmer EL
blue: U 1,0 0 ...
offers farmer NL
blue: farmer NL
apart 0,-1 field EL from 1,0 field NL
red: V 1,-1 180
joined 0,-1 field EL with 1,0 field NL
feature 1,0 field NL: strength red 1 blue 1 owners red blue
final red 3 blue 3

% all seven are on the map: step 2 is skipped                          [BASE-34 BASE-36]
red: E 0,1 180 knight S
blue: U 1,0 0
red: E 1,1 180 knight S
blue: U 2,0 0
red: E 2,1 180 knight S
blue: U -1,0 0
red: E -1,1 180 knight S
blue: U -2,0 0
red: E -2,1 180 knight S
blue: U 3,0 0
red: B 3,1 0 monk
supply red 1
blue: U -3,0 0
red: B -3,1 0 monk
supply red 0
blue: U 4,0 0
red: D 0,2 0 ...                   # closes the first city
offers only pass
refuse thief E W BASE-34
refuse farmer SL BASE-34
red: pass
scores red 4 city                  # its knight is back only now
supply red 1
blue: U 5,0 0
red: V 0,3 0 ...                   # and may take another role
offers farmer NL, thief S W, pass
red: thief S W
supply red 0

% what the tile completes may be claimed, and scores at once            [BASE-35 EDN-C3]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: E 0,-1 180 ...
feature 0,-1 city S: tiles 2 complete free
offers knight S
red: knight S
if grow|grow_revised|bigbox_ro  scores red 4 city (2 tiles x 2)
if devir_pt|devir_es            scores red 2 city (2 tiles x 1)
supply red 7

% a road of three, completed and claimed: 3                                    [BASE-35]
for rules grow grow_revised devir_pt devir_es bigbox_ro
red: A 1,0 90
blue: A -1,0 270 thief E
scores blue 3 road (3 tiles x 1)
supply blue 7

% a follower that returns now is not placed now                 [BASE-36 BASE-48 EDN-C9]
red: A 1,0 90 thief W
blue: U -1,0 0
red: A -2,0 270 monk               # completes the road; one follower is one action
scores red 4 road
supply red 6                       # thief home, monk out
blue: V 0,1 0
red: V 1,1 270 farmer NL
supply red 5
