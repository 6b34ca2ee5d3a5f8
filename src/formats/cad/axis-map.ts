import { cos, sin } from '../../math/trig.ts';

/**
 * From a parameter of a CAD surface to that of the NURBS surface: the same, or an angle divided into arcs of at most a quarter turn. On the
 * arc k the rational quadratic parameter s of the angle φ from its midpoint is (1 + tan(φ/2)/tan(Δ/4))/2, and the NURBS parameter k + s.
 */
export type AxisMap =
  | { readonly kind: 'same'; readonly from: number; readonly to: number }
  | { readonly kind: 'angle'; readonly from: number; readonly step: number; readonly count: number };

const tan = (x: number) => sin(x) / cos(x);

/** The map of an angle between two bounds [rad]. */
export function angleMap(from: number, to: number): AxisMap {
  const count = Math.max(1, Math.ceil((to - from) / (0.5 * Math.PI) - 1e-9));
  return { kind: 'angle', from, step: (to - from) / count, count };
}

/** Value, first and second derivative of the NURBS parameter. */
export function mapParameter(map: AxisMap, x: number): readonly [number, number, number] {
  if (map.kind === 'same') return [x, 1, 0];
  const { from, step, count } = map;
  const k = Math.min(count - 1, Math.max(0, Math.floor((x - from) / step)));
  // the ends of arcs are exact
  const nearest = Math.round((x - from) / step);
  const isEnd =
    Math.abs(x - from - nearest * step) <= 1e-14 * Math.max(1, Math.abs(x)) && nearest >= 0 && nearest <= count;
  const half = 0.5 * (x - from - (k + 0.5) * step);
  const t = tan(half);
  const scale = 0.5 / tan(0.25 * step);
  const slope = 0.5 * (1 + t * t);
  return [isEnd ? nearest : k + 0.5 + scale * t, scale * slope, scale * t * slope];
}
