import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createPose } from '../../../math/pose.ts';
import { createRandom } from '../../../math/random.ts';
import { tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../../shapes/tiled/superellipsoid-body.ts';
import { closestTiled, createTiledClosest, createTiledWorkspace } from '../search/closest-tiled.ts';
import { createCellStack } from './cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate } from './certificate.ts';
import { createWitness, evaluateWitness, setWitness, type TrackedShape } from './witness.ts';

const cells = createCellStack();
const certificate = createSlabCertificate();
const out = createTiledClosest();

/** Closest points of a pair, as witnesses in their body frames, and the outward n̂ in the frame of each. */
function closestWitnesses(
  a: TrackedShape,
  poseA = createPose(),
  b: TrackedShape = a,
  poseB = createPose([3, 0.4, 0.3]),
) {
  closestTiled(out, a, poseA, b, poseB, createTiledWorkspace(a, b));
  expect(out.status).toBe('certified');
  const { normal: n } = out;
  return [
    { shape: a, feature: out.featureA, x: [...out.parametersA], pose: poseA, sign: 1 },
    { shape: b, feature: out.featureB, x: [...out.parametersB], pose: poseB, sign: -1 },
  ].map(({ shape, feature, x, pose: { rotation: r }, sign }) => {
    const witness = createWitness(shape);
    setWitness(witness, feature, x[0], x[1]);
    evaluateWitness(witness);
    const m = [
      sign * (r.xx * n.x + r.yx * n.y + r.zx * n.z),
      sign * (r.xy * n.x + r.yy * n.y + r.zy * n.z),
      sign * (r.xz * n.x + r.yz * n.y + r.zz * n.z),
    ];
    return { witness, m };
  });
}

const height = (m: readonly number[], jet: Float64Array) => m[0] * jet[0] + m[1] * jet[1] + m[2] * jet[2];

function pairOf(name: 'C' | 'E' | 'H', time: number) {
  const scene = readTrackerScene(name);
  const { a, b } = scenePoses(scene, time);
  return closestWitnesses(scene.shapeA, a.pose, scene.shapeB, b.pose);
}

describe.each([
  ['three planar arcs', () => pairOf('C', 3)],
  ['lenses', () => pairOf('E', 0.5)],
  ['a box and a lens', () => pairOf('H', 2)],
  ['ellipsoids', () => closestWitnesses(tiledEllipsoid([1, 0.7, 0.5]))],
  ['superellipsoids', () => closestWitnesses(tiledSuperellipsoid([1, 0.7, 0.5], 0.5, 0.5))],
] as const)('the certificate that %s lie behind a plane [PG05-6.8]', (_, witnesses) => {
  it('succeeds for the closest points, each with its own plane', () => {
    for (const { witness, m } of witnesses()) {
      const plane = Float64Array.of(...m, height(m, witness.bodyJet) + 1e-10);
      expect(certifyBehindPlane(certificate, witness, plane, cells).verdict).toBe('certified');
      expect(certificate.cells).toBeLessThan(200);
    }
  });

  it('fails for a plane that cuts off 1e-8 of the body, and gives a point beyond', () => {
    for (const { witness, m } of witnesses()) {
      const s = height(m, witness.bodyJet) - 1e-8;
      const verdict = certifyBehindPlane(certificate, witness, Float64Array.of(...m, s), cells).verdict;
      // an octant of a superellipsoid is sampled: 1e-8 may hide between the samples
      if (verdict === 'undecided' && witness.shape.kind === 'tiled') {
        expect(witness.shape.faces[certificate.feature].patch.kind).toBe('superquadric');
        continue;
      }
      expect(verdict).toBe('refuted');
      setWitness(witness, certificate.feature, certificate.u, certificate.v);
      evaluateWitness(witness);
      expect(height(m, witness.bodyJet)).toBeGreaterThan(s);
    }
  });
});

describe('a pair displaced from its optimum by 1e-4', () => {
  it('is refuted: the slab of smooth bodies does not hold', () => {
    const random = createRandom(15);
    const body = tiledEllipsoid([1, 0.7, 0.5]);
    for (let k = 0; k < 40; k++) {
      const poseB = createPose([random.between(2.5, 4), random.between(-1, 1), random.between(-1, 1)]);
      const [{ witness }] = closestWitnesses(body, createPose(), body, poseB);
      const { pointB } = out;
      const [u, v] = witness.x;
      setWitness(witness, witness.feature, u + (u < 0.5 ? 1e-4 : -1e-4), v + (v < 0.5 ? 1e-4 : -1e-4));
      evaluateWitness(witness);
      // the direction from the displaced witness to that of B
      const [x, y, z] = witness.bodyJet;
      const length = Math.hypot(pointB.x - x, pointB.y - y, pointB.z - z);
      const m = [(pointB.x - x) / length, (pointB.y - y) / length, (pointB.z - z) / length];
      const plane = Float64Array.of(...m, height(m, witness.bodyJet) + 4e-10);
      expect(certifyBehindPlane(certificate, witness, plane, cells).verdict).toBe('refuted');
    }
  });
});
