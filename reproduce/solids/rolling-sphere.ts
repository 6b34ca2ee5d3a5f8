import { atMost, equals, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, GRAVITY, runSolids } from './run-solids.ts';

const FRICTION = 0.2;
/** [m/s], [m] */
const SPEED = 5;
const RADIUS = 0.1;
/** A sphere thrown without rotation slides for 2 v/(7 μ g) and then rolls at 5/7 of its speed. */
const ROLLS_AFTER = (2 * SPEED) / (7 * FRICTION * GRAVITY);

export function rollingSphere(): ReportItem {
  const sphere = {
    name: 'sphere',
    shape: { kind: 'sphere', radius: RADIUS },
    position: [0, 0, RADIUS],
    velocity: [SPEED, 0, 0],
    mass: 1,
  };
  const { moments } = runSolids({
    bodies: [FLOOR, sphere],
    contacts: { restitution: 0, friction: dryFriction(FRICTION) },
    forces: EARTH,
    time: { end: 2, method: 'steps', step: 0.005 },
    record: { interval: 0.005 },
  });
  const states = moments.map(({ time, bodies }) => ({ time, state: bodies[1] }));
  const speeds = states.map(({ time, state }) => [time, state.velocity.x] as const);
  const rims = states.map(({ time, state }) => [time, RADIUS * state.angularVelocity.y] as const);
  const sliding = states.filter(({ time }) => time < ROLLS_AFTER - 0.01);
  const [, last] = speeds[speeds.length - 1];
  return {
    id: 'rolling-sphere',
    source: '[SOLID-17]',
    title: 'From sliding to rolling',
    description: `A sphere is thrown along the floor at ${SPEED} m/s without rotation. Friction slows it and accelerates its rotation until it rolls, after 2 v/(7 μ g) = ${ROLLS_AFTER.toFixed(4)} s, at exactly 5/7 of its speed for any friction coefficient; then no force changes its motion.`,
    checks: [
      equals('speed at the end over speed at the start', last / SPEED, 5 / 7, 1e-5),
      equals('speed of the rim over that of the sphere', rims[rims.length - 1][1] / last, 1, 1e-5),
      atMost(
        'while sliding: error of v - μ g t [m/s]',
        sliding.reduce(
          (worst, { time, state }) => Math.max(worst, Math.abs(state.velocity.x - SPEED + FRICTION * GRAVITY * time)),
          0,
        ),
        1e-4,
      ),
      atMost(
        'relative change of speed while rolling',
        speeds.reduce(
          (max, [time, speed]) => (time > ROLLS_AFTER + 0.01 ? Math.max(max, Math.abs(speed / last - 1)) : max),
          0,
        ),
        1e-9,
      ),
    ],
    plots: [
      {
        title: 'A thrown sphere',
        x: { label: 'time [s]' },
        y: { label: 'speed [m/s]' },
        series: [
          { name: 'of the centre', points: speeds },
          { name: 'of the rim', points: rims },
        ],
        marks: [{ label: 'rolls', x: ROLLS_AFTER }],
      },
    ],
  };
}
