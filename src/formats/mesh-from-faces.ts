import { createSurfaceMesh, repeatedNode, type SurfaceMesh, type SurfaceMeshInput } from '../shapes/mesh.ts';
import type { NetcdfFile } from './exodus/netcdf.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import { fanCorner } from './polygon-fan.ts';

/** Options of `readMesh` and `readMeshModel`. */
export interface ReadMeshOptions {
  /** Handling of a face with a repeated node: an error that names it (the default), or skip it. */
  readonly degenerate?: 'reject' | 'drop';
  /** Read only this part of the file: a set or group of elements, a part, or a set of faces, by its name. */
  readonly set?: string;
  /** Receives what was left out or converted, one text each. */
  readonly notice?: (text: string) => void;
  /** Other files that the file refers to (see `meshFileReferences`), by their path from the folder that `name` is relative to. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Opens HDF5 data: for Exodus files in the format NetCDF-4. */
  readonly openHdf5?: (source: string, bytes: Uint8Array) => NetcdfFile;
}

/** Nodes and faces of a file, not yet checked. */
export interface FaceList {
  readonly source: string;
  readonly positions: ArrayLike<number>;
  readonly locationOfNode: (node: number) => FileLocation | undefined;
  /** The corners of face f are `faceNodes[faceEnds[f - 1]]` (0 for f = 0) to `faceNodes[faceEnds[f] - 1]`. */
  readonly faceNodes: ArrayLike<number>;
  readonly faceEnds: ArrayLike<number>;
  readonly locationOfFace: (face: number) => FileLocation | undefined;
  /** For example `cell 7`; default `face 7`. */
  readonly nameOfFace?: (face: number) => string;
  /** The number of the first node in the file; default 0. */
  readonly firstNode?: number;
  /** Possible reason why this node is out of range; a text appended to the message. */
  readonly hintOnNode?: (node: number) => string;
  readonly velocities?: ArrayLike<number>;
  readonly pointData?: SurfaceMeshInput['pointData'];
}

/** Bounds the searches for a repeated node and for a fan, which are quadratic in this. */
const MAX_CORNERS = 1000;

/**
 * The mesh of a file's faces: triangles, quads, and larger polygons as fans of triangles (after the triangles of the
 * file). Throws a MeshFileError with the location of the first problem.
 */
export function meshFromFaces(list: FaceList, options: ReadMeshOptions = {}): SurfaceMesh {
  const { source, positions, faceNodes, faceEnds, locationOfFace, velocities, pointData } = list;
  checkVectors(list, 'position', positions);
  if (velocities) checkVectors(list, 'velocity', velocities);
  const triangles: number[] = [];
  const quads: number[] = [];
  const fans: number[] = [];
  for (let face = 0, from = 0; face < faceEnds.length; from = faceEnds[face++]) {
    const to = faceEnds[face];
    checkCorners(list, face, from, to);
    const twice = repeatedNode(faceNodes, from, to);
    if (twice >= 0) {
      if (options.degenerate === 'drop') continue;
      const problem = `${nameOf(list, face)} must have different nodes, got node ${twice + (list.firstNode ?? 0)} twice`;
      throw new MeshFileError(source, locationOfFace(face), problem);
    }
    if (to - from > 4) addFan(fans, list, face, from, to);
    else for (let k = from; k < to; k++) (to - from === 3 ? triangles : quads).push(faceNodes[k]);
  }
  if (triangles.length + quads.length + fans.length === 0) {
    throw new MeshFileError(source, undefined, 'empty: a mesh must have at least one triangle, quad or polygon');
  }
  for (const node of fans) triangles.push(node);
  return createSurfaceMesh({ positions, triangles, quads, velocities, pointData });
}

function nameOf(list: FaceList, face: number): string {
  return list.nameOfFace?.(face) ?? `face ${face}`;
}

function checkVectors(list: FaceList, what: string, values: ArrayLike<number>): void {
  const { source, locationOfNode, firstNode = 0 } = list;
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k])) continue;
    const node = Math.floor(k / 3);
    const vector = [0, 1, 2].map((axis) => values[3 * node + axis]);
    const problem = `${what} of node ${node + firstNode} must be three finite numbers`;
    throw new MeshFileError(source, locationOfNode(node), problem, vector);
  }
}

function checkCorners(list: FaceList, face: number, from: number, to: number): void {
  const { source, positions, faceNodes, locationOfFace, firstNode = 0, hintOnNode } = list;
  if (to - from < 3 || to - from > MAX_CORNERS) {
    const problem = `${nameOf(list, face)} must have 3 to ${MAX_CORNERS} corners`;
    throw new MeshFileError(source, locationOfFace(face), problem, to - from);
  }
  const nodeCount = positions.length / 3;
  for (let k = from; k < to; k++) {
    const node = faceNodes[k];
    if (!(Number.isInteger(node) && node >= 0 && node < nodeCount)) {
      const range = nodeCount === 0 ? 'there are none' : `${firstNode} to ${nodeCount - 1 + firstNode}`;
      const corner = `${nameOf(list, face)}, corner ${k - from}`;
      const problem = `${corner} must be a node of the file (${range}), got ${node + firstNode}${hintOnNode?.(node) ?? ''}`;
      throw new MeshFileError(source, locationOfFace(face), problem);
    }
  }
}

function addFan(fans: number[], list: FaceList, face: number, from: number, to: number): void {
  const { source, positions, faceNodes, locationOfFace } = list;
  const first = fanCorner(positions, faceNodes, from, to);
  if (first < 0) {
    const problem = `${nameOf(list, face)} is not convex, and no fan of triangles covers it: triangulate it first`;
    throw new MeshFileError(source, locationOfFace(face), problem);
  }
  const corner = (k: number) => faceNodes[from + ((first + k) % (to - from))];
  for (let k = 1; k < to - from - 1; k++) fans.push(corner(0), corner(k), corner(k + 1));
}
