import { quaternionFromRotation } from '../math/quaternion.ts';
import { closest } from '../pairs/query.ts';
import type { PlanarScene } from '../scene/scene.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { createSceneWorld, type SceneSnapshot, type SceneWorld } from '../world/scene-world.ts';
import { materialParameters, withMaterials } from './material-parameters.ts';
import { FmuError, type FmuModel, stepsUntil } from './model.ts';
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

type RunScene = PlanarScene | SolidScene;

/** Fixed steps continue until the importer stops; this many steps are months of simulation. */
const STEP_LIMIT = 1e9;

/** Events since the start. */
interface Counts {
  readonly collisions: number;
  readonly dockings: number;
}

/** State that `save` returns. */
interface RunState {
  readonly snapshot: SceneSnapshot;
  readonly counts: Counts;
  /** Values of the inputs of joints that were applied last. */
  readonly motors: readonly number[];
}

/**
 * Model of a run of a scene: of the plane, or of solids with penalty forces. Forces act in fixed steps; an event-driven run is
 * computed ahead, up to the end time of the scene. A state is restored by repeating the run up to it.
 */
export function createRunModel(scene: RunScene, pairs: readonly BodyPair[]): FmuModel {
  const settable = runInputs(scene);
  const outputs = runOutputs(scene, pairs);
  const size = dimensionOf(scene) === 2 ? 3 : 6;
  const indices = new Map(settable.map(({ name }, i) => [name, i]));
  const acted = [...scene.bodies.keys()].flatMap((body) => {
    const at = indices.get(`${namePart(scene.bodies[body].name)}.force[1]`);
    return at === undefined ? [] : [{ body, at }];
  });
  const motors = createJointInputs(scene.joints, (name) => indices.get(name) ?? -1);
  let world = createSceneWorld(scene);
  let counts: Counts = { collisions: 0, dockings: 0 };
  const start = (values: Float64Array) => {
    world = createSceneWorld(sceneWith(scene, settable, values));
    counts = { collisions: 0, dockings: 0 };
    motors.restore();
  };
  return {
    settable,
    outputs,
    timeStep: scene.time.step,
    start,
    advance(values, elapsed) {
      const end = stepsUntil(elapsed, scene.time.step);
      if (world.stepCount < end) motors.apply(values, world.setMotor);
      while (world.stepCount < end) {
        for (const { body, at } of acted) applyInputs(world, body, values.subarray(at, at + size));
        world.step();
        counts = countEvents(world, counts);
      }
    },
    writeOutputs: (out) => writeRunOutputs(outputWriter(out), world, scene, pairs, counts),
    save: (): RunState => ({ snapshot: world.snapshot(), counts, motors: motors.save() }),
    restore(state, values) {
      const saved = state as RunState;
      start(values);
      world.restore(saved.snapshot);
      counts = saved.counts;
      motors.restore(saved.motors);
    },
  };
}

function dimensionOf({ world }: RunScene): 2 | 3 {
  return world === 'planar' ? 2 : 3;
}

/** In the plane two components of the force and a torque, in space three of each. */
function applyInputs(world: SceneWorld, body: number, given: Float64Array): void {
  if (given.every((value) => value === 0)) return;
  const [a, b, c, d, e, f] = given;
  if (given.length === 3) world.applyForce(body, [a, b, 0], [0, 0, c]);
  else world.applyForce(body, [a, b, c], [d, e, f]);
}

function countEvents(world: SceneWorld, { collisions, dockings }: Counts): Counts {
  const { events } = world.frame();
  const count = (type: string) => events.filter((event) => event.type === type).length;
  return { collisions: collisions + count('collision'), dockings: dockings + count('docking') };
}

function isEventDriven({ time, contacts }: RunScene): boolean {
  return time.method === 'events' && contacts.response !== 'penalty';
}

function runInputs(scene: RunScene): FmuVariable[] {
  const dimension = dimensionOf(scene);
  const zero = [0, 0, 0].slice(0, dimension);
  const inputs = scene.bodies.flatMap(({ name, motion }): FmuVariable[] => {
    if (motion !== 'free' || isEventDriven(scene)) return [];
    const part = namePart(name);
    const force = {
      name: `${part}.force`,
      role: 'input',
      quantity: 'Force',
      description: `Force on ${name} at its centre of mass, world axes`,
    } as const;
    const torque = {
      name: `${part}.torque`,
      role: 'input',
      quantity: 'Torque',
      description: `Torque on ${name}, world axes`,
    } as const;
    return [
      ...vectorVariables(dimension, force, zero),
      ...(dimension === 2 ? [{ ...torque, type: 'real', start: 0 } as const] : vectorVariables(3, torque, zero)),
    ];
  });
  const gravity = gravityParameters(scene.forces.gravity, 'fixed', dimension);
  return [...inputs, ...jointInputs(scene.joints), ...gravity, ...materialParameters(scene)];
}

function runOutputs(scene: RunScene, pairs: readonly BodyPair[]): FmuVariable[] {
  const dimension = dimensionOf(scene);
  const docking: FmuVariable[] =
    scene.docking.length === 0
      ? []
      : [{ name: 'dockingCount', type: 'integer', role: 'output', description: 'Dockings since the start' }];
  return [
    ...bodyOutputs(scene, dimension),
    ...pairOutputs(scene, pairs),
    ...contactOutputs(),
    ...docking,
    ...jointOutputs(scene.joints, dimension),
    ...energyOutputs(dimension),
  ];
}

/** The scene with the values of its parameters; fixed steps without an end. */
function sceneWith(scene: RunScene, settable: readonly FmuVariable[], values: Float64Array): RunScene {
  const list = valueList(settable, values);
  const [x, y, z = scene.forces.gravity.z] = list.vector('gravity', dimensionOf(scene));
  const end = isEventDriven(scene) ? scene.time.end : STEP_LIMIT * scene.time.step;
  const changed = withMaterials(scene, list.get);
  const parts = { forces: { ...scene.forces, gravity: { x, y, z } }, time: { ...scene.time, end } };
  return { ...changed, ...parts } as RunScene;
}

function writeRunOutputs(
  out: OutputWriter,
  world: SceneWorld,
  scene: RunScene,
  pairs: readonly BodyPair[],
  counts: Counts,
): void {
  const { contacts, ledger, joints = [] } = world.frame();
  const keys = new Set(contacts.map(({ bodyA, bodyB }) => pairKey(bodyA, bodyB)));
  const touching = new Set(contacts.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]));
  for (const [i, body] of scene.bodies.entries()) {
    if (body.motion === 'fixed') continue;
    writeBody(out, world.state(i), dimensionOf(scene));
    out.flag(touching.has(i));
  }
  for (const [a, b] of pairs) {
    const { distance } = closest(scene.bodies[a].shape, world.state(a), scene.bodies[b].shape, world.state(b));
    if (!Number.isFinite(distance)) throw new FmuError(`${distanceName(scene, [a, b])}: the distance is not finite`);
    out.number(distance);
    out.flag(keys.has(pairKey(a, b)));
  }
  out.number(keys.size);
  out.number(counts.collisions);
  if (scene.docking.length > 0) out.number(counts.dockings);
  writeJoints(out, scene.joints, (i) => joints[i], dimensionOf(scene));
  out.number(ledger.kineticEnergy);
  out.number(ledger.potentialEnergy);
}

function writeBody(out: OutputWriter, state: ReturnType<SceneWorld['state']>, dimension: 2 | 3): void {
  const { position, rotation, angle, velocity, angularVelocity } = state;
  out.vector(position, dimension);
  if (dimension === 2) out.number(angle);
  else {
    const { w, x, y, z } = quaternionFromRotation(rotation);
    for (const value of [w, x, y, z]) out.number(value);
  }
  out.vector(velocity, dimension);
  if (dimension === 2) out.number(angularVelocity.z);
  else out.vector(angularVelocity);
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
