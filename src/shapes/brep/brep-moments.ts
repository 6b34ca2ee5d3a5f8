import { CURVE_JET } from '../nurbs/curve.ts';
import { evaluateBezierCurve } from '../nurbs/evaluate-bezier.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import { addProducts, MOMENT_COUNT, NODES, WEIGHTS } from '../tiled/moments.ts';
import type { Brep, BrepEdge, BrepFace, BrepPiece } from './brep.ts';
import { windingNumber } from './winding-number.ts';

/**
 * Integrals over trimmed faces by Green's theorem in the parameter plane,
 *
 *   ∫∫ g du dv = ∮ G dv,   G(u, v) = ∫ g(s, v) ds from the low end of u to u,
 *
 * each integral by Gauss's rule on the pieces between knots. The results are the moments of the enclosed body about its centre, then the
 * vector ∫ n dA, which is 0 for a closed surface, and the area.
 */
export const AREA_VECTOR = MOMENT_COUNT;
export const AREA = MOMENT_COUNT + 3;
const COUNT = MOMENT_COUNT + 4;

const jet = new Float64Array(PATCH_JET);
const trimJet = new Float64Array(CURVE_JET);
const parameter = new Float64Array(1);

/** The integrals with every interval divided into `parts`. */
export function brepMoments(brep: Brep, parts: number): Float64Array {
  const out = new Float64Array(COUNT);
  const signs = brep.faces.map(loopSigns);
  for (const edge of brep.edges) addEdge(out, brep, edge, signs[edge.face][edge.loop], parts);
  return out;
}

/** 1 for loops that run counter-clockwise around the face or clockwise around a hole, else -1. */
export function loopSigns({ loops }: BrepFace): number[] {
  return loops.map((loop, l) => {
    let area = 0;
    for (const curve of loop) {
      for (let i = 0; i < NODES.length; i++) {
        parameter[0] = NODES[i];
        evaluateBezierCurve(trimJet, curve, parameter);
        area += WEIGHTS[i] * (trimJet[0] * trimJet[4] - trimJet[1] * trimJet[3]);
      }
    }
    parameter[0] = 0.5;
    evaluateBezierCurve(trimJet, loop[0], parameter);
    const others = loops.filter((_, k) => k !== l && windingNumber([loops[k]], trimJet[0], trimJet[1]) % 2 !== 0);
    return area > 0 === (others.length % 2 === 0) ? 1 : -1;
  });
}

function addEdge(out: Float64Array, brep: Brep, { face: index, trim }: BrepEdge, sign: number, parts: number): void {
  const face = brep.faces[index];
  const outward = face.reversed ? -sign : sign;
  for (let part = 0; part < parts; part++) {
    for (let i = 0; i < NODES.length; i++) {
      parameter[0] = (part + NODES[i]) / parts;
      evaluateBezierCurve(trimJet, trim, parameter);
      const [u, v, rate] = [trimJet[0], trimJet[1], trimJet[4]];
      if (rate === 0) continue;
      const weight = (WEIGHTS[i] / parts) * rate;
      for (const piece of face.pieces) {
        if (isRowOf(piece, face, v)) addRow(out, brep, piece, u, v, outward * weight, sign * weight, parts);
      }
    }
  }
}

/** Does the line at height v run through this piece? On a knot line, through the piece above it. */
function isRowOf({ fromV, toV }: BrepPiece, { pieces }: BrepFace, v: number): boolean {
  return v >= fromV && (v < toV || toV === pieces[pieces.length - 1].toV);
}

/** Adds the integral over a piece from its low u up to `u`. */
function addRow(
  out: Float64Array,
  brep: Brep,
  piece: BrepPiece,
  u: number,
  v: number,
  outward: number,
  weight: number,
  parts: number,
): void {
  const { patch, fromU, toU, fromV, toV } = piece;
  const { center } = brep;
  const end = Math.min(u, toU);
  if (end <= fromU) return;
  const width = (end - fromU) / (toU - fromU);
  // the derivatives along u of the unit square times the width, along v divided by the height
  const scale = width / (toV - fromV) / parts;
  for (let part = 0; part < parts; part++) {
    for (let i = 0; i < NODES.length; i++) {
      evaluatePatch(jet, patch, (width * (part + NODES[i])) / parts, (v - fromV) / (toV - fromV));
      const [x, y, z] = [jet[0] - center.x, jet[1] - center.y, jet[2] - center.z];
      const nx = jet[4] * jet[8] - jet[5] * jet[7];
      const ny = jet[5] * jet[6] - jet[3] * jet[8];
      const nz = jet[3] * jet[7] - jet[4] * jet[6];
      const h = outward * WEIGHTS[i] * scale;
      addProducts(out, x, y, z, (x * nx + y * ny + z * nz) * h, 3);
      out[AREA_VECTOR] += nx * h;
      out[AREA_VECTOR + 1] += ny * h;
      out[AREA_VECTOR + 2] += nz * h;
      out[AREA] += Math.sqrt(nx * nx + ny * ny + nz * nz) * WEIGHTS[i] * scale * weight;
    }
  }
}
