import * as THREE from 'three';
import { type Brep, CURVE_JET, evaluateCurve, triangulateBrep } from '../../../src/entries/nurbs.ts';
import { polylines, positions, type ShapeDrawing } from './shape-drawing.ts';

/** Chord error of the triangles, as a fraction of the radius of the body. */
const CHORD_ERROR = 0.004;
/** Segments of a curved edge. */
const CURVE = 12;

const jet = new Float64Array(CURVE_JET);

/** Trimmed faces, shaded, with their edges. */
export function drawBrep(shape: Brep): ShapeDrawing {
  const { positions: points, triangles } = triangulateBrep(shape, CHORD_ERROR * shape.radius);
  const surface = positions(points).setIndex(new THREE.BufferAttribute(Uint32Array.from(triangles), 1));
  // faces share no nodes: normals are smooth within a face only
  surface.computeVertexNormals();
  const edges = shape.edges.map(({ curve }) => {
    const count = curve.degree === 1 ? 1 : CURVE;
    const line = new Float64Array(3 * (count + 1));
    for (let i = 0; i <= count; i++) line.set(evaluateCurve(jet, curve, i / count).subarray(0, 3), 3 * i);
    return line;
  });
  return { surface, edges: polylines(edges), flat: false };
}
