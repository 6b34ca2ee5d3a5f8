import type { ContactCache, PairCrush, VehicleContact } from './vehicle-contact.ts';

/**
 * Update between two steps: stores the residual crush that the contact has reached, and the sides that crush while a force acts.
 * `contact` is the current pair, evaluated with this cache.
 */
export function updateCrush(cache: ContactCache, contact: VehicleContact, crush: PairCrush): void {
  const { regionA, regionB, residualA, residualB, force } = contact;
  const isPressed = regionA >= 0 && force > 0;
  cache.regionA = isPressed ? regionA : -1;
  cache.regionB = isPressed ? regionB : -1;
  if (!isPressed) return;
  const { residual, offsetA, offsetB, curvesA, curvesB } = crush;
  if (curvesA?.[regionA]) residual[offsetA + regionA] = Math.max(residual[offsetA + regionA], residualA);
  if (curvesB?.[regionB]) residual[offsetB + regionB] = Math.max(residual[offsetB + regionB], residualB);
}
