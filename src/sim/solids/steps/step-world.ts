import { createPersistentPairs, type PersistentPairs } from '../../../broad/persistent-pairs.ts';
import { SIZES } from '../../../distance/convex/core.ts';
import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { describeValue } from '../../../math/describe-value.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { lengthVec3 } from '../../../math/vec3.ts';
import { solidInnerRadius } from '../../../ray/mesh-inner-radius.ts';
import { type ContactRows, createContactRows } from '../../../response/solver/contact-rows.ts';
import { createSolverBodies, type SolverBodies } from '../../../response/solver/solver-bodies.ts';
import type { SolverMemory, SolverThreads } from '../../../response/solver/solver-memory.ts';
import { createSolverSettings, type SolverSettings } from '../../../response/solver/solver-settings.ts';
import { createSolverMemory } from '../../../response/solver/wasm/solver-kernels.ts';
import type { SolidBody, SolidScene } from '../../../scene/solid-scene.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import { createSolidLaws, type SolidLaws } from '../pair-material.ts';
import { type BodyForces, createBodyForces } from './body-forces.ts';
import { type ContactCache, createContactCache } from './contact-cache.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import { createStepJoints, insertJoint, isExcluded, type StepJoints } from './step-joints.ts';

/** Numbers per body in `restMotions`: mean velocity [m/s], mean angular velocity [rad/s], mean speed of the fastest point [m/s]. */
export const REST_MOTION = 7;

/** Options of `createStepWorld`. */
export interface StepOptions {
  /** Filter, called once for every two bodies that come near each other, in addition to the laws of the scene; false: no contact. */
  readonly shouldCollide?: (bodyA: number, bodyB: number) => boolean;
  /** The contact of two bodies, the smaller index first, begins or ends. */
  readonly onContact?: (bodyA: number, bodyB: number, touching: boolean) => void;
  /** Whether to compute the work of each contact. It takes a fifth longer; the total contact work is in the ledger in any case. */
  readonly measureWork?: boolean;
  /** Threads that take part in the steps, with bitwise identical results: `createStepPool` of `appulse/workers`. */
  readonly pool?: StepThreads;
  /**
   * State to start from, instead of the start of the scene: after bodies were joined, for example. The world changes
   * these arrays.
   */
  readonly bodies?: SolidBodies;
  /** Time of that state [s]; default 0. */
  readonly time?: number;
  /**
   * Implementation of the contact solver; the results are bitwise identical. By default WebAssembly with SIMD where the engine has it,
   * otherwise TypeScript; `'wasm'` throws where it is missing.
   */
  readonly solverKernel?: 'wasm' | 'typescript';
  /** Contact settings of two bodies, the smaller index first, instead of those of the scene. */
  readonly laws?: SolidLaws;
  /** Called for every manifold before it is solved; false: no response. May change its material and surface velocity in `contacts`. */
  readonly preSolve?: (world: StepWorld, manifold: number) => boolean;
}

/** Threads that take part in steps, with bitwise identical results: `createStepPool` of `appulse/workers`. */
export interface StepThreads extends SolverThreads {
  /** Searches all pairs of a list, as `searchPairs` does. */
  search(world: StepWorld, list: NarrowPhasePairs): void;
}

/** The scene of a step world; its list of bodies changes when bodies are added or removed. */
export interface StepScene extends SolidScene {
  readonly bodies: SolidBody[];
}

/**
 * Rigid bodies in fixed steps [SOLID-17]. `snapshot.ts` defines which fields are state. The numbers of body i are at index i of the arrays,
 * which grow with `addStepBody` and may be longer than the number of bodies; the index of a removed body is used again.
 */
export interface StepWorld {
  scene: StepScene;
  readonly options: StepOptions;
  readonly laws: SolidLaws;
  /** Whether two bodies may become a pair at all. */
  readonly wanted: (bodyA: number, bodyB: number) => boolean;
  settings: SolverSettings;
  /** The state of motion at `time`. */
  readonly bodies: SolidBodies;
  /** Simulated time [s]. */
  time: number;
  /** Number of steps so far. */
  stepCount: number;
  /** Time and step count from which `time` is counted in full steps. */
  readonly origin: { time: number; stepCount: number };
  readonly totals: LedgerTotals;
  /** Changes with every change of shapes, settings or array lengths between steps. */
  revision: number;
  /** 1 for bodies that exist, 0 for removed ones. */
  alive: Uint8Array;
  /** Indices of removed bodies; the last one is used next. */
  readonly freeIndices: number[];
  /** 1 for bodies whose pose was changed since the last step other than by the steps. */
  changed: Uint8Array;
  /** Forces on the bodies besides gravity. */
  readonly bodyForces: BodyForces;
  readonly joints: StepJoints;
  /** 1 for bodies that move by forces and contacts. */
  free: Uint8Array;
  /** 1 for sleeping bodies, which do not move until they are woken. */
  asleep: Uint8Array;
  /** Time for which each body has been slow enough to fall asleep [s]. */
  restTimes: Float64Array;
  /** Means of the motion of each slow body, by which steady motion differs from rest: REST_MOTION numbers each. */
  restMotions: Float64Array;
  /** The island in which a body fell asleep: its lowest body index. They wake together. */
  groups: Int32Array;
  /** Pairs that are near each other, and their cached data. */
  readonly pairs: PersistentPairs;
  readonly cache: ContactCache;
  /** Pairs to search in the current step. */
  readonly searchList: NarrowPhasePairs;
  /** Contacts of the last step, and the slots of their pairs, manifold by manifold. */
  readonly contacts: ContactRows;
  /** Slot of the pair of each manifold of `contacts`. */
  manifoldSlots: Int32Array;
  /** Pairs of bodies whose contact began in the last step: a b a b ... */
  readonly begun: number[];
  /** Pairs of bodies whose contact ended in the last step: a b a b ... */
  readonly ended: number[];

  // derived from the scene, or recomputed in every step
  readonly shapes: Shape[];
  /** Bounding radius of each body about the origin of its shape [m]. */
  radii: Float64Array;
  /** Radius of a sphere about that origin inside each body [m]; 0 if there is none. */
  innerRadii: Float64Array;
  /** Sizes of sharp boxes, the first four numbers of their cores; zeros for other bodies. */
  boxSizes: Float64Array;
  /** Displacement of a body by gravity in a step, beyond that of its velocity [m]. */
  gravityDisplacement: number;
  readonly poses: Pose[];
  readonly solver: SolverBodies;
  /** Implementation of the contact solver that this world uses. */
  readonly solverKernel: 'wasm' | 'typescript';
  /** Maximum displacement of a point of each body by rotation in the step [m]. */
  rotationDisplacements: Float64Array;
  /** Maximum displacement of a point of each body in the step, without forces [m]. */
  reaches: Float64Array;
  /** Two numbers per body: sums of its displacements [m] and of its angles of rotation, or more [rad], from step to step. */
  travels: Float64Array;
  /** Bounding boxes of each body during the step, min xyz and max xyz. */
  boxes: Float64Array;
  /** 1 for bodies that move in this step. */
  active: Uint8Array;
  /** Loads of the current substep, xyz per body [N]. */
  forces: Float64Array;
  /** Torques of the loads of the current substep, xyz per body [N m]. */
  torques: Float64Array;
  /** Linear and angular velocity before the forces of a substep, six numbers per body. */
  before: Float64Array;
  /** Position and orientation at the start of the step, seven numbers per body. */
  startPoses: Float64Array;
  /** Linear and angular velocity at the start of the step, six numbers per body. */
  startVelocities: Float64Array;
  /** By slot: 1 for pairs with an impulse of the solver in the step; set at its end. */
  pressedSlots: Uint8Array;
  /** Slots of pairs whose impacts in this step are left to CCD. */
  readonly fastSlots: number[];
  /** Of the last step. */
  readonly counts: StepCounts;
  /** Time after the start of the step at which contacts have last changed the velocity of each body [s]; -1 for never. */
  deflectionTimes: Float64Array;
}

/** How often the parts of a step ran whose number depends on the motion: what a step costs beyond its solver passes. */
export interface StepCounts {
  /** Impacts resolved between the midpoints of substeps. */
  impacts: number;
  /** Impacts resolved by CCD, and contacts at which bodies began to wait for the next step. */
  fastImpacts: number;
  /** Searches of CCD for the time of impact of two bodies. */
  impactSearches: number;
}

/** Settings that depend on the length of the scene's steps. */
export function stepSettings(scene: SolidScene): Pick<StepWorld, 'settings' | 'gravityDisplacement'> {
  const { step, substeps } = scene.time;
  const { slop, restitutionThreshold } = scene.contacts;
  const gravity = lengthVec3(scene.forces.gravity);
  const settings = createSolverSettings(step, substeps, slop, restitutionThreshold, gravity);
  return { settings, gravityDisplacement: gravity * step * step };
}

/**
 * A rigid-body world that advances in fixed steps, at the start of the scene or in the state of `options`. The world
 * refers to the scene; `advanceStep` changes the world in place.
 */
export function createStepWorld(scene: SolidScene, options: StepOptions = {}): StepWorld {
  if (scene.contacts.response === 'penalty') {
    throw new SimulationError('contacts.response: "penalty" has no step world, run the scene with runScene');
  }
  const count = scene.bodies.length;
  const { settings, gravityDisplacement } = stepSettings(scene);
  const shapes = scene.bodies.map(({ shape }) => shape);
  const memory = chooseMemory(options);
  const laws = options.laws ?? createSolidLaws(scene.contacts);
  const bodies = [...scene.bodies];
  const joints = createStepJoints();
  const wanted = (a: number, b: number) =>
    (isFreeOrTrigger(bodies[a]) || isFreeOrTrigger(bodies[b])) &&
    laws(a, b).collide &&
    !isExcluded(joints, a, b) &&
    (options.shouldCollide?.(a, b) ?? true);
  const world: StepWorld = {
    scene: { ...scene, bodies },
    options,
    laws,
    wanted,
    settings,
    bodies: options.bodies ?? createSolidBodies(scene.bodies),
    time: options.time ?? 0,
    stepCount: 0,
    origin: { time: options.time ?? 0, stepCount: 0 },
    totals: createLedgerTotals(),
    revision: 0,
    alive: new Uint8Array(count).fill(1),
    freeIndices: [],
    changed: new Uint8Array(count),
    bodyForces: createBodyForces(count),
    joints,
    free: Uint8Array.from(scene.bodies, ({ motion }) => (motion === 'free' ? 1 : 0)),
    asleep: new Uint8Array(count),
    restTimes: new Float64Array(count),
    restMotions: new Float64Array(REST_MOTION * count),
    groups: new Int32Array(count),
    pairs: createPersistentPairs(count),
    cache: createContactCache(),
    searchList: { count: 0, numbers: new Int32Array(64) },
    contacts: createContactRows(memory),
    manifoldSlots: new Int32Array(64),
    begun: [],
    ended: [],
    shapes,
    radii: Float64Array.from(shapes, shapeRadius),
    innerRadii: Float64Array.from(shapes, solidInnerRadius),
    boxSizes: packBoxSizes(shapes),
    gravityDisplacement,
    poses: shapes.map(() => createPose()),
    solver: createSolverBodies(count, memory),
    solverKernel: memory ? 'wasm' : 'typescript',
    rotationDisplacements: new Float64Array(count),
    reaches: new Float64Array(count),
    travels: new Float64Array(2 * count),
    boxes: new Float64Array(6 * count),
    active: new Uint8Array(count),
    forces: new Float64Array(3 * count),
    torques: new Float64Array(3 * count),
    before: new Float64Array(6 * count),
    startPoses: new Float64Array(7 * count),
    startVelocities: new Float64Array(6 * count),
    pressedSlots: new Uint8Array(64),
    fastSlots: [],
    counts: { impacts: 0, fastImpacts: 0, impactSearches: 0 },
    deflectionTimes: new Float64Array(count).fill(-1),
  };
  for (const definition of scene.joints ?? []) insertJoint(world, definition);
  return world;
}

/** The memory of the kernels in WebAssembly; undefined for those in TypeScript. */
function chooseMemory({ solverKernel: kernel, pool }: StepOptions): SolverMemory | undefined {
  if (kernel === 'typescript') return undefined;
  if (kernel !== undefined && kernel !== 'wasm') {
    throw new RangeError(`solverKernel must be wasm or typescript, got ${describeValue(kernel)}`);
  }
  const memory = createSolverMemory(pool);
  if (typeof memory === 'object') return memory;
  if (kernel === 'wasm') {
    throw new SimulationError(`solverKernel: "wasm" is not available: ${memory}; use "typescript" or leave it out`);
  }
  return undefined;
}

/** Skips pairs of immovable bodies unless one is a trigger. */
function isFreeOrTrigger({ motion, trigger }: SolidBody): boolean {
  return motion === 'free' || trigger;
}

/** Sizes of the sharp boxes among the shapes, four numbers each. */
export function packBoxSizes(shapes: readonly Shape[]): Float64Array {
  const sizes = new Float64Array(4 * shapes.length);
  shapes.forEach((shape, i) => {
    if (shape.kind !== 'box' || shape.radius > 0) return;
    sizes[4 * i + SIZES] = shape.halfExtents.x;
    sizes[4 * i + SIZES + 1] = shape.halfExtents.y;
    sizes[4 * i + SIZES + 2] = shape.halfExtents.z;
  });
  return sizes;
}
