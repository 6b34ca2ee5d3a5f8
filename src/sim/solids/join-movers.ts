import { symmetricEigen3 } from '../../math/eigen3.ts';
import { createFreeTurning, setTurningMomentum, turningMomentum, turningSpin } from '../../math/free-turning.ts';
import { createMat3, multiplyMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { composePose, createPose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import { addScaledVec3, addVec3, createVec3, crossVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { type Docking, dockRigid, type JoinedBody } from '../../response/docking.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { carriedShape } from './carried-shape.ts';
import { accelerationOf, assembleMover, type SolidMover, type SolidPart } from './solid-mover.ts';

const UNTURNABLE = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

/** Two movers as one, and how they came together. */
export interface JoinedMover {
  readonly mover: SolidMover;
  readonly docking: Docking;
}

/**
 * Joins two movers that stand at the same time into one, [CP13] spec 5.5: momentum and angular momentum are kept, energy is lost. It has the
 * axes of the first. An immovable one carries the other along.
 */
export function joinMovers(a: SolidMover, b: SolidMover, scene: SolidScene): JoinedMover {
  const docking = dockRigid(a, b);
  const heavy = a.inverseMass === 0 ? a : b.inverseMass === 0 ? b : undefined;
  if (heavy || !docking.joined) return { mover: carriedBy(heavy ?? a, heavy === b ? a : b, scene), docking };
  return { mover: joinFree(a, b, docking.joined, scene), docking };
}

/** `other` becomes part of a mover that nothing can move. */
function carriedBy(heavy: SolidMover, other: SolidMover, scene: SolidScene): SolidMover {
  const state = { ...heavy, spin: heavy.angularVelocity, moments: UNTURNABLE, principalAxes: createMat3() };
  const parts = [...heavy.parts, ...other.parts.map((part) => movePart(part, other, heavy.pose, scene))];
  return assembleMover(parts, { ...state, mass: Number.POSITIVE_INFINITY }, heavy.since, heavy.sinceLow);
}

function joinFree(a: SolidMover, b: SolidMover, joined: JoinedBody, scene: SolidScene): SolidMover {
  const pose = { position: joined.center, rotation: a.pose.rotation };
  const { moments, axes } = principalOf(joined.inertia, pose.rotation);
  const momentum = createVec3();
  for (const mover of [a, b]) addMomentum(momentum, mover, joined);
  // the spin comes from the momentum, which is kept to the last digit
  const turning = createFreeTurning(pose.rotation, createVec3(), moments, axes);
  setTurningMomentum(turning, momentum);
  const state = {
    pose,
    velocity: joined.velocity,
    spin: turningSpin(createVec3(), turning),
    mass: a.mass + b.mass,
    moments,
    principalAxes: axes,
    acceleration: a.acceleration,
  };
  const parts = [a, b].flatMap((mover) => mover.parts.map((part) => movePart(part, mover, pose, scene)));
  const mover = assembleMover(parts, state, a.since, a.sinceLow);
  setTurningMomentum(mover.turning, momentum);
  return mover;
}

/** Principal moments, and the axes in those of a body with this rotation. */
function principalOf(inertia: ReadonlyMat3, rotation: ReadonlyMat3) {
  const values = createVec3();
  const vectors = createMat3();
  symmetricEigen3(values, vectors, inertia);
  return { moments: values, axes: multiplyMat3(vectors, transposed(rotation), vectors) };
}

function transposed({ xx, xy, xz, yx, yy, yz, zx, zy, zz }: ReadonlyMat3): ReadonlyMat3 {
  return { xx, xy: yx, xz: zx, yx: xy, yy, yz: zy, zx: xz, zy: yz, zz };
}

/** Adds I ω + d × m (v - V) of a mover about the common centre. */
function addMomentum(out: Vec3, mover: SolidMover, { center, velocity }: JoinedBody): void {
  const arm = subVec3(createVec3(), mover.pose.position, center);
  const moment = crossVec3(arm, arm, subVec3(createVec3(), mover.velocity, velocity));
  addScaledVec3(out, out, moment, mover.mass);
  addVec3(out, out, turningMomentum(moment, mover.turning));
}

/** The same part seen from a mover at another pose. */
function movePart({ body, pose }: SolidPart, from: SolidMover, to: ReadonlyPose, scene: SolidScene): SolidPart {
  const moved = relativePose(createPose(), to, composePose(createPose(), from.pose, pose));
  return { body, pose: moved, shape: carriedShape(scene.bodies[body].shape, moved) };
}

/** The bodies in `first` leave the mover as one, the others as another; each goes on as it moved. The way back from `joinMovers`. */
export function splitMover(mover: SolidMover, first: readonly number[], scene: SolidScene): [SolidMover, SolidMover] {
  const side = (wanted: boolean) =>
    mover.parts
      .filter(({ body }) => first.includes(body) === wanted)
      .map((part) => partMover(part, mover, scene))
      .reduce((a, b) => joinMovers(a, b, scene).mover);
  return [side(true), side(false)];
}

/** A body that leaves its mover. */
function partMover({ body, pose: own }: SolidPart, mover: SolidMover, scene: SolidScene): SolidMover {
  const { shape, mass, moments, principalAxes } = scene.bodies[body];
  const pose = composePose(createPose(), mover.pose, own);
  const velocity = velocityOfPoint(createVec3(), mover, pose.position);
  const acceleration = accelerationOf(scene, body, mover.since);
  const state = { pose, velocity, spin: mover.angularVelocity, mass, moments, principalAxes, acceleration };
  return assembleMover([{ body, pose: createPose(), shape }], state, mover.since, mover.sinceLow);
}
