import type { Reproducible } from '../report-item.ts';
import { basinOfAttraction } from './basin.ts';
import { basinMaps } from './basin-maps.ts';
import { certifiedDistances } from './certified-distances.ts';
import { projectionErrors } from './convergence.ts';
import { costPerStep } from './cost.ts';
import { depthBoundsItem } from './depth-bounds.ts';
import { backSide, guardedSwitching } from './far-sides.ts';
import { gainRange } from './gain-limits.ts';
import { hapticLoopItem } from './haptic-loop.ts';
import { lagAndDrift } from './lag-and-drift.ts';
import { parallelParts } from './not-unique.ts';
import { poseDerivatives } from './pose-derivatives.ts';
import { printedTimes } from './printed-times.ts';
import { saturation } from './saturation.ts';
import { walkOfPatchesAndPoint, walkOfTwoPatchBodies, walkOfTwoPlanarBodies } from './separated-walks.ts';
import { walkFromInside, walkThroughOverlap } from './signed-walks.ts';
import { stabilityRegions } from './stability-regions.ts';
import { throughContact } from './through-contact.ts';

/** The claims of [PG05], in the order of its sections. */
export const trackingItems: readonly Reproducible[] = [
  { id: 'projection-errors', make: projectionErrors },
  { id: 'gain-range', make: gainRange },
  { id: 'stability-regions', make: stabilityRegions },
  { id: 'lag-and-drift', make: lagAndDrift },
  { id: 'saturation', make: saturation },
  { id: 'basin-of-attraction', make: basinOfAttraction },
  { id: 'basins', make: basinMaps },
  { id: 'parallel-parts', make: parallelParts },
  { id: 'back-side', make: backSide },
  { id: 'guarded-switching', make: guardedSwitching },
  { id: 'planar-body-and-point', make: walkFromInside },
  { id: 'planar-bodies', make: walkOfTwoPlanarBodies },
  { id: 'three-patches-and-point', make: walkOfPatchesAndPoint },
  { id: 'three-patch-bodies', make: walkOfTwoPatchBodies },
  { id: 'printed-times', make: printedTimes },
  { id: 'cost-per-step', make: costPerStep },
  { id: 'certified-distances', make: certifiedDistances },
  { id: 'through-contact', make: throughContact },
  { id: 'planar-overlap', make: walkThroughOverlap },
  { id: 'depth-bounds', make: depthBoundsItem },
  { id: 'haptic-loop', make: hapticLoopItem },
  { id: 'pose-derivatives', make: poseDerivatives },
];
