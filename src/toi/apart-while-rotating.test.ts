import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { createMotion, type Motion, poseAt } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createPolygon } from '../shapes/polygon.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { tiledEllipsoid } from '../shapes/tiled/revolved-bodies.ts';
import { apartUntil } from './apart-while-rotating.ts';
import { createRevolvedBody, findSupport, loadRevolved } from './revolved-body.ts';
import { supportHeight } from './support-height.ts';

const support = new Float64Array(3);

const SHAPES: Readonly<Record<string, Shape>> = {
  box: createBox([0.8, 0.4, 0.1]),
  'rounded box': createBox([0.8, 0.4, 0.3], 0.2),
  hull: createHull([
    [0.8, 0, 0],
    [-0.3, 0.5, 0],
    [-0.4, -0.5, 0.1],
    [0, 0.1, 0.7],
    [0.1, 0, -0.5],
  ]),
  capsule: createCapsule(0.1, 0.7),
  sphere: createSphere(0.6),
  cylinder: createCylinder(0.3, 0.6),
  cone: createCone(0.4, 0.5),
  ellipsoid: createEllipsoid([0.9, 0.4, 0.2]),
  disc: createDisc(0.7),
  polygon: createPolygon([
    [-0.5, -0.2],
    [0.7, -0.3],
    [0.2, 0.6],
  ]),
  compound: createCompound([
    { shape: createCylinder(0.1, 0.5), pose: createPose([0.4, 0.1, 0], [1, 1, 0, 0.3]) },
    { shape: createEllipsoid([0.2, 0.3, 0.4]), pose: createPose([-0.4, 0, 0.2], [1, 0, 1, 0.3]) },
    { shape: createBox([0.2, 0.25, 0.1]), pose: createPose([0, -0.3, 0.1]) },
  ]),
  tiled: tiledEllipsoid([0.9, 0.4, 0.2]),
};

const unitVector = (random: Random) => {
  const v = createVec3(random.normal(), random.normal(), random.normal());
  return scaleVec3(v, v, 1 / lengthVec3(v));
};

describe('a body of revolution', () => {
  const revolved = createRevolvedBody();
  const boundOf = (shape: Shape, axis = createVec3(0, 0, 1), n = createVec3(0, 0, 1)) => {
    loadRevolved(revolved, shape, undefined, axis);
    const c = dotVec3(axis, n);
    findSupport(support, revolved, c, lengthVec3(crossVec3(createVec3(), axis, n)));
    return support[2];
  };

  it.each(Object.entries(SHAPES))('contains the body at every angle: %s', (_, shape) => {
    const random = createRandom(71);
    for (let run = 0; run < 40; run++) {
      const [axis, n] = [unitVector(random), unitVector(random)];
      const motion = createMotion(createPose(), createVec3(), axis);
      const bound = boundOf(shape, axis, n);
      let max = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < 720; k++) {
        const pose = poseAt(createPose(), motion, (k * Math.PI) / 360);
        max = Math.max(max, supportHeight(shape, pose, n));
      }
      expect(max).toBeLessThan(bound + 1e-12);
      // control points of a smooth body and the sums of a compound's parts are larger, and so may be the bound of an ellipsoid
      const loose =
        shape.kind === 'tiled' || shape.kind === 'compound' ? 0.7 : shape.kind === 'ellipsoid' ? 0.15 : 2e-5;
      expect(bound - max).toBeLessThan(loose);
    }
  });

  it('is the body itself if that is a solid of revolution about the same axis', () => {
    const random = createRandom(72);
    for (const shape of [
      SHAPES.cylinder,
      SHAPES.cone,
      SHAPES.capsule,
      SHAPES.sphere,
      createEllipsoid([0.4, 0.4, 0.9]),
    ]) {
      for (let run = 0; run < 20; run++) {
        const n = unitVector(random);
        expect(boundOf(shape, createVec3(0, 0, 1), n)).toBeCloseTo(supportHeight(shape, createPose(), n), 14);
      }
    }
  });
});

/** Two bodies within a few metres, at least one of which rotates fast. */
function drawMotions(random: Random): [Motion, Motion] {
  const angularVelocity = (speed: number) => scaleVec3(createVec3(), unitVector(random), speed);
  const rotate = () => [random.normal(), random.normal(), random.normal(), random.normal()];
  const speedB = [0, 1, 30][random.below(3)];
  const velocity = scaleVec3(createVec3(), unitVector(random), random.between(0, 3));
  const acceleration = scaleVec3(createVec3(), unitVector(random), random.below(2) * random.between(0, 4));
  const direction = unitVector(random);
  const apart = random.between(0.5, 2.5);
  const start = [5 + apart * direction.x, 6 + apart * direction.y, apart * direction.z];
  return [
    createMotion(createPose([5, 6, 0], rotate()), createVec3(), angularVelocity(random.between(5, 40))),
    createMotion(createPose(start, rotate()), velocity, angularVelocity(speedB), acceleration),
  ];
}

describe('the time for which rotating bodies stay apart', () => {
  const kinds = Object.keys(SHAPES).filter((kind) => kind !== 'disc' && kind !== 'polygon');

  it.each(kinds)('no sample within it shows them closer: %s', (kind) => {
    const random = createRandom(73);
    let log = 0;
    for (let run = 0; run < 60; run++) {
      const [shapeA, shapeB] = [SHAPES[kind], SHAPES[kinds[random.below(kinds.length)]]];
      const [a, b] = drawMotions(random);
      const separation = random.below(2) * 0.1;
      const until = Math.min(1, apartUntil(shapeA, a, undefined, shapeB, b, undefined, 0, 1, separation));
      if (until > 0) log++;
      for (let k = 0; k <= 20 && until > 0; k++) {
        const [poseA, poseB] = [a, b].map((motion) => poseAt(createPose(), motion, (k / 20) * until));
        expect(closest(shapeA, poseA, shapeB, poseB).distance).toBeGreaterThan(separation);
      }
    }
    expect(log).toBeGreaterThan(15);
  });

  it('over a floor, and with a local pose of the shape', () => {
    const rotor = createMotion(createPose([0, 0, 2]), createVec3(0, 0, -1), createVec3(300, 400, 0));
    const floor = createMotion(createPose([0, 0, 0], [1, 1, 0, 0]));
    const wall = createHalfspace([0, 1]);
    // a radius of revolution of 1.5 m: 2 m - 1 m/s t = 1.5 m
    const localPose = createPose([0, 0, 1]);
    const until = apartUntil(createSphere(0.5), rotor, localPose, wall, floor, undefined, 0, 10, 0);
    expect(until).toBeLessThan(0.5);
    expect(until).toBeGreaterThan(0.49);
  });

  it('lets a search decide in few steps for rotors that pass each other thousands of times', () => {
    const blade = createBox([1, 0.05, 0.01]);
    const lower = createMotion(createPose(), createVec3(), createVec3(0, 0, 7e5));
    // 0.4 m over the lower one at its rim, and tilted relative to it
    const tilted = createMotion(createPose([1.6, 0, 0.9], [1, 0.1, 0.05, 0]), createVec3(), createVec3(6e4, 0, 6.5e5));
    const found = impact(blade, lower, blade, tilted, 1);
    expect(found.status).toBe('none');
    expect(found.iterations).toBeLessThan(100);
  });
});
