import { clearPairCache } from '../../../manifold/contact-points.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { contactPotential, interactionRange, isAttached } from '../../../response/contact-laws.ts';
import { hasRadius } from './check-laws.ts';
import type { CompliantPair } from './compliant-pair.ts';
import type { CompliantWorld } from './compliant-world.ts';
import { findPoints, lawAt, setPoint } from './find-points.ts';
import { evaluatePair } from './point-force.ts';
import { springEnergy } from './point-springs.ts';

/**
 * Above zero if the contact of a pair begins or ends at `depth` [m]; it grows with the depth for a pair that is not attached, and decreases
 * for one that is.
 */
export function changeOf({ law, attached }: CompliantPair, depth: number): number {
  const range = law === undefined ? 0 : interactionRange(law);
  if (attached) return -(depth + range);
  const begin = law?.kind === 'spring-damper' ? depth + range : depth;
  // a contact begins at depth 0 itself
  return begin === 0 ? Number.MIN_VALUE : begin;
}

export type AttachmentChange = 'begin' | 'end' | 'none';

/**
 * Stores whether a pair is attached in the state of the last search. The effective radius is that at the begin of a
 * contact, so that the law of each contact is conservative.
 */
export function updateAttachment(pair: CompliantPair): AttachmentChange {
  const { law, depth } = pair;
  const attached = pair.foundCount > 0 && (law === undefined ? depth >= 0 : isAttached(law, depth, pair.attached));
  if (attached === pair.attached) return 'none';
  pair.attached = attached;
  if (pair.trigger) return 'none';
  if (attached && pair.law === undefined) {
    findPoints(pair);
    const { normals: n } = pair.found;
    setPoint(point, pair.found, 0);
    pair.law = lawAt(pair, createVec3(n[0], n[1], n[2]), point);
  }
  return attached ? 'begin' : 'end';
}

const point = createVec3();

/**
 * Energy that adhesion releases (negative: lost) where its potential jumps [J]: a JKR contact forms at depth 0 and breaks at the end of its
 * range. A contact that has ended has no effective radius.
 */
export function releasedEnergy(pair: CompliantPair, change: AttachmentChange): number {
  const { law, given } = pair;
  if (change === 'none' || law === undefined) return 0;
  if (change === 'end') pair.law = hasRadius(given) ? given : undefined;
  if (law.kind !== 'jkr') return 0;
  return change === 'begin' ? contactPotential(law, 0, true) : -contactPotential(law, -interactionRange(law), true);
}

const NOW = { after: 0, duration: 0 };

/**
 * Evaluates the forces of all pairs between two steps. Searches start cold, so that the world is a function of the state of its bodies and
 * contacts: that is all a snapshot needs.
 */
export function evaluateForces({ bodies, pairs }: CompliantWorld): void {
  for (const body of bodies) body.travel = 0;
  for (const pair of pairs.values()) {
    clearPairCache(pair.cache);
    evaluatePair(pair, NOW, false);
  }
}

/** Energy of the laws and of the tangential springs [J], after `evaluateForces`. */
export function storedEnergy({ pairs }: CompliantWorld): number {
  let sum = 0;
  for (const pair of pairs.values()) {
    sum += springEnergy(pair);
    for (let k = 0; k < pair.pointCount; k++) sum += pair.points[k].stored;
  }
  return sum;
}
