import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import type { NurbsSurface } from '../nurbs/nurbs.ts';
import type { SurfacePiece } from '../nurbs/refine-nurbs.ts';

/**
 * A boundary representation: NURBS faces, each limited by trimming loops in its parameter plane. If closed, it is the body that the faces
 * enclose; if open, the faces alone. Created and validated by `createBrep`. The index in a contact is that of a face, an edge or a vertex.
 */
export interface Brep {
  readonly kind: 'brep';
  readonly faces: readonly BrepFace[];
  /** The trimming curves of all faces in space; an edge between two faces appears once for each. */
  readonly edges: readonly BrepEdge[];
  /** First points of the edges, xyz each [m]: vertex k is where edge k starts. */
  readonly vertices: Float64Array;
  /** Does it enclose a volume? */
  readonly closed: boolean;
  /** Centre of `radius` [m]. */
  readonly center: ReadonlyVec3;
  /** Radius of a sphere about `center` that contains the body [m]. */
  readonly radius: number;
  /** Half extents of a box about `center`, in body axes, that contains the body [m]. */
  readonly halfExtents: ReadonlyVec3;
}

/** A face: the part of a surface inside its loops. */
export interface BrepFace {
  readonly name: string;
  readonly surface: NurbsSurface;
  /** The Bezier patches of the surface with their rectangles of parameters. */
  readonly pieces: readonly BrepPiece[];
  /** Closed loops of Bezier curves in the parameter plane (x = u, y = v, z = 0): a point is inside if their winding number there is odd. */
  readonly loops: readonly (readonly BezierCurve[])[];
  /** True: the outward normal is -(f_u × f_v). */
  readonly reversed: boolean;
}

/** A Bezier patch of a face. */
export interface BrepPiece extends SurfacePiece {
  /** Do the tangents change direction across its side u = 0, u = 1, v = 0, v = 1? Only at knots inside a surface. */
  readonly creases: readonly [boolean, boolean, boolean, boolean];
}

/** A Bezier segment of a trimming curve in space. */
export interface BrepEdge {
  /** Index of its face. */
  readonly face: number;
  /** Index of its loop in the face. */
  readonly loop: number;
  /** The segment in space [m]: exactly the surface over the trimming curve. */
  readonly curve: BezierCurve;
  /** The segment in the parameter plane of the face. */
  readonly trim: BezierCurve;
}
