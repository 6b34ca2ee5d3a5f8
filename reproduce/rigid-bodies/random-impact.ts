import { createPlanarBody, createSpatialBody, type RigidBody } from '../../src/dynamics/rigid-body.ts';
import { createMat3, rotateTensor } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3, normalizeVec3, scaleVec3, type Vec3 } from '../../src/math/vec3.ts';
import { type ContactGeometry, normalSpeed } from '../../src/response/impulse.ts';

/** Two bodies that touch and approach. */
export interface RandomImpact {
  readonly a: RigidBody;
  readonly b: RigidBody;
  readonly contact: ContactGeometry;
}

export function randomImpact(random: Random, dimension: 2 | 3): RandomImpact {
  const body = dimension === 2 ? planarBody : spatialBody;
  const [a, b] = [body(random), body(random)];
  const point = randomVector(random, dimension);
  const normal = normalizeVec3(createVec3(), randomVector(random, dimension));
  const contact = { pointA: point, pointB: point, normal };
  // with the opposite normal, separating bodies approach
  if (normalSpeed(contact, a, b) > 0) scaleVec3(normal, normal, -1);
  return { a, b, contact };
}

function randomVector(random: Random, dimension: 2 | 3): Vec3 {
  return createVec3(random.normal(), random.normal(), dimension === 3 ? random.normal() : 0);
}

function planarBody(random: Random): RigidBody {
  const pose = createPose([random.normal(), random.normal()]);
  return createPlanarBody(
    pose,
    random.between(0.1, 10),
    random.between(0.1, 10),
    randomVector(random, 2),
    random.normal(),
  );
}

/** Principal inertias of three masses on the axes (so that the triangle rule holds), randomly rotated. */
function spatialBody(random: Random): RigidBody {
  const numbers = Array.from({ length: 7 }, () => random.normal());
  const pose = createPose(numbers.slice(0, 3), numbers.slice(3));
  const [p, q, r] = [random.between(0.1, 10), random.between(0.1, 10), random.between(0.1, 10)];
  const inertia = rotateTensor(createMat3(), pose.rotation, createMat3(q + r, p + r, p + q));
  return createSpatialBody(pose, random.between(0.1, 10), inertia, randomVector(random, 3), randomVector(random, 3));
}
