/** Meshes of mesh sessions from files of finite-element programs: nodes, elements, sets and thicknesses. */

import type { LocatedModel } from '../../formats/mesh-model.ts';
import { meshOfModel, nodesOfModelSet } from '../../formats/mesh-of-model.ts';
import { readLocatedModel } from '../../formats/read-mesh.ts';
import { connectedBodyNumbers } from '../../response/mesh-contact/mesh-bodies.ts';
import { checkMeshPath } from '../../scene/mesh-files.ts';
import { createSurfaceMesh, meshTriangles, type SurfaceMesh } from '../../shapes/mesh.ts';
import { packedVertices, weldVertices } from '../../shapes/weld-vertices.ts';
import { numberWithin, positiveAt, QueryError, textAt } from '../fields.ts';
import { FILES_FOLDER, type QueryFiles, rejectFile } from '../file-shapes.ts';
import type { Fields } from '../query-operation.ts';
import type { Message, NumberArray } from './message.ts';

/** A message `mesh-open` with the arrays of its file, and what its answer has in addition. */
export interface FileMesh {
  readonly message: Message;
  readonly answer: Message;
}

/** Keys of `mesh-open` that describe the file. */
const FILE_KEYS: readonly string[] = ['file', 'set', 'scale', 'weld'];
/** Keys that may be the name of a set of nodes. */
const ROLES = ['slaves', 'masters'] as const;

/**
 * Reads the `file` of a message `mesh-open`: the outer faces of its solids, and its shells. Nodes have the order of the file; with `weld` [m] nodes
 * that are at most this far apart become one, quads become triangles and nodes without a face are left out. `slaves` and `masters` may be names
 * of sets, `bodies` may be "connected", `thickness` "file".
 */
export async function readFileMesh({ fields, arrays }: Message, files: QueryFiles): Promise<FileMesh> {
  const file = textAt(fields, 'file');
  checkMeshPath(file, ['file'], failAtFile(file), FILES_FOLDER);
  for (const name of ['positions', 'triangles', 'quads']) {
    if (fields[name] !== undefined || Object.hasOwn(arrays, name)) {
      throw new QueryError(name, 'an array', 'nothing, since the mesh is that of `file`', undefined);
    }
  }
  const set = fields.set === undefined ? undefined : textAt(fields, 'set');
  const scale = fields.scale === undefined ? 1 : positiveAt(fields, 'scale');
  const tolerance = fields.weld === undefined ? undefined : numberWithin(fields, 'weld', 0, Number.POSITIVE_INFINITY);
  const { files: bytes, openHdf5 } = await (await files.open(file, 'file')).load();
  try {
    const options = { degenerate: 'drop', set, notice: files.notice, files: bytes, openHdf5 } as const;
    const model = readLocatedModel(file, bytes.get(file) as Uint8Array, options);
    const surface = scaledSurface(meshOfModel(file, model, options), scale);
    const { mesh, nodeOf } = tolerance === undefined ? { mesh: surface, nodeOf: undefined } : weld(surface, tolerance);
    return describeMesh(fields, arrays, mesh, modelSets(file, model, nodeOf));
  } catch (error) {
    return rejectFile(error, 'file', file);
  }
}

function failAtFile(file: string) {
  return (_: unknown, expected: string): never => {
    throw new QueryError('file', file, expected.replace(/^must be /, ''));
  };
}

function scaledSurface(mesh: SurfaceMesh, scale: number): SurfaceMesh {
  const { positions, triangles, quads, pointData } = mesh;
  const thickness = pointData?.['thickness'];
  return createSurfaceMesh({
    positions: positions.map((x) => scale * x),
    triangles,
    quads,
    ...(thickness && { pointData: { thickness: Float64Array.from(thickness, (value) => scale * value) } }),
  });
}

function weld(mesh: SurfaceMesh, tolerance: number): { mesh: SurfaceMesh; nodeOf: Int32Array } {
  const { positions, triangles, nodeOf } = weldVertices(packedVertices(mesh.positions), meshTriangles(mesh), tolerance);
  if (triangles.length === 0) throw new QueryError('weld', tolerance, 'a distance that leaves a triangle');
  const given = mesh.pointData?.['thickness'];
  const thickness = given && new Float64Array(positions.length / 3);
  if (given && thickness) {
    nodeOf.forEach((node, vertex) => {
      if (node >= 0) thickness[node] = Math.max(thickness[node], given[vertex]);
    });
  }
  const pointData = thickness && { thickness };
  return { mesh: createSurfaceMesh({ positions, triangles, ...(pointData && { pointData }) }), nodeOf };
}

type NodeSets = ReadonlyMap<string, Int32Array>;

/** Nodes of all sets: of nodes, of elements and of faces. */
function modelSets(file: string, model: LocatedModel, nodeOf: Int32Array | undefined): NodeSets {
  const names = new Set([model.nodeSets, model.elementSets, model.surfaces].flatMap((sets) => [...sets.keys()]));
  return new Map(
    [...names].map((name) => {
      const nodes = nodesOfModelSet(file, model, name);
      if (nodeOf === undefined) return [name, nodes];
      const welded = new Set(Array.from(nodes, (node) => nodeOf[node]).filter((node) => node >= 0));
      return [name, Int32Array.from(welded).sort()];
    }),
  );
}

function describeMesh(fields: Fields, arrays: Message['arrays'], mesh: SurfaceMesh, sets: NodeSets): FileMesh {
  const { positions, triangles, quads } = mesh;
  const count = positions.length / 3;
  const found: Record<string, NumberArray> = {
    positions: { dimensions: [count, 3], values: positions },
    triangles: { dimensions: [triangles.length / 3, 3], values: triangles },
    quads: { dimensions: [quads.length / 4, 4], values: quads },
  };
  const given = mesh.pointData?.['thickness'];
  const thickness: NumberArray | undefined = given && { dimensions: [count], values: Float64Array.from(given) };
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => !FILE_KEYS.includes(key)));
  const added: Record<string, NumberArray> = {};
  for (const role of ROLES) {
    if (typeof own[role] !== 'string') continue;
    added[role] = indexArray(nodesOf(own[role], role, sets));
    delete own[role];
  }
  if (own['bodies'] === 'connected') {
    added['bodies'] = indexArray(connectedBodyNumbers(mesh));
    delete own['bodies'];
  }
  if (own['thickness'] === 'file') {
    if (thickness === undefined) throw new QueryError('thickness', 'file', 'a number: the file has no thickness');
    added['thickness'] = thickness;
    delete own['thickness'];
  }
  const all = [...sets.values()];
  return {
    message: { fields: own, arrays: { ...arrays, ...found, ...added } },
    answer: {
      fields: { sets: [...sets.keys()], setSizes: all.map(({ length }) => length) },
      arrays: {
        ...found,
        ...(thickness && { thickness }),
        setNodes: indexArray(Int32Array.from(all.flatMap((nodes) => [...nodes]))),
      },
    },
  };
}

const indexArray = (values: Int32Array): NumberArray => ({ dimensions: [values.length], values });

function nodesOf(name: string, key: string, sets: NodeSets): Int32Array {
  const nodes = sets.get(name);
  if (nodes !== undefined && nodes.length > 0) return nodes;
  const names = [...sets.keys()].map((known) => JSON.stringify(known)).join(', ');
  throw new QueryError(key, name, `a list of nodes, or a set with nodes of the file (it has ${names || 'none'})`);
}
