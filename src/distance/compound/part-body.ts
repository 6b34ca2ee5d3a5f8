import { createAabb } from '../../bounds/aabb.ts';
import { shapeAabb } from '../../bounds/shape-aabb.ts';
import { composePose, createPose, type Pose, type ReadonlyPose } from '../../math/pose.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { type Bvh, copyAxisAlignedBox, HALF, ORIENTED_BOX_LENGTH, setNodeBox } from '../../shapes/bvh.ts';
import type { Compound } from '../../shapes/compound.ts';
import { type Hull, NO_EDGE_FANS, NO_START_VERTICES } from '../../shapes/hull.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import type { FeatureKind } from '../contact.ts';

/** Bodies that consist of convex parts. */
export type MultiPart = Compound | Trimesh;

/** A triangle as a flat hull with variable corners. */
interface TriangleHull extends Hull {
  boundingRadius: number;
}

/**
 * One body of a query over parts: the pieces of a compound, the triangles of a mesh, or any other body as its own only part.
 * `part` is the one loaded last; all triangles use one object, whose corners change.
 */
export interface PartBody {
  shape: Shape;
  /** BVH of the parts, in the frame of the body. */
  bvh: Bvh;
  /** The part loaded last, its number, and its pose. */
  part: Shape;
  number: number;
  pose: ReadonlyPose;
  /** Workspace: a triangle, the pose of a piece, and the BVH of a body without parts. */
  readonly triangle: TriangleHull;
  readonly piecePose: Pose;
  readonly single: Bvh;
}

export function createPartBody(): PartBody {
  const single = {
    boxes: new Float64Array(6),
    orientedBoxes: new Float64Array(ORIENTED_BOX_LENGTH),
    links: Int32Array.of(-1),
  };
  const piecePose = createPose();
  const triangle = createTriangle();
  return {
    shape: triangle,
    bvh: single,
    part: triangle,
    number: 0,
    pose: piecePose,
    triangle,
    piecePose,
    single,
  };
}

/** Both sides are faces. The topology is fixed; corners and normals change. */
function createTriangle(): TriangleHull {
  return {
    kind: 'hull',
    vertices: new Float64Array(9),
    faceStarts: Int32Array.of(0, 3, 6),
    faceVertices: Int32Array.of(0, 1, 2, 0, 2, 1),
    normals: new Float64Array(6),
    edges: Int32Array.of(0, 1, 0, 1, 1, 2, 0, 1, 2, 0, 0, 1),
    neighbourStarts: Int32Array.of(0, 2, 4, 6),
    neighbours: Int32Array.of(1, 2, 0, 2, 0, 1),
    neighbourEdges: Int32Array.of(0, 2, 0, 1, 2, 1),
    startVertices: NO_START_VERTICES,
    edgeFans: NO_EDGE_FANS,
    boundingRadius: 0.5,
  };
}

export function isMultiPart(shape: Shape): shape is MultiPart {
  return shape.kind === 'compound' || shape.kind === 'trimesh';
}

const OWN_AXES = createPose();
const box = createAabb();

export function loadBody(body: PartBody, shape: Shape): void {
  body.shape = shape;
  if (isMultiPart(shape)) {
    body.bvh = shape.bvh;
    return;
  }
  const { min, max } = shapeAabb(box, shape, OWN_AXES);
  body.bvh = body.single;
  const { boxes } = body.single;
  setNodeBox(boxes, 0, 0, min.x, max.x);
  setNodeBox(boxes, 0, 1, min.y, max.y);
  setNodeBox(boxes, 0, 2, min.z, max.z);
  copyAxisAlignedBox(body.single.orientedBoxes, boxes, 0);
}

export function hasPart({ bvh }: PartBody, number: number): boolean {
  return 2 * number < bvh.links.length;
}

/** Half the sum of the edges of a box of the body [m]. */
export function boxSize({ bvh }: PartBody, node: number): number {
  const { orientedBoxes } = bvh;
  const at = ORIENTED_BOX_LENGTH * node + HALF;
  return orientedBoxes[at] + orientedBoxes[at + 1] + orientedBoxes[at + 2];
}

/**
 * Cosine of the angle between the normal of the loaded triangle and a world direction; its absolute value on an open surface. 1 for
 * other parts.
 */
export function facingOf({ shape, pose, triangle }: PartBody, direction: ReadonlyVec3, sign: 1 | -1): number {
  if (shape.kind !== 'trimesh') return 1;
  const { rotation: r } = pose;
  const { x, y, z } = direction;
  const n = triangle.normals;
  const cosine =
    n[0] * (r.xx * x + r.yx * y + r.zx * z) +
    n[1] * (r.xy * x + r.yy * y + r.zy * z) +
    n[2] * (r.xz * x + r.yz * y + r.zz * z);
  return shape.closed ? sign * cosine : Math.abs(cosine);
}

/** Feature index in the contact of the whole body for a feature of the loaded part. */
export function nameFeature({ shape, number }: PartBody, feature: FeatureKind, index: number): number {
  if (shape.kind === 'trimesh') return feature === 'vertex' ? shape.triangles[3 * number + index] : number;
  return shape.kind === 'compound' ? number : index;
}

/** Loads part `number` of a body at `bodyPose`. */
export function loadPart(body: PartBody, number: number, bodyPose: ReadonlyPose): void {
  const { shape } = body;
  body.number = number;
  body.pose = bodyPose;
  if (shape.kind === 'trimesh') {
    loadTriangle(body.triangle, shape, number);
    body.part = body.triangle;
  } else if (shape.kind === 'compound') {
    const piece = shape.pieces[number];
    body.part = piece.shape;
    body.pose = composePose(body.piecePose, bodyPose, piece.pose);
  } else {
    body.part = shape;
  }
}

function loadTriangle(triangle: TriangleHull, mesh: Trimesh, number: number): void {
  const { positions, triangles } = mesh;
  const { vertices, normals } = triangle;
  let radiusSq = 0;
  for (let k = 0; k < 3; k++) {
    const node = 3 * triangles[3 * number + k];
    const x = positions[node];
    const y = positions[node + 1];
    const z = positions[node + 2];
    vertices[3 * k] = x;
    vertices[3 * k + 1] = y;
    vertices[3 * k + 2] = z;
    const lengthSq = x * x + y * y + z * z;
    if (lengthSq > radiusSq) radiusSq = lengthSq;
  }
  for (let k = 0; k < 3; k++) {
    normals[k] = mesh.normals[3 * number + k];
    normals[3 + k] = -normals[k];
  }
  triangle.boundingRadius = Math.sqrt(radiusSq);
}
