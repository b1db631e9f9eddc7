# catapult.t -- expansion VII, The Catapult. Throws scatter by the seed: where a card does not say
# `seed`, it holds for all. Numbers and geometry are in tests/unit/test_catapult.c and its neighbours.

% twelve fair tiles                                                              [CAT-1]
expansion catapult
red draws E
left 82
left catapult/field 1
left catapult/city4 1
left catapult/road-ring-four-ends 1
left catapult/monastery-split-field 1

% how the switches of the set stand                                [CAT-2 CAT-15 CAT-24]
for rules grow grow_revised devir_pt devir_es bigbox_ro
expansion catapult
is catapult_mode METER
is catapult_timing TURN_END
is cat_target_metric CENTRE
is coc_exposed NO

% the tiles without their rules: no round                                        [CAT-2]
tiles catapult
red: catapult/field 0,1 0
turn blue

% no rounds where the mode is OFF                                               [CAT-15]
expansion catapult
switch catapult_mode OFF
red: catapult/field 0,1 0
turn blue

% after the turn the active player chooses, then all throw, he first      [CAT-2 CAT-3 CAT-4]
expansion catapult
players red blue green
red: U 1,0 0
blue: catapult/field 0,1 0
turn blue
refuse pass BASE-7
offers only catapult knock-out, catapult seduction, catapult target, catapult catch
blue: catapult knock-out
turn blue
refuse pass BASE-7                       # throwing is compulsory
blue: throw 4 1024 1023                  # away from the board, as all of them
turn green
green: throw 4 1024 1023
turn red
red: throw 4 1024 1023
turn green                               # the left neighbour of blue
nobody scores

% the turn is played to its end first: scoring comes before the round      [CAT-2 INT-36]
expansion catapult
red: U 1,0 0 thief E W
blue: A -1,0 270
red: catapult/road2-corner 2,0 0
turn red                                 # the kind of the round
scores red 4 road (4 tiles x 1)
supply red 7
red: catapult catch
red: toss 0 1000
blue: hands off
scores red 5 catch (1 throw x 5)
turn blue

% two players: the second round comes with the second fair                 [CAT-1 CAT-3]
expansion catapult
red: catapult/field 0,1 0
red: catapult knock-out
red: throw 4 1024 1023
blue: throw 4 1024 1023
blue: catapult/monastery-split-field 0,2 0
offers only catapult knock-out, catapult seduction, catapult target, catapult catch
turn blue

% a double turn: both parts, then the round                          [CAT-2 INT-1 INT-4]
expansion catapult traders-builders
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
red: catapult/road2-corner 3,0 0
turn red
part 1
offers only second, decline
red: second B 1,1 0
turn red
offers only catapult knock-out, catapult seduction, catapult target, catapult catch
red: catapult knock-out
red: throw 4 1024 1023
blue: throw 4 1024 1023
turn blue

% part_end: the round before the second part                               [CAT-2 INT-1]
expansion catapult traders-builders
switch catapult_timing PART_END
red: U 1,0 0 thief E W
blue: E 0,-1 180
red: U 2,0 0 builder road E W
blue: B 0,1 0
red: catapult/road2-corner 3,0 0
offers only catapult knock-out, catapult seduction, catapult target, catapult catch
red: catapult knock-out
red: throw 4 1024 1023
blue: throw 4 1024 1023
turn red
offers only second, decline
red: decline
turn blue

# ---- Knock-out. The farmer of the fair field stands 2191 from the southern stand: this throw
# reaches him however it scatters.

% touched, and home: also the own follower; nothing is scored              [CAT-6 CAT-11 INT-11]
for seed 1 2 3 4 5 6 7 8
expansion catapult
red: catapult/field 0,1 0 farmer NL
red: catapult knock-out
supply red 6
red: throw 4 3072 210
supply red 7
nobody on 0,1
nobody scores
turn blue

% each throw has its effect before the next one                                  [CAT-5]
for seed 1 2 3 4
expansion catapult
players red blue green
red: B 0,1 0 monk
blue: catapult/field 0,2 0 farmer NL
blue: catapult knock-out
blue: throw 4 1024 1023
stands blue 0,2 field NL
green: throw 4 3072 180                  # the farmer again, on a longer board
supply blue 7
stands red 0,1 monastery
red: throw 4 1024 1023
turn green

% builders are not hit, but alone they go home                    [CAT-9 CAT-11 INT-9]
for seed 1 2 3 4
expansion catapult traders-builders
red: U 1,0 0 thief E W
blue: B 0,1 0
red: U 2,0 0 builder road E W
blue: catapult/field 0,2 0
blue: catapult knock-out
blue: throw 0 1024 110                   # from the north onto 1,0
supply red 7
builders red 1
nobody scores
red: throw 4 1024 1023
turn red

% a throw in its range only                                              [CAT-12 CAT-10]
expansion catapult
red: catapult/field 0,1 0
refuse throw 0 0 0 BASE-7
red: catapult knock-out
refuse throw 8 0 0 CAT-12
refuse throw 0 4096 0 CAT-12
refuse throw 0 -1 0 CAT-12
refuse throw 0 0 1024 CAT-12
refuse toss 0 700 CAT-10
refuse hands off BASE-7
offers throw 0 1024 512, throw 7 512 256
red: throw 7 4095 1023
turn blue

# ---- Seduction

% the nearest is replaced from the supply and goes home                   [CAT-7 CAT-22 INT-10]
for seed 1 2 3 4
expansion catapult
red: B 0,1 0 monk
blue: catapult/field 0,2 0
blue: catapult seduction
blue: throw 4 3072 180
turn blue
offers only replace small, decline
blue: replace small
supply red 7 blue 6
stands blue 0,1 monastery
nobody scores
turn red
red: throw 4 3072 180
offers only replace small, decline
red: decline
stands blue 0,1 monastery

% replaced by a follower that stood elsewhere                                   [CAT-22]
expansion catapult
red: B 0,1 0 monk
blue: U 1,0 0 thief E W
red: B 0,2 0
blue: catapult/field 0,3 0
blue: catapult seduction
blue: throw 4 3072 180
offers only replace small, replace thief 1,0 E W, decline
blue: replace thief 1,0 E W
nobody on 1,0
stands blue 0,1 monastery
supply red 7 blue 6

% the own follower only by another kind                                         [CAT-22]
expansion catapult inns-cathedrals abbey-mayor
red: B 0,1 0 monk
blue: B 0,2 0
red: catapult/field 0,3 0
red: catapult seduction
red: throw 4 3072 180
offers only replace large, replace wagon, decline
refuse replace small CAT-22
refuse replace mayor CAT-22
red: replace wagon
stands red 0,1 monastery
wagons red 0
supply red 7

% without a tile under it the token does nothing                           [CAT-7 CAT-21]
expansion catapult
red: B 0,1 0 monk
blue: catapult/field 0,2 0
blue: catapult seduction
blue: throw 4 1024 1023
turn red
stands red 0,1 monastery

% nobody on the board: no effect                                                [CAT-21]
expansion catapult
red: catapult/field 0,1 0
red: catapult seduction
red: throw 4 3072 210
turn blue

% whoever takes the place takes the points                       [CAT-22 INT-36 CAT-7]
expansion catapult
red: U 1,0 0 thief E W
blue: catapult/field 0,1 0
blue: catapult seduction
blue: throw 2 2048 100
blue: replace small
red: throw 4 1024 1023
red: A 2,0 90
blue: A -1,0 270
scores blue 4 road (4 tiles x 1)
supply red 7 blue 7

% a challenge goes on with the new owner                                 [CAT-22 CULT-6]
expansion catapult cult
red: B 0,1 0 monk
blue: cult/shrine 1,1 0 monk
red: catapult/field 2,1 0
red: catapult seduction
red: throw 2 2048 110                    # the shrine is nearest to the eastern stand
red: replace small
blue: throw 4 1024 1023
stands red 1,1 monastery
supply red 5 blue 7

% a fair that earned a second part, and nothing to draw for it: still a round     [INT-52]
expansion abbey-mayor traders-builders catapult
first blue
seed 1
last catapult/road2-straight
table E 0,-1 180
table B -1,-1 0
table E -1,0 270
table B -1,1 0
table E 0,1 0
table B 1,1 0
table A 1,0 90
table B 1,-1 0
blue: U 2,1 90
red: U 2,0 90 thief N S
blue: U 2,-1 90
red: U 2,-2 90 builder road N S
finish but 1
turn red
red: catapult/road2-straight 2,2 0
earns red
red: second
offers only pile, abbey 0,0
red: pile                                # not the abbey, and no tile is left
turn red
red: catapult target
red: throw 4 1024 1023
blue: throw 4 3072 300
scores blue 5 target
over

# ---- Target

% the nearest to the fair of the round scores five                         [CAT-8 CAT-23]
for seed 1 2 3 4 5 6
expansion catapult
players red blue green
red: catapult/field 0,1 0
red: catapult target
red: throw 4 1024 1023                   # off the board, and measured too
nobody scores
blue: throw 4 3072 210
nobody scores                            # decided after the last throw
green: throw 4 1024 1000
scores blue 5 target (1 throw x 5)
points red 0 blue 5 green 0

# ---- Catch

% a long toss that nobody catches is the thrower's                        [CAT-10 CAT-29]
for seed 1 2 3 4 5 6
expansion catapult
players red blue green
red: catapult/field 0,1 0
red: catapult catch
refuse throw 0 1024 512 CAT-10
refuse toss 512 0 CAT-25
red: toss 0 1000
turn blue
refuse hands 1281,0 CAT-27
refuse hands 0,512 CAT-27
blue: hands off
scores red 5 catch (1 throw x 5)
turn blue
blue: toss -300 100                      # short of the rule
green: hands off
scores green 5 catch
green: toss 200 700                      # 875 along the lane
red: hands 875,200                       # within reach of every scatter
scores red 5 catch
points red 10 blue 0 green 5
turn blue
