#!/usr/bin/env python3
"""Train the network of ai/net.h on what tools/train/netgen.c wrote.

    net_train.py OUT PASSES FOLDER...

needs PyTorch; a GPU is used if there is one. OUT.bin is struct net as it lies in memory (for netgen and netmatch);
tools/train/net_export.py makes ai/net_weights.c of one. PASSES is how often each position is looked at: many learn games by
heart. With NET_BEFORE=FILE.bin it goes on from those weights, with NET_KIND=KIND (see KINDS_OF_GAMES) only with such games.

Two things are learnt at once: by how much one line of a position is better than the others and what a seat will lead by, both
as the search weighed it; and, counting little because it is mostly luck, what it led by when the game was over, and whether it won.
Every twelfth game is kept apart, and the tables are of those: `apart` is by how much the distances between the lines of a
position are wrong, `r` how they go together, `lost` what the line that is preferred is weighed less than the best one.
"""
import glob
import os
import sys
import time

import numpy as np
import torch
from torch import nn

KINDS, ROW, WIDE, GLOBAL = 6, 48, 32, 128
UNIT, WEIGHT, TOP, POINTS = 32, 256, 511 / 128, 8
SETS = 38  # from here on the numbers of a position are of expansions: SETS_BIT + INNS of ai/eval_whole.c
HEAD = np.dtype([("game", "<u4"), ("group", "<u4"), ("branch", "u1"), ("when", "u1"), ("n_seats", "u1"),
                 ("left", "u1"), ("final", "<i2"), ("sets", "<u2"), ("n_rows", "<u2"), ("win", "u1"), ("seat", "u1"),
                 ("lead", "<f4"), ("weighed", "<f4"), ("global", "i1", GLOBAL)])
LINES = 10  # of a decision that are weighed: netgen.c, WEIGHED
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
        weighed = heads["when"] == 0
        self.target = t(np.where(weighed, heads["weighed"], heads["final"]), torch.float32)
        self.win = t(heads["win"], torch.float32) / 2
        self.weight = 1 / (t(heads["left"], torch.float32) / 24 + 0.33)
        self.heads = heads
        self.held = heads["game"] % 12 == 0
        # one line of `groups` for each decision that was weighed: the places of its lines, or -1
        at = np.flatnonzero(weighed)
        names, group = np.unique(heads["group"][at], return_inverse=True)
        self.groups = np.full((len(names), LINES), -1, np.int64)
        self.groups[group, heads["branch"][at]] = at
        self.groups = self.groups[(self.groups >= 0).sum(1) > 1]
        self.single = np.flatnonzero(~weighed)

    def take(self, index):
        count = self.count[index]
        place = torch.repeat_interleave(torch.arange(len(index), device=dev), count)
        shift = self.start[index] - (torch.cumsum(count, 0) - count)
        raw = self.rows[torch.arange(len(place), device=dev) + shift[place]]
        return raw[:, 1:].float() / UNIT, raw[:, 0].long(), place, len(index), self.glob[index].float() / UNIT


KINDS_OF_GAMES = {
    "base": lambda h: ((h["sets"] & 0xfff0) == 0) & (h["n_seats"] == 2),
    "tower": lambda h: (h["sets"] & 0xfff0) == 1 << 7,
    "abbey": lambda h: (h["sets"] & 0xfff0) == 1 << 8,
    "dragon": lambda h: (h["sets"] & 0xfff0) == 1 << 6,
    "more seats": lambda h: h["n_seats"] > 2,
    "any": lambda h: h["n_seats"] > 0,
}


def say(net, data, index, size=32768):
    """What the network says a seat leads by."""
    out = []
    with torch.no_grad():
        for i in range(0, len(index), size):
            part = index[i:i + size]
            out.append(net(*data.take(part))[:, 0] + data.lead[part])
    return torch.cat(out)


def report(name, net, data, groups):
    there = groups >= 0
    index = groups.clamp(min=0)
    value = say(net, data, index.flatten()).view(index.shape) if net else data.lead[index]
    weighed, n = data.target[index], there.sum(1)
    level = lambda x: torch.where(there, x - ((x * there).sum(1) / n)[:, None], torch.zeros_like(x))
    v, w = level(value), level(weighed)
    low = torch.full_like(value, -1e9)
    best = torch.where(there, value, low).argmax(1)
    lost = torch.where(there, weighed, low).max(1).values - weighed.gather(1, best[:, None])[:, 0]
    apart = ((v - w).square().sum() / there.sum()).sqrt()
    r = (v * w).sum() / (v.square().sum() * w.square().sum()).sqrt()
    off = (value - weighed)[there].square().mean().sqrt()
    print(f"{name:26s} {len(n):7d} decisions: apart {apart:.3f}  r {r:.4f}  lost {lost.mean():.3f} +- "
          f"{lost.std() / len(lost) ** 0.5:.3f}  value off {off:.2f}", flush=True)


def tables(name, net, data):
    held = data.groups[data.held[data.groups.max(1)]]
    for kind, of in KINDS_OF_GAMES.items():
        some = held[of(data.heads[held.max(1)])]
        if len(some) >= 10:
            report(f"{kind}: {name}", net, data, torch.from_numpy(some).to(dev))


def bent(off, most=8.0):
    """Squares, but not of what is far off."""
    far = off.abs()
    return torch.where(far < most, off.square(), most * (2 * far - most))


def train(net, data, passes, rate, mask, decay=1e-3, size=1024):
    """Batches of weighed decisions, and of single positions, of `mask`."""
    mask = mask & ~data.held
    groups = torch.from_numpy(data.groups[mask[data.groups.max(1)]]).to(dev)
    single = torch.from_numpy(data.single[mask[data.single]]).to(dev)
    free = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    begin = time.time()
    steps = int(passes * len(groups) / size) + 1
    zero = torch.tensor(0.0, device=dev)
    for step in range(steps):
        for g in free.param_groups:
            g["lr"] = rate * min(1, (step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        some = groups[torch.randint(len(groups), (size,), device=dev)]
        there = some >= 0
        alone = single[torch.randint(len(single), (4 * size,), device=dev)]
        index = torch.cat([some[there], alone])
        n = int(there.sum())
        out = net(*data.take(index))
        off = out[:, 0] + data.lead[index] - data.target[index]
        weight = data.weight[index]
        apart = torch.zeros(some.shape, device=dev).masked_scatter(there, off[:n])
        apart = torch.where(there, apart - (apart.sum(1) / there.sum(1))[:, None], zero)
        loss_pair = (data.weight[some.max(1).values][:, None] * bent(apart)).sum() / n
        loss_value = (weight[:n] * bent(off[:n])).mean()
        loss_result = (weight[n:] * bent(off[n:], 40.0)).mean()
        loss_win = nn.functional.binary_cross_entropy_with_logits(out[n:, 1], data.win[alone])
        loss = PAIR * loss_pair + loss_value + RESULT * (loss_result + 20 * loss_win)
        free.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 50.0)
        free.step()
        with torch.no_grad():
            for p in net.parameters():
                p.clamp_(-7.9, 7.9)
    print(f"  {len(groups)} decisions, {len(single)} positions, {steps} steps, {time.time() - begin:.0f} s: pair "
          f"{loss_pair.item():.3f} value {loss_value.item():.2f} result {loss_result.item():.1f} win {loss_win.item():.4f}", flush=True)


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


PAIR = float(os.environ.get("NET_PAIR", "3"))
RESULT = float(os.environ.get("NET_RESULT", "0.1"))
RATE = float(os.environ.get("NET_RATE", "2e-3"))


def main():
    out, passes, folders = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    before, kind = os.environ.get("NET_BEFORE"), os.environ.get("NET_KIND", "any")
    begin = time.time()
    data = Data(*read(folders))
    print(f"{len(data.heads)} positions, {len(data.groups)} decisions, {len(data.rows)} rows, "
          f"{time.time() - begin:.0f} s", flush=True)
    net = Net().to(dev)
    tables("formulas", None, data)
    if before:
        load(net, before)
        tables("before", net, data)
    train(net, data, passes, RATE, KINDS_OF_GAMES[kind](data.heads))
    tables(f"{out} {kind}", net, data)
    export(net, out + ".bin")


main()
