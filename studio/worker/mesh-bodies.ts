import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser';
import { meshFileReferences, meshTriangles, readMesh, type SurfaceMesh } from '../../src/entries/meshes.ts';
import { type Trimesh, trimesh } from '../../src/index.ts';
import { FileError } from './job-context.ts';
import type { Jobs, NamedFile } from './jobs.ts';
import { MESH_ENDINGS, MESH_FILE } from './mesh-files.ts';

/** Density of added bodies [kg/m³]: that of water. */
const DENSITY = 1000;
/** Distance between neighbours, as a fraction of their size. */
const GAP = 0.1;

type Vector = [number, number, number];

interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

/** A body of a scene file. */
interface MeshBodyDocument {
  readonly name: string;
  readonly shape: {
    readonly kind: 'trimesh';
    readonly vertices: readonly Vector[];
    readonly triangles: readonly Vector[];
  };
  readonly position: Vector;
  readonly density?: number;
  readonly motion?: 'fixed';
}

/**
 * The meshes of files as bodies, side by side along x (y, if gravity is along x): next to `box`, on its lowest side against `gravity`. `among` has the files that they refer to. A closed mesh is a free body; an open
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
    const mesh = readMesh(name, bytes, { files: referenced });
    const { positions, closed } = bodyOf(name, mesh);
    return {
      name: freeName(stem(name), names),
      closed,
      own: boxOf(positions),
      positions,
      corners: meshTriangles(mesh),
    };
  });
  const largest = Math.max(...meshes.map(({ own }) => sizeOf(own)), 0);
  const gap = GAP * largest;
  // the first one of an empty scene begins at the origin
  const start = box ?? { min: [0, 0, 0], max: [-gap, 0, 0] };
  const down = gravity.findIndex((value) => value !== 0 && Math.abs(value) === Math.max(...gravity.map(Math.abs)));
  // the row is perpendicular to gravity
  const row = down === 0 ? 1 : 0;
  let end = start.max[row];
  return meshes.map(({ name, closed, own, positions, corners }) => {
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
      shape: { kind: 'trimesh' as const, vertices: threes(positions), triangles: threes(corners) },
      position: position.map((value) => rounded(value, largest)) as Vector,
      ...(closed ? { density: DENSITY } : { motion: 'fixed' as const }),
    };
  });
}

/** The mesh files that no other one refers to. */
export function ownMeshes(files: readonly NamedFile[]): NamedFile[] {
  const meshes = files.filter(({ name }) => MESH_FILE.test(name));
  const parts = new Set(meshes.flatMap(({ name, bytes }) => meshFileReferences(name, bytes)));
  return meshes.filter(({ name }) => !parts.has(name));
}

type AddBodies = Jobs['add-bodies'];

/** The text of a scene with bodies added at the end of its list; all other text remains unchanged. */
export function addBodies({ text, files, box, gravity }: AddBodies['input']): AddBodies['output'] {
  const meshes = ownMeshes(files);
  const used = new Set(meshes.flatMap(({ name, bytes }) => [name, ...meshFileReferences(name, bytes)]));
  const others = files.filter(({ name }) => !MESH_FILE.test(name) && !used.has(name));
  if (meshes.length === 0 || others.length > 0) {
    const names = (others.length > 0 ? others : files).map(({ name }) => name).join(', ') || 'nothing';
    throw new FileError(`cannot add ${names} to the scene: expected meshes (${MESH_ENDINGS})`);
  }
  const document = parse(text) as { world?: string; bodies?: { name?: string }[] } | undefined;
  const world = document?.world ?? 'planar';
  if (world !== 'solids' && world !== 'deformable') {
    throw new FileError(
      `meshes can be added to scenes of the worlds "solids" and "deformable"; this one is of the world "${world}"`,
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
