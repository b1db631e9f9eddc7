"""Nothing runs here: mypy --strict reads it, and the stubs must allow what people write."""

import aude
from aude.gymnasium_env import SeatEnv


def play(seed: int) -> tuple[int, ...]:
    game = aude.Game(aude.Setup(seats=3, seed=seed))
    while not game.over:
        action: aude.Action = game.choose("greedy", seed=1)
        for event in game.play(action):
            count, each, what = event.terms[0] if event.terms else (0, 0, "")
            print(event.sum, count * each, what.upper())
    refusal = game.why("pass")
    if refusal is not None:
        print(refusal.sentence.capitalize())
    best: list[aude.Candidate] = game.analyse(playouts=10)
    print(best[0].win[0] + 0.5, game.setup.switches["river"], aude.Game.from_record(game.record()).hash)
    return game.points


def many() -> int:
    batch = aude.Batch(8, threads=2, setup=aude.Setup.everything())
    done, points = batch.step(batch.sample())
    return len(batch) + batch.spec.actions + len(batch.observe().planes) + len(done) + len(points)


def one_seat() -> float:
    env = SeatEnv(seat=0, against="greedy")
    _, info = env.reset(seed=1)
    _, reward, _, _, _ = env.step(int(info["action_mask"].argmax()))
    return reward


def not_allowed() -> None:
    """Each line is wrong; where one is not noticed, mypy --strict says that its mark is not needed."""
    aude.Game(seats="2")  # type: ignore[call-overload]
    aude.Setup(expansions=3)  # type: ignore[arg-type]
    aude.Spec("base").actions = 5  # type: ignore[misc]
