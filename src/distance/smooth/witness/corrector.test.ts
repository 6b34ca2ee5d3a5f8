import { describe, expect, it } from 'vitest';
import { singlePatch, singleSquare } from '../../../../test/single-features.ts';
import {
  readTrackerScene,
  scenePoses,
  type TrackerScene,
  type TrackerSceneName,
} from '../../../../test/tracker-scenes.ts';
import { createMat3, rotationAboutAxis } from '../../../math/mat3.ts';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import { createVec3, normalizeVec3, scaleVec3, setVec3 } from '../../../math/vec3.ts';
import { createBezierPatch } from '../../../shapes/nurbs/create-bezier.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledBox, tiledRoundedBox } from '../../../shapes/tiled/box-bodies.ts';
import { createTiledBody } from '../../../shapes/tiled/create-tiled-body.ts';
import { tiledLens } from '../../../shapes/tiled/lens-body.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledSphere,
} from '../../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { transformTiledBody } from '../../../shapes/tiled/transform-tiled-body.ts';
import { solvePair } from './back-side.ts';
import { createCellStack } from './cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate } from './certificate.ts';
import { correctPair, FULL_SOLVE } from './corrector.ts';
import { countFlatDirections } from './hessian-modification.ts';
import { createPairWorkspace, type PairWorkspace } from './pair-workspace.ts';
import { setWitness, type Witness } from './witness.ts';
import { movePair, offsetInBody, pairDistance, type WitnessPair } from './witness-pair.ts';

const atRest = createMovingPose();

function poseAt(x: number, y: number, z = 0) {
  const motion = createMovingPose();
  setVec3(motion.pose.position, x, y, z);
  return motion;
}

function randomRotation(random: Random) {
  const motion = createMovingPose();
  const axis = createVec3(random.normal(), random.normal(), random.normal());
  rotationAboutAxis(motion.pose.rotation, normalizeVec3(axis, axis), random.between(-3, 3));
  return motion;
}

function placeAtRandom(random: Random, witness: Witness): void {
  setWitness(witness, random.below(witness.diameters.length), random.next(), random.next());
}

/** Does the slab perpendicular to the segment between the witnesses separate the bodies, to 1e-9 of the distance? */
function isCertified(pair: WitnessPair): boolean {
  const d = pairDistance(pair);
  return (['a', 'b'] as const).every((side) => {
    const { bodyJet } = pair[side];
    const plane = new Float64Array(4);
    offsetInBody(plane, pair, side);
    for (let k = 0; k < 3; k++) {
      plane[k] /= d;
      plane[3] += plane[k] * bodyJet[k];
    }
    plane[3] += 4e-10;
    return certifyBehindPlane(createSlabCertificate(), pair[side], plane, createCellStack()).verdict === 'certified';
  });
}

function workspaceOf(scene: TrackerScene, t: number): PairWorkspace {
  const work = createPairWorkspace(scene.shapeA, scene.shapeB);
  const { a, b } = scenePoses(scene, t);
  movePair(work.pair, a, b);
  return work;
}

describe('the full solve [PG05-5.3], [PG05-6.5]', () => {
  it.each(['A', 'C', 'D', 'E', 'F', 'H'] as const)(
    'converges from 1000 random starts on the bodies of scene %s to the certified distance',
    (name: TrackerSceneName) => {
      const scene = readTrackerScene(name);
      const random = createRandom(53);
      let max = 0;
      for (let trial = 0; trial < 1000; trial++) {
        const k = random.below(scene.samples.t.length);
        const work = workspaceOf(scene, scene.samples.t[k]);
        placeAtRandom(random, work.pair.a);
        placeAtRandom(random, work.pair.b);
        expect(solvePair(work)).toBe('outside');
        expect(work.converged).toBe(true);
        // the stored distances are certified to 2e-15 and written with 14 digits
        expect(Math.abs(pairDistance(work.pair) - scene.samples.distance[k])).toBeLessThan(1e-9);
        max = Math.max(max, work.iterations);
      }
      expect(max).toBeLessThan(FULL_SOLVE);
    },
  );

  it.each(['C', 'D', 'E', 'H'] as const)('finds pairs of scene %s that a slab certifies to be the closest', (name) => {
    const scene = readTrackerScene(name);
    const random = createRandom(68);
    for (let trial = 0; trial < 100; trial++) {
      const work = workspaceOf(scene, random.between(scene.t0, scene.t1));
      placeAtRandom(random, work.pair.a);
      placeAtRandom(random, work.pair.b);
      solvePair(work);
      expect(isCertified(work.pair)).toBe(true);
    }
  });

  const bodies = {
    sphere: tiledSphere(1),
    ellipsoid: tiledEllipsoid([1, 0.7, 0.5]),
    capsule: tiledCapsule(0.5, 0.8),
    cylinder: tiledCylinder(0.7, 0.6),
    cone: tiledCone(1, 0, 0.7),
    frustum: tiledCone(1, 0.4, 0.7),
    box: tiledBox([1, 0.6, 0.4]),
    'rounded box': tiledRoundedBox([1, 0.6, 0.4], 0.15),
    lens: tiledLens(1.5, 0.75, [1, 1, 1]),
  };
  const names = Object.keys(bodies) as (keyof typeof bodies)[];

  it.each(names)(
    'finds pairs certified by a slab for a %s and every other body: poles, smooth edges, apexes, flat parts',
    (name) => {
      const random = createRandom(31);
      for (const other of names) {
        const [a, b] = [bodies[name], bodies[other]];
        const work = createPairWorkspace(a, b);
        for (let trial = 0; trial < 30; trial++) {
          const [motionA, motionB] = [randomRotation(random), randomRotation(random)];
          const [x, y, z] = [random.normal(), random.normal(), random.normal()];
          // their bounding spheres are separate, some closely
          const scale = ((a.radius + b.radius) * random.between(1.01, 2)) / Math.hypot(x, y, z);
          const midpoint = (body: TiledBody) => Math.hypot(body.center.x, body.center.y, body.center.z);
          const away = scale * (1 + (midpoint(a) + midpoint(b)) / (a.radius + b.radius));
          setVec3(motionB.pose.position, x * away, y * away, z * away);
          movePair(work.pair, motionA, motionB);
          placeAtRandom(random, work.pair.a);
          placeAtRandom(random, work.pair.b);
          expect(solvePair(work)).toBe('outside');
          expect(isCertified(work.pair)).toBe(true);
        }
      }
    },
  );

  it.each([1e-9, 1e9])('does not depend on the unit of length: the lens pair scaled by %d', (scale) => {
    const scene = readTrackerScene('E');
    const scaled = (shape: TrackerScene['shapeA']) =>
      transformTiledBody(shape as TiledBody, createMat3(scale, scale, scale), createVec3());
    const work = createPairWorkspace(scaled(scene.shapeA), scaled(scene.shapeB));
    const random = createRandom(99);
    for (let trial = 0; trial < 100; trial++) {
      const k = random.below(scene.samples.t.length);
      const { a, b } = scenePoses(scene, scene.samples.t[k]);
      for (const { pose } of [a, b]) scaleVec3(pose.position, pose.position, scale);
      // and far away: positions of 2^10 sizes are rounded to 1e-13 of a size
      a.pose.position.x += 1024 * scale;
      b.pose.position.x += 1024 * scale;
      movePair(work.pair, a, b);
      placeAtRandom(random, work.pair.a);
      placeAtRandom(random, work.pair.b);
      expect(solvePair(work)).toBe('outside');
      expect(Math.abs(pairDistance(work.pair) / scale - scene.samples.distance[k])).toBeLessThan(1e-12);
    }
  });

  it('leaves the far side of a flat body: a thin slab is 0.7505 away from every start', () => {
    const slab = createTiledBody({
      kind: 'planar',
      curves: [
        {
          id: 'bottom',
          points: [
            [-1, -0.2],
            [0, -0.3],
            [1, -0.2],
          ],
          from: 'd',
          to: 'a',
        },
        {
          id: 'right',
          points: [
            [1, -0.2],
            [1.05, 0],
            [1, 0.2],
          ],
          from: 'a',
          to: 'b',
        },
        {
          id: 'top',
          points: [
            [1, 0.2],
            [0, 0.3],
            [-1, 0.2],
          ],
          from: 'b',
          to: 'c',
        },
        {
          id: 'left',
          points: [
            [-1, 0.2],
            [-1.05, 0],
            [-1, -0.2],
          ],
          from: 'c',
          to: 'd',
        },
      ],
      vertices: [
        { id: 'a', point: [1, -0.2] },
        { id: 'b', point: [1, 0.2] },
        { id: 'c', point: [-1, 0.2] },
        { id: 'd', point: [-1, -0.2] },
      ],
    });
    const work = createPairWorkspace(slab, createPoint());
    movePair(work.pair, atRest, poseAt(0.1, 1));
    let deceived = 0;
    for (let feature = 0; feature < 4; feature++) {
      for (let k = 0; k <= 20; k++) {
        setWitness(work.pair.a, feature, k / 20);
        correctPair(work, FULL_SOLVE);
        if (pairDistance(work.pair) > 1) deceived++;
        setWitness(work.pair.a, feature, k / 20);
        expect(solvePair(work)).toBe('outside');
        expect(pairDistance(work.pair)).toBeCloseTo(0.7504650968590544, 14);
      }
    }
    // without the test every start on the bottom stays there
    expect(deceived).toBe(21);
    // a point at the centre is inside, from every start
    movePair(work.pair, atRest, poseAt(0.1, 0.05));
    setWitness(work.pair.a, 0, 0.4);
    expect(solvePair(work)).toBe('inside');
  });

  it('P12: an arc that bends by 172 degrees retains its interior witness: no test of the end plane rejects it', () => {
    const arc = createTiledBody({
      kind: 'planar',
      curves: [
        {
          id: 'arc',
          points: [
            [-4, 0],
            [1.2, -0.6],
            [1.2, 1],
            [-0.3, 1.4],
          ],
          from: 'a',
          to: 'b',
        },
        {
          id: 'chord',
          points: [
            [-0.3, 1.4],
            [-4, 0],
          ],
          from: 'b',
          to: 'a',
        },
      ],
      vertices: [
        { id: 'a', point: [-4, 0] },
        { id: 'b', point: [-0.3, 1.4] },
      ],
    });
    const work = createPairWorkspace(arc, createPoint());
    movePair(work.pair, atRest, poseAt(-1.4524, -0.6227));
    setWitness(work.pair.a, 0, 0.3);
    solvePair(work);
    expect(work.pair.a.feature).toBe(0);
    // the point has four decimals
    expect(work.pair.a.x[0]).toBeCloseTo(0.2, 3);
    expect(pairDistance(work.pair)).toBeCloseTo(0.5, 3);
  });

  it('converges to the constrained minimum, not to the point where zeroed components stop', () => {
    const { shapeA } = readTrackerScene('A');
    const work = createPairWorkspace(shapeA, createPoint());
    movePair(work.pair, atRest, poseAt(2.2, 0.2, 0.6));
    setWitness(work.pair.a, 0, 0.3, 0.3);
    solvePair(work);
    const [u, v] = work.pair.a.x;
    expect(u).toBe(1);
    expect(v).toBeCloseTo(0.6725220213783631, 9);
    expect(pairDistance(work.pair)).toBeCloseTo(1.4935898710521114, 14);
  });
});

describe('closest points that are not unique [PG05-5.5]', () => {
  it('parallel squares: exact distance in one step, each witness moves half way, two directions are free', () => {
    const square = singleSquare();
    const work = createPairWorkspace(square, square);
    movePair(work.pair, atRest, poseAt(0, 0, 0.5));
    setWitness(work.pair.a, 0, 0.3, 0.5);
    setWitness(work.pair.b, 0, 0.5, 0.6);
    correctPair(work, FULL_SOLVE);
    expect(pairDistance(work.pair)).toBeCloseTo(0.5, 15);
    expect(work.iterations).toBeLessThanOrEqual(3);
    expect(work.hessian).toBe('regularised');
    expect(countFlatDirections(work.system)).toBe(2);
    // the shortest step: each moves by half of the offset (-0.4, -0.2); the fraction 1e-6 of the metric leaves as much
    expect(work.pair.a.x[0]).toBeCloseTo(0.4, 5);
    expect(work.pair.b.x[1]).toBeCloseTo(0.55, 5);
  });

  it('parallel cylinders: exact distance, one free direction', () => {
    const half = Math.SQRT1_2;
    // the quarter of a cylinder of radius 1 about x that faces up, and one that faces down
    const quarter = (up: number) =>
      singlePatch(
        createBezierPatch(
          [-2, 2]
            .map((x) => [
              [x, -half * up, half * up],
              [x, 0, 2 * half * up],
              [x, half * up, half * up],
            ])
            .map((row) => row.toReversed()),
          [-2, 2].map(() => [1, half, 1]),
        ),
      );
    const work = createPairWorkspace(quarter(1), quarter(-1));
    movePair(work.pair, atRest, poseAt(0.3, 0.2, 3));
    setWitness(work.pair.a, 0, 0.3, 0.2);
    setWitness(work.pair.b, 0, 0.6, 0.9);
    correctPair(work, FULL_SOLVE);
    expect(pairDistance(work.pair)).toBeCloseTo(Math.sqrt(9 + 0.04) - 2, 14);
    expect(work.iterations).toBeLessThan(12);
    expect(countFlatDirections(work.system)).toBe(1);
  });

  it('a unique pair has no free direction', () => {
    const scene = readTrackerScene('E');
    const work = workspaceOf(scene, 3);
    solvePair(work);
    expect(work.hessian).toBe('exact');
    expect(countFlatDirections(work.system)).toBe(0);
  });
});
