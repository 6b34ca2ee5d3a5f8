import { describe, expect, it } from 'vitest';
import { box, type MovingShape, moving } from '../../test/planar-bodies.ts';
import { createRandom } from '../math/random.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import { createSegment } from '../shapes/segment.ts';
import { createImpact } from './impact.ts';
import { searchImpact } from './planar-search.ts';

const search = (a: MovingShape, b: MovingShape) =>
  searchImpact(createImpact(), a.shape, a.motion, b.shape, b.motion, 1);

describe('searchImpact', () => {
  it('keeps no state: searches in any order give the same bits', () => {
    const random = createRandom(16);
    const shapes = [box(1, 0.5), createDisc(0.7), createPoint(), createSegment([-1, 0], [1, 0.2])];
    const pairs = Array.from({ length: 200 }, (_, i) => {
      const wall = moving(createHalfspace([1, random.normal()]), [-3, 0]);
      const still = moving(shapes[i % 4], [0, 0], i, [0, 0], random.normal());
      const x = [random.between(2, 3), random.between(-1, 1)];
      const v = [random.between(-6, -1), random.normal()];
      const acceleration = [0, i % 3 === 0 ? random.normal() : 0];
      return [i % 5 === 0 ? wall : still, moving(shapes[random.below(4)], x, i, v, random.normal(), acceleration)];
    });
    const forwards = pairs.map(([a, b]) => search(a, b));
    const backwards = pairs.toReversed().map(([a, b]) => search(a, b));
    expect(backwards.toReversed()).toEqual(forwards);
    expect(forwards.filter(({ status }) => status === 'hit').length).toBeGreaterThan(50);
  });

  it('finds a contact with a closed form in one step, and one of a rotating body in a few', () => {
    const fall = (angularVelocity: number) =>
      search(moving(createHalfspace([0, 1]), [0, 0]), moving(box(1, 1), [0, 3], 0.5, [0, -4], angularVelocity));
    // advance to the wall, advance to the contact, detect it
    expect(fall(0).iterations).toBe(3);
    // quadratic: the distance of 1 m decreases to 1e-13 m in a few steps
    expect(fall(3).iterations).toBeLessThan(12);
    const discs = search(moving(createDisc(1), [0, 0]), moving(createDisc(1), [3, 1], 0, [-4, 0]));
    expect(discs.iterations).toBe(2);
  });
});
