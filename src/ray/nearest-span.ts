/** The first of several spans: what a ray meets of a body of many pieces. A start inside one of them comes before all else. */
import { ENTER, EXIT, FROM, missBody, span } from './ray-span.ts';

/** What the first piece met so far left in `span`, the start and end of the ray beside it. */
const nearest = new Float64Array(span.length);

export function startNearest(): void {
  nearest[ENTER] = Number.POSITIVE_INFINITY;
}

/** Keeps `span` if the ray meets it earlier than all kept so far, or starts inside. */
export function keepNearer(): void {
  const isBehind = !(span[EXIT] > span[FROM]);
  if (!isBehind && span[ENTER] < nearest[ENTER]) nearest.set(span);
}

/** Where the first piece so far is entered; nothing beyond need be looked at. */
export function nearestEntry(): number {
  return nearest[ENTER];
}

/** Puts the first of all into `span`. */
export function takeNearest(): void {
  if (nearest[ENTER] === Number.POSITIVE_INFINITY) {
    missBody();
    return;
  }
  span.set(nearest);
}
