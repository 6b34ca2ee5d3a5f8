import type { ArrayMemory } from './flat-tree.ts';
import { createElements, createVertices, type PairingRules, type SurfaceElements } from './surface-elements.ts';
import {
  attachSweptTree,
  createSweptTree,
  isLoose,
  rebuildSwept,
  refitPart,
  refitTop,
  type SweptPositions,
  type SweptTree,
} from './swept-tree.ts';

/** Elements of a mesh: vertex indices, three, four and two per element. */
export interface MeshElements {
  readonly triangles: Int32Array;
  readonly quads: Int32Array;
  /** May be empty, if edges are not tested. */
  readonly edges: Int32Array;
}

/** What the trees of a mesh are built of. */
export type MeshSurface = Record<(typeof KINDS)[number], SurfaceElements>;

/** Throws a RangeError for rules that do not fit the mesh. */
export function createMeshSurface(vertexCount: number, elements: MeshElements, rules: PairingRules): MeshSurface {
  const vertices = createVertices(vertexCount, rules);
  return {
    vertices,
    edges: createElements('edge', vertices, elements.edges, 2),
    triangles: createElements('face', vertices, elements.triangles, 3),
    quads: createElements('face', vertices, elements.quads, 4),
  };
}

/** The trees of a mesh, which are used from step to step. Plain arrays, which may lie in shared memory. */
export interface MeshTrees {
  readonly vertices: SweptTree;
  readonly edges: SweptTree;
  readonly triangles: SweptTree;
  readonly quads: SweptTree;
  /** Total areas of the trees when they were built [m²], in the order of `KINDS`; -1: never. */
  readonly builtAreas: Float64Array;
}

const KINDS = ['vertices', 'edges', 'triangles', 'quads'] as const;

export function createMeshTrees({ vertices, edges, triangles, quads }: MeshSurface, memory: ArrayMemory): MeshTrees {
  return {
    vertices: createSweptTree(vertices, memory),
    edges: createSweptTree(edges, memory),
    triangles: createSweptTree(triangles, memory),
    quads: createSweptTree(quads, memory),
    builtAreas: new Float64Array(KINDS.length).fill(-1),
  };
}

/** Trees that were sent to this thread, of the same arrays. */
export function attachMeshTrees({ vertices, edges, triangles, quads, builtAreas }: MeshTrees): MeshTrees {
  return {
    vertices: attachSweptTree(vertices),
    edges: attachSweptTree(edges),
    triangles: attachSweptTree(triangles),
    quads: attachSweptTree(quads),
    builtAreas,
  };
}

/** Number of parts that `refitTreePart` does, independently of each other. */
export function treePartCount(trees: MeshTrees): number {
  return KINDS.reduce((sum, kind) => sum + trees[kind].parts.length, 0);
}

export function refitTreePart(trees: MeshTrees, part: number, positions: SweptPositions): void {
  let rest = part;
  for (const kind of KINDS) {
    const { parts } = trees[kind];
    if (rest < parts.length) {
      refitPart(trees[kind], rest, positions);
      return;
    }
    rest -= parts.length;
  }
}

/** After all parts: refits the nodes above them, and builds those trees again that have become loose or were never built. */
export function completeTrees(trees: MeshTrees, surface: MeshSurface, positions: SweptPositions): void {
  KINDS.forEach((kind, k) => {
    if (!isLoose(refitTop(trees[kind]), trees.builtAreas[k])) return;
    trees.builtAreas[k] = rebuildSwept(trees[kind], surface[kind], positions);
  });
}

/** Have the trees never been built? Then their parts need not be refitted before `completeTrees`. */
export function areTreesNew({ builtAreas }: MeshTrees): boolean {
  return builtAreas[0] < 0;
}
