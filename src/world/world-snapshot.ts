import type { JointDefinition } from '../response/joints/joint.ts';
import type { RigidGroup } from '../sim/solids/steps/rigid-groups.ts';
import { restoreSnapshot, type StepSnapshot, takeSnapshot } from '../sim/solids/steps/snapshot.ts';
import { clearStepBody, resizeBodies, setStepBody } from '../sim/solids/steps/step-bodies.ts';
import { setStepJoints } from '../sim/solids/steps/step-joints.ts';
import { stepSettings } from '../sim/solids/steps/step-world.ts';
import { SimulationError } from '../sim/world.ts';
import type { WorldDocking } from './docking-options.ts';
import { copyDockings } from './world-docking.ts';
import { type BodyEntry, checkBetweenSteps, type WorldStore } from './world-store.ts';

/**
 * The complete state of a world between two steps, bodies included: those added later vanish when it is restored, and removed ones
 * return. It shares shapes and functions (paths) with the world and holds copies of all numbers. Force fields, listeners
 * and recordings are not part of it.
 */
export interface WorldSnapshot {
  /** [s] */
  readonly time: number;
  /** Number of steps until then. */
  readonly stepCount: number;
  /** State of the steps. */
  readonly steps: StepSnapshot;
  /** Bodies by index. */
  readonly entries: readonly (BodyEntry | undefined)[];
  /** Number of bodies that have had each index before. */
  readonly generations: readonly number[];
  /** Indices that no body has. */
  readonly freeIndices: readonly number[];
  /** Number of bodies added until then. */
  readonly addedCount: number;
  /** Radius of the smallest dynamic body until then [m]. */
  readonly smallestRadius: number;
  /** Forces and torques applied for the next step. */
  readonly applied: Float64Array;
  readonly hasApplied: boolean;
  /** Forces of the fields on sleeping bodies. */
  readonly fieldForces: Float64Array;
  /** 1 for bodies whose pose was set since the last step. */
  readonly changed: Uint8Array;
  readonly wasAsleep: Uint8Array;
  /** Joints by handle; undefined: removed. */
  readonly joints: readonly (JointDefinition | undefined)[];
  /** Joints of captured and docked bodies, in the order in which they were made. */
  readonly dockedJoints: readonly JointDefinition[];
  /** Overlaps with triggers, of the method `events`. */
  readonly triggered: ReadonlySet<string>;
  /** Dockings and their stages. */
  readonly dockings: readonly WorldDocking[];
  /** Docked bodies that move as one. */
  readonly groups: readonly RigidGroup[];
  /** Friction and restitution of the classes of the scene, of pairs of bodies, and of bodies that give none. */
  readonly materials: Pick<WorldStore, 'classLaws' | 'pairLaws' | 'material'>;
  /** Settings that calls can change. */
  readonly scene: Pick<WorldStore['steps']['scene'], 'forces' | 'contacts' | 'time'>;
}

export function snapshotWorld(store: WorldStore): WorldSnapshot {
  checkBetweenSteps(store, 'snapshot');
  const { steps } = store;
  const { count } = steps.bodies;
  const { forces, contacts, time } = steps.scene;
  return {
    time: steps.time,
    stepCount: steps.stepCount,
    steps: takeSnapshot(steps),
    entries: [...store.entries],
    generations: [...store.generations],
    freeIndices: [...steps.freeIndices],
    addedCount: store.addedCount,
    smallestRadius: store.smallestRadius,
    applied: steps.bodyForces.applied.slice(0, 6 * count),
    hasApplied: steps.bodyForces.hasApplied,
    fieldForces: steps.bodyForces.fieldForces.slice(0, 6 * count),
    changed: steps.changed.slice(0, count),
    wasAsleep: store.wasAsleep.slice(0, count),
    joints: steps.joints.list.map((joint) => joint?.definition),
    dockedJoints: steps.joints.docked.map(({ definition }) => definition),
    triggered: store.triggered,
    dockings: copyDockings(store.dockings),
    groups: store.groups,
    materials: { classLaws: store.classLaws, pairLaws: new Map(store.pairLaws), material: store.material },
    scene: { forces, contacts, time },
  };
}

export function restoreWorld(store: WorldStore, snapshot: WorldSnapshot): void {
  checkBetweenSteps(store, 'restore');
  if (typeof snapshot !== 'object' || snapshot === null || !Array.isArray(snapshot.entries)) {
    throw new SimulationError('restore: expected a snapshot of this world');
  }
  const { steps, entries, generations } = store;
  const { bodyForces } = steps;
  const count = snapshot.entries.length;
  steps.scene = { ...steps.scene, ...snapshot.scene };
  Object.assign(steps, stepSettings(steps.scene));
  resizeBodies(steps, count);
  entries.length = count;
  for (let i = 0; i < count; i++) {
    const entry = snapshot.entries[i];
    entries[i] = entry;
    if (entry) setStepBody(steps, i, entry.body, entry.settings);
    else clearStepBody(steps, i);
    steps.alive[i] = entry ? 1 : 0;
  }
  store.names.clear();
  for (const entry of entries) if (entry) store.names.set(entry.body.name, entry.id);
  generations.length = 0;
  for (const generation of snapshot.generations) generations.push(generation);
  steps.freeIndices.length = 0;
  for (const index of snapshot.freeIndices) steps.freeIndices.push(index);
  setStepJoints(steps.joints, snapshot.joints, snapshot.dockedJoints);
  restoreSnapshot(steps, snapshot.steps);
  store.addedCount = snapshot.addedCount;
  store.smallestRadius = snapshot.smallestRadius;
  bodyForces.applied.fill(0).set(snapshot.applied);
  bodyForces.hasApplied = snapshot.hasApplied;
  bodyForces.fieldForces.fill(Number.NaN).set(snapshot.fieldForces);
  steps.changed.fill(0).set(snapshot.changed);
  store.wasAsleep = new Uint8Array(steps.asleep.length);
  store.wasAsleep.set(snapshot.wasAsleep);
  store.triggered = snapshot.triggered;
  store.dockings = copyDockings(snapshot.dockings);
  store.groups = snapshot.groups;
  const { classLaws, pairLaws, material } = snapshot.materials;
  Object.assign(store, { classLaws, material });
  store.pairLaws.clear();
  for (const [key, law] of pairLaws) store.pairLaws.set(key, law);
  store.changes++;
}
