import type { SurfaceMesh } from '../shapes/mesh.ts';
import { MeshFileError } from './mesh-file-error.ts';
import { meshFromFaces, type ReadMeshOptions } from './mesh-from-faces.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from './ply-header.ts';
import { createPlyValues, minRowBytes, type PlyValues } from './ply-values.ts';
import type { ScalarType } from './scalar-type.ts';

const POSITION = ['x', 'y', 'z'];
const VELOCITY = ['vx', 'vy', 'vz'];
const FACE_LISTS = ['vertex_indices', 'vertex_index'];

/**
 * Reads a PLY file, ascii or binary in either byte order: positions x y z, velocities vx vy vz if all three exist, all
 * other single numbers of a vertex as point data under their names, and the polygons of the faces. Numbers in text are
 * read as doubles, for any float type in the header.
 */
export function readPly(source: string, bytes: Uint8Array, options?: ReadMeshOptions): SurfaceMesh {
  const header = readPlyHeader(source, bytes);
  const values = createPlyValues(source, bytes, header);
  const table = { columns: new Map<string, Float64Array>(), locations: [] as number[] };
  const faces = { nodes: [] as number[], ends: [] as number[], locations: [] as number[] };
  for (const element of header.elements) {
    checkElement(source, bytes, header, element);
    const isVertex = element.name === 'vertex';
    if (isVertex) table.columns = createColumns(element);
    for (let row = 0; row < element.count; row++) {
      const location = values.beginRow();
      if (isVertex) {
        readRow(source, values, element, location, (name, value) => {
          (table.columns.get(name) as Float64Array)[row] = value;
        });
        table.locations.push(location);
      } else if (element.name === 'face') {
        readRow(source, values, element, location, undefined, faces.nodes);
        faces.ends.push(faces.nodes.length);
        faces.locations.push(location);
      } else readRow(source, values, element, location);
      values.endRow();
    }
  }
  values.end();
  const { positions, velocities, pointData } = sortColumns(table.columns);
  return meshFromFaces(
    {
      source,
      positions,
      locationOfNode: (node) => values.location(table.locations[node]),
      faceNodes: faces.nodes,
      faceEnds: faces.ends,
      locationOfFace: (face) => values.location(faces.locations[face]),
      hintOnNode: (node) => values.orderHint(node, indexType(header), (swapped) => swapped < table.locations.length),
      velocities,
      pointData,
    },
    options,
  );
}

/** Checks before reading the rows: the properties required for the mesh, and a file long enough for the count. */
function checkElement(source: string, bytes: Uint8Array, header: PlyHeader, element: PlyElement): void {
  const { name, count, properties, line } = element;
  const fail = (expected: string): never => {
    throw new MeshFileError(source, { line }, `element ${name} ${expected}`);
  };
  if (properties.length === 0) fail('must have a property');
  if (name === 'vertex' && !POSITION.every((axis) => properties.some((p) => p.name === axis && !p.countType))) {
    fail('must have the properties x, y and z');
  }
  if (name === 'face' && properties.filter(isFaceList).length !== 1) fail(`must have one list ${FACE_LISTS[0]}`);
  const left = bytes.length - header.dataStart;
  if (count * minRowBytes(header, element) > left) {
    fail(`announces ${count} rows, more than the ${left} bytes after the header can hold: truncated, or a wrong count`);
  }
}

function isFaceList({ name, countType }: PlyProperty): boolean {
  return countType !== undefined && FACE_LISTS.includes(name);
}

/** Of the corners of faces. */
function indexType({ elements }: PlyHeader): ScalarType {
  const face = elements.find(({ name }) => name === 'face');
  return face?.properties.find(isFaceList)?.type ?? 'i32';
}

function createColumns({ count, properties }: PlyElement): Map<string, Float64Array> {
  const numbers = properties.filter(({ countType }) => countType === undefined);
  return new Map(numbers.map(({ name }) => [name, new Float64Array(count)]));
}

/** Single numbers go to `keep`, the corners of a face to `corners`; the rest is skipped. */
function readRow(
  source: string,
  values: PlyValues,
  element: PlyElement,
  location: number,
  keep?: (name: string, value: number) => void,
  corners?: number[],
): void {
  for (const property of element.properties) {
    const { name, type, countType } = property;
    if (countType === undefined) {
      const value = values.next(type);
      keep?.(name, value);
      continue;
    }
    const count = values.next(countType);
    if (count < 0) {
      throw new MeshFileError(
        source,
        values.location(location),
        `the count of a list ${name} must not be negative`,
        count,
      );
    }
    values.expect(
      count,
      type,
      `numbers of a list ${name}${values.orderHint(count, countType, (swapped) => swapped < 256)}`,
    );
    const isCorners = corners !== undefined && isFaceList(property);
    for (let k = 0; k < count; k++) {
      const value = values.next(type);
      if (isCorners) corners.push(value);
    }
  }
}

function sortColumns(columns: ReadonlyMap<string, Float64Array>) {
  const positions = interleave(columns, POSITION) ?? new Float64Array(0);
  const velocities = interleave(columns, VELOCITY);
  const taken = velocities ? [...POSITION, ...VELOCITY] : POSITION;
  const rest = [...columns].filter(([name]) => !taken.includes(name));
  return { positions, velocities, pointData: rest.length > 0 ? Object.fromEntries(rest) : undefined };
}

/** abc abc ... from the columns a, b and c; undefined if one is missing. */
function interleave(columns: ReadonlyMap<string, Float64Array>, names: readonly string[]): Float64Array | undefined {
  const parts = names.map((name) => columns.get(name));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const packed = new Float64Array(parts.length * parts[0].length);
  parts.forEach((part, axis) => {
    part.forEach((value, row) => {
      packed[parts.length * row + axis] = value;
    });
  });
  return packed;
}
