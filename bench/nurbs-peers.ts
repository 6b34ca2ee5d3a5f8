import type { Implementation } from './harness.ts';
import { AXES_A, AXES_B, type EllipsoidPoses, ellipsoidNurbs, STRIDE } from './inputs/smooth-bodies.ts';
import { type Loaded, load } from './peers.ts';

/** Libraries with NURBS surfaces: types of the functions used, and the surfaces built with them. */

type EllipsoidNurbs = ReturnType<typeof ellipsoidNurbs>;

// OpenCascade, compiled to WebAssembly for replicad

/** Objects stay in the memory of the module until they are deleted. */
interface Deletable {
  delete(): void;
}

type Array1 = Deletable & { SetValue(index: number, value: number): void };
type Array2<Value> = Deletable & { SetValue(row: number, column: number, value: Value): void };

export interface OpenCascade {
  readonly gp_Pnt: new (x: number, y: number, z: number) => Deletable;
  readonly gp_Trsf: new () => Deletable & { SetValues(...rows: number[]): void };
  readonly TopLoc_Location: new (motion: Deletable) => Deletable;
  readonly NCollection_Array1_double: new (first: number, last: number) => Array1;
  readonly NCollection_Array1_int: new (first: number, last: number) => Array1;
  readonly NCollection_Array2_double: new (r0: number, r1: number, c0: number, c1: number) => Array2<number>;
  readonly NCollection_Array2_gp_Pnt: new (r0: number, r1: number, c0: number, c1: number) => Array2<Deletable>;
  readonly Geom_BSplineSurface: new (
    controlPoints: Array2<Deletable>,
    weights: Array2<number>,
    knotsU: Array1,
    knotsV: Array1,
    countsU: Array1,
    countsV: Array1,
    degreeU: number,
    degreeV: number,
    periodicU: boolean,
    periodicV: boolean,
  ) => Deletable;
  readonly BRepBuilderAPI_MakeFace: new (surface: Deletable, tolerance: number) => { Face(): CascadeFace };
  readonly BRepExtrema_DistShapeShape: new (
    one: Deletable,
    two: Deletable,
  ) => Deletable & { IsDone(): boolean; Value(): number };
  readonly GeomAPI_ProjectPointOnSurf: new (
    point: Deletable,
    surface: Deletable,
  ) => Deletable & { NbPoints(): number; LowerDistance(): number };
}

interface CascadeFace extends Deletable {
  Moved(location: Deletable, raise: boolean): CascadeFace;
}

/** The package exports a function that starts the module. */
export async function loadOpenCascade(): Promise<Loaded<OpenCascade>> {
  const start = await load<() => Promise<OpenCascade>>('replicad-opencascadejs');
  return start.module ? { module: await start.module(), missing: null } : start;
}

/** The surface in OpenCascade, which takes each different knot with its multiplicity. */
function cascadeSurface(oc: OpenCascade, { points, weights, knotsU, knotsV }: EllipsoidNurbs): Deletable {
  const [rows, columns] = [points.length, points[0].length];
  const controlPoints = new oc.NCollection_Array2_gp_Pnt(1, rows, 1, columns);
  const controlPointWeights = new oc.NCollection_Array2_double(1, rows, 1, columns);
  points.forEach((row, i) => {
    row.forEach(([x, y, z], j) => {
      controlPoints.SetValue(i + 1, j + 1, new oc.gp_Pnt(x, y, z));
      controlPointWeights.SetValue(i + 1, j + 1, weights[i][j]);
    });
  });
  const [timesU, countsU] = countKnots(oc, knotsU);
  const [timesV, countsV] = countKnots(oc, knotsV);
  return new oc.Geom_BSplineSurface(
    controlPoints,
    controlPointWeights,
    timesU,
    timesV,
    countsU,
    countsV,
    2,
    2,
    false,
    false,
  );
}

function countKnots(oc: OpenCascade, knots: readonly number[]): [Array1, Array1] {
  const different = [...new Set(knots)];
  const values = new oc.NCollection_Array1_double(1, different.length);
  const counts = new oc.NCollection_Array1_int(1, different.length);
  different.forEach((knot, i) => {
    values.SetValue(i + 1, knot);
    counts.SetValue(i + 1, knots.filter((other) => other === knot).length);
  });
  return [values, counts];
}

/** Distance of a face from another one moved by a 3 x 4 matrix (by rows); NaN if the search fails. */
function cascadeDistance(oc: OpenCascade, face: CascadeFace, other: CascadeFace, motion: readonly number[]): number {
  const transform = new oc.gp_Trsf();
  transform.SetValues(...motion);
  const location = new oc.TopLoc_Location(transform);
  const moved = other.Moved(location, false);
  const search = new oc.BRepExtrema_DistShapeShape(face, moved);
  const distance = search.IsDone() ? search.Value() : Number.NaN;
  for (const object of [search, moved, location, transform]) object.delete();
  return distance;
}

/** Pose of B relative to A, which is at the origin: a 3 x 4 matrix by rows. */
function relativeMotion(poses: Float64Array, k: number): number[] {
  const a = poses.subarray(k + 3, k + 12);
  const p = poses.subarray(k + 12, k + 15);
  const b = poses.subarray(k + 15, k + 24);
  return [0, 1, 2].flatMap((i) => {
    const along = (x: number, y: number, z: number) => a[i] * x + a[3 + i] * y + a[6 + i] * z;
    return [...[0, 1, 2].map((j) => along(b[j], b[3 + j], b[6 + j])), along(p[0], p[1], p[2])];
  });
}

/** Two faces, independent queries. */
export function runCascade(oc: OpenCascade, { poses }: EllipsoidPoses): Implementation['run'] {
  const [faceA, faceB] = [AXES_A, AXES_B].map((axes) =>
    new oc.BRepBuilderAPI_MakeFace(cascadeSurface(oc, ellipsoidNurbs(axes)), 1e-7).Face(),
  );
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      answers[i] = cascadeDistance(oc, faceA, faceB, relativeMotion(poses, STRIDE * i));
    }
  };
}

/** The surface of A and a point, independent queries. */
export function runProjection(oc: OpenCascade, { poses }: EllipsoidPoses): Implementation['run'] {
  const surface = cascadeSurface(oc, ellipsoidNurbs(AXES_A));
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const [, , , x, , , , y, , , , z] = relativeMotion(poses, STRIDE * i);
      const point = new oc.gp_Pnt(x, y, z);
      const projection = new oc.GeomAPI_ProjectPointOnSurf(point, surface);
      answers[i] = projection.NbPoints() > 0 ? projection.LowerDistance() : Number.NaN;
      projection.delete();
      point.delete();
    }
  };
}

// verb

export interface Verb {
  readonly geom: {
    readonly NurbsSurface: {
      byKnotsControlPointsWeights(
        degreeU: number,
        degreeV: number,
        knotsU: readonly number[],
        knotsV: readonly number[],
        points: readonly (readonly number[][])[],
        weights: readonly (readonly number[])[],
      ): VerbSurface;
    };
  };
}

interface VerbSurface {
  closestPoint(point: readonly number[]): number[];
}

/** verb expects the global `window` of a browser, and prints its version. */
export async function loadVerb(): Promise<Loaded<Verb>> {
  const { log } = console;
  try {
    console.log = () => {};
    Object.assign(globalThis, { window: globalThis });
    return await load<Verb>('verb-nurbs');
  } finally {
    console.log = log;
    Reflect.deleteProperty(globalThis, 'window');
  }
}

/** The surface of A and a point, independent queries. */
export function runVerb({ geom }: Verb, { poses }: EllipsoidPoses): Implementation['run'] {
  const { points, weights, knotsU, knotsV } = ellipsoidNurbs(AXES_A);
  const surface = geom.NurbsSurface.byKnotsControlPointsWeights(2, 2, knotsU, knotsV, points, weights);
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const [, , , x, , , , y, , , , z] = relativeMotion(poses, STRIDE * i);
      const [px, py, pz] = surface.closestPoint([x, y, z]);
      answers[i] = Math.hypot(px - x, py - y, pz - z);
    }
  };
}
