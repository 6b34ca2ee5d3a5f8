import { CadFileError } from './cad-file-error.ts';
import type { CadFace, CadSpline, CadSplineSurface, Vector } from './cad-geometry.ts';
import type { CadTriangles } from './opencascade-job.ts';
import type { CadFaces } from './read-brep.ts';
import { type RhinoBody, type RhinoModel, type RhinoObject, runRhinoJob } from './rhino-job.ts';
import { createWasmThread } from './wasm-thread.ts';

/** Reader of the files of Rhino (.3dm) through rhino3dm, which gives the edges of faces in space, but not their trimming curves. */

const runInRhino = createWasmThread({ name: 'rhino3dm', title: 'rhino3dm', reset: 'instance', run: runRhinoJob });

/** Millimetres per unit. */
const UNITS: Readonly<Record<string, number>> = {
  None: 1, Microns: 1e-3, Millimeters: 1, Centimeters: 10, Decimeters: 100, Meters: 1000, Kilometers: 1e6,
  Microinches: 2.54e-5, Mils: 0.0254, Inches: 25.4, Feet: 304.8, Yards: 914.4,
}; // biome-ignore format: a table
/** An edge may lie this many times the tolerance of the file off its surface. */
const MAX_OFF = 10;
/** Of the size of the file: the smallest tolerance. */
const LEAST_TOLERANCE = 1e-9;

async function readModel(
  file: string,
  bytes: Uint8Array,
  timeLimit: number,
): Promise<{ model: RhinoModel; unit: number }> {
  const model = await runInRhino(file, bytes, timeLimit);
  const unit = UNITS[model.unit];
  if (unit === undefined)
    throw new CadFileError(file, `expected a unit of length such as Millimeters, got "${model.unit}"`);
  return { model, unit };
}

/** What a .3dm file has, in millimetres. */
export interface Rhino3dm {
  /** Null: no bodies. */
  readonly bodies: CadFaces | null;
  readonly meshes: CadTriangles;
  /** Objects that cannot be used. */
  readonly others: readonly string[];
}

/** Reads a .3dm file. Throws a CadFileError. */
export async function read3dm(file: string, bytes: Uint8Array, timeLimit: number): Promise<Rhino3dm> {
  const { model, unit } = await readModel(file, bytes, timeLimit);
  const bodies = model.objects.filter((object) => object.kind === 'body');
  const meshes = model.objects.filter((object) => object.kind === 'mesh');
  const others = model.objects.filter((object) => object.kind === 'other').map(({ name }) => name);
  if (bodies.length + meshes.length === 0)
    throw new CadFileError(file, 'expected bodies with faces or meshes, but it has none');
  const openEdges = bodies.filter(({ solid }) => solid).reduce((sum, body) => sum + countOpenEdges(body), 0);
  return {
    bodies:
      bodies.length > 0
        ? {
            faces: bodies.flatMap((body) => facesOf(body, unit, model.tolerance)),
            solid: bodies.every(({ solid }) => solid),
            open: openEdges > 0 ? `${openEdges} edges of solids do not lie between two faces` : null,
          }
        : null,
    meshes: joinMeshes(file, meshes, unit),
    others,
  };
}

function joinMeshes(
  file: string,
  meshes: readonly Extract<RhinoObject, { kind: 'mesh' }>[],
  unit: number,
): CadTriangles {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    const count = mesh.positions.length / 3;
    for (const x of mesh.positions) {
      if (!Number.isFinite(x)) throw new CadFileError(file, `expected a mesh with finite coordinates, got ${x}`);
      positions.push(unit * x);
    }
    for (const node of mesh.triangles) {
      if (!(node >= 0 && node < count))
        throw new CadFileError(file, `expected a vertex from 0 to ${count - 1}, got ${node}`);
      triangles.push(first + node);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Edges of a solid that are not used once in each direction. */
function countOpenEdges({ faces }: RhinoBody): number {
  const uses = new Map<number, number>();
  for (const face of faces) {
    for (const { edge, reversed } of face.loops.flat()) {
      if (edge >= 0) uses.set(edge, (uses.get(edge) ?? 0) + (reversed !== face.reversed ? -1 : 1));
    }
  }
  return [...uses.values()].filter((count) => count !== 0).length;
}

function facesOf({ faces, edges }: RhinoBody, unit: number, fileTolerance: number): CadFace[] {
  return faces.map(({ surface, reversed, loops }) => {
    const scaled = scaleSurface(surface, unit);
    const size = Math.max(...scaled.points.flat(2).map(Math.abs));
    const tolerance = Math.max(MAX_OFF * unit * fileTolerance, LEAST_TOLERANCE * size);
    const spaceLoops = loops.map((loop) =>
      loop.flatMap(({ edge, reversed }) => {
        const curve = edges[edge];
        if (curve === undefined) return [];
        const { degree, knots, points } = curve;
        return [{ curve: scaleCurve(curve, unit), from: knots[degree], to: knots[points.length], reversed }];
      }),
    );
    return {
      surface: scaled,
      loops: [],
      reversed,
      ...(loops.length > 0 && { edges: { loops: spaceLoops, tolerance } }),
    };
  });
}

const scalePoint = ([x, y, z]: Vector, unit: number): Vector => [unit * x, unit * y, unit * z];

function scaleSurface(surface: CadSplineSurface, unit: number): CadSplineSurface {
  return { ...surface, points: surface.points.map((row) => row.map((point) => scalePoint(point, unit))) };
}

function scaleCurve(curve: CadSpline<Vector>, unit: number): CadSpline<Vector> {
  return { ...curve, points: curve.points.map((point) => scalePoint(point, unit)) };
}
