import { describe, expect, it } from 'vitest';
import { cylinderSurface, plate, square, TUBE, tube } from '../../../test/brep-bodies.ts';
import { createAabb } from '../../bounds/aabb.ts';
import { shapeAabb } from '../../bounds/shape-aabb.ts';
import { brep, nurbsSurface } from '../../entries/nurbs.ts';
import {
  box,
  capsule,
  closest,
  cone,
  cylinder,
  disc,
  halfspace,
  hull,
  impact,
  massProperties,
  motion,
  point,
  pose,
  raycast,
  sphere,
  vec3,
} from '../../index.ts';
import { createRandom } from '../../math/random.ts';

const { R, r, H } = TUBE;

/** Signed distance of a point from the tube. */
function tubeDistance(x: number, y: number, z: number): number {
  const s = Math.hypot(x, y);
  if (s >= r && s <= R && Math.abs(z) <= H) return -Math.min(R - s, s - r, H - Math.abs(z));
  return Math.hypot(Math.max(0, s - R, r - s), Math.max(0, Math.abs(z) - H));
}

/** On the axis, on edges, on the seam, in the planes of faces, near all of them. */
const DEGENERATE: [number, number, number][] = [
  [0, 0, 0], [0, 0, 0.3], [0, 0, H], [0, 0, 2], [R, 0, H], [R, 0, 2], [r, 0, 2], [0, r, H], [1, 0, 0], [1, 0, H], [0, 1, -H],
  [R, 0, 0], [r, 0, 0], [1e-9, 0, 0], [1e-6, 0, 0.2], [1e-3, 0, 0.999], [0.25, 0.25, H], [3, 0, 0], [3, 0, H], [3, 0, H + 1e-7],
  [r + 1e-9, 0, 1.5], [r - 1e-9, 0, 1.5], [1.06, 1.06, H], [-R, 0, -H], [-3, 0, -H], [0.3, 0.4, H], [0.9, 1.2, H],
]; // biome-ignore format: a list of points

describe('bodies of trimmed faces', () => {
  it('have the closed-form distance to points, on either side, near and on edges', () => {
    const { next: random } = createRandom(3);
    const points = [...DEGENERATE];
    for (let k = 0; k < 120; k++) {
      const near = k % 3 === 0;
      const angle = 2 * Math.PI * random();
      const s = (random() < 0.5 ? R : r) * (1 + 0.02 * (random() - 0.5));
      points.push(
        near
          ? [s * Math.cos(angle), s * Math.sin(angle), H + 0.02 * (random() - 0.5)]
          : [5 * (random() - 0.5), 5 * (random() - 0.5), 4 * (random() - 0.5)],
      );
    }
    for (const [x, y, z] of points) {
      const found = closest(point(), pose([x, y, z]), tube, pose());
      const exact = tubeDistance(x, y, z);
      expect(Math.abs(found.distance - exact), `${x} ${y} ${z}`).toBeLessThan(1e-12);
      expect(found.status).toBe('bounded');
      expect(found.errorBound).toBeLessThan(1e-9);
      const { pointA: a, pointB: b, normal: n, distance: d } = found;
      expect(Math.hypot(b.x - a.x - d * n.x, b.y - a.y - d * n.y, b.z - a.z - d * n.z)).toBeLessThan(1e-12);
      expect(closest(sphere(0.2), pose([x, y, z]), tube, pose()).distance).toBeCloseTo(exact - 0.2, 11);
    }
  });

  it('have the right side at sharp edges: between faces, at a crease inside a face, at its ends, and at the seam', () => {
    const { next: random } = createRandom(8);
    for (const tip of [0.1, 1, 3]) {
      for (const start of [0, 1, 2]) {
        const wedge = [[0, 0], [6, -tip], [6, tip]]; // biome-ignore format: one line
        const corners = [0, 1, 2, 3].map((k) => wedge[(start + k) % 3]);
        const lateral = corners.map(([x, y]) => [
          [x, y, 0],
          [x, y, 1],
        ]);
        const loops = [[{ degree: 1, points: corners }]];
        const body = brep(
          [
            { surface: nurbsSurface(1, 1, lateral, [0, 0, 1, 2, 3, 3], [0, 0, 1, 1]) },
            { surface: square(0, 20), loops, reversed: true },
            { surface: square(1, 20), loops },
          ],
          { closed: true },
        );
        const same = hull(lateral.slice(0, 3).flat());
        for (let k = 0; k < 40; k++) {
          const at = pose([3 * random() - 1, 4 * random() - 2, 2 * random() - 0.5]);
          const exact = closest(point(), at, same, pose()).distance;
          expect(closest(point(), at, body, pose()).distance).toBeCloseTo(exact, 9);
        }
      }
    }
  });

  it('are certified where many pairs of points are equally near', () => {
    const cases: [string, ReturnType<typeof closest>, number][] = [
      ['box parallel to a face', closest(box([0.2, 0.2, 0.2]), pose([1, 0, 1.5]), tube, pose()), 0.3],
      ['box in the hole', closest(box([0.2, 0.2, 0.2]), pose(), tube, pose()), r - 0.2 * Math.SQRT2],
      ['pin on the axis of the hole', closest(cylinder(0.3, 2), pose(), tube, pose()), r - 0.3],
      ['pin off the axis', closest(cylinder(0.3, 2), pose([0.1, 0, 0]), tube, pose()), r - 0.4],
      ['capsule on the axis', closest(capsule(0.1, 1), pose(), tube, pose()), r - 0.1],
      [
        'cone above the hole',
        closest(cone(0.3, 0.5), pose([0, 0, 3]), tube, pose()),
        Math.hypot(r - 0.3, 3 - 0.25 - H),
      ],
      ['disc above the hole', closest(disc(0.1), pose([0, 0, 2]), tube, pose()), Math.hypot(r - 0.1, 2 - H)],
      ['two tubes side by side', closest(tube, pose(), tube, pose([3.5, 0, 0])), 3.5 - 2 * R],
    ];
    for (const [name, found, exact] of cases) {
      expect(Math.abs(found.distance - exact), name).toBeLessThan(1e-12);
      expect(found.status, name).toBe('bounded');
      expect(found.errorBound, name).toBeLessThan(1e-9);
    }
  });

  it('have a lower bound of the depth, and are separated from half-spaces by their lowest point', () => {
    const overlap = closest(box([0.2, 0.2, 0.2]), pose([1, 0, 1.1]), tube, pose());
    expect(overlap.status).toBe('approximate');
    expect(overlap.distance).toBeCloseTo(-0.1, 10);
    expect(closest(box([0.1, 0.1, 0.1]), pose([1, 0, 0]), tube, pose()).distance).toBeLessThan(-0.35);
    expect(closest(box([3, 3, 3]), pose(), tube, pose()).distance).toBeLessThan(-1);
    // no sample of either is inside the other: no certificate that they only touch
    const crossing = closest(box([5, 0.1, 0.3]), pose([3, 0.7, 0.9]), tube, pose());
    expect(crossing).toMatchObject({ status: 'approximate', distance: expect.closeTo(0, 9) });
    const tilted = pose([0, 0, 3], [1, 0.3, 0.2, 0.1]);
    const c = tilted.rotation.zz;
    const lowest = 3 - H * Math.abs(c) - R * Math.sqrt(1 - c * c);
    expect(closest(tube, tilted, halfspace([0, 0, 1]), pose()).distance).toBeCloseTo(lowest, 11);
  });

  it('agree in both orders and do not depend on the pose', () => {
    const rotated = pose([0.3, -0.2, 0.5], [1, 0.4, -0.3, 0.2]);
    const { rotation: m, position: o } = rotated;
    for (const [x, y, z] of DEGENERATE.slice(0, 12)) {
      const moved = pose([
        o.x + m.xx * x + m.xy * y + m.xz * z,
        o.y + m.yx * x + m.yy * y + m.yz * z,
        o.z + m.zx * x + m.zy * y + m.zz * z,
      ]);
      expect(closest(tube, rotated, point(), moved).distance).toBeCloseTo(tubeDistance(x, y, z), 11);
    }
  });

  it('are hit by rays inside their loops only', () => {
    const side = raycast(tube, pose(), vec3(5, 0.3, 0.2), vec3(-1, 0, 0));
    expect(side.distance).toBeCloseTo(5 - Math.sqrt(R * R - 0.09), 12);
    expect(side.normal.x).toBeCloseTo(Math.sqrt(R * R - 0.09) / R, 12);
    expect(raycast(tube, pose(), vec3(0, 0, 5), vec3(0, 0, -1)).hit).toBe(false);
    expect(raycast(tube, pose(), vec3(0.49, 0, 5), vec3(0, 0, -1)).hit).toBe(false);
    expect(raycast(tube, pose(), vec3(0.51, 0, 5), vec3(0, 0, -1)).distance).toBeCloseTo(4, 12);
    const bore = raycast(tube, pose(), vec3(0, 0, 0), vec3(1, 0, 0));
    expect(bore.distance).toBeCloseTo(r, 12);
    expect(bore.normal.x).toBeCloseTo(-1, 12);
    expect(raycast(tube, pose(), vec3(1, 0, 0), vec3(0, 0, 1)).inside).toBe(true);
    // through an edge, and along a face
    expect(raycast(tube, pose(), vec3(R, 0, 5), vec3(0, 0, -1)).hit).toBe(true);
  });

  it('are touched by moving bodies at the right time, and missed through the hole', () => {
    const still = motion(pose());
    const down = (shape: Parameters<typeof impact>[0], x: number) =>
      impact(shape, motion(pose([x, 0, 5]), vec3(0, 0, -1)), tube, still, 10);
    expect(down(sphere(0.2), 1).time).toBeCloseTo(3.8, 7);
    expect(down(sphere(0.2), 0).status).toBe('none');
    const rim = down(sphere(0.6), 0);
    expect(rim.status).toBe('hit');
    expect(rim.time).toBeCloseTo(4 - Math.sqrt(0.36 - 0.25), 7);
    const rod = impact(capsule(0.05, 1), motion(pose([0, 0, 0]), vec3(), vec3(0, 1, 0)), plate, motion(pose()), 2);
    expect(rod.status).toBe('hit');
    // the same cylinder without the hole, tumbling on a floor, slowly and by revolutions
    for (const rate of [0.4, 3, 20]) {
      const tumbling = motion(
        pose([0, 0, 5], [1, 0.3, 0.2, 0.1]),
        vec3(0.2, 0, -1),
        vec3(0.3 * rate, rate, 0.1 * rate),
      );
      const [own, full] = [tube, cylinder(R, H)].map((shape) =>
        impact(shape, tumbling, halfspace([0, 0, 1]), still, 10),
      );
      expect(own.status).toBe('hit');
      expect(own.time).toBeCloseTo(full.time, 7);
    }
  });

  it('are not closed without the ends of a tube, although the vector areas of the rest add up to zero', () => {
    const outside = { surface: cylinderSurface(R, -H, H) };
    expect(() => brep([outside], { closed: true })).toThrow(
      /the faces must enclose a volume, but they have free edges/,
    );
    expect(() =>
      brep(
        tube.faces.slice(1).map(({ surface, reversed }) => ({ surface, reversed })),
        { closed: true },
      ),
    ).toThrow(/their vector areas add up to/);
    expect(brep([outside]).closed).toBe(false);
  });

  it('have trimming curves within their surfaces, also between the ends of the curves', () => {
    const loop = (u: number) => [
      { degree: 1, points: [[-2, 2], [-2, -2], [2, -2]] },
      { degree: 2, points: [[2, -2], [u, 0], [2, 2]] },
      { degree: 1, points: [[2, 2], [-2, 2]] },
    ]; // biome-ignore format: one curve a line
    expect(() => brep([{ surface: square(0), loops: [loop(3)] }])).toThrow(
      /face 0: loop 0: must stay within u from -2 to 2 and v from -2 to 2, got \(2\.5, 0\)/,
    );
    // control points may lie outside where the curve does not
    const inside = [[2, -2], [1.5, -1], [2.2, 0], [1.5, 1], [2, 2]]; // biome-ignore format: one line
    const [first, , last] = loop(2);
    const face = brep([{ surface: square(0), loops: [[first, { degree: 4, points: inside }, last]] }]);
    // the curve at its midpoint: (2 + 4 · 1.5 + 6 · 2.2 + 4 · 1.5 + 2) / 16
    expect(closest(point(), pose([3, 0, 0]), face, pose()).distance).toBeLessThanOrEqual(3 - 29.2 / 16);
  });

  it('have the mass of the solid that they enclose', () => {
    const { mass, centroid, inertia, error } = massProperties(tube, 2);
    const exact = 2 * Math.PI * (R * R - r * r) * 2 * H;
    expect(mass).toBeCloseTo(exact, 11);
    expect(error.mass).toBeLessThan(1e-10);
    expect(Math.hypot(centroid.x, centroid.y, centroid.z)).toBeLessThan(1e-13);
    expect(inertia.zz).toBeCloseTo((exact * (R * R + r * r)) / 2, 10);
    expect(inertia.xx).toBeCloseTo((exact * (3 * (R * R + r * r) + 4 * H * H)) / 12, 10);
  });
});

describe('the box of a body of trimmed faces', () => {
  it('contains it at every pose', () => {
    const { between } = createRandom(11);
    for (let k = 0; k < 20; k++) {
      const at = pose(
        [between(-1, 1), between(-1, 1), between(-1, 1)],
        [1, between(-1, 1), between(-1, 1), between(-1, 1)],
      );
      const { min, max } = shapeAabb(createAabb(), tube, at);
      for (const [normal, bound] of [
        [[-1, 0, 0], max.x],
        [[0, -1, 0], max.y],
        [[0, 0, -1], max.z],
        [[1, 0, 0], -min.x],
      ] as const) {
        // the highest point of the tube along the opposite of the normal
        const reach = -closest(tube, at, halfspace([...normal]), pose()).distance;
        expect(reach).toBeLessThan(bound + 1e-12);
      }
    }
  });
});
