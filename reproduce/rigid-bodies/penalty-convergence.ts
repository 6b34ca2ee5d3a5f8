import { formatNumber } from '../../src/picture/format-number.ts';
import type { BodyState } from '../../src/sim/observer.ts';
import { allEqual, atMost, type ReportItem } from '../report-item.ts';
import { runDraft } from './run-document.ts';

/** Stiffnesses [N/m]. */
const STIFFNESSES = [1e3, 4e3, 1.6e4, 6.4e4, 2.56e5, 1.024e6];
/** Steps per radian of the contact oscillation of 1 kg: short enough that the error of the integrator is below that of the model. */
const STEPS_PER_RADIAN = 40;
const END = 0.3;

const plane = { name: 'plane', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [0.5, 0], motion: 'fixed' };
/** Hits head-on: the closed form of the contact is half a period. */
const disc = { name: 'disc', shape: { kind: 'disc', radius: 0.2 }, position: [0.2, 0], velocity: [1, 0], mass: 1 };
/** Hits with a corner, and rotates during the contact. */
const plate = {
  name: 'plate',
  shape: { kind: 'rectangle', halfExtents: [0.3, 0.1] },
  position: [0.05, 0],
  angle: 0.5,
  velocity: [1, 0.3],
  mass: 1,
};

interface Deviation {
  readonly stiffness: number;
  /** Of the position at the end [m]. */
  readonly position: number;
  /** Of velocity [m/s] and angular velocity [rad/s] at the end, times 0.3 m. */
  readonly velocity: number;
}

function finalState(body: object, penalty: number | undefined): BodyState {
  const step = penalty === undefined ? 1e-3 : 1 / (STEPS_PER_RADIAN * Math.sqrt(penalty));
  const { final } = runDraft({
    title: 'Bounce off a half-space',
    bodies: [plane, body],
    contacts: penalty === undefined ? {} : { response: 'penalty', penalty: { law: 'linear', stiffness: penalty } },
    time: penalty === undefined ? { end: END } : { end: END, method: 'steps', step, integrator: 'rk4' },
  });
  return final[1];
}

function deviations(body: object): Deviation[] {
  const rigid = finalState(body, undefined);
  return STIFFNESSES.map((stiffness) => {
    const soft = finalState(body, stiffness);
    const rotation = 0.3 * (soft.angularVelocity.z - rigid.angularVelocity.z);
    return {
      stiffness,
      position: Math.hypot(soft.position.x - rigid.position.x, soft.position.y - rigid.position.y),
      velocity: Math.hypot(soft.velocity.x - rigid.velocity.x, soft.velocity.y - rigid.velocity.y, rotation),
    };
  });
}

/** Exponents of the stiffness between one value and the next. */
function exponents(values: readonly number[]): number[] {
  return values.slice(1).map((value, i) => Math.log(value / values[i]) / Math.log(STIFFNESSES[i + 1] / STIFFNESSES[i]));
}

/** The penalty model approaches the impulse model as its stiffness grows. [CP13-3.1], [CP13-3.2] */
export function penaltyConvergence(): ReportItem {
  const [headOn, corner] = [deviations(disc), deviations(plate)];
  // both leave with the same speed; the spring leaves half a period later
  const delays = STIFFNESSES.map((stiffness) => Math.PI / Math.sqrt(stiffness));
  const points = (of: readonly Deviation[], key: 'position' | 'velocity') =>
    of.map((one) => [one.stiffness, one[key]] as const);
  const worst = Math.max(...headOn.map(({ position }, i) => Math.abs(position / delays[i] - 1)));
  const velocitySlopes = exponents(corner.map(({ velocity }) => velocity)).slice(-3);
  return {
    id: 'penalty-convergence',
    source: '[CP13-3.1]',
    title: 'Penalty forces approach impulses as the stiffness grows',
    description:
      'A disc hits a half-space head-on, and a plate hits it with a corner; without damping, so that the restitution is 1. The state 0.3 s after the start is compared with that of the impulse, as the stiffness of the penalty spring grows.',
    checks: [
      atMost('disc: largest deviation of its delay from π √(m/K), relative', worst, 1e-3),
      atMost(
        'disc: largest difference of the velocities [m/s]',
        Math.max(...headOn.map(({ velocity }) => velocity)),
        1e-4,
      ),
      allEqual('plate: exponent of the stiffness in the difference of the velocities, last three', velocitySlopes, [-0.5, -0.5, -0.5], 0.01), // biome-ignore format: one check
      allEqual('plate: exponent in the difference of the positions, last three', exponents(corner.map(({ position }) => position)).slice(-3), [-0.5, -0.5, -0.5], 0.01), // biome-ignore format: one check
    ],
    tables: [
      {
        title: 'Difference of penalty and impulse at the end',
        columns: [
          'stiffness [N/m]',
          'disc: position [m]',
          'π v √(m/K) [m]',
          'plate: position [m]',
          'plate: velocity [m/s]',
        ],
        rows: STIFFNESSES.map((stiffness, i) =>
          [stiffness, headOn[i].position, delays[i], corner[i].position, corner[i].velocity].map(formatNumber),
        ),
      },
    ],
    plots: [
      {
        title: 'Difference of penalty and impulse',
        x: { label: 'stiffness [N/m]', scale: 'log' },
        y: { label: 'difference [m], [m/s]', scale: 'log' },
        series: [
          { name: 'disc, position', style: 'dots', points: points(headOn, 'position') },
          { name: 'plate, position', style: 'dots', points: points(corner, 'position') },
          { name: 'plate, velocity', style: 'dots', points: points(corner, 'velocity') },
          { name: 'π v √(m/K)', style: 'dashed', points: STIFFNESSES.map((stiffness, i) => [stiffness, delays[i]] as const) }, // biome-ignore format: one series
        ],
      },
    ],
  };
}
