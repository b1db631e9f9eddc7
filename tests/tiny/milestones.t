# milestones.t -- the tiny set of tests.

% three tiles                                                                   [TINY-1]
expansion milestones
left 73
left road-end-milestone 1
left road-straight-milestone 1
left road-curve-milestone 1

% a finished road with a milestone: one point a tile more                       [TINY-1]
expansion milestones
red: U 1,0 0 thief E W
blue: road-straight-milestone 2,0 90
red: A -1,0 270
blue: A 3,0 90
scores red 10 road (5 tiles x 2)

% a second milestone adds nothing                                               [TINY-1]
expansion milestones
red: U 1,0 0 thief E W
blue: road-straight-milestone 2,0 90
red: A -1,0 270
blue: road-end-milestone 3,0 90
scores red 10 road (5 tiles x 2)

% while the road is open: nothing more                                          [TINY-1]
expansion milestones
red: U 1,0 0 thief E W
blue: road-straight-milestone 2,0 90
feature 0,0 road E: tiles 3 incomplete owners red points 3
final red 3 blue 0

% OFF: milestones are only drawn                                                [TINY-1]
expansion milestones
switch milestone OFF
red: U 1,0 0 thief E W
blue: road-straight-milestone 2,0 90
red: A -1,0 270
blue: A 3,0 90
scores red 5 road (5 tiles x 1)
