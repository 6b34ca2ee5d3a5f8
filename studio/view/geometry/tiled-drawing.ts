import * as THREE from 'three';
import {
  CURVE_JET,
  evaluateCurve,
  evaluatePatch,
  PATCH_JET,
  type Patch,
  type TiledBody,
  type TiledEdge,
} from '../../../src/entries/nurbs.ts';
import { drawOutline } from './planar-drawing.ts';
import { joined, polylines, positions, type ShapeDrawing } from './shape-drawing.ts';

/** Segments of a patch along each parameter, and of a curve. */
const GRID = 20;
const CURVE = 48;
const INNER_LINES = [0.25, 0.5, 0.75];

/** Patches shaded, their isolines, edges and vertices. */
export function drawTiled(shape: TiledBody): ShapeDrawing {
  const vertices = positions(shape.vertices.flatMap(({ point }) => [point.x, point.y, point.z]));
  if (shape.dimension === 2) {
    const corners = shape.edges.flatMap((edge) => Array.from(curvePoints(edge).subarray(0, 3 * CURVE)));
    const planar = corners.filter((_, k) => k % 3 < 2);
    return { ...drawOutline(planar), points: vertices };
  }
  const surfaces = shape.faces.map(({ patch }) => patchSurface(patch));
  const rims = shape.closed
    ? []
    : shape.faces.flatMap(({ patch }) => [0, 1].flatMap((fixed) => patchLines(patch, fixed)));
  return {
    surface: joined(surfaces),
    edges: polylines([...shape.edges.filter(({ smooth }) => !smooth).map(curvePoints), ...rims]),
    isolines: polylines([
      ...shape.edges.filter(({ smooth }) => smooth).map(curvePoints),
      ...shape.faces.flatMap(({ patch }) => INNER_LINES.flatMap((fixed) => patchLines(patch, fixed))),
    ]),
    points: vertices,
    flat: false,
    closed: shape.closed,
  };
}

/** One face or edge of a body, for highlighting; undefined for a vertex. `feature` counts faces, then edges, then vertices. */
export function drawFeature(shape: TiledBody, feature: number): ShapeDrawing {
  const { faces, edges, vertices } = shape;
  if (feature < faces.length) return { surface: patchSurface(faces[feature].patch), flat: false };
  const edge = feature - faces.length;
  if (edge < edges.length) return { edges: polylines([curvePoints(edges[edge])]), flat: true };
  const { point } = vertices[edge - edges.length];
  return { points: positions([point.x, point.y, point.z]), flat: true };
}

const curveJet = new Float64Array(CURVE_JET);
const patchJet = new Float64Array(PATCH_JET);

export function curvePoints({ curve }: Pick<TiledEdge, 'curve'>): Float64Array {
  const points = new Float64Array(3 * (CURVE + 1));
  for (let i = 0; i <= CURVE; i++) points.set(evaluateCurve(curveJet, curve, i / CURVE).subarray(0, 3), 3 * i);
  return points;
}

function patchLines(patch: Patch, fixed: number): Float64Array[] {
  return [0, 1].map((along) => {
    const points = new Float64Array(3 * (GRID + 1));
    for (let i = 0; i <= GRID; i++) {
      const [u, v] = along === 0 ? [i / GRID, fixed] : [fixed, i / GRID];
      points.set(evaluatePatch(patchJet, patch, u, v).subarray(0, 3), 3 * i);
    }
    return points;
  });
}

/** A grid over the parameters. Normals are f_u × f_v; on a degenerate side, those of the triangles. */
function patchSurface(patch: Patch): THREE.BufferGeometry {
  const points = new Float32Array(3 * (GRID + 1) ** 2);
  const index: number[] = [];
  for (let i = 0; i <= GRID; i++) {
    for (let j = 0; j <= GRID; j++) {
      const at = i * (GRID + 1) + j;
      points.set(evaluatePatch(patchJet, patch, i / GRID, j / GRID).subarray(0, 3), 3 * at);
      if (i < GRID && j < GRID) index.push(at, at + GRID + 1, at + GRID + 2, at, at + GRID + 2, at + 1);
    }
  }
  const surface = new THREE.BufferGeometry()
    .setAttribute('position', new THREE.BufferAttribute(points, 3))
    .setIndex(index);
  surface.computeVertexNormals();
  return surface;
}
