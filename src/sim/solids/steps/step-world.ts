import { createPersistentPairs, type PersistentPairs } from '../../../broad/persistent-pairs.ts';
import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import { type ContactRows, createContactRows } from '../../../response/solver/contact-rows.ts';
import { createSolverSettings, type SolverSettings } from '../../../response/solver/solve-rows.ts';
import { createSolverBodies, type SolverBodies } from '../../../response/solver/solver-bodies.ts';
import type { SolidBody, SolidScene } from '../../../scene/solid-scene.ts';
import { innerRadius } from '../../../shapes/inner-radius.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { createSolidLaws, type SolidLaws } from '../pair-material.ts';
import { type ContactCache, createContactCache } from './contact-cache.ts';
import type { NarrowPhasePairs } from './find-contacts.ts';

/** What a caller may ask for, or have a say in. */
export interface StepOptions {
  /** Asked once for every two bodies that come near each other, besides the laws of the scene; no: they pass through each other. */
  readonly shouldCollide?: (bodyA: number, bodyB: number) => boolean;
  /** Two bodies, the smaller number first, begin or cease to touch. */
  readonly onContact?: (bodyA: number, bodyB: number, touching: boolean) => void;
  /** Should every contact tell its own work? It takes a fifth longer; the work of all together is in the books anyway. */
  readonly measureWork?: boolean;
  /**
   * Looks at all pairs of a list, as `searchPairs` does; by default one after the other. `createNarrowPhasePool` of `appulse/workers` does it
   * on several threads, to the same bits.
   */
  readonly search?: (world: StepWorld, list: NarrowPhasePairs) => void;
  /** Where to go on from, instead of the start of the scene: after bodies were joined, for example. */
  readonly bodies?: SolidBodies;
  readonly time?: number;
}

/** Many rigid bodies that move in fixed steps (spec general-pairs 7). Only `snapshot.ts` knows what of it is state. */
export interface StepWorld {
  readonly scene: SolidScene;
  readonly options: StepOptions;
  readonly laws: SolidLaws;
  /** May two bodies become a pair at all? */
  readonly wanted: (bodyA: number, bodyB: number) => boolean;
  readonly settings: SolverSettings;
  /** The state of motion at `time`. */
  readonly bodies: SolidBodies;
  time: number;
  stepCount: number;
  /** From when and after how many steps on `time` is counted in whole steps. */
  readonly origin: { time: number; stepCount: number };
  readonly totals: LedgerTotals;
  /** 1 for bodies that move by forces and contacts. */
  readonly free: Uint8Array;
  /** 1 for bodies asleep, which nothing moves until something wakes them. */
  readonly asleep: Uint8Array;
  /** How long each body has been slow enough to fall asleep [s]. */
  readonly restTimes: Float64Array;
  /** The group in which a body fell asleep: its smallest body number. They wake together. */
  readonly groups: Int32Array;
  /** Pairs that are near each other, and what is known about them. */
  readonly pairs: PersistentPairs;
  readonly cache: ContactCache;
  /** Pairs to look at in the present step. */
  readonly searchList: NarrowPhasePairs;
  /** Contacts of the last step, and the slots of the pairs they belong to, patch by patch. */
  readonly contacts: ContactRows;
  patchSlots: Int32Array;
  /** Pairs of bodies that began and ceased to touch in the last step: a b a b ... */
  readonly begun: number[];
  readonly ended: number[];

  // what follows from the scene, or is worked out anew in every step
  readonly shapes: readonly Shape[];
  readonly radii: Float64Array;
  readonly innerRadii: Float64Array;
  /** How far gravity takes a body in a step, beyond the way of its velocity [m]. */
  readonly gravityDeltaV: number;
  readonly poses: readonly Pose[];
  readonly solver: SolverBodies;
  /** How far turning takes a point of each body in the step [m]. */
  readonly swings: Float64Array;
  /** Boxes that hold each body during the step, min xyz and max xyz. */
  readonly boxes: Float64Array;
  /** 1 for bodies that move in this step. */
  readonly active: Uint8Array;
  /** Loads of the present substep, xyz a body [N], [N m]. */
  readonly forces: Float64Array;
  readonly torques: Float64Array;
  /** Velocity and spin before the forces of a substep, six numbers a body. */
  readonly before: Float64Array;
  /** Position and attitude at the start of the step, seven numbers a body. */
  readonly startPoses: Float64Array;
}

/** What depends on the length of the scene's steps. */
export function stepSettings(scene: SolidScene): Pick<StepWorld, 'scene' | 'settings' | 'gravityDeltaV'> {
  const { step, substeps } = scene.time;
  const { slop, restitutionThreshold } = scene.contacts;
  const gravity = lengthVec3(scene.forces.gravity);
  const settings = createSolverSettings(step, substeps, slop, restitutionThreshold, gravity);
  return { scene, settings, gravityDeltaV: gravity * step * step };
}

export function createStepWorld(scene: SolidScene, options: StepOptions = {}): StepWorld {
  const count = scene.bodies.length;
  const { settings, gravityDeltaV } = stepSettings(scene);
  const shapes = scene.bodies.map(({ shape }) => shape);
  const laws = createSolidLaws(scene.contacts);
  const wanted = (a: number, b: number) =>
    (isFreeOrTrigger(scene.bodies[a]) || isFreeOrTrigger(scene.bodies[b])) &&
    laws(a, b).collide &&
    (options.shouldCollide?.(a, b) ?? true);
  return {
    scene,
    options,
    laws,
    wanted,
    settings,
    bodies: options.bodies ?? createSolidBodies(scene.bodies),
    time: options.time ?? 0,
    stepCount: 0,
    origin: { time: options.time ?? 0, stepCount: 0 },
    totals: createLedgerTotals(),
    free: Uint8Array.from(scene.bodies, ({ motion }) => (motion === 'free' ? 1 : 0)),
    asleep: new Uint8Array(count),
    restTimes: new Float64Array(count),
    groups: new Int32Array(count),
    pairs: createPersistentPairs(count),
    cache: createContactCache(),
    searchList: { count: 0, numbers: new Int32Array(64) },
    contacts: createContactRows(),
    patchSlots: new Int32Array(64),
    begun: [],
    ended: [],
    shapes,
    radii: Float64Array.from(shapes, shapeRadius),
    innerRadii: Float64Array.from(shapes, innerRadius),
    gravityDeltaV,
    poses: shapes.map(() => createPose()),
    solver: createSolverBodies(count),
    swings: new Float64Array(count),
    boxes: new Float64Array(6 * count),
    active: new Uint8Array(count),
    forces: new Float64Array(3 * count),
    torques: new Float64Array(3 * count),
    before: new Float64Array(6 * count),
    startPoses: new Float64Array(7 * count),
  };
}

/** Two immovable bodies have nothing to tell each other, unless one is there to tell who comes. */
function isFreeOrTrigger({ motion, trigger }: SolidBody): boolean {
  return motion === 'free' || trigger;
}
