import { createVec3 } from '../../math/vec3.ts';
import type { Box } from '../../shapes/box.ts';
import type { Brep } from '../../shapes/brep/brep.ts';
import type { Hull } from '../../shapes/hull.ts';
import { arcCurve } from '../../shapes/nurbs/arc.ts';
import { bezierCurve, bezierPatch } from '../../shapes/nurbs/bezier.ts';
import { conePatch } from '../../shapes/nurbs/quadric-patches.ts';
import type { ConvexSolid } from '../../shapes/solid.ts';
import { asTiledBody } from '../../shapes/tiled/as-tiled-body.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { boundaryOf, cachedTree, edgeCell, patchCell, vertexCell } from './boundary.ts';
import { groupCells, type SearchCell } from './search-cell.ts';

/** Shapes with a boundary for the search; a radius inflates it. */
export type BoundaryShape = ConvexSolid | TiledBody | Trimesh | Brep;

/** A boundary, and the radius by which the body exceeds it [m]. */
export interface Boundary {
  readonly root: SearchCell;
  readonly radius: number;
}

const POINT: Boundary = { root: vertexCell([0, 0, 0], 0, 0), radius: 0 };

/** The boundary of a shape; of spheres, capsules and rounded boxes that of the core. */
export function boundaryOfShape(shape: BoundaryShape): Boundary {
  switch (shape.kind) {
    case 'point':
      return POINT;
    case 'tiled':
    case 'trimesh':
    case 'brep':
      return { root: boundaryOf(shape), radius: 0 };
    case 'ellipsoid':
      return { root: boundaryOf(asTiledBody(shape)), radius: 0 };
    default:
      return { root: cachedTree(shape, solidTree), radius: solidRadius(shape) };
  }
}

type PlainSolid = Exclude<ConvexSolid, { kind: 'point' | 'ellipsoid' }>;

function solidTree(shape: PlainSolid): SearchCell {
  return groupCells(solidCells(shape));
}

function solidRadius(shape: PlainSolid): number {
  return shape.kind === 'sphere' || shape.kind === 'capsule' || shape.kind === 'box' ? shape.radius : 0;
}

function solidCells(shape: PlainSolid): SearchCell[] {
  switch (shape.kind) {
    case 'sphere':
      return [vertexCell([0, 0, 0], 0, 0)];
    case 'segment': {
      const { start: a, end: b } = shape;
      return segmentCells([a.x, a.y, a.z], [b.x, b.y, b.z], 0);
    }
    case 'capsule':
      return segmentCells([0, 0, -shape.halfHeight], [0, 0, shape.halfHeight], 0);
    case 'box':
      return boxCells(shape);
    case 'hull':
      return hullCells(shape);
    case 'cylinder': {
      const { radius, halfHeight: h } = shape;
      return roundCells([
        [radius, -h, radius, h],
        [radius, -h, 0, -h],
        [radius, h, 0, h],
      ]);
    }
    case 'cone': {
      const { radius, halfHeight: h } = shape;
      return roundCells([
        [radius, -0.5 * h, 0, 1.5 * h],
        [radius, -0.5 * h, 0, -0.5 * h],
      ]);
    }
  }
}

function lineCell(a: readonly number[], b: readonly number[], index: number): SearchCell {
  return edgeCell(bezierCurve(1, Float64Array.from([...a, 1, ...b, 1])), index);
}

function segmentCells(a: readonly number[], b: readonly number[], index: number): SearchCell[] {
  return [lineCell(a, b, index), vertexCell(a, 0, 0), vertexCell(b, 0, 1)];
}

/** Core of a box, which may be flat: its half extents minus the radius. */
function boxCells({ halfExtents, radius }: Box): SearchCell[] {
  const half = [halfExtents.x - radius, halfExtents.y - radius, halfExtents.z - radius];
  const corner = (k: number) => half.map((h, axis) => (k & (1 << axis) ? h : -h));
  const cells = Array.from({ length: 8 }, (_, k) => vertexCell(corner(k), 0, k));
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
    [0, p, q, p | q].forEach((k, i) => {
      cells.push(lineCell(corner(k), corner(k | (1 << axis)), 4 * axis + i));
    });
    for (const side of [0, 1 << axis]) {
      const corners = [side, side | q, side | p, side | p | q].flatMap((k) => [...corner(k), 1]);
      cells.push(patchCell(bezierPatch(1, 1, Float64Array.from(corners)), 2 * axis + (side > 0 ? 1 : 0)));
    }
  }
  return cells;
}

function hullCells({ vertices, faceStarts, faceVertices, edges }: Hull): SearchCell[] {
  const corner = (node: number) => [vertices[3 * node], vertices[3 * node + 1], vertices[3 * node + 2]];
  const cells = Array.from({ length: vertices.length / 3 }, (_, k) => vertexCell(vertices, 3 * k, k));
  for (let k = 0; 4 * k < edges.length; k++) cells.push(lineCell(corner(edges[4 * k]), corner(edges[4 * k + 1]), k));
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceVertices[faceStarts[face]];
    for (let k = faceStarts[face] + 1; k + 1 < faceStarts[face + 1]; k++) {
      const corners = [first, first, faceVertices[k], faceVertices[k + 1]].flatMap((node) => [...corner(node), 1]);
      cells.push(patchCell(bezierPatch(1, 1, Float64Array.from(corners)), face));
    }
  }
  return cells;
}

/** Faces of revolution about z, each given by radius and height at both ends: patches of a quarter each, with the circles as edges. */
function roundCells(profiles: readonly (readonly [number, number, number, number])[]): SearchCell[] {
  const cells: SearchCell[] = [];
  const rims = new Set<string>();
  const quarter = 0.5 * Math.PI;
  profiles.forEach(([r0, z0, r1, z1], face) => {
    for (let k = 0; k < 4; k++) {
      const span = [k * quarter, (k + 1) * quarter] as const;
      if (z0 !== z1 || r0 !== r1) cells.push(patchCell(conePatch([r0, r1], [z0, z1], span), face));
      for (const [radius, z] of [
        [r0, z0],
        [r1, z1],
      ]) {
        if (rims.has(`${radius} ${z} ${k}`)) continue;
        rims.add(`${radius} ${z} ${k}`);
        const centre = createVec3(0, 0, z);
        if (radius === 0) {
          if (k === 0) cells.push(vertexCell([0, 0, z], 0, face));
          continue;
        }
        const arc = arcCurve(centre, createVec3(radius, 0, 0), createVec3(0, radius, 0), span);
        cells.push(edgeCell(arc, face));
        cells.push(vertexCell([arc.control[0], arc.control[1], arc.control[2]], 0, face));
      }
    }
  });
  return cells;
}
