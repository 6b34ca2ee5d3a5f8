import { addScaledBernstein, type Bernstein, createBernstein, multiplyBernstein } from '../../math/bernstein.ts';
import { type BezierCurve, bezierCurve } from '../nurbs/bezier.ts';
import type { SurfacePiece } from '../nurbs/refine-nurbs.ts';
import { patchSideCurve, splitPatch, subCurve } from '../nurbs/subdivide.ts';

/**
 * The curve f(u(t), v(t)) on a Bezier patch of degrees p, q over a trimming curve (U, V)/ω of degree n: a rational Bezier curve of degree
 * n (p + q),
 *
 *   Σ f_ij C(p,i) C(q,j) Uⁱ (ω-U)^(p-i) V^j (ω-V)^(q-j),
 *
 * in homogeneous form. With 0 <= U, V <= ω all terms are positive: no digits are lost. Lines along u or v and curves on parallelograms
 * have lower degrees.
 */
export function composeCurve(piece: SurfacePiece, trim: BezierCurve): BezierCurve {
  const local = localTrim(piece, trim);
  return isoCurve(piece, local) ?? affineCurve(piece, local) ?? generalCurve(piece, local);
}

/** The trimming curve in the unit square of the patch. */
function localTrim({ fromU, toU, fromV, toV }: SurfacePiece, { degree, control }: BezierCurve): BezierCurve {
  const local = control.slice();
  for (let at = 0; at < local.length; at += 4) {
    const w = local[at + 3];
    local[at] = (control[at] - fromU * w) / (toU - fromU);
    local[at + 1] = (control[at + 1] - fromV * w) / (toV - fromV);
  }
  return bezierCurve(degree, local);
}

/** A line along u or v as part of a row of the patch. */
function isoCurve({ patch }: SurfacePiece, { degree, control: c }: BezierCurve): BezierCurve | null {
  if (degree !== 1 || c[3] !== c[7]) return null;
  const w = c[3];
  const [u0, v0, u1, v1] = [c[0] / w, c[1] / w, c[4] / w, c[5] / w].map((x) => Math.min(1, Math.max(0, x)));
  if (u0 === u1 && v0 !== v1) return between(rowAt('u', u0), v0, v1);
  if (v0 === v1 && u0 !== u1) return between(rowAt('v', v0), u0, u1);
  return null;

  function rowAt(direction: 'u' | 'v', t: number): BezierCurve {
    if (t === 0) return patchSideCurve(patch, direction === 'u' ? 'u0' : 'v0');
    if (t === 1) return patchSideCurve(patch, direction === 'u' ? 'u1' : 'v1');
    return patchSideCurve(splitPatch(patch, direction, t)[0], direction === 'u' ? 'u1' : 'v1');
  }
}

function between(curve: BezierCurve, from: number, to: number): BezierCurve {
  if (from < to) return subCurve(curve, from, to);
  const piece = subCurve(curve, to, from);
  const control = new Float64Array(piece.control.length);
  for (let i = 0; i <= piece.degree; i++) {
    control.set(piece.control.subarray(4 * i, 4 * i + 4), 4 * (piece.degree - i));
  }
  return bezierCurve(piece.degree, control);
}

/** On a parallelogram f = f00 + u a + v b the control points themselves are mapped. */
function affineCurve({ patch }: SurfacePiece, { degree, control }: BezierCurve): BezierCurve | null {
  const { control: f } = patch;
  if (patch.degreeU !== 1 || patch.degreeV !== 1) return null;
  const size = f.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  for (let k = 0; k < 4; k++) {
    if (Math.abs(f[k] - f[4 + k] - f[8 + k] + f[12 + k]) > 1e-15 * size) return null;
  }
  if (f[3] !== f[7] || f[3] !== f[11]) return null;
  const mapped = new Float64Array(control.length);
  for (let at = 0; at < control.length; at += 4) {
    const [u, v, w] = [control[at], control[at + 1], control[at + 3]];
    for (let k = 0; k < 3; k++) mapped[at + k] = (w * f[k] + u * (f[8 + k] - f[k]) + v * (f[4 + k] - f[k])) / f[3];
    mapped[at + 3] = w;
  }
  return bezierCurve(degree, mapped);
}

function generalCurve({ patch }: SurfacePiece, { degree, control }: BezierCurve): BezierCurve {
  const { degreeU: p, degreeV: q } = patch;
  const take = (pick: (at: number) => number): Bernstein => {
    const polynomial = createBernstein(degree, 0);
    for (let i = 0; i <= degree; i++) polynomial.coefficients[i] = pick(4 * i);
    return polynomial;
  };
  const overU = basis(
    p,
    take((at) => control[at]),
    take((at) => control[at + 3] - control[at]),
  );
  const overV = basis(
    q,
    take((at) => control[at + 1]),
    take((at) => control[at + 3] - control[at + 1]),
  );
  const total = degree * (p + q);
  const composed = new Float64Array(4 * (total + 1));
  for (let i = 0; i <= p; i++) {
    for (let j = 0; j <= q; j++) {
      const { coefficients } = multiplyBernstein(overU[i], overV[j]);
      const from = 4 * (i * (q + 1) + j);
      for (let m = 0; m <= total; m++) {
        for (let k = 0; k < 4; k++) composed[4 * m + k] += patch.control[from + k] * coefficients[m];
      }
    }
  }
  return bezierCurve(total, composed);
}

/** C(n,i) xⁱ yⁿ⁻ⁱ for i = 0..n. */
function basis(n: number, x: Bernstein, y: Bernstein): Bernstein[] {
  const one = createBernstein(0, 0);
  one.coefficients[0] = 1;
  let row = [one];
  // the triangle B_i^k = y B_i^{k-1} + x B_{i-1}^{k-1}
  for (let k = 1; k <= n; k++) {
    row = Array.from({ length: k + 1 }, (_, i) => {
      const low = i < k ? multiplyBernstein(y, row[i]) : null;
      const high = i > 0 ? multiplyBernstein(x, row[i - 1]) : null;
      if (low === null) return high ?? one;
      return high === null ? low : addScaledBernstein(low, high, 1);
    });
  }
  return row;
}
