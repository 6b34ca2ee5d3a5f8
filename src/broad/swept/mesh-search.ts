import { describeValue } from '../../shapes/checks.ts';
import type { BroadPhaseKind } from '../broad-phase.ts';
import type { PairList } from '../pairs.ts';
import { type CandidateSearch, type CandidateVisitor, CHUNK_PAIRS, createCandidateSearch } from './candidates.ts';
import { captureElements, captureVertices, maxDisplacement, staysCaptured } from './capture-boxes.ts';
import { createElements, createVertices, type PairingRules } from './surface-elements.ts';

/** Coordinates and lengths above this are rejected, so that sums of them stay finite [m]. */
const LARGEST = 1e300;

/** Upper limit for `stepsPerSearch`: a larger value is an input error, and the margin must stay finite. */
const MAX_STEPS = 1_000_000;

/** Maximum number of pairs in a chunk. */
const MAX_PAIRS = 2 ** 28;

/** Vertex index and face index, or two edge indices, the lower first. */
export type Pairing = 'vertex-face' | 'edge-edge';

/** Surface and settings of a mesh broad phase. */
export interface MeshBroadPhaseOptions extends PairingRules {
  /** Search method; all kinds find the same pairs in the same order. */
  readonly kind: BroadPhaseKind;
  /** Number of vertices; their positions are given to `update`. */
  readonly vertexCount: number;
  /** Vertex indices, `nodesPerFace` for each face. */
  readonly faces?: Int32Array;
  /** Corners of a face: 3 (default) or 4. */
  readonly nodesPerFace?: 3 | 4;
  /** Vertex indices, two for each edge. */
  readonly edges?: Int32Array;
  /** Every box is larger by this on all sides [m]; default 0. */
  readonly tolerance?: number;
  /** Number of steps for which the pairs of one search are used, if the motion allows it; default 1. */
  readonly stepsPerSearch?: number;
}

/**
 * Global search over the surfaces of deforming meshes [VBC24-3.1]: vertex-face and edge-edge pairs that can touch
 * in a step. These are the pairs whose capture boxes overlap (touching counts) and that have no common vertex.
 */
export interface MeshBroadPhase {
  readonly kind: BroadPhaseKind;
  /** Capture boxes of the vertices [m], six numbers each: min xyz, max xyz. */
  readonly vertexBoxes: Float64Array;
  /** Capture boxes of the edges, in the same form. */
  readonly edgeBoxes: Float64Array;
  /** Capture boxes of the faces, in the same form. */
  readonly faceBoxes: Float64Array;
  /**
   * The next step: packed xyz of all vertices at its start and its end [m]. Returns whether new boxes were needed;
   * if not, the pairs of the last search still contain all that can touch.
   */
  update(positions0: Float64Array, positions1: Float64Array): boolean;
  /** All pairs, sorted by the first index and then the second. The list is valid until the next update. */
  candidates(pairing: Pairing): PairList;
  /**
   * The same pairs in the same order, at most `chunkPairs` at a time and without storing them. Returns their number.
   * Limited to first indices from `from` up to, not including, `to`; default: all.
   * The visitor may request the other pairing, but not the same one.
   */
  forEachCandidate(pairing: Pairing, visit: CandidateVisitor, chunkPairs?: number, from?: number, to?: number): number;
}

/**
 * A new broad phase for a surface; call `update` before the first search. Throws a RangeError or TypeError for invalid
 * options.
 *
 * @example
 * ```ts
 * import { createMeshBroadPhase } from 'appulse/meshes';
 *
 * const search = createMeshBroadPhase({ kind: 'aabb-tree', vertexCount: 4, faces: Int32Array.of(0, 1, 2) });
 * const start = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1); // a triangle, and a node above it
 * const end = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1); // the node falls through
 * search.update(start, end);
 * const { count, indices } = search.candidates('vertex-face');
 * console.log(count, indices[0], indices[1]); // 1 3 0
 * ```
 */
export function createMeshBroadPhase(options: MeshBroadPhaseOptions): MeshBroadPhase {
  checkOptions(options);
  const { kind, faces = new Int32Array(), nodesPerFace = 3, edges = new Int32Array() } = options;
  const { tolerance = 0, stepsPerSearch = 1 } = options;
  const vertices = createVertices(options.vertexCount, options);
  const edgeSet = createElements('edge', vertices, edges, 2);
  const faceSet = createElements('face', vertices, faces, nodesPerFace);
  const searches: Record<Pairing, CandidateSearch> = {
    'vertex-face': createCandidateSearch(kind, vertices, faceSet),
    'edge-edge': createCandidateSearch(kind, edgeSet, edgeSet),
  };
  let hasBoxes = false;
  let stepsLeft = 0;
  const searchFor = (pairing: Pairing): CandidateSearch => {
    if (!hasBoxes) throw new Error('mesh search: no step to search in before the first update');
    return searches[pairing];
  };
  return {
    kind,
    vertexBoxes: vertices.boxes,
    edgeBoxes: edgeSet.boxes,
    faceBoxes: faceSet.boxes,
    update: (positions0, positions1) => {
      checkPositions('positions0', positions0, options.vertexCount);
      checkPositions('positions1', positions1, options.vertexCount);
      if (stepsLeft > 0 && staysCaptured(vertices.boxes, positions0, positions1, tolerance)) {
        stepsLeft--;
        return false;
      }
      stepsLeft = stepsPerSearch - 1;
      const margin = stepsLeft * maxDisplacement(positions0, positions1);
      captureVertices(vertices.boxes, positions0, positions1, tolerance + margin);
      captureElements(edgeSet.boxes, vertices.boxes, edgeSet.nodes, 2);
      captureElements(faceSet.boxes, vertices.boxes, faceSet.nodes, nodesPerFace);
      searches['vertex-face'].boxesChanged();
      searches['edge-edge'].boxesChanged();
      hasBoxes = true;
      return true;
    },
    candidates: (pairing) => searchFor(pairing).list(),
    forEachCandidate: (pairing, visit, chunkPairs = CHUNK_PAIRS, from = 0, to = Number.POSITIVE_INFINITY) => {
      checkCount('chunkPairs', chunkPairs, MAX_PAIRS);
      return searchFor(pairing).forEach(visit, chunkPairs, from, to);
    },
  };
}

const INDEX_LISTS = ['faces', 'edges', 'slaves', 'masters', 'bodies'] as const;

function checkOptions(options: MeshBroadPhaseOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`createMeshBroadPhase: options must be an object, got ${describeValue(options)}`);
  }
  for (const name of INDEX_LISTS) {
    const list = options[name];
    if (list === undefined || list instanceof Int32Array) continue;
    throw new TypeError(`createMeshBroadPhase: ${name} must be an Int32Array, got ${describeValue(list)}`);
  }
  const { nodesPerFace = 3, tolerance = 0, stepsPerSearch = 1 } = options;
  if (nodesPerFace !== 3 && nodesPerFace !== 4) {
    throw new RangeError(`nodesPerFace: must be 3 or 4, got ${describeValue(nodesPerFace)}`);
  }
  if (!(tolerance >= 0 && tolerance <= LARGEST)) {
    throw new RangeError(`tolerance: must be from 0 to ${LARGEST} m, got ${describeValue(tolerance)}`);
  }
  checkCount('stepsPerSearch', stepsPerSearch, MAX_STEPS);
}

function checkCount(name: string, value: number, max: number): void {
  if (!(Number.isSafeInteger(value) && value >= 1 && value <= max)) {
    throw new RangeError(`${name}: must be an integer from 1 to ${max}, got ${describeValue(value)}`);
  }
}

function checkPositions(name: string, positions: Float64Array, vertexCount: number): void {
  if (!(positions instanceof Float64Array)) {
    throw new TypeError(`${name}: must be a Float64Array, got ${describeValue(positions)}`);
  }
  if (positions.length !== 3 * vertexCount) {
    throw new RangeError(`${name}: ${3 * vertexCount} numbers for ${vertexCount} vertices, got ${positions.length}`);
  }
  for (let k = 0; k < positions.length; k++) {
    // NaN fails the comparison
    if (Math.abs(positions[k]) <= LARGEST) continue;
    const vertex = Math.floor(k / 3);
    const position = describeValue([...positions.subarray(3 * vertex, 3 * vertex + 3)]);
    throw new RangeError(`${name}: vertex ${vertex} must be finite, at most ${LARGEST} m from 0, got ${position}`);
  }
}
