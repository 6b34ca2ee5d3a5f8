import { rotationAboutZ } from '../math/mat3.ts';
import { addScaledVec3, addVec3, createVec3, dotVec3, type Vec3 } from '../math/vec3.ts';
import { type CompositeBody, dropCompensation } from './composite-body.ts';
import { createContactWatch } from './contact-events.ts';
import { correctPenetrations } from './correct-penetrations.ts';
import { applySprings, storeSpringEnergy, updateDocks } from './dock-springs.ts';
import { hasSprings } from './dock-stages.ts';
import { pathOf, setOnPath } from './follow-paths.ts';
import { kick, type Load, loadsAt } from './forces.ts';
import { holdPins } from './hold-pins.ts';
import { closingSpeed, type ImpactContact, impactPoint, resolveImpacts } from './impact-contact.ts';
import { closeContactWork } from './ledger-totals.ts';
import { bounceJoined, divideContacts, solveJoinedMidpoint, storeVelocitiesBefore } from './planar-joint-contacts.ts';
import { flyFromMidpoint, flyToMidpoint, type PlanarJoints, updatePlanarMotors } from './planar-joints.ts';
import { applyOrbit } from './planar-orbit.ts';
import { gatherResting, solveResting } from './resting-contacts.ts';
import { countSteps } from './step-count.ts';
import { createTouchFinder, type Touch } from './touching.ts';
import { recordEvent, recordFrameAtStep, type World } from './world.ts';

/**
 * Fixed steps with impulses, [CP13-4.1], by Moreau's midpoint rule: half a step of flight, all impulses at the midpoint,
 * half a step of flight. Flight under gravity is then exact, and momentum, angular momentum and energy balance to machine precision in
 * any contact. With `untilFree` they end when no springs of a docking act any more and no bodies touch. Order at the midpoint: approaches faster than `restitutionThreshold`, half of the step's forces included, bounce;
 * the forces act over the full step; the remaining approaches become resting contacts with friction.
 */
export function* runSteps(world: World, untilFree = false): Generator<number, 'end' | 'event-limit' | 'free'> {
  const { end, step, maxEvents } = world.scene.time;
  const { tolerance } = world.scene.contacts;
  const { observer, resting, joints } = world;
  const finder = createTouchFinder(world);
  const watch = createContactWatch(world);
  const start = world.time;
  const count = countSteps(start, end, step);
  recordFrameAtStep(world, step);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? end : start + (k + 1) * step;
    const h = next - world.time;
    observer.working?.('moving');
    world.time += 0.5 * h;
    const fly = (composite: CompositeBody, time: number) => drift(world, composite, time);
    if (joints) {
      updatePlanarMotors(joints, world.scene.joints);
      flyToMidpoint(joints, world.composites, h, fly);
    } else for (const composite of world.composites) fly(composite, 0.5 * h);
    updateDocks(world);
    const touches = finder.find(() => tolerance);
    observer.working?.('responding');
    watch.update(touches);
    const all = touches.map((touch) => createImpactContact(world, touch));
    const { joined, others: impactContacts } = joints ? divideContacts(joints, all) : { joined: [], others: all };
    const loads = movingLoads(world);
    kick(world, 0.5 * h, world.time);
    bounce(world, impactContacts);
    if (joints) bounceJoined(joints, world, joined, h);
    kick(world, -0.5 * h, world.time);
    // forces of the step, then impulses that prevent penetration and hold or brake sliding
    gatherResting(resting, world, impactContacts, world.steps);
    if (joints) storeVelocitiesBefore(joints, world);
    kick(world, h, world.time);
    applyOrbit(world, h);
    applySprings(world, h);
    solveResting(resting, world, impactContacts, world.steps);
    correctPenetrations(resting, world, impactContacts, h);
    if (joints) solveJoinedMidpoint(joints, world, joined, h);
    holdPins(world, h);
    for (const load of loads) addWork(world, load, h);
    observer.working?.('moving');
    world.time = next;
    if (joints) {
      flyFromMidpoint(joints, world.composites, fly);
      recordBroken(world, joints);
    } else for (const composite of world.composites) fly(composite, 0.5 * h);
    for (const composite of world.composites) dropCompensation(composite, next);
    storeSpringEnergy(world);
    closeContactWork(world.totals);
    world.steps++;
    recordFrameAtStep(world, step);
    if (world.collisions >= maxEvents) return 'event-limit';
    if (untilFree && !world.docks.some(hasSprings) && touches.length === 0) return 'free';
    yield world.time;
  }
  return 'end';
}

/** Records the joints that broke in the last step. */
function recordBroken(world: World, { joints }: PlanarJoints): void {
  for (const index of joints.broken) {
    const joint = joints.list[index];
    if (!joint) continue;
    const { name, bodyA, bodyB } = joint.definition;
    const [a, b] = [bodyA, bodyB].map((body) => (body < 0 ? 'world' : world.names[body]));
    const { reaction: r } = joint;
    recordEvent(world, {
      type: 'joint-break',
      time: world.time,
      bodies: [a, b],
      joint: name,
      force: Math.hypot(r[0], r[1], r[2]),
      torque: Math.hypot(r[3], r[4], r[5]),
    });
  }
}

/** To `world.time`, which is `h` later. */
function drift(world: World, composite: CompositeBody, h: number): void {
  const path = pathOf(world, composite);
  if (path !== undefined) {
    setOnPath(composite, path, world.time);
    return;
  }
  const { pose, velocity, angularVelocity } = composite;
  addScaledVec3(pose.position, pose.position, velocity, h);
  composite.angle += h * angularVelocity.z;
  rotationAboutZ(pose.rotation, composite.angle);
  composite.since += h;
}

function createImpactContact(world: World, touch: Touch): ImpactContact {
  const { a, b, bodyA, bodyB, manifold, law } = touch;
  const points = manifold.points.map(({ pointA, pointB, distance }) => impactPoint(pointA, pointB, distance));
  const single = world.scene.contacts.manifold === 'single' && points.length === 2;
  const used = single ? [impactPoint(points[0].pointA, points[1].pointA, points[0].distance)] : points;
  return { a, b, bodyA, bodyB, normal: { ...manifold.normal }, points: used, material: law.material };
}

/**
 * Contacts that approach faster than `restitutionThreshold` bounce, and so do those that they make approach as fast: an impact passes through
 * touching bodies. Slower approaches that they cause end at rest.
 */
function bounce(world: World, impactContacts: readonly ImpactContact[]): void {
  const { restitutionThreshold } = world.scene.contacts;
  if (!impactContacts.some((impactContact) => closingSpeed(impactContact) > restitutionThreshold)) return;
  resolveImpacts(world, impactContacts, { restitutionThreshold, approachTolerance: restitutionThreshold });
}

interface MovingLoad {
  readonly load: Load;
  /** Velocities at the start of the step. */
  readonly velocity: Vec3;
  readonly angularVelocity: number;
}

function movingLoads(world: World): MovingLoad[] {
  return loadsAt(world, world.time).map((load) => {
    const { velocity, angularVelocity } = load.composite;
    return { load, velocity: { ...velocity }, angularVelocity: angularVelocity.z };
  });
}

/** Work of a load: half a step was flown with the velocity before the impulses, half with the one after them. */
function addWork(world: World, { load, velocity, angularVelocity }: MovingLoad, h: number): void {
  const { composite, force, torque } = load;
  const velocitySum = addVec3(createVec3(), velocity, composite.velocity);
  world.totals.externalWork +=
    0.5 * h * (dotVec3(force, velocitySum) + torque * (angularVelocity + composite.angularVelocity.z));
}
