import { readFileSync } from 'node:fs';
import { type PlatoonVehicle, parseModels, runVehicles, type VehicleModel } from 'appulse/vehicles';
import type { Implementation, Suite, Workload } from '../harness.ts';

export const vehicleQueue: Suite = {
  name: 'vehicle-queue',
  description:
    'queues of 10, 100 and 1000 vehicles that collide in pairs, and 1000 with the friction ellipse: time per vehicle and step',
  async *workloads() {
    for (const model of ['EM', 'BM'] as const)
      for (const count of [10, 100, 1000]) yield queue(model, count, 'lateral');
    yield queue('EM', 1000, 'ellipse');
  },
};

/** Duration [s]: the ellipsoids touch after 0.025 s. */
const DURATION = 0.1;
const STEP = 2.5e-4;
/** Distance of centres [m]: ellipsoids are 6.2 m long, boxes 5 m. */
const SPACING = { EM: 6.25, BM: 5.05 };
/** Alternating speeds, so that every second vehicle hits the next [m/s]. */
const [FAST, SLOW] = [21, 19];

type TyreModel = 'lateral' | 'ellipse';

function queue(model: 'EM' | 'BM', count: number, tyreModel: TyreModel): Workload {
  const [published] = parseModels(readFileSync('examples/vehicles/model.dat', 'utf8'), 'model.dat');
  const platoon = Array.from({ length: count }, (_, i) => ({
    model: published.id,
    X: SPACING[model] * i,
    Y: 0.4 * (i % 2),
    ORIENTATION: 0,
    SPEED: i % 2 === 0 ? FAST : SLOW,
    STEERING: 0,
  }));
  return {
    name: `${model}, ${count} vehicles${tyreModel === 'ellipse' ? ', friction ellipse' : ''}`,
    operation: 'vehicle-step',
    error: 'energy balance error / closing energy',
    caseCount: 1,
    distribution: {
      queue: `${SPACING[model]} m apart, ${FAST} and ${SLOW} m/s alternating`,
      run: `${DURATION} s in steps of ${STEP} s`,
      case: 'one run; an operation is one step of one vehicle',
    },
    oracle: 'the energy balance; wrong: error above 1e-6 of the closing energy',
    implementations: [appulseImplementation(published, platoon, model, tyreModel)],
    targets: [{ kind: 'figure', figure: 'worst error', atMost: 1e-6 }],
    absent: { 'every JavaScript package': 'none has deformable vehicles' },
  };
}

function appulseImplementation(
  model: VehicleModel,
  platoon: readonly PlatoonVehicle[],
  contact: 'EM' | 'BM',
  tyreModel: TyreModel,
): Implementation {
  const steps = Math.round(DURATION / STEP);
  // half of the vehicles approach their neighbours: energy = reduced mass times closing speed squared over two
  const closingEnergy = ((platoon.length / 2) * model.COSSERAT_POINT.MASS * (FAST - SLOW) ** 2) / 4;
  let contacts = 0;
  return {
    name: 'appulse',
    isAppulse: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) {
        const summary = runVehicles([model], platoon, {
          duration: DURATION,
          step: STEP,
          contact: { model: contact },
          road: { tyreModel },
        });
        contacts = summary.phases.length;
        answers[i] = Math.abs(summary.energyBalanceError) / closingEnergy;
      }
    },
    judge: (error) => ({ error, failure: error <= 1e-6 ? null : 'energy balance' }),
    operations: (first, last) => (last - first) * steps * platoon.length,
    figures: () => ({ contacts }),
  };
}
