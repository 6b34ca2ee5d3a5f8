import type { PlatoonVehicle, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import {
  createTokenReader,
  fail,
  formatGroup,
  peekWord,
  type TokenReader,
  takeCount,
  takeGroup,
  takeKeyword,
} from './token-reader.ts';

const START = ['X', 'Y', 'ORIENTATION', 'SPEED', 'STEERING'] as const;
const KEYWORDS = ['VEHICLE_HAS_MODEL', 'INITIALLY_WITH'];

/**
 * Reads the vehicles of a platoon, which refer to `models`. `source` names the text in errors. Throws a
 * `VehicleFileError` for the first problem. [PATH98-10]
 */
export function parsePlatoon(
  text: string,
  models: readonly Pick<VehicleModel, 'id'>[],
  source = 'platoon',
): PlatoonVehicle[] {
  const reader = createTokenReader(text, source);
  takeKeyword(reader, 'NUMBER_OF_VEHICLES');
  const count = takeCount(reader, 'NUMBER_OF_VEHICLES');
  const numbers = new Set(models.map(({ id }) => id));
  const vehicles: PlatoonVehicle[] = [];
  while (peekWord(reader)) vehicles.push(takeVehicle(reader, numbers));
  if (vehicles.length !== count) {
    const expected = `must be the number of vehicles, ${vehicles.length}`;
    fail(reader, 'E_COUNT', { line: 1, column: 1 }, 'NUMBER_OF_VEHICLES', expected, count);
  }
  return vehicles;
}

function takeVehicle(reader: TokenReader, numbers: ReadonlySet<number>): PlatoonVehicle {
  const keyword = takeKeyword(reader, 'VEHICLE_HAS_MODEL');
  const model = takeCount(reader, 'VEHICLE_HAS_MODEL');
  if (!numbers.has(model)) {
    const expected = `must be the number of a model (${[...numbers].slice(0, 20).join(', ')})`;
    fail(reader, 'E_MODEL_REF', keyword, 'VEHICLE_HAS_MODEL', expected, model);
  }
  const group = takeKeyword(reader, 'INITIALLY_WITH');
  return { model, ...takeGroup(reader, group, START, KEYWORDS) };
}

/** The file of this platoon; `parsePlatoon` restores it, number for number. */
export function writePlatoon(vehicles: readonly PlatoonVehicle[]): string {
  const texts = vehicles.map(
    (vehicle) => `VEHICLE_HAS_MODEL ${vehicle.model} INITIALLY_WITH\n${formatGroup(START, vehicle)}`,
  );
  return [`NUMBER_OF_VEHICLES ${vehicles.length}\n`, ...texts].join('\n');
}
