import type { Reproducible } from '../report-item.ts';
import { jointImpulse } from './arm-impulse.ts';
import { blockFlight } from './block-flight.ts';
import { boundingVolumeOverlap } from './bounding-volume-overlap.ts';
import { boundingVolumes } from './bounding-volumes.ts';
import { broadPhase } from './broad-phase.ts';
import { closestApproach } from './closest-approach.ts';
import { containmentErratum, segmentErrata } from './closest-errata.ts';
import { conservation } from './conservation.ts';
import { pinDocking, rigidDocking } from './docking.ts';
import { elasticBox } from './elastic-box.ts';
import { adhesion, hertzImpact, huntCrossley } from './elastic-impact.ts';
import { frictionEnergy } from './friction-energy.ts';
import { impulseSign, inertiaTensor, standInMass, staticFriction } from './impulse-errata.ts';
import { newtonsCradle } from './newtons-cradle.ts';
import { penaltyEnergy, penaltyRestitution } from './penalty.ts';
import { penaltyConvergence } from './penalty-convergence.ts';
import { penaltyTorque } from './penalty-torque.ts';
import { printedRotation } from './printed-rotation.ts';
import { relativeOrbit, softCapture, undocking } from './soft-capture.ts';
import { timeOfImpact } from './time-of-impact.ts';
import { tunnelling } from './tunnelling.ts';

/** The claims of [CP13], in the order of its sections. */
export const rigidBodyItems: readonly Reproducible[] = [
  { id: 'bounding-volumes', make: boundingVolumes },
  { id: 'bounding-volume-overlap', make: boundingVolumeOverlap },
  { id: 'broad-phase', make: broadPhase },
  { id: 'segment-errata', make: segmentErrata },
  { id: 'containment-erratum', make: containmentErratum },
  { id: 'closest-approach', make: closestApproach },
  { id: 'penalty-energy', make: penaltyEnergy },
  { id: 'penalty-restitution', make: penaltyRestitution },
  { id: 'penalty-convergence', make: penaltyConvergence },
  { id: 'penalty-torque', make: penaltyTorque },
  { id: 'hertz-impact', make: hertzImpact },
  { id: 'hunt-crossley', make: huntCrossley },
  { id: 'adhesion', make: adhesion },
  { id: 'impulse-sign', make: impulseSign },
  { id: 'inertia-tensor', make: inertiaTensor },
  { id: 'static-friction', make: staticFriction },
  { id: 'conservation', make: conservation },
  { id: 'friction-energy', make: frictionEnergy },
  { id: 'newtons-cradle', make: newtonsCradle },
  { id: 'tunnelling', make: tunnelling },
  { id: 'time-of-impact', make: timeOfImpact },
  { id: 'elastic-box', make: elasticBox },
  { id: 'block-flight', make: blockFlight },
  { id: 'rigid-docking', make: rigidDocking },
  { id: 'pin-docking', make: pinDocking },
  { id: 'soft-capture', make: softCapture },
  { id: 'undocking', make: undocking },
  { id: 'relative-orbit', make: relativeOrbit },
  { id: 'printed-rotation', make: printedRotation },
  { id: 'stand-in-mass', make: standInMass },
  { id: 'joint-impulse', make: jointImpulse },
];
