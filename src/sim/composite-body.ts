import type { RigidBody } from '../dynamics/rigid-body.ts';
import { planarInverseInertia } from '../dynamics/rigid-body.ts';
import { addCompensated, createCompensated, differenceOf } from '../math/compensated.ts';
import {
  copyMat3,
  createMat3,
  type Mat3,
  rotationAboutZ,
  transformTransposedVec3,
  transformVec3,
} from '../math/mat3.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { addVec3, copyVec3, createVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import type { PlanarScene } from '../scene/scene.ts';
import { createPolygon } from '../shapes/polygon.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import type { BodyState } from './observer.ts';

/** A body of the scene as a part of a composite body. */
export interface Part {
  /** Index into the scene's bodies. */
  readonly body: number;
  /** The body's own shape, about its own origin. */
  readonly shape: PlanarShape;
  /** The same shape in composite axes, for motions about the composite's centre; undefined for shapes that need their own origin. */
  readonly carried?: PlanarShape;
  /** Origin [m] and rotation [rad] of the body in the axes of its composite. */
  readonly offset: ReadonlyVec3;
  readonly relativeAngle: number;
}

/**
 * A rigid body that moves as one: a body of the scene, or several docked ones. Planar. Its state holds at time `since`;
 * until its next contact, its motion is known in closed form.
 */
export interface CompositeBody extends RigidBody {
  readonly parts: readonly Part[];
  /** Infinity when immovable. */
  readonly mass: number;
  readonly inertia: number;
  /** Constant acceleration in free flight [m/s²], of gravity and, between exact times of impact, of loads. */
  readonly acceleration: Vec3;
  /** Constant angular acceleration in free flight [rad/s²], of loads between exact times of impact. */
  angularAcceleration: number;
  /** Rotation angle since the start, unwrapped [rad]: the sum of both. */
  angle: number;
  angleLow: number;
  /** Time of the state [s]: the sum of both. */
  since: number;
  sinceLow: number;
}

export function createComposites(scene: PlanarScene): CompositeBody[] {
  return scene.bodies.map((body, index) =>
    assembleComposite(
      [ownPart(index, body.shape)],
      { mass: body.mass, inertia: body.inertia, gravity: scene.forces.gravity },
      { position: body.position, angle: body.angle, velocity: body.velocity, angularVelocity: body.angularVelocity },
    ),
  );
}

/** The only part of a composite made of one body. */
function ownPart(body: number, shape: PlanarShape): Part {
  return { body, shape, carried: shape, offset: createVec3(), relativeAngle: 0 };
}

interface CompositeState {
  readonly position: ReadonlyVec3;
  readonly angle: number;
  readonly angleLow?: number;
  readonly velocity: ReadonlyVec3;
  readonly angularVelocity: number;
}

/** The rotation by angle + angleLow about z, where angleLow is below one ulp of angle. */
function compensatedRotation(out: Mat3, angle: number, angleLow: number): Mat3 {
  rotationAboutZ(out, angle);
  const { xx: c, yx: s } = out;
  out.xx = out.yy = c - angleLow * s;
  out.yx = s + angleLow * c;
  out.xy = -out.yx;
  return out;
}

function assembleComposite(
  parts: readonly Part[],
  { mass, inertia, gravity }: { mass: number; inertia: number; gravity: ReadonlyVec3 },
  { position, angle, angleLow = 0, velocity, angularVelocity }: CompositeState,
  { since, sinceLow }: Pick<CompositeBody, 'since' | 'sinceLow'> = { since: 0, sinceLow: 0 },
): CompositeBody {
  const pose = createPose([position.x, position.y, position.z], angle);
  if (angleLow !== 0) compensatedRotation(pose.rotation, angle, angleLow);
  return {
    parts,
    mass,
    inertia,
    pose,
    angle,
    angleLow,
    velocity: { ...velocity },
    angularVelocity: createVec3(0, 0, angularVelocity),
    acceleration: mass < Number.POSITIVE_INFINITY ? { ...gravity } : createVec3(),
    angularAcceleration: 0,
    inverseMass: 1 / mass,
    inverseInertia: planarInverseInertia(inertia),
    since,
    sinceLow,
  };
}

/** State of a composite at one time; a reusable buffer. */
export interface Snapshot {
  readonly pose: Pose;
  angle: number;
  angleLow: number;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly acceleration: Vec3;
  angularAcceleration: number;
}

export function createSnapshot(): Snapshot {
  return {
    pose: createPose(),
    angle: 0,
    angleLow: 0,
    velocity: createVec3(),
    angularVelocity: createVec3(),
    acceleration: createVec3(),
    angularAcceleration: 0,
  };
}

/** How long `composite` has been in free flight at time + timeLow [s]. */
export function flightTime(
  { since, sinceLow }: Pick<CompositeBody, 'since' | 'sinceLow'>,
  time: number,
  timeLow = 0,
): number {
  return differenceOf(time, timeLow, since, sinceLow);
}

const rotated = createCompensated();

/** State of `composite` in free flight at time + timeLow, not before its own time: x + v s + a s²/2, θ + ω s + α s²/2, v + a s. */
export function snapshotAt(out: Snapshot, composite: CompositeBody, time: number, timeLow = 0): Snapshot {
  const s = flightTime(composite, time, timeLow);
  const { velocity: v, acceleration: a } = composite;
  const { position } = composite.pose;
  copyVec3(out.acceleration, a);
  copyVec3(out.angularVelocity, composite.angularVelocity);
  out.angularAcceleration = composite.angularAcceleration;
  out.angularVelocity.z += s * composite.angularAcceleration;
  const relativeAngle = 0.5 * s * (composite.angularVelocity.z + out.angularVelocity.z);
  if (relativeAngle === 0) {
    out.angle = composite.angle;
    out.angleLow = composite.angleLow;
    copyMat3(out.pose.rotation, composite.pose.rotation);
  } else {
    addCompensated(rotated, composite.angle, composite.angleLow, relativeAngle);
    out.angle = rotated.value;
    out.angleLow = rotated.low;
    compensatedRotation(out.pose.rotation, out.angle, out.angleLow);
  }
  out.pose.position.x = position.x + s * (v.x + 0.5 * s * a.x);
  out.pose.position.y = position.y + s * (v.y + 0.5 * s * a.y);
  out.velocity.x = v.x + s * a.x;
  out.velocity.y = v.y + s * a.y;
  return out;
}

const scratch = createSnapshot();

/** Advances the composite's own state along its free flight to time + timeLow. */
export function advanceComposite(composite: CompositeBody, time: number, timeLow = 0): void {
  if (time === composite.since && timeLow === composite.sinceLow) return;
  snapshotAt(scratch, composite, time, timeLow);
  copyVec3(composite.pose.position, scratch.pose.position);
  copyMat3(composite.pose.rotation, scratch.pose.rotation);
  copyVec3(composite.velocity, scratch.velocity);
  copyVec3(composite.angularVelocity, scratch.angularVelocity);
  composite.angle = scratch.angle;
  composite.angleLow = scratch.angleLow;
  composite.since = time;
  composite.sinceLow = timeLow;
}

/** Sets the time of the composite to `time` and drops the compensation terms, for fixed steps to resume from. */
export function dropCompensation(composite: CompositeBody, time: number): void {
  composite.angleLow = 0;
  rotationAboutZ(composite.pose.rotation, composite.angle);
  composite.since = time;
  composite.sinceLow = 0;
}

/** World pose of one part, given the state of its composite. */
export function partPose(out: Pose, part: Part, composite: Pick<Snapshot, 'pose' | 'angle' | 'angleLow'>): Pose {
  addVec3(out.position, composite.pose.position, transformVec3(out.position, composite.pose.rotation, part.offset));
  if (part.relativeAngle === 0) copyMat3(out.rotation, composite.pose.rotation);
  else {
    addCompensated(rotated, composite.angle, composite.angleLow, part.relativeAngle);
    compensatedRotation(out.rotation, rotated.value, rotated.low);
  }
  return out;
}

/** The state of every body of the scene, in scene order, at time + timeLow. */
export function bodyStates(
  names: readonly string[],
  composites: readonly CompositeBody[],
  time: number,
  timeLow = 0,
): BodyState[] {
  const states: BodyState[] = new Array(names.length);
  for (const composite of composites) {
    snapshotAt(scratch, composite, time, timeLow);
    for (const part of composite.parts) states[part.body] = partState(names[part.body], part, scratch);
  }
  return states;
}

/** A part moves with its composite: v + ω × r. */
function partState(name: string, part: Part, composite: Snapshot): BodyState {
  const { position, rotation } = partPose(createPose(), part, composite);
  const rx = position.x - composite.pose.position.x;
  const ry = position.y - composite.pose.position.y;
  const angularVelocity = composite.angularVelocity.z;
  const velocity = createVec3(composite.velocity.x - angularVelocity * ry, composite.velocity.y + angularVelocity * rx);
  return {
    name,
    position,
    rotation,
    angle: composite.angle + part.relativeAngle,
    velocity,
    angularVelocity: createVec3(0, 0, angularVelocity),
  };
}

/**
 * Joins two composites into one about their common centre of mass, [CP13-5.5]. Both must be at the same time and already have the
 * velocities after docking. An immovable one carries the other.
 */
export function joinBodies(a: CompositeBody, b: CompositeBody): CompositeBody {
  const immovable = a.inverseMass === 0 ? a : b.inverseMass === 0 ? b : undefined;
  const total = a.mass + b.mass;
  const center = createVec3();
  if (immovable) copyVec3(center, immovable.pose.position);
  else {
    // relative to A: no cancellation far from the origin
    subVec3(center, b.pose.position, a.pose.position);
    center.x = a.pose.position.x + (center.x * b.mass) / total;
    center.y = a.pose.position.y + (center.y * b.mass) / total;
  }
  const angularVelocity = (immovable ?? a).angularVelocity.z;
  const { angle, angleLow } = immovable ?? a;
  const velocity = createVec3(
    a.velocity.x + angularVelocity * (a.pose.position.y - center.y),
    a.velocity.y - angularVelocity * (a.pose.position.x - center.x),
  );
  const rotation = compensatedRotation(createMat3(), angle, angleLow);
  const moved = (composite: CompositeBody) => {
    const relativeAngle = differenceOf(composite.angle, composite.angleLow, angle, angleLow);
    return composite.parts.map((part) => shiftPart(part, composite, center, rotation, relativeAngle));
  };
  const inertiaAboutCenter = (composite: CompositeBody) => {
    const arm = subVec3(createVec3(), composite.pose.position, center);
    return composite.inertia + composite.mass * (arm.x * arm.x + arm.y * arm.y);
  };
  return assembleComposite(
    [...moved(a), ...moved(b)],
    {
      mass: immovable ? Number.POSITIVE_INFINITY : total,
      inertia: immovable ? Number.POSITIVE_INFINITY : inertiaAboutCenter(a) + inertiaAboutCenter(b),
      gravity: immovable ? immovable.acceleration : a.acceleration,
    },
    { position: center, angle, angleLow, velocity: immovable ? immovable.velocity : velocity, angularVelocity },
    a,
  );
}

/** The same part in another composite, with another centre and axes; its old axes are rotated by `compositeRotation` [rad] in the new ones. */
function shiftPart(
  part: Part,
  composite: CompositeBody,
  center: ReadonlyVec3,
  rotation: Mat3,
  compositeRotation: number,
): Part {
  const world = partPose(createPose(), part, composite).position;
  const offset = transformTransposedVec3(createVec3(), rotation, subVec3(world, world, center));
  const relativeAngle = compositeRotation + part.relativeAngle;
  return { ...part, offset, relativeAngle, carried: carriedShape(part.shape, offset, relativeAngle) };
}

/** Splits the bodies in `first` from the others; both new composites continue with their velocities. Inverse of joinBodies. */
export function splitComposite(
  composite: CompositeBody,
  first: readonly number[],
  scene: PlanarScene,
): [CompositeBody, CompositeBody] {
  const side = (wanted: boolean) => {
    const parts = composite.parts.filter((part) => first.includes(part.body) === wanted);
    return parts.map((part) => partComposite(part, composite, scene)).reduce(joinBodies);
  };
  return [side(true), side(false)];
}

function partComposite(part: Part, composite: CompositeBody, scene: PlanarScene): CompositeBody {
  const { mass, inertia, shape } = scene.bodies[part.body];
  const state = partState('', part, { ...composite, acceleration: copyVec3(createVec3(), composite.acceleration) });
  const { value: angle, low: angleLow } = addCompensated(
    createCompensated(),
    composite.angle,
    composite.angleLow,
    part.relativeAngle,
  );
  return assembleComposite(
    [ownPart(part.body, shape)],
    { mass, inertia, gravity: scene.forces.gravity },
    {
      position: state.position,
      angle,
      angleLow,
      velocity: state.velocity,
      angularVelocity: composite.angularVelocity.z,
    },
    composite,
  );
}

/** Only polygons can be moved off centre. */
function carriedShape(shape: PlanarShape, offset: ReadonlyVec3, relativeAngle: number): PlanarShape | undefined {
  if (offset.x === 0 && offset.y === 0 && relativeAngle === 0) return shape;
  if (shape.kind !== 'polygon') return undefined;
  const c = cos(relativeAngle);
  const s = sin(relativeAngle);
  const vertices: number[][] = [];
  for (let i = 0; i < shape.vertices.length; i += 2) {
    const x = shape.vertices[i];
    const y = shape.vertices[i + 1];
    vertices.push([offset.x + c * x - s * y, offset.y + s * x + c * y]);
  }
  return createPolygon(vertices);
}
