import { rotationAboutZ } from '../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { addJointRow, CONTACT, type JointRows, rowVelocity } from '../response/joints/joint-rows.ts';
import { setFirsts, setJointRows } from '../response/joints/joint-system.ts';
import { solveJointVelocities } from '../response/joints/solve-joint-velocities.ts';
import { RECORD } from '../response/solver/solver-bodies.ts';
import { closingSpeed, type ImpactContact, recordImpulse } from './impact-contact.ts';
import { loadPlanarBodies, type PlanarJoints, storePlanarVelocities } from './planar-joints.ts';
import { addJointImpulses } from './solids/steps/joint-ledger.ts';
import { finishJointsAtMidpoint, setMotorTargets } from './solids/steps/joints.ts';
import { recordEvent, type World } from './world.ts';

/**
 * Contacts of joined bodies in the plane. They are rows of the same equations as the joints, with bounds: the normal impulse is not negative,
 * the friction impulse is within the Coulomb limits, which follow from the normal impulses by a few repetitions. One direct solution for all
 * of them does not depend on the ratio of masses.
 */

const MAX_REPETITIONS = 40;
/** Change of a friction limit relative to the largest one, below which the repetitions end. */
const CONVERGED = 1e-10;
/** Fraction of the penetration beyond the tolerance that is corrected in one step, as in `correct-penetrations.ts`. */
const CORRECTION_FRACTION = 0.2;

/** Divides contacts into those that act on joined bodies, directly or through other bodies, and the rest. */
export function divideContacts(
  { joints: { system }, free }: PlanarJoints,
  contacts: readonly ImpactContact[],
): { readonly joined: ImpactContact[]; readonly others: ImpactContact[] } {
  const reached = new Set<number>();
  for (const { bodies } of system.articulations) for (const body of bodies) reached.add(body);
  const isReached = ({ bodyA, bodyB }: ImpactContact) => reached.has(bodyA) || reached.has(bodyB);
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const { bodyA, bodyB } of contacts.filter(isReached)) {
      for (const body of [bodyA, bodyB]) if (free[body] === 1) reached.add(body);
    }
  }
  return { joined: contacts.filter(isReached), others: contacts.filter((contact) => !isReached(contact)) };
}

/** Stores the velocities before the forces of the step. */
export function storeVelocitiesBefore(joined: PlanarJoints, world: World): void {
  loadPlanarBodies(joined, world.composites);
  copyVelocities(joined.before, joined);
}

function copyVelocities(out: Float64Array, { bodies, solver }: PlanarJoints): void {
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 6; k++) out[6 * i + k] = solver.records[RECORD * i + k];
  }
}

/** The rows of a contact: the first of its points, two rows each, normal and tangential. */
interface ContactRow {
  readonly contact: ImpactContact;
  readonly first: number;
}

const jacobian = new Float64Array(9);

/** Adds two rows per point behind those of the joints. `setJointRows` must have reserved them. */
function addContactRows(joined: PlanarJoints, contacts: readonly ImpactContact[]): ContactRow[] {
  const { joints, solver, bodies } = joined;
  const { rows } = joints.system;
  const found = contacts.map((contact, k) => {
    const first = rows.count;
    const { normal: n, points, bodyA, bodyB } = contact;
    for (const { pointA } of points) {
      for (const [x, y] of [
        [n.x, n.y],
        [-n.y, n.x],
      ]) {
        jacobian[0] = x;
        jacobian[1] = y;
        jacobian[5] = moment(bodies.positions, bodyA, pointA, x, y);
        jacobian[8] = moment(bodies.positions, bodyB, pointA, x, y);
        addJointRow(rows, CONTACT, joints.system.joints.length + k, 0, { bodyA, bodyB }, jacobian, 0, solver.records);
      }
    }
    return { contact, first };
  });
  setFirsts(rows, solver.records);
  return found;
}

function moment(positions: Float64Array, body: number, point: ReadonlyVec3, x: number, y: number): number {
  return (point.x - positions[3 * body]) * y - (point.y - positions[3 * body + 1]) * x;
}

function pointCount(contacts: readonly ImpactContact[]): number {
  return contacts.reduce((sum, { points }) => sum + points.length, 0);
}

/** Solves joints and contacts. `target`: normal velocity of a contact after it [m/s]. */
function solveTogether(
  joined: PlanarJoints,
  found: readonly ContactRow[],
  target: (contact: ImpactContact, point: number, speed: number) => number,
  withFriction: boolean,
): void {
  const { rows } = joined.joints.system;
  const { records } = joined.solver;
  for (const { contact, first } of found) {
    for (const k of contact.points.keys()) {
      const [normal, tangent] = [first + 2 * k, first + 2 * k + 1];
      rows.lows[normal] = 0;
      rows.targets[normal] = target(contact, k, rowVelocity(rows, normal, records, RECORD));
      rows.lows[tangent] = 0;
      rows.highs[tangent] = 0;
      rows.bounds[tangent] = -1;
    }
  }
  solveJointVelocities(rows, records);
  if (!withFriction || !found.some(({ contact }) => contact.material.frictionLaw !== 'none')) return;
  for (let repetition = 0; repetition < MAX_REPETITIONS; repetition++) {
    if (!setFrictionLimits(rows, found, joined)) return;
    solveJointVelocities(rows, records);
  }
}

/** Sets the limits of friction from the present normal impulses; false if they hardly change. */
function setFrictionLimits(rows: JointRows, found: readonly ContactRow[], joined: PlanarJoints): boolean {
  let [change, largest] = [0, 0];
  for (const { contact, first } of found) {
    const { frictionLaw, staticFriction, dynamicFriction } = contact.material;
    if (frictionLaw === 'none') continue;
    for (const k of contact.points.keys()) {
      const tangent = first + 2 * k + 1;
      const isSliding =
        rows.bounds[tangent] !== 0 &&
        rows.highs[tangent] > 0 &&
        Math.abs(rowVelocity(rows, tangent, joined.solver.records, RECORD)) > 0;
      const limit = (isSliding ? dynamicFriction : staticFriction) * Math.max(rows.impulses[first + 2 * k], 0);
      change = Math.max(change, Math.abs(limit - rows.highs[tangent]));
      largest = Math.max(largest, limit);
      if (rows.highs[tangent] === 0 && limit > 0) rows.bounds[tangent] = 0;
      rows.lows[tangent] = -limit;
      rows.highs[tangent] = limit;
    }
  }
  return change > CONVERGED * largest;
}

/** Contacts that approach faster than `restitutionThreshold` bounce; the impulses are transmitted by the joints at once. */
export function bounceJoined(joined: PlanarJoints, world: World, contacts: readonly ImpactContact[], h: number): void {
  const { restitutionThreshold } = world.scene.contacts;
  const speeds = contacts.map(closingSpeed);
  if (!speeds.some((speed) => speed > restitutionThreshold)) return;
  const { system } = joined.joints;
  loadPlanarBodies(joined, world.composites);
  const earlier = new Float64Array(6 * joined.bodies.count);
  copyVelocities(earlier, joined);
  system.extraRows = 2 * pointCount(contacts);
  setJointRows(system, posesOf(joined), joined.solver.records, 0.5 * h);
  const { count } = system.rows;
  const found = addContactRows(joined, contacts);
  solveTogether(
    joined,
    found,
    ({ material }, _, speed) => (speed < -restitutionThreshold ? -material.restitution * speed : 0),
    true,
  );
  system.rows.count = count;
  addJointImpulses(joined, earlier, true);
  storePlanarVelocities(joined, world.composites);
  for (const [i, { contact, first }] of found.entries()) {
    const normalImpulse = recordRows(joined, world, contact, first, earlier, speeds[i], 'impact');
    if (normalImpulse === 0) continue;
    const { x, y, z } = contact.points[0].pointA;
    recordEvent(world, {
      type: 'collision',
      time: world.time,
      bodies: [world.names[contact.bodyA], world.names[contact.bodyB]],
      point: [x, y, z],
      normal: [contact.normal.x, contact.normal.y, contact.normal.z],
      impulse: normalImpulse,
      closingSpeed: speeds[i],
      points: contact.points.length,
    });
  }
}

/** The impulses at the midpoint of a step: joints with springs, motors and friction, and resting contacts. */
export function solveJoinedMidpoint(
  joined: PlanarJoints,
  world: World,
  contacts: readonly ImpactContact[],
  h: number,
): void {
  const { system } = joined.joints;
  const { before, solver } = joined;
  correctJoined(joined, world, contacts, h);
  loadPlanarBodies(joined, world.composites);
  for (const joint of system.joints) setMotorTargets(joint, world.time);
  system.extraRows = 2 * pointCount(contacts);
  setJointRows(system, posesOf(joined), solver.records, 0.5 * h, { time: h, before });
  const { count } = system.rows;
  const found = addContactRows(joined, contacts);
  solveTogether(joined, found, () => 0, true);
  system.rows.count = count;
  finishJointsAtMidpoint(joined, true);
  storePlanarVelocities(joined, world.composites);
  for (const { contact, first } of found) recordRows(joined, world, contact, first, before, undefined, 'resting');
}

function posesOf({ bodies, solver }: PlanarJoints) {
  return { positions: bodies.positions, principalOrientations: solver.principalOrientations };
}

/** Records the impulses of a contact with their work since `earlier`; returns the normal impulse [N s]. */
function recordRows(
  joined: PlanarJoints,
  world: World,
  contact: ImpactContact,
  first: number,
  earlier: Float64Array,
  speed: number | undefined,
  kind: 'impact' | 'resting',
): number {
  const { rows } = joined.joints.system;
  const { normal: n } = contact;
  let sum = 0;
  for (const [k, point] of contact.points.entries()) {
    const [i, j] = [first + 2 * k, first + 2 * k + 1];
    const [p, t] = [rows.impulses[i], rows.impulses[j]];
    if (p === 0 && t === 0) continue;
    const before = rowVelocity(rows, i, earlier, 6);
    const work =
      0.5 * p * (before + rowVelocity(rows, i, joined.solver.records, RECORD)) +
      0.5 * t * (rowVelocity(rows, j, earlier, 6) + rowVelocity(rows, j, joined.solver.records, RECORD));
    world.totals.contactWork += work;
    const isSliding = rows.bounds[j] !== 0;
    recordImpulse(world, contact, point, {
      impulse: createVec3(p * n.x - t * n.y, p * n.y + t * n.x),
      closingSpeed: speed ?? -before,
      work,
      mode:
        kind === 'resting'
          ? 'resting'
          : contact.material.frictionLaw === 'none'
            ? 'frictionless'
            : isSliding
              ? 'slide'
              : 'stick',
    });
    sum += p;
  }
  return sum;
}

/** Moves bodies apart that penetrate deeper than the tolerance, together with the bodies joined to them; see `correct-penetrations.ts`. */
function correctJoined(joined: PlanarJoints, world: World, contacts: readonly ImpactContact[], h: number): void {
  const { tolerance, restitutionThreshold } = world.scene.contacts;
  const excess = (distance: number) => Math.max(0, -distance - tolerance);
  if (!contacts.some(({ points }) => points.some(({ distance }) => excess(distance) > 0))) return;
  const { system } = joined.joints;
  const { records } = joined.solver;
  loadPlanarBodies(joined, world.composites);
  for (let i = 0; i < joined.bodies.count; i++) records.fill(0, RECORD * i, RECORD * i + 6);
  system.extraRows = 2 * pointCount(contacts);
  setJointRows(system, posesOf(joined), records, h);
  const found = addContactRows(joined, contacts);
  const wanted = (distance: number) => {
    const speed = (CORRECTION_FRACTION * excess(distance)) / h;
    return restitutionThreshold > 0 ? Math.min(speed, 10 * restitutionThreshold) : speed;
  };
  solveTogether(joined, found, ({ points }, k) => wanted(points[k].distance), false);
  shiftBodies(joined, world, h);
}

/** Moves the bodies by the velocities of the joints for `h` [s]; the ledger as in `correct-penetrations.ts`. */
function shiftBodies({ solver: { records } }: PlanarJoints, world: World, h: number): void {
  const { totals, composites, scene } = world;
  for (const [i, composite] of composites.entries()) {
    if (composite.inverseMass === 0) continue;
    const { pose, mass, velocity: v } = composite;
    const [x, y] = [h * records[RECORD * i], h * records[RECORD * i + 1]];
    pose.position.x += x;
    pose.position.y += y;
    composite.angle += h * records[RECORD * i + 5];
    rotationAboutZ(pose.rotation, composite.angle);
    totals.contactWork -= mass * (scene.forces.gravity.x * x + scene.forces.gravity.y * y);
    totals.angularImpulseOnImmovable.z -= mass * (x * v.y - y * v.x);
  }
}
