import { type Contact, createContact } from '../../distance/contact.ts';
import { closestInto } from '../../pairs/query.ts';
import type { Shape } from '../../shapes/shape.ts';
import {
  type AllocateNumbers,
  answerItems,
  createRowPose,
  itemCount,
  posesAt,
  readPose,
  writeVector,
} from './batch-rows.ts';
import type { Answer, Message } from './message.ts';

/** `status` of an item is an index in this list. */
export const CLOSEST_STATUSES: readonly (Contact['status'] | 'error')[] = [
  'exact',
  'bounded',
  'iteration-limit',
  'approximate',
  'error',
];

export const CLOSEST_COLUMNS = { distance: 1, pointA: 3, pointB: 3, normal: 3, errorBound: 1, unique: 1, status: 1 };

/** Closest points of two shapes in many pairs of poses, as `closest` gives them one by one. */
export function closestBatch(message: Message, shapeA: Shape, shapeB: Shape, allocate?: AllocateNumbers): Answer {
  const [posesA, posesB] = [posesAt(message, 'posesA'), posesAt(message, 'posesB')];
  const count = itemCount({ posesA, posesB });
  const [poseA, poseB] = [createRowPose(), createRowPose()];
  const contact = createContact();
  return answerItems(
    CLOSEST_COLUMNS,
    count,
    CLOSEST_STATUSES.indexOf('error'),
    (values, at, item) => {
      readPose(poseA, posesA, item);
      readPose(poseB, posesB, item);
      closestInto(contact, shapeA, poseA, shapeB, poseB);
      values[at] = contact.distance;
      writeVector(values, at + 1, contact.pointA);
      writeVector(values, at + 4, contact.pointB);
      writeVector(values, at + 7, contact.normal);
      values[at + 10] = contact.errorBound;
      values[at + 11] = contact.unique ? 1 : 0;
      values[at + 12] = CLOSEST_STATUSES.indexOf(contact.status);
    },
    allocate,
  );
}
