import type { ContactCache, PairCrush, VehicleContact } from './vehicle-contact.ts';

/**
 * Update between two steps: stores the residual crush that the contact has reached, and the sides that are pressed. Where the force has
 * ended and other sides face each other, these take over, and the depth is at most their residual crush: no force appears from the
 * depth of the sides before. `contact` is the current pair, evaluated with this cache and `depth`; returns the depth for the next
 * step [m].
 */
export function updateCrush(cache: ContactCache, contact: VehicleContact, crush: PairCrush, depth: number): number {
  const { sideA, sideB, facingA, facingB, residualA, residualB, force } = contact;
  if (!(depth > 0) || sideA < 0) {
    cache.sideA = -1;
    cache.sideB = -1;
    return depth;
  }
  const { residual, offsetA, offsetB, curvesA, curvesB } = crush;
  if (force > 0) {
    cache.sideA = sideA;
    cache.sideB = sideB;
    if (curvesA?.[sideA]) residual[offsetA + sideA] = Math.max(residual[offsetA + sideA], residualA);
    if (curvesB?.[sideB]) residual[offsetB + sideB] = Math.max(residual[offsetB + sideB], residualB);
    return depth;
  }
  cache.sideA = facingA;
  cache.sideB = facingB;
  if (facingA === sideA && facingB === sideB) return depth;
  const dentA = curvesA?.[facingA] ? residual[offsetA + facingA] : 0;
  const dentB = curvesB?.[facingB] ? residual[offsetB + facingB] : 0;
  return Math.min(depth, dentA + dentB);
}
