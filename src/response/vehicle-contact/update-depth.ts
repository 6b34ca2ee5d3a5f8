import { copyVec3, dotVec3 } from '../../math/vec3.ts';
import type { VehicleContactLaw } from './contact-law.ts';
import type { ContactCache, VehicleContact } from './vehicle-contact.ts';

/**
 * Between two steps: keeps the normal, drops a depth that has no contact any more, and turns the fallback on or off. [PATH98]
 * spec 5. `contact` is the pair as it stands, evaluated with this memory and `depth`; returns the depth to go on with [m].
 */
export function updateDepth(
  memory: ContactCache,
  law: VehicleContactLaw,
  contact: VehicleContact,
  depth: number,
): number {
  copyVec3(memory.normal, contact.ellipsoidNormal);
  if (contact.overlaps && depth > 0) return depth;
  memory.fallback = law.fallback && contact.overlaps && passesThrough(contact, law);
  return 0;
}

/** Do the boxes overlap while the bodies move on across the normal of the boxes? */
function passesThrough(contact: VehicleContact, law: VehicleContactLaw): boolean {
  const { boxGap, ellipsoidNormal, boxNormal, relativeVelocity } = contact;
  const closing = -dotVec3(ellipsoidNormal, relativeVelocity);
  const boxClosing = -dotVec3(boxNormal, relativeVelocity);
  return -boxGap > law.fallbackOverlap && closing > 0 && boxClosing < law.fallbackFraction * closing;
}
