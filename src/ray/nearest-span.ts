/** The first of several spans, for bodies of many pieces. A start inside a piece precedes all others. */
import { ENTER, EXIT, FROM, missBody, span } from './ray-span.ts';

/** Copy of `span` for the first piece hit so far, including the ends of the ray. */
const nearest = new Float64Array(span.length);

export function startNearest(): void {
  nearest[ENTER] = Number.POSITIVE_INFINITY;
}

/** Stores `span` if it begins earlier than the stored one, or the ray starts inside. */
export function storeIfNearer(): void {
  const isBehind = !(span[EXIT] > span[FROM]);
  if (!isBehind && span[ENTER] < nearest[ENTER]) nearest.set(span);
}

/** Entry into the first piece so far; pieces beyond it need no test. */
export function nearestEntry(): number {
  return nearest[ENTER];
}

/** Copies the first span into `span`. */
export function takeNearest(): void {
  if (nearest[ENTER] === Number.POSITIVE_INFINITY) {
    missBody();
    return;
  }
  span.set(nearest);
}
