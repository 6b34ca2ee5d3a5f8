import { rotationAboutZ } from '../math/mat3.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import {
  ANGULAR_VELOCITY,
  createSolverBodies,
  INVERSE_INERTIA,
  INVERSE_MASS,
  RECORD,
} from '../response/solver/solver-bodies.ts';
import type { PlanarScene } from '../scene/scene.ts';
import type { CompositeBody } from './composite-body.ts';
import type { LedgerTotals } from './ledger-totals.ts';
import { limitJointEnergy } from './solids/steps/joint-energy.ts';
import type { JointedWorld } from './solids/steps/jointed-world.ts';
import {
  addWorkOfGravity,
  beginJoints,
  divideFlight,
  finishJoints,
  projectJointVelocities,
  solveJointsBeforeFlight,
} from './solids/steps/joints.ts';
import { createStepJoints, insertJointAt } from './solids/steps/step-joints.ts';

/**
 * Joints of a planar world in fixed steps. They are those of space, restricted to the plane z = 0: bodies have the same moment of inertia about
 * all axes, rotate about z, and rows that act out of the plane are left out. Body i of the scene is body i of the joints.
 */
export interface PlanarJoints extends JointedWorld {
  readonly settings: { time: number };
  readonly scene: JointedWorld['scene'] & { readonly time: { step: number } };
}

/** The joints of a scene at the start; undefined if it has none. */
export function createPlanarJoints(
  scene: PlanarScene,
  composites: readonly CompositeBody[],
  totals: LedgerTotals,
): PlanarJoints | undefined {
  if (scene.joints === undefined) return undefined;
  const count = composites.length;
  const principalAxes = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) principalAxes[4 * i] = 1;
  const joints = createStepJoints();
  const poseOf = (body: number): Pose => {
    const pose = createPose();
    if (body < 0) return pose;
    Object.assign(pose.position, composites[body].pose.position);
    rotationAboutZ(pose.rotation, composites[body].angle);
    return pose;
  };
  for (const definition of scene.joints) {
    insertJointAt({ joints, totals }, definition, poseOf(definition.bodyA), poseOf(definition.bodyB));
  }
  return {
    joints,
    bodies: {
      count,
      positions: new Float64Array(3 * count),
      moments: new Float64Array(3 * count),
      principalAxes,
    },
    solver: createSolverBodies(count),
    free: Uint8Array.from(composites, ({ inverseMass }) => (inverseMass > 0 ? 1 : 0)),
    settings: { time: scene.time.step },
    scene: { forces: scene.forces, time: { step: scene.time.step } },
    totals,
    before: new Float64Array(6 * count),
  };
}

/** Takes the motors of the joints from the scene, where a program may change them between steps. */
export function updatePlanarMotors({ joints }: PlanarJoints, definitions: PlanarScene['joints'] = []): void {
  for (const [i, definition] of definitions.entries()) {
    const joint = joints.list[i];
    if (joint) joint.definition = definition;
  }
}

/** Copies the state of the bodies to the joints. */
// biome-ignore format: one vector per line
export function loadPlanarBodies({ bodies, solver }: JointedWorld, composites: readonly CompositeBody[]): void {
  const { records, principalOrientations: q } = solver;
  for (const [i, { pose: { position }, angle, velocity, angularVelocity, inverseMass, inverseInertia }] of composites.entries()) {
    const r = RECORD * i;
    bodies.positions[3 * i] = position.x; bodies.positions[3 * i + 1] = position.y;
    q[4 * i] = cos(0.5 * angle); q[4 * i + 3] = sin(0.5 * angle);
    records[r] = velocity.x; records[r + 1] = velocity.y;
    records[r + ANGULAR_VELOCITY + 2] = angularVelocity.z;
    records[r + INVERSE_MASS] = inverseMass;
    const inverse = inverseInertia.zz;
    const j = r + INVERSE_INERTIA;
    records[j] = inverse; records[j + 3] = inverse; records[j + 5] = inverse;
    bodies.moments.fill(inverse > 0 ? 1 / inverse : 0, 3 * i, 3 * i + 3);
  }
}

/** Copies the velocities of free bodies back. */
export function storePlanarVelocities(
  { solver: { records } }: JointedWorld,
  composites: readonly CompositeBody[],
): void {
  for (const [i, { velocity, angularVelocity, inverseMass }] of composites.entries()) {
    if (inverseMass === 0) continue;
    velocity.x = records[RECORD * i];
    velocity.y = records[RECORD * i + 1];
    angularVelocity.z = records[RECORD * i + ANGULAR_VELOCITY + 2];
  }
}

/** Fraction of a flight that counts as nothing. */
const ROUNDING = 1e-9;

/** Moves the bodies by their velocities for a time [s]. */
type Drift = (composite: CompositeBody, time: number) => void;

/** The flight of the first half of a step of length `h` [s], with the joints solved before each of its pieces. */
export function flyToMidpoint(
  joined: PlanarJoints,
  composites: readonly CompositeBody[],
  h: number,
  drift: Drift,
): void {
  joined.settings.time = h;
  joined.scene.time.step = h;
  loadPlanarBodies(joined, composites);
  if (!beginJoints(joined)) {
    for (const composite of composites) drift(composite, 0.5 * h);
    return;
  }
  divideFlight(joined, 0.5 * h);
  flyPieces(joined, composites, 0.5 * h, 0.5 * h, drift);
}

/** The flight of the second half of a step, whose first piece the impulses at the midpoint have prepared; then the state of the joints. */
export function flyFromMidpoint(joined: PlanarJoints, composites: readonly CompositeBody[], drift: Drift): void {
  const h = joined.settings.time;
  if (joined.joints.system.joints.length === 0) {
    for (const composite of composites) drift(composite, 0.5 * h);
    return;
  }
  const piece = (0.5 * h) / joined.joints.pieces;
  for (const composite of composites) drift(composite, piece);
  loadPlanarBodies(joined, composites);
  flyPieces(joined, composites, 0.5 * h - piece, 0, drift);
  projectJointVelocities(joined);
  limitJointEnergy(joined);
  finishJoints(joined);
  storePlanarVelocities(joined, composites);
}

/** Flies `time` [s] in pieces; impulses before a piece act `start` minus the time left after the midpoint, or before it if positive. */
function flyPieces(
  joined: PlanarJoints,
  composites: readonly CompositeBody[],
  time: number,
  start: number,
  drift: Drift,
): void {
  const piece = (0.5 * joined.settings.time) / joined.joints.pieces;
  for (let left = time; left > ROUNDING * joined.settings.time; ) {
    const flown = solveJointsBeforeFlight(joined, Math.min(piece, left), 0);
    const shift = start - left;
    if (shift !== 0) addWorkOfGravity(joined, shift);
    storePlanarVelocities(joined, composites);
    for (const composite of composites) drift(composite, flown);
    loadPlanarBodies(joined, composites);
    left -= flown;
  }
}
