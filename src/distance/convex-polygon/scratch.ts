import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';

/** Workspace of a query of two convex polygons: packed numbers pass between functions without boxing. */
export interface PolygonWorkspace {
  /** Pose of B in A's frame: cosine, sine, x, y. */
  readonly relative: Float64Array;
  /** The last simplex: x1 y1 x2 y2 of the differences b - a, and the largest coordinate sum so far [m]. */
  readonly simplex: Float64Array;
  /** Its vertices: a1 b1 a2 b2. */
  readonly indices: Int32Array;
  /** Support direction, x y, in the frame of the vertices. */
  readonly direction: Float64Array;
}

export function createPolygonWorkspace(): PolygonWorkspace {
  return {
    relative: new Float64Array(4),
    simplex: new Float64Array(5),
    indices: new Int32Array(4),
    direction: new Float64Array(2),
  };
}

/** R = R_Aᵀ R_B and t = R_Aᵀ (x_B - x_A): subtracts first, to avoid cancellation far from the origin. */
export function setRelativePose(workspace: PolygonWorkspace, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { relative } = workspace;
  const { xx: ca, yx: sa } = poseA.rotation;
  const { xx: cb, yx: sb } = poseB.rotation;
  const x = poseB.position.x - poseA.position.x;
  const y = poseB.position.y - poseA.position.y;
  relative[0] = ca * cb + sa * sb;
  relative[1] = ca * sb - sa * cb;
  relative[2] = ca * x + sa * y;
  relative[3] = ca * y - sa * x;
}

/** Transforms a contact from A's frame (point A and normal are set) to world axes and adds point B. */
export function moveToWorld(out: Contact, poseA: ReadonlyPose): Contact {
  const { pointA, pointB, normal, distance } = out;
  const { xx: c, yx: s } = poseA.rotation;
  const { x: px, y: py } = pointA;
  const { x: nx, y: ny } = normal;
  pointA.x = poseA.position.x + c * px - s * py;
  pointA.y = poseA.position.y + s * px + c * py;
  pointA.z = poseA.position.z;
  normal.x = c * nx - s * ny;
  normal.y = s * nx + c * ny;
  normal.z = 0;
  pointB.x = pointA.x + distance * normal.x;
  pointB.y = pointA.y + distance * normal.y;
  pointB.z = pointA.z;
  out.status = 'exact';
  return out;
}
