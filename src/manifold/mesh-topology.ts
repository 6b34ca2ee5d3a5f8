import type { Trimesh } from '../shapes/trimesh.ts';

/** Sides of triangles, seen from the front: in a plane with the neighbour, ridge, valley, or without a single neighbour. */
export const FLAT = 0;
export const CONVEX = 1;
export const CONCAVE = 2;
export const BOUNDARY = 3;

/** Two triangles at a smaller angle than this (sine) are in one plane. */
export const FLUSH = 1e-3;

/** Adjacency of a mesh for contact points. */
export interface MeshTopology {
  /** The triangle that represents each node, the first that uses it; -1: unused. */
  readonly nodeOwners: Int32Array;
  /** The nodes connected with node k by a side: `rings[ringStarts[k]]` up to `ringStarts[k + 1]`; may contain duplicates. */
  readonly ringStarts: Int32Array;
  readonly rings: Int32Array;
  /** FLAT, CONVEX, CONCAVE or BOUNDARY, three per triangle. */
  readonly sideKinds: Uint8Array;
  /** The plane region of each triangle: the lowest triangle connected with it by flat sides. */
  readonly regions: Int32Array;
}

const topologies = new WeakMap<Trimesh, MeshTopology>();

/** Computed at the first use of a mesh. */
export function topologyOf(mesh: Trimesh): MeshTopology {
  let topology = topologies.get(mesh);
  if (topology === undefined) {
    const sideKinds = findSideKinds(mesh);
    topology = {
      ...findRings(mesh),
      nodeOwners: findNodeOwners(mesh),
      sideKinds,
      regions: findRegions(mesh, sideKinds),
    };
    topologies.set(mesh, topology);
  }
  return topology;
}

function findNodeOwners({ triangles, positions }: Trimesh): Int32Array {
  const owners = new Int32Array(positions.length / 3).fill(-1);
  for (let k = triangles.length - 1; k >= 0; k--) owners[triangles[k]] = Math.floor(k / 3);
  return owners;
}

/** Both other corners of each triangle at each node. */
function findRings({ triangles, positions }: Trimesh): Pick<MeshTopology, 'ringStarts' | 'rings'> {
  const ringStarts = new Int32Array(positions.length / 3 + 1);
  for (const node of triangles) ringStarts[node + 1] += 2;
  for (let k = 1; k < ringStarts.length; k++) ringStarts[k] += ringStarts[k - 1];
  const ends = ringStarts.slice();
  const rings = new Int32Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const node = triangles[t + k];
      rings[ends[node]++] = triangles[t + ((k + 1) % 3)];
      rings[ends[node]++] = triangles[t + ((k + 2) % 3)];
    }
  }
  return { ringStarts, rings };
}

/** The neighbour of a valley rises above the plane of the triangle: n·(n' × -e) > 0, e along the side. */
// biome-ignore format: one vector per line
function findSideKinds({ positions: p, triangles, neighbours, normals: n }: Trimesh): Uint8Array {
  const kinds = new Uint8Array(triangles.length);
  for (let side = 0; side < triangles.length; side++) {
    const neighbour = neighbours[side];
    if (neighbour < 0) {
      kinds[side] = BOUNDARY;
      continue;
    }
    const t = side - (side % 3), f = 3 * neighbour;
    const i = 3 * triangles[side], j = 3 * triangles[side % 3 === 2 ? side - 2 : side + 1];
    const ex = p[j] - p[i], ey = p[j + 1] - p[i + 1], ez = p[j + 2] - p[i + 2];
    const rise =
      n[t] * (n[f + 2] * ey - n[f + 1] * ez) + n[t + 1] * (n[f] * ez - n[f + 2] * ex) + n[t + 2] * (n[f + 1] * ex - n[f] * ey);
    const flush = FLUSH * Math.sqrt(ex * ex + ey * ey + ez * ez);
    const along = n[t] * n[f] + n[t + 1] * n[f + 1] + n[t + 2] * n[f + 2];
    // folded by half a turn: a ridge on one side, a slit on the other
    kinds[side] = Math.abs(rise) <= flush && along > 0 ? FLAT : rise > 0 ? CONCAVE : CONVEX;
  }
  return kinds;
}

function findRegions({ neighbours }: Trimesh, sideKinds: Uint8Array): Int32Array {
  const regions = new Int32Array(neighbours.length / 3).fill(-1);
  const open: number[] = [];
  for (let first = 0; first < regions.length; first++) {
    if (regions[first] >= 0) continue;
    regions[first] = first;
    open.push(first);
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const next = neighbours[side];
        if (sideKinds[side] !== FLAT || regions[next] >= 0) continue;
        regions[next] = first;
        open.push(next);
      }
    }
  }
  return regions;
}
