import { createInput, type VehicleDriver } from '../dynamics/vehicle/driver.ts';
import { staticEquilibrium } from '../dynamics/vehicle/equilibrium.ts';
import type { Hitch } from '../dynamics/vehicle/hitch.ts';
import { createRoadSurface } from '../dynamics/vehicle/road-surface.ts';
import type { VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import type { Road } from '../dynamics/vehicle/wheels.ts';
import { cos, sin } from '../math/trig.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';
import type { SceneVehicle } from './vehicle-scene.ts';
import type { VehicleDocument } from './vehicle-schema.ts';

/** Index of a named vehicle. */
type IndexOf = (name: string, path: JsonPath) => number;

/** The road with areas and slopes. */
export function resolveRoad({ road, vehicles }: VehicleDocument, fail: Fail): Road {
  const { areas, ramps, ...rest } = road;
  if (rest.tyreModel !== 'ellipse') {
    const needs = 'needs the tyre model "ellipse" of the road';
    if (areas.length > 0) fail(['road', 'areas'], needs);
    if (ramps.length > 0) fail(['road', 'ramps'], needs);
    const driven = vehicles.findIndex(({ driver }) => driver);
    if (driven >= 0) fail(['vehicles', driven, 'driver'], needs);
  }
  areas.forEach(({ halfExtents }, i) => {
    halfExtents.forEach((half, k) => {
      if (!(half > 0)) fail(['road', 'areas', i, 'halfExtents', k], 'must be above zero');
    });
  });
  const given = {
    areas: areas.map(({ position, ...others }) => ({ center: position, ...others })),
    ramps: ramps.map(({ position, rounding, ...others }, i) => {
      if (rounding !== undefined && rounding > others.length / 2) {
        fail(['road', 'ramps', i, 'rounding'], `must be at most half the length, ${others.length / 2} m`);
      }
      return { from: position, ...others, rounding: rounding ?? others.length / 4 };
    }),
  };
  return { ...rest, ...given, surface: createRoadSurface(given.areas, given.ramps) };
}

/** Drivers by vehicle; undefined where none has one. */
export function resolveDrivers(
  { vehicles, models }: VehicleDocument,
  bodies: readonly SceneVehicle[],
  indexOf: IndexOf,
  fail: Fail,
): readonly (VehicleDriver | undefined)[] | undefined {
  if (!vehicles.some(({ driver }) => driver)) return undefined;
  return vehicles.map(({ driver }, i) =>
    driver ? resolveDriver(driver, models[bodies[i].start.model - 1], i, indexOf, fail) : undefined,
  );
}

type DriverDocument = NonNullable<VehicleDocument['vehicles'][number]['driver']>;

function resolveDriver(
  { brake, throttle, steering, follow }: DriverDocument,
  { drive }: VehicleDocument['models'][number],
  self: number,
  indexOf: IndexOf,
  fail: Fail,
): VehicleDriver {
  const path: JsonPath = ['vehicles', self, 'driver'];
  const needs = (part: 'brakes' | 'engine', key: string) => {
    if (!drive?.[part]) fail([...path, key], `needs a model with drive.${part}`);
  };
  if (brake) needs('brakes', 'brake');
  if (throttle) needs('engine', 'throttle');
  if (follow) {
    needs('brakes', 'follow');
    needs('engine', 'follow');
  }
  const tables = {
    ...(brake && { brake: brake.map(({ time, value }) => [time, value] as const) }),
    ...(throttle && { throttle: throttle.map(({ time, value }) => [time, value] as const) }),
    ...(steering && { steering: steering.map(({ time, angle }) => [time, angle] as const) }),
  };
  for (const [key, table] of Object.entries(tables)) {
    orFail(() => createInput(table, key, key !== 'steering'), [...path, key], fail);
  }
  if (!follow) return tables;
  const leader = indexOf(follow.vehicle, [...path, 'follow', 'vehicle']);
  if (leader === self) fail([...path, 'follow', 'vehicle'], 'must be another vehicle');
  return { ...tables, follow: { ...follow, vehicle: leader } };
}

/** Distance of the coupling points at the start that is accepted as rounded input [m]. */
const COUPLED = 0.01;

/** Hitches with coupling points in vehicle axes, at the same height above the road at rest. */
export function resolveHitches(
  { hitches, start, road }: VehicleDocument,
  models: readonly VehicleModel[],
  bodies: readonly SceneVehicle[],
  indexOf: IndexOf,
  fail: Fail,
): readonly Hitch[] {
  return hitches.map(({ vehicle, trailer, behind, ahead, height, stiffness, damping }, i) => {
    const path: JsonPath = ['hitches', i];
    const a = indexOf(vehicle, [...path, 'vehicle']);
    const b = indexOf(trailer, [...path, 'trailer']);
    if (a === b) fail([...path, 'trailer'], 'must be another vehicle');
    const point = (index: number, forward: number) => {
      const { start: at } = bodies[index];
      const model = models[at.model - 1];
      const rest = start === 'file' && model.EQUILIBRIUM ? model.EQUILIBRIUM : staticEquilibrium(model, road.gravity);
      const up = (height - rest.R3 - forward * rest.D13) / rest.D33;
      const along = forward * rest.D11 + up * rest.D31;
      return {
        at: [forward, 0, up] as const,
        x: at.X + cos(at.ORIENTATION) * along,
        y: at.Y + sin(at.ORIENTATION) * along,
      };
    };
    const [front, rear] = [point(a, -behind), point(b, ahead)];
    const [dx, dy] = [front.x - rear.x, front.y - rear.y];
    if (Math.sqrt(dx * dx + dy * dy) > COUPLED) {
      const { X, Y } = bodies[b].start;
      fail(['vehicles', b, 'position'], `must be [${X + dx}, ${Y + dy}] m, so that the trailer is at its hitch`);
    }
    return { vehicle: a, trailer: b, at: front.at, trailerAt: rear.at, stiffness, damping };
  });
}
