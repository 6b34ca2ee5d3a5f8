import type { CadCurve3, CadFrame, CadSurface, Vector } from './cad-geometry.ts';

/** An affine map by rows: three of the matrix, each followed by its component of the shift. */
export type Transform = readonly number[];

export const IDENTITY: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** a after b. */
export function composeTransforms(a: Transform, b: Transform): Transform {
  return [0, 1, 2].flatMap((i) =>
    [0, 1, 2, 3].map((j) => {
      const sum = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
      return j === 3 ? sum + a[4 * i + 3] : sum;
    }),
  );
}

function invertTransform(t: Transform): Transform {
  const [a, b, c, x, d, e, f, y, g, h, i, z] = t;
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * p + b * q + c * r;
  const rows = [
    [p, c * h - b * i, b * f - c * e],
    [q, a * i - c * g, c * d - a * f],
    [r, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((value) => value / determinant));
  return rows.flatMap(([u, v, w]) => [u, v, w, -(u * x + v * y + w * z)]);
}

export function powerOf(t: Transform, power: number): Transform {
  const base = power < 0 ? invertTransform(t) : t;
  let product = IDENTITY;
  for (let k = 0; k < Math.abs(power); k++) product = composeTransforms(product, base);
  return product;
}

function movePoint(t: Transform, [x, y, z]: Vector): Vector {
  return [0, 4, 8].map((i) => t[i] * x + t[i + 1] * y + t[i + 2] * z + t[i + 3]) as unknown as Vector;
}

function moveDirection(t: Transform, [x, y, z]: Vector): Vector {
  return [0, 4, 8].map((i) => t[i] * x + t[i + 1] * y + t[i + 2] * z) as unknown as Vector;
}

function moveFrame(t: Transform, { origin, x, y, z }: CadFrame): CadFrame {
  return { origin: movePoint(t, origin), x: moveDirection(t, x), y: moveDirection(t, y), z: moveDirection(t, z) };
}

export function moveCurve(t: Transform, curve: CadCurve3): CadCurve3 {
  switch (curve.kind) {
    case 'line':
      return { ...curve, origin: movePoint(t, curve.origin), direction: moveDirection(t, curve.direction) };
    case 'conic':
      return {
        ...curve,
        center: movePoint(t, curve.center),
        x: moveDirection(t, curve.x),
        y: moveDirection(t, curve.y),
      };
    case 'spline':
      return { ...curve, points: curve.points.map((point) => movePoint(t, point)) };
    case 'other':
      return curve;
  }
}

/** A surface after a rigid motion or scaling; its parameters stay the same. */
export function moveSurface(surface: CadSurface, t: Transform): CadSurface {
  if (t.every((x, k) => x === IDENTITY[k])) return surface;
  switch (surface.kind) {
    case 'plane':
    case 'cylinder':
    case 'cone':
    case 'sphere':
    case 'torus':
      return { ...surface, frame: moveFrame(t, surface.frame) };
    case 'extrusion':
      return { ...surface, direction: moveDirection(t, surface.direction), curve: moveCurve(t, surface.curve) };
    case 'revolution': {
      const { origin, direction, curve } = surface;
      return {
        ...surface,
        origin: movePoint(t, origin),
        direction: moveDirection(t, direction),
        curve: moveCurve(t, curve),
      };
    }
    case 'spline-surface':
      return { ...surface, points: surface.points.map((row) => row.map((point) => movePoint(t, point))) };
    case 'other':
      return surface;
  }
}
