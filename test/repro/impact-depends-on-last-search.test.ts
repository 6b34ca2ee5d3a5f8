import { expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { box, impactOf, moving } from '../planar-bodies.ts';

/** Two rods that touch at x = 0.1 m. */
function rods() {
  const upright = moving(createSegment([0, -1], [0, 0]), [0.1, 0]);
  const lying = moving(createSegment([-1, 0], [1, 0]), [1, 0.5], 0, [0, -1]);
  return impactOf(upright, lying);
}

it('the impact of two rods has the same bits whatever was searched before', () => {
  const first = rods();
  const random = createRandom(3);
  const between = (size: number) => random.between(-size, size);
  const motion = () => [[between(2), between(2)], between(3), [between(3), between(3)], between(9)] as const;
  for (let k = 0; k < 200; k++) {
    const rod = createSegment([between(1), between(1)], [between(1), between(1)]);
    impactOf(moving(rod, ...motion()), moving(box(0.3, 0.2), ...motion()));
    expect(rods(), `after search ${k}`).toStrictEqual(first);
  }
});
