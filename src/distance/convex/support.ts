/** Support points of cores, in their own frames. */

import { createVec3, setVec3 } from '../../math/vec3.ts';
import { directionCell, type StartVertices } from '../../shapes/hull.ts';
import { supportTiled } from '../smooth/witness/support-tiled.ts';
import { BOX, CONE, type Core, CYLINDER, ELLIPSOID, SIZES, TILED, VERTICES } from './core.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';

/** Makes x/|x| 0 for x = 0. */
const TINY = 1e-300;

/** Writes the support point of the core in `direction`, of any length, to `point`. Returns its vertex number, 0 for bodies without numbered vertices. */
export function supportCore(point: Float64Array, core: Core, direction: Float64Array): number {
  switch (core.kind) {
    case BOX:
      return supportCorner(point, core.numbers, direction);
    case VERTICES: {
      const vertex = supportVertex(core.vertices, core.startVertices, direction);
      point[0] = core.vertices[3 * vertex];
      point[1] = core.vertices[3 * vertex + 1];
      point[2] = core.vertices[3 * vertex + 2];
      return vertex;
    }
    case CYLINDER:
      return supportRim(
        point,
        core.numbers,
        direction[2] < 0 ? core.numbers[SIZES + 1] : core.numbers[SIZES + 2],
        direction,
      );
    case CONE:
      return supportCone(point, core.numbers, direction);
    case ELLIPSOID:
      return supportEllipsoid(point, core.numbers, direction);
    case TILED:
      return supportSmooth(point, core, direction);
  }
  return 0;
}

/** Support corner of a box; along an axis where the direction or the width is 0, the upper one. Returns its number. */
function supportCorner(point: Float64Array, numbers: Float64Array, direction: Float64Array): number {
  const x = +(direction[0] * numbers[SIZES] < 0);
  const y = +(direction[1] * numbers[SIZES + 1] < 0);
  const z = +(direction[2] * numbers[SIZES + 2] < 0);
  return setCorner(point, numbers, x + 2 * y + 4 * z);
}

/** Writes corner `vertex` of a box to `point`: bit k of its number is set at the lower end of axis k. */
function setCorner(point: Float64Array, numbers: Float64Array, vertex: number): number {
  point[0] = numbers[SIZES] * (1 - 2 * (vertex & 1));
  point[1] = numbers[SIZES + 1] * (1 - (vertex & 2));
  point[2] = numbers[SIZES + 2] * (1 - ((vertex & 4) >> 1));
  return vertex;
}

/** The eight corners of a box, by their numbers. */
export function writeCorners(point: Float64Array, { numbers }: Core, out: Float64Array): void {
  for (let vertex = 0; vertex < 8; vertex++) {
    setCorner(point, numbers, vertex);
    out[3 * vertex] = point[0];
    out[3 * vertex + 1] = point[1];
    out[3 * vertex + 2] = point[2];
  }
}

/** Writes a numbered vertex to `point`; false if the core has none of this number. */
function loadVertex(point: Float64Array, { kind, numbers, vertices }: Core, vertex: number): boolean {
  if (kind === BOX) {
    setCorner(point, numbers, vertex);
    return true;
  }
  if (kind !== VERTICES || 3 * vertex >= vertices.length) return false;
  point[0] = vertices[3 * vertex];
  point[1] = vertices[3 * vertex + 1];
  point[2] = vertices[3 * vertex + 2];
  return true;
}

/** Writes the edge between the two vertices of a core in the simplex, whose numbers start at `first`, to `point`. */
export function loadEdge(workspace: GjkWorkspace, point: Float64Array, core: Core, first: number): void {
  const { vertexNumbers } = workspace;
  const to = vertexNumbers[first] === vertexNumbers[first + 1] ? 2 : 1;
  loadVertex(point, core, vertexNumbers[first]);
  const x = point[0];
  const y = point[1];
  const z = point[2];
  loadVertex(point, core, vertexNumbers[first + to]);
  point[0] -= x;
  point[1] -= y;
  point[2] -= z;
}

/**
 * Support vertex: the number of the vertex extreme in `direction`, among all, or among the few candidates in the cell of the direction
 * (`startVertices` of a hull).
 */
export function supportVertex(v: Float64Array, table: StartVertices, direction: Float64Array): number {
  if (table.length === 0) return scanVertices(v, direction);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const entry = table[1 + directionCell(table[0], x, y, z)];
  if (entry >= 0) return entry;
  const last = table[-entry] - entry;
  let best = table[1 - entry];
  let top = x * v[3 * best] + y * v[3 * best + 1] + z * v[3 * best + 2];
  for (let k = 2 - entry; k <= last; k++) {
    const j = table[k];
    const height = x * v[3 * j] + y * v[3 * j + 1] + z * v[3 * j + 2];
    if (height > top) {
      top = height;
      best = j;
    }
  }
  return best;
}

function scanVertices(v: Float64Array, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let best = 0;
  let top = dx * v[0] + dy * v[1] + dz * v[2];
  for (let j = 1; 3 * j < v.length; j++) {
    const height = dx * v[3 * j] + dy * v[3 * j + 1] + dz * v[3 * j + 2];
    if (height > top) {
      top = height;
      best = j;
    }
  }
  return best;
}

/** Support point of a disc perpendicular to z, at the height `z`. */
function supportRim(point: Float64Array, numbers: Float64Array, z: number, direction: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const length = Math.sqrt(x * x + y * y);
  const k = length > 0 ? numbers[SIZES] / length : 0;
  point[0] = x * k;
  point[1] = y * k;
  point[2] = z;
  return 0;
}

/** The apex, or a point of the rim. */
function supportCone(point: Float64Array, numbers: Float64Array, direction: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const bottom = numbers[SIZES + 1];
  const top = numbers[SIZES + 2];
  if ((top - bottom) * direction[2] < numbers[SIZES] * Math.sqrt(x * x + y * y))
    return supportRim(point, numbers, bottom, direction);
  point[0] = 0;
  point[1] = 0;
  point[2] = top;
  return 0;
}

/** B Bᵀd / |Bᵀd| */
function supportEllipsoid(point: Float64Array, b: Float64Array, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const x = b[SIZES] * dx + b[SIZES + 3] * dy + b[SIZES + 6] * dz;
  const y = b[SIZES + 1] * dx + b[SIZES + 4] * dy + b[SIZES + 7] * dz;
  const z = b[SIZES + 2] * dx + b[SIZES + 5] * dy + b[SIZES + 8] * dz;
  const k = 1 / Math.max(Math.sqrt(x * x + y * y + z * z), TINY);
  point[0] = (b[SIZES] * x + b[SIZES + 1] * y + b[SIZES + 2] * z) * k;
  point[1] = (b[SIZES + 3] * x + b[SIZES + 4] * y + b[SIZES + 5] * z) * k;
  point[2] = (b[SIZES + 6] * x + b[SIZES + 7] * y + b[SIZES + 8] * z) * k;
  return 0;
}

const along = createVec3();
const highest = createVec3();

/** Support point of a tiled body, by hill climbing over its faces. */
function supportSmooth(point: Float64Array, { tiled }: Core, direction: Float64Array): number {
  if (tiled === null) return 0;
  supportTiled(highest, tiled, setVec3(along, direction[0], direction[1], direction[2]));
  point[0] = highest.x;
  point[1] = highest.y;
  point[2] = highest.z;
  return 0;
}
