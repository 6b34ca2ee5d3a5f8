import type { Reproducible } from '../report-item.ts';
import { syntheticReconstruction } from '../vehicles/synthetic-reconstruction.ts';
import { deltaVSpread } from './delta-v-spread.ts';
import { dockingEnvelope } from './docking-envelope.ts';
import { dockingRate } from './docking-rate.ts';
import { drogueEnvelope } from './drogue-envelope.ts';
import { stableGains } from './stable-gains.ts';
import { vehicleOffsets } from './vehicle-offsets.ts';

/** The example sweeps, and the reconstruction of many crashes, against closed forms and second methods. */
export const sweepItems: readonly Reproducible[] = [
  { id: 'vehicle-offsets', make: vehicleOffsets },
  { id: 'docking-rate', make: dockingRate },
  { id: 'docking-envelope', make: dockingEnvelope },
  { id: 'drogue-envelope', make: drogueEnvelope },
  { id: 'stable-gains', make: stableGains },
  { id: 'synthetic-reconstruction', make: syntheticReconstruction },
  { id: 'delta-v-spread', make: deltaVSpread },
];
