/**
 * Intermediate results of the search for the points of two boxes, from the axis of the SAT to the candidates. The contact frame, the reference
 * box X and the other box Y are those of `boxContactPoints`.
 */
import { AXIS_LENGTH } from '../distance/convex/box-sat.ts';
import { createBoxFace } from './box-face.ts';
import { createManifoldWorkspace } from './manifold-workspace.ts';

export const manifold = createManifoldWorkspace();
/** The two lines that cross in each candidate; see `clipByRectangle`. */
export const vertexNames = new Int32Array(16);
export const bestAxis = new Float64Array(AXIS_LENGTH);
/** n, t1, t2 in the axes of X; n points from X to Y. */
export const frame = new Float64Array(9);
export const faceX = createBoxFace();
export const faceY = createBoxFace();

/** Number of axes of the SAT. */
export const AXES = 15;
/** A candidate is the deepest one if its gap is that of the boxes, to this fraction of their size; as in `candidate-points.ts`. */
export const AS_DEEP = 1e-12;

/** Results of a search: the closest points are vertices or edges that no SAT axis finds; the points are the known ones, in their order. */
export const NOT_FACING = -1;
export const SAME_FEATURES = -2;
