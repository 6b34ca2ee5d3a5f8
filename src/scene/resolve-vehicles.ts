import { createCrushCurves } from '../dynamics/vehicle/crush-curve.ts';
import { staticEquilibrium } from '../dynamics/vehicle/equilibrium.ts';
import { findModelViolation, type VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import { atan2 } from '../math/inverse-trig.ts';
import type { VehicleContactLaw } from '../response/vehicle-contact/contact-law.ts';
import { indexNames } from './names.ts';
import { resolveDrivers, resolveHitches, resolveRoad } from './resolve-driving.ts';
import { resolveRecord } from './resolve-record.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';
import type { SceneVehicle, VehicleScene } from './vehicle-scene.ts';
import type { VehicleDocument } from './vehicle-schema.ts';

/** Larger numbers are treated as input errors. */
const MAX_STEPS = 1e9;
const MAX_VEHICLES = 1e4;

/** Resolves names and checks the consistency of the document, which the schema cannot. */
export function resolveVehicleScene(document: VehicleDocument, fail: Fail): VehicleScene {
  const { world, title, description, source, topic, guide, vehicles, viscosity, start, time } = document;
  if (time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
  if (vehicles.length > MAX_VEHICLES) fail(['vehicles'], `must have at most ${MAX_VEHICLES} items`);
  const modelIndex = indexNames(document.models, ['models'], 'model', fail);
  const vehicleIndex = indexNames(vehicles, ['vehicles'], 'vehicle', fail);
  const obstacles = resolveObstacles(document, fail);
  const { model: geometry, law } = document.contacts;
  const crushed = document.models.findIndex(({ crush }) => crush);
  if (crushed >= 0 && !(geometry === 'BM' && law === 'incremental')) {
    fail(['models', crushed, 'crush'], 'needs the contact model "BM" with the law "incremental"');
  }
  const models = document.models.map((model, i) => resolveModel(model, i, fail));
  models.forEach((model, i) => {
    checkStart(model, document, ['models', i], fail);
  });
  const bodies = [...resolveStarts(document, modelIndex), ...obstacles];
  const drivers = resolveDrivers(document, bodies, vehicleIndex, fail);
  return {
    world,
    title,
    description,
    source,
    topic,
    guide,
    models,
    bodies,
    ...(drivers && { drivers }),
    hitches: resolveHitches(document, models, bodies, vehicleIndex, fail),
    contacts: resolveContacts(document, fail),
    road: resolveRoad(document, fail),
    viscosity,
    start,
    time: { ...time },
    record: resolveRecord(document, fail),
  };
}

function resolveStarts(
  { vehicles }: VehicleDocument,
  modelIndex: (name: string, path: JsonPath) => number,
): SceneVehicle[] {
  return vehicles.map(({ name, model, position, heading, speed, steering, color }, i) => {
    const number = model === undefined ? 1 : modelIndex(model, ['vehicles', i, 'model']) + 1;
    const [X, Y] = position;
    return { name, start: { model: number, X, Y, ORIENTATION: heading, SPEED: speed, STEERING: steering }, color };
  });
}

type ModelDocument = VehicleDocument['models'][number];

/** A model in the notation of the data files. */
function resolveModel(given: ModelDocument, index: number, fail: Fail): VehicleModel {
  const { mass, inertia, halfExtents, radius, elastic, suspension, tyreRelaxationTime, equilibrium } = given;
  const { crush, drive } = given;
  const { front, rear, track, springLength } = suspension;
  const [Ix, Iy, Iz] = inertia;
  // the data files have full lengths
  const [A1, A2, A3] = halfExtents.map((half) => 2 * half);
  const model: VehicleModel = {
    id: index + 1,
    COSSERAT_POINT: { MASS: mass, Ix, Iy, Iz, E: elastic.modulus, nu: elastic.poisson, volume: elastic.volume },
    SUSPENSION: {
      L1: front.axle,
      L2: rear.axle,
      B: track / 2,
      H1: front.drop,
      H2: rear.drop,
      spring_ref: springLength,
      C1: front.stiffness,
      C2: rear.stiffness,
      D1: front.damping,
      D2: rear.damping,
    },
    TYRE: tyreRelaxationTime,
    CONTACT: { A1, A2, A3 },
    ...(radius !== undefined && { radius }),
    ...(equilibrium && { EQUILIBRIUM: resolveEquilibrium(equilibrium) }),
    ...(crush && { crush }),
    ...(drive && { drive }),
  };
  const violation = findModelViolation(model);
  if (violation) fail(['models', index, ...(KEY_PATHS[violation.key] ?? [])], violation.expected);
  orFail(() => createCrushCurves(crush, 'crush'), ['models', index, 'crush'], fail);
  return model;
}

/** Paths in a scene of keys of the data files; the schema checks the range of the other numbers. */
const KEY_PATHS: Readonly<Record<string, JsonPath>> = {
  radius: ['radius'],
  nu: ['elastic', 'poisson'],
  Ix: ['inertia', 0],
  Iy: ['inertia', 1],
  Iz: ['inertia', 2],
};

function resolveEquilibrium({ height, directors }: NonNullable<ModelDocument['equilibrium']>) {
  const [[D11, D12, D13], [D21, D22, D23], [D31, D32, D33]] = directors;
  return { R3: height, D11, D12, D13, D21, D22, D23, D31, D32, D33 };
}

/** Obstacles as bodies: poles and barriers at rest. */
function resolveObstacles({ obstacles, vehicles, contacts }: VehicleDocument, fail: Fail): SceneVehicle[] {
  if (obstacles.length > 0 && !(contacts.model === 'BM' && contacts.law === 'incremental')) {
    fail(['obstacles'], 'need the contact model "BM" with the law "incremental"');
  }
  const taken = new Set(vehicles.map(({ name }) => name));
  return obstacles.map(({ name, from, to = from, radius, color }, i) => {
    if (taken.has(name)) fail(['obstacles', i, 'name'], `must be unique, "${name}" is another vehicle or obstacle`);
    taken.add(name);
    const ends = [from[0], from[1], to[0], to[1]];
    return {
      name,
      start: {
        model: 0,
        X: (ends[0] + ends[2]) / 2,
        Y: (ends[1] + ends[3]) / 2,
        ORIENTATION: atan2(ends[3] - ends[1], ends[2] - ends[0]),
        SPEED: 0,
        STEERING: 0,
      },
      obstacle: { name, from: [ends[0], ends[1]], to: [ends[2], ends[3]], radius },
      ...(color !== undefined && { color }),
    };
  });
}

/** A vehicle needs an initial state. */
function checkStart(model: VehicleModel, { start, road }: VehicleDocument, path: JsonPath, fail: Fail): void {
  if (start === 'file') {
    if (!model.EQUILIBRIUM) fail([...path, 'equilibrium'], 'is missing, the scene starts from "file"');
    return;
  }
  orFail(() => staticEquilibrium(model, road.gravity), [...path, 'suspension'], fail);
}

function resolveContacts({ contacts, models }: VehicleDocument, fail: Fail): VehicleContactLaw {
  const { law: depthLaw, ...rest } = contacts;
  const others = models.filter(({ radius }) => radius === undefined);
  const largest = Math.min(...others.flatMap(({ halfExtents }) => halfExtents));
  if (rest.model === 'BM' && rest.radius > largest) {
    fail(['contacts', 'radius'], `must be at most ${largest} m, the smallest half extent of a box`);
  }
  return { ...rest, depthLaw };
}
