import type { Reproducible } from '../report-item.ts';
import { bouncingSphere } from './bouncing-sphere.ts';
import { cadParts } from './cad-parts.ts';
import { compliantImpacts } from './compliant-impacts.ts';
import { dockingWithJoints } from './docking-with-joints.ts';
import { elasticChain } from './elastic-chain.ts';
import { fixedSteps } from './fixed-steps.ts';
import { joinedBodies } from './joined-bodies.ts';
import { newtonsCradleOfSpheres } from './newtons-cradle.ts';
import { rollingSphere } from './rolling-sphere.ts';
import { slidingBlock } from './sliding-block.ts';
import { stackAtRest } from './stack-at-rest.ts';
import { steadyRolling } from './steady-rolling.ts';
import { tunnellingInSpace } from './tunnelling.ts';
import { unstableRotation } from './unstable-rotation.ts';

/** Rigid-body worlds against closed-form solutions. */
export const solidItems: readonly Reproducible[] = [
  { id: 'unstable-rotation', make: unstableRotation },
  { id: 'elastic-chain', make: elasticChain },
  { id: 'newtons-cradle-of-spheres', make: newtonsCradleOfSpheres },
  { id: 'bouncing-sphere', make: bouncingSphere },
  { id: 'sliding-block', make: slidingBlock },
  { id: 'compliant-impacts', make: compliantImpacts },
  { id: 'rolling-sphere', make: rollingSphere },
  { id: 'steady-rolling', make: steadyRolling },
  { id: 'stack-at-rest', make: stackAtRest },
  { id: 'fixed-steps', make: fixedSteps },
  { id: 'tunnelling-in-space', make: tunnellingInSpace },
  { id: 'joined-bodies', make: joinedBodies },
  { id: 'docking-with-joints', make: dockingWithJoints },
  { id: 'cad-parts', make: cadParts },
];
