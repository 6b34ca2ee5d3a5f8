import { expect, it } from 'vitest';
import { namedTiledBodies } from '../../test/tiled-bodies.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createPoint } from '../shapes/point.ts';
import { closest } from './query.ts';

it('tries non convex', () => {
  const random = createRandom(1);
  const bodies = namedTiledBodies();
  const all = [{ name: 'point', body: createPoint() }, ...bodies];
  for (const a of all)
    for (const b of bodies.filter((x) => !x.body.convex)) {
      if (a.name === 'superellipsoid' || a.name==='octahedron') continue;
      if (a.body.kind === 'tiled' && a.body.dimension !== b.body.dimension) continue;
      const flat = b.body.dimension === 2;
      const times: Record<string, number[]> = {};
      for (let k = 0; k < 8; k++) {
        const turn = () => (flat ? random.between(-3, 3) : [0, 0, 0, 0].map(() => random.normal()));
        const place = () => [random.between(-1.5, 1.5), random.between(-1.5, 1.5), flat ? 0 : random.between(-1.5, 1.5)];
        const [p, q] = [createPose(place(), turn()), createPose(place(), turn())];
        const started = performance.now();
        const c = closest(a.body, p, b.body, q);
        const key = `${c.status}${c.distance < 0 ? '-' : '+'}`;
        times[key] ??= [];
        times[key].push(performance.now() - started);
        if (c.errorBound > 1e-9) console.log(a.name, b.name, c.distance, c.errorBound);
      }
      console.log(a.name, b.name, Object.entries(times).map(([k2, v]) => `${k2} ${v.length} ${(v.reduce((s, n) => s + n) / v.length).toFixed(2)}ms`).join());
    }
  expect(1).toBe(1);
}, 300000);
