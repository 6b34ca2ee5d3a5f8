/** The shape that replaces a mesh file in a scene. */
import { MeshFileError } from '../formats/mesh-file-error.ts';
import type { ReadMeshOptions } from '../formats/mesh-from-faces.ts';
import type { LocatedModel } from '../formats/mesh-model.ts';
import { hasSolids, meshOfModel, nodesOfModelSet, shellsOfModel, volumeOfModel } from '../formats/mesh-of-model.ts';
import { readLocatedModel } from '../formats/read-mesh.ts';
import { decomposeMesh } from '../shapes/decompose-mesh.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSurfaceMesh, meshTriangles, type SurfaceMesh } from '../shapes/mesh.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import { packedVertices, type WeldedTriangles, weldVertices } from '../shapes/weld-vertices.ts';
import type { MeshDocument } from './mesh-schema.ts';
import type { Fail, JsonPath } from './scene-error.ts';

export type MeshFileDocument = Extract<MeshDocument['bodies'][number]['shape'], { kind: 'mesh' }>;

/** A mesh file in a scene. */
export interface MeshReference {
  readonly shape: MeshFileDocument;
  readonly path: JsonPath;
  readonly isElastic: boolean;
  /** Sets of nodes of the file that the body names, with the places of the names. */
  readonly nodeSets: ReadonlyMap<string, JsonPath>;
}

/** What reading mesh files needs in addition to the scene. */
export interface MeshFileOptions {
  /** Receives what was left out of a file or converted, one text each. */
  readonly notice?: ReadMeshOptions['notice'];
  /** Opens HDF5 data: for Exodus files in the format NetCDF-4. */
  readonly openHdf5?: ReadMeshOptions['openHdf5'];
}

export function readMeshFileShape(
  reference: MeshReference,
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
  { notice, openHdf5 }: MeshFileOptions,
  fail: Fail,
): object {
  const { shape, path, isElastic } = reference;
  const at = (key: string) => [...path, key];
  if (!isElastic && shape.thickness !== undefined) fail(at('thickness'), 'must be left out for a rigid body');
  if (isElastic && shape.as !== 'surface') fail(at('as'), 'must be "surface" for an elastic body');
  const options: ReadMeshOptions = { degenerate: 'drop', set: shape.set, notice, files, openHdf5 };
  try {
    const model = readLocatedModel(shape.file, bytes, options);
    if (isElastic) return readElastic(reference, model, options, fail);
    const { positions, triangles } = weld(shape, meshOfModel(shape.file, model, options), path, fail);
    if (shape.as === 'hull') return { kind: 'hull', vertices: rows(createHull(positions).vertices, 3) };
    if (shape.as === 'parts') {
      const solid = createTrimesh(createSurfaceMesh({ positions, triangles }));
      const { parts } = decomposeMesh(solid, shape.partError);
      return { kind: 'compound', pieces: parts.map((part) => ({ shape: { kind: 'hull', vertices: rows(part, 3) } })) };
    }
    return trimeshDocument({ positions, triangles });
  } catch (error) {
    if (!(error instanceof MeshFileError || error instanceof RangeError)) throw error;
    return fail(at('file'), `must be a usable mesh file: ${error.message}`);
  }
}

/** A surface in the notation of scene files. */
export function trimeshDocument({ positions, triangles }: Pick<WeldedTriangles, 'positions' | 'triangles'>): object {
  return { kind: 'trimesh', vertices: rows(positions, 3), triangles: rows(triangles, 3) };
}

/** Quads as triangles; nodes without a triangle are left out. */
function weld(
  { file, scale, weld: tolerance }: MeshFileDocument,
  mesh: SurfaceMesh,
  path: JsonPath,
  fail: Fail,
): WeldedTriangles {
  const welded = weldVertices(packedVertices(mesh.positions.map((x) => scale * x)), meshTriangles(mesh), tolerance);
  if (welded.triangles.length === 0) fail([...path, 'weld'], `leaves no triangle of ${file}`);
  return welded;
}

function readElastic(reference: MeshReference, model: LocatedModel, options: ReadMeshOptions, fail: Fail): object {
  const { shape, path } = reference;
  const { file, scale } = shape;
  if (shape.thickness === undefined && hasSolids(file, model, shape.set))
    return readElements(reference, model, options, fail);
  const shells = shape.thickness === undefined ? shellsOfModel(file, model, options) : undefined;
  if (shape.thickness === undefined && shells === undefined) {
    return fail(
      [...path, 'file'],
      'must be a file with volume elements, or with shells that have a thickness, for an elastic body without thickness',
    );
  }
  const { positions, triangles, nodeOf } = weld(shape, shells?.mesh ?? meshOfModel(file, model, options), path, fail);
  return {
    kind: 'membrane-mesh',
    vertices: rows(positions, 3),
    triangles: rows(triangles, 3),
    thickness: shells ? scale * shells.thickness : shape.thickness,
    ...readNodeSets(reference, model, (node) => nodeOf[node], fail),
  };
}

function readElements(reference: MeshReference, model: LocatedModel, options: ReadMeshOptions, fail: Fail): object {
  const { shape, path } = reference;
  const { file, scale } = shape;
  if (shape.weld > 0) {
    fail([...path, 'weld'], 'must be left out for volume elements, which share their nodes in the file');
  }
  const { positions } = model;
  const { notices: _, ...lists } = volumeOfModel(file, model, options);
  // nodes in the order of the file, without those of no element
  const used = [...new Set(Object.values(lists).flat(2))].sort((a, b) => a - b);
  const numbers = new Map(used.map((node, i) => [node, i]));
  const renumbered = (elements: readonly (readonly number[])[]) =>
    elements.map((nodes) => nodes.map((node) => numbers.get(node)));
  return {
    kind: 'solid-mesh',
    vertices: used.map((node) => [0, 1, 2].map((axis) => scale * positions[3 * node + axis])),
    ...Object.fromEntries(
      Object.entries(lists).flatMap(([kind, elements]) => (elements.length > 0 ? [[kind, renumbered(elements)]] : [])),
    ),
    ...readNodeSets(reference, model, (node) => numbers.get(node) ?? -1, fail),
  };
}

/** The sets of nodes that the body names, by the numbers of the nodes in the shape. */
function readNodeSets(
  { shape, nodeSets }: MeshReference,
  model: LocatedModel,
  numberOf: (node: number) => number,
  fail: Fail,
): object {
  if (nodeSets.size === 0) return {};
  return {
    nodeSets: [...nodeSets].map(([name, path]) => {
      const nodes = [...new Set(Array.from(setNodes(shape.file, model, name, path, fail), numberOf))].filter(
        (node) => node >= 0,
      );
      if (nodes.length === 0)
        fail(
          path,
          `must be a set with nodes of the elements of the body, which ${JSON.stringify(name)} of ${shape.file} is not`,
        );
      return { name, nodes };
    }),
  };
}

function setNodes(file: string, model: LocatedModel, name: string, path: JsonPath, fail: Fail): Int32Array {
  try {
    return nodesOfModelSet(file, model, name);
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    return fail(path, `must be a set by location (x-, x+, ..., rim, all) or a set of the file: ${error.message}`);
  }
}

function rows(values: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, i) =>
    Array.from({ length: width }, (_, k) => values[width * i + k]),
  );
}
