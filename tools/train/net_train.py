#!/usr/bin/env python3
"""Train the network of ai/net.h on what tools/train/netgen.c wrote.

    net_train.py OUT PASSES FOLDER...

needs PyTorch; a GPU is used if there is one. OUT-base.bin is learnt from games without expansions, OUT-all.bin goes on from
there with all games. Both are struct net as it lies in memory (for netgen and netmatch); tools/train/net_export.py makes
ai/net_weights.c of one. PASSES is how often each game is looked at: many learn games by heart. With
NET_BEFORE=FILE.bin it goes on from those weights, with all games.

Three things are learnt at once: what a seat will lead by, by how much one line of a position is better than the
others (all were played on against the same draws), and whether the seat wins. First towards results; then, because results are mostly
luck, mostly towards what the network itself says two and six decisions later. Every twelfth game is kept apart, and
the tables are of those: `gain` is what the line that the network prefers brought more than the mean of the lines that
were played on, in points a decision.
"""
import glob
import os
import sys
import time

import numpy as np
import torch
from torch import nn

KINDS, ROW, WIDE, GLOBAL = 6, 40, 32, 128
UNIT, WEIGHT, TOP, POINTS = 32, 256, 511 / 128, 8
SETS = 38  # from here on the numbers of a position are of expansions: SETS_BIT + INNS of ai/eval_whole.c
HEAD = np.dtype([("game", "<u4"), ("group", "<u4"), ("branch", "u1"), ("when", "u1"), ("n_seats", "u1"),
                 ("left", "u1"), ("final", "<i2"), ("sets", "<u2"), ("n_rows", "<u2"), ("win", "u1"), ("seat", "u1"),
                 ("lead", "<f4"), ("zero", "<u4"), ("global", "i1", GLOBAL)])
dev = "cuda" if torch.cuda.is_available() else "cpu"
torch.backends.cuda.matmul.allow_tf32 = True
torch.manual_seed(int(os.environ.get("NET_SEED", "1")))


def read(folders):
    """All positions: heads as one table, rows as one matrix on the device."""
    heads, rows = [], []
    for f, folder in enumerate(folders):
        for path in sorted(glob.glob(folder + "/*.heads")):
            part = np.fromfile(path, HEAD)
            part["game"] += f << 30 & 0xffffffff
            part["group"] += f << 28
            heads.append(part)
            raw = np.fromfile(path[:-5] + "rows", np.int8).reshape(-1, ROW + 1)
            assert len(raw) == part["n_rows"].sum(dtype=np.int64), path
            rows.append(torch.from_numpy(raw).to(dev))
    return np.concatenate(heads), torch.cat(rows)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.row1 = nn.Linear(ROW, KINDS * WIDE)
        self.row2 = nn.Linear(WIDE, WIDE)
        self.head1 = nn.Linear(WIDE + GLOBAL, WIDE)
        self.head2 = nn.Linear(WIDE, WIDE)
        self.last = nn.Linear(WIDE, 2)
        with torch.no_grad():
            self.last.weight.mul_(0.1)
            self.last.bias.zero_()
            self.head1.weight[:, :WIDE].mul_(0.2)
            self.head1.weight[:, WIDE + SETS:].zero_()  # learnt only where there are expansions

    def forward(self, rows, kinds, place, n, glob):
        h = self.row1(rows).view(-1, KINDS, WIDE)
        h = h[torch.arange(len(kinds), device=kinds.device), kinds].clamp(0, TOP)
        r = self.row2(h).clamp(0, TOP)
        total = torch.zeros(n, WIDE, device=r.device).index_add_(0, place, r)
        x = self.head1(torch.cat([total, glob], 1)).clamp(0, TOP)
        return POINTS * self.last(self.head2(x).clamp(0, TOP))


class Data:
    def __init__(self, heads, rows):
        self.rows = rows
        t = lambda a, kind: torch.from_numpy(np.ascontiguousarray(a)).to(dev).to(kind)
        counts = heads["n_rows"].astype(np.int64)
        self.start = t(np.cumsum(counts) - counts, torch.int64)
        self.count = t(counts, torch.int64)
        self.glob = t(heads["global"], torch.int8)
        self.lead = t(heads["lead"], torch.float32)
        self.final = t(heads["final"], torch.float32)
        self.win = t(heads["win"], torch.float32) / 2
        self.weight = 1 / (t(heads["left"], torch.float32) / 24 + 0.33)
        self.heads = heads
        self.held = heads["game"] % 12 == 0
        # one line of `branches` for each branch: its positions at once, two and six decisions later, or -1
        key = heads["group"].astype(np.int64) * 4 + heads["branch"]
        names, self.branch_of = np.unique(key, return_inverse=True)
        self.branches = np.full((len(names), 4), -1, np.int64)
        self.branches[self.branch_of, heads["when"]] = np.arange(len(heads))
        # one line of `groups` for each group: the first positions of its branches
        first = self.branches[:, 0] >= 0
        groups, at = np.unique(names[first] // 4, return_inverse=True)
        self.groups = np.full((len(groups), 4), -1, np.int64)
        self.groups[at, names[first] % 4] = self.branches[first, 0]
        some = (self.groups >= 0).sum(1) > 1
        self.groups = self.groups[some]

    def take(self, index):
        count = self.count[index]
        place = torch.repeat_interleave(torch.arange(len(index), device=dev), count)
        shift = self.start[index] - (torch.cumsum(count, 0) - count)
        raw = self.rows[torch.arange(len(place), device=dev) + shift[place]]
        return raw[:, 1:].float() / UNIT, raw[:, 0].long(), place, len(index), self.glob[index].float() / UNIT


def say(net, data, index, size=32768):
    """What the network says, as lead and log odds."""
    out = []
    with torch.no_grad():
        for i in range(0, len(index), size):
            part = index[i:i + size]
            y = net(*data.take(part))
            y[:, 0] += data.lead[part]
            out.append(y)
    return torch.cat(out)


def report(name, net, data, held_groups, quiet=False):
    """Of the games kept apart: how the lines of a position are told from one another."""
    index = held_groups.clamp(min=0)
    there = held_groups >= 0
    value = say(net, data, index.flatten())[:, 0].view(index.shape) if net else data.lead[index]
    final = data.final[index]
    n = there.sum(1)
    mean = (final * there).sum(1) / n
    best = torch.where(there, value, torch.tensor(-1e9, device=dev)).argmax(1)
    gain = final.gather(1, best[:, None])[:, 0] - mean
    v = torch.where(there, value - ((value * there).sum(1) / n)[:, None], torch.tensor(0.0, device=dev))
    f = torch.where(there, final - mean[:, None], torch.tensor(0.0, device=dev))
    r = (v * f).sum() / (v.square().sum() * f.square().sum()).sqrt()
    error = ((value - final)[there] ** 2).mean().sqrt()
    if not quiet:
        print(f"{name:28s} groups {len(n):7d}  error {error:6.3f}  r {r:.4f}  gain {gain.mean():.3f} +- "
              f"{gain.std() / len(gain) ** 0.5:.3f}", flush=True)
    return gain


def tables(name, net, data):
    groups = torch.from_numpy(data.groups[data.held[data.groups.max(1)]]).to(dev)
    heads = data.heads
    first = groups.max(1).values.cpu().numpy()
    base = (heads["sets"][first] & 0xfff0) == 0
    two = heads["n_seats"][first] == 2
    for title, mask in (("base 2", base & two), ("base 3-6", base & ~two), ("sets 2", ~base & two),
                        ("sets 3-6", ~base & ~two), ("tower", heads["sets"][first] >> 7 & 1 == 1),
                        ("abbey", heads["sets"][first] >> 8 & 1 == 1),
                        ("dragon", heads["sets"][first] >> 6 & 1 == 1)):
        mask = torch.from_numpy(np.asarray(mask, dtype=bool)).to(dev)
        if mask.sum() < 10:
            continue
        old = report(f"{title}: formulas", None, data, groups[mask], quiet=name not in ("first", "before"))
        new = report(f"{title}: {name}", net, data, groups[mask])
        print(f"{'':28s} more by {(new - old).mean():.3f} +- {(new - old).std() / len(new) ** 0.5:.3f}", flush=True)


def train(net, data, target, passes, rate, mask, decay=1e-3, size=2048):
    """`target`: what each position should be said to lead by. Batches of groups, and of single positions of `mask`."""
    mask = mask & ~data.held
    groups = torch.from_numpy(data.groups[mask[data.groups.max(1)]]).to(dev)
    single = torch.from_numpy(np.flatnonzero(mask & (data.heads["when"] > 0))).to(dev)
    free = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    begin = time.time()
    ratio = max(1, round(len(single) / max(1, len(groups))))
    steps = int(passes * len(single) / (size * ratio)) + 1
    zero = torch.tensor(0.0, device=dev)
    for step in range(steps):
        for g in free.param_groups:
            g["lr"] = rate * min(1, (step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        some = groups[torch.randint(len(groups), (size,), device=dev)]
        there = some >= 0
        alone = single[torch.randint(len(single), (size * ratio,), device=dev)]
        index = torch.cat([some[there], alone])
        out = net(*data.take(index))
        off = out[:, 0] + data.lead[index] - target[index]
        loss_value = (data.weight[index] * off.square()).mean()
        off4 = torch.zeros(some.shape, device=dev).masked_scatter(there, off[:there.sum()])
        off4 = torch.where(there, off4 - (off4.sum(1) / there.sum(1))[:, None], zero)
        w4 = data.weight[some.max(1).values][:, None]
        loss_pair = (w4 * off4.square()).sum() / there.sum()
        loss_win = nn.functional.binary_cross_entropy_with_logits(out[:, 1], data.win[index])
        loss = loss_value + PAIR * loss_pair + 20 * loss_win
        free.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 50.0)
        free.step()
        with torch.no_grad():
            for p in net.parameters():
                p.clamp_(-7.9, 7.9)
    print(f"  {len(groups)} groups, {len(single)} positions, {steps} steps, {time.time() - begin:.0f} s: value "
          f"{loss_value.item():.2f} pair {loss_pair.item():.3f} win {loss_win.item():.4f}", flush=True)


def later(net, data, own):
    """Targets with less luck: `own` of what the network says later, the rest of what came."""
    n = len(data.heads)
    said = say(net, data, torch.arange(n, device=dev))[:, 0]
    target = data.final.clone()
    b = torch.from_numpy(data.branches).to(dev)
    for when, ways in ((0, (2, 1)), (1, (2,))):
        for way in ways:
            both = (b[:, when] >= 0) & (b[:, way] >= 0)
            if way == 1:
                both &= b[:, 2] < 0
            i, j = b[both, when], b[both, way]
            target[i] = own * said[j] + (1 - own) * data.final[i]
    return target


def pairs(w):
    """[out][in] as struct net has it: [in / 2][out][2]."""
    out, n = w.shape
    return w.reshape(out, n // 2, 2).transpose(1, 0, 2)


def export(net, path):
    q = lambda t: np.clip(np.rint(t.detach().double().cpu().numpy() * WEIGHT), -32767, 32767).astype("<i2")
    w1 = q(net.row1.weight).reshape(KINDS, WIDE, ROW)
    parts = [np.stack([pairs(w) for w in w1]), q(net.row1.bias), pairs(q(net.row2.weight)), q(net.row2.bias),
             pairs(q(net.head1.weight)), q(net.head1.bias), pairs(q(net.head2.weight)), q(net.head2.bias),
             q(net.last.weight), q(net.last.bias)]
    raw = b"".join(np.ascontiguousarray(p).tobytes() for p in parts)
    with open(path, "wb") as file:
        file.write(raw)
    print(path, len(raw), "bytes", flush=True)


def load(net, path):
    """The other way round: go on from weights of before."""
    raw = np.fromfile(path, "<i2").astype(np.float32) / WEIGHT
    at = 0

    def take(*shape):
        nonlocal at
        n = int(np.prod(shape))
        at += n
        return raw[at - n:at].reshape(shape)

    single = lambda w: w.transpose(1, 0, 2).reshape(w.shape[1], -1)
    with torch.no_grad():
        put = lambda p, w: p.copy_(torch.from_numpy(np.ascontiguousarray(w)))
        put(net.row1.weight, np.concatenate([single(w) for w in take(KINDS, ROW // 2, WIDE, 2)]))
        put(net.row1.bias, take(KINDS * WIDE))
        for layer, n in ((net.row2, WIDE), (net.head1, WIDE + GLOBAL), (net.head2, WIDE)):
            put(layer.weight, single(take(n // 2, WIDE, 2)))
            put(layer.bias, take(WIDE))
        put(net.last.weight, take(2, WIDE))
        put(net.last.bias, take(2))
    assert at == len(raw), path


PAIR = float(os.environ.get("NET_PAIR", "1"))
OWN = float(os.environ.get("NET_OWN", "0.7"))


def main():
    out, passes, folders = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    before = os.environ.get("NET_BEFORE")
    begin = time.time()
    data = Data(*read(folders))
    print(f"{len(data.heads)} positions, {len(data.groups)} groups, {len(data.rows)} rows, "
          f"{time.time() - begin:.0f} s", flush=True)
    net = Net().to(dev)
    base = (data.heads["sets"] & 0xfff0) == 0
    if before:
        load(net, before)
        tables("before", net, data)
    else:
        train(net, data, data.final, passes * 0.4, 3e-3, base)
        tables("first", net, data)
        for i in range(2):
            train(net, data, later(net, data, OWN), passes * 0.3, 1.5e-3, base)
            tables(f"later {i}", net, data)
        export(net, out + "-base.bin")
    everything = np.ones(len(base), dtype=bool)
    for i in range(2):
        train(net, data, later(net, data, OWN), passes * 0.2, 1e-3, everything, decay=1e-2)
        tables(f"all {i}", net, data)
    export(net, out + "-all.bin")


main()
