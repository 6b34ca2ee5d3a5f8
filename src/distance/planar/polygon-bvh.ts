import { popHeap, pushHeap } from '../../math/heap.ts';
import { createNearestCollector, type NearestEdgePairs } from './edge-pairs.ts';

/**
 * Bounding volume hierarchy (BVH) of an outline: boxes around runs of consecutive edges. Node 0 holds all edges, nodes 2k + 1 and 2k + 2 the
 * two halves of node k. Consecutive edges are close together, so halving by index needs no sorting.
 */
export interface EdgeTree {
  /** minX minY maxX maxY of each node [m]. */
  readonly boxes: Float64Array;
  /** First edge and one past the last edge of each node. */
  readonly ranges: Int32Array;
  readonly firstLeaf: number;
}

const EDGES_PER_LEAF = 4;

export function createEdgeTree(vertices: Float64Array): EdgeTree {
  const count = vertices.length / 2;
  const levels = Math.max(0, Math.ceil(Math.log2(count / EDGES_PER_LEAF)));
  const leafCount = 2 ** levels;
  const firstLeaf = leafCount - 1;
  const boxes = new Float64Array(4 * (2 * leafCount - 1));
  const ranges = new Int32Array(2 * (2 * leafCount - 1));
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const node = firstLeaf + leaf;
    const from = Math.floor((count * leaf) / leafCount);
    const to = Math.floor((count * (leaf + 1)) / leafCount);
    ranges[2 * node] = from;
    ranges[2 * node + 1] = to;
    boxes.set(boxOfEdges(vertices, from, to), 4 * node);
  }
  for (let node = firstLeaf - 1; node >= 0; node--) {
    const low = 2 * node + 1;
    const high = 2 * node + 2;
    ranges[2 * node] = ranges[2 * low];
    ranges[2 * node + 1] = ranges[2 * high + 1];
    for (let k = 0; k < 4; k++) {
      const pick = k < 2 ? Math.min : Math.max;
      boxes[4 * node + k] = pick(boxes[4 * low + k], boxes[4 * high + k]);
    }
  }
  return { boxes, ranges, firstLeaf };
}

function boxOfEdges(v: Float64Array, from: number, to: number): [number, number, number, number] {
  const box: [number, number, number, number] = [v[2 * from], v[2 * from + 1], v[2 * from], v[2 * from + 1]];
  for (let i = from + 1; i <= to; i++) {
    const k = (2 * i) % v.length;
    box[0] = Math.min(box[0], v[k]);
    box[1] = Math.min(box[1], v[k + 1]);
    box[2] = Math.max(box[2], v[k]);
    box[3] = Math.max(box[3], v[k + 1]);
  }
  return box;
}

/** Lower bound of the distance of two nodes: the distance of their boxes. */
function boxDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.max(0, b[4 * j] - a[4 * i + 2], a[4 * i] - b[4 * j + 2]);
  const y = Math.max(0, b[4 * j + 1] - a[4 * i + 3], a[4 * i + 1] - b[4 * j + 3]);
  return Math.sqrt(x * x + y * y);
}

/** Rounding error of a box distance relative to an edge distance: a pair this little beyond the limit is still tested. */
const SLACK = 1e-15;

/**
 * The result of `nearestOfAllEdgePairs` by best-first search over both BVHs: node pairs in order of their
 * lower bound, until it exceeds the distance found. [CP13-1.6], [CP13-2.5]
 */
export function nearestByHierarchy(
  a: Float64Array,
  treeA: EdgeTree,
  b: Float64Array,
  treeB: EdgeTree,
  tie: number,
): NearestEdgePairs {
  const collector = createNearestCollector(a, b, tie);
  const queue: NodePair[] = [];
  const offerNodes = (i: number, j: number) => {
    const bound = boxDistance(treeA.boxes, i, treeB.boxes, j) * (1 - SLACK);
    if (bound <= collector.limit()) pushHeap(queue, { bound, i, j }, hasLowerBound);
  };
  offerNodes(0, 0);
  for (;;) {
    const top = popHeap(queue, hasLowerBound);
    if (top === undefined || top.bound > collector.limit()) break;
    const { i, j } = top;
    const leafA = i >= treeA.firstLeaf;
    const leafB = j >= treeB.firstLeaf;
    if (leafA && leafB) {
      for (let p = treeA.ranges[2 * i]; p < treeA.ranges[2 * i + 1]; p++) {
        for (let q = treeB.ranges[2 * j]; q < treeB.ranges[2 * j + 1]; q++) collector.offer(p, q);
      }
    } else if (leafB || (!leafA && i <= j)) {
      // split the coarser node: a smaller index is closer to the root
      offerNodes(2 * i + 1, j);
      offerNodes(2 * i + 2, j);
    } else {
      offerNodes(i, 2 * j + 1);
      offerNodes(i, 2 * j + 2);
    }
  }
  return collector.result();
}

interface NodePair {
  bound: number;
  i: number;
  j: number;
}

function hasLowerBound(p: NodePair, q: NodePair): boolean {
  return p.bound < q.bound;
}
