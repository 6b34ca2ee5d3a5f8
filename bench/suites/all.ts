import type { Suite } from '../harness.ts';
import { boxHits } from './box-hits.ts';
import { convexDistance } from './convex-distance.ts';
import { ellipsoidPairs } from './ellipsoid-pairs.ts';
import { eventWorld } from './event-world.ts';
import { firstContact } from './first-contact.ts';
import { gpuMeshCheck } from './gpu-mesh-check.ts';
import { hapticLoop } from './haptic-loop.ts';
import { meshSearchSuite } from './mesh-search.ts';
import { polygonDistance } from './polygon-distance.ts';
import { polygonImpact } from './polygon-impact.ts';
import { segmentPairs } from './segment-pairs.ts';
import { solidCollapse } from './solid-collapse.ts';
import { solidImpact } from './solid-impact.ts';
import { solidPhysics } from './solid-physics.ts';
import { solidSteps } from './solid-steps.ts';
import { solidThreads } from './solid-threads.ts';
import { surfaceCold } from './surface-cold.ts';
import { pointTracking, surfaceTracking } from './surface-tracking.ts';
import { sweepPool } from './sweep-pool.ts';
import { vehicleQueue } from './vehicle-queue.ts';

/** All suites, in the order of the report. */
export const SUITES: readonly Suite[] = [
  segmentPairs,
  polygonDistance,
  polygonImpact,
  solidImpact,
  eventWorld,
  boxHits,
  firstContact,
  meshSearchSuite,
  gpuMeshCheck,
  ellipsoidPairs,
  convexDistance,
  solidSteps,
  solidCollapse,
  solidPhysics,
  solidThreads,
  surfaceTracking,
  pointTracking,
  surfaceCold,
  hapticLoop,
  vehicleQueue,
  sweepPool,
];
