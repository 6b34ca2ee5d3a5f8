import * as THREE from 'three';
import type { Compound, Ellipsoid, Hull, SolidShape, Trimesh } from '../../../src/index.ts';
import { drawPlanar } from './planar-drawing.ts';
import { joined, polylines, positions, type ShapeDrawing, sharpEdges } from './shape-drawing.ts';

/** Segments of a circle, for single bodies and for one of many. */
const ROUND = 40;
export const ROUGH = 16;

export function drawSolid(shape: SolidShape | Ellipsoid, round = ROUND): ShapeDrawing {
  switch (shape.kind) {
    case 'sphere':
      return {
        surface: ball(shape.radius, round),
        isolines: greatCircles(shape.radius),
        flat: false,
        closed: true,
      };
    case 'capsule': {
      const surface = upright(new THREE.CapsuleGeometry(shape.radius, 2 * shape.halfHeight, round / 4, round));
      const rings = [-1, 1].map((end) => ring(shape.radius, end * shape.halfHeight));
      const sides = [0, 1, 2, 3].map((k) =>
        side(shape.radius, shape.radius, -shape.halfHeight, shape.halfHeight, (k * Math.PI) / 2),
      );
      return { surface, isolines: polylines([...rings, ...sides]), flat: false, closed: true };
    }
    case 'box':
      return drawBox(shape.halfExtents, shape.radius, round);
    case 'cylinder': {
      const { radius, halfHeight } = shape;
      const surface = upright(new THREE.CylinderGeometry(radius, radius, 2 * halfHeight, round));
      const edges = polylines([ring(radius, -halfHeight), ring(radius, halfHeight)]);
      return {
        surface,
        edges,
        isolines: polylines([
          side(radius, radius, -halfHeight, halfHeight, 0),
          [0, 0, halfHeight, radius, 0, halfHeight],
        ]),
        flat: false,
        closed: true,
      };
    }
    case 'cone': {
      const { radius } = shape;
      const height = 2 * shape.halfHeight;
      const surface = upright(new THREE.ConeGeometry(radius, height, round)).translate(0, 0, height / 4);
      return {
        surface,
        edges: polylines([ring(radius, -height / 4)]),
        isolines: polylines([side(radius, 0, -height / 4, 0.75 * height, 0)]),
        flat: false,
        closed: true,
      };
    }
    case 'hull':
      return drawHull(shape);
    case 'ellipsoid':
      return drawEllipsoid(shape, round);
  }
}

function ball(radius: number, round: number): THREE.BufferGeometry {
  return new THREE.SphereGeometry(radius, round, round / 2);
}

/** The axis of three.js primitives is y; here it is z. */
function upright(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

function ring(radius: number, z: number): Float64Array {
  return Float64Array.from({ length: 3 * (ROUND + 1) }, (_, k) => {
    const angle = (2 * Math.PI * Math.floor(k / 3)) / ROUND;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z][k % 3];
  });
}

function side(bottom: number, top: number, low: number, high: number, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [bottom * c, bottom * s, low, top * c, top * s, high];
}

function greatCircles(radius: number): THREE.BufferGeometry {
  const circle = ring(radius, 0);
  const rotated = (from: number, to: number) =>
    circle.map((_, k) => circle[3 * Math.floor(k / 3) + (((k % 3) + 3 + from - to) % 3)]);
  return polylines([circle, rotated(0, 1), rotated(0, 2)]);
}

function drawBox({ x, y, z }: { x: number; y: number; z: number }, radius: number, round: number): ShapeDrawing {
  const sharp = new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
  if (radius === 0) return { surface: sharp, edges: sharpEdges(sharp), flat: false, closed: true };
  const inner = [x - radius, y - radius, z - radius];
  const surface = ball(radius, round);
  const at = surface.getAttribute('position');
  // a sphere split along the axes: its octants move to the vertices of the inner box
  for (let i = 0; i < at.count; i++) {
    const p = [at.getX(i), at.getY(i), at.getZ(i)];
    const [px, py, pz] = p.map((value, k) => value + Math.sign(Math.abs(value) < 1e-9 * radius ? 1 : value) * inner[k]);
    at.setXYZ(i, px, py, pz);
  }
  surface.computeVertexNormals();
  const inset = new THREE.BoxGeometry(2 * inner[0], 2 * inner[1], 2 * inner[2]);
  return { surface, isolines: sharpEdges(inset), flat: false, closed: true };
}

function drawHull({ vertices, faceStarts, faceVertices }: Hull): ShapeDrawing {
  const corners: number[] = [];
  const rims: number[][] = [];
  const corner = (i: number) => Array.from(vertices.subarray(3 * i, 3 * i + 3));
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const loop = Array.from(faceVertices.subarray(faceStarts[face], faceStarts[face + 1]));
    for (let k = 1; k + 1 < loop.length; k++)
      corners.push(...corner(loop[0]), ...corner(loop[k]), ...corner(loop[k + 1]));
    rims.push([...loop, loop[0]].flatMap(corner));
  }
  const surface = positions(corners);
  surface.computeVertexNormals();
  return { surface, edges: polylines(rims), flat: false, closed: true };
}

/** The unit sphere transformed by B = F diag(semiAxes). */
function drawEllipsoid({ semiAxes, deformation: f }: Ellipsoid, round: number): ShapeDrawing {
  const matrix = new THREE.Matrix4().set(
    f.xx * semiAxes.x,
    f.xy * semiAxes.y,
    f.xz * semiAxes.z,
    0,
    f.yx * semiAxes.x,
    f.yy * semiAxes.y,
    f.yz * semiAxes.z,
    0,
    f.zx * semiAxes.x,
    f.zy * semiAxes.y,
    f.zz * semiAxes.z,
    0,
    0,
    0,
    0,
    1,
  );
  const { surface, isolines } = unitBall(round);
  return { surface: surface.applyMatrix4(matrix), isolines: isolines.applyMatrix4(matrix), flat: false, closed: true };
}

export function unitBall(round = ROUND): { surface: THREE.BufferGeometry; isolines: THREE.BufferGeometry } {
  return { surface: ball(1, round), isolines: greatCircles(1) };
}

export function drawTrimesh({ positions: nodes, triangles }: Trimesh): ShapeDrawing {
  const surface = positions(nodes).setIndex(Array.from(triangles)).toNonIndexed();
  surface.computeVertexNormals();
  return { surface, edges: sharpEdges(surface, 25), flat: false, closed: isClosed(triangles) };
}

/** Whether every edge of a triangle is also one of another triangle, in the opposite direction. */
export function isClosed(triangles: ArrayLike<number>): boolean {
  const open = new Set<string>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[i + k], triangles[i + ((k + 1) % 3)]];
      if (!open.delete(`${b} ${a}`)) open.add(`${a} ${b}`);
    }
  }
  return open.size === 0;
}

/** The parts, each with its pose. */
export function drawCompound({ pieces }: Compound, round?: number): ShapeDrawing {
  const drawings = pieces.map(({ shape, pose }) => {
    const { position: p, rotation: r } = pose;
    const matrix = new THREE.Matrix4().set(
      r.xx,
      r.xy,
      r.xz,
      p.x,
      r.yx,
      r.yy,
      r.yz,
      p.y,
      r.zx,
      r.zy,
      r.zz,
      p.z,
      0,
      0,
      0,
      1,
    );
    const drawing =
      shape.kind === 'point' || shape.kind === 'segment' ? drawPlanar(shape, 1, true) : drawSolid(shape, round);
    return {
      surface: drawing.surface?.applyMatrix4(matrix),
      edges: drawing.edges?.applyMatrix4(matrix),
      isolines: drawing.isolines?.applyMatrix4(matrix),
    };
  });
  const all = (part: 'surface' | 'edges' | 'isolines') => {
    const found = drawings.map((drawing) => drawing[part]).filter((geometry) => geometry !== undefined);
    return found.length > 0 ? joined(found) : undefined;
  };
  return { surface: all('surface'), edges: all('edges'), isolines: all('isolines'), flat: false, closed: true };
}
