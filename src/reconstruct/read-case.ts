import type { NodeSchema } from '../scene/check-schema.ts';
import { indexNames } from '../scene/names.ts';
import { failIn, parseDocument } from '../scene/read.ts';
import type { Fail, JsonPath } from '../scene/scene-error.ts';
import { type Dimension, quantityPattern, toSi, unitsOf } from '../scene/units.ts';
import { checkAgainst } from '../scene/validate.ts';
import { findParameter, type SceneParameter, valueAt } from '../sweep/parameter-path.ts';
import { createTemplate, type SceneTemplate } from '../sweep/scene-template.ts';
import { type CaseDocument, caseSchema } from './case-schema.ts';

/** A number of a case that is estimated. */
export interface Unknown {
  readonly path: string;
  readonly parameter: SceneParameter;
  /** Whether it is in the scene of the case; its parameter then starts there. */
  readonly isInScene: boolean;
  /** Its kind of quantity; none for plain numbers. */
  readonly dimension?: Dimension;
  /** First guess, and mean of the prior where there is one. */
  readonly guess: number;
  /** Lower limit; -Infinity: none. */
  readonly low: number;
  /** Upper limit; Infinity: none. */
  readonly high: number;
  /** Standard deviation of the guess, where it is known beforehand. */
  readonly deviation?: number;
}

/** Evidence of a crash that is read and checked. */
export interface ReconstructionCase {
  /** In SI units. */
  readonly document: CaseDocument;
  /** The scene of the vehicle world, unless the case uses the one-impulse model. */
  readonly template?: SceneTemplate;
  /** Names of the vehicles. */
  readonly names: readonly string[];
  /** Masses of the vehicles [kg]. */
  readonly masses: readonly number[];
  readonly unknowns: readonly Unknown[];
  /** Indices of the unknowns of the joint confidence region. */
  readonly region: readonly number[];
}

/**
 * Reads a case from a JSON text (comments allowed): two vehicles, their impact, measurements and unknowns. `source` names the text in
 * messages. Throws a `SceneError` with line and column for the first error found.
 *
 * @example
 * ```ts
 * import { readCase } from 'appulse/vehicles';
 *
 * const { unknowns } = readCase(`{
 *   "title": "A stop",
 *   "vehicles": [
 *     { "name": "A", "mass": 1500, "yawInertia": 2500, "position": [-2, 0], "speed": "50 km/h" },
 *     { "name": "B", "mass": 1200, "yawInertia": 2000, "position": [2, 0] }
 *   ],
 *   "impact": { "point": [0, 0], "normal": 0 },
 *   "runOut": [{ "vehicle": "A" }, { "vehicle": "B" }],
 *   "measurements": [{ "kind": "rest-position", "vehicle": "B", "position": [6, 0], "deviation": 0.2 }],
 *   "unknowns": [{ "path": "vehicles.A.speed", "min": 0, "max": "100 km/h" }]
 * }`, 'stop.case.json');
 * console.log(unknowns[0].guess.toFixed(2), unknowns[0].high.toFixed(2)); // 13.89 27.78
 * ```
 */
export function readCase(fileText: string, source: string): ReconstructionCase {
  const { text, data } = parseDocument(fileText, source);
  const fail = failIn(text, source);
  checkAgainst(caseSchema(), data, fail);
  const document = data as CaseDocument;
  const template = readModel(document, source, fail);
  const vehicles = template ? sceneVehicles(template) : (document.vehicles ?? []);
  const names = vehicles.map(({ name }) => name);
  checkNames(document, names, fail);
  if (template === undefined) checkRunOuts(document, fail);
  const unknowns = document.unknowns.map((_, i) => resolveUnknown(document, template, i, fail));
  checkDistinct(unknowns, fail);
  return {
    document,
    ...(template && { template }),
    names,
    masses: vehicles.map(({ mass }) => mass),
    unknowns,
    region: regionOf(document, unknowns, fail),
  };
}

function readModel(document: CaseDocument, source: string, fail: Fail): SceneTemplate | undefined {
  const { vehicles, impact, scene } = document;
  if (scene === undefined) {
    if (vehicles === undefined)
      return fail(['vehicles'], 'is missing: a case has either vehicles and impact, or scene');
    if (impact === undefined) return fail(['impact'], 'is missing: a case with vehicles has an impact');
    return undefined;
  }
  if (vehicles !== undefined) fail(['vehicles'], 'is not used: the case has a scene', 'key');
  if (impact !== undefined) fail(['impact'], 'is not used: the case has a scene', 'key');
  const template = createTemplate(`${JSON.stringify(scene, null, 2)}\n`, source, (path, expected, at, shown) =>
    fail(['scene', ...path], expected, at, shown),
  );
  if (template.scene.world !== 'vehicles') fail(['scene', 'world'], 'must be "vehicles" here');
  return template;
}

function sceneVehicles({ scene }: SceneTemplate): { name: string; mass: number }[] {
  if (scene.world !== 'vehicles') throw new Error('the scene of a case must be one of vehicles');
  const { bodies, models } = scene;
  const vehicles = bodies.filter(({ obstacle }) => !obstacle);
  return vehicles.map(({ name, start }) => ({ name, mass: models[start.model - 1].COSSERAT_POINT.MASS }));
}

/** After one impulse a vehicle moves only if it has a run-out. */
function checkRunOuts({ runOut, measurements }: CaseDocument, fail: Fail): void {
  measurements.forEach((measured, i) => {
    if (measured.kind === 'damage' || measured.kind === 'delta-v') return;
    if (runOut.some(({ vehicle }) => vehicle === measured.vehicle)) return;
    fail(['measurements', i, 'vehicle'], 'has no runOut in the case, so its rest is not predicted');
  });
}

function checkNames(document: CaseDocument, names: readonly string[], fail: Fail): void {
  const find = indexNames(
    names.map((name) => ({ name })),
    ['vehicles'],
    'vehicle',
    fail,
  );
  const { runOut, braking, measurements } = document;
  runOut.forEach(({ vehicle }, i) => {
    find(vehicle, ['runOut', i, 'vehicle']);
    const first = runOut.findIndex((other) => other.vehicle === vehicle);
    if (first !== i) fail(['runOut', i, 'vehicle'], `must be unique, runOut[${first}] is about the same vehicle`);
  });
  braking.forEach(({ vehicle }, i) => {
    find(vehicle, ['braking', i, 'vehicle']);
  });
  measurements.forEach((measured, i) => {
    if (measured.kind !== 'damage') {
      find(measured.vehicle, ['measurements', i, 'vehicle']);
      return;
    }
    measured.parts.forEach((part, k) => {
      const at: JsonPath = ['measurements', i, 'parts', k];
      find(part.vehicle, [...at, 'vehicle']);
      const given = (['energy', 'ees', 'crush'] as const).filter((key) => part[key] !== undefined);
      if (given.length !== 1) fail(at, 'must have exactly one of energy, ees and crush');
    });
  });
}

const SCENE_PREFIX = 'scene.';

function resolveUnknown(
  document: CaseDocument,
  template: SceneTemplate | undefined,
  index: number,
  fail: Fail,
): Unknown {
  const given = document.unknowns[index];
  const at: JsonPath = ['unknowns', index];
  const reject = (reason: string) => fail([...at, 'path'], reason);
  const isInScene = given.path.startsWith(SCENE_PREFIX) && template !== undefined;
  const parameter = isInScene
    ? findParameter(template.document, template.schema, given.path.slice(SCENE_PREFIX.length), reject)
    : findParameter(document, caseSchema() as NodeSchema, given.path, reject, 'case');
  const root = parameter.steps[0];
  if (!isInScene && !['vehicles', 'impact', 'runOut', 'braking'].includes(String(root))) {
    reject('must be in vehicles, impact, runOut, braking or scene');
  }
  const value = valueAt(isInScene ? template.document : document, parameter.steps);
  if (value === undefined) reject('is not given in the case: its value is the first guess');
  if (typeof value !== 'number' || !parameter.isPlain) return reject('must be a number to be estimated');
  const { dimension } = parameter.schema;
  const { minimum, exclusiveMinimum, maximum } = parameter.schema;
  const amountOf = (key: 'min' | 'max' | 'deviation') => resolveAmount(given[key], dimension, [...at, key], fail);
  const low =
    amountOf('min') ?? minimum ?? (exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : smallest(value));
  const high = amountOf('max') ?? maximum ?? Number.POSITIVE_INFINITY;
  const deviation = amountOf('deviation');
  if (!(low < high)) fail([...at, 'max'], `must be above the lower limit, ${low}`);
  if (value < low || value > high)
    fail([...at, 'path'], `has the value ${value} in the case, expected ${low} to ${high}`);
  if (deviation !== undefined && !(deviation > 0)) fail([...at, 'deviation'], 'must be above zero');
  return {
    path: given.path,
    parameter,
    isInScene,
    ...(dimension && { dimension }),
    guess: value,
    low,
    high,
    ...(deviation !== undefined && { deviation }),
  };
}

/** Lower limit of a number that must be above zero. */
function smallest(value: number): number {
  return 1e-3 * value;
}

function resolveAmount(
  given: number | string | undefined,
  dimension: Dimension | undefined,
  path: JsonPath,
  fail: Fail,
): number | undefined {
  if (given === undefined || typeof given === 'number') return given;
  if (dimension === undefined) return fail(path, 'must be a plain number');
  if (!new RegExp(quantityPattern(dimension)).test(given)) {
    return fail(
      path,
      `must be a number [${unitsOf(dimension)[0]}] or a text with a unit of ${dimension} (${unitsOf(dimension).join(', ')})`,
    );
  }
  return toSi(given, dimension);
}

function checkDistinct(unknowns: readonly Unknown[], fail: Fail): void {
  const keyOf = ({ isInScene, parameter }: Unknown) => JSON.stringify([isInScene, parameter.steps]);
  unknowns.forEach((unknown, i) => {
    const first = unknowns.findIndex((other) => keyOf(other) === keyOf(unknown));
    if (first !== i) fail(['unknowns', i, 'path'], `is the same number as unknowns[${first}]`);
  });
}

function regionOf({ region }: CaseDocument, unknowns: readonly Unknown[], fail: Fail): number[] {
  if (region) {
    return region.map((path, i) => {
      const index = unknowns.findIndex((unknown) => unknown.path === path);
      return index >= 0 ? index : fail(['region', i], 'is not the path of an unknown');
    });
  }
  const speeds = unknowns.flatMap(({ path }, i) => (/\.speed$/.test(path) ? [i] : []));
  return speeds.length > 0 ? speeds : unknowns.map((_, i) => i);
}
