import type { OrbitField } from '../dynamics/orbit.ts';
import { describeValue } from '../math/describe-value.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { checkAboveZero, checkCount, checkKeys, checkNotBelowZero } from '../shapes/checks.ts';
import { assembleWorld } from './assemble-world.ts';
import { materialOf } from './body-entry.ts';
import type { BodyOptions, VectorInput } from './body-options.ts';
import { updateSettings } from './change-bodies.ts';
import { createStore, type StoreOptions } from './create-store.ts';
import { vectorOf } from './vector-input.ts';
import type { World } from './world.ts';

/** Settings of a world in code. */
export interface WorldOptions extends StoreOptions {
  /** [m/s²]; default [0, 0, -9.81]. */
  readonly gravity?: VectorInput;
  /** Gravity in orbit in addition: a Clohessy-Wiltshire frame (`rate`), or a central body (`mu`, `center`). Default: none. */
  readonly orbit?: OrbitField;
  /**
   * `steps` (default): fixed steps. `events`: from one exact time of impact to the next within each step; fixed steps take over where bodies
   * rest on each other or overlap. Events allow for forces and torques, not for force fields, damping, surface velocity and `preSolve`, and bodies do not sleep.
   */
  readonly method?: 'steps' | 'events';
  /** Length of a step [s]; default 1/240. */
  readonly timeStep?: number;
  /** Substeps per step; default 4. */
  readonly substeps?: number;
  /** Friction of bodies that give none; default 0.5. */
  readonly friction?: BodyOptions['friction'];
  /** Rolling resistance of bodies that give none [m]; default 0. */
  readonly rollingFriction?: number;
  /** Spinning resistance of bodies that give none [m]; default 0. */
  readonly spinningFriction?: number;
  /** Restitution of bodies that give none; default 0. */
  readonly restitution?: number;
  /** No restitution below this approach speed [m/s]; default: the speed gained from gravity in two steps. */
  readonly restitutionThreshold?: number;
  /** Penetration that is not corrected [m]; default 1e-4 times the radius of the smallest dynamic body. */
  readonly slop?: number;
  /** Time at rest after which bodies fall asleep [s], 0 for never; default 0.5. */
  readonly timeToSleep?: number;
}

const WORLD_KEYS: readonly (keyof WorldOptions)[] = [
  'gravity',
  'orbit',
  'method',
  'timeStep',
  'substeps',
  'friction',
  'rollingFriction',
  'spinningFriction',
  'restitution',
  'restitutionThreshold',
  'slop',
  'timeToSleep',
  'shouldCollide',
  'preSolve',
  'pool',
  'solverKernel',
];

const DEFAULT_FRICTION = 0.5;

/**
 * A world of rigid bodies that is built, stepped and asked from code. Throws a TypeError or RangeError for invalid settings. The same calls
 * always give the same bits.
 *
 * @example
 * ```ts
 * import { box, createWorld, halfspace } from 'appulse';
 *
 * const world = createWorld({ gravity: [0, 0, -9.81], timeStep: 1 / 240 });
 * world.addBody({ shape: halfspace([0, 0, 1]) });
 * const crate = world.addBody({ shape: box([0.5, 0.5, 0.5]), position: [0, 0, 2], density: 500 });
 * while (world.time < 2) world.step();
 * console.log(world.state(crate).position.z.toFixed(2)); // 0.50
 * ```
 */
export function createWorld(options: WorldOptions = {}): World {
  checkKeys('createWorld', options, WORLD_KEYS);
  for (const key of ['shouldCollide', 'preSolve'] as const) {
    if (options[key] !== undefined && typeof options[key] !== 'function') {
      throw new TypeError(`createWorld: ${key} must be a function, got ${describeValue(options[key])}`);
    }
  }
  const { slop, restitutionThreshold } = options;
  if (slop !== undefined) checkNotBelowZero('createWorld: slop', slop);
  if (restitutionThreshold !== undefined) {
    checkNotBelowZero('createWorld: restitutionThreshold', restitutionThreshold);
  }
  const material = materialOf('createWorld', {
    friction: options.friction ?? DEFAULT_FRICTION,
    rollingFriction: options.rollingFriction,
    spinningFriction: options.spinningFriction,
    restitution: options.restitution ?? 0,
  });
  const store = createStore(emptyScene(options), options, { slop, restitutionThreshold }, material);
  updateSettings(store);
  return assembleWorld(store);
}

/** Gravity in orbit with valid numbers. */
function checkedOrbit(orbit: OrbitField): OrbitField {
  checkKeys('createWorld: orbit', orbit, ['rate', 'mu', 'center']);
  const { rate, mu, center } = orbit;
  if ((rate === undefined) === (mu === undefined)) {
    throw new RangeError('createWorld: orbit must have either a rate or mu');
  }
  if (rate !== undefined) checkAboveZero('createWorld: orbit.rate', rate);
  if (mu !== undefined) checkAboveZero('createWorld: orbit.mu', mu);
  return { ...orbit, ...(center && { center: vectorOf('createWorld: orbit.center', center) }) };
}

/** A scene without bodies. */
function emptyScene({
  gravity,
  orbit,
  method = 'steps',
  timeStep = 1 / 240,
  substeps = 4,
  timeToSleep = 0.5,
}: WorldOptions): SolidScene {
  checkAboveZero('createWorld: timeStep', timeStep);
  checkCount('createWorld: substeps', substeps);
  checkNotBelowZero('createWorld: timeToSleep', timeToSleep);
  if (method !== 'steps' && method !== 'events') {
    throw new RangeError(`createWorld: method must be steps or events, got ${describeValue(method)}`);
  }
  const never = Number.POSITIVE_INFINITY;
  return {
    world: 'solids',
    title: 'World',
    description: 'A world in code.',
    bodies: [],
    contacts: { classes: [], laws: [], pairs: [], restitutionThreshold: 0, slop: 0 },
    sensors: [],
    docking: [],
    forces: {
      gravity: vectorOf('createWorld: gravity', gravity ?? [0, 0, -9.81]),
      loads: [],
      ...(orbit && { orbit: checkedOrbit(orbit) }),
    },
    time: {
      end: never,
      method,
      step: timeStep,
      substeps,
      timeToSleep: timeToSleep === 0 || method === 'events' ? never : timeToSleep,
      maxEvents: never,
    },
    record: { interval: timeStep },
  };
}
