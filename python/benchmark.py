"""Throughput of batches, latency of single queries, and overhead of a mesh session: python3 python/benchmark.py

Wall times are medians; on a machine with other work compare the CPU times of both processes (Linux). The mesh session needs the public scene
cloth-ball: APPULSE_CCD_DATA names the folder of the data sets. Its steps alternate between Python and the process of the library.
"""

import gzip
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np  # noqa: E402

import appulse  # noqa: E402

COUNT = 10_000
MESH_STEPS = 9

# the same steps in the process of the library: a line on standard input asks for one
IN_PROCESS = """
import { readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createMeshCheck, endpointMotion, surfaceMesh } from 'LIBRARY';
const load = (name) => new Uint8Array(gunzipSync(readFileSync(`DATA/meshes/cloth-ball.${name}.gz`))).buffer;
const both = new Float64Array(load('verts.f64'));
const [start, end] = [both.subarray(0, both.length / 2), both.subarray(both.length / 2)];
const check = createMeshCheck(surfaceMesh({ positions: start, triangles: new Int32Array(load('faces.i32')) }));
const line = new Uint8Array(1);
while (readSync(0, line) > 0) {
  const begun = performance.now();
  const { contacts } = check(endpointMotion(start, end, 1));
  console.log((performance.now() - begun) / 1000, contacts.count);
}
"""


def cpu_time(process):
    """CPU time of a process [s], and of its threads; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def measure(call, rounds):
    """Median and minimum of the wall time, CPU time of the client and of the server per call [s]."""
    server = appulse.default_server()._process
    times = []
    before = (time.process_time(), cpu_time(server))
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    used = (time.process_time() - before[0], cpu_time(server) - before[1])
    return statistics.median(times), min(times), used[0] / rounds, used[1] / rounds


def mesh_session(data):
    """Times of steps [s], one after the other: from Python, and in the process of the library."""
    load = lambda name, kind: np.frombuffer(gzip.decompress((data / f"meshes/cloth-ball.{name}.gz").read_bytes()), kind)
    start, end = load("verts.f64", "<f8").reshape(2, -1, 3)
    check = appulse.MeshCheck(start, load("faces.i32", "<i4").reshape(-1, 3))
    library = Path(__file__).resolve().parents[1] / "dist/lib/meshes.js"
    script = IN_PROCESS.replace("LIBRARY", library.as_uri()).replace("DATA", str(data))
    node = appulse.server.server_command()[0]
    other = subprocess.Popen([node, "--input-type=module", "-e", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rows = []
    for _ in range(MESH_STEPS):
        clocks = (time.perf_counter(), time.process_time(), cpu_time(appulse.default_server()._process), cpu_time(other))
        contacts = check.step(start, ends=end)
        python = (time.perf_counter() - clocks[0], time.process_time() - clocks[1])
        server = cpu_time(appulse.default_server()._process) - clocks[2]
        other.stdin.write("\n")
        other.stdin.flush()
        inside, count = other.stdout.readline().split()
        assert int(count) == len(contacts)
        rows.append((python[0], float(inside), python[1] + server, cpu_time(other) - clocks[3]))
    other.stdin.close()
    other.wait()
    # the first steps compile
    return [statistics.median(column) for column in zip(*rows[3:])]


def main():
    rng = np.random.default_rng(1)
    box = appulse.box([1, 1, 1])
    poses = [np.c_[rng.uniform(-3, 3, (COUNT, 3)), rng.normal(size=(COUNT, 4))] for _ in range(2)]
    many = lambda: appulse.closest(box, poses[0], box, poses[1])
    one = lambda: appulse.closest(box, poses[0][:1], box, poses[1][:1])
    for _ in range(30):
        many()
    median, fastest, client, server = measure(many, 200)
    print(f"batch of {COUNT} box pairs: {COUNT / median / 1e6:.2f} M pairs/s (median), {COUNT / fastest / 1e6:.2f} (best)")
    print(f"  CPU time: server {1e3 * server:.2f} ms ({COUNT / server / 1e6:.2f} M pairs/s), client {1e3 * client:.2f} ms")
    for _ in range(3000):
        one()
    median, fastest, client, server = measure(one, 20_000)
    print(f"round trip of one pair: {1e6 * median:.0f} us (median), {1e6 * fastest:.0f} (best)")
    print(f"  CPU time: server {1e6 * server:.0f} us, client {1e6 * client:.0f} us")
    if "APPULSE_CCD_DATA" in os.environ:
        python, inside, python_cpu, inside_cpu = mesh_session(Path(os.environ["APPULSE_CCD_DATA"]))
        print(f"step of cloth-ball: {1e3 * python:.0f} ms from Python, {1e3 * inside:.0f} ms in process, ratio {python / inside:.3f}")
        print(f"  CPU time: {1e3 * python_cpu:.0f} ms (both processes), {1e3 * inside_cpu:.0f} ms, ratio {python_cpu / inside_cpu:.3f}")


if __name__ == "__main__":
    main()
