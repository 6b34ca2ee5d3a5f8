import type { PlatoonVehicle, VehicleModel } from '../../src/dynamics/vehicle/vehicle-model.ts';
import { parseModels } from '../../src/formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../../src/formats/vehicle-files/platoon-file.ts';

/** The data of the two published examples, as files. [PATH98-10] */
const MODEL_FILE = `
NUMBER_OF_MODELS 1
MODEL 1
COSSERAT_POINT
  MASS 1573.0  Ix 479.6  Iy 2594.6  Iz 2782.0  E 200.0e6  nu 0.30  volume 0.42
SUSPENSION
  L1 1.034  L2 1.491  B 0.725  H1 0.0  H2 0.0  spring_ref 0.15
  C1 40000.0  C2 40000.0  D1 1500.0  D2 1200.0
TYRE 0.0016
CONTACT
  A1 5.0  A2 3.0  A3 2.9
EQUILIBRIUM
  R3 5.039617e-02
  D11 9.999151e-01  D12 0.0  D13 -1.382584e-02
  D21 0.0           D22 1.0  D23 0.0
  D31 1.382916e-02  D32 0.0  D33 9.999048e-01
`;

/** The first vehicle, at 65 mph, hits a slower one that drives two metres to its right. */
const OFFSET_COLLISION = `
NUMBER_OF_VEHICLES 2
VEHICLE_HAS_MODEL 1 INITIALLY_WITH  X 0.0  Y  0.0  ORIENTATION 0.0  SPEED 29.1  STEERING 0.0
VEHICLE_HAS_MODEL 1 INITIALLY_WITH  X 7.0  Y -2.0  ORIENTATION 0.0  SPEED 26.8  STEERING 0.0
`;

/** It passes a slower one that drives 3.6 metres to its left. */
const PASSING = `
NUMBER_OF_VEHICLES 2
VEHICLE_HAS_MODEL 1 INITIALLY_WITH  X 0.0  Y 0.0  ORIENTATION 0.0  SPEED 29.1  STEERING 0.0
VEHICLE_HAS_MODEL 1 INITIALLY_WITH  X 6.0  Y 3.6  ORIENTATION 0.0  SPEED 26.8  STEERING 0.0
`;

/** The vehicle of both examples. */
export const EXAMPLE_MODELS: readonly VehicleModel[] = parseModels(MODEL_FILE, 'model.dat');
export const EXAMPLE_MODEL = EXAMPLE_MODELS[0];
export const OFFSET_PLATOON: readonly PlatoonVehicle[] = parsePlatoon(OFFSET_COLLISION, EXAMPLE_MODELS, 'platoon1.dat');
export const PASSING_PLATOON: readonly PlatoonVehicle[] = parsePlatoon(PASSING, EXAMPLE_MODELS, 'platoon2.dat');

/** Closing energy of two vehicles of this mass with this speed difference: ½ (m/2) v² [J]. */
export function closingEnergy(speed: number): number {
  return 0.25 * EXAMPLE_MODEL.COSSERAT_POINT.MASS * speed * speed;
}

/** Of both examples: 2080 J. */
export const CLOSING_ENERGY = closingEnergy(OFFSET_PLATOON[0].SPEED - OFFSET_PLATOON[1].SPEED);
