/**
 * The mesh as the shaders see it: sets of elements, each in the order of a space-filling curve and in blocks of 32. The order matters for speed
 * only; it is computed once.
 */
import {
  createElements,
  createVertices,
  elementsWithRole,
  MASTER,
  type PairingRules,
  SLAVE,
  type SurfaceElements,
} from '../broad/swept/surface-elements.ts';
import { PAIR_KINDS, type PairKind } from './pair-kinds.ts';
import { BLOCK } from './parameters.ts';

/** One set of elements: offsets into the topology, and into the boxes. */
export interface ElementSet {
  readonly count: number;
  readonly blocks: number;
  readonly corners: number;
  readonly nodes: number;
  readonly numbers: number;
  readonly tags: number;
  readonly box: number;
  readonly blockBox: number;
}

export interface PairingLayout {
  readonly kind: PairKind;
  readonly a: ElementSet;
  readonly b: ElementSet;
}

export interface MeshLayout {
  readonly vertexCount: number;
  readonly hasRules: boolean;
  readonly topology: Uint32Array<ArrayBuffer>;
  readonly sets: readonly ElementSet[];
  readonly pairings: readonly PairingLayout[];
  /** Boxes of all elements and blocks. */
  readonly boxCount: number;
  /** Faces are numbered in the order of their corners, which is that of contacts at the same time: the faces by this number. */
  readonly trianglesByNumber: Int32Array;
  readonly quadsByNumber: Int32Array;
}

export interface LayoutInput {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
  readonly quads: Int32Array;
  readonly edges: Int32Array;
  readonly rules: PairingRules;
}

export function createMeshLayout({ positions, triangles, quads, edges, rules }: LayoutInput): MeshLayout {
  const vertexCount = positions.length / 3;
  const vertices = createVertices(vertexCount, rules);
  const words: Uint32Array[] = [];
  const sets: ElementSet[] = [];
  let offset = 0;
  let box = 0;
  const append = (list: Uint32Array) => {
    words.push(list);
    offset += list.length;
    return offset - list.length;
  };
  const addSet = (elements: SurfaceElements, role: number, byNumber?: Int32Array): ElementSet => {
    const order = spatialOrder(positions, elements, elementsWithRole(elements, role));
    const { nodesPerElement: corners, nodes, roles, bodies } = elements;
    const numbers = byNumber && inverse(byNumber);
    const blocks = Math.ceil(order.length / BLOCK);
    const set = {
      count: order.length,
      blocks,
      corners,
      nodes: append(
        Uint32Array.from({ length: corners * order.length }, (_, k) => {
          return nodes[corners * order[Math.floor(k / corners)] + (k % corners)];
        }),
      ),
      numbers: append(Uint32Array.from(order, (i) => numbers?.[i] ?? i)),
      tags: append(Uint32Array.from(order, (i) => roles[i] | (bodies ? (bodies[i] + 1) << 2 : 0))),
      box,
      blockBox: box + order.length,
    };
    box += order.length + blocks;
    sets.push(set);
    return set;
  };

  const byCorners = (nodes: Int32Array, corners: number) => cornerOrder(nodes, corners);
  const [trianglesByNumber, quadsByNumber] = [byCorners(triangles, 3), byCorners(quads, 4)];
  const dense = { ...vertices, bodies: vertices.bodies && denseBodies(vertices.bodies) };
  const pairings: PairingLayout[] = [];
  if (edges.length > 0) {
    const set = addSet(createElements('edge', dense, edges, 2), SLAVE | MASTER);
    pairings.push({ kind: 'edge-edge', a: set, b: set });
  }
  const nodeSet = addSet(dense, SLAVE);
  const faces = [
    ['node-quad', quads, 4, quadsByNumber],
    ['node-triangle', triangles, 3, trianglesByNumber],
  ] as const;
  for (const [kind, nodes, corners, byNumber] of faces) {
    if (nodes.length === 0) continue;
    const set = addSet(createElements('face', dense, nodes, corners), MASTER, byNumber);
    pairings.push({ kind, a: nodeSet, b: set });
  }
  return {
    vertexCount,
    hasRules: rules.slaves !== undefined || rules.masters !== undefined || rules.bodies !== undefined,
    topology: concatenate(words, offset),
    sets,
    pairings: pairings.filter(({ a, b }) => a.count > 0 && b.count > 0),
    boxCount: box,
    trianglesByNumber,
    quadsByNumber,
  };
}

/** Number of a kind in the shaders. */
export function kindNumber(kind: PairKind): number {
  return PAIR_KINDS.indexOf(kind);
}

function concatenate(lists: readonly Uint32Array[], length: number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function inverse(order: Int32Array): Int32Array {
  const numbers = new Int32Array(order.length);
  order.forEach((item, number) => {
    numbers[item] = number;
  });
  return numbers;
}

/** Body indices from 0 without gaps. */
function denseBodies(bodies: Int32Array): Int32Array {
  const known = new Map<number, number>();
  return bodies.map((body) => {
    const number = known.get(body) ?? known.size;
    known.set(body, number);
    return number;
  });
}

/** Faces sorted by their corners, then by their index. */
function cornerOrder(nodes: Int32Array, corners: number): Int32Array {
  const order = Int32Array.from({ length: nodes.length / corners }, (_, i) => i);
  return order.sort((i, j) => {
    for (let k = 0; k < corners; k++) {
      const difference = nodes[corners * i + k] - nodes[corners * j + k];
      if (difference !== 0) return difference;
    }
    return i - j;
  });
}

/** Cells along each axis of the space-filling curve. */
const CELLS = 1024;

/** The members in Morton order of their centroids. */
function spatialOrder(positions: Float64Array, elements: SurfaceElements, members: Int32Array): Int32Array {
  const { nodes, nodesPerElement: corners } = elements;
  const [low, size] = boundsOf(positions);
  const keys = Float64Array.from(members, (element, k) => {
    let code = 0;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let c = 0; c < corners; c++) sum += positions[3 * nodes[corners * element + c] + axis] - low[axis];
      const cell = size > 0 ? Math.floor((sum / corners / size) * (CELLS - 1)) : 0;
      code |= spread(cell) << axis;
    }
    // 30 bits of the curve and the member are exact in a double
    return code * 2 ** 23 + k;
  });
  return Int32Array.from(keys.sort(), (key) => members[key % 2 ** 23]);
}

/** Ten bits with two zeros between neighbours. */
function spread(value: number): number {
  let bits = value & 0x3ff;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

function boundsOf(positions: Float64Array): [low: number[], size: number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, k) => {
    low[k % 3] = Math.min(low[k % 3], value);
    high[k % 3] = Math.max(high[k % 3], value);
  });
  return [low, Math.max(...high.map((value, axis) => value - low[axis]))];
}
