# dragon.t -- expansion III, The Princess & the Dragon.

% thirty tiles; dragon and fairy wait beside the board [PD-1]
for tile_set CLASSIC72 REVISED72
expansion princess-dragon
red draws E
left 100
dragon nowhere
fairy nowhere
waiting 0
left field-volcano 1
left road-end-volcano 1
left city-volcano 1
left road-curve-volcano 1
left road-straight-volcano 1
left city-city-adjacent-volcano 1
if CLASSIC72 left city-dragon 1
if REVISED72 left city-dragon-garden 1
left monastery-road3-dragon 1
left crossing3-dragon 1
left city3-monastery-dragon 1
left road-curve-dragon 2
left road-straight-dragon 1
left city2-corner-dragon 1
left city2-through-shield-dragon 1
left city2-through-road-tunnel-dragon 1
left city-road-curve-left-dragon 1
left city-road-curve-right-dragon 1
left road-curve-x2-portal 1
left crossing3-portal 1
left city3-shield-portal 1
left city2-corner-road-curve-portal 1
left city-road-curve-left-portal 1
left city-road-curve-right-portal 1
left city-crossing3-princess 1
left city-princess-city2-corner-shield 1
left city3-princess 1
left city2-corner-split-princess 1
if CLASSIC72 left city2-corner-princess 1
if REVISED72 left city2-corner-princess-garden 1
left city2-corner-road-curve-princess 1

% the switches of the set, as they stand without a word [PD-6 PD-12 PD-14 PD-17 PD-26 PD-29]
for rules grow grow_revised devir_pt devir_es bigbox_ro
expansion princess-dragon
is fairy_binding TILE
is dragon_timing BEFORE_SCORING
is dragon_steps 6
is volcano_specials ALLOW
is portal_just_completed PLACED_TILE
is princess MAY

% the tiles without their rules: no symbol acts [PD-2]
tiles princess-dragon
red: city-dragon 0,-1 180 knight S       # not laid aside, nothing moves
scores red 4 city (2 tiles x 2)
blue: field-volcano 0,1 0 ...
offers only farmer NL, pass
blue: farmer NL
dragon nowhere
red: crossing3-portal 1,0 0 ...
offers only thief E, thief S, thief W, farmer NL, farmer ER, pass
refuse farmer 0,-1 NL BASE-29
red: thief E
blue: U 2,0 0 ...
refuse fairy farmer 0,1 NL PD-5
blue: pass

% a symbol acts only in the turn in which its tile is laid [PD-2 PD-25]
expansion princess-dragon
red: crossing3-portal 1,0 0 ...
offers knight 0,0 N, farmer 0,0 ER
red: pass
blue: U 2,0 0 ...
refuse knight 0,0 N BASE-29
blue: pass
red: B 0,1 0 ...
refuse knight 0,0 N BASE-29
refuse thief 1,0 S BASE-29

% the road in the tunnel cuts neither field [PD-3]
expansion princess-dragon
switch dragon_steps 1
red: field-volcano 0,1 0
apart 0,0 field EL from 0,0 field ER
blue: city2-through-road-tunnel-dragon 1,0 90 ...
offers only thief E W, knight N S, farmer EL, farmer WL, pass
joined 0,0 road E with 1,0 road E
joined 0,0 field EL with 0,0 field ER    # through the field above the tunnel
apart 1,0 field EL from 1,0 field WL
joined 1,0 city N with 1,0 city S
blue: thief E W
walk N
red: U 2,0 0
joined 2,0 field WL with 2,0 field WR
feature 2,0 road W: tiles 3 open 2 owners blue
red: pass

% a monastery inside a city: two features, each taken and completed by itself [PD-4]
expansion princess-dragon
switch dragon_steps 1
red: field-volcano 0,1 0
blue: city3-monastery-dragon 0,-1 180 ...
offers only knight S E W, monk, farmer NL, pass
blue: knight S E W
walk N
red: crossing3-portal 1,0 0 ...
offers monk 0,-1                         # though blue's knight is in the city
refuse knight 0,-1 S BASE-31
red: monk 0,-1
blue: E -1,-1 90
red: E 1,-1 270
scores blue 8 city (4 tiles x 2)         # the monastery is not complete
stands red 0,-1 monastery
feature 0,-1 monastery: tiles 5 incomplete owners red
blue: U -1,0 0
red: B -1,-2 0
blue: B 0,-2 0
red: B 1,-2 0
scores red 9 monastery (9 tiles around x 1)

# ---- The fairy

% the fairy instead of a figure, beside an own follower [PD-5]
expansion princess-dragon
red: U 1,0 0 thief E W
fairy nowhere
blue: U 2,0 0 ...
offers only farmer NL, farmer SL, pass   # blue has no follower on the map
refuse fairy red thief 1,0 E W PD-5
refuse fairy blue thief 1,0 E W PD-5
blue: farmer NL
red: B 0,1 0 ...
offers only monk, farmer NL, fairy thief 1,0, pass
red: fairy thief 1,0
fairy 1,0
turn blue                                # no follower besides
supply red 6 blue 6
nobody scores
blue: E 0,-1 180 ...
offers only knight S, farmer NL, fairy farmer 2,0 NL, pass
refuse fairy red thief 1,0 E W PD-5
blue: fairy farmer 2,0 NL                # he takes her to his own
fairy 2,0
nobody scores                            # so red gets no point now

% she does not stay where she is: that would be no action [PD-5]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: B 0,1 0 fairy thief 1,0
blue: B 1,1 0
scores red 1 fairy
red: B 2,1 0 ...
refuse fairy thief 1,0 PD-5
offers only monk, farmer NL, pass
red: pass

% two own followers on her tile: another tile, or another follower [PD-5 PD-6 PD-7]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: crossing3-portal 2,0 0 farmer 1,0 SL
blue: B 0,1 0
red: B 1,1 0 fairy farmer 1,0 SL
blue: B 2,-1 0
scores red 1 fairy (1 fairy x 1)         # one point in all
red: B 3,-1 0 ...
refuse fairy farmer 1,0 SL PD-5
if TILE refuse fairy thief 1,0 PD-5
if FOLLOWER offers fairy thief 1,0
red: pass
blue: E 1,-1 0
scores red 1 fairy
points red 2 blue 0

% without a follower in hand the fairy still moves [PD-5]
expansion princess-dragon
red: U 0,1 0 thief E W
blue: E 0,-1 180
red: U 0,2 0 thief E W
blue: B 1,-1 0
red: U 0,3 0 thief E W
blue: B -1,-1 0
red: U 0,4 0 thief E W
blue: B 0,-2 0
red: U 0,5 0 thief E W
blue: B 1,-2 0
red: U 0,6 0 thief E W
blue: E -1,-2 0
red: U 0,7 0 thief E W
supply red 0
blue: E 2,-1 0
red: U 0,8 0 ...
offers only pass, fairy thief 0,1, fairy thief 0,2, fairy thief 0,3, fairy thief 0,4, fairy thief 0,5, fairy thief 0,6, fairy thief 0,7
red: fairy thief 0,4
fairy 0,4

% the fairy moves while the river is laid [PD-5]
expansion princess-dragon
switch river RIVER_I
red: river-straight 0,1 0 farmer EL
blue: river-city-road-bridge-bend 0,2 0
red: river-straight 1,2 270 ...
offers fairy farmer 0,1 EL
red: fairy farmer 0,1 EL
fairy 0,1

% not beside a builder, not beside a pig [PD-5]
expansion princess-dragon traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
red: U 3,0 0 farmer SL
earns red
red: decline
blue: B 1,1 0
red: U 4,0 0 pig field SL
earns red
red: decline
blue: B 2,1 0
red: U 5,0 0 ...
offers fairy thief 1,0, fairy farmer 3,0 SL
refuse fairy builder road 2,0 PD-5
refuse fairy pig field 4,0 SL PD-5
red: fairy thief 1,0
red: decline
blue: B 3,1 0
scores red 1 fairy

% put beside a follower whose feature the tile completes: three points at once [PD-5 PD-8 PD-10]
for fairy_binding TILE FOLLOWER
expansion princess-dragon
red: U 1,0 0 thief E W
blue: A 2,0 90
red: A -1,0 270 fairy thief 1,0
scores red 4 road (4 tiles x 1), red 3 fairy (1 fairy x 3)
nobody on 1,0                            # the follower goes home
fairy 1,0                                # she stays
supply red 7
blue: B 0,1 0
nobody scores                            # no follower with her: no point for red
red: B 0,2 0 ...
refuse fairy thief 1,0 PD-5
red: pass
fairy 1,0

