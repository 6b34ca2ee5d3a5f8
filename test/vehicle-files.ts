import { readFileSync } from 'node:fs';
import type { PlatoonVehicle, VehicleModel } from '../src/dynamics/vehicle/vehicle-model.ts';
import { parseModels } from '../src/formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../src/formats/vehicle-files/platoon-file.ts';

/** A file of the reference data of vehicles. */
export function vehicleFile(name: string): string {
  return readFileSync(new URL(`../reference/vehicles/${name}`, import.meta.url), 'utf8');
}

export function vehicleJson<T>(name: string): T {
  return JSON.parse(vehicleFile(name)) as T;
}

/** The vehicle of both published examples. */
export function exampleModel(): VehicleModel {
  return parseModels(vehicleFile('model.dat'))[0];
}

/** `platoon1.dat` or `platoon2.dat`. */
export function examplePlatoon(name: string): PlatoonVehicle[] {
  return parsePlatoon(vehicleFile(name), [exampleModel()]);
}
