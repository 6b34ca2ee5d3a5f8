import { type Contact, createContact } from '../../distance/contact.ts';
import { closestInto } from '../../pairs/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import {
  createItemErrors,
  createRowPose,
  errorFields,
  forEachItem,
  itemCount,
  posesAt,
  readPose,
  writeVector,
} from './batch-rows.ts';
import type { Message } from './message.ts';

/** `status` of an item is an index in this list. */
export const CLOSEST_STATUSES: readonly (Contact['status'] | 'error')[] = [
  'exact',
  'bounded',
  'iteration-limit',
  'approximate',
  'error',
];

/** Closest points of two shapes in many pairs of poses, as `closest` gives them one by one. */
export function closestBatch(message: Message, shapeA: Shape, shapeB: Shape): Message {
  const [posesA, posesB] = [posesAt(message, 'posesA'), posesAt(message, 'posesB')];
  const count = itemCount({ posesA, posesB });
  const distance = new Float64Array(count);
  const [pointA, pointB, normal] = [0, 1, 2].map(() => new Float64Array(3 * count));
  const errorBound = new Float64Array(count);
  const status = new Int32Array(count);
  const unique = new Int32Array(count);
  const [poseA, poseB] = [createRowPose(), createRowPose()];
  const contact = createContact();
  const errors = createItemErrors();
  // a pose that applies to all items is read once
  if (posesA.count === 1 && count > 0) readPose(poseA, posesA, 0);
  if (posesB.count === 1 && count > 0) readPose(poseB, posesB, 0);
  const answer = (item: number) => {
    if (posesA.count > 1) readPose(poseA, posesA, item);
    if (posesB.count > 1) readPose(poseB, posesB, item);
    closestInto(contact, shapeA, poseA, shapeB, poseB);
    distance[item] = contact.distance;
    writeVector(pointA, item, contact.pointA);
    writeVector(pointB, item, contact.pointB);
    writeVector(normal, item, contact.normal);
    errorBound[item] = contact.errorBound;
    status[item] = CLOSEST_STATUSES.indexOf(contact.status);
    unique[item] = contact.unique ? 1 : 0;
  };
  forEachItem(errors, 0, count, answer, (item) => {
    status[item] = CLOSEST_STATUSES.indexOf('error');
  });
  return {
    fields: { count, ...errorFields(errors) },
    arrays: {
      distance: { dimensions: [count], values: distance },
      pointA: { dimensions: [count, 3], values: pointA },
      pointB: { dimensions: [count, 3], values: pointB },
      normal: { dimensions: [count, 3], values: normal },
      errorBound: { dimensions: [count], values: errorBound },
      status: { dimensions: [count], values: status },
      unique: { dimensions: [count], values: unique },
    },
  };
}
