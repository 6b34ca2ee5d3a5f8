import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, GRAVITY, lastState, runSolids } from './run-solids.ts';

const FRICTION = 0.3;
/** [m/s] */
const SPEED = 3;
/** Directions in which the block slides, or the floor falls away. */
const DIRECTIONS = 12;
const BLOCK = {
  name: 'block',
  shape: { kind: 'box', halfSizes: [0.3, 0.3, 0.1] },
  position: [0, 0, 0.1],
  density: 1000,
};

const angles = Array.from({ length: DIRECTIONS }, (_, k) => (2 * Math.PI * k) / DIRECTIONS);

/** How far the block slides, and how far beside its straight line it ends, as shares of v²/(2 μ g). */
function slide(angle: number): { readonly way: number; readonly aside: number } {
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
    way: (position.x * x + position.y * y) / expected,
    aside: Math.abs(position.y * x - position.x * y) / expected,
  };
}

/**
 * Where a block that is put at rest on a floor with this share of the friction coefficient as its slope is after half a second and after
 * a second [m]: until the contact has settled it gives way a little.
 */
function creep(angle: number, fraction: number): { readonly settled: number; readonly later: number } {
  const slope = fraction * FRICTION;
  const down = (slope * GRAVITY) / Math.sqrt(1 + slope * slope);
  const { moments } = runSolids({
    bodies: [FLOOR, BLOCK],
    contacts: { restitution: 0, friction: dryFriction(FRICTION) },
    forces: { gravity: [down * cos(angle), down * sin(angle), -GRAVITY / Math.sqrt(1 + slope * slope)] },
    time: { end: 1, method: 'steps', timeToSleep: 0 },
    record: { interval: 0.5 },
  });
  const [, settled, later] = moments.map(({ bodies }) => {
    const { x, y } = bodies[1].position;
    return Math.sqrt(x * x + y * y);
  });
  return { settled, later };
}

export function slidingBlock(): ReportItem {
  const slides = angles.map(slide);
  const ways = slides.map(({ way }) => way);
  const held = angles.map((angle) => creep(angle, 0.99));
  const slipped = angles.map((angle) => creep(angle, 1.01).later);
  return {
    id: 'sliding-block',
    source: '[general-pairs] spec 7',
    title: 'A sliding block, in all directions',
    description: `A block slides at ${SPEED} m/s on a floor with the friction coefficient ${FRICTION} and stops after v²/(2 μ g), whatever its direction: friction is limited by a disc. A pyramid of two directions would hold up to 41 % more on its diagonal. A block at rest stays on a slope of 0.99 of the friction angle and slides on one of 1.01.`,
    checks: [
      atMost('way of sliding, largest error as a share', Math.max(...ways.map((way) => Math.abs(way - 1))), 1e-5),
      atMost('difference between directions, as a share', Math.max(...ways) - Math.min(...ways), 1e-5),
      atMost('aside of the straight line, as a share', Math.max(...slides.map(({ aside }) => aside)), 1e-5),
      atMost(
        'at 0.99 of the friction angle: way until it holds [m]',
        Math.max(...held.map(({ settled }) => settled)),
        2e-4,
      ),
      atMost(
        'creep from then on, in half a second [m]',
        Math.max(...held.map(({ settled, later }) => Math.abs(later - settled))),
        1e-12,
      ),
      atLeast('at 1.01 of it: way in one second [m]', Math.min(...slipped), 0.01),
    ],
    tables: [
      {
        title: 'Direction by direction',
        columns: ['direction [deg]', 'way / (v²/2 μ g)', 'way at 1.01 of the friction angle [m]'],
        rows: angles.map((angle, k) => [
          formatNumber((180 / Math.PI) * angle),
          formatNumber(ways[k]),
          formatNumber(slipped[k]),
        ]),
      },
    ],
  };
}
