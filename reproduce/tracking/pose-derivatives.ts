import { solvePair } from '../../src/distance/smooth/witness/back-side.ts';
import { createPairDerivatives, pairDerivatives } from '../../src/distance/smooth/witness/derivatives.ts';
import { createPairWorkspace, type PairWorkspace } from '../../src/distance/smooth/witness/pair-workspace.ts';
import { pairDistance, setPairPoses } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMat3, multiplyMat3, rotationAboutAxis } from '../../src/math/mat3.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import { createRandom } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { tiledBox } from '../../src/shapes/tiled/box-bodies.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { largeLens, smallLens } from './bodies.ts';

const CONFIGURATIONS = 40;
/** Of the central differences [m, rad]: h² of their own error, rounding divided by h. */
const H = 1e-5;

/** Largest differences of formula and finite difference. */
interface Errors {
  gradient: number;
  witness: number;
  normal: number;
  hessian: number;
}

const POSE_COORDINATES = Array.from({ length: 12 }, (_, q) => q);

/** The pose moved along one of its six coordinates: translations, then rotations applied on the left. */
function nudged({ position: p, rotation }: Pose, axis: number, by: number): Pose {
  const out = createPose([p.x, p.y, p.z]);
  const unit = createVec3(Number(axis % 3 === 0), Number(axis % 3 === 1), Number(axis % 3 === 2));
  const step = rotationAboutAxis(createMat3(), unit, axis < 3 ? 0 : by);
  multiplyMat3(out.rotation, step, rotation);
  if (axis < 3) {
    out.position.x += by * unit.x;
    out.position.y += by * unit.y;
    out.position.z += by * unit.z;
  }
  return out;
}

interface Solution {
  readonly distance: number;
  readonly witnesses: readonly number[];
  readonly normal: readonly number[];
  readonly gradient: readonly number[];
  readonly features: string;
}

/** Solves again at the poses; the witnesses in world axes. */
function solveAt(work: PairWorkspace, poses: readonly [Pose, Pose]): Solution {
  setPairPoses(work.pair, ...poses);
  solvePair(work);
  const derivatives = createPairDerivatives();
  pairDerivatives(derivatives, work.pair, poses[0].position);
  const { pointA: a, pointB: b, normal: n } = derivatives;
  return {
    distance: pairDistance(work.pair),
    witnesses: [a.x, a.y, a.z, b.x, b.y, b.z],
    normal: [n.x, n.y, n.z],
    gradient: [...derivatives.distanceGradient],
    features: `${work.pair.a.feature} ${work.pair.b.feature}`,
  };
}

/** Compares the formulas of [PG05-8] with differences of solved pairs; false if a perturbation changes features. */
function compareAt(out: Errors, work: PairWorkspace, poses: readonly [Pose, Pose]): boolean {
  const here = solveAt(work, poses);
  const formula = createPairDerivatives();
  pairDerivatives(formula, work.pair, poses[0].position);
  const nudges = POSE_COORDINATES.map((q) => {
    const at = (by: number) =>
      solveAt(work, q < 6 ? [nudged(poses[0], q, by), poses[1]] : [poses[0], nudged(poses[1], q - 6, by)]);
    return [at(-H), at(H)] as const;
  });
  if (nudges.some((both) => both.some(({ features }) => features !== here.features))) return false;
  const difference = (q: number, of: (solution: Solution) => number) => (of(nudges[q][1]) - of(nudges[q][0])) / (2 * H);
  const note = (key: keyof Errors, byFormula: number, byDifference: number) => {
    out[key] = Math.max(out[key], Math.abs(byFormula - byDifference));
  };
  for (const q of POSE_COORDINATES) {
    note(
      'gradient',
      formula.distanceGradient[q],
      difference(q, ({ distance }) => distance),
    );
    for (let k = 0; k < 3; k++) {
      note(
        'witness',
        formula.pointAByPose[12 * k + q],
        difference(q, ({ witnesses }) => witnesses[k]),
      );
      note(
        'witness',
        formula.pointBByPose[12 * k + q],
        difference(q, ({ witnesses }) => witnesses[3 + k]),
      );
      note(
        'normal',
        formula.normalByPose[12 * k + q],
        difference(q, ({ normal }) => normal[k]),
      );
    }
    // gradients are derivatives at perturbed poses: their differences are symmetric up to a commutator, as is the mean
    for (const p of POSE_COORDINATES) {
      const mean = (difference(q, ({ gradient }) => gradient[p]) + difference(p, ({ gradient }) => gradient[q])) / 2;
      note('hessian', formula.distanceHessian[12 * p + q], mean);
    }
  }
  return true;
}

const PAIRS: readonly (() => readonly [TiledBody, TiledBody])[] = [
  () => [largeLens(), smallLens()],
  () => [tiledBox([0.8, 0.6, 0.5]), smallLens()],
  () => [tiledBox([0.8, 0.6, 0.5]), tiledBox([0.5, 0.7, 0.9])],
];
const KINDS = ['vertex', 'edge', 'face'];

/** Derivatives with respect to the poses, compared with differences of solved pairs. [PG05-8] */
export function poseDerivatives(): ReportItem {
  const errors: Errors = { gradient: 0, witness: 0, normal: 0, hessian: 0 };
  const kinds = new Map<string, number>();
  let compared = 0;
  PAIRS.forEach((shapes, i) => {
    const [shapeA, shapeB] = shapes();
    const work = createPairWorkspace(shapeA, shapeB);
    const random = createRandom(8 + i);
    for (let k = 0; k < CONFIGURATIONS; k++) {
      const direction = [0, 1, 2].map(() => random.normal());
      const factor = random.between(2.5, 3.8) / Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
      const quaternion = () => [0, 1, 2, 3].map(() => random.normal());
      const poses: [Pose, Pose] = [
        createPose([0.3, -0.2, 0.1], quaternion()),
        createPose(
          direction.map((x) => factor * x),
          quaternion(),
        ),
      ];
      if (!compareAt(errors, work, poses)) continue;
      compared++;
      const { a, b } = work.pair;
      const kind = `${KINDS[a.dimension]} and ${KINDS[b.dimension]}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  });
  return {
    id: 'pose-derivatives',
    source: '[PG05-8]',
    title: 'Derivatives of distance, witnesses and normal with respect to the poses',
    description: `${PAIRS.length * CONFIGURATIONS} random pairs of bodies, each solved again at poses moved by ±${H} along all twelve coordinates, against the formulas. Pairs with feature changes are omitted: derivatives of witnesses jump there.`,
    checks: [
      atMost('distance: largest difference of the gradient', errors.gradient, 1e-8),
      atMost('witness points: largest difference', errors.witness, 1e-6),
      atMost('normal: largest difference', errors.normal, 1e-6),
      atMost('distance: largest difference of the second derivatives', errors.hessian, 1e-6),
      atLeast('kinds of feature pairs', kinds.size, 8),
      atMost('pairs omitted', PAIRS.length * CONFIGURATIONS - compared, CONFIGURATIONS / 2),
    ],
    tables: [
      {
        title: 'Pairs compared',
        columns: ['features', 'pairs'],
        rows: [...kinds].toSorted().map(([kind, count]) => [kind, String(count)]),
      },
      {
        title: 'Largest differences',
        columns: Object.keys(errors),
        rows: [Object.values(errors).map(formatNumber)],
      },
    ],
  };
}
