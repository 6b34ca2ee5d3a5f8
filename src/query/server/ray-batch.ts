import { createVec3 } from '../../math/vec3.ts';
import { createPointQuery, pointQueryInto } from '../../ray/point-query.ts';
import { createRayHit } from '../../ray/ray-hit.ts';
import { raycastInto } from '../../ray/raycast.ts';
import type { Shape } from '../../shapes/shape.ts';
import { numberWithin } from '../fields.ts';
import {
  createItemErrors,
  createRowPose,
  errorFields,
  forEachItem,
  itemCount,
  posesAt,
  readPose,
  readVector,
  writeVector,
} from './batch-rows.ts';
import { CLOSEST_STATUSES } from './closest-batch.ts';
import { type Message, rowsAt } from './message.ts';

/** `status` of a ray is an index in this list. */
export const RAY_STATUSES = ['miss', 'hit', 'inside', 'error'] as const;

/** First intersections of many rays with a shape, as `raycast` gives them one by one. */
export function raycastBatch(message: Message, shape: Shape): Message {
  const { fields } = message;
  const length = (key: string, fallback: number) =>
    fields[key] === undefined ? fallback : numberWithin(fields, key, 0, Number.POSITIVE_INFINITY);
  const [maxDistance, radius] = [length('maxDistance', Number.POSITIVE_INFINITY), length('radius', 0)];
  const poses = posesAt(message, 'poses');
  const [origins, directions] = [rowsAt(message, 'origins', [3]), rowsAt(message, 'directions', [3])];
  const count = itemCount({ poses, origins, directions });
  const [distance, errorBound] = [new Float64Array(count), new Float64Array(count)];
  const [point, normal] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const [status, feature] = [new Int32Array(count), new Int32Array(count).fill(-1)];
  const [pose, origin, direction, found] = [createRowPose(), createVec3(), createVec3(), createRayHit()];
  const errors = createItemErrors();
  const answer = (item: number) => {
    readPose(pose, poses, item);
    readVector(origin, origins, item, 'the origin');
    readVector(direction, directions, item, 'the direction');
    if (direction.x === 0 && direction.y === 0 && direction.z === 0) throw new RangeError('the direction is zero');
    raycastInto(found, shape, pose, origin, direction, maxDistance, radius);
    if (!found.hit) return;
    status[item] = RAY_STATUSES.indexOf(found.inside ? 'inside' : 'hit');
    distance[item] = found.distance;
    writeVector(point, item, found.point);
    writeVector(normal, item, found.normal);
    feature[item] = found.feature;
    errorBound[item] = found.errorBound;
  };
  forEachItem(errors, 0, count, answer, (item) => {
    status[item] = RAY_STATUSES.indexOf('error');
  });
  return {
    fields: { count, ...errorFields(errors) },
    arrays: {
      status: { dimensions: [count], values: status },
      distance: { dimensions: [count], values: distance },
      point: { dimensions: [count, 3], values: point },
      normal: { dimensions: [count, 3], values: normal },
      feature: { dimensions: [count], values: feature },
      errorBound: { dimensions: [count], values: errorBound },
    },
  };
}

/** Signed distances of many points from the surface of a shape, as `pointQuery` gives them one by one. */
export function pointDistanceBatch(message: Message, shape: Shape): Message {
  const poses = posesAt(message, 'poses');
  const points = rowsAt(message, 'points', [3]);
  const count = itemCount({ poses, points });
  const [distance, errorBound] = [new Float64Array(count), new Float64Array(count)];
  const [point, normal] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const status = new Int32Array(count);
  const [pose, given, found] = [createRowPose(), createVec3(), createPointQuery()];
  const errors = createItemErrors();
  const answer = (item: number) => {
    readPose(pose, poses, item);
    readVector(given, points, item, 'the point');
    pointQueryInto(found, shape, pose, given);
    status[item] = CLOSEST_STATUSES.indexOf(found.status);
    distance[item] = found.distance;
    writeVector(point, item, found.point);
    writeVector(normal, item, found.normal);
    errorBound[item] = found.errorBound;
  };
  forEachItem(errors, 0, count, answer, (item) => {
    status[item] = CLOSEST_STATUSES.indexOf('error');
  });
  return {
    fields: { count, ...errorFields(errors) },
    arrays: {
      distance: { dimensions: [count], values: distance },
      point: { dimensions: [count, 3], values: point },
      normal: { dimensions: [count, 3], values: normal },
      errorBound: { dimensions: [count], values: errorBound },
      status: { dimensions: [count], values: status },
    },
  };
}
