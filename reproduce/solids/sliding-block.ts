import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, GRAVITY, lastState, runSolids } from './run-solids.ts';

const FRICTION = 0.3;
/** [m/s] */
const SPEED = 3;
/** Directions of sliding, or of the slope. */
const DIRECTIONS = 12;
const BLOCK = {
  name: 'block',
  shape: { kind: 'box', halfExtents: [0.3, 0.3, 0.1] },
  position: [0, 0, 0.1],
  density: 1000,
};

const angles = Array.from({ length: DIRECTIONS }, (_, k) => (2 * Math.PI * k) / DIRECTIONS);

/** Sliding distance and lateral deviation, as fractions of v²/(2 μ g). */
function slide(angle: number): { readonly distance: number; readonly aside: number } {
  const [x, y] = [cos(angle), sin(angle)];
  const run = runSolids({
    bodies: [FLOOR, { ...BLOCK, velocity: [SPEED * x, SPEED * y, 0] }],
    contacts: { restitution: 0, friction: dryFriction(FRICTION) },
    forces: EARTH,
    time: { end: 1.5, method: 'steps' },
    record: { interval: 0.5 },
  });
  const { position } = lastState(run, 'block');
  const expected = SPEED ** 2 / (2 * FRICTION * GRAVITY);
  return {
    distance: (position.x * x + position.y * y) / expected,
    aside: Math.abs(position.y * x - position.x * y) / expected,
  };
}

/**
 * Displacement of a block on a slope of this fraction of the friction coefficient until `settling` [s], and half a second later [m]. It moves
 * slightly until the contact has converged: the mean of its normal impulses approaches its limit by a factor e every half a second.
 */
function creep(
  angle: number,
  fraction: number,
  settling: number,
): { readonly settled: number; readonly later: number } {
  const slope = fraction * FRICTION;
  const down = (slope * GRAVITY) / Math.sqrt(1 + slope * slope);
  const { moments } = runSolids({
    bodies: [FLOOR, BLOCK],
    contacts: { restitution: 0, friction: dryFriction(FRICTION) },
    forces: { gravity: [down * cos(angle), down * sin(angle), -GRAVITY / Math.sqrt(1 + slope * slope)] },
    time: { end: settling + 0.5, method: 'steps', timeToSleep: 0 },
    record: { interval: 0.5 },
  });
  const [settled, later] = moments.slice(-2).map(({ bodies }) => {
    const { x, y } = bodies[1].position;
    return Math.sqrt(x * x + y * y);
  });
  return { settled, later };
}

export function slidingBlock(): ReportItem {
  const slides = angles.map(slide);
  const distances = slides.map(({ distance }) => distance);
  const held = angles.map((angle) => creep(angle, 0.99, 5));
  const slipped = angles.map((angle) => creep(angle, 1.01, 0.5).later);
  return {
    id: 'sliding-block',
    source: '[SOLID-17]',
    title: 'A sliding block, in all directions',
    description: `A block slides at ${SPEED} m/s on a floor with the friction coefficient ${FRICTION} and stops after v²/(2 μ g) in every direction: the friction limit is a disc. A friction pyramid would allow up to 41 % more on its diagonal. A block at rest stays on a slope of 0.99 of the friction angle and slides on one of 1.01.`,
    checks: [
      atMost(
        'sliding distance, maximum relative error',
        Math.max(...distances.map((distance) => Math.abs(distance - 1))),
        1e-5,
      ),
      atMost('relative difference between directions', Math.max(...distances) - Math.min(...distances), 1e-5),
      atMost('relative lateral deviation', Math.max(...slides.map(({ aside }) => aside)), 1e-5),
      atMost(
        'at 0.99 of the friction angle: displacement until it sticks [m]',
        Math.max(...held.map(({ settled }) => settled)),
        2e-4,
      ),
      atMost(
        'creep from then on, in half a second [m]',
        Math.max(...held.map(({ settled, later }) => Math.abs(later - settled))),
        1e-12,
      ),
      atLeast('at 1.01 of it: displacement in one second [m]', Math.min(...slipped), 0.01),
    ],
    tables: [
      {
        title: 'By direction',
        columns: ['direction [deg]', 'distance / (v²/2 μ g)', 'displacement at 1.01 of the friction angle [m]'],
        rows: angles.map((angle, k) => [
          formatNumber((180 / Math.PI) * angle),
          formatNumber(distances[k]),
          formatNumber(slipped[k]),
        ]),
      },
    ],
  };
}
