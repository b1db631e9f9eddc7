# editions.t -- the switches, and the rulebooks as presets.
# 000 grow, 001 grow_revised, 002 devir_pt, 003 devir_es, 004 bigbox_ro.

% the presets, switch by switch           [EDN-15 EDN-20 EDN-2 EDN-6 EDN-7 EDN-8 EDN-C4]
for rules grow grow_revised devir_pt devir_es bigbox_ro
if grow|devir_pt|devir_es|bigbox_ro  is tile_set CLASSIC72
if grow_revised                      is tile_set REVISED72
if grow|grow_revised|bigbox_ro       is small_city NORMAL
if devir_pt|devir_es                 is small_city HALF
if grow|grow_revised|bigbox_ro       is farm_rule FIELD
if devir_pt|devir_es                 is farm_rule CITY_POOLED
if grow|devir_pt|devir_es|bigbox_ro  is starter YOUNGEST_CHOOSES
if grow_revised                      is starter YOUNGEST
is farmers ON
is farm_city_points 3
is road_loop ON
is river OFF
is abbot OFF
is unplaceable REDRAW
is tie SHARED
is max_players 5
left 70                              # no expansion, no river

% a complete city of two tiles: 4, or 2                   [EDN-1 EDN-C3 BASE-35 BASE-39]
for small_city NORMAL HALF
red: E 0,-1 180 knight S
if NORMAL scores red 4 city (2 tiles x 2)
if HALF   scores red 2 city (2 tiles x 1)

% three tiles are no small city                                          [EDN-1 BASE-39]
for small_city NORMAL HALF
red: G 0,-1 90 knight N S
blue: E 0,-2 180
scores red 6 city (3 tiles x 2)

# No base tile has a shield on a city part with a single side, so a complete city of two
# tiles with a shield (3, with two 4) comes only with expansions.

% a small city feeds farmers like any other                                      [EDN-1]
for small_city NORMAL HALF
red: E 0,-1 180 farmer NL
final red 3 blue 0

% an incomplete city of two tiles is the same in both                    [EDN-1 BASE-54]
for small_city NORMAL HALF
red: F 0,-1 90 knight N S
final red 3 blue 0

% three points a city for the farmers, or four as in the first printing          [EDN-3]
for farm_city_points 3 4
red: U 1,0 0 farmer NL
blue: E 0,-1 180
red: D 2,0 0
blue: E 2,-1 180
if 3 final red 6 blue 0
if 4 final red 8 blue 0

% without farmers nobody lies down in a field                                    [EDN-4]
for farmers ON OFF
red: V 1,0 0 ...
if ON  offers only thief S W, farmer NL, farmer WL, pass
if OFF offers only thief S W, pass
if OFF refuse farmer NL EDN-4
if OFF refuse farmer WL EDN-4

% the first player by lot, from the seed                                         [EDN-5]
for seed 4 5 7
players red blue green
first by lot
switch starter RANDOM
is starter RANDOM
if 4 turn red
if 5 turn green
if 7 turn blue

% the revised tiles: the same 72 layouts, eight with a garden                    [EDN-6]
for tile_set CLASSIC72 REVISED72
red draws V
left 70
if CLASSIC72 left E 5
if CLASSIC72 left V 8
if CLASSIC72 left U 8
if REVISED72 left E 4
if REVISED72 left city-garden 1
if REVISED72 left V 7
if REVISED72 left road-curve-garden 1
if REVISED72 left U 7
if REVISED72 left road-straight-garden 1
if REVISED72 left N 2
if REVISED72 left city2-corner-garden 1
if REVISED72 left M 1
if REVISED72 left city2-corner-shield-garden 1
if REVISED72 left R 2
if REVISED72 left city3-garden 1
if REVISED72 left H 2
if REVISED72 left city-city-opposite-garden 1
if REVISED72 left I 1
if REVISED72 left city-city-adjacent-garden 1

% without a river its tiles stay in the box                                      [EDN-7]
for river OFF RIVER_I
if OFF     left river-1/lake 0
if OFF     left 70
if OFF     feature 0,0 city N: tiles 1
if RIVER_I left river-1/lake 1
if RIVER_I left 81

% without the abbot nobody has one                                         [EDN-8 ABB-1]
for abbot OFF ON
if OFF abbots red 0 blue 0
if ON  abbots red 1 blue 1
supply red 7 blue 7

% an expansion may be added to any rulebook                                     [EDN-13]
for rules grow grow_revised devir_pt devir_es bigbox_ro
expansion inns-cathedrals
players red blue yellow green black pink
supply pink 7

% a ring is complete in every rulebook                                          [EDN-C5]
for rules devir_pt devir_es
red: V 0,1 270 thief E S
blue: V 1,1 0
red: V 0,2 180
blue: V 1,2 90
scores red 4 road

# ---- Where a book's letter and other programs differ

% the Big Box follows its letter, the others and JCloisterZone the usual reading      [EDN-21]
for rules grow grow_revised devir_pt devir_es bigbox_ro jcz
if grow|grow_revised|devir_pt|devir_es|jcz is portal_just_completed PLACED_TILE
if grow|grow_revised|devir_pt|devir_es|jcz is tower_reopens YES
if grow|grow_revised|devir_pt|devir_es|jcz is barn_timing WITH_SCORING
if grow|grow_revised|devir_pt|devir_es|jcz is cult_limit BOTH_TILES
if grow|grow_revised|devir_pt|devir_es|jcz is princess_after NOTHING_PART
if grow|grow_revised|devir_pt|devir_es is count_with_river REFUSE
if jcz       is count_with_river ALLOW
if bigbox_ro is portal_just_completed NEVER
if bigbox_ro is tower_reopens NO
if bigbox_ro is barn_timing AT_ONCE
if bigbox_ro is cult_limit LAID_TILE
if bigbox_ro is princess_after NO_FIGURE_TURN
if bigbox_ro is count_with_river ALLOW
is carcassonne_city YES
is special_victims ALL
is barn_tile LAID
is single_city NORMAL
is ransom_debt NO
is cat_target_metric CENTRE
