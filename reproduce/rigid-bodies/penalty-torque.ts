import { createIntegratorWorkspace, integrate } from '../../src/dynamics/integrators.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createSpringDamper, springDamperForce } from '../../src/response/penalty.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';

/** The tip of a rod (A) in contact with the upper face of a block (B), off both centres. Coordinates x y θ of each. */
const TIP = [0.6, -0.3];
const FACE = 0.5;
const SPRING = createSpringDamper({ stiffness: 1e4 });
const MASS = [1, 2];
const INERTIA = [0.2, 0.5];
const STEP = 1e-5;
const DURATION = 0.06;

/** Depth of the tip in the block, the block's normal and the tip's arms about both centres. */
function tipContact(q: Float64Array) {
  const [xA, yA, rotationA, xB, yB, rotationB] = q;
  const armA = [cos(rotationA) * TIP[0] - sin(rotationA) * TIP[1], sin(rotationA) * TIP[0] + cos(rotationA) * TIP[1]];
  const armB = [xA + armA[0] - xB, yA + armA[1] - yB];
  const normal = [-sin(rotationB), cos(rotationB)];
  return { depth: FACE - (armB[0] * normal[0] + armB[1] * normal[1]), normal, armA, armB };
}

/** About the origin [N m s]. */
function angularMomentum(q: Float64Array, v: Float64Array): number {
  const orbital = (i: number) => MASS[i] * (q[3 * i] * v[3 * i + 1] - q[3 * i + 1] * v[3 * i]);
  return orbital(0) + orbital(1) + INERTIA[0] * v[2] + INERTIA[1] * v[5];
}

/** Angular momentum over time, with and without the torque of the contact force. */
function angularMomentumHistory(hasTorque: boolean): [number, number][] {
  // the tip of A starts on the face of B and goes down with 1 m/s
  const state = { q: Float64Array.of(0, FACE - TIP[1], 0, 0.2, 0, 0), v: Float64Array.of(0, -1, 0, 0, 0, 0) };
  const workspace = createIntegratorWorkspace(6);
  const acceleration = (out: Float64Array, q: Float64Array) => {
    const { depth, normal, armA, armB } = tipContact(q);
    const force = springDamperForce(SPRING, depth, 0);
    const [fx, fy] = [force * normal[0], force * normal[1]];
    const torqueA = hasTorque ? armA[0] * fy - armA[1] * fx : 0;
    const torqueB = hasTorque ? armB[1] * fx - armB[0] * fy : 0;
    out.set([fx / MASS[0], fy / MASS[0], torqueA / INERTIA[0], -fx / MASS[1], -fy / MASS[1], torqueB / INERTIA[1]]);
  };
  const history: [number, number][] = [];
  const stepCount = Math.round(DURATION / STEP);
  for (let i = 0; i <= stepCount; i++) {
    if (i % (stepCount / 60) === 0) history.push([i * STEP, angularMomentum(state.q, state.v)]);
    integrate('rk4', state, STEP, acceleration, 0, workspace);
  }
  return history;
}

export function penaltyTorque(): ReportItem {
  const histories = [true, false].map(angularMomentumHistory);
  const [withTorque, asPrinted] = histories.map((history) => Math.abs(history[history.length - 1][1] - history[0][1]));
  return {
    id: 'penalty-torque',
    source: '[CP13-3.1] (E13)',
    title: 'A penalty force needs its torque',
    description:
      'The tip of a tilted rod (1 kg, 1 m/s) hits a floating block off both centres; a stiff spring acts between them. If the force only moves the centres (Ẍ = F/m, as printed), angular momentum is created; with the torque r × F it is conserved.',
    checks: [
      atMost('change of angular momentum with torque [N m s]', withTorque, 1e-12),
      atLeast('change as printed [N m s]', asPrinted, 0.1),
    ],
    plots: [
      {
        title: 'Total angular momentum of both bodies',
        x: { label: 'time [s]' },
        y: { label: 'angular momentum [N m s]' },
        series: [
          { name: 'with torque', points: histories[0] },
          { name: 'as printed', points: histories[1] },
        ],
      },
    ],
  };
}
