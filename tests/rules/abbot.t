# abbot.t -- the abbot and the gardens, mostly with the revised tiles.

% one abbot each, besides the seven followers                                    [ABB-1]
rules grow_revised
switch abbot ON
players yellow red green blue black
abbots yellow 1 red 1 green 1 blue 1 black 1
supply yellow 7 red 7 green 7 blue 7 black 7

% with the old tiles he has only monasteries                                     [ABB-1]
rules grow
switch abbot ON
red: B 0,1 0 ...
offers only monk, abbot monastery, farmer NL, pass

% the abbot instead of a follower, on a monastery                                [ABB-2]
rules grow_revised
switch abbot ON
red: A 1,0 90 ...
offers only thief W, monk, abbot monastery, farmer NL, pass
red: abbot monastery
abbots red 0
supply red 7
stands red 1,0 monastery

% or on a garden                                                           [ABB-2 ABB-3]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, abbot garden, pass
red: abbot garden
abbots red 0
stands red 1,0 garden

% there is one abbot: on the map he is not placed again                          [ABB-2]
rules grow_revised
switch abbot ON
red: B 0,1 0 abbot monastery
blue: V 1,1 270
red: road-straight-garden 1,0 0 ...
refuse abbot garden BASE-34
offers only thief E W, farmer NL, farmer SL, recall 0,1, pass

% the garden is for him alone                                             [ABB-3 ABB-13]
rules grow_revised
switch abbot ON
red: city-garden 0,-1 180 ...
refuse small garden ABB-3
refuse monk BASE-30                # a garden is no monastery
offers only knight S, farmer NL, abbot garden, pass

% and he has no other place                                                      [ABB-3]
rules grow_revised
switch abbot ON
red: road-curve-garden 1,0 0 ...
refuse abbot road ABB-3
refuse abbot field NL ABB-3
red: pass
blue: E 0,-1 180 ...
refuse abbot city ABB-3

% a garden parts no field and ends no road                                       [ABB-4]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: U 2,0 0
joined 0,0 road E with 2,0 road W
feature 0,0 road E: tiles 3 free
joined 0,0 field EL with 2,0 field NL
feature 1,0 garden: tiles 3 open 6 incomplete owners red
final red 3 blue 0

% a complete garden: 9, and the abbot is home                              [ABB-4 ABB-5]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: E 0,-1 180
red: E 0,1 180
blue: U 2,0 0
red: B 1,-1 0
blue: E 1,1 180
red: B 2,-1 0
feature 1,0 garden: tiles 8 open 1 incomplete
blue: E 2,1 180
scores red 9 garden (9 tiles around x 1)
feature 1,0 garden: complete free
abbots red 1
points red 9 blue 0

% a complete monastery with an abbot: 9                                          [ABB-5]
rules grow
switch abbot ON
red: B 0,1 0 abbot monastery
blue: U 1,0 0
red: U -1,0 0
blue: E 1,1 90
red: E -1,1 270
blue: E 1,2 90
red: E -1,2 270
blue: E 0,2 180
scores red 9 monastery
abbots red 1

% recalled with five neighbours: 6; the tile just laid is one of them      [ABB-6 ABB-7]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: E 0,-1 180
red: E 0,1 180
blue: U 2,0 0
feature 1,0 garden: tiles 5
red: B 1,-1 0 ...
offers only monk, farmer NL, recall 1,0, pass
red: recall 1,0
scores red 6 garden (6 tiles around x 1)
points red 6
abbots red 1
nobody on 1,0
turn blue                          # it was instead of a placement

% a monk is not recalled, nor the abbot of another                               [ABB-6]
rules grow_revised
switch abbot ON
red: B 0,1 0 monk
blue: B 1,1 0 abbot monastery
red: U 1,0 0 ...
refuse recall 0,1 ABB-6
refuse recall 1,1 ABB-6
red: pass
blue: U -1,0 0 ...
refuse recall 0,1 ABB-6
offers recall 1,1
blue: recall 1,1
scores blue 4 monastery            # itself, the other monastery, 0,0 and 1,0

% from a monastery too                                                           [ABB-6]
rules grow
switch abbot ON
red: B 0,1 0 abbot monastery
blue: U 1,0 0
red: U -1,0 0 recall 0,1
scores red 4 monastery (4 tiles around x 1)
abbots red 1

% not when this tile completes it: 9 points, and another figure may be placed    [ABB-8]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: E 0,-1 180
red: E 0,1 180
blue: U 2,0 0
red: B 1,-1 0
blue: E 1,1 180
red: B 2,-1 0
blue: V 3,0 0
red: E 2,1 180 ...
refuse recall 1,0 ABB-8
offers only knight S, farmer EL, pass
red: knight S
scores red 9 garden
abbots red 1
supply red 6

% placed and recalled are two steps                                              [ABB-9]
rules grow_revised
switch abbot ON
red: B 0,1 0 ...
refuse recall 0,1 ABB-6            # he is not there yet
red: abbot monastery
blue draws U
refuse recall 0,1 BASE-7           # and now it is the other's turn
blue: lay 1,0 0
red: U 2,0 0 recall 0,1
scores red 3 monastery
blue draws V                       # no placement after the recall
refuse abbot garden BASE-7

% in place at the end: as a monk                                                [ABB-10]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: B 0,1 0 abbot monastery
red: E 0,-1 180
final red 4 blue 3
finish
at the end red 4 garden (4 tiles around x 1), blue 3 monastery (3 tiles around x 1)
points red 4 blue 3
abbots red 1 blue 1

% he counts as one follower, and occupies                                [ABB-11 ABB-12]
rules grow_revised
switch abbot ON
red: B 0,1 0 abbot monastery
feature 0,1 monastery: strength red 1 blue 0 owners red
blue: U 1,0 0 ...
refuse monk 0,1 BASE-29
supply red 7

% without the abbot a garden is a picture                                 [ABB-14 EDN-8]
rules grow_revised
red: road-straight-garden 1,0 0 ...
offers only thief E W, farmer NL, farmer SL, pass
refuse abbot garden BASE-34
refuse small garden ABB-3
red: pass
blue: E 0,-1 180
red: E 0,1 180
blue: U 2,0 0
red: B 1,-1 0
blue: E 1,1 180
red: B 2,-1 0
blue: E 2,1 180
feature 1,0 garden: complete free
nobody scores

% the sixth colour has an abbot too                                      [ABB-15 EDN-12]
rules grow_revised
switch abbot ON
switch max_players 6
players yellow red green blue black pink
abbots pink 1

% an abbot on a shrine                                                          [ABB-16]
rules grow_revised
switch abbot ON
expansion cult
red: cult/shrine 0,1 0 abbot monastery
abbots red 0

% the recall scores the abbot, not the garden                                   [ABB-17]
rules grow_revised
switch abbot ON
red: road-straight-garden 1,0 0 abbot garden
blue: E 0,-1 180
red: E 0,1 180 recall 1,0
scores red 4 garden
feature 1,0 garden: incomplete free
blue: U 2,0 0
red: B 1,-1 0
blue: E 1,1 180
red: B 2,-1 0
blue: E 2,1 180                    # completes it, for nobody
nobody scores
points red 4 blue 0
