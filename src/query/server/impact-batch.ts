import { createVec3 } from '../../math/vec3.ts';
import { impactInto } from '../../pairs/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import { createImpact, type Impact } from '../../toi/impact.ts';
import { countAt, numberWithin, positiveAt } from '../fields.ts';
import {
  createItemErrors,
  createRowPose,
  errorFields,
  forEachItem,
  itemCount,
  posesAt,
  readPose,
  readVector,
  vectorsAt,
  writeVector,
} from './batch-rows.ts';
import type { Message, Rows } from './message.ts';

/** `status` of an item is an index in this list. */
export const IMPACT_STATUSES: readonly (Impact['status'] | 'error')[] = [
  'hit',
  'none',
  'initial-overlap',
  'iteration-limit',
  'error',
];

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
export function impactBatch(message: Message, shapeA: Shape, shapeB: Shape): Message {
  const { fields } = message;
  const duration = positiveAt(fields, 'duration');
  const separation =
    fields.separation === undefined ? 0 : numberWithin(fields, 'separation', 0, Number.POSITIVE_INFINITY);
  const maxIterations = fields.maxIterations === undefined ? undefined : countAt(fields, 'maxIterations');
  const [rowsA, rowsB] = [motionRows(message, 'A'), motionRows(message, 'B')];
  const named = (rows: MotionRows, body: string) => Object.entries(rows).map(([name, one]) => [name + body, one]);
  const count = itemCount(Object.fromEntries([...named(rowsA, 'A'), ...named(rowsB, 'B')]));
  const [time, gap, closingSpeed] = [0, 1, 2].map(() => new Float64Array(count));
  const [pointA, pointB, normal] = [0, 1, 2].map(() => new Float64Array(3 * count));
  const status = new Int32Array(count);
  const [motionA, motionB] = [createRowMotion(), createRowMotion()];
  const found = createImpact();
  const errors = createItemErrors();
  const answer = (item: number) => {
    readMotion(motionA, rowsA, item);
    readMotion(motionB, rowsB, item);
    impactInto(found, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
    status[item] = IMPACT_STATUSES.indexOf(found.status);
    time[item] = found.time;
    gap[item] = found.gap;
    // without a contact there are no points
    if (found.status === 'none') return;
    closingSpeed[item] = found.closingSpeed;
    writeVector(pointA, item, found.pointA);
    writeVector(pointB, item, found.pointB);
    writeVector(normal, item, found.normal);
  };
  forEachItem(errors, 0, count, answer, (item) => {
    status[item] = IMPACT_STATUSES.indexOf('error');
  });
  return {
    fields: { count, ...errorFields(errors) },
    arrays: {
      status: { dimensions: [count], values: status },
      time: { dimensions: [count], values: time },
      pointA: { dimensions: [count, 3], values: pointA },
      pointB: { dimensions: [count, 3], values: pointB },
      normal: { dimensions: [count, 3], values: normal },
      gap: { dimensions: [count], values: gap },
      closingSpeed: { dimensions: [count], values: closingSpeed },
    },
  };
}
