from typing import Any

import gymnasium

from . import Game, Setup, Spec

DEALS_MAX: int

class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    setup: Setup
    game: Game
    aude_spec: Spec
    seat: int
    against: str
    reward: str
    illegal: str
    def __init__(self, setup: Setup | None = None, *, seat: int = 0, against: str = "greedy",
                 spec: Spec | str | None = None, reward: str = "win", illegal: str = "raise",
                 render_mode: str | None = None, **keywords: Any) -> None: ...
    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]: ...
    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...
