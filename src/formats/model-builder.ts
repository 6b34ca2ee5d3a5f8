import { type Cells, nodeCountOfCell } from './cell-types.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import type { FaceSet, LocatedModel, MeshModel } from './mesh-model.ts';

/** Nodes and elements by the numbers that a file gives them, in any order. */
export interface ModelBuilder {
  readonly source: string;
  readonly nodeCount: number;
  readonly cellCount: number;
  /** `file`: the file that `at` belongs to, if it is included by another one. */
  addNode(label: number, x: number, y: number, z: number, at: number, file?: string): void;
  /** Index of the element. `nodes` are labels, which may be defined later. */
  addCell(type: number, nodes: readonly number[], label: number, at: number, file?: string): number;
  /** Indices of nodes by their labels. */
  readonly nodeIndices: ReadonlyMap<number, number>;
  /** Index of a node by its label; an error at `at` if there is none. */
  requireNode(label: number, at: number, what: string, file?: string): number;
  finish(parts: ModelParts): LocatedModel;
}

type ModelParts = Partial<Omit<MeshModel, 'positions' | 'cells'>>;

/** Places `at` are lines of a text, or bytes of binary data. */
export function createModelBuilder(source: string, unit: 'line' | 'byte'): ModelBuilder {
  const positions: number[] = [];
  const nodeLabels: number[] = [];
  const nodeAt: number[] = [];
  const nodeFiles: (string | undefined)[] = [];
  const indices = new Map<number, number>();
  const types: number[] = [];
  const offsets: number[] = [];
  const labels: number[] = [];
  const cellLabels: number[] = [];
  const cellAt: number[] = [];
  const cellFiles: (string | undefined)[] = [];
  const place = (at: number, file = source): FileLocation =>
    unit === 'line' ? { line: at, ...(file !== source && { source: file }) } : { byte: at };
  const fail = (location: FileLocation, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, location, expected, got);
  };
  const requireNode = (label: number, at: number, what: string, file?: string): number => {
    const expected = `${what} must be made of nodes of the file (there are ${nodeAt.length})`;
    return indices.get(label) ?? fail(place(at, file), expected, label);
  };
  return {
    source,
    get nodeCount() {
      return nodeAt.length;
    },
    get cellCount() {
      return types.length;
    },
    addNode(label, x, y, z, at, file) {
      if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
        fail(place(at, file), `position of node ${label} must be three finite numbers`, [x, y, z]);
      }
      const known = indices.get(label);
      if (known !== undefined) {
        const first = nodeFiles[known] ?? source;
        const before = `${unit} ${nodeAt[known]}${first === (file ?? source) ? '' : ` of ${first}`}`;
        fail(place(at, file), `node ${label} must be defined once: it is defined at ${before} too`);
      }
      indices.set(label, nodeAt.length);
      positions.push(x, y, z);
      nodeLabels.push(label);
      nodeAt.push(at);
      nodeFiles.push(file);
    },
    addCell(type, nodes, label, at, file) {
      const count = nodeCountOfCell(type);
      if (count !== undefined && nodes.length !== count) {
        fail(place(at, file), `element ${label} must have ${count} nodes`, nodes.length);
      }
      for (const node of nodes) labels.push(node);
      types.push(type);
      offsets.push(labels.length);
      cellLabels.push(label);
      cellAt.push(at);
      cellFiles.push(file);
      return types.length - 1;
    },
    nodeIndices: indices,
    requireNode,
    finish(parts) {
      const connectivity = new Int32Array(labels.length);
      for (let cell = 0, k = 0; cell < types.length; cell++) {
        for (; k < offsets[cell]; k++) {
          connectivity[k] = requireNode(labels[k], cellAt[cell], `element ${cellLabels[cell]}`, cellFiles[cell]);
        }
      }
      return {
        nodeSets: new Map(),
        elementSets: new Map(),
        surfaces: new Map(),
        notices: [],
        ...parts,
        positions: Float64Array.from(positions),
        cells: { connectivity, offsets: Int32Array.from(offsets), types: Uint8Array.from(types) },
        locationOfNode: (node) => place(nodeAt[node], nodeFiles[node]),
        locationOfCell: (cell) => place(cellAt[cell], cellFiles[cell]),
        nameOfCell: (cell) => `element ${cellLabels[cell]}`,
      };
    },
  };
}

/** The chosen cells, in ascending order. */
export function chooseCells({ connectivity, offsets, types }: Cells, chosen: ArrayLike<number>): Cells {
  const nodes: number[] = [];
  const ends: number[] = [];
  const kinds: number[] = [];
  for (let k = 0; k < chosen.length; k++) {
    const cell = chosen[k];
    for (let i = cell > 0 ? offsets[cell - 1] : 0; i < offsets[cell]; i++) nodes.push(connectivity[i]);
    ends.push(nodes.length);
    kinds.push(types[cell]);
  }
  return { connectivity: Int32Array.from(nodes), offsets: Int32Array.from(ends), types: Uint8Array.from(kinds) };
}

/** Faces of given types as a set. */
export function faceSet(faces: readonly { readonly type: number; readonly nodes: readonly number[] }[]): FaceSet {
  const ends: number[] = [];
  let end = 0;
  for (const { nodes } of faces) {
    end += nodes.length;
    ends.push(end);
  }
  return {
    connectivity: Int32Array.from(faces.flatMap(({ nodes }) => nodes)),
    offsets: Int32Array.from(ends),
    types: Uint8Array.from(faces.map(({ type }) => type)),
  };
}

/** A sorted list without repetitions. */
export function sortedSet(numbers: Iterable<number>): Int32Array {
  return Int32Array.from(new Set(numbers)).sort();
}
