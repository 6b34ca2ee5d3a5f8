import { createVec3 } from '../../math/vec3.ts';
import { impactInto } from '../../pairs/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import { createImpact, type Impact } from '../../toi/impact.ts';
import { countAt, numberWithin, positiveAt } from '../fields.ts';
import {
  type AllocateNumbers,
  answerItems,
  createRowPose,
  itemCount,
  posesAt,
  readPose,
  readVector,
  vectorsAt,
  writeVector,
} from './batch-rows.ts';
import type { Answer, Message, Rows } from './message.ts';

/** `status` of an item is an index in this list. */
export const IMPACT_STATUSES: readonly (Impact['status'] | 'error')[] = [
  'hit',
  'none',
  'initial-overlap',
  'iteration-limit',
  'error',
];

export const IMPACT_COLUMNS = { time: 1, pointA: 3, pointB: 3, normal: 3, gap: 1, closingSpeed: 1, status: 1 };

/** Rows that describe the motion of a body. */
interface MotionRows {
  readonly poses: Rows;
  readonly velocities: Rows;
  readonly angularVelocities: Rows;
  readonly accelerations: Rows;
}

function motionRows(message: Message, body: 'A' | 'B'): MotionRows {
  return {
    poses: posesAt(message, `poses${body}`),
    velocities: vectorsAt(message, `velocities${body}`),
    angularVelocities: vectorsAt(message, `angularVelocities${body}`),
    accelerations: vectorsAt(message, `accelerations${body}`),
  };
}

function createRowMotion() {
  return {
    pose: createRowPose(),
    velocity: createVec3(),
    angularVelocity: createVec3(),
    acceleration: createVec3(),
  };
}

function readMotion(out: ReturnType<typeof createRowMotion>, rows: MotionRows, item: number): void {
  readPose(out.pose, rows.poses, item);
  readVector(out.velocity, rows.velocities, item, 'the velocity');
  readVector(out.angularVelocity, rows.angularVelocities, item, 'the angular velocity');
  readVector(out.acceleration, rows.accelerations, item, 'the acceleration');
}

/** Times of impact of two shapes in many motions, as `impact` gives them one by one. */
export function impactBatch(message: Message, shapeA: Shape, shapeB: Shape, allocate?: AllocateNumbers): Answer {
  const { fields } = message;
  const duration = positiveAt(fields, 'duration');
  const separation =
    fields.separation === undefined ? 0 : numberWithin(fields, 'separation', 0, Number.POSITIVE_INFINITY);
  const maxIterations = fields.maxIterations === undefined ? undefined : countAt(fields, 'maxIterations');
  const [rowsA, rowsB] = [motionRows(message, 'A'), motionRows(message, 'B')];
  const named = (rows: MotionRows, body: string) => Object.entries(rows).map(([name, one]) => [name + body, one]);
  const count = itemCount(Object.fromEntries([...named(rowsA, 'A'), ...named(rowsB, 'B')]));
  const [motionA, motionB] = [createRowMotion(), createRowMotion()];
  const found = createImpact();
  return answerItems(
    IMPACT_COLUMNS,
    count,
    IMPACT_STATUSES.indexOf('error'),
    (values, at, item) => {
      readMotion(motionA, rowsA, item);
      readMotion(motionB, rowsB, item);
      impactInto(found, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
      values[at] = found.time;
      values[at + 10] = found.gap;
      values[at + 12] = IMPACT_STATUSES.indexOf(found.status);
      // without a contact there are no points
      if (found.status === 'none') return;
      writeVector(values, at + 1, found.pointA);
      writeVector(values, at + 4, found.pointB);
      writeVector(values, at + 7, found.normal);
      values[at + 11] = found.closingSpeed;
    },
    allocate,
  );
}
