import { describe, expect, it } from 'vitest';
import { fromVec3 } from '../../../test/adversarial/extended.ts';
import { distanceOutside } from '../../../test/adversarial/membership.ts';
import { exactGap } from '../../../test/oracles/exact-gap.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { lengthVec3 } from '../../math/vec3.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { createTrimesh, type Trimesh } from '../../shapes/trimesh.ts';
import { createContact } from '../contact.ts';
import { RELATIVE_LENGTH, setRelative } from '../convex/core.ts';
import { closestTriangles } from './closest-triangles.ts';

const relative = new Float64Array(RELATIVE_LENGTH);

function contactOf(a: Trimesh, poseA: Pose, b: Trimesh, poseB: Pose) {
  const contact = createContact();
  setRelative(relative, poseA, poseB);
  expect(closestTriangles(contact, a.positions, poseA, b.positions, relative)).toBe(true);
  return contact;
}

const triangle = (positions: readonly number[]) =>
  createTrimesh(createSurfaceMesh({ positions, triangles: [0, 1, 2] }));

/** Corners on a small lattice, so that edges are parallel, corners coincide and triangles are coplanar; some are slivers. Undefined without area. */
function drawTriangle(random: Random, noise: number): Trimesh | undefined {
  const thin = random.below(4) === 0 ? 10 ** random.between(-8, -2) : 1;
  const coordinate = (k: number) => (random.below(4) - 1) * (k % 3 === 2 ? thin : 1) + noise * random.normal();
  try {
    return triangle(Array.from({ length: 9 }, (_, k) => coordinate(k)));
  } catch {
    return undefined;
  }
}

describe('closest points of two triangles', () => {
  it('property: distance and overlap agree with rational arithmetic', () => {
    const random = createRandom(12);
    const seen = { apart: 0, overlapping: 0 };
    for (let trial = 0; trial < 6000; trial++) {
      const noise = random.below(2) === 0 ? 0 : 10 ** -random.between(8, 17);
      const [a, b] = [drawTriangle(random, noise), drawTriangle(random, noise)];
      if (!a || !b) continue;
      const rotated = random.below(3) === 0;
      const rotate = () => (rotated ? [1, random.normal(), random.normal(), random.normal()] : [1, 0, 0, 0]);
      const poseA = createPose([0, 0, 0], rotate());
      const poseB = createPose([random.below(5) - 1, random.below(3) - 1, random.below(2) / 4], rotate());
      const contact = contactOf(a, poseA, b, poseB);
      const exact = exactGap({ shape: a, pose: poseA }, { shape: b, pose: poseB });
      // a few rounding errors of coordinates of about 5
      const limit = 1e-14;
      expect(Math.abs(lengthVec3(contact.normal) - 1)).toBeLessThan(limit);
      expect(distanceOutside({ shape: a, pose: poseA }, fromVec3(contact.pointA))).toBeLessThan(limit);
      expect(distanceOutside({ shape: b, pose: poseB }, fromVec3(contact.pointB))).toBeLessThan(limit);
      if (exact?.overlapping) {
        seen.overlapping++;
        expect(contact.distance).toBeLessThan(limit);
      } else {
        seen.apart++;
        expect(Math.abs(contact.distance - (exact?.distance ?? Number.NaN))).toBeLessThan(limit);
      }
    }
    expect(seen.apart).toBeGreaterThan(500);
    expect(seen.overlapping).toBeGreaterThan(500);
  });

  it('the depth of an overlap is the minimum translation', () => {
    // a corner 0.25 m below the centre of a wide triangle
    const a = triangle([-9, -9, 0, 9, -9, 0, 0, 9, 0]);
    const b = triangle([0, 0, -0.25, 1, 0, 3, 0, 1, 3]);
    const contact = contactOf(a, createPose(), b, createPose());
    expect(contact).toMatchObject({
      distance: -0.25,
      featureA: 'face',
      featureB: 'vertex',
      indexB: 0,
      unique: true,
    });
    expect(contact.normal.z).toBe(1);
    expect(contact.pointB.z).toBe(-0.25);
  });

  it('`unique` is false where other points are equally close', () => {
    const a = triangle([0, 0, 0, 4, 0, 0, 0, 4, 0]);
    const over = (...corners: number[]) => contactOf(a, createPose(), triangle(corners), createPose()).unique;
    expect(over(1, 1, 1, 2, 1, 2, 1, 2, 2)).toBe(true);
    // an edge, and a face, parallel to the face of A
    expect(over(1, 1, 1, 2, 1, 1, 1, 2, 2)).toBe(false);
    expect(over(1, 1, 1, 2, 1, 1, 1, 2, 1)).toBe(false);
    // parallel edges, side by side and end to end
    expect(over(1, -1, 0, 2, -1, 0, 1, -2, 0)).toBe(false);
    expect(over(5, 0, 0, 6, 0, 0, 5, 0, 1)).toBe(true);
    // crossing edges
    expect(over(2, -1, 1, 2, 1, -1, 2, -9, -9)).toBe(true);
  });
});
