"""Throughput of batches, latency of single queries, and overhead of a mesh session: python3 python/benchmark.py

The mesh session needs the public scene cloth-ball: APPULSE_CCD_DATA names the folder of the data sets.
"""

import gzip
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np  # noqa: E402

import appulse  # noqa: E402

COUNT = 10_000
MESH_STEPS = 6

# the same steps in the process of the library
IN_PROCESS = """
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createMeshCheck, endpointMotion, surfaceMesh } from 'LIBRARY';
const load = (name) => new Uint8Array(gunzipSync(readFileSync(`DATA/meshes/cloth-ball.${name}.gz`))).buffer;
const both = new Float64Array(load('verts.f64'));
const [start, end] = [both.subarray(0, both.length / 2), both.subarray(both.length / 2)];
const check = createMeshCheck(surfaceMesh({ positions: start, triangles: new Int32Array(load('faces.i32')) }));
const times = [];
for (let step = 0; step < STEPS; step++) {
  const begun = performance.now();
  check(endpointMotion(start, end, 1));
  times.push(performance.now() - begun);
}
console.log(times.sort((a, b) => a - b)[STEPS >> 1] / 1000);
"""


def best(call, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times), sorted(times)[len(times) // 2]


def mesh_session(data):
    """Medians of a step [s]: from Python, and in the process of the library."""
    load = lambda name, kind: np.frombuffer(gzip.decompress((data / f"meshes/cloth-ball.{name}.gz").read_bytes()), kind)
    start, end = load("verts.f64", "<f8").reshape(2, -1, 3)
    check = appulse.MeshCheck(start, load("faces.i32", "<i4").reshape(-1, 3))
    _, from_python = best(lambda: check.step(start, ends=end), MESH_STEPS)
    library = Path(__file__).resolve().parents[1] / "dist/lib/meshes.js"
    script = IN_PROCESS.replace("LIBRARY", library.as_uri()).replace("DATA", str(data)).replace("STEPS", str(MESH_STEPS))
    node = appulse.server.server_command()[0]
    command = [node, "--input-type=module", "-e", script]
    return from_python, float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


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
    if "APPULSE_CCD_DATA" in os.environ:
        from_python, inside = mesh_session(Path(os.environ["APPULSE_CCD_DATA"]))
        print(f"step of cloth-ball: {1e3 * from_python:.0f} ms from Python, {1e3 * inside:.0f} ms in process (medians)")


if __name__ == "__main__":
    main()
