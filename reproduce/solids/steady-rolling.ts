import { atan2 } from '../../src/math/inverse-trig.ts';
import type { ReadonlyVec3 } from '../../src/math/vec3.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, GRAVITY, runSolids, type SolidMoment } from './run-solids.ts';
import { coin, type SteadyMotion, steadyMotion, top } from './steady-motion.ts';

/** Angle of the axis from the vertical [rad] and rate about the vertical [rad/s]. */
const COIN = { lean: (70 * Math.PI) / 180, rate: 2, radius: 0.1, halfHeight: 0.01, density: 8000 };
const TOP = { lean: (20 * Math.PI) / 180, rate: 3, mass: 0.5, across: 2e-3, along: 2.4e-3, length: 0.1, tip: 0.01 };

/** [s] */
const END = 2;
const STEP = 1e-3;

function roll(body: object, motion: SteadyMotion, lean: number, step: number): readonly SolidMoment[] {
  const vector = ({ x, y, z }: ReadonlyVec3) => [x, y, z];
  const start = {
    position: vector(motion.position),
    rotation: { axis: [0, 1, 0], angle: lean },
    velocity: vector(motion.velocity),
    angularVelocity: vector(motion.angularVelocity),
  };
  return runSolids({
    bodies: [FLOOR, { name: 'body', ...body, ...start }],
    contacts: { restitution: 0, friction: dryFriction(0.8) },
    forces: EARTH,
    time: { end: END, method: 'steps', step, timeToSleep: 0 },
    record: { interval: 0.02 },
  }).moments;
}

/** Mean precession rate of the axis of the body [rad/s], from its horizontal direction. */
function rateOf(moments: readonly SolidMoment[]): number {
  let [angle, before] = [0, 0];
  for (const { bodies } of moments) {
    const { rotation } = bodies[1];
    const now = atan2(rotation.yz, rotation.xz);
    let step = now - before;
    if (step > Math.PI) step -= 2 * Math.PI;
    if (step < -Math.PI) step += 2 * Math.PI;
    angle += step;
    before = now;
  }
  return angle / moments[moments.length - 1].time;
}

const trackOf = (name: string, moments: readonly SolidMoment[]) => ({
  name,
  points: moments.map(({ bodies }) => [bodies[1].position.x, bodies[1].position.y] as const),
});

/** Change of the energy over the run, as a fraction of the kinetic energy. */
function driftOf(moments: readonly SolidMoment[]): number {
  const [first, last] = [moments[0].ledger, moments[moments.length - 1].ledger];
  const change = last.kineticEnergy - first.kineticEnergy + (last.potentialEnergy - first.potentialEnergy);
  return Math.abs(change) / first.kineticEnergy;
}

export function steadyRolling(): ReportItem {
  const rolling = steadyMotion(coin(COIN.radius, COIN.halfHeight, COIN.density), COIN.lean, COIN.rate, GRAVITY);
  const spinning = steadyMotion(top(TOP.mass, TOP.across, TOP.along, TOP.length, TOP.tip), TOP.lean, TOP.rate, GRAVITY);
  const coinBody = {
    shape: { kind: 'cylinder', radius: COIN.radius, halfHeight: COIN.halfHeight },
    density: COIN.density,
  };
  const pieces = [
    { shape: { kind: 'cylinder', radius: 0.1, halfHeight: 0.015 } },
    { shape: { kind: 'capsule', radius: TOP.tip, halfHeight: 0.08 }, position: [0, 0, 0.08 - TOP.length] },
  ];
  const topBody = {
    shape: { kind: 'compound', pieces },
    mass: TOP.mass,
    inertia: [TOP.across, TOP.across, TOP.along],
  };
  const [coinCoarse, coinRun] = [STEP, STEP / 2].map((step) => roll(coinBody, rolling, COIN.lean, step));
  const [topCoarse, topRun] = [STEP, STEP / 2].map((step) => roll(topBody, spinning, TOP.lean, step));
  const leanOf = (moments: readonly SolidMoment[]) => {
    const { zz } = moments[moments.length - 1].bodies[1].rotation;
    return (180 / Math.PI) * atan2(Math.sqrt(1 - zz * zz), zz);
  };
  return {
    id: 'steady-rolling',
    source: '[SOLID-17]',
    title: 'A rolling coin and a spinning top',
    description:
      'A leaning coin rolls in a circle, and a leaning top precesses: at the right angular velocity with constant lean. Angular velocity and velocity follow from lean and rate in closed form, including rolling without sliding; both bodies start with these values. Fixed steps treat the contact point as constant during a substep, which it is not on a rolling rim: the motion is first-order accurate, and half the step about halves the error.',
    checks: [
      equals('coin: rate about the vertical [rad/s]', rateOf(coinRun), COIN.rate, 5e-3),
      equals('coin: lean of the axis in the end [deg]', leanOf(coinRun), 70, 5e-3),
      equals('top: rate about the vertical [rad/s]', rateOf(topRun), TOP.rate, 5e-3),
      equals('top: lean of the axis in the end [deg]', leanOf(topRun), 20, 2e-2),
      atMost(`coin: relative energy drift in ${END} s with steps of ${STEP / 2} s`, driftOf(coinRun), 5e-4),
      atMost(
        'coin: ratio of that drift to the one with steps twice as long',
        driftOf(coinRun) / driftOf(coinCoarse),
        0.65,
      ),
      atMost(`top: relative energy drift`, driftOf(topRun), 5e-4),
      atMost('top: ratio of that drift to the one with steps twice as long', driftOf(topRun) / driftOf(topCoarse), 0.6),
    ],
    plots: [
      {
        title: 'Paths of the centres, from above',
        x: { label: 'x [m]' },
        y: { label: 'y [m]' },
        series: [trackOf('coin', coinRun), trackOf('top', topRun)],
      },
    ],
  };
}
