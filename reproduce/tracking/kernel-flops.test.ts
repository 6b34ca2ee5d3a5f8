import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFastPair } from '../../src/distance/smooth/fast/fast-pair.ts';
import { packedFaces } from '../../src/distance/smooth/fast/packed-faces.ts';
import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
} from '../../src/distance/smooth/search/closest-tiled.ts';
import { startTracker, updateTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import { trackerEvaluations } from '../../src/distance/smooth/tracking/tracker-evaluations.ts';
import { createTracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { movePair, pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { createPose } from '../../src/math/pose.ts';
import { createRandom } from '../../src/math/random.ts';
import { closest } from '../../src/pairs/query.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import { loadCounted } from '../../test/count-flops.ts';
import { largeLens, smallLens } from './bodies.ts';
import { createDescent, descend } from './gradient-descent.ts';
import { CURVE_FLOPS, FACE_FLOPS, FACE_PAIR, FACE_POINT } from './kernel-flops.ts';
import { createMeshGjk, inscribedMesh, meshDistance } from './mesh-gjk.ts';
import { pairAtRest } from './runs.ts';

const src = join(import.meta.dirname, '../../src');

describe('operations counted in the sources while they run', () => {
  const lens = largeLens();
  const faces = packedFaces(lens);
  if (faces === null) throw new Error('lenses have biquadratic faces');
  const count = (file: string, name: string, ...args: unknown[]) => {
    const { exports, counted } = loadCounted(join(src, `${file}.ts`));
    exports[name](...args);
    return counted.flops;
  };
  const pair = createFastPair(faces, faces, 1.5);
  const point = createFastPair(faces, null, 1.5);
  for (const one of [pair, point]) {
    one.x.set([0.3, 0.4, 0.5, 0.6]);
    one.pose.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0.2, 0.1]);
  }
  const fast = 'distance/smooth/fast';

  it('are those of the kernels of faces', () => {
    expect(count(`${fast}/evaluate-powers`, 'evaluateQuadratic', pair.jetA, pair.xA, faces.powers[0])).toBe(FACE_FLOPS);
    count(`${fast}/evaluate-powers`, 'evaluateQuadratic', pair.jetB, pair.xB, faces.powers[1]);
    point.jetA.set(pair.jetA);
    expect(count(`${fast}/face-pair-kernel`, 'assembleFacePair', pair)).toBe(FACE_PAIR.assemble);
    expect(count(`${fast}/face-pair-kernel`, 'factorFacePair', pair, 0)).toBe(FACE_PAIR.factor);
    expect(count(`${fast}/face-pair-kernel`, 'solveFacePair', pair)).toBe(FACE_PAIR.solve);
    expect(count(`${fast}/face-point-kernel`, 'assembleFacePoint', point)).toBe(FACE_POINT.assemble);
    expect(count(`${fast}/face-point-kernel`, 'factorFacePoint', point, 0)).toBe(FACE_POINT.factor);
    expect(count(`${fast}/face-point-kernel`, 'solveFacePoint', point)).toBe(FACE_POINT.solve);
    // the counted kernels computed something
    expect(pair.energy).toBeGreaterThan(0.5);
  });

  it('are those of curves', () => {
    const curve = count(
      'shapes/nurbs/evaluate-bezier',
      'evaluateBezierCurve',
      new Float64Array(9),
      lens.edges[0].curve,
      Float64Array.of(0.3),
    );
    expect(curve).toBe(CURVE_FLOPS);
  });
});

describe('counted evaluations', () => {
  it('of the tracker inside faces: one per Newton step', () => {
    const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), tiledEllipsoid([0.8, 0.6, 1.1]));
    const [a, b] = [createMovingPose(), createMovingPose()];
    Object.assign(b.pose.position, { x: 2.2, y: 1, z: 0.5 });
    startTracker(tracker, a, b);
    const before = trackerEvaluations(tracker);
    let steps = 0;
    for (let k = 1; k <= 50; k++) {
      b.pose.position.y = 1 + k / 500;
      updateTracker(tracker, a, b, (k - 1) / 500, 1 / 500);
      steps += tracker.iterations;
    }
    const after = trackerEvaluations(tracker);
    expect(after.pairs - before.pairs).toBe(steps);
    expect(after.faces - before.faces).toBe(2 * steps);
    expect(after.curves).toBe(before.curves);
  });
});

describe('the alternatives', () => {
  const [a, b] = [largeLens(), smallLens()];
  const random = createRandom(4);
  const poses = Array.from({ length: 12 }, () =>
    createPose([2.6, random.between(-1, 1), random.between(-1, 1)], [0.9, random.between(-0.4, 0.4), 0.1, 0.2]),
  );

  it('GJK on meshes gives the distance of their hulls, as the library does', () => {
    const [meshA, meshB] = [inscribedMesh(a, 0.02), inscribedMesh(b, 0.02)];
    const gjk = createMeshGjk(meshA, meshB);
    for (const pose of poses) {
      expect(meshDistance(gjk, createPose(), pose)).toBeCloseTo(closest(meshA, createPose(), meshB, pose).distance, 9);
    }
    expect(gjk.iterations).toBeGreaterThan(poses.length);
    expect(gjk.visited).toBeGreaterThan(gjk.iterations);
  });

  it('gradient descent reaches the certified distance', () => {
    const search = createTiledWorkspace(a, b);
    for (const pose of poses) {
      const descent = createDescent(pairAtRest(a, b, 0, 0));
      const { pair } = descent.work;
      movePair(pair, createMovingPose(), { ...createMovingPose(), pose });
      const exact = closestTiled(createTiledClosest(), a, createPose(), b, pose, search);
      // from somewhere on the right faces
      setWitness(pair.a, exact.featureA, 0.4, 0.6);
      setWitness(pair.b, exact.featureB, 0.6, 0.4);
      descend(descent, 1e-7);
      expect(exact.status).toBe('certified');
      expect(pairDistance(pair)).toBeCloseTo(exact.distance, 9);
    }
  });
});
