/**
 * The GPU check on the public scenes: identity with `checkMesh`, public queries, synthetic near contacts, and times. A program of its own, for machines with a
 * GPU: `node measure-gpu.js FOLDER`, where FOLDER is that of the public data sets. Prints a line per result; APPULSE_GPU_RUN sets the sizes.
 *
 *   APPULSE_GPU_RUN  faces of a scene (0: all), warm steps, near contacts of each kind, public queries (0 or 1), copies of cloth-ball; default 0,200,500000,1,11
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkMesh } from '../../src/ccd/mesh-check.ts';
import { createEndpointMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import type { StepPhases } from '../../src/gpu/gpu-mesh-step.ts';
import { createGpuMeshCheck, type GpuMeshCheck } from '../../src/gpu/index.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../../src/shapes/mesh.ts';
import { compareQueries, differences } from './compare.ts';
import { nearContacts } from './near-contacts.ts';
import { scenePatch } from './scene-patch.ts';

const folder = process.argv[2];
const [faces, stepCount, nearCount, withQueries, copyCount] = (process.env['APPULSE_GPU_RUN'] ?? '0,200,500000,1,11')
  .split(',')
  .map(Number);
const SCENES = ['cloth-ball', 'armadillo-rollers', 'cloth-funnel'];

function unpack(name: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(join(folder, name)))).buffer;
}

function loadScene(name: string): { mesh: SurfaceMesh; motion: PointMotion } {
  const vertices = new Float64Array(unpack(`meshes/${name}.verts.f64.gz`));
  const half = vertices.length / 2;
  const scene = {
    start: vertices.slice(0, half),
    end: vertices.slice(half),
    triangles: new Int32Array(unpack(`meshes/${name}.faces.i32.gz`)),
  };
  const { start, end, triangles } =
    faces > 0 ? scenePatch(scene, faces, Math.floor(scene.triangles.length / 6)) : scene;
  return { mesh: createSurfaceMesh({ positions: start, triangles }), motion: createEndpointMotion(start, end) };
}

function say(name: string, value: unknown): void {
  process.stdout.write(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
}

const round = (value: number) => Math.round(1000 * value) / 1000;

function spread(values: number[]): Record<string, number> {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]);
  return { median: at(0.5), p10: at(0.1), p90: at(0.9), max: at(1) };
}

async function measureSteps(gpu: GpuMeshCheck, motion: PointMotion, sorted: boolean): Promise<void> {
  const phases: StepPhases[] = [];
  const walls: number[] = [];
  for (let i = 0; i < stepCount + 5; i++) {
    const start = performance.now();
    const { phases: times } = await gpu.check(motion, { sorted });
    if (i < 5 || !times) continue;
    walls.push(performance.now() - start);
    phases.push(times);
  }
  const label = sorted ? 'sorted' : 'unsorted';
  say(`${stepCount} warm steps ${label} [ms]`, spread(walls));
  const names = Object.keys(phases[0] ?? {}) as (keyof StepPhases)[];
  for (const name of names) say(`  ${label} ${name} [ms]`, spread(phases.map((times) => times[name])));
}

/** Copies of a scene side by side, too far apart to touch. */
function copyScene(
  { mesh, motion }: { mesh: SurfaceMesh; motion: PointMotion },
  copies: number,
): { mesh: SurfaceMesh; motion: PointMotion } {
  const { start, endOrVelocity } = motion;
  const width = 1.25 * (Math.max(...extremes(start, endOrVelocity)) - Math.min(...extremes(start, endOrVelocity)));
  const spreadOut = (positions: Float64Array) => {
    const all = new Float64Array(copies * positions.length);
    for (let k = 0; k < all.length; k++) {
      all[k] = positions[k % positions.length] + (k % 3 === 0 ? width * Math.floor(k / positions.length) : 0);
    }
    return all;
  };
  const { triangles } = mesh;
  const repeated = Int32Array.from({ length: copies * triangles.length }, (_, k) => {
    return triangles[k % triangles.length] + (start.length / 3) * Math.floor(k / triangles.length);
  });
  const positions = spreadOut(start);
  return {
    mesh: createSurfaceMesh({ positions, triangles: repeated }),
    motion: createEndpointMotion(positions, spreadOut(endOrVelocity)),
  };
}

/** Smallest and largest x. */
function extremes(...lists: Float64Array[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    for (let k = 0; k < list.length; k += 3) [low, high] = [Math.min(low, list[k]), Math.max(high, list[k])];
  }
  return [low, high];
}

async function measureScene(name: string, copies = 1): Promise<void> {
  const scene = loadScene(name);
  const { mesh, motion } = copies > 1 ? copyScene(scene, copies) : scene;
  const start = performance.now();
  const gpu = await createGpuMeshCheck(mesh);
  const created = performance.now();
  const first = await gpu.check(motion);
  const ready = performance.now();
  say(`${name} x ${copies}`, `${mesh.triangles.length / 3} faces, ${gpu.adapter ?? 'CPU'} ${gpu.reason ?? ''}`);
  say('  created [ms]', round(created - start));
  say('  first step [ms]', round(ready - created));
  say('  from nothing to the first result [ms]', round(ready - start));
  const cpuStart = performance.now();
  const expected = checkMesh(mesh, motion);
  say('  checkMesh, one core [ms]', round(performance.now() - cpuStart));
  const { count, nodeFacePairs, edgePairs, openPairs, by } = first;
  say('  result', { by, count, nodeFacePairs, edgePairs, openPairs });
  say('  differences from checkMesh', differences(first, expected));
  const packStart = performance.now();
  first.toPacked();
  say('  all contacts in full (toPacked) [ms]', round(performance.now() - packStart));
  if (name === 'cloth-ball') {
    await measureSteps(gpu, motion, false);
    await measureSteps(gpu, motion, true);
    const again = await gpu.check(motion);
    say('  differences after the warm steps', differences(again, expected));
  }
  say('  buffers [MB]', round(gpu.bufferBytes / 1e6));
  gpu.close();
}

async function compareSets(): Promise<void> {
  const names = readdirSync(join(folder, 'queries')).filter((name) => name.endsWith('.f64.gz'));
  for (const file of names) {
    const kind = file.includes('.vf.') ? 'vf' : 'ee';
    const numbers = new Float64Array(unpack(`queries/${file}`));
    const result = await compareQueries(kind, numbers);
    const wrong = result.falseNegatives + result.falsePositives + result.otherTimes;
    for (const [key, value] of Object.entries(result)) totals[key] = (totals[key] ?? 0) + value;
    if (wrong > 0 || result.queries > 10_000) say(`  ${file}`, result);
  }
  say('public queries', totals);
}
const totals: Record<string, number> = {};

for (const name of SCENES) await measureScene(name);
// a million faces
if (copyCount > 1) await measureScene('cloth-ball', copyCount);
if (withQueries) await compareSets();
for (const [bound, part] of [
  [{ kind: 'wide', factor: 1 }, 1],
  [{ kind: 'wide', factor: 0.1 }, 0.2],
  [{ kind: 'wide', factor: 0.01 }, 0.2],
  [{ kind: 'narrow', factor: 1 }, 0.2],
  [{ kind: 'narrow', factor: 0.1 }, 0.2],
] as const) {
  for (const kind of ['vf', 'ee'] as const) {
    const result = await compareQueries(kind, nearContacts(kind, Math.ceil(nearCount * part), 2024), bound);
    say(`near contacts ${kind}, ${bound.kind} bound x ${bound.factor}`, result);
  }
}
say('done', new Date().toISOString());
process.exit(0);
