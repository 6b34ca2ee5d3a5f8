import { readScene } from '../../src/scene/read.ts';
import type { BodyState, LedgerRow, RunSummary, SimEvent } from '../../src/sim/observer.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { copyState } from '../rigid-bodies/run-document.ts';

/** One recorded frame of a run. */
export interface SolidMoment {
  readonly time: number;
  readonly bodies: readonly BodyState[];
  readonly ledger: LedgerRow;
}

/** Results of a run of solids. */
export interface SolidRunLog {
  readonly moments: readonly SolidMoment[];
  readonly events: readonly SimEvent[];
  readonly summary: RunSummary;
}

/** The floor z = 0. */
export const FLOOR = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
/** [m/s²] */
export const GRAVITY = 9.81;
export const EARTH = { gravity: [0, 0, -GRAVITY] };

/** Friction with equal static and dynamic coefficients. */
export function dryFriction(coefficient: number): object {
  return { law: 'algebraic', static: coefficient };
}

/** Runs a scene of solids given as a document without title and description. */
export function runSolids(document: object): SolidRunLog {
  const text = JSON.stringify({ title: 'verification', description: 'A run.', world: 'solids', ...document });
  const moments: SolidMoment[] = [];
  const events: SimEvent[] = [];
  const summary = runScene(readScene(text, 'verification'), {
    frame: (time, bodies, ledger) => moments.push({ time, bodies: bodies.map(copyState), ledger }),
    contact: () => {},
    event: (event) => events.push(event),
  });
  return { moments, events, summary };
}

/** The collisions of a run, in their order. */
export function collisionsOf({ events }: SolidRunLog): Extract<SimEvent, { type: 'collision' }>[] {
  return events.filter((event) => event.type === 'collision');
}

/** A body at the end of a run. */
export function lastState({ moments }: SolidRunLog, name: string): BodyState {
  const found = moments[moments.length - 1].bodies.find((body) => body.name === name);
  if (!found) throw new Error(`no body ${name}`);
  return found;
}
