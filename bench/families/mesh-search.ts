import { availableParallelism } from 'node:os';
import {
  type BroadPhaseKind,
  checkMesh,
  endMotion,
  meshSearch,
  type PointMotion,
  type SurfaceMesh,
  surfaceMesh,
} from 'appulse';
import { createContactPool } from 'appulse/workers';
import { type Contender, type Family, type Workload, within } from '../harness.ts';
import { hasPublicData, readPublic } from '../inputs/contact-queries.ts';
import { createSheets, type Sheets, TRIANGLES_PER_PATCH } from '../inputs/sheets.ts';

export const meshSearchFamily: Family = {
  name: 'mesh-search',
  about: 'near pairs of a deforming mesh, from ten thousand to a million triangles, and all contacts of a step',
  async *workloads(effort) {
    yield searches(1, 8);
    yield searches(10, 2);
    if (!effort.quick) yield searches(100, 1);
    yield hasPublicData ? await wholeStep(clothBall()) : await wholeStep(fallingSheets());
  },
};

const KINDS: readonly BroadPhaseKind[] = ['tree', 'grid'];

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
    contenders: KINDS.map((kind) => searcher(kind, sheets)),
    bars: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: { 'every JavaScript library': 'none finds near pairs of nodes, edges and faces in motion' },
  };
}

/** One search that is led from step to step, as in a run. */
function searcher(kind: BroadPhaseKind, { vertexCount, triangles, edges, steps, pairCounts }: Sheets): Contender {
  const before = arrayBytes();
  const search = meshSearch({ kind, vertexCount, faces: triangles, edges });
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

/** Bytes in typed arrays, after a collection where one can be asked for. */
function arrayBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers;
}

interface Step {
  readonly name: string;
  readonly mesh: SurfaceMesh;
  readonly motion: PointMotion;
  /** How many contacts there are, and who says so; NaN: nobody. */
  readonly contactCount: number;
  readonly oracle: string;
}

function clothBall(): Step {
  const vertices = new Float64Array(readPublic('meshes/cloth-ball.verts.f64.gz'));
  const half = vertices.length / 2;
  const triangles = new Int32Array(readPublic('meshes/cloth-ball.faces.i32.gz'));
  const mesh = surfaceMesh({ positions: vertices.subarray(0, half), triangles });
  const hits = (kind: string) => new Uint8Array(readPublic(`queries/sim-cloth-ball.${kind}.gt.gz`));
  const contactCount = [...hits('vf'), ...hits('ee')].reduce((sum, hit) => sum + hit, 0);
  const motion = endMotion(mesh.positions, vertices.slice(half));
  return { name: 'cloth-ball', mesh, motion, contactCount, oracle: 'the colliding pairs that come with the scene' };
}

function fallingSheets(): Step {
  const { triangles, steps } = createSheets(10, 1);
  const mesh = surfaceMesh({ positions: steps[0][0], triangles });
  const motion = endMotion(...steps[0]);
  const contactCount = checkMesh(mesh, motion, { search: 'sweep' }).contacts.length;
  const oracle = 'another search (the public scene is not at ../shared/data/ccd)';
  return { name: 'shaken sheets', mesh, motion, contactCount, oracle };
}

async function wholeStep({ name, mesh, motion, contactCount, oracle }: Step): Promise<Workload> {
  const threads = availableParallelism();
  const speedUp = await speedUpOnThreads(mesh, motion, threads);
  const checker = (search: BroadPhaseKind): Contender => ({
    name: search,
    ours: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) answers[i] = checkMesh(mesh, motion, { search }).contacts.length;
    },
    judge: within(Float64Array.of(contactCount), 0),
    figures: () => stepMemory(() => checkMesh(mesh, motion, { search }), mesh),
  });
  return {
    name: `whole step of ${name}`,
    operation: 'step',
    error: 'worst miscount',
    caseCount: 1,
    distribution: {
      mesh: `${mesh.positions.length / 3} nodes, ${mesh.triangles.length / 3} triangles`,
      contacts: contactCount,
      'a case': 'search, first contact of every near pair, place and normal of every contact',
      [`with ${threads} threads`]: `${speedUp.toFixed(2)} times as fast (wall time, so an idle machine is needed)`,
    },
    oracle,
    contenders: KINDS.map(checker),
    bars: [{ kind: 'figure', figure: 'worst error', atMost: 0 }],
    absent: {},
  };
}

/** Wall time of the check without threads over that with them, the best of three each. */
async function speedUpOnThreads(mesh: SurfaceMesh, motion: PointMotion, threads: number): Promise<number> {
  const pool = createContactPool({ threads });
  let alone = Number.POSITIVE_INFINITY;
  let together = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const start = performance.now();
    checkMesh(mesh, motion);
    const middle = performance.now();
    await pool.checkMesh(mesh, motion);
    alone = Math.min(alone, middle - start);
    together = Math.min(together, performance.now() - middle);
  }
  await pool.close();
  return alone / together;
}

/** What is in use when the step is done, its result included and its garbage too [MB]; near pairs in millions. */
function stepMemory(step: () => ReturnType<typeof checkMesh>, mesh: SurfaceMesh): Record<string, number> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const { nodeFacePairs, edgePairs } = step();
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return {
    'near pairs a triangle': (nodeFacePairs + edgePairs) / (mesh.triangles.length / 3),
    'memory in use [MB]': grown / 2 ** 20,
    'process at most [MB]': process.resourceUsage().maxRSS / 1024,
  };
}
