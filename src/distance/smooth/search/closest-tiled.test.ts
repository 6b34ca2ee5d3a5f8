import { describe, expect, it } from 'vitest';
import { namedTiledBodies } from '../../../../test/tiled-bodies.ts';
import { readTrackerScene, scenePoses, type TrackerSceneName } from '../../../../test/tracker-scenes.ts';
import { rotationAboutAxis, transformTransposedVec3, transformVec3 } from '../../../math/mat3.ts';
import { createPose, type Pose, toBody } from '../../../math/pose.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import {
  addScaledVec3,
  createVec3,
  dotVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledBox, tiledRoundedBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledLens } from '../../../shapes/tiled/lens-body.ts';
import { tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../../../shapes/tiled/outline-bodies.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledSphere,
} from '../../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../../shapes/tiled/superellipsoid-body.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { solvePair } from '../witness/back-side.ts';
import { createPairWorkspace } from '../witness/pair-workspace.ts';
import { supportTiled } from '../witness/support-tiled.ts';
import { setWitness, type TrackedShape } from '../witness/witness.ts';
import { pairDistance, setPairPoses } from '../witness/witness-pair.ts';
import { closestTiled, createTiledClosest, createTiledWorkspace } from './closest-tiled.ts';

function randomDirection(random: Random) {
  const d = createVec3(random.normal(), random.normal(), random.normal());
  return normalizeVec3(d, d);
}

/** A random pose at most `maxOffset` from the origin. */
function randomPose(random: Random, maxOffset: number): Pose {
  const pose = createPose();
  rotationAboutAxis(pose.rotation, randomDirection(random), random.between(-3.1, 3.1));
  scaleVec3(pose.position, randomDirection(random), maxOffset);
  return pose;
}

function planarPose(random: Random, maxOffset: number): Pose {
  const angle = random.between(-3.1, 3.1);
  return createPose([maxOffset * Math.cos(angle), maxOffset * Math.sin(angle)], random.between(-3.1, 3.1));
}

type Axes = readonly [number, number, number];

/** max n·x of an ellipsoid relative to its centre, n in world axes. */
function supportOfEllipsoid([a, b, c]: Axes, pose: Pose, n: ReadonlyVec3): number {
  const m = transformTransposedVec3(createVec3(), pose.rotation, n);
  return Math.hypot(a * m.x, b * m.y, c * m.z);
}

/** Below 1 inside. */
function levelInEllipsoid([a, b, c]: Axes, pose: Pose, point: ReadonlyVec3): number {
  const p = toBody(createVec3(), pose, point);
  return (p.x / a) ** 2 + (p.y / b) ** 2 + (p.z / c) ** 2;
}

describe('closestTiled on ellipsoids [PG05-6.8]', () => {
  const axesA: Axes = [1, 0.7, 0.5];
  const axesB: Axes = [0.8, 0.6, 1.1];
  const [a, b] = [tiledEllipsoid(axesA), tiledEllipsoid(axesB)];
  const workspace = createTiledWorkspace(a, b);
  const out = createTiledClosest();

  it('certifies every distance to 1e-9, and it is the gap of the analytic support functions to machine precision', () => {
    const random = createRandom(68);
    let apart = 0;
    for (let k = 0; k < 600; k++) {
      const [poseA, poseB] = [randomPose(random, 0), randomPose(random, random.between(1.2, 3.9))];
      closestTiled(out, a, poseA, b, poseB, workspace);
      expect(out.status).not.toBe('uncertified');
      if (out.status !== 'certified') continue;
      apart++;
      const gap =
        dotVec3(subVec3(createVec3(), poseB.position, poseA.position), out.normal) -
        supportOfEllipsoid(axesA, poseA, out.normal) -
        supportOfEllipsoid(axesB, poseB, out.normal);
      // measured 2e-15: rounding of lengths of a few metres
      expect(Math.abs(gap - out.distance)).toBeLessThan(2e-14);
      expect(out.errorBound).toBeLessThan(1e-9);
      expect(out.lowerBound).toBeLessThanOrEqual(gap + 1e-14);
      expect(Math.abs(levelInEllipsoid(axesA, poseA, out.pointA) - 1)).toBeLessThan(1e-13);
      expect(Math.abs(levelInEllipsoid(axesB, poseB, out.pointB) - 1)).toBeLessThan(1e-13);
    }
    expect(apart).toBeGreaterThan(400);
  });

  it('finds a common point of overlapping ellipsoids at any depth, and none for separate ones', () => {
    const random = createRandom(69);
    const counts = { overlapping: 0, certified: 0, uncertified: 0 };
    for (let k = 0; k < 600; k++) {
      const [poseA, poseB] = [randomPose(random, 0), randomPose(random, random.between(0, 2))];
      closestTiled(out, a, poseA, b, poseB, workspace);
      counts[out.status]++;
      if (out.status !== 'overlapping') continue;
      expect(out.distance).toBe(0);
      // common points are within 1e-12 of both bodies: levels change twice as fast over the smallest axis
      expect(levelInEllipsoid(axesA, poseA, out.pointA)).toBeLessThan(1 + 1e-11);
      expect(levelInEllipsoid(axesB, poseB, out.pointB)).toBeLessThan(1 + 1e-11);
    }
    expect(counts.uncertified).toBe(0);
    expect(counts.overlapping).toBeGreaterThan(300);
    expect(counts.certified).toBeGreaterThan(50);
  });

  it('gives the same result with A and B swapped, with the opposite normal', () => {
    const random = createRandom(70);
    const swapped = createTiledClosest();
    const other = createTiledWorkspace(b, a);
    for (let k = 0; k < 50; k++) {
      const [poseA, poseB] = [randomPose(random, 0), randomPose(random, random.between(2.3, 4))];
      closestTiled(out, a, poseA, b, poseB, workspace);
      closestTiled(swapped, b, poseB, a, poseA, other);
      expect(Math.abs(swapped.distance - out.distance)).toBeLessThan(1e-14);
      // witnesses are accurate to about the square root of rounding over the curvature, and better after the last Newton step
      expect(dotVec3(swapped.normal, out.normal)).toBeLessThan(-1 + 1e-14);
    }
  });

  it('does not depend on the distance from the origin or the scale', () => {
    const far = createPose([1e6, -2e6, 3e6]);
    const near = createPose();
    closestTiled(out, a, near, b, createPose([2.5, 0.3, 0.2]), workspace);
    const { distance } = out;
    closestTiled(out, a, far, b, createPose([1e6 + 2.5, -2e6 + 0.3, 3e6 + 0.2]), workspace);
    // the poses themselves are rounded to 5e-10
    expect(Math.abs(out.distance - distance)).toBeLessThan(1e-9);
    const [small, large] = [tiledEllipsoid([1e-4, 7e-5, 5e-5]), tiledEllipsoid([1e4, 7e3, 5e3])];
    closestTiled(out, small, near, small, createPose([2.5e-4, 1e-5, 0]), createTiledWorkspace(small, small));
    expect(out.status).toBe('certified');
    closestTiled(out, large, near, large, createPose([2.5e4, 1e3, 0]), createTiledWorkspace(large, large));
    expect(out.status).toBe('certified');
  });
});

describe('closestTiled on the reference scenes', () => {
  it.each<TrackerSceneName>(['C', 'D', 'E', 'H'])(
    'scene %s: the stored distances without an initial guess, certified',
    (name) => {
      const scene = readTrackerScene(name);
      const { shapeA, shapeB, samples } = scene;
      const workspace = createTiledWorkspace(shapeA, shapeB);
      const out = createTiledClosest();
      for (let k = 0; k < samples.t.length; k += 5) {
        const { a, b } = scenePoses(scene, samples.t[k]);
        closestTiled(out, shapeA, a.pose, shapeB, b.pose, workspace);
        expect(out.status).toBe('certified');
        // the files are accurate to 1e-12
        expect(Math.abs(out.distance - samples.distance[k])).toBeLessThan(1e-12);
      }
    },
  );
});

const SPATIAL: Readonly<Record<string, TrackedShape>> = {
  box: tiledBox([0.8, 0.5, 0.6]),
  'rounded box': tiledRoundedBox([0.8, 0.5, 0.6], 0.2),
  lens: tiledLens(1.5, 0.75, [1, 1, 1]),
  sphere: tiledSphere(0.8),
  capsule: tiledCapsule(0.4, 0.6),
  cylinder: tiledCylinder(0.6, 0.7),
  cone: tiledCone(0.7, 0, 0.8),
  superellipsoid: tiledSuperellipsoid([1, 0.7, 0.5], 0.5, 0.5),
  point: createPoint(),
};

const PLANAR: Readonly<Record<string, TrackedShape>> = {
  ellipse: tiledEllipse([1, 0.5]),
  'rounded rectangle': tiledRoundedRectangle([0.9, 0.5], 0.2),
  polygon: tiledPolygon([
    [-0.8, -0.5],
    [0.7, -0.6],
    [0.9, 0.3],
    [0, 0.8],
  ]),
  'three arcs': readTrackerScene('C').shapeA,
  point: createPoint(),
};

describe.each([
  ['space', SPATIAL, randomPose],
  ['the plane', PLANAR, planarPose],
] as const)('closestTiled on every pair of kinds in %s', (_, shapes, draw) => {
  const pairs = Object.keys(shapes).flatMap((nameA) => Object.keys(shapes).map((nameB) => [nameA, nameB] as const));

  it.each(pairs.filter(([nameA, nameB]) => nameA !== 'point' || nameB !== 'point'))(
    '%s and %s: certified to be separate or to overlap',
    (nameA, nameB) => {
      const [a, b] = [shapes[nameA], shapes[nameB]];
      const random = createRandom(71);
      const workspace = createTiledWorkspace(a, b);
      const out = createTiledClosest();
      for (let k = 0; k < 24; k++) {
        closestTiled(out, a, draw(random, 0), b, draw(random, random.between(0.1, 3)), workspace);
        expect(out.status).not.toBe('uncertified');
        const { distance, normal, pointA, pointB } = out;
        // pointB = pointA + distance normal, to machine precision
        const miss = createVec3(
          pointB.x - pointA.x - distance * normal.x,
          pointB.y - pointA.y - distance * normal.y,
          pointB.z - pointA.z - distance * normal.z,
        );
        expect(Math.hypot(miss.x, miss.y, miss.z)).toBeLessThan(1e-14);
      }
    },
  );
});

describe('closestTiled where surfaces do not intersect', () => {
  it('a body inside another overlaps it, although their surfaces do not intersect', () => {
    const [sphere, box] = [tiledSphere(0.1), tiledBox([1, 1, 1])];
    const out = createTiledClosest();
    closestTiled(out, sphere, createPose([0.3, 0.2, -0.4]), box, createPose(), createTiledWorkspace(sphere, box));
    expect(out.status).toBe('overlapping');
    expect(Math.hypot(out.pointA.x - 0.3, out.pointA.y - 0.2, out.pointA.z + 0.4)).toBeLessThan(0.1 + 1e-12);
  });

  it('does not depend on the shapes of earlier queries', () => {
    const [sphere, box] = [tiledSphere(0.5), tiledBox([1, 1, 1])];
    const workspace = createTiledWorkspace(box, box);
    const out = createTiledClosest();
    closestTiled(out, sphere, createPose([3, 0, 0]), sphere, createPose(), workspace);
    expect(Math.abs(out.distance - 2)).toBeLessThan(1e-14);
    closestTiled(out, sphere, createPose([3, 0, 0]), box, createPose(), workspace);
    expect(Math.abs(out.distance - 1.5)).toBeLessThan(1e-14);
  });
});

describe('closestTiled near contact [PG05-7]', () => {
  const solid = namedTiledBodies().filter(({ body }) => body.closed && body.convex);
  const pairs = solid.flatMap(({ name, body }, k) => {
    const others = solid.slice(k).filter((other) => other.body.dimension === body.dimension);
    return [0, 1, 3].filter((i) => i < others.length).map((i) => [name, others[i].name, body, others[i].body] as const);
  });
  const FRACTIONS = [1e-3, 1e-5, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14];

  /** Poses with support points along a common normal, a gap apart: for a positive gap these are the closest points. */
  function placeFacing(random: Random, a: TiledBody, b: TiledBody, gap: number): [Pose, Pose] {
    const draw = a.dimension === 2 ? planarPose : randomPose;
    const [poseA, poseB] = [draw(random, 0), draw(random, 0)];
    const n = normalizeVec3(createVec3(), draw(random, 1).position);
    const support = (body: TiledBody, { rotation }: Pose, sign: 1 | -1) => {
      const along = transformTransposedVec3(createVec3(), rotation, scaleVec3(createVec3(), n, sign));
      return transformVec3(along, rotation, supportTiled(createVec3(), body, along));
    };
    subVec3(poseB.position, support(a, poseA, 1), support(b, poseB, -1));
    addScaledVec3(poseB.position, poseB.position, n, gap);
    return [poseA, poseB];
  }

  it.each(pairs)('%s and %s: certified at any gap down to machine precision, in a few steps', (_, __, a, b) => {
    const workspace = createTiledWorkspace(a, b);
    const out = createTiledClosest();
    const size = Math.max(a.radius, b.radius);
    let iterations = 0;
    for (const fraction of FRACTIONS) {
      const random = createRandom(72);
      for (let k = 0; k < 6; k++) {
        const [poseA, poseB] = placeFacing(random, a, b, fraction * size);
        closestTiled(out, a, poseA, b, poseB, workspace);
        iterations += out.iterations;
        // 16 on average, more near a pole of the parameters: measured at most 139
        expect(out.iterations).toBeLessThan(160);
        // corners this near have no normal between them, and count as one point
        if (fraction < 2e-12 && out.status === 'overlapping') continue;
        expect(out.status).toBe('certified');
        // the poses are rounded to 1e-16 of a few metres, and corners may be misaligned by 2e-15
        expect(Math.abs(out.distance - fraction * size)).toBeLessThan(5e-15 * size);
        expect(out.errorBound).toBeLessThan(1e-9 * size);
      }
    }
    expect(iterations / (6 * FRACTIONS.length)).toBeLessThan(30);
  });

  it.each(pairs)('%s and %s: a small overlap is reported', (_, __, a, b) => {
    const workspace = createTiledWorkspace(a, b);
    const out = createTiledClosest();
    const size = Math.max(a.radius, b.radius);
    for (const fraction of [1e-14, 1e-11, 1e-9, 1e-7, 1e-4]) {
      const random = createRandom(73);
      for (let k = 0; k < 6; k++) {
        const [poseA, poseB] = placeFacing(random, a, b, -fraction * size);
        closestTiled(out, a, poseA, b, poseB, workspace);
        expect(out.status).not.toBe('uncertified');
        // bodies that overlap along one normal may still be separate along another, by less, at corners
        if (out.status === 'certified') expect(out.distance).toBeLessThan(fraction * size);
      }
    }
  });
});

describe('a witness at a pole', () => {
  it('leaves the pole although the other body lies exactly perpendicular to the meridian through the witness', () => {
    const body = tiledEllipsoid([1, 0.7, 0.5]);
    const work = createPairWorkspace(body, createPoint());
    setPairPoses(work.pair, createPose(), createPose([1.4, 0, 0.5]));
    for (let face = 0; face < body.faces.length; face++) {
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        setWitness(work.pair.a, face, u, v);
        solvePair(work);
        // for comparison: the same point from a start table, certified
        const certified = createTiledClosest();
        closestTiled(
          certified,
          body,
          createPose(),
          createPoint(),
          createPose([1.4, 0, 0.5]),
          createTiledWorkspace(body, createPoint()),
        );
        expect(Math.abs(pairDistance(work.pair) - certified.distance)).toBeLessThan(1e-14);
      }
    }
  });
});
