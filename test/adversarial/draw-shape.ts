import { createCompound } from '../../src/bounds/create-compound.ts';
import { createPose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createDisc } from '../../src/shapes/disc.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createHull } from '../../src/shapes/hull/create-hull.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import type { Shape, ShapeKind } from '../../src/shapes/shape.ts';
import type { ConvexSolid } from '../../src/shapes/solid.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { drawMesh } from './draw-mesh.ts';
import { drawTiled } from './draw-tiled.ts';

/** A shape, and the one it is judged as: a tiled body as the shape with a closed form that it represents, any other as itself. */
export interface DrawnShape {
  readonly shape: Shape;
  readonly twin: Shape;
}

/** Factors for the extents along x, y and z: regular, needle and sheet. */
function drawAspect(random: Random): [number, number, number] {
  const thin = 10 ** random.between(-6, -1);
  switch (random.below(6)) {
    case 0:
      return [thin, thin, 1];
    case 1:
      return [1, 1, thin];
    case 2:
      return [1, thin, 1];
    default:
      return [1, 1, 1];
  }
}

/** A length that occurs twice: simple fractions are drawn as often as arbitrary numbers. */
function drawLength(random: Random): number {
  return random.below(2) === 0 ? [1, 0.5, 0.25, 0.1][random.below(4)] : random.between(0.1, 1);
}

/** A shape of about the size `k` [m] with coordinates that are round numbers up to `noise` times the size. */
export function drawShape(random: Random, kind: ShapeKind, k: number, planar: boolean, noise: number): DrawnShape {
  if (kind === 'tiled') return drawTiled(random, k, planar);
  const shape = drawPlain(random, kind, k, planar, noise);
  return { shape, twin: shape };
}

function drawPlain(random: Random, kind: ShapeKind, k: number, planar: boolean, noise: number): Shape {
  switch (kind) {
    case 'halfspace': {
      const axis = [0, 0, 0];
      axis[random.below(planar ? 2 : 3)] = random.below(2) === 0 ? 1 : -1;
      const normal = axis.map((value) => value + noise * random.normal());
      return createHalfspace(planar ? normal.slice(0, 2) : normal);
    }
    case 'disc':
      return createDisc(k * drawLength(random));
    case 'polygon':
      return drawPolygon(random, k, noise);
    case 'compound':
      return drawCompound(random, k, noise);
    case 'trimesh':
      return drawMesh(random, k, noise);
    case 'segment': {
      const aligned = [0, 0, 0];
      aligned[random.below(planar ? 2 : 3)] = 1;
      const direction =
        random.below(3) > 0 ? aligned : [random.normal(), random.normal(), planar ? 0 : random.normal()];
      const half = k * drawLength(random) * (random.below(8) === 0 ? noise : 1);
      const [from, to] = [direction.map((d) => -half * d), direction.map((d) => half * d)];
      return planar ? createSegment(from.slice(0, 2), to.slice(0, 2)) : createSegment(from, to);
    }
    default:
      return drawConvex(random, kind as ConvexSolid['kind'], k, noise);
  }
}

export function drawConvex(random: Random, kind: ConvexSolid['kind'], k: number, noise: number): ConvexSolid {
  const [a, b, c] = drawAspect(random);
  const [x, y, z] = random.below(2) === 0 ? [1, 1, 1] : [drawLength(random), drawLength(random), drawLength(random)];
  switch (kind) {
    case 'point':
      return createPoint();
    case 'segment':
      return createSegment([0, 0, -k * z], [0, 0, k * z]);
    case 'sphere':
      return createSphere(k * x);
    case 'capsule':
      return createCapsule(k * x * a, random.below(6) === 0 ? 0 : k * z * c);
    case 'box': {
      const halfExtents = [k * x * a, k * y * b, k * z * c];
      const rounding = [0, 0, 0, 1, 0.5][random.below(5)];
      return createBox(halfExtents, rounding * Math.min(...halfExtents));
    }
    case 'cylinder':
      return createCylinder(k * x * a, k * z * c);
    case 'cone':
      return createCone(k * x * a, (k * z * c) / 2);
    case 'ellipsoid':
      // the table states its accuracy for aspects up to 1000
      return createEllipsoid([k * x * Math.max(a, 1e-3), k * y * Math.max(b, 1e-3), k * z * Math.max(c, 1e-3)]);
    case 'hull':
      return drawHull(random, [k * x * a, k * y * b, k * z * c], noise);
  }
}

const SIGNS = [-1, 1] as const;
const CUBE = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => [x, y, z])));
const OCTAHEDRON = [0, 1, 2].flatMap((axis) => SIGNS.map((sign) => [0, 1, 2].map((i) => (i === axis ? sign : 0))));

/** Corners of a cube, an octahedron, a tetrahedron, a prism, a frustum, or points on a sphere. */
function hullPoints(random: Random): number[][] {
  switch (random.below(6)) {
    case 0:
      return OCTAHEDRON;
    case 1:
      return CUBE.filter(([x, y, z]) => x * y * z > 0);
    case 2: {
      const count = 3 + random.below(6);
      return Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((angle) =>
        SIGNS.map((z) => [Math.cos(angle), Math.sin(angle), z]),
      );
    }
    case 3:
      return CUBE.map(([x, y, z]) => (z > 0 ? [x / 2, y / 2, z] : [x, y, z]));
    case 4:
      return Array.from({ length: 6 + random.below(20) }, () => {
        const v = [random.normal(), random.normal(), random.normal()];
        return v.map((value) => value / Math.hypot(...v));
      });
    default:
      return CUBE;
  }
}

function drawHull(random: Random, extents: readonly number[], noise: number) {
  const points = hullPoints(random).map((p) => p.map((value, i) => extents[i] * (value + noise * random.normal())));
  return createHull(points);
}

function drawPolygon(random: Random, k: number, noise: number): Shape {
  const thin = random.below(4) === 0 ? 10 ** random.between(-6, -1) : 1;
  const count = 3 + random.below(8);
  const outlines: (readonly (readonly number[])[])[] = [
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    Array.from({ length: count }, (_, i) => [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count)]),
    [
      [-1, -1],
      [1, -1],
      [1, 0],
      [0, 0],
      [0, 1],
      [-1, 1],
    ],
    // a notch exactly as wide as its two sides
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [0.5, 1],
      [0.5, 0],
      [-0.5, 0],
      [-0.5, 1],
      [-1, 1],
    ],
    // two of these have enough edges for a hierarchy
    gear(36),
  ];
  const outline = outlines[random.below(outlines.length)];
  return createPolygon(
    outline.map(([x, y]) => [k * (x + noise * random.normal()), k * thin * (y + noise * random.normal())]),
  );
}

/** Outline of a gear with straight teeth. */
function gear(teeth: number): number[][] {
  return Array.from({ length: 2 * teeth }, (_, i) => {
    const [angle, radius] = [(Math.PI * i) / teeth, i % 2 === 0 ? 1 : 0.9];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Solids in a row that touch with their faces, or share a place. */
function drawCompound(random: Random, k: number, noise: number): Shape {
  const kinds = ['box', 'cylinder', 'sphere', 'capsule', 'hull', 'cone', 'ellipsoid'] as const;
  const count = 1 + random.below(3);
  return createCompound(
    Array.from({ length: count }, (_, i) => {
      const shape: ConvexSolid =
        random.below(2) === 0
          ? createBox([(2 * k) / count / 2, k / 2, k / 2])
          : drawConvex(random, kinds[random.below(kinds.length)], k / count, noise);
      const x = (2 * k * i) / count - k + k / count;
      return { shape, pose: createPose([x + k * noise * random.normal(), 0, 0]) };
    }),
  );
}
