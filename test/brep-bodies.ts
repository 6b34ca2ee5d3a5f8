/** Bodies of trimmed faces with closed forms, made by hand. */
import { brep, nurbsSurface, type TrimCurveInput } from '../src/entries/nurbs.ts';

const h = Math.SQRT1_2;
const CORNERS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]; // biome-ignore format: a list
const WEIGHTS = [1, h, 1, h, 1, h, 1, h, 1];
const KNOTS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];

/** A full circle of radius s about the origin. */
export function circle(s: number): TrimCurveInput {
  return { degree: 2, points: CORNERS.map(([x, y]) => [s * x, s * y]), weights: WEIGHTS, knots: KNOTS };
}

/** The square |x|, |y| <= side at height z; its parameters are x and y. */
export function square(z: number, side = 2) {
  const ends = [-side, side];
  const knots = [-side, -side, side, side];
  return nurbsSurface(1, 1, ends.map((x) => ends.map((y) => [x, y, z])), knots, knots); // biome-ignore format: one call
}

export function cylinderSurface(s: number, z0: number, z1: number) {
  const rows = CORNERS.map(([x, y]) => [z0, z1].map((z) => [s * x, s * y, z]));
  const weights = WEIGHTS.map((w) => [w, w]);
  return nurbsSurface(2, 1, rows, KNOTS, [0, 0, 1, 1], weights);
}

/** Outer radius, radius of the hole and half height of the tube [m]. */
export const TUBE = { R: 1.5, r: 0.5, H: 1 };

/** A cylinder with a hole along its axis. */
export const tube = makeTube(1);

/** The same, k times as large. */
export function makeTube(k: number) {
  const [R, r, H] = [k * TUBE.R, k * TUBE.r, k * TUBE.H];
  return brep(
    [
      { surface: square(H, 2 * k), loops: [[circle(R)], [circle(r)]] },
      { surface: square(-H, 2 * k), loops: [[circle(R)], [circle(r)]], reversed: true },
      { surface: cylinderSurface(R, -H, H) },
      { surface: cylinderSurface(r, -H, H), reversed: true },
    ],
    { closed: true },
  );
}

/** A square plate with a round hole of radius 0.5 m. */
export const plate = brep([{ surface: square(0), loops: [[outline()], [circle(0.5)]] }]);

function outline(): TrimCurveInput {
  return { degree: 1, points: [[-2, -2], [2, -2], [2, 2], [-2, 2], [-2, -2]] }; // biome-ignore format: a list
}
