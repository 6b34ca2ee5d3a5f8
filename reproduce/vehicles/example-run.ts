import type { PlatoonVehicle, VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../../src/math/vec3.ts';
import type { Series } from '../../src/picture/plot.ts';
import { type ContactPhase, momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import type { GivenRunSettings } from '../../src/sim/vehicles/run-settings.ts';
import { runVehicles, simulateVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import type { VehicleEvent, VehicleRunSummary } from '../../src/sim/vehicles/vehicle-observer.ts';
import { EXAMPLE_MODELS } from './example-files.ts';

export const DEGREE = Math.PI / 180;
/** Weaker forces are not worth an arrow [N]. */
const MIN_FORCE = 1;

/** A force that one vehicle receives from the other. */
export interface Push {
  /** [m], [N]; as the second vehicle of the pair receives it. */
  readonly point: ReadonlyVec3;
  readonly force: ReadonlyVec3;
}

/** What a report keeps of one moment of a run. */
export interface RunMoment {
  /** [s] */
  readonly time: number;
  readonly states: Float64Array;
  readonly contactForces: readonly Push[];
  /** Work of all contacts since the start [J]. */
  readonly contactWork: number;
  /** Least gap of the boxes of any pair whose ellipsoids overlap [m]; infinite if there is none. */
  readonly boxGap: number;
}

export interface ExampleRun {
  readonly summary: VehicleRunSummary;
  readonly events: readonly VehicleEvent[];
  readonly moments: readonly RunMoment[];
}

/** Runs a platoon and keeps a moment every 0.01 s, unless the settings have another interval. */
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
            .map(({ contact: { point, push } }) => ({ point: { ...point }, force: { ...push } })),
          contactWork: ledger.contactWork,
          boxGap: Math.min(...contacts.map(({ contact }) => contact.boxGap)),
        });
      },
    },
  );
  return { summary, events, moments };
}

/** The first contact of a run that ends before the run does; the run goes no farther. */
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

/** Course of the heading of a vehicle, counter-clockwise [degrees]. */
export function headingSeries({ moments }: ExampleRun, vehicle: number, name: string): Series {
  return { name, points: moments.map(({ time, states }) => [time, headingDegrees(states, vehicle)]) };
}

export function headingDegrees(states: Float64Array, vehicle: number): number {
  return momentOf(states, vehicle).heading / DEGREE;
}

/** The moment nearest to a time [s]. */
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
