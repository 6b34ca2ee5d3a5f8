import type { ReadonlyPose } from '../../math/pose.ts';
import { addScaledVec3, copyVec3, setVec3 } from '../../math/vec3.ts';
import type { Polygon } from '../../shapes/polygon.ts';
import type { Contact } from '../contact.ts';
import { addRadii } from './core-contact.ts';
import { closestPointPolygon, createPointPolygon } from './point-polygon.ts';

/** A gap to a vertex below this fraction of the coordinates is rounding error, and the normal comes from edges. [CP13-5.3.1] */
const TOUCHING = 1e-15;
/** A foot point this close to the end of an edge belongs to the vertex. */
const EDGE_END = 1e-12;

const foot = createPointPolygon();

/**
 * Point A, or a disc of `radius` about it, and any polygon B: signed distance of the point to the outline. An overlapping disc
 * may need a longer translation than through the closest point (a notch): its depth is a lower bound.
 */
// biome-ignore format: one vector per line
export function closestPointToOutline(
  out: Contact, radius: number, poseA: ReadonlyPose, polygon: Polygon, poseB: ReadonlyPose,
): Contact {
  const v = polygon.vertices;
  const { xx: c, yx: s } = poseB.rotation;
  const gx = poseA.position.x - poseB.position.x, gy = poseA.position.y - poseB.position.y;
  const px = c * gx + s * gy, py = c * gy - s * gx;
  const { signedDistance: distance, edge, t } = closestPointPolygon(foot, v, px, py);

  // normal in B's frame: opposite to the outward normal of the edge; at a vertex, along the gap
  const i = 2 * edge, k = (i + 2) % v.length;
  const length = Math.hypot(v[k] - v[i], v[k + 1] - v[i + 1]);
  const inside = t > EDGE_END && t < 1 - EDGE_END;
  let nx = (v[i + 1] - v[k + 1]) / length, ny = (v[k] - v[i]) / length;
  if (!(t > 0 && t < 1)) {
    const gap = Math.hypot(foot.x - px, foot.y - py);
    if (gap > TOUCHING * (length + Math.abs(px) + Math.abs(py))) {
      const sign = distance < 0 ? -1 : 1;
      nx = (sign * (foot.x - px)) / gap; ny = (sign * (foot.y - py)) / gap;
    } else {
      // touching: between the normals of the two edges at the vertex
      const from = t <= 0 ? (i + v.length - 2) % v.length : k;
      const to = (from + 2) % v.length;
      const other = Math.hypot(v[to] - v[from], v[to + 1] - v[from + 1]);
      const bx = nx + (v[from + 1] - v[to + 1]) / other, by = ny + (v[to] - v[from]) / other;
      const size = Math.hypot(bx, by);
      nx = bx / size; ny = by / size;
    }
  }
  setVec3(out.normal, c * nx - s * ny, s * nx + c * ny, 0);
  out.distance = distance;
  copyVec3(out.pointA, poseA.position);
  addScaledVec3(out.pointB, out.pointA, out.normal, distance);
  out.featureA = 'vertex'; out.indexA = 0;
  out.featureB = inside ? 'edge' : 'vertex'; out.indexB = inside || t <= EDGE_END ? edge : k >> 1;
  out.iterations = 0;
  out.unique = foot.unique;
  addRadii(out, radius, 0);
  out.status = radius > 0 && out.distance < 0 ? 'approximate' : 'exact';
  return out;
}
