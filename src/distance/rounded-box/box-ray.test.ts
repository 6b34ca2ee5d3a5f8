import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { boxRay, createBoxRay } from './box-ray.ts';

const HALF = createVec3(2.5, 1.5, 1.45);

/** Signed distance of a point from the rounded box, and its gradient: another description of the same surface. */
function distanceField(p: ReadonlyVec3, half: ReadonlyVec3, radius: number): { distance: number; gradient: Vec3 } {
  const past = (x: number, h: number) => Math.sign(x) * Math.max(Math.abs(x) - (h - radius), 0);
  const gradient = createVec3(past(p.x, half.x), past(p.y, half.y), past(p.z, half.z));
  const length = lengthVec3(gradient);
  return { distance: length - radius, gradient: scaleVec3(gradient, gradient, 1 / length) };
}

function off(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

describe('boxRay [PATH98-2.3]', () => {
  it('worked example: contact (2.0, 1.2, 0) on the 5 x 3 x 2.9 m box with 0.3 m edges is on an edge', () => {
    const ray = createBoxRay();
    boxRay(ray, HALF, 0.3, createVec3(2, 1.2, 0));
    expect(ray.region).toBe('edge');
    expect(off(ray.normal, createVec3(0.6290037610370091, 0.7774022566222053, 0))).toBeLessThan(1e-15 * 4);
  });

  it('property: t r lies on the surface and the normal is the gradient of the distance there', () => {
    const random = createRandom(1);
    const ray = createBoxRay();
    const seen = { face: 0, edge: 0, corner: 0 };
    for (let run = 0; run < 100_000; run++) {
      const half = createVec3(random.between(0.5, 3), random.between(0.5, 3), random.between(0.5, 3));
      const radius = random.between(0.05, 1) * Math.min(half.x, half.y, half.z);
      const r = createVec3(random.normal(), random.normal(), random.normal());
      expect(boxRay(ray, half, radius, r)).toBe('ok');
      seen[ray.region]++;
      const { distance, gradient } = distanceField(scaleVec3(createVec3(), r, ray.t), half, radius);
      // rounding error of coordinates of a few metres; divided by the radius for the normal
      if (!(Math.abs(distance) < 4e-15)) expect(distance).toBe(0);
      if (!(off(ray.normal, gradient) < 1e-14 / radius)) expect(ray.normal).toEqual(gradient);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2000);
  });

  it('property: mirroring the point mirrors the normal, in all octants', () => {
    const random = createRandom(2);
    const [ray, mirrored] = [createBoxRay(), createBoxRay()];
    for (let run = 0; run < 1000; run++) {
      const r = createVec3(random.next(), random.next(), random.next());
      boxRay(ray, HALF, 0.3, r);
      for (let octant = 1; octant < 8; octant++) {
        const [x, y, z] = [1, 2, 4].map((bit) => (octant & bit ? -1 : 1));
        boxRay(mirrored, HALF, 0.3, createVec3(x * r.x, y * r.y, z * r.z));
        const { normal: n } = ray;
        expect(off(mirrored.normal, createVec3(x * n.x, y * n.y, z * n.z))).toBe(0);
        expect(mirrored.region).toBe(ray.region);
      }
    }
  });

  it('property: for R >= 0.1 m a step of 1e-9 changes the normal by less than 1e-7, across all region boundaries', () => {
    const random = createRandom(3);
    const [one, two] = [createBoxRay(), createBoxRay()];
    for (let run = 0; run < 30_000; run++) {
      const radius = random.between(0.1, 1.4);
      const core = createVec3(HALF.x - radius, HALF.y - radius, HALF.z - radius);
      // on a region boundary: at the end of the core along one or two axes, on the surface along the third
      const r = createVec3(
        core.x * random.between(-1, 1),
        core.y * random.between(-1, 1),
        core.z * random.between(-1, 1),
      );
      const kind = random.below(3);
      if (kind === 0) Object.assign(r, { x: HALF.x, y: core.y });
      else if (kind === 1) Object.assign(r, { y: HALF.y, z: core.z });
      else Object.assign(r, { x: core.x, z: HALF.z });
      const step = createVec3(random.normal(), random.normal(), random.normal());
      scaleVec3(step, step, 0.5e-9 / lengthVec3(step));
      boxRay(one, HALF, radius, createVec3(r.x + step.x, r.y + step.y, r.z + step.z));
      boxRay(two, HALF, radius, createVec3(r.x - step.x, r.y - step.y, r.z - step.z));
      if (!(off(one.normal, two.normal) < 1e-7)) expect(one.normal).toEqual(two.normal);
    }
  });

  it('property: box and ellipsoid normals agree in the sign of every component', () => {
    const random = createRandom(4);
    const ray = createBoxRay();
    for (let run = 0; run < 1000; run++) {
      const r = createVec3(random.normal(), random.normal(), random.normal());
      boxRay(ray, HALF, 0.3, r);
      for (const axis of ['x', 'y', 'z'] as const) expect(ray.normal[axis] * r[axis]).toBeGreaterThanOrEqual(0);
    }
  });

  it('a sharp box has face normals, and their mean where the ray hits several faces', () => {
    const ray = createBoxRay();
    boxRay(ray, HALF, 0, createVec3(-5, 1, 1));
    expect([ray.t, ray.normal, ray.region]).toEqual([0.5, createVec3(-1, 0, 0), 'face']);
    boxRay(ray, HALF, 0, createVec3(2.5, -1.5, 0));
    expect(ray.region).toBe('edge');
    expect(off(ray.normal, createVec3(Math.SQRT1_2, -Math.SQRT1_2, 0))).toBeLessThan(1e-15);
    boxRay(ray, HALF, 0, HALF);
    expect(ray.region).toBe('corner');
  });

  it('a box rounded to a sphere has the ray direction as its normal', () => {
    const ray = createBoxRay();
    boxRay(ray, createVec3(2, 2, 2), 2, createVec3(1, 2, -2));
    expect(ray.t).toBeCloseTo(2 / 3, 15);
    expect(off(ray.normal, createVec3(1 / 3, 2 / 3, -2 / 3))).toBeLessThan(1e-15);
  });

  it('M6: rays along an axis or in a plane of the box give no NaN, and a zero ray is E_ZERO_RAY', () => {
    const ray = createBoxRay();
    expect(boxRay(ray, HALF, 0.3, createVec3(0, -0.2, 0))).toBe('ok');
    expect([ray.normal, ray.region]).toEqual([createVec3(0, -1, 0), 'face']);
    expect(ray.t).toBeCloseTo(7.5, 13);
    expect(boxRay(ray, HALF, 0.3, createVec3())).toBe('E_ZERO_RAY');
    expect(boxRay(ray, HALF, 0, createVec3())).toBe('E_ZERO_RAY');
  });

  it('the length of the ray changes t only, from 1e-200 to 1e200', () => {
    const [one, two] = [createBoxRay(), createBoxRay()];
    boxRay(one, HALF, 0.3, createVec3(2, 1.2, 1.1));
    for (const k of [1e-200, 1e200]) {
      boxRay(two, HALF, 0.3, createVec3(2 * k, 1.2 * k, 1.1 * k));
      expect(off(one.normal, two.normal)).toBeLessThan(1e-14);
      expect(Math.abs((two.t * k) / one.t - 1)).toBeLessThan(1e-14);
    }
  });
});
