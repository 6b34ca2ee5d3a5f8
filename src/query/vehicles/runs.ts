/** Whole runs of platoons, and the published examples. [PATH98-8], [PATH98-9] and [PATH98-11] */
import { createVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { type ContactPhase, momentOf, type VehicleMotion } from '../../sim/vehicles/contact-phase.ts';
import { runVehicles } from '../../sim/vehicles/simulate-vehicles.ts';
import type { VehicleRunSummary } from '../../sim/vehicles/vehicle-observer.ts';
import { components, fieldsAt, objectsAt, positiveAt } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';
import { checkRun } from './run-check.ts';
import { exampleFiles, runSettingsAt } from './run-keys.ts';
import { modelsAt, platoonAt } from './vehicle-fields.ts';

const DEGREE = Math.PI / 180;

export const exampleRunsOperation: QueryOperation = {
  name: 'example-runs',
  description:
    'the run of a platoon from the texts of its two data files: contact phases with impulse, delta-V and principal direction of force, the final state, the ledger; and with `every`, in s, a series of rows [x, y, z, headingDeg, yawRate]',
  example: { ...exampleFiles, settings: { mode: 'BM', dt: 5e-4, T: 0.6 }, every: 0.3 },
  answer(fields) {
    const models = modelsAt(fields);
    const platoon = platoonAt(fields, models);
    const every = fields.every === undefined ? undefined : positiveAt(fields, 'every');
    const series: Fields[] = [];
    let meeting: number | null = null;
    const summary = runVehicles(
      models,
      platoon,
      { ...runSettingsAt(fields), ...(every !== undefined && { frameInterval: every }) },
      {
        event: ({ type, time }) => {
          if (type === 'ellipsoid-overlap') meeting ??= time;
        },
        ...(every !== undefined && {
          frame: ({ time, states }) => {
            if (time > 0) series.push({ t: time, v: platoon.map((_, i) => rowOf(momentOf(states, i))) });
          },
        }),
      },
    );
    if (summary.error) throw summary.error;
    const final = { t: summary.time, vehicles: platoon.map((_, i) => momentOut(momentOf(summary.states, i))) };
    return {
      summary: {
        tEllipsoidsTouch: meeting,
        tContactStart: summary.phases[0]?.start ?? null,
        phases: summary.phases.map(phaseOut),
        final,
        energy: energyOut(summary),
        momentum: momentumOut(summary),
      },
      ...(every !== undefined && { series }),
    };
  },
  casesIn(file, sibling) {
    return objectsAt(file, 'runs').map((run) => ({
      ...run,
      models: sibling('model.dat'),
      platoon: sibling(String(run.platoon)),
      settings: {
        ...fieldsAt(run, 'settings'),
        // the largest step for which the tolerances hold; the file has a smaller one
        dt: 2.5e-4,
        equilibrium: String(run.id).endsWith('file-equilibrium') ? 'file' : 'exact',
      },
      ...(run.series !== undefined && { every: 0.02 }),
    }));
  },
  check: checkRun,
};

function phaseOut(phase: ContactPhase): Fields {
  return {
    pair: phase.vehicles.join('-'),
    tStart: phase.start,
    tEnd: phase.end,
    isOver: phase.isOver,
    impulseOn2: components(phase.impulse, 3),
    peakForce: phase.peakForce,
    peakDepth: phase.peakDepth,
    boxOverlap: phase.boxOverlap,
    rules: phase.rules,
    deltaVfromImpulse: [...phase.deltaV],
    pdofDeg: phase.pdof.map((angle) => angle / DEGREE),
    contactWork: phase.contactWork,
    releaseLoss: phase.releaseLoss,
    start: phase.before.map(momentOut),
    end: phase.after.map(momentOut),
  };
}

function momentOut({ position, velocity, heading, yawRate }: VehicleMotion): Fields {
  return { r: components(position, 3), v: components(velocity, 3), headingDeg: heading / DEGREE, yawRate };
}

function rowOf({ position, heading, yawRate }: VehicleMotion): number[] {
  return [...components(position, 3), heading / DEGREE, yawRate];
}

function energyOut({ ledgerStart, ledgerEnd, energyBalanceError }: VehicleRunSummary): Fields {
  const [initial, final] = [ledgerStart, ledgerEnd].map(
    ({ kinetic, strain, spring, gravity }) => kinetic + strain + spring + gravity,
  );
  return {
    initial,
    final,
    finalKinetic: ledgerEnd.kinetic,
    finalStrain: ledgerEnd.strain,
    suspensionDissipation: ledgerEnd.suspensionLoss,
    tyreWork: ledgerEnd.tyreWork,
    viscousDissipation: ledgerEnd.viscousLoss,
    contactWork: ledgerEnd.contactWork,
    closure: energyBalanceError,
  };
}

function momentumOut({ ledgerStart, ledgerEnd }: VehicleRunSummary): Fields {
  const vector = (v: ReadonlyVec3) => components(v, 3);
  return {
    change: vector(subVec3(createVec3(), ledgerEnd.momentum, ledgerStart.momentum)),
    // springs and weight act along z: the other components of the road impulse come from the tyres
    tyreImpulse: [...components(ledgerEnd.roadImpulse, 2), 0],
    contactImpulseSum: vector(ledgerEnd.contactImpulse),
    angularZChange: ledgerEnd.angularMomentum.z - ledgerStart.angularMomentum.z,
    tyreMomentImpulse: ledgerEnd.roadMoment.z,
    contactMomentImpulseSum: ledgerEnd.contactMoment,
  };
}
