# river.t -- River I. Its tiles are called by name: data/tiles/river-1.tiles.
# The spring lies at 0,0 and flows to the east.

% twelve river tiles: spring, ten others, lake                                   [RIV-1]
switch river RIVER_I
red draws river-straight
left river-straight 1
left city-city-river-straight 1
left city-road-over-river 1
left monastery-road-over-river 1
left road-over-river 1
left city2-corner-river-curve 1
left road-curve-river-curve 1
left river-curve 2
left lake 1
left river-1/spring 0

% with the revised tiles one bend has a garden                             [RIV-1 ABB-1]
switch river RIVER_I
switch tile_set REVISED72
red draws river-straight
left river-curve 1
left river-curve-garden 1

% the spring is the start; the old start tile is out, 83 tiles are in play       [RIV-2]
switch river RIVER_I
red draws river-straight
left 81                            # and the spring, and the tile in hand
left D 3
nobody on 0,0
feature 0,0 field NL: free

% or the old start tile is one among the others                                  [RIV-2]
switch river RIVER_I
switch river_start_tile SHUFFLE
red draws river-straight
left 82
left D 4

% the river's tiles come first, the lake last, then the normal pile [RIV-3 RIV-4 RIV-15]
switch river RIVER_I
red: river-straight 1,0 0
blue: city-city-river-straight 2,0 0
red: road-over-river 3,0 90
blue: city-road-over-river 4,0 0
red: monastery-road-over-river 5,0 0
blue: river-straight 6,0 0
red: river-curve 7,0 0
blue: river-curve 7,1 180
red: city2-corner-river-curve 8,1 90
left lake 1
blue: road-curve-river-curve 8,2 180
red: lake 9,2 0
goes on
left 70
turn blue                          # no extra turn for the lake
blue: V 9,3 270
red draws E

% the lake stays last, whatever a draw order says                                [RIV-3]
switch river RIVER_I
deal lake
red: river-straight 1,0 0

% a river tile goes on where the river ends                              [RIV-5 BASE-11]
switch river RIVER_I
red draws river-straight
offers only lay 1,0 0, lay 1,0 180
refuse lay 0,1 0 RIV-5             # its fields match, but the river is elsewhere
refuse lay 0,-1 180 RIV-5
refuse lay 1,0 90 BASE-11          # a field at the river
refuse lay 2,0 0 BASE-10

% the other sides must match too                                         [RIV-5 BASE-11]
switch river RIVER_I
red: river-curve 1,0 0             # bends to the south
blue: river-straight 1,1 90
red: road-curve-river-curve 1,2 90 # to the west
blue: river-straight 0,2 0
red: city2-corner-river-curve -1,2 270   # to the north
blue: road-over-river -1,1 0       # its road leads to the hole at 0,1
red draws river-curve
fits river-curve -1,0 0            # to the west: its field meets the spring's
fits city-city-river-straight -1,0 not   # a city at the spring's field

% no turning back on the next tile                                               [RIV-6]
switch river RIVER_I
red: river-curve 1,0 0             # flows east, bends south
blue draws river-curve
refuse lay 1,1 90 RIV-6            # west would be back
offers only lay 1,1 180            # east is fine

% bend, straight on, bend back: allowed, unless the switch says never            [RIV-6]
for river_uturn IMMEDIATE ANY
switch river RIVER_I
red: river-curve 1,0 0
blue: river-straight 1,1 90
red draws river-curve
if IMMEDIATE offers only lay 1,2 90, lay 1,2 180
if ANY       offers only lay 1,2 180
if ANY       refuse lay 1,2 90 RIV-6

% the first tile after the spring bends as it likes                              [RIV-6]
for river_uturn IMMEDIATE ANY
switch river RIVER_I
red draws river-curve
offers only lay 1,0 0, lay 1,0 90

# A cell that the river would flow into is taken only by a tile that shows it no river: in
# River I the sides (BASE-11) refuse such a place before RIV-7 is asked.
% the river needs room to go on                                                  [RIV-7]
switch river RIVER_I
red: river-curve 1,0 0
blue: river-straight 1,1 90
red: road-curve-river-curve 1,2 90
blue: river-straight 0,2 0
red: city2-corner-river-curve -1,2 270
blue: road-over-river -1,1 0
red draws river-curve
refuse lay -1,0 180 BASE-11        # its river would not join
refuse lay -1,0 270 BASE-11        # east, into the spring
offers only lay -1,0 0

% a river tile without a place goes back, and another is drawn                   [RIV-8]
switch river RIVER_I
red: river-curve 1,0 0
blue: river-straight 1,1 90
red: road-curve-river-curve 1,2 90
blue: river-straight 0,2 0
red: city2-corner-river-curve -1,2 270
blue: road-over-river -1,1 0
returned city-city-river-straight  # one of its cities would meet the spring's field
turn red
left 75                            # 71, three of the river, and the lake
left lake 1

% or it leaves the game, and the next one is drawn                               [RIV-8]
switch river RIVER_I
switch river_stuck DISCARD
red: river-curve 1,0 0
blue: river-straight 1,1 90
red: road-curve-river-curve 1,2 90
blue: river-straight 0,2 0
red: city2-corner-river-curve -1,2 270
blue: road-over-river -1,1 0
removed city-city-river-straight
red: river-curve -1,0 0
blue: city-road-over-river -2,0 0
red: monastery-road-over-river -3,0 0
blue: lake -4,0 180
red draws E

% every tile left would turn back at once: then one may                    [RIV-8 RIV-6]
switch river RIVER_I
table river-1/spring 0,0 0
table B 0,1 0
table B 1,1 0
table B 2,1 0
table B 2,0 0
table E 2,-1 90
table E 2,-2 90
table E 1,-2 0
red: river-1/river-curve 1,0 90    # from the spring north; only the west is free
returned road-over-river           # no way north, and a curve would turn back
blue draws river-1/river-curve
offers only lay 1,-1 0
blue: lay 1,-1 0
turn red

% no river tile fits: the river ends, its tiles leave the game                   [RIV-8]
switch river RIVER_I
red: river-straight 1,0 0
blue: river-curve 2,0 0
red: road-over-river 2,1 180
blue: road-curve-river-curve 2,2 90
red: river-straight 1,2 0
blue: river-curve 0,2 180          # up to the spring's south side
river ends 5
left lake 0
left 70
red draws E
red: lay 1,3 180                   # the normal pile, at any place that matches

% a follower on a road, a city or a field of a river tile                 [RIV-9 RIV-14]
switch river RIVER_I
red: road-over-river 1,0 90 ...
offers only thief N S, farmer NL, farmer NR, farmer SL, farmer SR, pass
red: thief N S
blue: city-road-over-river 2,0 0 ...
offers only knight N, thief S, farmer EL, farmer WR, farmer ER, farmer SR, pass
blue: knight N
red: monastery-road-over-river 3,0 0 ...
offers monk
red: pass

% nobody on the spring                                                           [RIV-9]
switch river RIVER_I
red: river-straight 1,0 0 ...
refuse farmer 0,0 NL BASE-29

% on the lake's tile there is a field, nothing else                [RIV-9 RIV-11 RIV-14]
switch river RIVER_I
red: river-straight 1,0 0
blue: city-city-river-straight 2,0 0
red: road-over-river 3,0 90
blue: city-road-over-river 4,0 0
red: monastery-road-over-river 5,0 0
blue: river-straight 6,0 0
red: river-curve 7,0 0
blue: river-curve 7,1 180
red: city2-corner-river-curve 8,1 90
blue: road-curve-river-curve 8,2 180
red: lake 9,2 0 ...
offers only farmer NL, pass
joined 9,2 field WL with 9,2 field WR          # the field goes round the lake
joined 8,2 field EL with 8,2 field ER

% the river parts the fields on its banks, but not around the spring     [RIV-10 RIV-11]
switch river RIVER_I
red: river-straight 1,0 0
joined 1,0 field NL with 1,0 field SL          # round the spring
blue: road-over-river 2,0 90
joined 1,0 field EL with 2,0 field WR
apart 2,0 field NL from 2,0 field NR           # the road
apart 2,0 field NR from 2,0 field SL           # the river

% a bend parts them as well                                                     [RIV-10]
switch river RIVER_I
red: road-over-river 1,0 90
blue: river-curve 2,0 0
apart 2,0 field NL from 2,0 field WL
joined 1,0 field NR with 2,0 field NL
joined 1,0 field SL with 2,0 field WL

% a road on a bridge goes on; the four fields at it are apart                   [RIV-12]
switch river RIVER_I
red: river-straight 1,0 0
blue: river-curve 2,0 0
red: road-over-river 2,1 0 thief E W
feature 2,1 road E: tiles 1 open 2
apart 2,1 field WR from 2,1 field WL
apart 2,1 field EL from 2,1 field ER
apart 2,1 field WL from 2,1 field ER

% a city of river tiles scores during the river phase                     [RIV-13 RIV-4]
switch river RIVER_I
red: city-city-river-straight 1,0 180 knight S
blue: river-curve 2,0 90
red: river-curve 2,-1 270
blue: river-straight 3,-1 180
red: city2-corner-river-curve 4,-1 90
blue: road-over-river 4,0 0
red: road-curve-river-curve 4,1 90
blue: river-straight 3,1 0
red: monastery-road-over-river 2,1 0 monk
feature 2,1 monastery: tiles 4     # river tiles are neighbours
blue: city-road-over-river 1,1 0   # under the first city
scores red 4 city (2 tiles x 2)
feature 2,1 monastery: tiles 5
supply red 6

% river tiles count for the roads of normal tiles                               [RIV-13]
switch river RIVER_I
switch river_stuck DISCARD
red: river-straight 1,0 0
blue: river-curve 2,0 0
red: road-over-river 2,1 180 thief E W
blue: road-curve-river-curve 2,2 90
red: river-straight 1,2 0
blue: river-curve 0,2 180
removed monastery-road-over-river
removed city-road-over-river
removed city-city-river-straight
removed city2-corner-river-curve
red: lake 0,1 270
blue: A 1,1 270
red: A 3,1 90
scores red 3 road (3 tiles x 1)

% the river is no feature: no points, nobody on it                              [RIV-14]
switch river RIVER_I
red: river-straight 1,0 0 ...
offers only farmer NL, farmer SL, pass
red: pass
nobody scores
final red 0 blue 0

% the count's city and a river are not used together                     [RIV-16 COC-23]
switch river RIVER_I
expansion count
refuse start COC-23
