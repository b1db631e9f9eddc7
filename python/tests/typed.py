"""Nothing runs here: mypy --strict reads it, and the stubs must allow what people write."""

import aude


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
