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

/** A body of the scene as a piece of a mover. */
export interface Part {
  /** Index into the scene's bodies. */
  readonly body: number;
  /** The body's own shape, about its own origin. */
  readonly shape: PlanarShape;
  /** The same shape in the mover's axes, for motions about the mover's centre; none for kinds that only exist about their own origin. */
  readonly carried?: PlanarShape;
  /** Where the body's origin sits in the mover's axes [m], and how it is turned there [rad]. */
  readonly offset: ReadonlyVec3;
  readonly turn: number;
}

/**
 * What moves as one rigid body: a body of the scene, or several that docked. Planar. Its state holds at time `since`;
 * until something touches it, it is known in closed form at every later time.
 */
export interface Mover extends RigidBody {
  readonly parts: readonly Part[];
  /** Infinity when immovable. */
  readonly mass: number;
  readonly inertia: number;
  /** Constant acceleration in free flight [m/s²]. */
  readonly acceleration: ReadonlyVec3;
  /** Turn since the start, whole turns kept [rad]: the sum of both. */
  angle: number;
  angleLow: number;
  /** When the state holds [s]: the sum of both. */
  since: number;
  sinceLow: number;
}

export function createMovers(scene: PlanarScene): Mover[] {
  return scene.bodies.map((body, index) =>
    assembleMover(
      [ownPart(index, body.shape)],
      { mass: body.mass, inertia: body.inertia, gravity: scene.forces.gravity },
      { position: body.position, angle: body.angle, velocity: body.velocity, spin: body.spin },
    ),
  );
}

/** A body that is its own mover. */
function ownPart(body: number, shape: PlanarShape): Part {
  return { body, shape, carried: shape, offset: createVec3(), turn: 0 };
}

interface MoverState {
  readonly position: ReadonlyVec3;
  readonly angle: number;
  readonly angleLow?: number;
  readonly velocity: ReadonlyVec3;
  readonly spin: number;
}

/** The rotation by angle + angleLow about z, where the second is below the last place of the first. */
function compensatedRotation(out: Mat3, angle: number, angleLow: number): Mat3 {
  rotationAboutZ(out, angle);
  const { xx: c, yx: s } = out;
  out.xx = out.yy = c - angleLow * s;
  out.yx = s + angleLow * c;
  out.xy = -out.yx;
  return out;
}

function assembleMover(
  parts: readonly Part[],
  { mass, inertia, gravity }: { mass: number; inertia: number; gravity: ReadonlyVec3 },
  { position, angle, angleLow = 0, velocity, spin }: MoverState,
  { since, sinceLow }: Pick<Mover, 'since' | 'sinceLow'> = { since: 0, sinceLow: 0 },
): Mover {
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
    angularVelocity: createVec3(0, 0, spin),
    acceleration: mass < Number.POSITIVE_INFINITY ? { ...gravity } : createVec3(),
    inverseMass: 1 / mass,
    inverseInertia: planarInverseInertia(inertia),
    since,
    sinceLow,
  };
}

/** The state of a mover at one moment, with room to be written again and again. */
export interface Snapshot {
  readonly pose: Pose;
  angle: number;
  angleLow: number;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly acceleration: Vec3;
}

export function createSnapshot(): Snapshot {
  return {
    pose: createPose(),
    angle: 0,
    angleLow: 0,
    velocity: createVec3(),
    angularVelocity: createVec3(),
    acceleration: createVec3(),
  };
}

/** How long `mover` has been in free flight at time + timeLow [s]. */
export function flightTime({ since, sinceLow }: Pick<Mover, 'since' | 'sinceLow'>, time: number, timeLow = 0): number {
  return differenceOf(time, timeLow, since, sinceLow);
}

const turned = createCompensated();

/** The free flight of `mover` at time + timeLow, not before its own: x + v s + a s²/2, θ + ω s, v + a s. */
export function snapshotAt(out: Snapshot, mover: Mover, time: number, timeLow = 0): Snapshot {
  const s = flightTime(mover, time, timeLow);
  const { velocity: v, acceleration: a } = mover;
  const { position } = mover.pose;
  copyVec3(out.acceleration, a);
  copyVec3(out.angularVelocity, mover.angularVelocity);
  const turn = s * mover.angularVelocity.z;
  if (turn === 0) {
    out.angle = mover.angle;
    out.angleLow = mover.angleLow;
    copyMat3(out.pose.rotation, mover.pose.rotation);
  } else {
    addCompensated(turned, mover.angle, mover.angleLow, turn);
    out.angle = turned.value;
    out.angleLow = turned.low;
    compensatedRotation(out.pose.rotation, out.angle, out.angleLow);
  }
  out.pose.position.x = position.x + s * (v.x + 0.5 * s * a.x);
  out.pose.position.y = position.y + s * (v.y + 0.5 * s * a.y);
  out.velocity.x = v.x + s * a.x;
  out.velocity.y = v.y + s * a.y;
  return out;
}

const scratch = createSnapshot();

/** Moves the mover's own state along its free flight to time + timeLow. */
export function advanceMover(mover: Mover, time: number, timeLow = 0): void {
  if (time === mover.since && timeLow === mover.sinceLow) return;
  snapshotAt(scratch, mover, time, timeLow);
  copyVec3(mover.pose.position, scratch.pose.position);
  copyMat3(mover.pose.rotation, scratch.pose.rotation);
  copyVec3(mover.velocity, scratch.velocity);
  mover.angle = scratch.angle;
  mover.angleLow = scratch.angleLow;
  mover.since = time;
  mover.sinceLow = timeLow;
}

/** The mover as it is, at `time` and without what rounding took: where fixed steps go on. */
export function settleAt(mover: Mover, time: number): void {
  mover.angleLow = 0;
  rotationAboutZ(mover.pose.rotation, mover.angle);
  mover.since = time;
  mover.sinceLow = 0;
}

/** World pose of one part, given where its mover is. */
export function partPose(out: Pose, part: Part, mover: Pick<Snapshot, 'pose' | 'angle' | 'angleLow'>): Pose {
  addVec3(out.position, mover.pose.position, transformVec3(out.position, mover.pose.rotation, part.offset));
  if (part.turn === 0) copyMat3(out.rotation, mover.pose.rotation);
  else {
    addCompensated(turned, mover.angle, mover.angleLow, part.turn);
    compensatedRotation(out.rotation, turned.value, turned.low);
  }
  return out;
}

/** The state of every body of the scene, in scene order, at time + timeLow. */
export function bodyStates(names: readonly string[], movers: readonly Mover[], time: number, timeLow = 0): BodyState[] {
  const states: BodyState[] = new Array(names.length);
  for (const mover of movers) {
    snapshotAt(scratch, mover, time, timeLow);
    for (const part of mover.parts) states[part.body] = partState(names[part.body], part, scratch);
  }
  return states;
}

/** A part moves as its mover does: v + ω × r. */
function partState(name: string, part: Part, mover: Snapshot): BodyState {
  const { position, rotation } = partPose(createPose(), part, mover);
  const rx = position.x - mover.pose.position.x;
  const ry = position.y - mover.pose.position.y;
  const spin = mover.angularVelocity.z;
  const velocity = createVec3(mover.velocity.x - spin * ry, mover.velocity.y + spin * rx);
  return {
    name,
    position,
    rotation,
    angle: mover.angle + part.turn,
    velocity,
    angularVelocity: createVec3(0, 0, spin),
  };
}

/**
 * Two movers joined into one about their common centre of mass, [CP13] spec 5.5. Both must stand at the same time and already have the
 * velocities after docking. An immovable one carries the other along.
 */
export function joinMovers(a: Mover, b: Mover): Mover {
  const heavy = a.inverseMass === 0 ? a : b.inverseMass === 0 ? b : undefined;
  const total = a.mass + b.mass;
  const center = createVec3();
  if (heavy) copyVec3(center, heavy.pose.position);
  else {
    // relative to A: no digits lost far from the origin
    subVec3(center, b.pose.position, a.pose.position);
    center.x = a.pose.position.x + (center.x * b.mass) / total;
    center.y = a.pose.position.y + (center.y * b.mass) / total;
  }
  const spin = (heavy ?? a).angularVelocity.z;
  const { angle, angleLow } = heavy ?? a;
  const velocity = createVec3(
    a.velocity.x + spin * (a.pose.position.y - center.y),
    a.velocity.y - spin * (a.pose.position.x - center.x),
  );
  const rotation = compensatedRotation(createMat3(), angle, angleLow);
  const moved = (mover: Mover) => {
    const turn = differenceOf(mover.angle, mover.angleLow, angle, angleLow);
    return mover.parts.map((part) => shiftPart(part, mover, center, rotation, turn));
  };
  const lever = (mover: Mover) => {
    const arm = subVec3(createVec3(), mover.pose.position, center);
    return mover.inertia + mover.mass * (arm.x * arm.x + arm.y * arm.y);
  };
  return assembleMover(
    [...moved(a), ...moved(b)],
    {
      mass: heavy ? Number.POSITIVE_INFINITY : total,
      inertia: heavy ? Number.POSITIVE_INFINITY : lever(a) + lever(b),
      gravity: heavy ? heavy.acceleration : a.acceleration,
    },
    { position: center, angle, angleLow, velocity: heavy ? heavy.velocity : velocity, spin },
    a,
  );
}

/** The same part seen from a mover with another centre, whose axes its own are turned against by `moverTurn` [rad]. */
function shiftPart(part: Part, mover: Mover, center: ReadonlyVec3, rotation: Mat3, moverTurn: number): Part {
  const world = partPose(createPose(), part, mover).position;
  const offset = transformTransposedVec3(createVec3(), rotation, subVec3(world, world, center));
  const turn = moverTurn + part.turn;
  return { ...part, offset, turn, carried: carriedShape(part.shape, offset, turn) };
}

/** The bodies in `first` leave the mover as one, the others as another; each goes on as it moved. Inverse of joinMovers. */
export function splitMover(mover: Mover, first: readonly number[], scene: PlanarScene): [Mover, Mover] {
  const side = (wanted: boolean) => {
    const parts = mover.parts.filter((part) => first.includes(part.body) === wanted);
    return parts.map((part) => partMover(part, mover, scene)).reduce(joinMovers);
  };
  return [side(true), side(false)];
}

function partMover(part: Part, mover: Mover, scene: PlanarScene): Mover {
  const { mass, inertia, shape } = scene.bodies[part.body];
  const state = partState('', part, { ...mover, acceleration: copyVec3(createVec3(), mover.acceleration) });
  const { value: angle, low: angleLow } = addCompensated(createCompensated(), mover.angle, mover.angleLow, part.turn);
  return assembleMover(
    [ownPart(part.body, shape)],
    { mass, inertia, gravity: scene.forces.gravity },
    { position: state.position, angle, angleLow, velocity: state.velocity, spin: mover.angularVelocity.z },
    mover,
  );
}

/** Only polygons can be carried off centre. */
function carriedShape(shape: PlanarShape, offset: ReadonlyVec3, turn: number): PlanarShape | undefined {
  if (offset.x === 0 && offset.y === 0 && turn === 0) return shape;
  if (shape.kind !== 'polygon') return undefined;
  const c = cos(turn);
  const s = sin(turn);
  const vertices: number[][] = [];
  for (let i = 0; i < shape.vertices.length; i += 2) {
    const x = shape.vertices[i];
    const y = shape.vertices[i + 1];
    vertices.push([offset.x + c * x - s * y, offset.y + s * x + c * y]);
  }
  return createPolygon(vertices);
}
