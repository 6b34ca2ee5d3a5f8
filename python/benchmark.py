"""Throughput of batches and latency of single queries: python3 python/benchmark.py"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np  # noqa: E402

import appulse  # noqa: E402

COUNT = 10_000


def best(call, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times), sorted(times)[len(times) // 2]


def main():
    rng = np.random.default_rng(1)
    box = appulse.box([1, 1, 1])
    poses = [np.c_[rng.uniform(-3, 3, (COUNT, 3)), rng.normal(size=(COUNT, 4))] for _ in range(2)]
    for _ in range(30):
        appulse.closest(box, poses[0], box, poses[1])
    fastest, median = best(lambda: appulse.closest(box, poses[0], box, poses[1]), 100)
    print(f"batch of {COUNT} box pairs: {COUNT / median / 1e6:.2f} M pairs/s (median), {COUNT / fastest / 1e6:.2f} (best)")
    for _ in range(3000):
        appulse.closest(box, poses[0][:1], box, poses[1][:1])
    fastest, median = best(lambda: appulse.closest(box, poses[0][:1], box, poses[1][:1]), 10_000)
    print(f"round trip of one pair: {1e6 * median:.0f} us (median), {1e6 * fastest:.0f} (best)")


if __name__ == "__main__":
    main()
