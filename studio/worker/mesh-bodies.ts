import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser';
import { meshFileReferences, meshTriangles, readMesh, type SurfaceMesh } from '../../src/entries/meshes.ts';
import { CadFileError } from '../../src/formats/cad/cad-file-error.ts';
import { readBrepFile } from '../../src/formats/cad/read-brep-file.ts';
import { type Trimesh, trimesh } from '../../src/index.ts';
import { type BrepDocument, brepDocument } from '../../src/shapes/brep/brep-document.ts';
import { FileError } from './job-context.ts';
import type { Jobs, NamedFile } from './jobs.ts';
import { BODY_ENDINGS, BODY_FILE, BREP_FILE } from './mesh-files.ts';

/** Density of added bodies [kg/m³]: that of water. */
const DENSITY = 1000;
/** Distance between neighbours, as a fraction of their size. */
const GAP = 0.1;

type Vector = [number, number, number];

interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

interface TrimeshDocument {
  readonly kind: 'trimesh';
  readonly vertices: readonly Vector[];
  readonly triangles: readonly Vector[];
}

/** A body of a scene file. */
interface MeshBodyDocument {
  readonly name: string;
  readonly shape: TrimeshDocument | BrepDocument;
  readonly position: Vector;
  readonly density?: number;
  readonly motion?: 'fixed';
}

/**
 * The meshes and CAD parts of files as bodies, side by side along x (y, if gravity is along x): next to `box`, on its lowest side against `gravity`. `among` has the files that they refer to. A closed mesh is a free body; an open
 * one has no mass and is fixed.
 */
export function meshBodies(
  files: readonly NamedFile[],
  taken: readonly string[],
  box: Box | undefined,
  gravity: Vector = [0, 0, 0],
  among: readonly NamedFile[] = files,
): MeshBodyDocument[] {
  const names = new Set(taken);
  const referenced = new Map(among.map(({ name, bytes }) => [name, bytes]));
  const meshes = files.map(({ name, bytes }) => {
    const body = BREP_FILE.test(name)
      ? partOf(name, bytes)
      : surfaceOf(name, readMesh(name, bytes, { files: referenced }));
    return { name: freeName(stem(name), names), ...body };
  });
  const largest = Math.max(...meshes.map(({ own }) => sizeOf(own)), 0);
  const gap = GAP * largest;
  // the first one of an empty scene begins at the origin
  const start = box ?? { min: [0, 0, 0], max: [-gap, 0, 0] };
  const down = gravity.findIndex((value) => value !== 0 && Math.abs(value) === Math.max(...gravity.map(Math.abs)));
  // the row is perpendicular to gravity
  const row = down === 0 ? 1 : 0;
  let end = start.max[row];
  return meshes.map(({ name, closed, own, shape }) => {
    const place = (k: number) => {
      if (k === down && gravity[k] < 0) return start.min[k] - own.min[k];
      if (k === down) return start.max[k] - own.max[k];
      if (k === row) return end + gap - own.min[k];
      return (start.min[k] + start.max[k] - own.min[k] - own.max[k]) / 2;
    };
    const position: Vector = [place(0), place(1), place(2)];
    end = position[row] + own.max[row];
    return {
      name,
      shape,
      position: position.map((value) => rounded(value, largest)) as Vector,
      ...(closed ? { density: DENSITY } : { motion: 'fixed' as const }),
    };
  });
}

/** Throws an error that says what to do with CAD files that the page cannot read: the library for STEP has many megabytes. */
export function rejectOtherCad(files: readonly NamedFile[]): void {
  const step = files.find(({ name }) => /\.(step|stp|3dm)$/i.test(name));
  if (step) {
    const scene = `${stem(step.name)}.scene.json`;
    throw new FileError(
      `${step.name}: STEP and .3dm files are read on the command line. Run "appulse convert ${step.name} -o ${scene}" and open ${scene}, or save the part as .brep, the text format of OpenCascade`,
    );
  }
  const other = files.find(({ name }) => /\.(iges|igs)$/i.test(name));
  if (other) throw new FileError(`${other.name}: IGES files cannot be read; save the part as .brep or STEP`);
}

/** The files of meshes and parts that no other one refers to. */
export function ownMeshes(files: readonly NamedFile[]): NamedFile[] {
  const bodies = files.filter(({ name }) => BODY_FILE.test(name));
  const parts = new Set(bodies.flatMap(referencesOf));
  return bodies.filter(({ name }) => !parts.has(name));
}

function referencesOf({ name, bytes }: NamedFile): readonly string[] {
  return BREP_FILE.test(name) ? [] : meshFileReferences(name, bytes);
}

type AddBodies = Jobs['add-bodies'];

/** The text of a scene with bodies added at the end of its list; all other text remains unchanged. */
export function addBodies({ text, files, box, gravity }: AddBodies['input']): AddBodies['output'] {
  rejectOtherCad(files);
  const meshes = ownMeshes(files);
  const used = new Set(meshes.flatMap((file) => [file.name, ...referencesOf(file)]));
  const others = files.filter(({ name }) => !BODY_FILE.test(name) && !used.has(name));
  if (meshes.length === 0 || others.length > 0) {
    const names = (others.length > 0 ? others : files).map(({ name }) => name).join(', ') || 'nothing';
    throw new FileError(`cannot add ${names} to the scene: expected meshes or CAD parts (${BODY_ENDINGS})`);
  }
  const document = parse(text) as { world?: string; bodies?: { name?: string }[] } | undefined;
  const world = document?.world ?? 'planar';
  if (world !== 'solids' && world !== 'deformable') {
    throw new FileError(
      `meshes can be added to scenes of the worlds "solids" and "deformable"; this one is of the world "${world}"`,
    );
  }
  const part = meshes.find(({ name }) => BREP_FILE.test(name));
  if (world === 'deformable' && part) {
    throw new FileError(
      `${part.name}: a CAD part can be added to scenes of the world "solids"; this one is of the world "deformable"`,
    );
  }
  const tree = parseTree(text);
  const list = tree && findNodeAtLocation(tree, ['bodies']);
  if (list?.type !== 'array') throw new FileError('the scene has no list of bodies to add to');
  const bodies = meshBodies(
    meshes,
    (document?.bodies ?? []).map(({ name }) => name ?? ''),
    box,
    gravity,
    files,
  );
  const lines = bodies.map((body) => `    ${JSON.stringify(body)}`).join(',\n');
  const last = list.children?.at(-1);
  const at = last ? last.offset + last.length : list.offset + 1;
  const added = last ? `,\n${lines}` : `\n${lines}\n  `;
  return { text: text.slice(0, at) + added + text.slice(at), names: bodies.map(({ name }) => name) };
}

interface FileBody {
  readonly closed: boolean;
  readonly own: Box;
  readonly shape: TrimeshDocument | BrepDocument;
}

function surfaceOf(name: string, mesh: SurfaceMesh): FileBody {
  const { positions, closed } = bodyOf(name, mesh);
  const shape = { kind: 'trimesh' as const, vertices: threes(positions), triangles: threes(meshTriangles(mesh)) };
  return { closed, own: boxOf(positions), shape };
}

function partOf(name: string, bytes: Uint8Array): FileBody {
  try {
    const { body } = readBrepFile(name, bytes);
    const { center: c, halfExtents: h } = body;
    const own: Box = { min: [c.x - h.x, c.y - h.y, c.z - h.z], max: [c.x + h.x, c.y + h.y, c.z + h.z] };
    return { closed: body.closed, own, shape: brepDocument(body) };
  } catch (error) {
    if (!(error instanceof CadFileError || error instanceof RangeError)) throw error;
    throw new FileError(error.message);
  }
}

function bodyOf(name: string, mesh: SurfaceMesh): Trimesh {
  try {
    return trimesh(mesh);
  } catch (error) {
    throw new FileError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function threes(values: ArrayLike<number>): Vector[] {
  return Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
}

function boxOf(positions: ArrayLike<number>): Box {
  const box: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    box.min[k] = Math.min(box.min[k], positions[i]);
    box.max[k] = Math.max(box.max[k], positions[i]);
  }
  return box;
}

function sizeOf({ min, max }: Box): number {
  return Math.max(...max.map((high, k) => high - min[k]));
}

/** To a ten-thousandth of the size of the largest mesh: short numbers in the text. */
function rounded(value: number, size: number): number {
  if (!(size > 0)) return value;
  const unit = 10 ** Math.floor(Math.log10(size * 1e-4));
  return Number((Math.round(value / unit) * unit).toPrecision(12));
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted} ${i}`;
  taken.add(name);
  return name;
}

export function stem(name: string): string {
  return name.replace(/(\.scene)?\.[^.]*$/i, '');
}
