import { cos, sin } from '../../math/trig.ts';
import { formatNumber } from '../format-number.ts';
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
    record: { every: 0.5 },
  });
  const { position } = lastState(run, 'block');
  const expected = SPEED ** 2 / (2 * FRICTION * GRAVITY);
  return {
    way: (position.x * x + position.y * y) / expected,
    aside: Math.abs(position.y * x - position.x * y) / expected,
  };
}

/** How far a block at rest gets in a second on a floor whose slope is this share of the friction coefficient [m]. */
function creep(angle: number, share: number): number {
  const slope = share * FRICTION;
  const down = (slope * GRAVITY) / Math.sqrt(1 + slope * slope);
  const run = runSolids({
    bodies: [FLOOR, BLOCK],
    contacts: { restitution: 0, friction: dryFriction(FRICTION) },
    forces: { gravity: [down * cos(angle), down * sin(angle), -GRAVITY / Math.sqrt(1 + slope * slope)] },
    time: { end: 1, method: 'steps', sleepAfter: 0 },
    record: { every: 0.5 },
  });
  const { position } = lastState(run, 'block');
  return Math.sqrt(position.x ** 2 + position.y ** 2);
}

export function slidingBlock(): ReportItem {
  const slides = angles.map(slide);
  const ways = slides.map(({ way }) => way);
  const held = Math.max(...angles.map((angle) => creep(angle, 0.99)));
  const slipped = angles.map((angle) => creep(angle, 1.01));
  return {
    id: 'sliding-block',
    source: '[general-pairs] spec 7',
    title: 'A sliding block, in all directions',
    about: `A block slides at ${SPEED} m/s on a floor with the friction coefficient ${FRICTION} and stops after v²/(2 μ g), whatever its direction: friction is limited by a disc. A pyramid of two directions would hold up to 41 % more on its diagonal. A block at rest stays on a slope of 0.99 of the friction angle and slides on one of 1.01.`,
    checks: [
      atMost('way of sliding, largest error as a share', Math.max(...ways.map((way) => Math.abs(way - 1))), 2e-3),
      atMost('difference between directions, as a share', Math.max(...ways) - Math.min(...ways), 1e-3),
      atMost('aside of the straight line, as a share', Math.max(...slides.map(({ aside }) => aside)), 1e-3),
      atMost('creep in one second at 0.99 of the friction angle [m]', held, 1e-6),
      atLeast('way in one second at 1.01 of it [m]', Math.min(...slipped), 0.01),
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
