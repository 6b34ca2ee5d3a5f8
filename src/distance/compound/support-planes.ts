import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';

/**
 * Planes that a convex body does not cross, in the frame of another one: tangent planes at the contacts with parts of that one. The signed
 * distance of a further part is at least its gap to each plane, also where they overlap.
 */
export interface SupportPlanes {
  /** Unit normal away from the convex body, and distance from the origin along it [m], of each plane. */
  readonly numbers: Float64Array;
  /** Number of planes added so far: the last `CAPACITY` remain. */
  count: number;
}

const CAPACITY = 32;
const PLANE = 4;

export function createSupportPlanes(): SupportPlanes {
  return { numbers: new Float64Array(PLANE * CAPACITY), count: 0 };
}

/** Adds the tangent plane at a contact of body A (`side` 1) or B (-1), which is convex, in the frame of the other one. */
// biome-ignore format: one vector per line
export function addSupportPlane(planes: SupportPlanes, contact: Contact, side: 1 | -1, other: ReadonlyPose): void {
  const { position: p, rotation: r } = other;
  const { numbers } = planes;
  const at = PLANE * (planes.count++ % CAPACITY);
  const point = side > 0 ? contact.pointA : contact.pointB;
  const x = side * contact.normal.x;
  const y = side * contact.normal.y;
  const z = side * contact.normal.z;
  numbers[at] = r.xx * x + r.yx * y + r.zx * z;
  numbers[at + 1] = r.xy * x + r.yy * y + r.zy * z;
  numbers[at + 2] = r.xz * x + r.yz * y + r.zz * z;
  // the body may reach beyond the point by the error of the distance
  numbers[at + 3] = (point.x - p.x) * x + (point.y - p.y) * y + (point.z - p.z) * z + contact.errorBound;
}

/** Does one of the planes separate a triangle by more than a distance [m]? */
export function isTriangleBeyond({ numbers, count }: SupportPlanes, vertices: Float64Array, distance: number): boolean {
  const end = PLANE * Math.min(count, CAPACITY);
  for (let at = 0; at < end; at += PLANE) {
    const x = numbers[at];
    const y = numbers[at + 1];
    const z = numbers[at + 2];
    const limit = numbers[at + 3] + distance;
    if (
      x * vertices[0] + y * vertices[1] + z * vertices[2] > limit &&
      x * vertices[3] + y * vertices[4] + z * vertices[5] > limit &&
      x * vertices[6] + y * vertices[7] + z * vertices[8] > limit
    ) {
      return true;
    }
  }
  return false;
}
