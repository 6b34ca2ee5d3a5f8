import { createMaterial, type Material } from '../response/material.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { solidLedger } from '../sim/solids/solid-ledger.ts';
import { createOrbitForce } from '../sim/solids/steps/orbit-force.ts';
import { createStepWorld, type StepOptions } from '../sim/solids/steps/step-world.ts';
import type { BodyId } from './body-options.ts';
import { lawOf } from './change-bodies.ts';
import { runPreSolve } from './step-events.ts';
import type { PreSolveContact } from './world-event.ts';
import { entryAt, type WorldStore } from './world-store.ts';

/** How a world runs its steps, and functions that it calls within them; these must not change the world. */
export interface StoreOptions {
  /** Filter, called once for every two bodies that come near each other, in addition to their groups; false: no contact. */
  readonly shouldCollide?: (bodyA: BodyId, bodyB: BodyId) => boolean;
  /** Called in every step for each contact before it is solved; may disable it, or change its friction, restitution or surface velocity. */
  readonly preSolve?: (contact: PreSolveContact) => void;
  /** Steps on several threads, with the same bits: `createStepPool` of `appulse/workers`. */
  readonly pool?: StepOptions['pool'];
  /**
   * Implementation of the contact solver, with the same bits: WebAssembly with SIMD where the engine has it, otherwise TypeScript.
   * `'wasm'` throws where it is missing.
   */
  readonly solverKernel?: StepOptions['solverKernel'];
}

/** Data of a world without bodies, with the settings of a scene. */
export function createStore(
  scene: SolidScene,
  options: StoreOptions,
  given: WorldStore['given'],
  material: Material = createMaterial(),
): WorldStore {
  const { shouldCollide, preSolve, pool, solverKernel } = options;
  const steps = createStepWorld(scene, {
    // only recordings have a column for it
    get measureWork() {
      return store.observers.size > 0;
    },
    ...(pool && { pool }),
    ...(solverKernel && { solverKernel }),
    laws: (a, b) => lawOf(store, a, b),
    ...(shouldCollide && { shouldCollide: (a, b) => shouldCollide(entryAt(store, a).id, entryAt(store, b).id) }),
    ...(preSolve && { preSolve: (world, manifold) => runPreSolve(store, world, manifold, preSolve) }),
  });
  const store: WorldStore = {
    steps,
    entries: [],
    generations: [],
    names: new Map(),
    addedCount: 0,
    material,
    given,
    smallestRadius: Number.POSITIVE_INFINITY,
    listeners: {
      'contact-begin': new Set(),
      'contact-persist': new Set(),
      'contact-end': new Set(),
      impulse: new Set(),
      sleep: new Set(),
      wake: new Set(),
      added: new Set(),
      removed: new Set(),
      docking: new Set(),
      'joint-break': new Set(),
    },
    wasAsleep: new Uint8Array(),
    observers: new Set(),
    pairLaws: new Map(),
    classLaws: [],
    triggered: new Set(),
    isStepping: false,
    changes: 0,
    dockings: [],
    dockingCount: 0,
    groups: [],
    ledgerStart: solidLedger(steps.bodies, steps.totals, scene.forces.gravity, 0),
  };
  if (scene.forces.orbit) steps.bodyForces.links.push(createOrbitForce(steps, scene.forces.orbit));
  return store;
}
