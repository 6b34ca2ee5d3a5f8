import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
} from '../../src/distance/smooth/search/closest-tiled.ts';
import { advanceTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import {
  countEvaluations,
  type EvaluationCounts,
  trackerEvaluations,
} from '../../src/distance/smooth/tracking/tracker-evaluations.ts';
import { solvePair } from '../../src/distance/smooth/witness/back-side.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import type { TrackedShape } from '../../src/distance/smooth/witness/witness.ts';
import { movePair, pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { SEED_SIZE, startSeeds } from '../../src/shapes/tiled/seeds.ts';
import { atLeast, atMost, type ReportItem, type Table } from '../report-item.ts';
import { createDescent, descend } from './gradient-descent.ts';
import {
  CONTROL_POINT_FLOPS,
  FACE_PAIR,
  FACE_POINT,
  gradientFlops,
  HALVING_FLOPS,
  type LinearFlops,
  newtonFlops,
  VERTEX_FLOPS,
} from './kernel-flops.ts';
import { createMeshGjk, inscribedMesh, meshDistance } from './mesh-gjk.ts';
import { beginScene, pairAtRest } from './runs.ts';
import { patchesAndPatches, patchesAndPoint, type TrackedScene } from './scenes.ts';

/** Time between two poses [s]. */
const STEP = 0.01;
/** Number of steps between two comparisons of the distance with that of the certified search. */
const CHECKED = 10;

/** Totals since the start of a run. */
interface Totals {
  /** Evaluations of faces and curves with their derivatives. */
  readonly evaluations: number;
  readonly flops: number;
}

/** A run of one method through a scene: the distance at step k = 1, 2, ..., and what it took so far, for each name of the method. */
interface Run {
  readonly distanceAt: (k: number) => number;
  readonly totals: () => readonly Totals[];
}

interface Method {
  readonly names: readonly string[];
  readonly begin: (scene: TrackedScene) => Run;
}

function linearOf({ shapeB }: TrackedScene): LinearFlops {
  return shapeB.kind === 'point' ? FACE_POINT : FACE_PAIR;
}

function totalsOf(counts: EvaluationCounts, flops: number): [Totals] {
  return [{ evaluations: counts.faces + counts.curves, flops }];
}

/** The poses of a scene at a step. */
function posesOf({ motionAt }: TrackedScene) {
  const [a, b] = [createMovingPose(), createMovingPose()];
  return (k: number) => {
    motionAt(a, b, k * STEP);
    return { a, b };
  };
}

function tracker(name: string, settings: Partial<TrackerSettings>): Method {
  return {
    names: [name],
    begin: (scene) => {
      const tracked = beginScene(scene, settings, 'solved');
      const linear = linearOf(scene);
      let steps = 0;
      return {
        distanceAt: (k) => {
          steps++;
          advanceTracker(tracked, scene.motionAt, (k - 1) * STEP, STEP);
          return tracked.distance;
        },
        totals: () => {
          const counts = trackerEvaluations(tracked);
          return totalsOf(counts, newtonFlops(counts, linear) + steps * linear.pose);
        },
      };
    },
  };
}

/** Safeguarded Newton steps from the closest points of the last pose, without a prediction. */
const newtonFromLast: Method = {
  names: ["Newton's method from the last points"],
  begin: (scene) => {
    const poses = posesOf(scene);
    const work = pairAtRest(scene.shapeA, scene.shapeB, 0, 0);
    const linear = linearOf(scene);
    return {
      distanceAt: (k) => {
        const { a, b } = poses(k);
        movePair(work.pair, a, b);
        solvePair(work);
        return pairDistance(work.pair);
      },
      totals: () => {
        const counts = countEvaluations(work, null);
        return totalsOf(counts, newtonFlops(counts, linear));
      },
    };
  },
};

function gradientDescent(tolerance: number): Method {
  return {
    names: [`gradient descent from the last points, to an error of ${formatNumber(tolerance)}`],
    begin: (scene) => {
      const poses = posesOf(scene);
      const descent = createDescent(pairAtRest(scene.shapeA, scene.shapeB, 0, 0));
      return {
        distanceAt: (k) => {
          const { a, b } = poses(k);
          movePair(descent.work.pair, a, b);
          descend(descent, tolerance);
          return pairDistance(descent.work.pair);
        },
        totals: () => {
          const counts = countEvaluations(descent.work, null);
          return totalsOf(counts, gradientFlops(counts, linearOf(scene)));
        },
      };
    },
  };
}

/** The same search with two ways to find support points, which differ in their cost alone. */
function meshGjk(tolerance: number): Method {
  const name = `GJK on meshes within ${formatNumber(tolerance)} m`;
  return {
    names: [`${name}, scan of all vertices`, `${name}, hill climbing`],
    begin: (scene) => {
      const poses = posesOf(scene);
      const meshOf = (shape: TrackedShape) => (shape.kind === 'point' ? null : inscribedMesh(shape, tolerance));
      const [meshA, meshB] = [meshOf(scene.shapeA), meshOf(scene.shapeB)];
      if (meshA === null) throw new TypeError('the first body of a scene must not be a point');
      const gjk = createMeshGjk(meshA, meshB);
      const vertices = (meshA.vertices.length + (meshB?.vertices.length ?? 0)) / 3;
      return {
        distanceAt: (k) => {
          const { a, b } = poses(k);
          return meshDistance(gjk, a.pose, b.pose);
        },
        totals: () =>
          [gjk.iterations * vertices, gjk.visited].map((tested) => ({
            evaluations: 0,
            flops: gjk.flops + VERTEX_FLOPS * tested,
          })),
      };
    },
  };
}

/** The certified search, without an initial guess, at every pose. */
const fullSearch: Method = {
  names: ['full search with certificate'],
  begin: (scene) => {
    const { shapeA, shapeB } = scene;
    const poses = posesOf(scene);
    const work = createTiledWorkspace(shapeA, shapeB);
    const closest = createTiledClosest();
    const linear = linearOf(scene);
    const sizeOf = (shape: TrackedShape) => (shape.kind === 'point' ? 0 : shape.faces.length);
    const seedsOf = (shape: TrackedShape) => (shape.kind === 'point' ? 0 : startSeeds(shape).length / SEED_SIZE);
    let certificates = 0;
    // two rounds over the table of seeds, and the nine coefficients of every face
    const perPose =
      2 * VERTEX_FLOPS * (seedsOf(shapeA) + seedsOf(shapeB)) +
      9 * CONTROL_POINT_FLOPS * (sizeOf(shapeA) + sizeOf(shapeB));
    return {
      distanceAt: (k) => {
        const { a, b } = poses(k);
        closestTiled(closest, shapeA, a.pose, shapeB, b.pose, work);
        certificates += perPose + (HALVING_FLOPS / 2) * closest.cells;
        return closest.status === 'certified' ? closest.distance : Number.POSITIVE_INFINITY;
      },
      totals: () => {
        const counts = countEvaluations(work.solver, work.fast);
        return totalsOf(counts, newtonFlops(counts, linear) + certificates);
      },
    };
  },
};

const METHODS: readonly Method[] = [
  tracker('tracker, predictor-corrector', {}),
  tracker('tracker, law of the source: Heun, K h = 1', { mode: 'heun', gain: 1 / STEP }),
  newtonFromLast,
  gradientDescent(1e-3),
  gradientDescent(1e-6),
  meshGjk(1e-2),
  meshGjk(1e-3),
  fullSearch,
];

/** One method on one scene: means per step, and the largest error of the distance [m]. */
interface Cost {
  readonly method: string;
  readonly evaluations: number;
  readonly flops: number;
  readonly error: number;
}

/** Runs every method over a whole scene in steps of 10 ms. The first step, with its search, is not counted. */
function costsOf(scene: TrackedScene): Cost[] {
  const steps = Math.round(scene.end / STEP);
  const reference = fullSearch.begin(scene);
  const exact = new Map<number, number>();
  for (let k = CHECKED; k <= steps; k += CHECKED) exact.set(k, reference.distanceAt(k));
  return METHODS.flatMap(({ names, begin }) => {
    const run = begin(scene);
    run.distanceAt(1);
    const before = run.totals();
    let error = 0;
    for (let k = 2; k <= steps; k++) {
      const distance = run.distanceAt(k);
      const known = exact.get(k);
      if (known !== undefined) error = Math.max(error, Math.abs(distance - known));
    }
    return run.totals().map(({ evaluations, flops }, i) => ({
      method: names[i],
      evaluations: (evaluations - before[i].evaluations) / (steps - 1),
      flops: (flops - before[i].flops) / (steps - 1),
      error,
    }));
  });
}

function costTable(title: string, costs: readonly Cost[]): Table {
  return {
    title,
    columns: ['method', 'surface evaluations', 'flops', 'relative to the tracker', 'largest error [m]'],
    rows: costs.map(({ method, evaluations, flops, error }) => [
      method,
      evaluations.toFixed(2),
      flops.toFixed(0),
      (flops / costs[0].flops).toFixed(2),
      error.toExponential(1),
    ]),
  };
}

/** Cost per step of the tracker and of its alternatives, in evaluations and operations. [PG05-5.4] */
export function costPerStep(): ReportItem {
  const scenes = [
    { title: 'Three patches and a point (section V.D)', costs: costsOf(patchesAndPoint()) },
    { title: 'Two bodies of three patches (section V.E)', costs: costsOf(patchesAndPatches()) },
  ];
  const meshes = (costs: readonly Cost[]) => costs.filter(({ method }) => method.startsWith('GJK'));
  return {
    id: 'cost-per-step',
    source: '[PG05-5.3], [PG05-5.4]',
    title: 'Cost per step of the tracker and of its alternatives',
    description: `Whole scenes in steps of ${1e3 * STEP} ms; means per step, transitions included. Evaluations are counted while the methods run: a face or an edge with its first and second derivatives. Operations (flops) are those counts times the operations of the kernels, which a test counts in the sources: 168 for a biquadratic face, 313 for the system of two faces, 96 for that of a face and a point, 5 for a vertex of a mesh. Comparisons and index arithmetic are not counted. Errors are those of the distance, compared with the certified search at every tenth step. Hill climbing on a mesh is cheaper, at errors of the size of the mesh's; ten times the accuracy takes ten times the vertices.`,
    checks: scenes.flatMap(({ title, costs }) => [
      atMost(`${title}, tracker: surface evaluations per step`, costs[0].evaluations, 8),
      atMost('tracker: largest error [m]', costs[0].error, 1e-13),
      atLeast(
        'others with an error below 1e-9 m: minimum of the flops, relative to the tracker',
        Math.min(...costs.slice(1).flatMap(({ error, flops }) => (error < 1e-9 ? [flops] : []))) / costs[0].flops,
        1,
      ),
      atLeast(
        'GJK on meshes: minimum of the largest errors [m]',
        Math.min(...meshes(costs).map(({ error }) => error)),
        1e-4,
      ),
    ]),
    tables: scenes.map(({ title, costs }) => costTable(`${title}: per step`, costs)),
  };
}
