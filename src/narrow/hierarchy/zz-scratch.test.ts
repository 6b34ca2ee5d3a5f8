import { it } from 'vitest';
import { bumpyBall } from '../../../test/joined-bodies.ts';
import { drawPair, gapAt, sizeOf } from '../../../test/solid-motions.ts';
import { createRandom } from '../../math/random.ts';
import { createPose } from '../../math/pose.ts';
import { createContact } from '../contact.ts';
import { createImpact } from '../impact.ts';
import { createSimplexCache } from '../convex/simplex-cache.ts';
import { closestInto, impactInto } from '../query.ts';
import { drawPose } from '../../../test/solids.ts';
it('rates', () => {
  const random = createRandom(7);
  const s = performance.now();
  const [a, b] = [bumpyBall(random, 1, 4), bumpyBall(random, 1, 4)];
  console.log('triangles', a.triangles.length / 3, 'creation ms', (performance.now() - s) / 2);
  for (const [lo, hi] of [[2.2, 2.6], [2.6, 4]]) {
    const poses = Array.from({ length: 400 }, () => {
      const p = drawPose(random, 1);
      const l = Math.hypot(p.position.x, p.position.y, p.position.z);
      const d = random.between(lo, hi);
      return createPose([p.position.x / l * d, p.position.y / l * d, p.position.z / l * d], [0, 0, 0, 0].map(() => random.normal()));
    });
    const c = createContact();
    let over = 0, it = 0;
    for (let rep = 0; rep < 3; rep++) {
      const t = performance.now();
      over = 0; it = 0;
      for (const p of poses) { closestInto(c, a, createPose(), b, p); if (c.distance < 0) over++; it += c.iterations; }
      console.log('cold distance', lo, hi, 'us', (1000 * (performance.now() - t) / poses.length).toFixed(1), 'overlaps', over, 'leaf', it / poses.length);
    }
  }
  const cache = createSimplexCache();
  const c = createContact();
  for (let rep = 0; rep < 2; rep++) {
    const t = performance.now();
    let it = 0;
    for (let k = 0; k < 1000; k++) { closestInto(c, a, createPose(), b, createPose([2.6, 0, 0], 0.02 * k), cache); it += c.iterations; }
    console.log('warm distance us', (performance.now() - t).toFixed(1), 'leaf', it / 1000);
  }
  for (const turn of [0, 1, 3, 10]) {
    const pairs = Array.from({ length: 60 }, () => drawPair(random, a, b, turn));
    const out = createImpact();
    for (let rep = 0; rep < 2; rep++) {
      const t = performance.now();
      let hits = 0, it = 0, worst = 0;
      for (const [p, q] of pairs) {
        const t1 = performance.now();
        impactInto(out, p.shape, p.motion, q.shape, q.motion, 1);
        worst = Math.max(worst, performance.now() - t1);
        if (out.status === 'hit') hits++; it += out.iterations;
      }
      console.log('impact', turn, 'us', (1000 * (performance.now() - t) / pairs.length).toFixed(0), 'hits', hits, 'pops', it / pairs.length, 'worst ms', worst.toFixed(1));
    }
  }
}, 120000);
