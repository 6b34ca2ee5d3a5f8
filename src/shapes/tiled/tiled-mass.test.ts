import { describe, expect, it } from 'vitest';
import { namedTiledBodies } from '../../../test/tiled-bodies.ts';
import { createMat3, determinantMat3, mat3FromRows } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, scaleVec3 } from '../../math/vec3.ts';
import { massProperties } from '../mass-properties.ts';
import { createPolygon } from '../polygon.ts';
import { tiledBox, tiledRoundedBox } from './box-bodies.ts';
import { createTiledBody } from './create-tiled-body.ts';
import { tiledExtrusion } from './extruded-body.ts';
import { tiledLens } from './lens-body.ts';
import { tiledEllipse, tiledPolygon } from './outline-bodies.ts';
import { tiledCapsule, tiledCone, tiledEllipsoid, tiledSphere, tiledTorus } from './revolved-bodies.ts';
import { tiledSuperellipsoid } from './superellipsoid-body.ts';
import type { TiledBody } from './tiled-body.ts';
import { tiledMassProperties } from './tiled-mass.ts';
import { transformTiledBody } from './transform-tiled-body.ts';

const DENSITY = 2.5;

/** Compares mass and principal inertia by formula with the quadrature, within its stated error. */
function expectMass(body: TiledBody, mass: number, inertia: readonly [number, number, number]): void {
  const found = tiledMassProperties(body, DENSITY);
  expect(Math.abs(found.mass - DENSITY * mass)).toBeLessThanOrEqual(found.error.mass);
  const { xx, yy, zz } = found.inertia;
  [xx, yy, zz].forEach((value, k) => {
    expect(Math.abs(value - DENSITY * inertia[k])).toBeLessThanOrEqual(found.error.inertia);
  });
  // and the stated error is small: bodies of about 1 m and 1 kg
  expect(found.error.mass).toBeLessThan(1e-12);
  expect(found.error.inertia).toBeLessThan(1e-12);
}

/** Γ by Lanczos' sum, to 1e-14, for the volume of a superellipsoid. */
function gamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const t = x + 6.5;
  const sum = c.reduce((s, value, i) => s + (i === 0 ? value : value / (x - 1 + i)), 0);
  return Math.sqrt(2 * Math.PI) * t ** (x - 0.5) * Math.exp(-t) * sum;
}

const beta = (p: number, q: number) => (gamma(p) * gamma(q)) / gamma(p + q);

describe('mass of tiled bodies', () => {
  it('spheres, ellipsoids, boxes, capsules, cones and rings have the mass and inertia of their formulas', () => {
    const ball = (4 / 3) * Math.PI * 0.7 ** 3;
    expectMass(tiledSphere(0.7), ball, [1, 1, 1].map((k) => k * 0.4 * ball * 0.7 ** 2) as [number, number, number]);
    const [a, b, c] = [1, 0.7, 0.5];
    const m = (4 / 3) * Math.PI * a * b * c;
    expectMass(tiledEllipsoid([a, b, c]), m, [
      (m / 5) * (b * b + c * c),
      (m / 5) * (c * c + a * a),
      (m / 5) * (a * a + b * b),
    ]);
    const box = 8 * a * b * c;
    expectMass(tiledBox([a, b, c]), box, [
      (box / 3) * (b * b + c * c),
      (box / 3) * (c * c + a * a),
      (box / 3) * (a * a + b * b),
    ]);
    const [r, l] = [0.4, 0.6];
    const rod = 2 * Math.PI * r * r * l;
    const caps = (4 / 3) * Math.PI * r ** 3;
    // half spheres about their own centroid, 3r/8 from the flat side
    const perpendicular = rod * ((r * r) / 4 + (l * l) / 3) + caps * (0.4 * r * r + l * l + 0.75 * l * r);
    expectMass(tiledCapsule(r, l), rod + caps, [perpendicular, perpendicular, rod * r * r * 0.5 + caps * 0.4 * r * r]);
    const cone = (Math.PI * 0.6 ** 2) / 3;
    const tilt = cone * (0.15 * 0.6 ** 2 + 3 / 80);
    expectMass(tiledCone(0.6, 0, 0.5), cone, [tilt, tilt, 0.3 * cone * 0.6 ** 2]);
    const ring = 2 * Math.PI ** 2 * 0.3 ** 2;
    const flat = (ring * (5 * 0.3 ** 2 + 4)) / 8;
    expectMass(tiledTorus(1, 0.3), ring, [flat, flat, ring * (0.75 * 0.3 ** 2 + 1)]);
  });

  it('the centroid of a cone is a quarter of its height above the base; a shifted body has the inertia about its centroid', () => {
    const cone = tiledMassProperties(tiledCone(0.6, 0, 0.5), 1);
    expect(cone.centroid.z).toBeCloseTo(-0.25, 14);
    const body = tiledLens(1.2, 0.5, [0.8, 1.1, 0.75]);
    const moved = transformTiledBody(body, createMat3(), createVec3(3, -2, 5));
    const { centroid, inertia, mass } = tiledMassProperties(moved, 1);
    const back = scaleVec3(createVec3(), centroid, -1);
    const at = tiledMassProperties(transformTiledBody(moved, createMat3(), back), 1);
    // 3 to 5 m away from the origin: a rounding of 1e-15
    for (const value of Object.values(at.centroid)) expect(Math.abs(value)).toBeLessThan(4e-15);
    expect(at.mass).toBeCloseTo(mass, 14);
    Object.entries(inertia).forEach(([key, value]) => {
      expect(at.inertia[key as 'xx']).toBeCloseTo(value, 14);
    });
  });

  it('flat bodies agree with the polygon formulas and with the ellipse', () => {
    const outline = [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const expected = massProperties(createPolygon(outline), DENSITY);
    const found = tiledMassProperties(tiledPolygon(outline), DENSITY);
    expect(found.mass).toBeCloseTo(expected.mass, 14);
    expect(found.inertia.zz).toBeCloseTo(expected.inertia, 13);
    expect([found.centroid.x, found.centroid.y]).toEqual([
      expect.closeTo(expected.centroid.x, 14),
      expect.closeTo(expected.centroid.y, 14),
    ]);
    const [a, b] = [1, 0.4];
    const area = Math.PI * a * b;
    expectMass(tiledEllipse([a, b]), area, [(area * b * b) / 4, (area * a * a) / 4, (area * (a * a + b * b)) / 4]);
  });

  it('an extrusion is its outline times its height', () => {
    const outline = tiledEllipse([0.8, 0.5]);
    const flat = tiledMassProperties(outline, 1);
    const h = 0.3;
    const thick = tiledMassProperties(tiledExtrusion(outline, h), 1);
    expect(thick.mass).toBeCloseTo(2 * h * flat.mass, 14);
    expect(thick.inertia.zz).toBeCloseTo(2 * h * flat.inertia.zz, 14);
    expect(thick.inertia.xx).toBeCloseTo(2 * h * (flat.inertia.xx + (flat.mass * h * h) / 3), 14);
  });

  it('a lens, by integrating its cross-sections in polar coordinates', () => {
    const [R, a] = [1.5, 0.75];
    const tip = Math.sqrt(R * R - a * a);
    // z = tip sin s makes the integrand smooth at the tips; the midpoint rule in s, Simpson's in the angle
    const steps = 400;
    let [volume, inertiaZ] = [0, 0];
    for (let i = 0; i < steps; i++) {
      const s = -Math.PI / 2 + ((i + 0.5) * Math.PI) / steps;
      const z = tip * Math.sin(s);
      const dz = (tip * Math.cos(s) * Math.PI) / steps;
      for (let j = 0; j <= steps; j++) {
        const angle = -Math.PI / 3 + (j * 2 * Math.PI) / 3 / steps;
        const r = -a * Math.cos(angle) + Math.sqrt(R * R - z * z - (a * Math.sin(angle)) ** 2);
        const weight = ((j === 0 || j === steps ? 1 : j % 2 === 0 ? 2 : 4) * 2 * Math.PI) / (9 * steps);
        volume += (3 * weight * dz * r * r) / 2;
        inertiaZ += (3 * weight * dz * r ** 4) / 4;
      }
    }
    const found = tiledMassProperties(tiledLens(R, a, [1, 1, 1]), 1);
    // the error of the midpoint rule with 400 steps
    expect(Math.abs(found.mass - volume)).toBeLessThan(1e-8);
    expect(Math.abs(found.inertia.zz - inertiaZ)).toBeLessThan(1e-8);
  });

  it("a rounded box: volume by Steiner's formula, inertia by throwing points at it", () => {
    const [h, r] = [[0.9, 0.6, 0.5] as const, 0.2];
    const [a, b, c] = h.map((size) => size - r);
    const volume =
      8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r ** 3;
    const found = tiledMassProperties(tiledRoundedBox(h, r), 1);
    expect(Math.abs(found.mass - volume)).toBeLessThanOrEqual(found.error.mass);
    const random = createRandom(3);
    const count = 100_000;
    const sums = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const [x, y, z] = h.map((size) => random.between(-size, size));
      const outside = Math.hypot(
        Math.max(0, Math.abs(x) - a),
        Math.max(0, Math.abs(y) - b),
        Math.max(0, Math.abs(z) - c),
      );
      if (outside > r) continue;
      sums[0] += y * y + z * z;
      sums[1] += z * z + x * x;
      sums[2] += x * x + y * y;
    }
    const each = (8 * h[0] * h[1] * h[2]) / count;
    const { xx, yy, zz } = found.inertia;
    // a hundred thousand points: three standard errors are below 1 %
    [xx, yy, zz].forEach((value, k) => {
      expect(Math.abs(sums[k] * each - value)).toBeLessThan(0.01 * value);
    });
  });

  it('a superellipsoid, whose powers are hard for any quadrature, is within its stated error', () => {
    const [along, perpendicular] = [0.5, 0.7];
    const body = tiledSuperellipsoid([1, 0.8, 0.6], along, perpendicular);
    const found = tiledMassProperties(body, 1);
    const volume =
      2 * 0.48 * along * perpendicular * beta(along / 2 + 1, along) * beta(perpendicular / 2, perpendicular / 2);
    expect(Math.abs(found.mass - volume)).toBeLessThan(found.error.mass + 1e-13 * volume); // and that of Lanczos' sum
    expect(found.error.mass).toBeLessThan(1e-10);
  });

  it('property: an affine map multiplies mass by its determinant and maps the centroid', () => {
    const random = createRandom(8);
    for (const { name, body } of namedTiledBodies()) {
      if (!body.closed || name === 'superellipsoid') continue;
      const flat = body.dimension === 2;
      const entry = () => random.between(-0.3, 0.3);
      const m = mat3FromRows([
        [1.2, entry(), flat ? 0 : entry()],
        [entry(), 0.9, flat ? 0 : entry()],
        [flat ? 0 : entry(), flat ? 0 : entry(), 1],
      ]);
      const before = tiledMassProperties(body, 1);
      const after = tiledMassProperties(transformTiledBody(body, m, createVec3(0.5, -0.2)), 1);
      expect(Math.abs(after.mass / before.mass / determinantMat3(m) - 1)).toBeLessThan(1e-13);
      const { x, y, z } = before.centroid;
      expect(after.centroid.x).toBeCloseTo(m.xx * x + m.xy * y + m.xz * z + 0.5, 13);
      expect(after.centroid.y).toBeCloseTo(m.yx * x + m.yy * y + m.yz * z - 0.2, 13);
    }
  });

  it('an open patch encloses no volume, and density must be above zero', () => {
    const patch = createTiledBody({
      kind: 'patch',
      faces: [
        {
          id: 'S',
          points: [
            [
              [0, 0],
              [0, 1],
            ],
            [
              [1, 0],
              [1, 1],
            ],
          ],
        },
      ],
    });
    expect(() => tiledMassProperties(patch, 1)).toThrow('massProperties: the open patch "S" encloses no volume');
    expect(() => tiledMassProperties(tiledSphere(1), 0)).toThrow(
      'massProperties: density: must be finite and above zero, got 0',
    );
  });
});
