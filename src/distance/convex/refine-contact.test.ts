import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid, hullOfBox } from '../../../test/solids.ts';
import { composePose, createPose, type Pose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { createBox } from '../../shapes/box.ts';
import { createCapsule } from '../../shapes/capsule.ts';
import { createCone } from '../../shapes/cone.ts';
import { createCylinder } from '../../shapes/cylinder.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { type Contact, createContact } from '../contact.ts';
import { closestEllipsoids } from '../ellipsoid/ellipsoid-contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import type { Solid } from './core.ts';
import { closestSolids } from './solid-contact.ts';

const query = (a: Solid, poseA: Pose, b: Solid, poseB: Pose): Contact =>
  closestSolids(createContact(), a, poseA, b, poseB, createSimplexCache());

const miss = (a: Contact['pointA'], b: Contact['pointA']) => lengthVec3(subVec3(createVec3(), a, b));

const ROUND = ['cylinder', 'cone', 'ellipsoid'] as const;
const OTHERS = ['segment', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid'] as const;

describe('witness points of round bodies', () => {
  it.each(ROUND.flatMap((a) => OTHERS.map((b) => [a, b] as const)))(
    '%s and %s: are the same to machine precision with A and B swapped',
    (kindA, kindB) => {
      const random = createRandom(3);
      for (let trial = 0; trial < 100; trial++) {
        const [a, b] = [drawSolid(random, kindA, 1), drawSolid(random, kindB, 1)];
        const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
        const one = query(a, poseA, b, poseB);
        const other = query(b, poseB, a, poseA);
        // the two searches take different paths; nearly parallel features amplify the rounding error of a normal a hundredfold
        expect(miss(one.pointA, other.pointB)).toBeLessThan(1e-12);
        expect(miss(one.pointB, other.pointA)).toBeLessThan(1e-12);
        expect(dotVec3(one.normal, other.normal)).toBeCloseTo(-1, 13);
      }
    },
  );

  it('two ellipsoids: the points that maximise the gap over normals', () => {
    const random = createRandom(4);
    for (let trial = 0; trial < 200; trial++) {
      const a = createEllipsoid([random.between(0.2, 1), random.between(0.2, 1), 1]);
      const b = createEllipsoid([random.between(0.2, 1), 1, random.between(0.2, 1)]);
      const [poseA, poseB] = [drawPose(random, 1), drawPose(random, 1)];
      poseB.position.z += 3;
      const climbed = closestEllipsoids(createContact(), a, poseA, b, poseB);
      const searched = query(a, poseA, b, poseB);
      expect(searched.distance).toBeCloseTo(climbed.distance, 14);
      expect(miss(searched.pointA, climbed.pointA)).toBeLessThan(2e-12);
    }
  });

  it('worked example: the rim of a cylinder over the side of another, both at half a right angle', () => {
    // the lower cylinder is along y; the upper one, tilted, has its lowest rim point directly above the axis
    const tilted = createPose([0, 0, 3], [Math.cos(Math.PI / 8), 0, Math.sin(Math.PI / 8), 0]);
    const lying = createPose([0, 0, 0], [1, 1, 0, 0]);
    const upper = createCylinder(0.5, 1);
    const contact = query(createCylinder(0.4, 2), lying, upper, tilted);
    // the rim points in the plane y = 0: half a metre to either side of the centre of the lower end
    const [left, right] = [-1, 1].map((side) =>
      createVec3((-1 + side * 0.5) * Math.SQRT1_2, 0, 3 - (1 + side * 0.5) * Math.SQRT1_2),
    );
    const closest = lengthVec3(left) < lengthVec3(right) ? left : right;
    expect(contact.distance).toBeCloseTo(lengthVec3(closest) - 0.4, 14);
    expect(miss(contact.pointB, closest)).toBeLessThan(1e-14);
  });
});

describe('witness points that are not unique', () => {
  it('are reported by `unique`', () => {
    const upright = createPose([0, 0, 3]);
    const tilted = createPose([0.1, 0, 3], [1, 0.2, 0.1, 0]);
    const sideBySide = createPose([3, 0, 0.2]);
    const cases: [Solid, Solid, Pose, boolean][] = [
      [createCylinder(0.5, 1), createCylinder(0.4, 1), upright, false],
      [createCylinder(0.5, 1), createCylinder(0.4, 1), tilted, true],
      [createCylinder(0.5, 1), createCylinder(0.4, 1), sideBySide, false],
      [createCapsule(0.5, 1), createCapsule(0.4, 1), sideBySide, false],
      [createCapsule(0.5, 1), createCapsule(0.4, 1), upright, true],
      [createBox([0.5, 0.5, 1]), createCylinder(0.4, 1), upright, false],
      [createBox([0.5, 0.5, 1]), createBox([0.5, 0.5, 1]), upright, false],
      [createBox([0.5, 0.5, 1]), createBox([0.5, 0.5, 1]), tilted, true],
      [createBox([0.5, 0.5, 1]), createCone(0.5, 0.5), upright, false],
      [createCone(0.5, 0.5), createBox([0.5, 0.5, 1]), upright, true],
      [createEllipsoid([1, 1, 0.5]), createBox([0.5, 0.5, 1]), upright, true],
    ];
    for (const [a, b, pose, unique] of cases) {
      expect([a.kind, b.kind, query(a, createPose(), b, pose).unique]).toEqual([a.kind, b.kind, unique]);
    }
  });

  it('hulls: a face or an edge above a face, for any overlap and rotation', () => {
    const random = createRandom(5);
    const lower = hullOfBox(createBox([1, 1, 0.5]));
    const block = hullOfBox(createBox([0.25, 0.35, 0.3]));
    // rests on its edge along y
    const roof = createHull([
      [0, -0.4, -0.5],
      [0, 0.4, -0.5],
      [0.4, -0.3, 0.5],
      [-0.4, 0.3, 0.5],
      [0.3, 0.3, 0.2],
    ]);
    const log = { block: 0, roof: 0, tilted: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const world = drawPose(random, 3);
      const rotation = random.between(-3, 3);
      const above = [random.between(-0.9, 0.9), random.between(-0.9, 0.9), random.between(1.5, 4)];
      const upright = createPose(above, [Math.cos(rotation), 0, 0, Math.sin(rotation)]);
      const tilted = createPose(
        above,
        [0, 0, 0, 0].map(() => random.normal()),
      );
      const at = (pose: Pose) => composePose(createPose(), world, pose);
      log.block += query(lower, world, block, at(upright)).unique ? 1 : 0;
      log.roof += query(roof, at(upright), lower, world).unique ? 1 : 0;
      log.tilted += query(lower, world, block, at(tilted)).unique ? 0 : 1;
    }
    expect(log).toEqual({ block: 0, roof: 0, tilted: 0 });
  });

  it('parallel capsules touch at the midpoint of their overlap', () => {
    const { pointA, distance } = query(
      createCapsule(0.5, 1),
      createPose(),
      createCapsule(0.4, 1),
      createPose([3, 0, 1]),
    );
    expect([pointA.x, pointA.z, distance]).toEqual([0.5, 0.5, expect.closeTo(2.1, 15)]);
  });
});
