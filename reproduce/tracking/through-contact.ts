import { searchOverlap } from '../../src/distance/smooth/search/overlap-search.ts';
import {
  type ContactSolver,
  correctContact,
  createContactSolver,
} from '../../src/distance/smooth/witness/contact-solve.ts';
import { assembleSystem, createPairSystem } from '../../src/distance/smooth/witness/projection-error.ts';
import { createWitnessPair, setPairPoses } from '../../src/distance/smooth/witness/witness-pair.ts';
import { solveLinear } from '../../src/math/linear-solve.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3, dotVec3, type ReadonlyVec3, setVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { ellipsoidGap } from './support-gap.ts';

type Triple = readonly [number, number, number];

const AXES_A: Triple = [1, 0.7, 0.5];
const AXES_B: Triple = [0.8, 0.6, 1.1];
/** Initial position of B, tilted. */
const WAY = createVec3(0.8, 0.5, 0.33);
const ROTATION_B = [0.9, 0.2, 0.3, -0.25];
const GAPS = [0.7, 0.1, 1e-2, 1e-4, 1e-6, 1e-9, 0, -1e-6, -1e-2, -0.2, -0.4];

export interface ContactRow {
  /** Expected gap, and the gap of the contact form [m]. */
  readonly wanted: number;
  readonly gap: number;
  /** Gap between the support planes of the two ellipsoids for the same normal, by formula [m]. */
  readonly supportGap: number;
  /** Condition of ∂Φ/∂x and of the Hessian of half the squared distance. */
  readonly regular: number;
  readonly hessian: number;
}

/** Two ellipsoids moved along a line through contact into overlap. [PG05-7] */
export function throughContactTable(): ContactRow[] {
  const pair = createWitnessPair(tiledEllipsoid(AXES_A), tiledEllipsoid(AXES_B));
  const solver = createContactSolver(pair);
  const [poseA, poseB] = [createPose(), createPose([0, 0, 0], ROTATION_B)];
  let way = 2.5;
  const put = () => {
    setVec3(poseB.position, way * WAY.x, way * WAY.y, way * WAY.z);
    setPairPoses(pair, poseA, poseB);
  };
  put();
  searchOverlap(solver);
  return GAPS.map((wanted) => {
    // along the path the gap changes at the rate n̂·direction
    for (let k = 0; k < 6; k++) {
      way += (wanted - solver.form.gap) / dotVec3(normalOf(solver), WAY);
      put();
      correctContact(solver, 30);
    }
    const normal = normalOf(solver);
    const supportGap = ellipsoidGap(createEllipsoid(AXES_A), poseA, createEllipsoid(AXES_B), poseB, normal);
    return { wanted, gap: solver.form.gap, supportGap, ...conditions(solver) };
  });
}

function normalOf({ form }: ContactSolver): ReadonlyVec3 {
  return createVec3(form.normal[0], form.normal[1], form.normal[2]);
}

function conditions({ pair, form }: ContactSolver): { regular: number; hessian: number } {
  const system = createPairSystem();
  assembleSystem(system, pair);
  const { parameterCount: n } = form;
  const hessian = Float64Array.from({ length: n * n }, (_, i) => system.hessian[4 * Math.floor(i / n) + (i % n)]);
  return { regular: conditionOf(form.matrix.slice(0, n * n), n), hessian: conditionOf(hessian, n) };
}

/** |A| |A⁻¹| in the norm of the largest row sum; 1e17 (beyond doubles) if A cannot be inverted. */
function conditionOf(a: Float64Array, n: number): number {
  const inverse = Float64Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));
  const size = rowSum(a, n);
  return solveLinear(a, inverse, n, n) ? size * rowSum(inverse, n) : 1e17;
}

function rowSum(a: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += Math.abs(a[n * i + k]);
    largest = Math.max(largest, sum);
  }
  return largest;
}

export function throughContact(): ReportItem {
  const rows = throughContactTable();
  const worst = (of: (row: ContactRow) => number) => Math.max(...rows.map(of));
  const [apart] = rows;
  const touching = rows.find(({ wanted }) => wanted === 0) ?? apart;
  return {
    id: 'through-contact',
    source: '[PG05-3], [PG05-7] (P6)',
    title: 'Two bodies moved through contact into overlap',
    description:
      'Two ellipsoids, the second moved along a line until the first is 0.4 m deep in it. The matrix of the closest points (the Hessian of half the squared distance) is singular at contact: its condition number grows like 1/d. The form that takes the normal from one surface stays regular, and its gap is that of the support planes, given by a formula.',
    checks: [
      atMost(
        'largest error of the gap against the support planes of the ellipsoids [m]',
        worst((row) => Math.abs(row.gap - row.supportGap)),
        1e-13,
      ),
      atMost(
        'largest error of the gap against the expected one [m]',
        worst((row) => Math.abs(row.gap - row.wanted)),
        1e-13,
      ),
      atMost(
        'contact form: largest condition',
        worst(({ regular }) => regular),
        100,
      ),
      atLeast('Hessian: condition at contact', touching.hessian, 1e12),
      atMost('Hessian: condition while apart', apart.hessian, 1000),
    ],
    tables: [
      {
        title: 'Condition numbers along the path',
        columns: ['gap [m]', 'contact form', 'Hessian'],
        rows: rows.map(({ wanted, regular, hessian }) => [
          formatNumber(wanted),
          formatNumber(regular),
          hessian > 1e16 ? 'singular' : formatNumber(hessian),
        ]),
      },
    ],
  };
}
