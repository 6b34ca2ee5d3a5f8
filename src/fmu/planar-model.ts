import { closest } from '../pairs/query.ts';
import type { PlanarScene } from '../scene/scene.ts';
import { createSceneWorld, type SceneSnapshot, type SceneWorld } from '../world/scene-world.ts';
import { materialParameters, withMaterials } from './material-parameters.ts';
import { FmuError, type FmuModel, stepsUntil } from './model.ts';
import {
  bodyOutputs,
  contactOutputs,
  distanceName,
  energyOutputs,
  gravityParameters,
  pairOutputs,
} from './scene-variables.ts';
import { type OutputWriter, outputWriter, valueList } from './value-list.ts';
import { type FmuVariable, namePart, vectorVariables } from './variables.ts';

/** Fixed steps continue until the importer stops; this many steps are months of simulation. */
const STEP_LIMIT = 1e9;

/** Events since the start. */
interface Counts {
  readonly collisions: number;
  readonly dockings: number;
}

/** State that `save` returns. */
interface PlanarState {
  readonly snapshot: SceneSnapshot;
  readonly counts: Counts;
}

/** Model of a planar scene. Forces act in fixed steps; an event-driven run is computed ahead, up to the end time of the scene. */
export function createPlanarModel(scene: PlanarScene, pairs: readonly (readonly [number, number])[]): FmuModel {
  const settable = planarInputs(scene);
  const outputs = planarOutputs(scene, pairs);
  const indices = new Map(settable.map(({ name }, i) => [name, i]));
  const acted = [...scene.bodies.keys()].flatMap((body) => {
    const at = indices.get(`${namePart(scene.bodies[body].name)}.force[1]`);
    return at === undefined ? [] : [{ body, at }];
  });
  let world = createSceneWorld(scene);
  let counts: Counts = { collisions: 0, dockings: 0 };
  const start = (values: Float64Array) => {
    world = createSceneWorld(sceneWith(scene, settable, values));
    counts = { collisions: 0, dockings: 0 };
  };
  return {
    settable,
    outputs,
    timeStep: scene.time.step,
    start,
    advance(values, elapsed) {
      const end = stepsUntil(elapsed, scene.time.step);
      while (world.stepCount < end) {
        for (const { body, at } of acted) {
          const [x, y, torque] = values.subarray(at, at + 3);
          if (x !== 0 || y !== 0 || torque !== 0) world.applyForce(body, [x, y, 0], [0, 0, torque]);
        }
        world.step();
        counts = countEvents(world, counts);
      }
    },
    writeOutputs: (out) => writePlanarOutputs(outputWriter(out), world, scene, pairs, counts),
    save: (): PlanarState => ({ snapshot: world.snapshot(), counts }),
    restore(state, values) {
      const saved = state as PlanarState;
      start(values);
      world.restore(saved.snapshot);
      counts = saved.counts;
    },
  };
}

function countEvents(world: SceneWorld, { collisions, dockings }: Counts): Counts {
  const { events } = world.frame();
  const count = (type: string) => events.filter((event) => event.type === type).length;
  return { collisions: collisions + count('collision'), dockings: dockings + count('docking') };
}

function isEventDriven({ time, contacts }: PlanarScene): boolean {
  return time.method === 'events' && contacts.response === 'impulse';
}

function planarInputs(scene: PlanarScene): FmuVariable[] {
  const inputs = isEventDriven(scene)
    ? []
    : scene.bodies.flatMap(({ name, motion }): FmuVariable[] => {
        if (motion !== 'free') return [];
        const input = { role: 'input', start: 0 } as const;
        const force = `Force on ${name} at its centre of mass, world axes`;
        const part = namePart(name);
        return [
          ...vectorVariables(2, { ...input, name: `${part}.force`, quantity: 'Force', description: force }, [0, 0]),
          { ...input, name: `${part}.torque`, type: 'real', quantity: 'Torque', description: `Torque on ${name}` },
        ];
      });
  return [...inputs, ...gravityParameters(scene.forces.gravity, 'fixed', 2), ...materialParameters(scene)];
}

function planarOutputs(scene: PlanarScene, pairs: readonly (readonly [number, number])[]): FmuVariable[] {
  const docking: FmuVariable[] =
    scene.docking.length === 0
      ? []
      : [{ name: 'dockingCount', type: 'integer', role: 'output', description: 'Dockings since the start' }];
  return [...bodyOutputs(scene, 2), ...pairOutputs(scene, pairs), ...contactOutputs(), ...docking, ...energyOutputs(2)];
}

/** The scene with the values of its parameters; fixed steps without an end. */
function sceneWith(scene: PlanarScene, settable: readonly FmuVariable[], values: Float64Array): PlanarScene {
  const list = valueList(settable, values);
  const [x, y] = list.vector('gravity', 2);
  const end = isEventDriven(scene) ? scene.time.end : STEP_LIMIT * scene.time.step;
  return {
    ...withMaterials(scene, list.get),
    forces: { ...scene.forces, gravity: { ...scene.forces.gravity, x, y } },
    time: { ...scene.time, end },
  };
}

function writePlanarOutputs(
  out: OutputWriter,
  world: SceneWorld,
  scene: PlanarScene,
  pairs: readonly (readonly [number, number])[],
  counts: Counts,
): void {
  const { contacts, ledger } = world.frame();
  const keys = new Set(contacts.map(({ bodyA, bodyB }) => pairKey(bodyA, bodyB)));
  const touching = new Set(contacts.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]));
  for (const [i, body] of scene.bodies.entries()) {
    if (body.motion === 'fixed') continue;
    const { position, angle, velocity, angularVelocity } = world.state(i);
    out.vector(position, 2);
    out.number(angle);
    out.vector(velocity, 2);
    out.number(angularVelocity.z);
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
  out.number(ledger.kineticEnergy);
  out.number(ledger.potentialEnergy);
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
