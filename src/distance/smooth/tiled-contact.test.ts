import { describe, expect, it } from 'vitest';
import { namedTiledBodies, randomTiledBody } from '../../../test/tiled-bodies.ts';
import { createMotion, poseAt } from '../../math/motion.ts';
import { createPose, type Pose, toBody } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { closestWithDerivatives } from '../../pairs/closest-with-derivatives.ts';
import { closest, closestInto } from '../../pairs/query.ts';
import { createDisc } from '../../shapes/disc.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { createHalfspace } from '../../shapes/halfspace.ts';
import { createBezierCurve } from '../../shapes/nurbs/create-bezier.ts';
import { createPoint } from '../../shapes/point.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import { asTiledBody } from '../../shapes/tiled/as-tiled-body.ts';
import { tiledBox } from '../../shapes/tiled/box-bodies.ts';
import { tiledExtrusion } from '../../shapes/tiled/extruded-body.ts';
import { tiledDisc, tiledEllipse, tiledPolygon } from '../../shapes/tiled/outline-bodies.ts';
import { tiledEllipsoid, tiledRevolution, tiledSphere, tiledTorus } from '../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import { supportHeight } from '../../toi/support-height.ts';
import { createContact } from '../contact.ts';

const point = createPoint();

function randomPose(random: Random, range: number, dimension: 2 | 3): Pose {
  const position = [0, 0, 0].map((_, k) => (k < dimension ? random.between(-range, range) : 0));
  return createPose(position, dimension === 2 ? random.between(-4, 4) : [0, 0, 0, 0].map(() => random.normal()));
}

const L_SHAPE = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const L = createPolygon(L_SHAPE);

/** Signed distance to the L in its frame. */
const heightOverL = (x: number, y: number) => closest(point, createPose([x, y]), L, createPose()).distance;

/** A double cone with a waist: a profile with a dent, tips on the axis. */
const HOURGLASS = [
  [0, -1.2],
  [0.9, -0.6],
  [0.3, 0],
  [0.9, 0.6],
  [0, 1.2],
];
const hourglass = tiledRevolution(
  HOURGLASS.slice(1).map(([x, z], i) => ({
    name: `cone ${i}`,
    curve: createBezierCurve([
      [HOURGLASS[i][0], 0, HOURGLASS[i][1]],
      [x, 0, z],
    ]),
  })),
);
/** Its cross-section, both halves. */
const section = createPolygon([
  ...HOURGLASS,
  ...HOURGLASS.slice(1, -1)
    .reverse()
    .map(([x, z]) => [-x, z]),
]);

/** Bodies with a signed distance in closed form, each in its own frame. */
const KNOWN: [string, TiledBody, (x: number, y: number, z: number) => number][] = [
  ['torus', tiledTorus(1, 0.3), (x, y, z) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.3],
  ['L', tiledPolygon(L_SHAPE), (x, y) => heightOverL(x, y)],
  [
    'extruded L',
    tiledExtrusion(tiledPolygon(L_SHAPE), 0.3),
    (x, y, z) => {
      const [inPlane, along] = [heightOverL(x, y), Math.abs(z) - 0.3];
      return Math.min(Math.max(inPlane, along), 0) + Math.hypot(Math.max(inPlane, 0), Math.max(along, 0));
    },
  ],
  [
    'hourglass',
    hourglass,
    (x, y, z) => closest(point, createPose([Math.hypot(x, y), z]), section, createPose()).distance,
  ],
  ['sphere', tiledSphere(0.7), (x, y, z) => Math.hypot(x, y, z) - 0.7],
  [
    'box',
    tiledBox([0.9, 0.5, 0.4]),
    (x, y, z) => {
      const over = [Math.abs(x) - 0.9, Math.abs(y) - 0.5, Math.abs(z) - 0.4];
      return Math.min(Math.max(...over), 0) + Math.hypot(...over.map((value) => Math.max(value, 0)));
    },
  ],
];

describe('a point and a smooth body', () => {
  it.each(KNOWN)('%s: signed distance inside and outside, convex or not', (_, body, distanceOf) => {
    const random = createRandom(3);
    const poseB = randomPose(random, 5, body.dimension);
    let inside = 0;
    for (let run = 0; run < 50; run++) {
      const local = [0, 0, 0].map((_, k) => (k < body.dimension ? random.between(-1.2, 1.2) : 0));
      const at = toBodyInverse(poseB, local);
      const contact = closest(point, at, body, poseB);
      const expected = distanceOf(local[0], local[1], local[2]);
      // the bounds of the search agree to 4e-10 of the size, the points found are exact to machine precision; poses add their rounding
      expect(Math.abs(contact.distance - expected)).toBeLessThan(1e-13);
      expect(contact.status).toBe('bounded');
      expect(contact.errorBound).toBeLessThan(1e-9);
      if (expected < 0) inside++;
    }
    expect(inside).toBeGreaterThan(0);
  });

  it('where the segment between the points is too short, the normal is that of the surface', () => {
    const random = createRandom(4);
    const sphere = tiledSphere(1);
    for (let run = 0; run < 60; run++) {
      const v = [random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(...v);
      const height = random.between(-1, 1) * 10 ** -random.between(6.5, 15);
      const at = v.map((value) => (value / length) * (1 + height));
      const { distance, normal } = closest(point, createPose(at), sphere, createPose());
      expect(Math.abs(distance - height)).toBeLessThan(1e-15);
      expect(normal.x * v[0] + normal.y * v[1] + normal.z * v[2]).toBeLessThan(-(1 - 1e-12) * length);
    }
  });
});

/** The pose of a point at `local` in the frame of a body at `pose`. */
function toBodyInverse(pose: Pose, [x, y, z]: number[]): Pose {
  const { rotation: r, position: p } = pose;
  return createPose([
    p.x + r.xx * x + r.xy * y + r.xz * z,
    p.y + r.yx * x + r.yy * y + r.yz * z,
    p.z + r.zx * x + r.zy * y + r.zz * z,
  ]);
}

describe('two smooth bodies', () => {
  it('convex, separate or overlapping: no direction has a larger gap than the distance, and the normal has exactly that gap', () => {
    const random = createRandom(7);
    let overlaps = 0;
    for (let run = 0; run < 42; run++) {
      const dimension = run % 3 === 0 ? 2 : 3;
      const [a, b] = [randomTiledBody(random, dimension).body, randomTiledBody(random, dimension).body];
      const [poseA, poseB] = [randomPose(random, 0.9, dimension), randomPose(random, 0.9, dimension)];
      const contact = closest(a, poseA, b, poseB);
      const offset = subVec3(createVec3(), poseB.position, poseA.position);
      const gapAlong = (x: number, y: number, z: number) => {
        const heights = supportHeight(a, poseA, createVec3(x, y, z)) + supportHeight(b, poseB, createVec3(-x, -y, -z));
        return dotVec3(offset, createVec3(x, y, z)) - heights;
      };
      const { x, y, z } = contact.normal;
      // rounding of bodies of about 1 m
      expect(Math.abs(gapAlong(x, y, z) - contact.distance)).toBeLessThan(1e-13);
      for (let k = 0; k < 40; k++) {
        const m = createVec3(random.normal(), random.normal(), dimension === 2 ? 0 : random.normal());
        const length = lengthVec3(m);
        expect(gapAlong(m.x / length, m.y / length, m.z / length)).toBeLessThan(contact.distance + 1e-13);
      }
      // in the plane the depth has no lower bound
      expect(contact.status).toBe(contact.distance < 0 && dimension === 2 ? 'approximate' : 'bounded');
      if (contact.distance < 0 && dimension === 3) expect(contact.errorBound).toBeLessThan(1e-7);
      if (contact.distance < 0) overlaps++;
    }
    expect(overlaps).toBeGreaterThan(10);
  });

  it('non-convex: a sphere and a torus have the distance from the sphere’s centre to the tube, less its radius', () => {
    const random = createRandom(8);
    const [sphere, torus] = [tiledSphere(0.25), tiledTorus(1, 0.3)];
    const seen = new Set<string>();
    for (let run = 0; run < 30; run++) {
      const [poseA, poseB] = [randomPose(random, 0.8, 3), randomPose(random, 0.8, 3)];
      const { x, y, z } = toBody(createVec3(), poseB, poseA.position);
      const expected = Math.hypot(Math.hypot(x, y) - 1, z) - 0.55;
      const contact = closest(sphere, poseA, torus, poseB);
      seen.add(contact.status);
      if (expected > 0) {
        expect(contact.status).toBe('bounded');
        expect(Math.abs(contact.distance - expected)).toBeLessThan(1e-13);
      } else {
        // the depth is a lower bound: no seed lies at the deepest point
        expect(contact.status).toBe('approximate');
        expect(contact.distance).toBeLessThan(1e-9);
        expect(contact.distance).toBeGreaterThan(expected - 1e-13);
      }
    }
    expect([...seen].sort()).toEqual(['approximate', 'bounded']);
  });

  it('a repeated query gives bitwise identical results', () => {
    const random = createRandom(9);
    for (const { body } of namedTiledBodies()) {
      const poses = [0, 1, 2].map(() => randomPose(random, 1.5, body.dimension));
      const first = closest(body, poses[0], body, poses[1]);
      closest(body, poses[0], body, poses[2]);
      expect(closestInto(createContact(), body, poses[0], body, poses[1])).toEqual(first);
    }
  });
});

describe('smooth bodies and other shapes', () => {
  it('a disc, a polygon and an ellipsoid agree with their tiled equivalents', () => {
    const random = createRandom(11);
    const outline = tiledEllipse([1.1, 0.5]);
    const body = tiledEllipsoid([0.6, 0.9, 0.4]);
    const triangle = [
      [0, 0],
      [1.5, 0.2],
      [0.4, 1],
    ];
    for (let run = 0; run < 30; run++) {
      const [poseA, poseB] = [randomPose(random, 1.6, 2), randomPose(random, 1.6, 2)];
      const twins = [
        [closest(createDisc(0.4), poseA, outline, poseB), closest(tiledDisc(0.4), poseA, outline, poseB)],
        [
          closest(createPolygon(triangle), poseA, outline, poseB),
          closest(tiledPolygon(triangle), poseA, outline, poseB),
        ],
      ];
      const [spaceA, spaceB] = [randomPose(random, 1.6, 3), randomPose(random, 1.6, 3)];
      const exact = createEllipsoid([0.7, 0.5, 0.9]);
      const twin = closest(exact, spaceA, createEllipsoid([0.6, 0.9, 0.4]), spaceB);
      if (twin.status === 'exact') twins.push([closest(exact, spaceA, body, spaceB), twin]);
      for (const [one, other] of twins) expect(Math.abs(one.distance - other.distance)).toBeLessThan(1e-13);
    }
  });

  it('a half-space is touched by the support point, in 2-D and 3-D', () => {
    const halfspace = createHalfspace([0, 1]);
    const flat = closest(tiledEllipse([2, 1]), createPose([3, 4], Math.PI / 2), halfspace, createPose([0, 0.5]));
    expect(flat.distance).toBeCloseTo(1.5, 14);
    const upright = createPose([0, 0, -1], [1, 1, 0, 0]); // its normal points up
    const { distance, pointA, normal } = closest(tiledSphere(0.5), createPose([7, 8, 2]), halfspace, upright);
    expect(distance).toBeCloseTo(2.5, 14);
    expect([pointA.x, pointA.y, pointA.z]).toEqual([7, 8, 1.5].map((value) => expect.closeTo(value, 12)));
    expect(normal.z).toBeCloseTo(-1, 14);
    const box = tiledBox([1, 1, 1]);
    expect(closest(box, createPose([0, 0, 3]), halfspace, upright)).toMatchObject({ unique: false });
    expect(closest(box, createPose([0, 0, 3], [1, 0.3, 0.2, 0]), halfspace, upright)).toMatchObject({ unique: true });
    const deep = closest(createEllipsoid([1, 1, 3]), createPose([0, 0, 0]), halfspace, upright);
    expect(deep.distance).toBeCloseTo(-2, 14);
  });

  it('a planar and a spatial smooth body are rejected with a reason; a disc is a flat body in space', () => {
    const [disc, sphere] = [tiledDisc(1), tiledSphere(1)];
    expect(() => closest(disc, createPose(), sphere, createPose())).toThrow(
      /tiled is three-dimensional; expected a planar shape/,
    );
    expect(closest(createDisc(1), createPose(), sphere, createPose([0, 0, 3])).distance).toBeCloseTo(2, 9);
    expect(() => closest(disc, createPose([0, 0, 1]), point, createPose())).toThrow(/one plane/);
    expect(() => closest(disc, createPose([0, 0], [1, 1, 0, 0]), disc, createPose())).toThrow(/tilts a tiled/);
  });
});

describe('derivatives with respect to the poses', () => {
  /** `pose` displaced by `amount` in coordinate q: translation, then rotation vector, world axes. */
  function moved(pose: Pose, q: number, amount: number): Pose {
    const displacement = [0, 0, 0, 0, 0, 0].map((_, k) => (k === q ? amount : 0));
    const motion = createMotion(
      pose,
      createVec3(displacement[0], displacement[1], displacement[2]),
      createVec3(displacement[3], displacement[4], displacement[5]),
    );
    return poseAt(createPose(), motion, 1);
  }

  it('agree with finite differences of `closest`, for bodies, points and ellipsoids, separate and overlapping', () => {
    const random = createRandom(13);
    const H = 1e-4;
    let [checked, deep] = [0, 0];
    for (let run = 0; run < 24; run++) {
      const dimension = run % 4 === 0 ? 2 : 3;
      const body = run % 3 === 0 ? point : randomTiledBody(random, dimension).body;
      const ellipsoid = createEllipsoid([0.9, 0.5, 0.7]);
      const [shapeB, twinB] =
        run % 4 === 2 ? [ellipsoid, asTiledBody(ellipsoid)] : [randomTiledBody(random, dimension).body, undefined];
      const poses = [randomPose(random, 1.2, dimension), randomPose(random, 1.2, dimension)];
      const found = closestWithDerivatives(body, poses[0], twinB ?? (shapeB as TiledBody), poses[1]);
      const distance = (side: number, q: number, amount: number) => {
        const [poseA, poseB] = poses.map((pose, k) => (k === side ? moved(pose, q, amount) : pose));
        return closest(body, poseA, shapeB, poseB).distance;
      };
      const at = closest(body, poses[0], shapeB, poses[1]);
      expect(Math.abs(found.distance - at.distance)).toBeLessThan(1e-13);
      if (!found.unique || Math.abs(at.distance) < 0.01) continue;
      for (const side of [0, 1]) {
        for (const q of dimension === 2 ? [0, 1, 5] : [0, 1, 2, 3, 4, 5]) {
          const [far, low, high, out] = [-2, -1, 1, 2].map((k) => distance(side, q, k * H));
          const second = (high + low - 2 * at.distance) / H ** 2;
          const expected = found.distanceHessian[13 * (6 * side + q)];
          // a change of feature or of the deepest point within the step shows as a jump of the second derivative
          if (Math.abs(second - expected) > 1e-3 * (1 + Math.abs(expected))) continue;
          const slope = (8 * (high - low) - (out - far)) / (12 * H);
          // rounding of the distance, 1e-15, over the step, and its fifth derivative times H⁴
          expect(Math.abs(slope - found.distanceGradient[6 * side + q])).toBeLessThan(1e-10);
          checked++;
          if (at.distance < 0) deep++;
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
    expect(deep).toBeGreaterThan(20);
  });
});
