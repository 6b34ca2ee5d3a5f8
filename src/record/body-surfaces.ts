/** Surfaces of the bodies of a recording as triangles and lines, and where their points are in a frame: for files of other programs. */

import { cos, sin } from '../math/trig.ts';
import type { Scene } from '../scene/scene.ts';
import { halfExtentsOf } from '../scene/vehicle-scene.ts';
import { convexDecomposition } from '../shapes/convex-decomposition.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { CURVE_JET, evaluateCurve } from '../shapes/nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../shapes/nurbs/patch.ts';
import type { Shape } from '../shapes/shape.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import { triangulateSolid } from '../shapes/triangulate-solid.ts';
import { buildBodyMesh } from '../sim/meshes/body-mesh.ts';
import type { Recording } from './recorder.ts';

/** Points of a body, in body axes (deformable bodies: in the world, at the start), with the triangles and lines between them. */
export interface BodySurface {
  readonly name: string;
  /** xyz xyz ... [m] */
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
  readonly lines: Int32Array;
}

/** Segments of a circle, of a curve, and of a patch along each parameter. */
const CIRCLE = 64;
const CURVE = 32;
const GRID = 16;
/** Half of the side of the square that stands for a half-space, relative to the space that the bodies move in. */
const HALFSPACE = 0.75;

const COLORS = [[0.02, 0.2, 0.5], [0.7, 0.13, 0.02], [0.01, 0.34, 0.2], [0.6, 0.2, 0.45], [0.55, 0.4, 0.02], [0.12, 0.42, 0.75]] as const; // biome-ignore format: one line

/** Colour of a body in files of other programs: red, green and blue, linear, 0 to 1. */
export function bodyColor(body: number): readonly [number, number, number] {
  return COLORS[body % COLORS.length];
}

type Parts = Omit<BodySurface, 'name'>;
const NONE = new Int32Array();

/** The surfaces of all bodies of a scene. Half-spaces are squares as large as the space that its bodies move in. */
export function bodySurfaces(scene: Scene, recording: Recording): BodySurface[] {
  if (scene.world === 'deformable') {
    return scene.bodies.map((body) => {
      const { positions, triangles, quads } = buildBodyMesh(body);
      return {
        name: body.name,
        positions,
        triangles: Int32Array.from([...triangles, ...quadTriangles(quads)]),
        lines: NONE,
      };
    });
  }
  if (scene.world === 'vehicles') {
    return scene.bodies.map(({ name }, i) => ({ name, ...boxParts(...halfExtentsOf(scene, i)) }));
  }
  const size = HALFSPACE * spaceOf(recording);
  return scene.bodies.map((body) => {
    const shape: Shape = ('drawnShape' in body ? body.drawnShape : undefined) ?? body.shape;
    return { name: body.name, ...partsOf(shape, size, scene.world === 'planar') };
  });
}

/** The largest extent of the positions of the bodies, at least 1 m. */
export function spaceOf({ frames: { columns } }: Recording): number {
  const extents = [columns.x, columns.y, columns.z].map((values) => {
    let [low, high] = [0, 0];
    for (const value of values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  });
  return Math.max(1, ...extents);
}

function partsOf(shape: Shape, size: number, isPlanar: boolean): Parts {
  switch (shape.kind) {
    case 'point':
      return { positions: new Float64Array(3), triangles: NONE, lines: NONE };
    case 'segment': {
      const { start, end } = shape;
      const positions = Float64Array.of(start.x, start.y, start.z, end.x, end.y, end.z);
      return { positions, triangles: NONE, lines: Int32Array.of(0, 1) };
    }
    case 'disc':
      return outlineParts(Array.from({ length: CIRCLE }, (_, i) => onCircle(shape.radius, i)));
    case 'polygon':
      return polygonParts(shape);
    case 'halfspace': {
      if (!isPlanar) break;
      const { x, y } = shape.normal;
      const positions = Float64Array.of(size * y, -size * x, 0, -size * y, size * x, 0);
      return { positions, triangles: NONE, lines: Int32Array.of(0, 1) };
    }
    case 'tiled':
      return tiledParts(shape);
  }
  const { positions, triangles, quads } = createSurfaceMesh(triangulateSolid(shape, { halfspaceSize: size }));
  return { positions, triangles: Int32Array.from([...triangles, ...quadTriangles(quads)]), lines: NONE };
}

function onCircle(radius: number, i: number): readonly [number, number] {
  const angle = (2 * Math.PI * i) / CIRCLE;
  return [radius * cos(angle), radius * sin(angle)];
}

/** A convex outline in the plane: triangles from its first point. */
function outlineParts(corners: readonly (readonly [number, number])[]): Parts {
  const triangles = corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]);
  return {
    positions: Float64Array.from(corners.flatMap(([x, y]) => [x, y, 0])),
    triangles: Int32Array.from(triangles),
    lines: ringLines(corners.length),
  };
}

function ringLines(count: number): Int32Array {
  return Int32Array.from({ length: 2 * count }, (_, k) => Math.floor((k + 1) / 2) % count);
}

function polygonParts(shape: Extract<Shape, { kind: 'polygon' }>): Parts {
  const count = shape.vertices.length / 2;
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) positions.set(shape.vertices.subarray(2 * i, 2 * i + 2), 3 * i);
  const triangles = convexDecomposition(shape).flatMap(({ parentVertices: corners }) =>
    Array.from(corners.subarray(2)).flatMap((corner, i) => [corners[0], corners[i + 1], corner]),
  );
  return { positions, triangles: Int32Array.from(triangles), lines: ringLines(count) };
}

/** Patches on a grid of their parameters; planar bodies have their curves. */
function tiledParts({ dimension, faces, edges }: TiledBody): Parts {
  const positions: number[] = [];
  const triangles: number[] = [];
  const lines: number[] = [];
  const [patchJet, curveJet] = [new Float64Array(PATCH_JET), new Float64Array(CURVE_JET)];
  if (dimension === 2) {
    for (const { curve } of edges) {
      const first = positions.length / 3;
      for (let i = 0; i <= CURVE; i++) {
        positions.push(...evaluateCurve(curveJet, curve, i / CURVE).subarray(0, 3));
        if (i > 0) lines.push(first + i - 1, first + i);
      }
    }
  }
  for (const { patch } of faces) {
    const first = positions.length / 3;
    for (let i = 0; i <= GRID; i++) {
      for (let j = 0; j <= GRID; j++) {
        positions.push(...evaluatePatch(patchJet, patch, i / GRID, j / GRID).subarray(0, 3));
        const at = first + i * (GRID + 1) + j;
        if (i < GRID && j < GRID) triangles.push(at, at + GRID + 1, at + GRID + 2, at, at + GRID + 2, at + 1);
      }
    }
  }
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    lines: Int32Array.from(lines),
  };
}

function boxParts(x: number, y: number, z: number): Parts {
  const signs = [-1, 1];
  const positions = signs.flatMap((k) => signs.flatMap((j) => signs.flatMap((i) => [i * x, j * y, k * z])));
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(quadTriangles(quads)), lines: NONE };
}

function quadTriangles(quads: ArrayLike<number>): number[] {
  return Array.from({ length: quads.length / 4 }, (_, i) => 4 * i).flatMap((k) =>
    [0, 1, 2, 0, 2, 3].map((corner) => quads[k + corner]),
  );
}

/** World positions of the points of a body in a frame. */
export function surfacePositions(
  recording: Recording,
  surfaces: readonly BodySurface[],
  body: number,
  frame: number,
): Float64Array {
  const { positions } = surfaces[body];
  if (recording.nodes !== undefined) return nodePositions(recording.nodes, surfaces, body, frame);
  const row = frame * surfaces.length + body;
  const { origin, columns } =
    recording.vehicles === undefined ? bodyFrame(recording, row) : directors(recording.vehicles, row);
  const out = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      out[k + i] =
        origin[i] + columns[0][i] * positions[k] + columns[1][i] * positions[k + 1] + columns[2][i] * positions[k + 2];
    }
  }
  return out;
}

interface AffineFrame {
  readonly origin: readonly number[];
  /** Images of the axes. */
  readonly columns: readonly (readonly number[])[];
}

function bodyFrame({ frames: { columns: c } }: Recording, row: number): AffineFrame {
  const [w, x, y, z] = [c.qw[row], c.qx[row], c.qy[row], c.qz[row]];
  return {
    origin: [c.x[row], c.y[row], c.z[row]],
    columns: [
      [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ],
  };
}

/** A vehicle is deformed: its directors are not orthonormal. */
function directors({ columns: c }: NonNullable<Recording['vehicles']>, row: number): AffineFrame {
  return {
    origin: [c.x[row], c.y[row], c.z[row]],
    columns: [
      [c.d1x[row], c.d1y[row], c.d1z[row]],
      [c.d2x[row], c.d2y[row], c.d2z[row]],
      [c.d3x[row], c.d3y[row], c.d3z[row]],
    ],
  };
}

function nodePositions(
  nodes: NonNullable<Recording['nodes']>,
  surfaces: readonly BodySurface[],
  body: number,
  frame: number,
): Float64Array {
  const counts = surfaces.map(({ positions }) => positions.length / 3);
  const before = (end: number) => counts.slice(0, end).reduce((sum, count) => sum + count, 0);
  const first = frame * before(counts.length) + before(body);
  const { x, y, z } = nodes.columns;
  return Float64Array.from({ length: 3 * counts[body] }, (_, k) => [x, y, z][k % 3][first + Math.floor(k / 3)]);
}
