import { createForcedWorkspace, type ForcedWorkspace, type RotatingBody } from '../../../dynamics/forced-bodies.ts';
import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { createPairCache, type PairCache } from '../../../manifold/contact-points.ts';
import { copyMat3, createMat3, type Mat3, rotateTensor } from '../../../math/mat3.ts';
import { type Motion, poseAt } from '../../../math/motion.ts';
import { copyMovingPose, createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import { createVec3 } from '../../../math/vec3.ts';
import type { ContactLaw } from '../../../response/contact-laws.ts';
import type { SolidBody, SolidPenalty, SolidScene } from '../../../scene/solid-scene.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import { createSolidLaws } from '../pair-material.ts';
import { hasKnownCurvature } from './curvature-radius.ts';

/** A body in compliant contact. Fixed and prescribed bodies have zero inverse mass and inertia. */
export interface CompliantBody extends RotatingBody {
  /** Index into the bodies of the scene. */
  readonly index: number;
  readonly shape: Shape;
  /** Bounding radius about the origin of the shape [m]. */
  readonly radius: number;
  /** From the start of the scene on, unless the body is free. */
  readonly prescribed?: Motion;
  /** State at the start of the current interval. */
  readonly start: MovingPose & { readonly inverseInertia: Mat3 };
}

/** Two bodies that may touch, and the memory of their contact. */
export interface CompliantPair {
  readonly a: CompliantBody;
  readonly b: CompliantBody;
  readonly given: SolidPenalty;
  /** The law with the effective radius of the current contact; undefined where that is not known before the contact. */
  law: ContactLaw | undefined;
  readonly cache: PairCache;
  /** Whether the law acts: the bodies overlap, or adhere. */
  attached: boolean;
  /** True if one of the bodies is a trigger: no force. */
  readonly trigger: boolean;
}

/** Solids with compliant contact, in fixed steps of the classical Runge-Kutta method. */
export interface CompliantWorld {
  readonly scene: SolidScene;
  readonly bodies: readonly CompliantBody[];
  readonly free: readonly CompliantBody[];
  readonly pairs: readonly CompliantPair[];
  readonly workspace: ForcedWorkspace;
  readonly totals: LedgerTotals;
  readonly totalsAtStart: LedgerTotals;
  /** Simulated time [s]; within an interval that of its start. */
  time: number;
  /** Reason why the run cannot continue. */
  failure?: string;
}

export function createCompliantWorld(scene: SolidScene): CompliantWorld {
  const bodies = scene.bodies.map(createCompliantBody);
  const free = bodies.filter(({ inverseMass }) => inverseMass > 0);
  return {
    scene,
    bodies,
    free,
    pairs: createPairs(scene, bodies),
    workspace: createForcedWorkspace(free.length),
    totals: createLedgerTotals(),
    totalsAtStart: createLedgerTotals(),
    time: 0,
  };
}

function createCompliantBody(body: SolidBody, index: number): CompliantBody {
  const { shape, motion, pose, velocity, angularVelocity, mass, moments, principalAxes } = body;
  const isFree = motion === 'free';
  const principal = isFree ? createMat3(1 / moments.x, 1 / moments.y, 1 / moments.z) : createMat3(0, 0, 0);
  const ownInverseInertia = rotateTensor(createMat3(), principalAxes, principal);
  return {
    ...copyMovingPose(createMovingPose(), { pose, velocity, angularVelocity }),
    inverseMass: isFree ? 1 / mass : 0,
    inverseInertia: rotateTensor(createMat3(), pose.rotation, ownInverseInertia),
    ownInverseInertia,
    index,
    shape,
    radius: shapeRadius(shape),
    ...(!isFree && { prescribed: { pose, velocity, angularVelocity, acceleration: createVec3() } }),
    start: { ...createMovingPose(), inverseInertia: createMat3(0, 0, 0) },
  };
}

function createPairs(scene: SolidScene, bodies: readonly CompliantBody[]): CompliantPair[] {
  const laws = createSolidLaws(scene.contacts);
  return bodies.flatMap((a, i) =>
    bodies.slice(i + 1).flatMap((b) => {
      const [sceneA, sceneB] = [scene.bodies[a.index], scene.bodies[b.index]];
      const trigger = sceneA.trigger || sceneB.trigger;
      if (!trigger && a.inverseMass === 0 && b.inverseMass === 0) return [];
      const { collide, penalty } = laws(a.index, b.index);
      if (!collide) return [];
      const given = trigger ? TRIGGER_LAW : penalty;
      if (given === undefined) {
        throw new SimulationError(`contacts: ${sceneA.name} and ${sceneB.name} need a penalty law`);
      }
      checkCurvature(given, sceneA, sceneB);
      const law = hasRadius(given) ? given : undefined;
      return [{ a, b, given, law, cache: createPairCache(), attached: false, trigger }];
    }),
  );
}

/** Detects overlaps; its force is not applied. */
const TRIGGER_LAW: ContactLaw = {
  kind: 'spring-damper',
  stiffness: 1,
  damping: 0,
  restDistance: 0,
  noTension: true,
};

/** Whether the law does not depend on the curvatures of the bodies. */
export function hasRadius(law: SolidPenalty): law is ContactLaw {
  return law.kind === 'spring-damper' || law.kind === 'custom' || 'radius' in law;
}

/** Rejects a law that needs the curvatures of bodies that have none, or unknown ones. */
function checkCurvature(law: SolidPenalty, ...pair: readonly SolidBody[]): void {
  if (hasRadius(law)) return;
  const isCurved = pair.some(({ shape }) => shape.kind !== 'halfspace');
  if (isCurved && pair.every(({ shape }) => hasKnownCurvature(shape))) return;
  const [a, b] = pair.map(({ name, shape }) => `${name} (${shape.kind})`);
  const expected = 'a sphere or an ellipsoid, with another one or a half-space, or needs its radius';
  throw new SimulationError(`contacts.penalty: the law ${law.kind} needs ${expected}; not the case for ${a} and ${b}`);
}

/** Makes the current state the start of an interval. */
export function markStart(body: CompliantBody): void {
  copyMovingPose(body.start, body);
  copyMat3(body.start.inverseInertia, body.inverseInertia);
}

/** Returns to the start of the interval. */
export function returnToStart(body: CompliantBody): void {
  copyMovingPose(body, body.start);
  copyMat3(body.inverseInertia, body.start.inverseInertia);
}

/** Moves fixed and prescribed bodies to `time` [s]. */
export function movePrescribed({ bodies }: CompliantWorld, time: number): void {
  for (const { pose, prescribed } of bodies) if (prescribed) poseAt(pose, prescribed, time);
}

/** The packed state of the bodies, new arrays. */
export function packBodies({ scene, bodies }: CompliantWorld): SolidBodies {
  const packed = createSolidBodies(scene.bodies);
  for (const [i, { pose, velocity: v, angularVelocity }] of bodies.entries()) {
    const { position: x, rotation } = pose;
    const { w, x: qx, y: qy, z: qz } = quaternionFromRotation(rotation);
    packed.positions.set([x.x, x.y, x.z], 3 * i);
    packed.orientations.set([w, qx, qy, qz], 4 * i);
    packed.velocities.set([v.x, v.y, v.z], 3 * i);
    packed.angularVelocities.set([angularVelocity.x, angularVelocity.y, angularVelocity.z], 3 * i);
  }
  return packed;
}
