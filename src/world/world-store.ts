import { describeValue } from '../math/describe-value.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { Material } from '../response/material.ts';
import type { SolidBody, SolidContactLaw } from '../scene/solid-scene.ts';
import type { LedgerRow } from '../sim/observer.ts';
import type { ForceSettings } from '../sim/solids/steps/body-forces.ts';
import type { RigidGroup } from '../sim/solids/steps/rigid-groups.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import { SimulationError } from '../sim/world.ts';
import type { BodyId, BodyOptions } from './body-options.ts';
import type { WorldDocking } from './docking-options.ts';
import type { BodyEvent, WorldListeners } from './world-event.ts';

/** A body of the world. Never changed: a change of settings makes a new entry, so that snapshots can share them. */
export interface BodyEntry {
  readonly id: BodyId;
  /** Settings as given, with changes; the pose and the velocities are those of the start. */
  readonly options: BodyOptions;
  readonly body: SolidBody;
  /** Centre of mass in the axes of the shape as given [m]. */
  readonly origin: ReadonlyVec3;
  readonly settings: ForceSettings;
  readonly material: Material;
  /** Index of its class in the scene that it comes from; undefined for bodies in code. */
  readonly sceneClass?: number;
  /** True: its material was set by a call and replaces that of its class; whether it collides still follows from the class. */
  readonly hasOwnMaterial?: boolean;
}

/** Data of a world in code besides those of its steps. */
export interface WorldStore {
  readonly steps: StepWorld;
  /** By index of the body in `steps`. */
  readonly entries: (BodyEntry | undefined)[];
  /** Number of bodies that have had an index before the present one. */
  readonly generations: number[];
  /** Bodies by name. */
  readonly names: Map<string, BodyId>;
  /** Number of bodies added so far, for default names. */
  addedCount: number;
  /** Default friction and restitution. */
  material: Material;
  /** Settings that follow from the bodies unless given. */
  readonly given: { readonly slop?: number; readonly restitutionThreshold?: number };
  /** Radius of the smallest dynamic body so far [m]. */
  smallestRadius: number;
  readonly listeners: { readonly [Type in keyof WorldListeners]: Set<WorldListeners[Type]> };
  /** Whether each body was asleep when listeners were last called. */
  wasAsleep: Uint8Array;
  /** Steps that `record` asked for. */
  readonly observers: Set<WorldObserver>;
  /** Laws of pairs of bodies, by `pairKey`. */
  readonly pairLaws: Map<string, SolidContactLaw>;
  classLaws: readonly (readonly SolidContactLaw[])[];
  /** Pairs of a trigger and a body that overlaps it, by `pairKey`: of the method `events`. */
  triggered: ReadonlySet<string>;
  /** True within a step: the world cannot be changed then. */
  isStepping: boolean;
  /** Changes with every change of a pose other than by a step: the tree of the queries is then out of date. */
  changes: number;
  ledgerStart: LedgerRow;
  /** In the order of `addDocking`. */
  dockings: WorldDocking[];
  /** Number of dockings added so far. */
  dockingCount: number;
  /** Docked bodies that move as one. */
  groups: readonly RigidGroup[];
}

/** Receives every step. */
export interface WorldObserver {
  afterStep(): void;
  onEvent(event: BodyEvent): void;
}

/** Indices are below this, so that a handle is index + generation × INDEX_RANGE, an exact integer. */
const INDEX_RANGE = 2 ** 24;

export function idOf(generation: number, index: number): BodyId {
  return generation * INDEX_RANGE + index;
}

/** Index of a body that exists; throws an error that begins with `caller` otherwise. */
export function indexOf(store: WorldStore, body: BodyId, caller: string): number {
  if (typeof body !== 'number' || !Number.isSafeInteger(body) || body < 0) {
    throw new TypeError(`${caller}: body must be a handle from addBody(), got ${describeValue(body)}`);
  }
  const index = body % INDEX_RANGE;
  const entry = store.entries[index];
  if (entry?.id === body) return index;
  const generation = (body - index) / INDEX_RANGE;
  const wasHere = index < store.generations.length && generation < store.generations[index];
  throw new RangeError(`${caller}: body ${body} ${wasHere ? 'was removed from' : 'is not in'} this world`);
}

/** Entry of a body that exists. */
export function entryAt(store: WorldStore, index: number): BodyEntry {
  const entry = store.entries[index];
  if (!entry) throw new RangeError(`world: there is no body at index ${index}`);
  return entry;
}

/** Throws within a step: filters, fields and `preSolve` must not change the world. */
export function checkBetweenSteps({ isStepping }: WorldStore, caller: string): void {
  if (isStepping) {
    throw new SimulationError(
      `${caller}: the world cannot be changed within a step, by a filter, a force field or preSolve`,
    );
  }
}

export function pairKey(a: BodyId, b: BodyId): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
