import {
  type Contact,
  closest,
  closestWithDerivatives,
  contactManifolds,
  type Manifold,
  pairTable,
  type Shape,
} from '../../src/index.ts';
import { describeAccuracy } from '../../src/pairs/pair-accuracy.ts';
import { QueryError } from '../../src/query/fields.ts';
import type { BuiltBody } from './build-body.ts';

/** Distance and closest points, with the row of the pair table that gave them. */
export interface ClosestAnswer {
  readonly contact: Contact;
  readonly method: string;
  readonly accuracy: string;
}

export function answerClosest(a: BuiltBody, b: BuiltBody): ClosestAnswer {
  const contact = closest(a.shape, a.motion.pose, b.shape, b.motion.pose);
  const { method, accuracy } = methodsOf(a.shape, b.shape);
  return { contact, method, accuracy: describeAccuracy(accuracy) };
}

function methodsOf(a: Shape, b: Shape) {
  const row = pairTable.find(
    ({ kinds: [first, second] }) => (first === a.kind && second === b.kind) || (first === b.kind && second === a.kind),
  );
  if (row === undefined) throw new RangeError(`no method for the pair ${a.kind} and ${b.kind}`);
  return row;
}

/** An answer, or the reason why there is none. */
export type Answered<T> = { readonly value: T; readonly reason?: undefined } | { readonly reason: string };

export interface DerivativesAnswer {
  readonly unique: boolean;
  /** Empty, or why only the gradient of the distance is given. */
  readonly unavailable: string;
  /** Of the distance, by translation [1] and rotation vector [m/rad] of A, then of B; world axes. */
  readonly gradient: readonly number[];
}

export function answerDerivatives(a: BuiltBody, b: BuiltBody): Answered<DerivativesAnswer> {
  return attempt(() => {
    const found = closestWithDerivatives(a.shape, a.motion.pose, b.shape, b.motion.pose);
    // without negative zeros, as JSON
    const gradient = Array.from(found.distanceGradient, (value) => value + 0);
    if (!gradient.every(Number.isFinite)) throw new RangeError(found.unavailable || 'no derivative here');
    return { unique: found.unique, unavailable: found.unavailable, gradient };
  });
}

export function answerManifolds(a: BuiltBody, b: BuiltBody, tolerance: number): Answered<readonly Manifold[]> {
  return attempt(() => contactManifolds(a.shape, a.motion.pose, b.shape, b.motion.pose, tolerance));
}

/** Invalid arguments and pairs without a method are answers here; anything else is an error. */
export function attempt<T>(ask: () => T): Answered<T> {
  try {
    return { value: ask() };
  } catch (error) {
    const isAnswer = [QueryError, RangeError, TypeError].some((kind) => error instanceof kind);
    if (isAnswer) return { reason: (error as Error).message };
    throw error;
  }
}
