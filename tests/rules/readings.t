# readings.t -- where a book's letter and what other programs play differ (EDN-21): each switch
# in all its values. `bigbox_ro` follows the letter of its book.

# ---- Barns: with the scoring of the part, or at once

% farmers joined to a barn: the tower takes them first, or they are paid first  [AM-23 TOW-7]
for barn_timing WITH_SCORING AT_ONCE
expansion abbey-mayor tower
first blue
table B 0,0 0
table B 1,0 0
table B 0,1 0
table E -1,0 270
table E -2,0 90
blue: B 1,1 0 barn 1,1
red: U 2,0 90 farmer EL
blue: tower/field 3,0 0
red: U 2,1 90
blue: A 2,2 180 ...
if AT_ONCE scores red 1 field (1 city x 1)
if AT_ONCE supply red 7
if AT_ONCE nobody on 2,0
if WITH_SCORING supply red 6
blue: tower 3,0
if WITH_SCORING offers only capture red farmer 2,0 EL, pass
if WITH_SCORING blue: capture red farmer 2,0 EL
if WITH_SCORING nobody scores
if WITH_SCORING holds blue red small 1
if AT_ONCE holds blue red
turn red

% a new barn on a dragon tile: the dragon eats first, or the farmers are paid first [AM-21 PD-14]
for barn_timing WITH_SCORING AT_ONCE
expansion abbey-mayor princess-dragon
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E -1,1 180
blue: field-volcano 1,1 0
red: road-straight-dragon -1,0 0 barn 0,1
if AT_ONCE scores red 3 field (1 city x 3)
if AT_ONCE supply red 7
if WITH_SCORING supply red 6
walk W W N E
if WITH_SCORING nobody scores
if AT_ONCE points red 3 blue 0
supply red 7
if WITH_SCORING final red 4
if AT_ONCE final red 7

% paid at once counts the city that the same tile completes                     [AM-21 INT-6]
for barn_timing WITH_SCORING AT_ONCE
expansion abbey-mayor
first blue
table B 0,0 0
table B 1,0 0
table B 0,1 0
table B 0,2 0
table E 1,2 0
blue: E -1,0 270 farmer EL
red: E 1,1 180 barn 1,1
scores blue 3 field (1 city x 3)
supply blue 7

% paid at once with the pig, and the pig goes home, too                     [AM-21 AM-23 TB-24]
for barn_timing WITH_SCORING AT_ONCE
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
red: U 3,0 0 farmer NL
blue: U -2,0 0
red: U 4,0 0 pig field NL
blue: A 5,0 90 ...
if AT_ONCE scores red 4 field (2 cities x 1 + 2 pig bonuses x 1)
if AT_ONCE pigs red 1
if WITH_SCORING pigs red 0
blue: pass
if WITH_SCORING scores red 4 field (2 cities x 1 + 2 pig bonuses x 1)
pigs red 1
supply red 7

% paid at once, nobody is left whom a pig could join                               [AM-22 AM-23]
for barn_timing WITH_SCORING AT_ONCE
expansion abbey-mayor traders-builders
players blue red
blue: E 0,1 180
red: E 0,2 0
blue: E -1,1 180
red: E -1,2 0
blue: U -1,0 0 barn 0,1
red: U 1,0 0 farmer NL
blue: U -2,0 0
red: A 2,0 90 ...                  # joins his own farmer to the barn
if WITH_SCORING offers pig field WL
if AT_ONCE scores red 2 field (2 cities x 1)
if AT_ONCE refuse pig field WL TB-22
if AT_ONCE refuse farmer WL AM-22
if AT_ONCE supply red 7
if WITH_SCORING red: pig field WL
if WITH_SCORING scores red 4 field (2 cities x 1 + 2 pig bonuses x 1)
if AT_ONCE red: monk
if AT_ONCE supply red 6            # the farmer came home in time to be the monk

% the fairy's three are paid at once, too                                         [AM-28 PD-8]
for barn_timing WITH_SCORING AT_ONCE
expansion abbey-mayor princess-dragon
red: E 0,1 180 farmer NL
blue: U -1,0 0
red: E 0,2 0 fairy farmer 0,1 NL
blue: E -1,1 180 barn 0,1
scores red 3 field (1 city x 3), red 3 fairy
supply red 7

% paid at once is a scoring for the Count as well                            [COC-6 AM-28]
for barn_timing WITH_SCORING AT_ONCE
expansion count abbey-mayor
red: B -1,2 0 farmer NL
blue: A 0,2 180 barn 0,2
scores red 3 field (1 city x 3)
turn blue
offers enter small castle
blue: enter small castle
blue: pass
turn red
red: B 2,0 0
blue: E 3,0 180                    # nobody scores now
turn red

% joined farmers, too; and to take the abbot back afterwards is none     [COC-6 AM-23 ABB-17]
for barn_timing WITH_SCORING AT_ONCE
switch abbot ON
expansion count abbey-mayor
red: B -1,2 0
blue: A 0,2 180 barn 0,2
red: B -1,-2 0 farmer SL           # north of the roads of tiles 1 and 4
blue: B 2,0 0 abbot monastery
red: E 3,0 180
blue: A -3,-1 270 ...              # around the end of the one road
if AT_ONCE scores red 1 field (1 city x 1)
blue: recall 2,0
if AT_ONCE scores blue 5 monastery
if WITH_SCORING scores blue 5 monastery, red 1 field (1 city x 1)
turn blue
offers enter small castle, pass
blue: pass

% paid at once to himself: no follower into a quarter                             [COC-6 AM-28]
for barn_timing WITH_SCORING AT_ONCE
expansion count abbey-mayor
red: B -1,2 0 farmer NL
blue: B 2,0 0
red: A 0,2 180 barn 0,2
scores red 3 field (1 city x 3)
turn blue

% paid at once: nobody can come from the market any more                          [COC-17 AM-23]
for barn_timing WITH_SCORING AT_ONCE
switch coc_market_barn YES
expansion count abbey-mayor
red: U -3,-1 0 thief E W
blue: A -4,-1 270
scores red 3 road
blue: enter small market
blue: pass
red: B -1,2 0 farmer NL
blue: B 2,0 0
red: A 0,2 180 barn 0,2
if WITH_SCORING turn blue
if WITH_SCORING blue: send small market 0,2 field NL
if WITH_SCORING scores red 3 field, blue 3 field
if AT_ONCE scores red 3 field
if AT_ONCE inside market blue small 1
if AT_ONCE refuse send small market 0,2 field NL BASE-7
turn blue

# ---- Shrines and cloisters: both tiles are limited, or the one that is laid

% a second shrine for an old cloister, a second cloister for an old shrine    [CULT-3 CULT-4]
for cult_limit BOTH_TILES LAID_TILE
expansion cult
red: B 0,1 0
blue: cult/shrine 1,1 0
red draws shrine-city
if BOTH_TILES refuse lay -1,1 0 CULT-4
if BOTH_TILES refuse lay 0,2 180 CULT-4
if LAID_TILE offers lay -1,1 0, lay 0,2 180
if BOTH_TILES red: lay 2,1 0
if LAID_TILE red: lay -1,1 0
if LAID_TILE blue draws B
if LAID_TILE refuse lay 0,2 0 CULT-3     # the one that is laid, beside both shrines
if LAID_TILE offers lay 2,1 0            # beside one, which has a cloister

% an abbey beside a shrine that has its cloister                           [CULT-4 AM-4 INT-43]
for cult_limit BOTH_TILES LAID_TILE
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
if BOTH_TILES red draws E
if LAID_TILE turn red
if LAID_TILE offers only pile, abbey 1,0
if LAID_TILE red: abbey 1,0
if LAID_TILE turn blue

% an abbey between two shrines                                           [CULT-3 CULT-4 AM-4]
for cult_limit BOTH_TILES LAID_TILE
expansion cult abbey-mayor
table U 0,1 0
table U 1,1 0
table U 2,1 0
table cult/shrine 2,0 0
table U 2,-1 0
table U 1,-1 0
table V 0,-1 180
table cult/shrine 0,0 0
if BOTH_TILES red draws E
if BOTH_TILES refuse abbey 1,0 AM-4
if LAID_TILE offers only pile, abbey 1,0
if LAID_TILE red: abbey 1,0 monk
if LAID_TILE scores red 9 monastery
if LAID_TILE turn blue

% two monks against one heretic: he is done first, and both lose                [CULT-6 CULT-7]
switch cult_limit LAID_TILE
expansion cult
table U 0,1 0
table U 1,1 0
table U 2,1 0
table E 2,0 90
table U 2,-1 0
table U 1,-1 0
first blue
blue: cult/shrine 1,0 0 monk
red: B 0,0 0 monk
blue: A 0,-1 270 monk
scores blue 9 monastery
supply red 7 blue 7
nobody on 0,0
nobody on 0,-1

# ---- After the princess: nothing in this part, or no figure in the whole turn

% the fairy or a tower piece may follow her, no figure may                   [PD-32 INT-2 TOW-4]
for princess_after NOTHING_PART NO_FIGURE_TURN
expansion tower princess-dragon
red: R 0,-1 180 knight S
blue: tower/field 0,1 0 tower 0,1
red: U 1,0 0 thief E W
blue: U 2,0 0
red: city2-corner-princess 1,-1 0 ...
offers remove red knight 0,-1, fairy thief 1,0, tower 0,1, small tower 0,1, farmer EL, pass
red: remove red knight 0,-1
if NOTHING_PART turn blue
if NO_FIGURE_TURN turn red
if NO_FIGURE_TURN offers only fairy thief 1,0, tower 0,1, pass
if NO_FIGURE_TURN refuse farmer EL PD-32
if NO_FIGURE_TURN refuse knight N W PD-32
if NO_FIGURE_TURN refuse small tower 0,1 PD-32
if NO_FIGURE_TURN red: tower 0,1
if NO_FIGURE_TURN turn blue
if NO_FIGURE_TURN pieces red 9
if NOTHING_PART pieces red 10

% she removes one knight, not two                                             [PD-29 PD-32]
for princess MAY MUST
switch princess_after NO_FIGURE_TURN
expansion princess-dragon inns-cathedrals
red: E 0,1 90 knight E
blue: U 1,0 0
red: U 2,0 0
blue: E 2,1 270 large city W
red: city3-princess 1,1 180 ...
red: remove blue large city 2,1
offers only fairy knight 0,1, pass
refuse remove red knight 0,1 PD-29
red: fairy knight 0,1
turn blue
fairy 0,1

% also in the second part of the turn, but no longer in the next one         [PD-32 TB-10]
for princess_after NOTHING_PART NO_FIGURE_TURN
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: R 0,-1 180 knight S
red: U -1,0 0 builder road E W
blue: G 1,-1 0
red: E 0,1 180
blue: N 2,-1 270
red: city-crossing3-princess 2,0 0 remove blue knight 0,-1 S
if NO_FIGURE_TURN red: pass
red: second V -2,0 270 ...
part 2
if NOTHING_PART offers farmer EL, fairy thief 1,0, pass
if NO_FIGURE_TURN offers only fairy thief 1,0, pass
if NO_FIGURE_TURN refuse farmer EL PD-32
if NO_FIGURE_TURN refuse pig field EL TB-22
red: pass
blue: E -1,1 180
red: E 1,1 180 farmer NL
stands red 1,1 field NL

% a princess of the second part removes a knight of her own                     [PD-29 PD-32]
for princess_after NOTHING_PART NO_FIGURE_TURN
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: R 0,-1 180 knight S
red: U -1,0 0 builder road E W
blue: G 1,-1 0
red: N 2,-1 270
blue: E 0,1 180 knight S
red: city-crossing3-princess 2,0 0 remove blue knight 0,-1 S
if NO_FIGURE_TURN red: pass
red: second city2-corner-princess 0,2 0 ...
offers remove blue knight 0,1 S
red: remove blue knight 0,1 S
if NO_FIGURE_TURN offers only fairy thief 1,0, pass
if NO_FIGURE_TURN red: pass
supply blue 7
turn blue

% nobody into a quarter, either                                         [PD-32 INT-33 COC-6]
for princess_after NOTHING_PART NO_FIGURE_TURN
expansion count princess-dragon
red: U -3,-1 0 thief E W
blue: E -3,-2 0
red: E -4,-2 180 knight S
blue: city-crossing3-princess -4,-1 0 ...
blue: remove red knight -4,-2 S
if NO_FIGURE_TURN blue: pass
scores red 3 road
if NOTHING_PART turn blue
if NOTHING_PART offers enter small castle, pass
if NO_FIGURE_TURN turn red
inside castle

% a scored wagon moves on all the same                                            [PD-32 AM-31]
switch princess_after NO_FIGURE_TURN
expansion princess-dragon abbey-mayor
red: U 1,0 0 wagon road E W
blue: R 0,-1 180 knight S
red: G 1,-1 0
blue: N 2,-1 270
red: A -1,0 270
blue: E 0,1 180
red: city-crossing3-princess 2,0 0 ...
red: remove blue knight 0,-1 S
refuse barn 2,0 PD-32
red: pass
scores red 4 road
turn red
offers move wagon road 2,0 E, move wagon monastery -1,0, home
red: move wagon road 2,0 E

# ---- Whom princess and tower take

% the princess and a mayor                                                    [PD-30 INT-25]
for special_victims ALL SMALL_LARGE
switch princess MUST
expansion abbey-mayor princess-dragon
first blue
blue: R 0,-1 180 mayor city S
red: city3-princess 1,-1 0 ...
if ALL offers remove blue mayor city 0,-1 S
if SMALL_LARGE refuse remove blue mayor city 0,-1 S PD-30
if ALL red: remove blue mayor city 0,-1 S
if SMALL_LARGE red: farmer SL      # where she can remove nobody she need not
if ALL mayors blue 1
if SMALL_LARGE mayors blue 0
turn blue

% the tower and a wagon                                                        [TOW-9 PD-30]
for special_victims ALL SMALL_LARGE
expansion tower abbey-mayor
red: tower/field 0,1 0 farmer NL
blue: B 1,1 0 wagon monastery
red: U 1,0 0 tower 0,1
if ALL offers only capture blue wagon monastery 1,1, capture red farmer 0,1 NL, pass
if SMALL_LARGE offers only capture red farmer 0,1 NL, pass
if SMALL_LARGE refuse capture blue wagon monastery 1,1 TOW-9
red: pass

% the tower takes the large follower by either reading                          [TOW-9 PD-30]
for special_victims ALL SMALL_LARGE
expansion tower inns-cathedrals
red: tower/field 0,1 0
blue: B 1,1 0 large monastery
red: U 1,0 0 tower 0,1
red: capture blue large monastery 1,1
holds red blue large 1

% a builder in reach cannot be taken, and that is said                                [TOW-9]
expansion tower traders-builders
red: U 1,0 0
blue: U 2,0 0 thief E W
red: E 0,1 180
blue: U -1,0 0 builder road E W
red: tower/field -1,1 0 farmer NL
blue: E 1,1 180
red: E 2,1 180 tower -1,1
offers only capture red farmer -1,1 NL, pass
refuse capture blue builder road -1,0 TOW-9
refuse capture blue thief 2,0 TOW-8
red: pass

# ---- The city of Carcassonne: a city for fields, barns and the king, or none

% farmers at its walls                                                          [COC-3 INT-12]
for carcassonne_city YES NO
expansion count
red: B -3,1 0 farmer NL
if YES final red 3
if NO final red 0
blue: E -2,2 0                     # a complete city
if YES final red 6
if NO final red 3

% farmers who are paid by city, too                                       [COC-3 EDN-17 EDN-18]
for farm_rule FIELD CITY_POOLED FIELD_CITY_ONCE
switch carcassonne_city NO
expansion count
red: B -3,1 0 farmer NL
final red 0
blue: E -2,2 0                     # a complete city
final red 3

% a barn at its walls                                                    [COC-3 AM-21 AM-25]
for carcassonne_city YES NO
expansion count abbey-mayor
red: B -1,2 0 farmer NL
blue: A 0,2 180 barn 0,2
if YES scores red 3 field (1 city x 3)
if YES blue: pass
if NO scores red 0 field
supply red 7
if YES final red 3 blue 4
if NO final red 0 blue 0

% the king does not count it                                                      [COC-3 KR-5]
for carcassonne_city YES NO
expansion count king-robber
red: E -2,2 0                      # a complete city
king red
if YES final red 2
if NO final red 1

# ---- The corner of a barn: of the tile just laid, or any

% a barn away from the tile just laid                                            [AM-16 AM-21]
for barn_tile LAID ANY
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 180 farmer NL
red: U -1,0 0
blue: E 0,2 0                      # a complete city
red: U 1,0 0
blue: U 2,0 0
red: E 0,-1 180 ...                # north of the road, the barn's field is in the south
apart 0,-1 field NL from 0,1 field NL
if LAID refuse barn 0,1 AM-16
if ANY offers only knight S, farmer NL, wagon city S, mayor city S, barn 0,1, pass
refuse barn 1,0 AM-15
if LAID red: pass
if ANY red: barn 0,1
if ANY scores blue 3 field (1 city x 3)
if ANY supply blue 7
if LAID supply blue 6

% and paid at once                                                       [AM-16 AM-21 AM-23]
switch barn_tile ANY
switch barn_timing AT_ONCE
expansion abbey-mayor
red: E 0,1 180
blue: E -1,1 180 farmer NL
red: U -1,0 0
blue: E 0,2 0
red: U 1,0 0 barn 0,1
scores blue 3 field (1 city x 3)
supply blue 7

% from the market to the field of a barn far away                               [AM-16 COC-17]
switch barn_tile ANY
switch coc_market_barn YES
expansion count abbey-mayor
red: G -2,2 90 knight N S
blue: E -2,3 0
scores red 6 city
blue: enter small market
blue: pass
red: B -1,2 0 farmer NL
blue: A 0,2 180
red: B -1,-2 0 barn 0,2            # its own field is that in the north
apart -1,-2 field SL from 0,2 field NL
turn blue
offers only send small market -1,2 field NL, pass
blue: send small market -1,2 field NL
scores red 6 field, blue 6 field
inside market

# ---- A city of one tile

% closed by an abbey, with a shield: 4, or 3 where small cities count half       [EDN-1 AM-6]
for single_city NORMAL HALF
switch small_city HALF
expansion abbey-mayor
table B 0,0 0
table E 0,1 90
table E 0,-1 0
table B 1,-1 0
table E 2,-1 0
table B 2,0 0
table E 2,1 270
red: city-shield-bridge-city2 1,1 0 knight N
blue: abbey 1,0
if NORMAL scores red 4 city (1 tile x 2 + 1 shield x 2)
if HALF scores red 3 city (1 tile x 2 + 1 shield x 1)

% where small cities count whole it does not matter                              [EDN-1 AM-6]
for single_city NORMAL HALF
expansion abbey-mayor
table B 0,0 0
table E 0,1 90
table E 0,-1 0
table B 1,-1 0
table E 2,-1 0
table B 2,0 0
table E 2,1 270
red: city-shield-bridge-city2 1,1 0 knight N
final red 2                        # not closed: one each
blue: abbey 1,0
scores red 4 city (1 tile x 2 + 1 shield x 2)

# ---- The letter of 004: no switch is named here, the preset is enough

% 004 III: the magic path leads to no finished region, not even on its tile     [PD-26 EDN-21]
rules bigbox_ro
expansion princess-dragon
red: city-road-curve-left-portal 0,-1 180 ...
refuse knight S PD-26
refuse knight 0,0 N PD-26
offers thief N E, thief 0,0 E W, pass
red: pass
nobody scores

% 004 IV: a tower that carried a follower is finished for good                 [TOW-15 EDN-21]
rules bigbox_ro
expansion tower
red: tower/field 0,1 0 tower 0,1
blue: tower/monastery 1,1 0 small tower 0,1
red: U 1,0 0 tower 1,1
red: capture blue small tower 0,1
blue: U 2,0 0 ...
refuse tower 0,1 TOW-6
refuse small tower 0,1 TOW-6
blue: pass

% 004 V: a joined farmer is paid and home before anybody may take him   [AM-23 TOW-7 EDN-21]
rules bigbox_ro
expansion abbey-mayor tower
first blue
table B 0,0 0
table B 1,0 0
table B 0,1 0
table E -1,0 270
table E -2,0 90
blue: B 1,1 0 barn 1,1
red: U 2,0 90 farmer EL
blue: tower/field 3,0 0
red: U 2,1 90
blue: A 2,2 180 ...
scores red 1 field (1 city x 1)
supply red 7
blue: tower 3,0
turn red                           # nobody is in reach
holds blue red

% 004 V: the farmers around a new barn are paid before the dragon comes  [AM-21 PD-14 EDN-21]
rules bigbox_ro
expansion abbey-mayor princess-dragon
red: E 0,1 180 farmer NL
blue: E 0,2 0
red: E -1,1 180
blue: field-volcano 1,1 0
red: road-straight-dragon -1,0 0 barn 0,1
scores red 3 field (1 city x 3)
walk W W N E
points red 3 blue 0

% 004 VI: a second shrine may come beside an old cloister             [CULT-3 CULT-4 EDN-21]
rules bigbox_ro
expansion cult
red: B 0,1 0
blue: cult/shrine 1,1 0
red draws shrine-city
offers lay -1,1 0, lay 0,2 180
red: lay -1,1 0
blue draws B
refuse lay 0,2 0 CULT-3            # but no cloister beside two shrines
blue: lay 2,1 0

% 004 V: an abbey fills any hole                                         [AM-4 CULT-4 EDN-21]
rules bigbox_ro
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
offers only pile, abbey 1,0
red: abbey 1,0

% 004 III: after the princess no figure, but the fairy or a piece          [PD-32 EDN-21]
rules bigbox_ro
expansion tower princess-dragon
red: R 0,-1 180 knight S
blue: tower/field 0,1 0 tower 0,1
red: U 1,0 0 thief E W
blue: U 2,0 0
red: city2-corner-princess 1,-1 0 ...
red: remove red knight 0,-1
offers only fairy thief 1,0, tower 0,1, pass
refuse knight N W PD-32
red: fairy thief 1,0
turn blue
fairy 1,0

% 004 III: nor in the second part of the turn                             [PD-32 TB-10 EDN-21]
rules bigbox_ro
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: R 0,-1 180 knight S
red: U -1,0 0 builder road E W
blue: G 1,-1 0
red: E 0,1 180
blue: N 2,-1 270
red: city-crossing3-princess 2,0 0 remove blue knight 0,-1 S
red: pass
red: second V -2,0 270 ...
offers only fairy thief 1,0, pass
refuse farmer EL PD-32
red: pass

% 004 VI: the Count with a river is advised against, not forbidden        [COC-23 EDN-22]
rules bigbox_ro
expansion count
switch river RIVER_II
red draws fork
offers lay -4,0 90
