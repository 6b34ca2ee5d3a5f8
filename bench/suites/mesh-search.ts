import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BroadPhaseKind } from 'appulse/bounds';
import { checkMesh, checkMeshPacked, createMeshBroadPhase, type PointMotion, type SurfaceMesh } from 'appulse/meshes';
import { createMeshCheckPool } from 'appulse/workers';
import { type Implementation, type Suite, type Workload, within } from '../harness.ts';
import { createMeshStep } from '../inputs/mesh-steps.ts';
import { createSheets, type Sheets, TRIANGLES_PER_PATCH } from '../inputs/sheets.ts';

export const meshSearchSuite: Suite = {
  name: 'mesh-search',
  description: 'candidate pairs of a deforming mesh of ten thousand to a million triangles, and all contacts of a step',
  async *workloads(effort) {
    yield searches(1, 8);
    yield searches(10, 2);
    if (!effort.quick) yield searches(100, 1);
    yield wholeStep();
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

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the typed arrays in use. */
function arrayBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function wholeStep(): Promise<Workload> {
  const { name, mesh, motion, contactCount, oracle } = createMeshStep();
  const { nodeFacePairs, edgePairs } = checkMesh(mesh, motion);
  const threads = availableParallelism();
  const speedUp = await speedUpOnThreads(mesh, motion, threads);
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
      mesh: `${mesh.positions.length / 3} nodes, ${mesh.triangles.length / 3} triangles`,
      'candidate pairs': `${nodeFacePairs} node-triangle, ${edgePairs} edge-edge`,
      contacts: contactCount,
      case: 'search, first contact of every candidate pair, position and normal of every contact',
      [`with ${threads} threads`]: `${speedUp.toFixed(2)} times as fast (wall-clock time: needs an idle machine)`,
    },
    oracle,
    implementations: KINDS.map(checker),
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: {},
  };
}

/** Wall-clock time of a packed check without threads over that with threads, which retain their trees, the best of four each. */
async function speedUpOnThreads(mesh: SurfaceMesh, motion: PointMotion, threads: number): Promise<number> {
  const pool = createMeshCheckPool({ threads });
  let alone = Number.POSITIVE_INFINITY;
  let together = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 4; k++) {
    const start = performance.now();
    checkMeshPacked(mesh, motion);
    const midpoint = performance.now();
    await pool.checkMeshPacked(mesh, motion);
    alone = Math.min(alone, midpoint - start);
    together = Math.min(together, performance.now() - midpoint);
  }
  await pool.close();
  return alone / together;
}

/** Increase of the peak memory of a process by such a step [MB]. */
function stepMemory(search: BroadPhaseKind): number {
  const program = fileURLToPath(new URL('../step-memory.js', import.meta.url));
  return Number(spawnSync(process.execPath, [program, search], { encoding: 'utf8' }).stdout);
}
