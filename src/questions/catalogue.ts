import { boundingVolumesQuestion } from './bounding-volumes.ts';
import { closestPointQuestions } from './closest-points.ts';
import { collisionBlockQuestion } from './collision-block.ts';
import { dockingQuestion } from './docking.ts';
import { generalQuestions } from './general.ts';
import { impulseQuestions } from './impulses.ts';
import { meshResponseQuestion } from './mesh-response.ts';
import { motionQuestions } from './motion.ts';
import { penaltyQuestion } from './penalty.ts';
import type { Question } from './question.ts';
import { rayQuestions } from './rays.ts';
import { trackerAssemblyQuestion } from './tracker-assembly.ts';
import { trackerNumberQuestions } from './tracker-numbers.ts';
import { trackingQuestions } from './tracking.ts';
import { contactNormalQuestions } from './vehicles/contact-normal.ts';
import { dataFileQuestion } from './vehicles/data-files.ts';
import { ellipsoidQuestions } from './vehicles/ellipsoids.ts';
import { equationQuestions } from './vehicles/equations.ts';
import { planarCrashQuestions } from './vehicles/planar-crash.ts';
import { roundedBoxQuestions } from './vehicles/rounded-boxes.ts';
import { exampleRunsQuestion } from './vehicles/runs.ts';
import { sweepQuestions } from './vehicles/sweeps.ts';
import { velocityContactQuestions } from './velocity-contact.ts';

/** Every question that can be asked, the general ones first. */
export const questions: readonly Question[] = [
  ...generalQuestions,
  ...rayQuestions,
  ...closestPointQuestions,
  boundingVolumesQuestion,
  ...impulseQuestions,
  penaltyQuestion,
  dockingQuestion,
  ...motionQuestions,
  collisionBlockQuestion,
  ...velocityContactQuestions,
  meshResponseQuestion,
  ...trackingQuestions,
  trackerAssemblyQuestion,
  ...trackerNumberQuestions,
  ...contactNormalQuestions,
  ...roundedBoxQuestions,
  ...ellipsoidQuestions,
  ...equationQuestions,
  dataFileQuestion,
  exampleRunsQuestion,
  ...sweepQuestions,
  ...planarCrashQuestions,
];

export function findQuestion(name: string): Question | undefined {
  return questions.find((question) => question.name === name);
}
