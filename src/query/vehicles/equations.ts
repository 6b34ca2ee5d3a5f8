/** The equations of motion of two vehicles, and the static equilibrium of a vehicle. [PATH98-6] and [PATH98-7] */
import { type Equilibrium, staticEquilibrium } from '../../dynamics/vehicle/equilibrium.ts';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import type { VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { MOVING_COUNT, VEHICLE_STRIDE } from '../../dynamics/vehicle/vehicle-state.ts';
import { DEFAULT_ROAD } from '../../dynamics/vehicle/wheels.ts';
import { parseModels, writeModels } from '../../formats/vehicle-files/model-file.ts';
import { createRunSettings } from '../../sim/vehicles/run-settings.ts';
import {
  computeRates,
  createPairRecord,
  createVehicleSystem,
  DEPTH,
  evaluatePair,
} from '../../sim/vehicles/vehicle-system.ts';
import { near, same } from '../compare.ts';
import { choiceAt, fieldsAt, listAt, numberOr, numbersAt, objectsAt, QueryError, toNumbers } from '../fields.ts';
import type { Fields, Finding, QueryOperation } from '../query-operation.ts';
import { exampleFiles, runSettingsAt } from './run-keys.ts';
import { expectOk, modelsAt } from './vehicle-fields.ts';

/** Two vehicles of the first model with their states and the stored state of their pair, ready for one evaluation. */
function momentAt(fields: Fields) {
  const given = runSettingsAt(fields);
  const model = choiceAt(fields, 'mode', ['EM', 'BM']);
  const states = listAt(fields, 'state').map((state, i) => toNumbers(state, [MOVING_COUNT], `state[${i}]`));
  if (states.length !== 2) throw new QueryError('state', fields.state, 'the states of two vehicles');
  const [vehicleModel] = modelsAt(fields);
  const bodies = numbersAt(fields, 'steer', [2]).map((angle) => createVehicleBody(vehicleModel, angle));
  const system = createVehicleSystem(bodies, createRunSettings({ ...given, contact: { ...given.contact, model } }));
  const pair = createPairRecord(system, 0, 1);
  const { arrays } = system;
  for (const which of ['now', 'stage'] as const) {
    states.forEach((state, i) => {
      arrays[which].set(state, VEHICLE_STRIDE * i);
    });
    pair.arrays[which][DEPTH] = numberOr(fields, 'depthState', 0);
  }
  return { system, pair };
}

/** At (x, 0), at rest except for the speed along x. */
function levelState(x: number, speed: number): number[] {
  const still = [x, 0, 0.0504, 1, 0, 0, 0, 1, 0, 0, 0, 1, speed];
  return [...still, ...Array<number>(MOVING_COUNT - still.length).fill(0)];
}

const rhsOperation: QueryOperation = {
  name: 'rhs',
  description:
    'rates of the states (r d1 d2 d3 v w1 w2 w3 and four tyre forces) of two vehicles of a model, with their contact; depthState is the stored depth of the pair',
  example: {
    models: exampleFiles.models,
    mode: 'BM',
    steer: [0, 0],
    state: [levelState(0, 3), levelState(4.98, 0)],
    depthState: 0.01,
  },
  answer(fields) {
    const { system, pair } = momentAt(fields);
    const { gap, rule, force, boxGap, status } = evaluatePair(pair.contact, system, pair, 'now');
    expectOk(status, 'the contact of the vehicles was not found');
    computeRates(system, { vehicles: [0, 1], pairs: [pair] });
    const { rates } = system.arrays;
    return {
      derivative: [0, VEHICLE_STRIDE].map((i) => [...rates.subarray(i, i + MOVING_COUNT)]),
      depthRate: pair.arrays.rates[DEPTH],
      // the law does not test boxes if the ellipsoids are separate
      contact: { gap, rule, force, boxGap: boxGap < Number.POSITIVE_INFINITY ? boxGap : null },
    };
  },
  casesIn(file, sibling) {
    const models = sibling('model.dat');
    return objectsAt(file, 'cases').map((exact) => ({ models, ...exact }));
  },
  check(exact, answer) {
    const [wanted, got] = [fieldsAt(exact, 'contact'), fieldsAt(answer, 'contact')];
    const rates = answer.derivative as readonly number[][];
    return [
      ...(exact.derivative as readonly number[][]).flatMap((vehicle, i) =>
        vehicle.map((rate, k) => near(`derivative[${i}][${k}]`, rates[i][k], rate, 1e-9)),
      ),
      near('depthRate', answer.depthRate, exact.depthRate, 1e-9),
      ...['gap', 'force'].map((key) => near(key, got[key], wanted[key], 1e-9)),
      same('rule', got.rule, wanted.rule),
      gapOfBoxes(got.boxGap, wanted.boxGap),
    ];
  },
};

function gapOfBoxes(got: unknown, wanted: unknown): Finding {
  return wanted === null ? same('boxGap', got, null) : near('boxGap', got ?? Number.NaN, wanted, 1e-9);
}

const KEYS = ['R3', 'D11', 'D13', 'D22', 'D31', 'D33'] as const;

const equilibriumOperation: QueryOperation = {
  name: 'equilibrium',
  description:
    'static equilibrium of a vehicle of the first model of a file on its springs, with spring lengths and wheel loads; if the file has an EQUILIBRIUM, its difference and its strain',
  example: { models: exampleFiles.models, g: 9.81 },
  answer(fields) {
    const [model] = modelsAt(fields);
    const rest = staticEquilibrium(model, numberOr(fields, 'g', DEFAULT_ROAD.gravity));
    const exact = { ...pick(rest), ...springsOf(model, rest) };
    const file = model.EQUILIBRIUM;
    if (!file) return { exact };
    const difference = Object.fromEntries(KEYS.map((key) => [key, file[key] - rest[key]]));
    return { exact, file: pick(file), difference, fileStrain: strainOf(file) };
  },
  casesIn(file, sibling) {
    const models = sibling('model.dat');
    const { exact, difference, fileStrain, fileStrainIfD11is9_999051 } = file;
    return [
      { id: 'model.dat', models, exact, file: file.file, difference, fileStrain },
      { id: 'model.dat with another D11', models: withD11(models, 0.9999051), fileStrain: fileStrainIfD11is9_999051 },
    ];
  },
  check(exact, answer) {
    return ['exact', 'file', 'difference', 'fileStrain']
      .filter((part) => exact[part] !== undefined)
      .flatMap((part) => {
        const [wanted, got] = [fieldsAt(exact, part), fieldsAt(answer, part)];
        return Object.keys(wanted).map((key) => near(`${part}.${key}`, got[key], wanted[key], 1e-12));
      });
  },
};

function pick(rest: Equilibrium): Fields {
  return Object.fromEntries(KEYS.map((key) => [key, rest[key]]));
}

/** Length and load of a front and of a rear spring. */
function springsOf({ SUSPENSION: s }: VehicleModel, { R3, D13, D33 }: Equilibrium): Fields {
  const front = R3 + s.L1 * D13 - s.H1 * D33;
  const rear = R3 - s.L2 * D13 - s.H2 * D33;
  return {
    frontSpringLength: front,
    rearSpringLength: rear,
    wheelLoadFront: s.C1 * (s.spring_ref - front),
    wheelLoadRear: s.C2 * (s.spring_ref - rear),
  };
}

/** (d_i·d_j - δ_ij)/2 in the plane of symmetry. */
function strainOf({ D11, D12, D13, D31, D32, D33 }: Equilibrium): Fields {
  return {
    g11: (D11 * D11 + D12 * D12 + D13 * D13 - 1) / 2,
    g33: (D31 * D31 + D32 * D32 + D33 * D33 - 1) / 2,
    g13: (D11 * D31 + D12 * D32 + D13 * D33) / 2,
  };
}

function withD11(text: string, D11: number): string {
  const models = parseModels(text);
  return writeModels(
    models.map((model) => (model.EQUILIBRIUM ? { ...model, EQUILIBRIUM: { ...model.EQUILIBRIUM, D11 } } : model)),
  );
}

export const equationOperations: readonly QueryOperation[] = [rhsOperation, equilibriumOperation];
