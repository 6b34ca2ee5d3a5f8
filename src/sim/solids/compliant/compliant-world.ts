import type { BroadPhase } from '../../../broad/broad-phase.ts';
import { createBroadPhase } from '../../../broad/broad-phase.ts';
import type { ForcedWorkspace } from '../../../dynamics/forced-bodies.ts';
import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { type ContactPoints, createContactPoints, createPairCache } from '../../../manifold/contact-points.ts';
import { copyMat3, createMat3, rotateTensor } from '../../../math/mat3.ts';
import { poseAt } from '../../../math/motion.ts';
import { copyMovingPose, createMovingPose } from '../../../math/moving-pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { type ContactLaw, interactionRange } from '../../../response/contact-laws.ts';
import { compliantFriction } from '../../../response/tangential-spring.ts';
import type { SolidBody, SolidScene } from '../../../scene/solid-scene.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import { createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import { createSolidLaws, type SolidLaws } from '../pair-material.ts';
import { checkCurvatures, hasRadius } from './check-laws.ts';
import type { BodyState, CompliantBody, CompliantPair } from './compliant-pair.ts';
import { thicknessOf } from './thickness.ts';

/** Solids with compliant contact, in fixed steps of the classical Runge-Kutta method. */
export interface CompliantWorld {
  readonly scene: SolidScene;
  readonly bodies: readonly CompliantBody[];
  readonly free: readonly CompliantBody[];
  readonly laws: SolidLaws;
  /** Pairs of the current step, and attached ones, by index of A times number of bodies plus index of B. */
  readonly pairs: Map<number, CompliantPair>;
  readonly broadPhase: BroadPhase;
  /** Boxes of the bodies for the broad phase: min xyz, max xyz [m]. */
  readonly boxes: Float64Array;
  /** Maximum distance at which bodies that have not touched act on each other [m]. */
  readonly range: number;
  /** Workspaces of the integrator, by number of bodies. */
  readonly workspaces: Map<number, ForcedWorkspace>;
  readonly totals: LedgerTotals;
  readonly totalsAtStart: LedgerTotals;
  /** Simulated time [s]; within a step that of its start. */
  time: number;
  /** Number of steps so far. */
  stepCount: number;
  /** The contact points of the pair that is being searched. */
  readonly found: ContactPoints;
  /** Reason why the run cannot continue. */
  failure?: string | undefined;
}

/** Checks the laws of the scene; throws a SimulationError if one of them cannot be used for its bodies. */
export function createCompliantWorld(scene: SolidScene): CompliantWorld {
  const bodies = scene.bodies.map(createCompliantBody);
  const { laws, pairs } = scene.contacts;
  checkCurvatures(scene);
  const penalties = [...laws.flat(), ...pairs].map(({ penalty }) => penalty);
  return {
    scene,
    bodies,
    free: bodies.filter(({ inverseMass }) => inverseMass > 0),
    laws: createSolidLaws(scene.contacts),
    pairs: new Map(),
    broadPhase: createBroadPhase('aabb-tree'),
    boxes: new Float64Array(6 * bodies.length),
    range: Math.max(0, ...penalties.map((law) => (law?.kind === 'spring-damper' ? interactionRange(law) : 0))),
    workspaces: new Map(),
    totals: createLedgerTotals(),
    totalsAtStart: createLedgerTotals(),
    time: 0,
    stepCount: 0,
    found: createContactPoints(true),
  };
}

const createBodyState = (): BodyState => ({ ...createMovingPose(), inverseInertia: createMat3(0, 0, 0) });

function createCompliantBody(body: SolidBody, index: number): CompliantBody {
  const { name, shape, motion, trigger, pose, velocity, angularVelocity, mass, moments, principalAxes } = body;
  const isFree = motion === 'free';
  const principal = isFree ? createMat3(1 / moments.x, 1 / moments.y, 1 / moments.z) : createMat3(0, 0, 0);
  const ownInverseInertia = rotateTensor(createMat3(), principalAxes, principal);
  return {
    ...copyMovingPose(createMovingPose(), { pose, velocity, angularVelocity }),
    inverseMass: isFree ? 1 / mass : 0,
    inverseInertia: rotateTensor(createMat3(), pose.rotation, ownInverseInertia),
    ownInverseInertia,
    index,
    name,
    shape,
    radius: shapeRadius(shape),
    trigger,
    thickness: thicknessOf(shape),
    ...(!isFree && { prescribed: { pose, velocity, angularVelocity, acceleration: createVec3() } }),
    stepStart: createBodyState(),
    start: createBodyState(),
    maxInverseInertia: isFree ? 1 / Math.min(moments.x, moments.y, moments.z) : 0,
    stiffness: 0,
    damping: 0,
    travel: 0,
    slot: -1,
  };
}

/** Detects overlaps; its force is not applied. */
const TRIGGER_LAW: ContactLaw = {
  kind: 'spring-damper',
  stiffness: 1,
  damping: 0,
  restDistance: 0,
  noTension: true,
};

/** A pair of bodies of which at least one is free or a trigger; undefined if they ignore each other. */
export function createPair(
  { laws, found }: CompliantWorld,
  a: CompliantBody,
  b: CompliantBody,
): CompliantPair | undefined {
  const trigger = a.trigger || b.trigger;
  if (!trigger && a.inverseMass === 0 && b.inverseMass === 0) return undefined;
  const { collide, penalty, material, tangentialRatio } = laws(a.index, b.index);
  if (!collide) return undefined;
  const given = trigger ? TRIGGER_LAW : penalty;
  if (given === undefined) {
    throw new SimulationError(`contacts: ${a.name} and ${b.name} need a penalty law`);
  }
  return {
    a,
    b,
    given,
    friction: trigger ? undefined : compliantFriction(material, tangentialRatio),
    law: hasRadius(given) ? given : undefined,
    cache: createPairCache(),
    attached: false,
    trigger,
    points: [],
    pointCount: 0,
    foundCount: 0,
    found,
    springs: [],
    depth: Number.NEGATIVE_INFINITY,
    depthRate: 0,
    startDepth: Number.NEGATIVE_INFINITY,
    startDepthRate: 0,
    endDepth: Number.NEGATIVE_INFINITY,
    endDepthRate: 0,
  };
}

/** Stores the current state of a body. */
export function storeState(out: BodyState, body: CompliantBody): void {
  copyMovingPose(out, body);
  copyMat3(out.inverseInertia, body.inverseInertia);
}

/** Returns to a stored state. */
export function loadState(body: CompliantBody, from: BodyState): void {
  copyMovingPose(body, from);
  copyMat3(body.inverseInertia, from.inverseInertia);
}

/** Moves fixed and prescribed bodies to `time` [s]. */
export function movePrescribed(bodies: readonly CompliantBody[], time: number): void {
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
