import type { ReadonlyMat3 } from '../math/mat3.ts';
import { poseAt } from '../math/motion.ts';
import { createSampledMotion, motionBetween } from '../math/motion-between.ts';
import { createPose } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import type { BodyId } from '../world/body-options.ts';
import type { World } from '../world/world.ts';
import { createWorldFromScene } from '../world/world-from-scene.ts';
import type { WorldSnapshot } from '../world/world-snapshot.ts';
import { materialParameters, withMaterials } from './material-parameters.ts';
import { FmuError, type FmuModel, stepsUntil } from './model.ts';
import { dockingInputs, dockingOutputs, undock, undockNames, writeDockings } from './scene-docking.ts';
import { createJointInputs, jointInputs, jointOutputs, writeJoints } from './scene-joints.ts';
import {
  type BodyPair,
  bodyOutputs,
  contactOutputs,
  distanceName,
  energyOutputs,
  gravityParameters,
  pairOutputs,
} from './scene-variables.ts';
import { type OutputWriter, outputWriter, valueList } from './value-list.ts';
import { type FmuVariable, namePart, vectorVariables } from './variables.ts';

/** A body that inputs act on. */
interface ActedBody {
  /** Handle, the index in the scene. */
  readonly id: BodyId;
  /** Index of its first input among the settable values. */
  readonly at: number;
}

/** A prescribed body, whose inputs are the pose at the end of the communication step. */
interface FollowingBody extends ActedBody {
  /** Start values of its inputs. */
  readonly start: readonly number[];
  /** It moves as in the scene until an input has another value than at the start; then it follows the inputs. */
  isFollowing: boolean;
  /** Pose at the end of the next internal step. */
  next: { position: readonly [number, number, number]; orientation: ReadonlyMat3 };
}

/** State that `save` returns. */
interface SolidState {
  readonly snapshot: Omit<WorldSnapshot, 'entries' | 'scene'>;
  readonly gravity: WorldSnapshot['scene']['forces']['gravity'];
  readonly following: readonly boolean[];
  /** Values of the inputs of joints that were applied last. */
  readonly motors: readonly number[];
  readonly counts: Counts;
}

/** Events since the start. */
interface Counts {
  collisions: number;
  dockings: number;
}

/** Model of a scene of solids: forces and torques on its free bodies, poses of its prescribed bodies, docking of its ports. */
export function createSolidModel(scene: SolidScene, pairs: readonly BodyPair[]): FmuModel {
  const [settable, outputs] = [solidInputs(scene), solidOutputs(scene, pairs)];
  const indices = new Map(settable.map(({ name }, i) => [name, i]));
  const find = (name: string) => indices.get(name) ?? -1;
  const free = bodiesOf(scene, 'free').map((id) => ({ id, at: find(`${partOf(scene, id)}.force[1]`) }));
  const prescribed = bodiesOf(scene, 'prescribed').map((id): FollowingBody => {
    const at = find(`${partOf(scene, id)}.target.position[1]`);
    const start = settable.slice(at, at + 7).map((variable) => variable.start ?? 0);
    return { id, at, start, isFollowing: false, next: { position: [0, 0, 0], orientation: createPose().rotation } };
  });
  const gravityAt = find('gravity[1]');
  const undocks = undockNames(scene).map(find);
  const motors = createJointInputs(scene.joints, find);
  const counts: Counts = { collisions: 0, dockings: 0 };
  let world = createCountingWorld(scene, counts);
  const start = (values: Float64Array) => {
    world = createCountingWorld(sceneWith(scene, settable, values), counts);
    Object.assign(counts, { collisions: 0, dockings: 0 });
    for (const body of prescribed) body.isFollowing = false;
    motors.restore();
  };
  return {
    settable,
    outputs,
    timeStep: scene.time.step,
    start,
    advance(values, elapsed) {
      const [x, y, z] = values.subarray(gravityAt, gravityAt + 3);
      const { gravity } = world;
      if (x !== gravity.x || y !== gravity.y || z !== gravity.z) world.setGravity([x, y, z]);
      const end = stepsUntil(elapsed, scene.time.step);
      for (const body of prescribed) follow(world, body, values);
      motors.apply(values, world.setMotor);
      for (const [docking, at] of undocks.entries()) undock(world, docking, values[at] !== 0);
      while (world.stepCount < end) {
        for (const body of free) applyInputs(world, body, values);
        for (const body of prescribed) aim(world, body, values, (end - world.stepCount) * scene.time.step);
        world.step();
      }
    },
    writeOutputs: (out) => writeSolidOutputs(outputWriter(out), world, scene, pairs, counts),
    save(): SolidState {
      const { entries, scene: settings, ...snapshot } = world.snapshot();
      const following = prescribed.map(({ isFollowing }) => isFollowing);
      return { snapshot, gravity: settings.forces.gravity, following, motors: motors.save(), counts: { ...counts } };
    },
    restore(state, values) {
      const saved = state as SolidState;
      start(values);
      for (const [i, body] of prescribed.entries()) if (saved.following[i]) beginToFollow(world, body);
      const { entries, scene: settings } = world.snapshot();
      const forces = { ...settings.forces, gravity: saved.gravity };
      world.restore({ ...saved.snapshot, entries, scene: { ...settings, forces } });
      motors.restore(saved.motors);
      Object.assign(counts, saved.counts);
    },
  };
}

/** The world of a scene, which counts its events. */
function createCountingWorld(scene: SolidScene, counts: Counts): World {
  const world = createWorldFromScene(scene);
  world.on('impulse', ({ trigger }) => {
    if (!trigger) counts.collisions++;
  });
  world.on('docking', ({ event }) => {
    if (event.type === 'docking') counts.dockings++;
  });
  return world;
}

function bodiesOf(scene: SolidScene, motion: 'free' | 'prescribed'): BodyId[] {
  return [...scene.bodies.keys()].filter((i) => scene.bodies[i].motion === motion);
}

function partOf(scene: SolidScene, i: number): string {
  return namePart(scene.bodies[i].name);
}

function solidInputs(scene: SolidScene): FmuVariable[] {
  const zero = [0, 0, 0];
  const inputs = scene.bodies.flatMap(({ name, motion, pose }): FmuVariable[] => {
    const part = namePart(name);
    const input = (what: string, text: string, rest: Partial<FmuVariable>, starts: readonly number[]) =>
      vectorVariables(
        starts.length,
        { name: `${part}.${what}`, role: 'input', description: `${text}, world axes`, ...rest },
        starts,
      );
    if (motion === 'free') {
      return [
        ...input('force', `Force on ${name} at its centre of mass`, { quantity: 'Force' }, zero),
        ...input('torque', `Torque on ${name}`, { quantity: 'Torque' }, zero),
      ];
    }
    if (motion !== 'prescribed') return [];
    const { position: p } = pose;
    const { w, x, y, z } = quaternionFromRotation(pose.rotation);
    const at = `at the end of the communication step`;
    return [
      ...input('target.position', `Position of ${name} ${at}`, { quantity: 'Position' }, [p.x, p.y, p.z]),
      ...input('target.orientation', `Orientation of ${name} ${at}: quaternion w, x, y, z`, {}, [w, x, y, z]),
    ];
  });
  return [
    ...inputs,
    ...jointInputs(scene.joints),
    ...dockingInputs(scene),
    ...gravityParameters(scene.forces.gravity, 'tunable'),
    ...materialParameters(scene),
  ];
}

/** Outputs in the order in which they are written. */
function solidOutputs(scene: SolidScene, pairs: readonly BodyPair[]): FmuVariable[] {
  return [
    ...bodyOutputs(scene, 3),
    ...pairOutputs(scene, pairs),
    ...contactOutputs(),
    ...dockingOutputs(scene),
    ...jointOutputs(scene.joints),
    ...energyOutputs(3),
  ];
}

/** The scene with the values of its parameters. */
function sceneWith(scene: SolidScene, settable: readonly FmuVariable[], values: Float64Array): SolidScene {
  const list = valueList(settable, values);
  const [x, y, z] = list.vector('gravity', 3);
  const changed = withMaterials(scene, list.get);
  return { ...changed, forces: { ...scene.forces, gravity: { x, y, z } } };
}

function applyInputs(world: World, { id, at }: ActedBody, values: Float64Array): void {
  const [fx, fy, fz, tx, ty, tz] = values.subarray(at, at + 6);
  // a force of zero would wake the body
  if (fx !== 0 || fy !== 0 || fz !== 0) world.applyForce(id, [fx, fy, fz]);
  if (tx !== 0 || ty !== 0 || tz !== 0) world.applyTorque(id, [tx, ty, tz]);
}

function follow(world: World, body: FollowingBody, values: Float64Array): void {
  if (!body.isFollowing && body.start.some((value, i) => values[body.at + i] !== value)) beginToFollow(world, body);
}

function beginToFollow(world: World, body: FollowingBody): void {
  body.isFollowing = true;
  world.set(body.id, { path: () => body.next });
}

const motion = createSampledMotion();
const pose = createPose();

/** Sets the pose at the end of the next internal step: the body moves with constant velocities to that of its inputs in `rest` [s]. */
function aim(world: World, body: FollowingBody, values: Float64Array, rest: number): void {
  if (!body.isFollowing) return;
  const [x, y, z, qw, qx, qy, qz] = values.subarray(body.at, body.at + 7);
  if (qw === 0 && qx === 0 && qy === 0 && qz === 0) {
    throw new FmuError(`${world.state(body.id).name}.target.orientation: must not be the zero quaternion`);
  }
  const target = createPose([x, y, z], [qw, qx, qy, qz]);
  const { position, rotation } = world.state(body.id);
  const { timeStep } = world;
  // the last step ends at the pose of the inputs
  if (rest <= 1.5 * timeStep) body.next = { position: [x, y, z], orientation: target.rotation };
  else {
    poseAt(pose, motionBetween(motion, { position, rotation }, target, rest), timeStep);
    const { position: p } = pose;
    body.next = { position: [p.x, p.y, p.z], orientation: { ...pose.rotation } };
  }
}

function writeSolidOutputs(
  out: OutputWriter,
  world: World,
  scene: SolidScene,
  pairs: readonly BodyPair[],
  counts: Counts,
): void {
  const contacts = world.contacts();
  const touching = new Set(contacts.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]));
  for (const [id, body] of scene.bodies.entries()) {
    if (body.motion === 'fixed') continue;
    const { position, orientation: q, velocity, angularVelocity } = world.state(id);
    out.vector(position);
    for (const value of [q.w, q.x, q.y, q.z]) out.number(value);
    out.vector(velocity);
    out.vector(angularVelocity);
    out.flag(touching.has(id));
  }
  for (const [a, b] of pairs) {
    const { distance } = world.closest(a, b);
    if (!Number.isFinite(distance)) throw new FmuError(`${distanceName(scene, [a, b])}: the distance is not finite`);
    out.number(distance);
    out.flag(contacts.some(({ bodyA, bodyB }) => (bodyA === a && bodyB === b) || (bodyA === b && bodyB === a)));
  }
  out.number(contacts.length);
  out.number(counts.collisions);
  writeDockings(out, world, scene, counts.dockings);
  writeJoints(out, scene.joints, world.jointState);
  const { kineticEnergy, potentialEnergy } = world.ledger();
  out.number(kineticEnergy);
  out.number(potentialEnergy);
}
