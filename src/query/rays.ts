import { pointQuery } from '../ray/point-query.ts';
import { raycast } from '../ray/raycast.ts';
import { components, numberWithin, QueryError, vectorAt } from './fields.ts';
import { bodyAt } from './general.ts';
import type { QueryOperation } from './query-operation.ts';

const BODY = { shape: { kind: 'capsule', radius: 0.5, halfHeight: 1 }, position: [3, 0, 0], rotation: [1, 0, 1, 0] };

const raycastOperation: QueryOperation = {
  name: 'raycast',
  description:
    'first intersection of a ray from `origin` along `direction` with a body, within `maxDistance`; with a `radius` it is a sphere cast',
  example: { world: 'solids', body: BODY, origin: [0, 0, 2], direction: [1, 0, -1], maxDistance: 10 },
  answer(fields) {
    const { shape, motion } = bodyAt(fields, 'body');
    const direction = vectorAt(fields, 'direction');
    if (direction.x === 0 && direction.y === 0 && direction.z === 0) {
      throw new QueryError('direction', fields.direction, 'a vector that is not zero');
    }
    const length = (key: string, fallback: number) =>
      fields[key] === undefined ? fallback : numberWithin(fields, key, 0, Number.POSITIVE_INFINITY);
    const maxDistance = length('maxDistance', Number.POSITIVE_INFINITY);
    const found = raycast(shape, motion.pose, vectorAt(fields, 'origin'), direction, maxDistance, length('radius', 0));
    const { hit, distance, point, normal, inside, feature, piece, errorBound } = found;
    if (!hit) return { hit };
    return {
      hit,
      distance,
      point: components(point, 3),
      normal: components(normal, 3),
      inside,
      feature,
      ...(piece >= 0 && { piece }),
      errorBound,
    };
  },
};

const pointOperation: QueryOperation = {
  name: 'point-distance',
  description:
    'signed distance of a `point` from the surface of a body, negative inside, with the closest surface point and its outward normal',
  example: { world: 'solids', body: BODY, point: [2.5, 0.1, 0.2] },
  answer(fields) {
    const { shape, motion } = bodyAt(fields, 'body');
    const { point, normal, ...rest } = pointQuery(shape, motion.pose, vectorAt(fields, 'point'));
    return { ...rest, point: components(point, 3), normal: components(normal, 3) };
  },
};

export const rayOperations: readonly QueryOperation[] = [raycastOperation, pointOperation];
