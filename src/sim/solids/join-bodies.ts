import { symmetricEigen3 } from '../../math/eigen3.ts';
import { createMat3, multiplyMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { composePose, createPose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import {
  createTorqueFreeRotation,
  rotationRate,
  setTorqueFreeMomentum,
  torqueFreeMomentum,
} from '../../math/torque-free-rotation.ts';
import { addScaledVec3, addVec3, createVec3, crossVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { type Docking, dockRigid, type JoinedBody } from '../../response/docking.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { carriedShape } from './composite-shape.ts';
import { accelerationOf, assembleComposite, type SolidComposite, type SolidPart } from './solid-composite.ts';

const INFINITE_MOMENTS = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

/** Two composites joined into one, and the result of the docking. */
export interface DockedComposite {
  readonly composite: SolidComposite;
  readonly docking: Docking;
}

/**
 * Joins two composites at the same time into one, [CP13-5.5]: momentum and angular momentum are conserved, energy is lost. It has the
 * axes of the first. An immovable one carries the other.
 */
export function joinBodies(a: SolidComposite, b: SolidComposite, scene: SolidScene): DockedComposite {
  const docking = dockRigid(a, b);
  const immovable = a.inverseMass === 0 ? a : b.inverseMass === 0 ? b : undefined;
  if (immovable || !docking.joined)
    return { composite: carriedBy(immovable ?? a, immovable === b ? a : b, scene), docking };
  return { composite: joinFree(a, b, docking.joined, scene), docking };
}

/** Makes `other` a part of an immovable composite. */
function carriedBy(immovable: SolidComposite, other: SolidComposite, scene: SolidScene): SolidComposite {
  const state = {
    ...immovable,
    angularVelocity: immovable.angularVelocity,
    moments: INFINITE_MOMENTS,
    principalAxes: createMat3(),
  };
  const parts = [...immovable.parts, ...other.parts.map((part) => movePart(part, other, immovable.pose, scene))];
  return assembleComposite(parts, { ...state, mass: Number.POSITIVE_INFINITY }, immovable.since, immovable.sinceLow);
}

function joinFree(a: SolidComposite, b: SolidComposite, joined: JoinedBody, scene: SolidScene): SolidComposite {
  const pose = { position: joined.center, rotation: a.pose.rotation };
  const { moments, axes } = principalOf(joined.inertia, pose.rotation);
  const momentum = createVec3();
  for (const composite of [a, b]) addMomentum(momentum, composite, joined);
  // the angular velocity follows from the momentum, which is conserved exactly
  const torqueFree = createTorqueFreeRotation(pose.rotation, createVec3(), moments, axes);
  setTorqueFreeMomentum(torqueFree, momentum);
  const state = {
    pose,
    velocity: joined.velocity,
    angularVelocity: rotationRate(createVec3(), torqueFree),
    mass: a.mass + b.mass,
    moments,
    principalAxes: axes,
    acceleration: a.acceleration,
  };
  const parts = [a, b].flatMap((composite) => composite.parts.map((part) => movePart(part, composite, pose, scene)));
  const composite = assembleComposite(parts, state, a.since, a.sinceLow);
  setTorqueFreeMomentum(composite.torqueFree, momentum);
  return composite;
}

/** Principal moments, and the principal axes in body axes at this rotation. */
function principalOf(inertia: ReadonlyMat3, rotation: ReadonlyMat3) {
  const values = createVec3();
  const vectors = createMat3();
  symmetricEigen3(values, vectors, inertia);
  return { moments: values, axes: multiplyMat3(vectors, transposed(rotation), vectors) };
}

function transposed({ xx, xy, xz, yx, yy, yz, zx, zy, zz }: ReadonlyMat3): ReadonlyMat3 {
  return { xx, xy: yx, xz: zx, yx: xy, yy, yz: zy, zx: xz, zy: yz, zz };
}

/** Adds I ω + d × m (v - V) of a composite about the common centre. */
function addMomentum(out: Vec3, composite: SolidComposite, { center, velocity }: JoinedBody): void {
  const arm = subVec3(createVec3(), composite.pose.position, center);
  const moment = crossVec3(arm, arm, subVec3(createVec3(), composite.velocity, velocity));
  addScaledVec3(out, out, moment, composite.mass);
  addVec3(out, out, torqueFreeMomentum(moment, composite.torqueFree));
}

/** The same part relative to a composite at another pose. */
function movePart({ body, pose }: SolidPart, from: SolidComposite, to: ReadonlyPose, scene: SolidScene): SolidPart {
  const moved = relativePose(createPose(), to, composePose(createPose(), from.pose, pose));
  return { body, pose: moved, shape: carriedShape(scene.bodies[body].shape, moved) };
}

/** Splits the bodies in `first` from the others; both new composites continue with their velocities. Inverse of `joinBodies`. */
export function splitComposite(
  composite: SolidComposite,
  first: readonly number[],
  scene: SolidScene,
): [SolidComposite, SolidComposite] {
  const side = (wanted: boolean) =>
    composite.parts
      .filter(({ body }) => first.includes(body) === wanted)
      .map((part) => partComposite(part, composite, scene))
      .reduce((a, b) => joinBodies(a, b, scene).composite);
  return [side(true), side(false)];
}

/** A body that leaves its composite. */
function partComposite({ body, pose: own }: SolidPart, composite: SolidComposite, scene: SolidScene): SolidComposite {
  const { shape, mass, moments, principalAxes } = scene.bodies[body];
  const pose = composePose(createPose(), composite.pose, own);
  const velocity = velocityOfPoint(createVec3(), composite, pose.position);
  const acceleration = accelerationOf(scene, body, composite.since);
  const state = {
    pose,
    velocity,
    angularVelocity: composite.angularVelocity,
    mass,
    moments,
    principalAxes,
    acceleration,
  };
  return assembleComposite([{ body, pose: createPose(), shape }], state, composite.since, composite.sinceLow);
}
