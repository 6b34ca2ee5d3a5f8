import { it } from 'vitest';
import { createHull } from '../../bounds/create-hull.ts';
import { createPose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createBox } from '../../shapes/box.ts';
import { createCapsule } from '../../shapes/capsule.ts';
import { createCone } from '../../shapes/cone.ts';
import { createCylinder } from '../../shapes/cylinder.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { createSegment } from '../../shapes/segment.ts';
import { createSphere } from '../../shapes/sphere.ts';
import { createContact } from '../contact.ts';
import { createSimplexCache } from '../convex/simplex-cache.ts';
import { closestSolids } from './solid-contact.ts';
import type { Solid } from './core.ts';

const random = createRandom(8);
const makers: Record<string, () => Solid> = {
  segment: () => createSegment([0, 0, 0].map(() => random.between(-1, 1)), [0, 0, 0].map(() => random.between(-1, 1))),
  sphere: () => createSphere(random.between(0.3, 1)),
  capsule: () => createCapsule(random.between(0.3, 1), random.between(0, 1)),
  box: () => createBox([0, 0, 0].map(() => random.between(0.3, 1)), random.below(2) * random.between(0, 0.15)),
  hull: () => createHull(Array.from({ length: 20 }, () => [0, 0, 0].map(() => random.between(-1, 1)))),
  cylinder: () => createCylinder(random.between(0.3, 1), random.between(0.3, 1)),
  cone: () => createCone(random.between(0.3, 1), random.between(0.3, 1)),
  ellipsoid: () => createEllipsoid([0, 0, 0].map(() => random.between(0.3, 1))),
};
it('explore', () => {
  const kinds = Object.keys(makers);
  const out = createContact();
  const cache = createSimplexCache();
  for (const a of kinds)
    for (const b of kinds.slice(kinds.indexOf(a))) {
      let apart = 0, deep = 0, worstTouch = 0, worstTouchDeep = 0, bound = 0, boundDeep = 0, bounded = 0, steps = 0, worstSwapDeep = 0, worstNormal = 0;
      const t0 = performance.now();
      for (let i = 0; i < 300; i++) {
        const q = () => [0, 0, 0, 0].map(() => random.normal());
        const [A, B] = [makers[a](), makers[b]()];
        const spread = i % 2 ? 0.4 : 2;
        const poseA = createPose([0, 0, 0].map(() => random.between(-spread, spread)), q());
        const poseB = createPose([0, 0, 0].map(() => random.between(-spread, spread)), q());
        cache.count = 0;
        closestSolids(out, A, poseA, B, poseB, cache);
        const { distance, errorBound, normal: n, status } = out;
        if (!(Math.abs(Math.hypot(n.x, n.y, n.z) - 1) < 1e-14) || Number.isNaN(distance)) throw new Error(`${a} ${b} ${i}`);
        const [x, y, z] = [n.x, n.y, n.z];
        cache.count = 0;
        closestSolids(out, B, poseB, A, poseA, cache);
        const swap = Math.abs(out.distance - distance);
        const swapN = Math.hypot(out.normal.x + x, out.normal.y + y, out.normal.z + z);
        poseB.position.x -= distance * x; poseB.position.y -= distance * y; poseB.position.z -= distance * z;
        cache.count = 0;
        closestSolids(out, A, poseA, B, poseB, cache);
        if (distance > 0) { apart++; bound = Math.max(bound, errorBound); worstTouch = Math.max(worstTouch, Math.abs(out.distance)); worstNormal = Math.max(worstNormal, swapN); }
        else { deep++; boundDeep = Math.max(boundDeep, errorBound); worstTouchDeep = Math.max(worstTouchDeep, Math.abs(out.distance)); if (status === 'bounded') bounded++; steps = Math.max(steps, out.iterations); worstSwapDeep = Math.max(worstSwapDeep, swap); }
      }
      const e = (x: number) => x.toExponential(1);
      console.log(a, b, 'apart', apart, 'bound', e(bound), 'touch', e(worstTouch), 'swapN', e(worstNormal), '| deep', deep, 'bound', e(boundDeep), 'touch', e(worstTouchDeep), 'swap', e(worstSwapDeep), 'bounded', bounded, 'steps', steps, (performance.now() - t0).toFixed(0), 'ms');
    }
});
