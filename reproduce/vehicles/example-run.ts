import type { PlatoonVehicle, VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import type { Series } from '../../src/picture/plot.ts';
import { type ContactPhase, momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import type { GivenRunSettings } from '../../src/sim/vehicles/run-settings.ts';
import { runVehicles, simulateVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import type { VehicleEvent, VehicleRunSummary } from '../../src/sim/vehicles/vehicle-observer.ts';
import { EXAMPLE_MODELS } from './example-files.ts';

export const DEGREE = Math.PI / 180;
/** Weaker forces have no arrow [N]. */
const MIN_FORCE = 1;

/** A contact force on one vehicle from the other. */
export interface Push {
  /** [m], [N]; on the second vehicle of the pair. */
  readonly point: ReadonlyVec3;
  readonly force: ReadonlyVec3;
}

/** The data of one frame of a run for a report. */
export interface RunMoment {
  /** [s] */
  readonly time: number;
  readonly states: Float64Array;
  readonly contactForces: readonly Push[];
  /** Contact work since the start [J]. */
  readonly contactWork: number;
  /** Minimum gap of the boxes of pairs with overlapping ellipsoids [m]; infinite if there is none. */
  readonly boxGap: number;
}

export interface ExampleRun {
  readonly summary: VehicleRunSummary;
  readonly events: readonly VehicleEvent[];
  readonly moments: readonly RunMoment[];
}

/** Runs a platoon and records a frame every 0.01 s by default. */
export function runExample(
  platoon: readonly PlatoonVehicle[],
  settings: GivenRunSettings,
  models: readonly VehicleModel[] = EXAMPLE_MODELS,
): ExampleRun {
  const events: VehicleEvent[] = [];
  const moments: RunMoment[] = [];
  const summary = runVehicles(
    models,
    platoon,
    { frameInterval: 0.01, ...settings },
    {
      event: (event) => events.push(event),
      frame: ({ time, states, contacts, ledger }) => {
        moments.push({
          time,
          states: states.slice(),
          contactForces: contacts
            .filter(({ contact }) => contact.force > MIN_FORCE)
            .map(({ contact: { point, normalForce } }) => ({ point: { ...point }, force: { ...normalForce } })),
          contactWork: ledger.contactWork,
          boxGap: Math.min(...contacts.map(({ contact }) => contact.boxGap)),
        });
      },
    },
  );
  return { summary, events, moments };
}

/** The first completed contact of a run, which stops there. */
export function firstPhase(platoon: readonly PlatoonVehicle[], settings: GivenRunSettings): ContactPhase | undefined {
  let first: ContactPhase | undefined;
  const run = simulateVehicles(EXAMPLE_MODELS, platoon, settings, {
    phase: (phase) => {
      if (phase.isOver) first ??= phase;
    },
  });
  while (!first && !run.next().done);
  return first;
}

/** Heading of a vehicle over time, counter-clockwise [degrees]. */
export function headingSeries({ moments }: ExampleRun, vehicle: number, name: string): Series {
  return { name, points: moments.map(({ time, states }) => [time, headingDegrees(states, vehicle)]) };
}

export function headingDegrees(states: Float64Array, vehicle: number): number {
  return momentOf(states, vehicle).heading / DEGREE;
}

/** The frame nearest to a time [s]. */
export function momentAt({ moments }: ExampleRun, time: number): RunMoment {
  return moments.reduce((best, moment) => (Math.abs(moment.time - time) < Math.abs(best.time - time) ? moment : best));
}

/** Sum of the impulses of all contacts on the second vehicle [N s]. */
export function totalImpulse(phases: readonly ContactPhase[]): number {
  const sum = createVec3();
  for (const { impulse } of phases) {
    sum.x += impulse.x;
    sum.y += impulse.y;
    sum.z += impulse.z;
  }
  return lengthVec3(sum);
}
