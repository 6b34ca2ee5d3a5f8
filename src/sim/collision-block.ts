import { type Contact, createContact } from '../distance/contact.ts';
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { planarManifold } from '../manifold/planar-manifold.ts';
import { velocityOfPoint } from '../math/motion.ts';
import { type Pose, toWorld } from '../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import { applyDocking, dockPin, dockRigid } from '../response/docking.ts';
import { resolveContacts } from '../response/resolve-contacts.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { checkState, type MeshCache, readMesh, readPose } from './collision-block-body.ts';
import {
  type BlockLedger,
  type BlockSettings,
  type CollisionBlockInputs,
  type CollisionBlockOutputs,
  type CollisionBlockParams,
  checkInputKeys,
  checkPositive,
  readBlockParams,
} from './collision-block-io.ts';

/** Out-of-plane components up to this value are rounding. [CP13-5.2] */
const PLANAR = 1e-12;
/** One body of a sample: its mesh, its rigid body and the state values that are passed through. */
interface BlockBody {
  readonly polygon: Polygon;
  /** World vertices in the order of the input. */
  readonly outline: number[];
  readonly body: RigidBody;
  readonly state: readonly number[];
}

type GeometryOutputs = Pick<
  CollisionBlockOutputs,
  'Q_A' | 'Q_B' | 'n_cB' | 'meshA_c' | 'meshB_c' | 'distance' | 'overlap' | 'penetration' | 'feature'
>;

/**
 * A sampled block for two planar rigid bodies: `step` reports their closest points and, on contact or docking, the
 * velocities after the event, with which the host simulation resets its integrators. It reads no clock; its only state
 * is its latches and its collision count. Throws a RangeError that names the invalid parameter or input. [CP13-5]
 *
 * @example
 * ```ts
 * import { CollisionBlock } from 'appulse';
 *
 * const block = new CollisionBlock({ m_A: 1, m_B: 1, I_A: 1, I_B: 1, e: 1 });
 * const square = [[-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]]; // rows x, y; one column per vertex
 * const rotation = [[1, 0], [0, 1]];
 * const { collision, j, Vcm_An, Vcm_Bn } = block.step({
 *   Xcm_A: [0, 0, 0, 2, 0, 0, 0, 0, 0], // 2 m/s along x
 *   Xcm_B: [1.0005, 0, 0, 0, 0, 0, 0, 0, 0], // 0.5 mm away
 *   R_A: rotation,
 *   R_B: rotation,
 *   mesh_A: square,
 *   mesh_B: square,
 * });
 * console.log(collision, j.toFixed(3), Vcm_An[0].toFixed(3), Vcm_Bn[0].toFixed(3)); // 1 2.000 0.000 2.000
 * ```
 */
export class CollisionBlock {
  private readonly settings: BlockSettings;
  private readonly contact: Contact = createContact();
  private meshA: MeshCache | undefined;
  private meshB: MeshCache | undefined;
  private hasCollided = false;
  private collisionCount = 0;
  /** Pose of B in the frame of A at the docking sample; undefined before. */
  private docked: RelativePose | undefined;

  constructor(params: CollisionBlockParams = {}) {
    this.settings = readBlockParams(params);
  }

  /** Clears the latches and the count. */
  reset(): void {
    this.hasCollided = false;
    this.collisionCount = 0;
    this.docked = undefined;
  }

  /** One sample, in the order of [CP13-5.3]: meshes and sensors, closest points, docking, contact, outputs. */
  step(inputs: CollisionBlockInputs): CollisionBlockOutputs {
    const { settings, contact } = this;
    checkInputKeys(inputs);
    const a = this.readBody('A', inputs);
    const b = this.readBody('B', inputs);
    closestInto(contact, a.polygon, a.body.pose, b.polygon, b.body.pose);
    const before = blockLedger(a, b);
    const sensors = nearestSensors(settings, a.body, b.body);
    if (!this.docked && sensors && sensors.distance <= settings.tolDocking && sensors.speed <= settings.maxDockSpeed) {
      this.docked = relativePose(a.body.pose, b.body.pose);
    }
    const j = this.docked ? this.dock(a.body, b.body, sensors) : this.collide(a, b);
    if (j > 0) {
      this.hasCollided = true;
      this.collisionCount++;
    }
    const isColliding = settings.collisionFlag === 'latch' ? this.hasCollided : j > 0;
    return {
      ...this.geometryOut(a, b),
      docking: this.docked ? 1 : 0,
      collision: isColliding ? 1 : 0,
      j,
      ...velocitiesOut(a, b),
      dock_sensA_c: sensors ? planar(sensors.pointA) : null,
      dock_sensB_c: sensors ? planar(sensors.pointB) : null,
      collisionCount: this.collisionCount,
      nonPlanar: isOffPlane(a.state) || isOffPlane(b.state),
      dockError: this.docked ? poseChange(this.docked, relativePose(a.body.pose, b.body.pose)) : null,
      ledger: { before, after: blockLedger(a, b) },
    };
  }

  /** Docked bodies move as one: the velocities are projected in the docking sample and in every later one. */
  private dock(a: RigidBody, b: RigidBody, sensors: SensorPair | undefined): 0 {
    const isPin = this.settings.dockMode === 'pin' && sensors;
    applyDocking(isPin ? dockPin(a, b, sensors.pointA, sensors.pointB) : dockRigid(a, b), a, b);
    return 0;
  }

  /** Impulse of a contact within tolCollision; 0 without contact or when the bodies separate. */
  private collide(a: BlockBody, b: BlockBody): number {
    const { contact, settings } = this;
    if (contact.distance > settings.tolCollision) return 0;
    const item = {
      a: a.body,
      b: b.body,
      normal: contact.normal,
      points: this.contactPoints(a, b),
      material: settings.material,
    };
    return resolveContacts([item], { repeat: false }).pairs[0].normalImpulse;
  }

  /** Both ends of an edge-on-edge overlap if requested and more than tolCollision apart, else the closest points. [CP13-5.3.1] */
  private contactPoints(a: BlockBody, b: BlockBody): readonly { pointA: ReadonlyVec3; pointB: ReadonlyVec3 }[] {
    const { contact, settings } = this;
    const { pointA, pointB } = contact;
    if (settings.manifold === 'single') return [{ pointA, pointB }];
    const { points } = planarManifold(a.polygon, a.body.pose, b.polygon, b.body.pose, contact, settings.tolCollision);
    const [first, second] = points;
    const isEdge = second && lengthVec3(subVec3(createVec3(), second.pointA, first.pointA)) > settings.tolCollision;
    return isEdge ? points : [{ pointA, pointB }];
  }

  private geometryOut(a: BlockBody, b: BlockBody): GeometryOutputs {
    const { pointA, pointB, normal, distance, featureA, featureB } = this.contact;
    const feature = featureB === 'edge' ? 'edge-of-B' : featureA === 'edge' ? 'edge-of-A' : 'vertex-vertex';
    return {
      Q_A: planar(pointA),
      Q_B: planar(pointB),
      n_cB: [0 - normal.x, 0 - normal.y],
      meshA_c: a.outline,
      meshB_c: b.outline,
      distance: Math.max(0, distance),
      overlap: distance < 0,
      penetration: Math.max(0, -distance),
      feature,
    };
  }

  private readBody(name: 'A' | 'B', inputs: CollisionBlockInputs): BlockBody {
    const { settings } = this;
    const state = checkState(`Xcm_${name}`, inputs[`Xcm_${name}`]);
    const pose = readPose(state, `R_${name}`, inputs[`R_${name}`], settings.rotation === 'slides');
    const cache = readMesh(`mesh_${name}`, inputs[`mesh_${name}`], settings.meshOrder, this[`mesh${name}`]);
    this[`mesh${name}`] = cache;
    const inertia = inputs[`I_${name}`] ?? settings[`inertia${name}`];
    checkPositive(`I_${name}`, inertia);
    const isImmovable = name === 'A' && settings.manipulator;
    const mass = isImmovable ? Number.POSITIVE_INFINITY : settings[`mass${name}`];
    const velocity = createVec3(state[3], state[4]);
    const body = createPlanarBody(pose, mass, isImmovable ? Number.POSITIVE_INFINITY : inertia, velocity, state[8]);
    const outline = cache.vertices.flatMap(([x, y]) => planar(toWorld(createVec3(), pose, createVec3(x, y))));
    return { polygon: cache.polygon, outline, body, state };
  }
}

interface SensorPair {
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** [m] */
  readonly distance: number;
  /** Relative speed [m/s]. */
  readonly speed: number;
}

/** The nearest pair of sensors of A and B; undefined when a body has none. */
function nearestSensors(settings: BlockSettings, a: RigidBody, b: RigidBody): SensorPair | undefined {
  let nearest: SensorPair | undefined;
  for (const sensorA of settings.sensorsA) {
    for (const sensorB of settings.sensorsB) {
      const pointA = toWorld(createVec3(), a.pose, createVec3(sensorA[0], sensorA[1]));
      const pointB = toWorld(createVec3(), b.pose, createVec3(sensorB[0], sensorB[1]));
      const distance = lengthVec3(subVec3(createVec3(), pointB, pointA));
      if (nearest && nearest.distance <= distance) continue;
      const velocityA = velocityOfPoint(createVec3(), a, pointA);
      const velocityB = velocityOfPoint(createVec3(), b, pointB);
      nearest = { pointA, pointB, distance, speed: lengthVec3(subVec3(velocityA, velocityB, velocityA)) };
    }
  }
  return nearest;
}

/** Pose of B relative to A: position [m], rotation as cosine and sine. */
interface RelativePose {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

function relativePose(a: Pose, b: Pose): RelativePose {
  const dx = b.position.x - a.position.x;
  const dy = b.position.y - a.position.y;
  const { xx: c, yx: s } = a.rotation;
  const { xx: cB, yx: sB } = b.rotation;
  return { x: c * dx + s * dy, y: c * dy - s * dx, cos: c * cB + s * sB, sin: c * sB - s * cB };
}

function poseChange(from: RelativePose, to: RelativePose): { distance: number; angle: number } {
  return {
    distance: Math.hypot(to.x - from.x, to.y - from.y),
    angle: Math.abs(Math.atan2(from.cos * to.sin - from.sin * to.cos, from.cos * to.cos + from.sin * to.sin)),
  };
}

function planar({ x, y }: ReadonlyVec3): number[] {
  return [x, y];
}

function isOffPlane(state: readonly number[]): boolean {
  return [state[2], state[5], state[6], state[7]].some((value) => Math.abs(value) > PLANAR);
}

/** Out-of-plane components are passed through unchanged. */
function velocitiesOut(a: BlockBody, b: BlockBody) {
  const linear = ({ body, state }: BlockBody) => [body.velocity.x, body.velocity.y, state[5]];
  const angular = ({ body, state }: BlockBody) => [state[6], state[7], body.angularVelocity.z];
  return {
    Vcm_c: [...linear(a), ...linear(b)],
    Wcm_c: [...angular(a), ...angular(b)],
    Vcm_An: linear(a),
    Vcm_Bn: linear(b),
    Wcm_An: angular(a),
    Wcm_Bn: angular(b),
  };
}

function blockLedger(a: BlockBody, b: BlockBody): BlockLedger {
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), [a.body, b.body]);
  return { P: planar(momentum), L: angularMomentum.z, E: kineticEnergy };
}
