import type { Reproducible } from '../report-item.ts';
import { vehicleAtRest } from './equilibrium.ts';
import { offsetSweep } from './offset-sweep.ts';
import { offsetCollision, passingVehicles } from './published-examples.ts';
import { stagedTests } from './staged-tests.ts';

/** The claims of [PATH98], in the order of its sections. */
export const vehicleItems: readonly Reproducible[] = [
  { id: 'vehicle-at-rest', make: vehicleAtRest },
  { id: 'offset-collision', make: offsetCollision },
  { id: 'passing-vehicles', make: passingVehicles },
  { id: 'offset-sweep', make: offsetSweep },
  { id: 'staged-tests', make: stagedTests },
];
