import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BroadPhaseKind } from 'appulse/bounds';
import { checkMesh, createMeshBroadPhase, type PointMotion, type SurfaceMesh } from 'appulse/meshes';
import { createMeshCheckPool } from 'appulse/workers';
import { type Implementation, type Suite, type Workload, within } from '../harness.ts';
import { createMeshStep } from '../inputs/mesh-steps.ts';
import { createSheets, type Sheets, TRIANGLES_PER_PATCH } from '../inputs/sheets.ts';

export const meshSearchSuite: Suite = {
  name: 'mesh-search',
  description: 'near pairs of a deforming mesh, from ten thousand to a million triangles, and all contacts of a step',
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
    error: 'worst miscount',
    caseCount: stepCount,
    distribution: {
      surface: `${patchCount} times two sheets of ${TRIANGLES_PER_PATCH / 2} triangles, one over the other, that shake and meet here and there`,
      'a case': 'one step: new boxes, then all near pairs of nodes with triangles and of edges with edges',
      'near pairs': `${pairs.toFixed(1)} a triangle`,
    },
    oracle: 'the pairs of one copy counted by trying all',
    implementations: KINDS.map((kind) => searcher(kind, sheets)),
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: { 'every JavaScript library': 'none known to us finds near pairs of nodes, edges and faces in motion' },
  };
}

/** One search that is led from step to step, as in a run. */
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
    ours: true,
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

/** Bytes in typed arrays that are still in use. */
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
    ours: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) answers[i] = checkMesh(mesh, motion, { search }).contacts.length;
    },
    judge: within(Float64Array.of(contactCount), 0),
    figures: () => ({ 'memory [MB]': stepMemory(search) }),
  });
  return {
    name: `whole step of ${name}`,
    operation: 'step',
    error: 'worst miscount',
    caseCount: 1,
    distribution: {
      mesh: `${mesh.positions.length / 3} nodes, ${mesh.triangles.length / 3} triangles`,
      'near pairs': `${nodeFacePairs} of nodes and triangles, ${edgePairs} of edges`,
      contacts: contactCount,
      'a case': 'search, first contact of every near pair, place and normal of every contact',
      [`with ${threads} threads`]: `${speedUp.toFixed(2)} times as fast (wall time, so an idle machine is needed)`,
    },
    oracle,
    implementations: KINDS.map(checker),
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: {},
  };
}

/** Wall time of the check without threads over that with them, the best of three each. */
async function speedUpOnThreads(mesh: SurfaceMesh, motion: PointMotion, threads: number): Promise<number> {
  const pool = createMeshCheckPool({ threads });
  let alone = Number.POSITIVE_INFINITY;
  let together = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const start = performance.now();
    checkMesh(mesh, motion);
    const midpoint = performance.now();
    await pool.checkMesh(mesh, motion);
    alone = Math.min(alone, midpoint - start);
    together = Math.min(together, performance.now() - midpoint);
  }
  await pool.close();
  return alone / together;
}

/** How much more memory a process has taken after such a step [MB]. */
function stepMemory(search: BroadPhaseKind): number {
  const program = fileURLToPath(new URL('../step-memory.js', import.meta.url));
  return Number(spawnSync(process.execPath, [program, search], { encoding: 'utf8' }).stdout);
}
