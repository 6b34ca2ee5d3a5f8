import { createNodeTriangleContact, type FirstContact, nodeTriangleContact } from '../../ccd/first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from '../../ccd/node-quad.ts';
import type { PointMotion } from '../../ccd/point-motion.ts';
import { cornerCount } from '../../distance/features/closest-on-face.ts';

/** Local search, [VBC24-3.2]: one node and one face of three or four corners (see `MeshModel.faces`). */

const triangleContact = createNodeTriangleContact();
const quadContact = createNodeQuadContact();
const corners = new Int32Array(4);

/** First contact of a node and a face within the step; valid until the next call. */
export function firstFaceContact(
  motion: PointMotion,
  node: number,
  faces: Int32Array,
  face: number,
  tolerance: number,
): FirstContact {
  for (let k = 0; k < 4; k++) corners[k] = faces[4 * face + k];
  return cornerCount(faces, face) === 3
    ? nodeTriangleContact(triangleContact, motion, node, corners[0], corners[1], corners[2], tolerance)
    : nodeQuadContact(quadContact, motion, node, corners, tolerance);
}
