import { copyVec3, dotVec3 } from '../../math/vec3.ts';
import type { VehicleContactLaw } from './contact-law.ts';
import type { ContactCache, VehicleContact } from './vehicle-contact.ts';

/**
 * Update between two steps: stores the normal, clears a depth that has no contact any more, and switches the fallback on or off.
 * [PATH98-5]. `contact` is the current pair, evaluated with this cache and `depth`; returns the depth for the next step [m].
 */
export function updateDepth(
  cache: ContactCache,
  law: VehicleContactLaw,
  contact: VehicleContact,
  depth: number,
): number {
  copyVec3(cache.normal, contact.ellipsoidNormal);
  if (contact.overlaps && depth > 0) return depth;
  cache.fallback = law.fallback && contact.overlaps && passesThrough(contact, law);
  return 0;
}

/** Whether the boxes overlap while the bodies approach mainly in a direction tangential to the box normal. */
function passesThrough(contact: VehicleContact, law: VehicleContactLaw): boolean {
  const { boxGap, ellipsoidNormal, boxNormal, relativeVelocity } = contact;
  const closing = -dotVec3(ellipsoidNormal, relativeVelocity);
  const boxClosing = -dotVec3(boxNormal, relativeVelocity);
  return -boxGap > law.fallbackOverlap && closing > 0 && boxClosing < law.fallbackFraction * closing;
}
