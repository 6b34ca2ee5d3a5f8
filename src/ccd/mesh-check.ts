/**
 * All contacts that begin within one step of a deforming mesh: broad phase, then exact first contact of each pair; in one call, or
 * in parts for several threads. [VBC24-3.1], [VBC24-3.2]
 */
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import {
  areTreesNew,
  completeTrees,
  createMeshSurface,
  createMeshTrees,
  type MeshElements,
  type MeshSurface,
  type MeshTrees,
  refitTreePart,
  treePartCount,
} from '../broad/swept/mesh-trees.ts';
import type { PairingRules } from '../broad/swept/surface-elements.ts';
import type { SweptPositions } from '../broad/swept/swept-tree.ts';
import { describeValue } from '../math/describe-value.ts';
import { meshEdges, type SurfaceMesh } from '../shapes/mesh.ts';
import { sortContacts } from './merge-contacts.ts';
import { type MeshMotion, sweptPositions } from './mesh-motion.ts';
import { createMeshFindings, createMeshParts } from './mesh-parts.ts';
import { type MeshContact, type PackedContacts, unpackContact } from './packed-contacts.ts';
import { type PairTask, QUAD_SURFACES } from './pair-visitors.ts';

/** Options of `checkMesh`: the broad phase, and which elements may form pairs (default: all). */
export interface MeshCheckOptions extends PairingRules {
  /** Broad phase; all kinds find the same contacts. Default `aabb-tree`. */
  readonly search?: BroadPhaseKind;
  /** Test edge-edge pairs as well as node-face pairs. Default true. */
  readonly edges?: boolean;
  /**
   * What quadrilaterals are: four triangles about the centroid (default), or bilinear patches, whose weights are the shape functions
   * at the contact. Accelerating nodes need bilinear patches.
   */
  readonly surface?: 'triangles' | 'bilinear';
}

/** Contacts of a mesh within one step, and the number of pairs tested. */
export interface MeshCheck {
  /** Sorted by time, then by kind and indices. */
  readonly contacts: readonly MeshContact[];
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found; 0 without edges. */
  readonly edgePairs: number;
}

/** A `MeshCheck` with its contacts in packed arrays. */
export interface PackedMeshCheck {
  /** Sorted by time, then by kind and indices. */
  readonly contacts: PackedContacts;
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found; 0 without edges. */
  readonly edgePairs: number;
}

/**
 * First contacts within one step among the elements of `mesh`, whose nodes move with `motion`, straight or with constant accelerations; pairs
 * that have a common node are excluded. Returns a new result, sorted by time. Throws a RangeError or TypeError for a motion of another
 * number of points or for invalid options.
 *
 * @example
 * ```ts
 * import { checkMesh, constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0)); // the upper one falls at 4 m/s
 * const [first] = checkMesh(mesh, constantVelocityMotion(mesh.positions, velocities, 1)).contacts;
 * console.log(first.kind, first.time, first.nodes, first.point); // node-triangle 0.5 [ 3, 0, 1, 2 ] [ 0.2, 0.2, 0 ]
 * ```
 */
export function checkMesh(mesh: SurfaceMesh, motion: MeshMotion, options: MeshCheckOptions = {}): MeshCheck {
  return unpackMeshCheck(checkMeshPacked(mesh, motion, options));
}

/**
 * The same as `checkMesh` with the contacts in packed arrays, in less time where there are many. Same order, same errors.
 *
 * @example
 * ```ts
 * import { checkMeshPacked, constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0)); // the upper one falls at 4 m/s
 * const { contacts } = checkMeshPacked(mesh, constantVelocityMotion(mesh.positions, velocities, 1));
 * console.log(contacts.count, contacts.times[0], [...contacts.nodes.subarray(0, 4)]); // 3 0.5 [ 3, 0, 1, 2 ]
 * ```
 */
export function checkMeshPacked(
  mesh: SurfaceMesh,
  motion: MeshMotion,
  options: MeshCheckOptions = {},
): PackedMeshCheck {
  return createMeshCheck(mesh, options)(motion);
}

/** Makes the check of a mesh, step after step: `createMeshCheck`, or one with bitwise identical results. */
export type MeshCheckFactory = (
  mesh: SurfaceMesh,
  options?: MeshCheckOptions,
) => (motion: MeshMotion) => PackedMeshCheck;

/**
 * A function that checks one step after the other of a mesh, as `checkMeshPacked`, and retains its edges and trees: each further step takes less
 * time. Throws as `checkMesh`.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, createMeshCheck, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0)); // the upper one falls at 4 m/s
 * const check = createMeshCheck(mesh);
 * const counts = [0.25, 1].map((time) => check(constantVelocityMotion(mesh.positions, velocities, time)).contacts.count);
 * console.log(counts); // [ 0, 3 ]
 * ```
 */
export function createMeshCheck(
  mesh: SurfaceMesh,
  options: MeshCheckOptions = {},
): (motion: MeshMotion) => PackedMeshCheck {
  const { kind, rules, ...input } = meshInput(mesh, options);
  const surface = createMeshSurface(mesh.positions.length / 3, input, rules);
  const trees = createMeshTrees(surface, 'own');
  return (motion) => {
    checkMotion(mesh, motion, input.surface);
    const positions = sweptPositions(motion);
    if (kind === 'aabb-tree') refitTrees(trees, surface, positions);
    const search = kind === 'aabb-tree' ? { trees } : { kind, rules };
    const findings = createMeshFindings();
    const parts = createMeshParts({ ...input, motion, positions, search });
    for (let part = 0; part < parts.partCount; part++) parts.check(part, findings);
    const { contacts, nodeFacePairs, edgePairs } = findings;
    return { contacts: sortContacts([contacts]), nodeFacePairs, edgePairs };
  };
}

function refitTrees(trees: MeshTrees, surface: MeshSurface, positions: SweptPositions): void {
  const count = areTreesNew(trees) ? 0 : treePartCount(trees);
  for (let part = 0; part < count; part++) refitTreePart(trees, part, positions);
  completeTrees(trees, surface, positions);
}

/** Throws a RangeError for a motion that does not fit the mesh. */
export function checkMotion(mesh: SurfaceMesh, motion: MeshMotion, surface: PairTask['surface'] = 'triangles'): void {
  if (motion.start.length !== mesh.positions.length) {
    const counts = `${motion.start.length / 3} points, the mesh ${mesh.positions.length / 3} nodes`;
    throw new RangeError(`mesh check: the motion has ${counts}`);
  }
  if (motion.given === 'accelerations' && surface !== 'bilinear' && mesh.quads.length > 0) {
    throw new RangeError(
      `mesh check: surface must be 'bilinear' for ${mesh.quads.length / 4} quadrilaterals with accelerating nodes, got '${surface}'`,
    );
  }
}

/** Elements of a mesh and options of a check, with defaults applied. */
export interface MeshInput extends MeshElements {
  readonly kind: BroadPhaseKind;
  readonly surface: PairTask['surface'];
  readonly rules: PairingRules;
}

export function meshInput(mesh: SurfaceMesh, options: MeshCheckOptions): MeshInput {
  const { search = 'aabb-tree', edges = true, surface = 'triangles', slaves, masters, bodies } = options;
  if (!QUAD_SURFACES.includes(surface)) {
    throw new RangeError(
      `mesh check: surface must be one of ${QUAD_SURFACES.join(', ')}, got ${describeValue(surface)}`,
    );
  }
  const { triangles, quads } = mesh;
  const rules = { ...(slaves && { slaves }), ...(masters && { masters }), ...(bodies && { bodies }) };
  return { triangles, quads, edges: edges ? meshEdges(mesh) : new Int32Array(), kind: search, surface, rules };
}

/** The result of a packed check with an object for each contact. */
export function unpackMeshCheck({ contacts, nodeFacePairs, edgePairs }: PackedMeshCheck): MeshCheck {
  return {
    contacts: Array.from({ length: contacts.count }, (_, i) => unpackContact(contacts, i)),
    nodeFacePairs,
    edgePairs,
  };
}
