import { createPose, type ReadonlyPose, toWorld } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3, crossVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import type { Hull } from '../shapes/hull.ts';
import type { Shape } from '../shapes/shape.ts';
import type { ConvexSolid } from '../shapes/solid.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { brepLines, tiledLines } from './tiled-lines.ts';

/** A convex part of a body, with a filled silhouette. */
export interface OutlinePiece {
  readonly shape: ConvexSolid;
  /** In body axes. */
  readonly pose: ReadonlyPose;
}

/** A line on a surface, in body axes; visible if one of its adjacent faces is front-facing. */
export interface OutlineLine {
  readonly from: Vec3;
  readonly to: Vec3;
  /** Outward normals of those faces; none for lines that are always visible. */
  readonly normals: readonly Vec3[];
}

/** The drawing of a body. */
export interface SolidOutline {
  readonly pieces: readonly OutlinePiece[];
  readonly lines: readonly OutlineLine[];
}

/** Segments per circle. */
const CIRCLE = 20;

/** Edges, rims, and marks on round bodies that show their rotation. A half-space has none. */
export function solidOutline(shape: Shape): SolidOutline {
  switch (shape.kind) {
    case 'halfspace':
    case 'disc':
    case 'polygon':
      return { pieces: [], lines: [] };
    case 'tiled': {
      const { sharp, smooth } = tiledLines(shape);
      return { pieces: [], lines: [...sharp, ...smooth].flatMap(polyline) };
    }
    case 'trimesh':
      return { pieces: [], lines: meshLines(shape) };
    case 'brep':
      return { pieces: [], lines: brepLines(shape).flatMap(polyline) };
    case 'compound':
      return {
        pieces: shape.pieces,
        lines: shape.pieces.flatMap(({ shape: piece, pose }) => convexLines(piece).map((line) => placed(line, pose))),
      };
    default:
      return { pieces: [{ shape, pose: createPose() }], lines: convexLines(shape) };
  }
}

function placed({ from, to, normals }: OutlineLine, pose: ReadonlyPose): OutlineLine {
  const rotation = { position: createVec3(), rotation: pose.rotation };
  return {
    from: toWorld(createVec3(), pose, from),
    to: toWorld(createVec3(), pose, to),
    normals: normals.map((normal) => toWorld(createVec3(), rotation, normal)),
  };
}

function convexLines(shape: ConvexSolid): OutlineLine[] {
  switch (shape.kind) {
    case 'point':
      return [];
    case 'segment':
      return [{ from: { ...shape.start }, to: { ...shape.end }, normals: [] }];
    case 'sphere':
      return greatCircles(shape.radius, shape.radius, shape.radius);
    case 'ellipsoid': {
      const { x, y, z } = shape.semiAxes;
      return greatCircles(x, y, z);
    }
    case 'capsule':
      return capsuleLines(shape.radius, shape.halfHeight);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      // the edges of a rounded box are halfway around its rounding
      const inset = radius * (1 - Math.SQRT1_2);
      return boxLines(h.x - inset, h.y - inset, h.z - inset);
    }
    case 'cylinder':
      return cylinderLines(shape.radius, shape.halfHeight);
    case 'cone':
      return coneLines(shape.radius, 2 * shape.halfHeight);
    case 'hull':
      return hullLines(shape);
  }
}

/** A closed polyline; `normalsAt` returns the normals of the faces adjacent to the segment at an angle. */
function ring(at: (angle: number) => Vec3, normalsAt: (angle: number) => readonly Vec3[]): OutlineLine[] {
  const step = (2 * Math.PI) / CIRCLE;
  return Array.from({ length: CIRCLE }, (_, k) => ({
    from: at(k * step),
    to: at((k + 1) * step),
    normals: normalsAt((k + 0.5) * step),
  }));
}

/** Three sections along the axes. The normal of an ellipsoid at p is along (x/a², y/b², z/c²). */
function greatCircles(a: number, b: number, c: number): OutlineLine[] {
  const sections = [
    (t: number) => createVec3(a * cos(t), b * sin(t), 0),
    (t: number) => createVec3(0, b * cos(t), c * sin(t)),
    (t: number) => createVec3(a * sin(t), 0, c * cos(t)),
  ];
  return sections.flatMap((at) =>
    ring(at, (t) => {
      const { x, y, z } = at(t);
      return [createVec3(x / (a * a), y / (b * b), z / (c * c))];
    }),
  );
}

function circle(radius: number, z: number, ...flat: Vec3[]): OutlineLine[] {
  return ring(
    (t) => createVec3(radius * cos(t), radius * sin(t), z),
    (t) => [createVec3(cos(t), sin(t), 0), ...flat],
  );
}

function capsuleLines(radius: number, half: number): OutlineLine[] {
  const along = [1, -1].map((side) => ({
    from: createVec3(side * radius, 0, -half),
    to: createVec3(side * radius, 0, half),
    normals: [createVec3(side)],
  }));
  return [...circle(radius, -half), ...circle(radius, half), ...along];
}

function cylinderLines(radius: number, half: number): OutlineLine[] {
  return [-half, half].flatMap((z) => {
    const cap = createVec3(0, 0, z);
    const mark = { from: createVec3(0, 0, z), to: createVec3(radius, 0, z), normals: [cap] };
    return [...circle(radius, z, cap), mark];
  });
}

function coneLines(radius: number, height: number): OutlineLine[] {
  const [bottom, top] = [-height / 4, (3 * height) / 4];
  const mark = {
    from: createVec3(radius, 0, bottom),
    to: createVec3(0, 0, top),
    normals: [createVec3(height, 0, radius)],
  };
  return [...circle(radius, bottom, createVec3(0, 0, -1)), mark];
}

function boxLines(a: number, b: number, c: number): OutlineLine[] {
  const half = [a, b, c];
  const vector = (values: readonly number[]) => createVec3(values[0], values[1], values[2]);
  return [0, 1, 2].flatMap((axis) => {
    const [second, third] = [(axis + 1) % 3, (axis + 2) % 3];
    return [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([s, t]) => {
      const end = (sign: number) => {
        const corner = [0, 0, 0];
        corner[axis] = sign * half[axis];
        corner[second] = s * half[second];
        corner[third] = t * half[third];
        return vector(corner);
      };
      const face = (of: number, sign: number) => vector([0, 1, 2].map((k) => (k === of ? sign : 0)));
      return { from: end(-1), to: end(1), normals: [face(second, s), face(third, t)] };
    });
  });
}

function hullLines({ vertices, normals, edges }: Hull): OutlineLine[] {
  return Array.from({ length: edges.length / 4 }, (_, k) => {
    const [from, to, left, right] = edges.subarray(4 * k, 4 * k + 4);
    return {
      from: packed(vertices, from),
      to: packed(vertices, to),
      normals: [packed(normals, left), packed(normals, right)],
    };
  });
}

/** Sharp edges and boundary edges of a mesh. */
function meshLines({ positions, triangles, neighbours, normals }: Trimesh): OutlineLine[] {
  const lines: OutlineLine[] = [];
  for (let side = 0; side < triangles.length; side++) {
    const triangle = Math.floor(side / 3);
    const other = neighbours[side];
    if (other > triangle) continue; // handled from the other triangle
    const next = side % 3 === 2 ? side - 2 : side + 1;
    const adjacent = other < 0 ? [] : [packed(normals, triangle), packed(normals, other)];
    lines.push({ from: packed(positions, triangles[side]), to: packed(positions, triangles[next]), normals: adjacent });
  }
  return lines;
}

function packed(values: Float64Array, index: number): Vec3 {
  return createVec3(values[3 * index], values[3 * index + 1], values[3 * index + 2]);
}

/** The segments of a polyline given by its points, packed xyz. */
function polyline(points: Float64Array): OutlineLine[] {
  return Array.from({ length: points.length / 3 - 1 }, (_, k) => ({
    from: packed(points, k),
    to: packed(points, k + 1),
    normals: [],
  }));
}

/** Grid lines on the plane of a half-space around `centre` [m], as large as a box with these half extents. */
export function wallLines(
  normal: ReadonlyVec3,
  centre: ReadonlyVec3,
  half: ReadonlyVec3,
  count: number,
): OutlineLine[] {
  const aside = Math.abs(normal.x) < 0.9 ? createVec3(1) : createVec3(0, 1);
  const u = normalizeVec3(createVec3(), crossVec3(createVec3(), normal, aside));
  const v = crossVec3(createVec3(), normal, u);
  const reach = (d: Vec3) => Math.abs(d.x) * half.x + Math.abs(d.y) * half.y + Math.abs(d.z) * half.z;
  const [long, wide] = [reach(u), reach(v)];
  const cell = (2 * Math.max(long, wide)) / count;
  const at = (p: number, q: number) =>
    createVec3(centre.x + p * u.x + q * v.x, centre.y + p * u.y + q * v.y, centre.z + p * u.z + q * v.z);
  const places = (max: number) => {
    const cells = Math.max(1, Math.round((2 * max) / cell));
    return Array.from({ length: cells + 1 }, (_, k) => ((2 * k) / cells - 1) * max);
  };
  return [
    ...places(long).map((p) => ({ from: at(p, -wide), to: at(p, wide), normals: [] })),
    ...places(wide).map((q) => ({ from: at(-long, q), to: at(long, q), normals: [] })),
  ];
}
