import { createVec3 } from '../../math/vec3.ts';
import { createPointQuery, pointQueryInto } from '../../ray/point-query.ts';
import { createRayHit } from '../../ray/ray-hit.ts';
import { raycastInto } from '../../ray/raycast.ts';
import type { Shape } from '../../shapes/shape.ts';
import { numberWithin } from '../fields.ts';
import {
  type AllocateNumbers,
  answerItems,
  createRowPose,
  itemCount,
  posesAt,
  readPose,
  readVector,
  writeVector,
} from './batch-rows.ts';
import { CLOSEST_STATUSES } from './closest-batch.ts';
import { type Answer, type Message, rowsAt } from './message.ts';

/** `status` of a ray is an index in this list. */
export const RAY_STATUSES = ['miss', 'hit', 'inside', 'error'] as const;

export const RAY_COLUMNS = { distance: 1, point: 3, normal: 3, feature: 1, errorBound: 1, status: 1 };

/** First intersections of many rays with a shape, as `raycast` gives them one by one. */
export function raycastBatch(message: Message, shape: Shape, allocate?: AllocateNumbers): Answer {
  const { fields } = message;
  const length = (key: string, fallback: number) =>
    fields[key] === undefined ? fallback : numberWithin(fields, key, 0, Number.POSITIVE_INFINITY);
  const [maxDistance, radius] = [length('maxDistance', Number.POSITIVE_INFINITY), length('radius', 0)];
  const poses = posesAt(message, 'poses');
  const [origins, directions] = [rowsAt(message, 'origins', [3]), rowsAt(message, 'directions', [3])];
  const count = itemCount({ poses, origins, directions });
  const [pose, origin, direction, found] = [createRowPose(), createVec3(), createVec3(), createRayHit()];
  return answerItems(
    RAY_COLUMNS,
    count,
    RAY_STATUSES.indexOf('error'),
    (values, at, item) => {
      readPose(pose, poses, item);
      readVector(origin, origins, item, 'the origin');
      readVector(direction, directions, item, 'the direction');
      if (direction.x === 0 && direction.y === 0 && direction.z === 0) throw new RangeError('the direction is zero');
      raycastInto(found, shape, pose, origin, direction, maxDistance, radius);
      values[at + 7] = found.hit ? found.feature : -1;
      if (!found.hit) return;
      values[at] = found.distance;
      writeVector(values, at + 1, found.point);
      writeVector(values, at + 4, found.normal);
      values[at + 8] = found.errorBound;
      values[at + 9] = RAY_STATUSES.indexOf(found.inside ? 'inside' : 'hit');
    },
    allocate,
  );
}

export const POINT_COLUMNS = { distance: 1, point: 3, normal: 3, errorBound: 1, status: 1 };

/** Signed distances of many points from the surface of a shape, as `pointQuery` gives them one by one. */
export function pointDistanceBatch(message: Message, shape: Shape, allocate?: AllocateNumbers): Answer {
  const poses = posesAt(message, 'poses');
  const points = rowsAt(message, 'points', [3]);
  const count = itemCount({ poses, points });
  const [pose, given, found] = [createRowPose(), createVec3(), createPointQuery()];
  return answerItems(
    POINT_COLUMNS,
    count,
    CLOSEST_STATUSES.indexOf('error'),
    (values, at, item) => {
      readPose(pose, poses, item);
      readVector(given, points, item, 'the point');
      pointQueryInto(found, shape, pose, given);
      values[at] = found.distance;
      writeVector(values, at + 1, found.point);
      writeVector(values, at + 4, found.normal);
      values[at + 7] = found.errorBound;
      values[at + 8] = CLOSEST_STATUSES.indexOf(found.status);
    },
    allocate,
  );
}
