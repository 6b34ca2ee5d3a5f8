import type { BezierCurve } from '../nurbs/bezier.ts';
import { createNurbsSurface, nurbsSurface } from '../nurbs/nurbs.ts';
import type { Brep, BrepFace } from './brep.ts';
import { createBrep } from './create-brep.ts';
import type { TrimCurveInput } from './trim-loops.ts';

/** A trimmed face in the notation of scene files. */
export interface BrepFaceDocument {
  readonly name?: string;
  /** Degree along u, 1 to 15. */
  readonly degreeU: number;
  /** Degree along v, 1 to 15. */
  readonly degreeV: number;
  /** points[i][j] [m], i along u. */
  readonly points: readonly (readonly (readonly number[])[])[];
  /** Default: 1. */
  readonly weights?: readonly (readonly number[])[];
  /** Knot vector along u: points + degree + 1 numbers. */
  readonly knotsU: readonly number[];
  /** Knot vector along v: points + degree + 1 numbers. */
  readonly knotsV: readonly number[];
  readonly loops?: readonly (readonly TrimCurveInput[])[];
  readonly reversed?: boolean;
}

/** A body of trimmed faces in the notation of scene files. */
export interface BrepDocument {
  readonly kind: 'brep';
  readonly closed?: boolean;
  readonly faces: readonly BrepFaceDocument[];
}

/** Builds a body from its notation in scene files. Throws a RangeError that names the face. */
export function brepFromDocument({ faces, closed = false }: BrepDocument): Brep {
  const inputs = faces.map(({ degreeU, degreeV, points, weights, knotsU, knotsV, ...rest }, k) => ({
    ...rest,
    surface: createNurbsSurface(degreeU, degreeV, points, knotsU, knotsV, weights, `brep: face ${rest.name ?? k}`),
  }));
  return createBrep(inputs, { closed });
}

/** The notation of a body in scene files; reading it gives the same body up to machine precision. */
export function brepDocument({ faces, closed }: Brep): BrepDocument {
  return { kind: 'brep', closed, faces: faces.map(faceDocument) };
}

function faceDocument({ name, surface, loops, reversed }: BrepFace): BrepFaceDocument {
  const { degreeU, degreeV, countU, countV, control, knotsU, knotsV } = surface;
  const grid = <Value>(pick: (at: number) => Value) =>
    Array.from({ length: countU }, (_, i) => Array.from({ length: countV }, (_, j) => pick(4 * (i * countV + j))));
  const isRational = control.some((w, at) => at % 4 === 3 && w !== 1);
  return {
    name,
    degreeU,
    degreeV,
    points: grid((at) => [0, 1, 2].map((k) => control[at + k] / control[at + 3])),
    ...(isRational && { weights: grid((at) => control[at + 3]) }),
    knotsU: Array.from(knotsU),
    knotsV: Array.from(knotsV),
    loops: loops.map((loop) => loop.map(curveDocument)),
    reversed,
  };
}

function curveDocument({ degree, control }: BezierCurve): TrimCurveInput {
  const points: number[][] = [];
  const weights: number[] = [];
  for (let at = 0; at < control.length; at += 4) {
    points.push([control[at] / control[at + 3], control[at + 1] / control[at + 3]]);
    weights.push(control[at + 3]);
  }
  return { degree, points, ...(weights.some((w) => w !== 1) && { weights }) };
}

/** The same body shifted by (x, y, z) [m]. */
export function translateBrep(brep: Brep, x: number, y: number, z: number): Brep {
  const faces = brep.faces.map(({ name, surface, reversed, loops }) => {
    const { degreeU, degreeV, knotsU, knotsV } = surface;
    const control = surface.control.slice();
    for (let at = 0; at < control.length; at += 4) {
      control[at] += x * control[at + 3];
      control[at + 1] += y * control[at + 3];
      control[at + 2] += z * control[at + 3];
    }
    const moved = nurbsSurface(degreeU, degreeV, control, knotsU, knotsV);
    return { name, reversed, surface: moved, loops: loops.map((loop) => loop.map(curveDocument)) };
  });
  return createBrep(faces, { closed: brep.closed });
}
