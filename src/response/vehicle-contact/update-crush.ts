import type { ContactCache, PairCrush, VehicleContact } from './vehicle-contact.ts';

/**
 * Update between two steps: stores the residual crush that the contact has reached, and the sides that are pressed. Where the force has
 * ended and other sides face each other, these take over, and the depth is at most their residual crush: no force appears from the
 * depth of the sides before. `contact` is the current pair, evaluated with this cache and `depth`; returns the depth for the next
 * step [m].
 */
export function updateCrush(cache: ContactCache, contact: VehicleContact, crush: PairCrush, depth: number): number {
  const { regionA, regionB, facingA, facingB, residualA, residualB, force } = contact;
  if (!(depth > 0) || regionA < 0) {
    cache.regionA = -1;
    cache.regionB = -1;
    return depth;
  }
  const { residual, offsetA, offsetB, curvesA, curvesB } = crush;
  if (force > 0) {
    cache.regionA = regionA;
    cache.regionB = regionB;
    if (curvesA?.[regionA]) residual[offsetA + regionA] = Math.max(residual[offsetA + regionA], residualA);
    if (curvesB?.[regionB]) residual[offsetB + regionB] = Math.max(residual[offsetB + regionB], residualB);
    return depth;
  }
  cache.regionA = facingA;
  cache.regionB = facingB;
  if (facingA === regionA && facingB === regionB) return depth;
  const dentA = curvesA?.[facingA] ? residual[offsetA + facingA] : 0;
  const dentB = curvesB?.[facingB] ? residual[offsetB + facingB] : 0;
  return Math.min(depth, dentA + dentB);
}
