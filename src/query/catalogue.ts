import { armImpulseOperation } from './arm-impulse.ts';
import { bodyBoundsOperation } from './body-bounds.ts';
import { boundingVolumesOperation } from './bounding-volumes.ts';
import { closestPointOperations } from './closest-points.ts';
import { collisionBlockOperation } from './collision-block.ts';
import { contactPolynomialOperation } from './contact-polynomial.ts';
import { dockingOperation } from './docking.ts';
import { generalOperations } from './general.ts';
import { hertzOperation } from './hertz.ts';
import { impulseOperations } from './impulses.ts';
import { manifoldOperation } from './manifold.ts';
import { meshCheckOperation } from './mesh-check.ts';
import { meshGapOperation } from './mesh-gap.ts';
import { meshResponseOperation } from './mesh-response.ts';
import { motionOperations } from './motion.ts';
import { penaltyOperation } from './penalty.ts';
import type { QueryOperation } from './query-operation.ts';
import { rayOperations } from './rays.ts';
import { trackerAssemblyOperation } from './tracker-assembly.ts';
import { trackerNumberOperations } from './tracker-numbers.ts';
import { trackingOperations } from './tracking.ts';
import { contactNormalOperations } from './vehicles/contact-normal.ts';
import { dataFileOperation } from './vehicles/data-files.ts';
import { ellipsoidOperations } from './vehicles/ellipsoids.ts';
import { equationOperations } from './vehicles/equations.ts';
import { planarCrashOperations } from './vehicles/planar-crash.ts';
import { roundedBoxOperations } from './vehicles/rounded-boxes.ts';
import { exampleRunsOperation } from './vehicles/runs.ts';
import { sweepOperations } from './vehicles/sweeps.ts';
import { velocityContactOperations } from './velocity-contact.ts';

/**
 * All query operations, the general ones first, each with its name, a description and an example. Do not change it.
 */
export const queryOperations: readonly QueryOperation[] = [
  ...generalOperations,
  manifoldOperation,
  bodyBoundsOperation,
  ...rayOperations,
  ...closestPointOperations,
  boundingVolumesOperation,
  ...impulseOperations,
  armImpulseOperation,
  penaltyOperation,
  hertzOperation,
  dockingOperation,
  ...motionOperations,
  collisionBlockOperation,
  ...velocityContactOperations,
  contactPolynomialOperation,
  meshCheckOperation,
  meshGapOperation,
  meshResponseOperation,
  ...trackingOperations,
  trackerAssemblyOperation,
  ...trackerNumberOperations,
  ...contactNormalOperations,
  ...roundedBoxOperations,
  ...ellipsoidOperations,
  ...equationOperations,
  dataFileOperation,
  exampleRunsOperation,
  ...sweepOperations,
  ...planarCrashOperations,
];

export function findOperation(name: string): QueryOperation | undefined {
  return queryOperations.find((operation) => operation.name === name);
}
