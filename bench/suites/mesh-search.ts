import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BroadPhaseKind } from 'appulse/bounds';
import {
  checkMesh,
  checkMeshPacked,
  createMeshBroadPhase,
  createMeshCheck,
  endpointMotion,
  type PointMotion,
  type SurfaceMesh,
  surfaceMesh,
} from 'appulse/meshes';
import { createMeshCheckPool } from 'appulse/workers';
import { type Effort, type Implementation, type Suite, type Workload, within } from '../harness.ts';
import { createMeshStep, describeMeshStep } from '../inputs/mesh-steps.ts';
import { createSheets, type Sheets, TRIANGLES_PER_PATCH } from '../inputs/sheets.ts';

export const meshSearchSuite: Suite = {
  name: 'mesh-search',
  description: 'candidate pairs of a deforming mesh of ten thousand to a million triangles, and all contacts of a step',
  async *workloads(effort) {
    yield searches(1, 8);
    yield searches(10, 2);
    if (!effort.quick) yield searches(100, 1);
    yield wholeSheets(1);
    yield wholeSheets(10);
    if (!effort.quick) yield wholeSheets(100);
    yield wholeStep(effort);
  },
};

const KINDS: readonly BroadPhaseKind[] = ['aabb-tree', 'grid'];

function searches(patchCount: number, stepCount: number): Workload {
  const sheets = createSheets(patchCount, stepCount);
  const triangleCount = patchCount * TRIANGLES_PER_PATCH;
  const pairs = sheets.pairCounts.reduce((sum, count) => sum + count, 0) / (stepCount * triangleCount);
  return {
    name: `${triangleCount} triangles`,
    operation: 'triangle',
    error: 'max. miscount',
    caseCount: stepCount,
    distribution: {
      surface: `${patchCount} times two parallel sheets of ${TRIANGLES_PER_PATCH / 2} triangles with random displacements, touching at some points`,
      case: 'one step: update of the boxes, then all node-triangle and edge-edge candidates',
      'candidate pairs': `${pairs.toFixed(1)} per triangle`,
    },
    oracle: 'brute force over the pairs of one copy',
    implementations: KINDS.map((kind) => searcher(kind, sheets)),
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: { 'every JavaScript library': 'none known that finds candidate pairs of moving nodes, edges and faces' },
  };
}

/** One broad phase updated from step to step, as in a simulation. */
function searcher(kind: BroadPhaseKind, { vertexCount, triangles, edges, steps, pairCounts }: Sheets): Implementation {
  const before = arrayBytes();
  const search = createMeshBroadPhase({ kind, vertexCount, faces: triangles, edges });
  const pairsOf = (step: number) => {
    search.update(...steps[step]);
    return search.forEachCandidate('vertex-face', ignore) + search.forEachCandidate('edge-edge', ignore);
  };
  pairsOf(0);
  const bytes = arrayBytes() - before;
  return {
    name: kind,
    isAppulse: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) answers[i] = pairsOf(i);
    },
    judge: within(Float64Array.from(pairCounts), 0),
    operations: (first, last) => ((last - first) * triangles.length) / 3,
    figures: () => ({ 'arrays [B/triangle]': bytes / (triangles.length / 3) }),
  };
}

function ignore(): void {}

/** The whole step of sheets of a size: the search, and all contacts in order. */
function wholeSheets(patchCount: number): Workload {
  const sheets = createSheets(patchCount, 1);
  const [start, end] = sheets.steps[0];
  const triangleCount = patchCount * TRIANGLES_PER_PATCH;
  const mesh = surfaceMesh({ positions: start, triangles: sheets.triangles });
  const motion = endpointMotion(start, end);
  const check = createMeshCheck(mesh);
  // all copies have the same bits
  const [patchStart, patchEnd] = createSheets(1, 1).steps[0];
  const patch = surfaceMesh({
    positions: patchStart,
    triangles: sheets.triangles.subarray(0, 3 * TRIANGLES_PER_PATCH),
  });
  const inPatch = checkMesh(patch, endpointMotion(patchStart, patchEnd), { search: 'sweep-and-prune' }).contacts.length;
  const contactCount = patchCount * inPatch;
  const { contacts, nodeFacePairs, edgePairs } = check(motion);
  return {
    name: `whole step of ${triangleCount} triangles`,
    operation: 'triangle',
    error: 'max. miscount',
    caseCount: 1,
    distribution: {
      surface: `${patchCount} times two parallel sheets, as above`,
      'candidate pairs': `${nodeFacePairs} node-triangle, ${edgePairs} edge-edge`,
      contacts: contacts.count,
      case: 'one thread, trees retained from step to step, contacts in order of time and packed arrays',
    },
    oracle: 'sweep and prune on one copy',
    implementations: [
      {
        name: 'whole step',
        isAppulse: true,
        run(answers, first, last) {
          for (let i = first; i < last; i++) answers[i] = check(motion).contacts.count;
        },
        judge: within(Float64Array.of(contactCount), 0),
        operations: (first, last) => (last - first) * triangleCount,
      },
      { ...searcher('aabb-tree', sheets), name: 'search alone' },
    ],
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: {},
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the typed arrays in use. */
function arrayBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function wholeStep(effort: Effort): Promise<Workload> {
  const step = createMeshStep();
  const { name, mesh, motion, contactCount, oracle } = step;
  const checker = (search: BroadPhaseKind): Implementation => ({
    name: search,
    isAppulse: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) answers[i] = checkMesh(mesh, motion, { search }).contacts.length;
    },
    judge: within(Float64Array.of(contactCount), 0),
    figures: () => ({ 'memory [MB]': stepMemory(search) }),
  });
  return {
    name: `whole step of ${name}`,
    operation: 'step',
    error: 'max. miscount',
    caseCount: 1,
    distribution: {
      ...describeMeshStep(step, checkMesh(mesh, motion)),
      case: 'search, first contact of every candidate pair, position and normal of every contact',
      ...(await speedUps(mesh, motion, effort.quick ? 4 : 11)),
    },
    oracle,
    implementations: KINDS.map(checker),
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: {},
  };
}

/** Steps before the first one that counts: sixteen threads see a sixteenth of the work each, and compile it late. */
const WARM_UP = 4;

/** Thread counts: powers of two, and all processors. */
function threadCounts(): number[] {
  const most = availableParallelism();
  const powers = [2, 4, 8, 16, 32, 64].filter((count) => count < most);
  return most > 1 ? [...powers, most] : [];
}

/**
 * Wall-clock times of packed checks, `repeats` of each in turn after a warm-up: one thread that builds its trees in every step, one that retains its
 * trees, and pools, which retain theirs. Speed-ups over both.
 */
async function speedUps(mesh: SurfaceMesh, motion: PointMotion, repeats: number): Promise<Record<string, string>> {
  const counts = threadCounts();
  const pools = counts.map((threads) => createMeshCheckPool({ threads }));
  const retained = createMeshCheck(mesh);
  const checks = [
    () => checkMeshPacked(mesh, motion),
    () => retained(motion),
    ...pools.map((pool) => () => pool.checkMeshPacked(mesh, motion)),
  ];
  const walls = checks.map(() => [] as number[]);
  for (let k = -WARM_UP; k < repeats; k++) {
    for (const [i, check] of checks.entries()) {
      const start = performance.now();
      await check();
      if (k >= 0) walls[i].push(performance.now() - start);
    }
  }
  await Promise.all(pools.map((pool) => pool.close()));
  const [rebuilt, alone, ...together] = walls.map((times) => times.toSorted((a, b) => a - b)).map(figures);
  const text = ({ median, best }: Figures) => `${median.toFixed(0)} ms (fastest ${best.toFixed(0)})`;
  return {
    'wall-clock times': `medians of ${repeats} steps, in brackets the fastest; they need an idle machine`,
    '1 thread, trees built in every step': text(rebuilt),
    '1 thread, trees retained': text(alone),
    ...Object.fromEntries(
      together.map((times, i) => [
        `${counts[i]} threads, trees retained`,
        `${text(times)}: ${(rebuilt.median / times.median).toFixed(2)} and ${(alone.median / times.median).toFixed(2)} times as fast (fastest ${(rebuilt.best / times.best).toFixed(2)} and ${(alone.best / times.best).toFixed(2)})`,
      ]),
    ),
  };
}

interface Figures {
  /** [ms] */
  readonly median: number;
  readonly best: number;
}

function figures(sorted: readonly number[]): Figures {
  return { median: sorted[sorted.length >> 1], best: sorted[0] };
}

/** Increase of the peak memory of a process by such a step [MB]. */
function stepMemory(search: BroadPhaseKind): number {
  const program = fileURLToPath(new URL('../step-memory.js', import.meta.url));
  return Number(spawnSync(process.execPath, [program, search], { encoding: 'utf8' }).stdout);
}
