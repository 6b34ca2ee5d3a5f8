import type { Contact } from '../distance/contact.ts';

/**
 * Positions of two line segments that show a contact: from the witness point on A to the one on B, and from the witness point on A along the
 * normal, `normalLength` [m] long. Twelve numbers for a `BufferAttribute` of item size 3, drawn as `LineSegments`; the first two
 * vertices alone, drawn as `Points`, are the witness points. Give the array of the last frame as `out` to use it again.
 *
 * @example
 * ```ts
 * import { closest, pose, sphere } from 'appulse';
 * import { contactLines } from 'appulse/three';
 * import { BufferAttribute, BufferGeometry } from 'three';
 *
 * const contact = closest(sphere(1), pose(), sphere(1), pose([0, 5, 0]));
 * const geometry = new BufferGeometry();
 * geometry.setAttribute('position', new BufferAttribute(contactLines(contact, 0.5), 3));
 * console.log([...contactLines(contact, 0.5)].join(' ')); // 0 1 0 0 4 0 0 1 0 0 1.5 0
 * ```
 */
export function contactLines(
  contact: Pick<Contact, 'pointA' | 'pointB' | 'normal'>,
  normalLength = 1,
  out: Float32Array = new Float32Array(12),
): Float32Array {
  if (!Number.isFinite(normalLength)) throw new RangeError(`normalLength: must be finite, got ${normalLength}`);
  if (out.length !== 12) throw new RangeError(`out: must have 12 numbers, got ${out.length}`);
  const { pointA: a, pointB: b, normal: n } = contact;
  out[0] = out[6] = a.x;
  out[1] = out[7] = a.y;
  out[2] = out[8] = a.z;
  out[3] = b.x;
  out[4] = b.y;
  out[5] = b.z;
  out[9] = a.x + normalLength * n.x;
  out[10] = a.y + normalLength * n.y;
  out[11] = a.z + normalLength * n.z;
  return out;
}
