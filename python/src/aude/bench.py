"""python -m aude.bench [--json] [--seconds S]: how fast the package is on this machine, one core.

batch_decisions_per_s       random play in Batch: sample() and step(), without observations
batch_observed_per_s        the same with planes, vector and mask of every decision
pettingzoo_decisions_per_s  PettingZoo's own loop (agent_iter, last, sample by mask, step) over raw_env
yardstick                   connect_four_v3 of PettingZoo in the same loop, in the same run; where it cannot be
                            had, random games of OpenSpiel's chess
Base game, two seats. Seconds are those of the processor. What is not installed is null, and said.
"""

import argparse
import json
import sys
import time

GAMES = 64  # at once: their working sets and observations stay in the cache


def per_second(seconds, work):
    """Decisions a second of work(), which returns how many it made; the best of three."""
    best = 0.0
    work()
    for _ in range(3):
        done, start = 0, time.process_time()
        while time.process_time() - start < seconds / 3:
            done += work()
        best = max(best, done / (time.process_time() - start))
    return round(best)


def batch(observed):
    import aude
    games = aude.Batch(GAMES)
    actions = games.sample()
    done, points = games.step(actions)
    shown = games.observe()

    def work():
        for _ in range(64):
            games.sample(actions)
            games.step(actions, done, points)
            if observed:
                games.observe(*shown)
        return 64 * GAMES
    return work


def loop(env):
    """PettingZoo's own loop, one game."""
    def work():
        steps = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
                steps += 1
            env.step(action)
        return steps
    return work


def random_games(game):
    """Random play of a game of OpenSpiel, one game."""
    import random

    def work():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps
    return work


def yardstick():
    """Somebody else's environment as (name, work); work is None and name the reason where there is none."""
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env
        return "pettingzoo connect_four_v3", loop(raw_env())
    except ImportError as error:
        reason = str(error)
    try:
        import pyspiel
        return "open_spiel chess", random_games(pyspiel.load_game("chess"))
    except ImportError as error:
        return f"{reason}; {error}", None


def main():
    parser = argparse.ArgumentParser(prog="python -m aude.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--seconds", type=float, default=3, help="for each of the measurements (3)")
    options = parser.parse_args()
    if not 0.01 <= options.seconds <= 3600:
        parser.error("--seconds must be from 0.01 to 3600")
    result = dict.fromkeys(("batch_decisions_per_s", "batch_observed_per_s", "pettingzoo_decisions_per_s",
                            "yardstick", "yardstick_decisions_per_s"))
    result["batch_decisions_per_s"] = per_second(options.seconds, batch(False))
    result["batch_observed_per_s"] = per_second(options.seconds, batch(True))
    try:
        import aude
        result["pettingzoo_decisions_per_s"] = per_second(options.seconds, loop(aude.raw_env()))
    except ImportError as error:
        print(f"skipped: PettingZoo: {error}", file=sys.stderr)
    name, work = yardstick()
    if work:
        result["yardstick"] = name
        result["yardstick_decisions_per_s"] = per_second(options.seconds, work)
    else:
        print(f"skipped: the yardstick: {name}", file=sys.stderr)
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"  {name:28} {value if value is not None else '-':>12}")


if __name__ == "__main__":
    main()
