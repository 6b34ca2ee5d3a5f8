import type { Brep } from '../../shapes/brep/brep.ts';
import { trimmedCells } from '../../shapes/brep/trimmed-cell.ts';
import { type BezierCurve, type BezierPatch, bezierCurve, bezierPatch } from '../../shapes/nurbs/bezier.ts';
import type { Curve } from '../../shapes/nurbs/curve.ts';
import type { Patch } from '../../shapes/nurbs/patch.ts';
import { patchSideCurve } from '../../shapes/nurbs/subdivide.ts';
import type { TiledBody } from '../../shapes/tiled/tiled-body.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { exceedsCells, featureCell, groupCells, type SearchCell, type SearchFeature } from './search-cell.ts';

/** Shapes with a boundary of faces, edges and vertices. */
export type Bounded = Brep | TiledBody | Trimesh;

/** Search trees by their shapes; they grow with the queries. */
let trees = new WeakMap<object, SearchCell>();
/** Cells by division after which the cached trees are dropped: some hundred megabytes. */
const MAX_CACHED = 400_000;

/** The search tree of a shape, created on first use; trees of earlier queries are created again where they are needed. */
export function cachedTree<Shape extends object>(shape: Shape, create: (shape: Shape) => SearchCell): SearchCell {
  if (exceedsCells(MAX_CACHED)) trees = new WeakMap();
  let root = trees.get(shape);
  if (root === undefined) {
    root = create(shape);
    trees.set(shape, root);
  }
  return root;
}

/** The search tree of a boundary. */
export function boundaryOf(shape: Bounded): SearchCell {
  return cachedTree(shape, boundaryTree);
}

function boundaryTree(shape: Bounded): SearchCell {
  return groupCells(featureCells(shape));
}

function featureCells(shape: Bounded): SearchCell[] {
  switch (shape.kind) {
    case 'brep':
      return brepCells(shape);
    case 'tiled':
      return tiledCells(shape);
    case 'trimesh':
      return trimeshCells(shape);
  }
}

export function vertexCell(point: ArrayLike<number>, at: number, index: number): SearchCell {
  const geometry = Float64Array.of(point[at], point[at + 1], point[at + 2]);
  return featureCell({ kind: 'vertex', index, dimension: 0, geometry, face: null, piece: null });
}

export function edgeCell(geometry: BezierCurve, index: number): SearchCell {
  return featureCell({ kind: 'edge', index, dimension: 1, geometry, face: null, piece: null });
}

export function patchCell(geometry: BezierPatch, index: number): SearchCell {
  return featureCell({ kind: 'face', index, dimension: 2, geometry, face: null, piece: null });
}

function brepCells({ faces, edges, vertices }: Brep): SearchCell[] {
  const surfaces = faces.flatMap((face, index) =>
    trimmedCells(face).map((trimmed) => {
      const { piece } = trimmed;
      const feature: SearchFeature = { kind: 'face', index, dimension: 2, geometry: piece.patch, face, piece };
      return featureCell(feature, trimmed);
    }),
  );
  return [
    ...surfaces,
    ...edges.map(({ curve }, k) => edgeCell(curve, k)),
    ...edges.map((_, k) => vertexCell(vertices, 3 * k, k)),
  ];
}

/** Sides of the patches of an open body have no edges of their own. */
function tiledCells({ faces, edges, vertices, closed }: TiledBody): SearchCell[] {
  const cells = faces.map(({ patch }, k) => patchCell(bezierOf(patch), k));
  const corners = vertices.map(({ point: { x, y, z } }, k) => vertexCell([x, y, z], 0, k));
  if (closed) return [...cells, ...edges.map(({ curve }, k) => edgeCell(bezierOf(curve), k)), ...corners];
  const sides = faces.flatMap(({ patch }) =>
    (['u0', 'u1', 'v0', 'v1'] as const).map((side) => patchSideCurve(bezierOf(patch), side)),
  );
  const ends = sides.map(({ control: c }, k) => vertexCell([c[0] / c[3], c[1] / c[3], c[2] / c[3]], 0, k));
  return [...cells, ...sides.map(edgeCell), ...ends];
}

function bezierOf<Piece extends Patch | Curve>(piece: Piece): Extract<Piece, { kind: 'bezier' }> {
  if (piece.kind === 'bezier') return piece as Extract<Piece, { kind: 'bezier' }>;
  throw new RangeError('closest: a smooth body paired with a brep must consist of Bezier patches');
}

/** A triangle is a bilinear patch with one side of length zero. */
function trimeshCells({ positions, triangles }: Trimesh): SearchCell[] {
  const cells: SearchCell[] = [];
  const edges = new Set<string>();
  const corner = (node: number) => [positions[3 * node], positions[3 * node + 1], positions[3 * node + 2], 1];
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    cells.push(patchCell(bezierPatch(1, 1, Float64Array.from([a, a, b, c].flatMap(corner))), t));
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = p < q ? `${p} ${q}` : `${q} ${p}`;
      if (edges.has(key)) continue;
      edges.add(key);
      cells.push(edgeCell(bezierCurve(1, Float64Array.from([p, q].flatMap(corner))), t));
    }
  }
  const used = new Set(triangles);
  return [...cells, ...[...used].map((node) => vertexCell(positions, 3 * node, node))];
}
