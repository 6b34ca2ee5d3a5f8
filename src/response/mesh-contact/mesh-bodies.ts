/** Connected bodies of a surface mesh, and whether a point is inside one. */
import { atan2 } from '../../math/inverse-trig.ts';
import type { SurfaceMesh } from '../../shapes/mesh.ts';

/** Elements that are connected by common nodes. */
export interface ConnectedBody {
  readonly nodes: readonly number[];
  /** Element numbers, triangles first. */
  readonly elements: readonly number[];
  /** Four corners for each element, the last of a triangle repeated. */
  readonly faces: Int32Array;
}

/** The connected bodies, in the order of their first elements. */
export function connectedBodies({ triangles, quads, positions }: SurfaceMesh): ConnectedBody[] {
  const triangleCount = triangles.length / 3;
  const elementCount = triangleCount + quads.length / 4;
  const cornersOf = (element: number) =>
    element < triangleCount
      ? [...triangles.subarray(3 * element, 3 * element + 3), triangles[3 * element + 2]]
      : [...quads.subarray(4 * (element - triangleCount), 4 * (element - triangleCount) + 4)];
  const root = Int32Array.from({ length: positions.length / 3 }, (_, node) => node);
  const find = (node: number) => {
    let at = node;
    while (root[at] !== at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  };
  for (let element = 0; element < elementCount; element++) {
    const [first, ...others] = cornersOf(element);
    for (const corner of others) root[find(corner)] = find(first);
  }
  const bodies = new Map<number, { nodes: Set<number>; elements: number[]; faces: number[] }>();
  for (let element = 0; element < elementCount; element++) {
    const corners = cornersOf(element);
    const key = find(corners[0]);
    const body = bodies.get(key) ?? { nodes: new Set(), elements: [], faces: [] };
    bodies.set(key, body);
    body.elements.push(element);
    body.faces.push(...corners);
    for (const corner of corners) body.nodes.add(corner);
  }
  return [...bodies.values()].map(({ nodes, elements, faces }) => ({
    nodes: [...nodes],
    elements,
    faces: Int32Array.from(faces),
  }));
}

/**
 * Number of the connected body of each node, for the option `bodies` of mesh checks, in the order of their first elements; nodes without an element are bodies of
 * their own.
 *
 * @example
 * ```ts
 * import { connectedBodyNumbers, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 2, 0, 1, 2]; // two triangles
 * console.log([...connectedBodyNumbers(surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] }))]); // [ 0, 0, 0, 1, 1, 1 ]
 * ```
 */
export function connectedBodyNumbers(mesh: SurfaceMesh): Int32Array {
  const bodies = connectedBodies(mesh);
  const numbers = new Int32Array(mesh.positions.length / 3).fill(-1);
  bodies.forEach(({ nodes }, body) => {
    for (const node of nodes) numbers[node] = body;
  });
  let next = bodies.length;
  return numbers.map((body) => (body < 0 ? next++ : body));
}

/** Has every edge two faces, with opposite directions? */
export function isClosed({ faces }: ConnectedBody): boolean {
  const open = new Set<string>();
  for (let k = 0; k < faces.length; k += 4) {
    const count = faces[k + 3] === faces[k + 2] ? 3 : 4;
    for (let i = 0; i < count; i++) {
      const [a, b] = [faces[k + i], faces[k + ((i + 1) % count)]];
      if (!open.delete(`${b} ${a}`)) open.add(`${a} ${b}`);
    }
  }
  return open.size === 0;
}

/** Winding number of a closed surface about a node: the sum of solid angles over 4π, rounded; 1 inside a body with outward faces. */
export function windingNumber(positions: Float64Array, faces: Int32Array, node: number): number {
  let angle = 0;
  const corner = new Float64Array(12);
  for (let k = 0; k < faces.length; k += 4) {
    for (let i = 0; i < 4; i++) {
      for (let axis = 0; axis < 3; axis++) {
        corner[3 * i + axis] = positions[3 * faces[k + i] + axis] - positions[3 * node + axis];
      }
    }
    if (faces[k + 3] === faces[k + 2]) {
      angle += solidAngle(corner, 0, 3, corner, 6);
      continue;
    }
    const centre = new Float64Array(3);
    for (let i = 0; i < 12; i++) centre[i % 3] += 0.25 * corner[i];
    for (let i = 0; i < 4; i++) angle += solidAngle(corner, 3 * i, 3 * ((i + 1) % 4), centre, 0);
  }
  return Math.round(angle / (4 * Math.PI));
}

/** Signed solid angle of a triangle seen from the origin (van Oosterom and Strackee, 1983); positive where it is seen from behind. */
function solidAngle(x: Float64Array, a: number, b: number, third: Float64Array, c: number): number {
  const [ax, ay, az, bx, by, bz] = [x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2]];
  const [cx, cy, cz] = [third[c], third[c + 1], third[c + 2]];
  const [la, lb, lc] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz), Math.hypot(cx, cy, cz)];
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * atan2(volume, la * lb * lc + ab * lc + bc * la + ca * lb);
}
