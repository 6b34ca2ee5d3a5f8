import { describeValue } from '../math/describe-value.ts';
import { createVec3 } from '../math/vec3.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { checkKeys } from '../shapes/checks.ts';
import { copyLedgerTotals, createLedgerTotals } from '../sim/ledger-totals.ts';
import { DEFAULT_FORCE_SETTINGS } from '../sim/solids/steps/body-forces.ts';
import { insertJoint } from '../sim/solids/steps/step-joints.ts';
import { assembleWorld } from './assemble-world.ts';
import type { BodyId, BodyOptions, BodyType } from './body-options.ts';
import { insertEntry } from './change-bodies.ts';
import { createStore, type StoreOptions } from './create-store.ts';
import type { World } from './world.ts';
import { addSceneDockings } from './world-docking.ts';
import { ledgerOf } from './world-recording.ts';
import { type BodyEntry, pairKey } from './world-store.ts';

/**
 * A world in code with the bodies, contact settings, forces and steps of a rigid-body scene; bodies have the indices of the scene as handles.
 * Loads of the scene act as written, and its dockings are tested after every step. Throws a SimulationError for scenes with penalty forces.
 *
 * @example
 * ```ts
 * import { createWorldFromScene, readScene } from 'appulse';
 *
 * const scene = readScene(`{
 *   "world": "solids", "title": "A drop", "description": "A sphere falls on the floor.",
 *   "bodies": [
 *     { "name": "floor", "shape": { "kind": "halfspace", "normal": [0, 0, 1] }, "motion": "fixed" },
 *     { "name": "sphere", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 0, 0.2], "mass": 1 }
 *   ],
 *   "contacts": { "restitution": 0 },
 *   "forces": { "gravity": [0, 0, -9.81] },
 *   "time": { "end": 1, "method": "steps" }
 * }`, 'drop');
 * if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
 * const world = createWorldFromScene(scene);
 * while (world.time < 1) world.step();
 * console.log(world.state(1).position.z.toFixed(3)); // 0.100
 * ```
 */
export function createWorldFromScene(scene: SolidScene, options: StoreOptions = {}): World {
  checkKeys('createWorldFromScene', options, ['shouldCollide', 'preSolve', 'pool', 'solverKernel']);
  if (scene?.world !== 'solids') {
    throw new TypeError(`createWorldFromScene: scene must be a scene of solids, got ${describeValue(scene?.world)}`);
  }
  const { laws, pairs, slop, restitutionThreshold } = scene.contacts;
  const store = createStore(
    { ...scene, bodies: [], joints: [] },
    options,
    { slop, restitutionThreshold },
    laws[0]?.[0]?.material,
  );
  store.classLaws = laws;
  for (const i of scene.bodies.keys()) insertEntry(store, (id) => sceneEntry(scene, i, id));
  for (const pair of pairs) store.pairLaws.set(pairKey(...pair.bodies), pair);
  // the bodies are there from the start, not added by calls
  copyLedgerTotals(store.steps.totals, createLedgerTotals());
  for (const definition of scene.joints ?? []) insertJoint(store.steps, definition);
  store.ledgerStart = ledgerOf(store);
  addSceneDockings(store, scene);
  return assembleWorld(store);
}

const TYPES: Readonly<Record<string, BodyType>> = { free: 'dynamic', prescribed: 'kinematic', fixed: 'static' };

/** Entry of a body of a scene, whose shape has its centre of mass at the origin. */
function sceneEntry(scene: SolidScene, i: number, id: BodyId): BodyEntry {
  const body = scene.bodies[i];
  const { classes, laws } = scene.contacts;
  const { material } = laws[classes[i]][classes[i]];
  const { name, shape, mass, moments, hasOwnInertia, velocity, angularVelocity, pose, trigger, color } = body;
  const { position, rotation: orientation } = pose;
  const options: BodyOptions = {
    name,
    shape,
    type: TYPES[body.motion],
    position,
    orientation,
    ...(body.motion !== 'fixed' && { velocity, angularVelocity }),
    ...(body.motion === 'free' && { mass, ...(hasOwnInertia && { inertia: moments }) }),
    friction: { static: material.staticFriction, dynamic: material.dynamicFriction },
    rollingFriction: material.rollingFriction,
    spinningFriction: material.spinningFriction,
    restitution: material.restitution,
    trigger,
    ...(color !== undefined && { color }),
  };
  return {
    id,
    options,
    body,
    origin: createVec3(),
    settings: DEFAULT_FORCE_SETTINGS,
    material,
    sceneClass: classes[i],
  };
}
