import * as THREE from 'three';
import type { PlanarShape } from '../../../src/index.ts';
import { polylines, positions, type ShapeDrawing } from './shape-drawing.ts';

const ROUND = 96;
/** Number of hatches of a half-space. */
const HATCHES = 240;

/** `span` [m] is the drawn length of a half-space. */
export function drawPlanar(shape: PlanarShape, span: number, inSpace: boolean): ShapeDrawing {
  switch (shape.kind) {
    case 'point':
      return { points: positions([0, 0, 0]), flat: true };
    case 'segment': {
      const { start, end } = shape;
      return { edges: positions([start.x, start.y, start.z, end.x, end.y, end.z]), flat: true };
    }
    case 'disc': {
      const { radius } = shape;
      const ring = Float32Array.from({ length: 3 * (ROUND + 1) }, (_, k) => {
        const angle = (2 * Math.PI * Math.floor(k / 3)) / ROUND;
        return k % 3 === 0 ? radius * Math.cos(angle) : k % 3 === 1 ? radius * Math.sin(angle) : 0;
      });
      // a line to the rim shows its rotation
      return {
        surface: new THREE.CircleGeometry(radius, ROUND),
        edges: polylines([ring, [0, 0, 0, radius, 0, 0]]),
        flat: true,
      };
    }
    case 'polygon':
      return drawOutline(shape.vertices);
    case 'halfspace':
      return inSpace ? drawGround(shape.normal, span) : drawWall(shape.normal, span);
  }
}

/** A filled planar outline from packed vertices xy xy ... */
export function drawOutline(corners: ArrayLike<number>): ShapeDrawing {
  const points = Array.from(
    { length: corners.length / 2 },
    (_, i) => new THREE.Vector2(corners[2 * i], corners[2 * i + 1]),
  );
  const ring = [...points, points[0]].flatMap(({ x, y }) => [x, y, 0]);
  return { surface: new THREE.ShapeGeometry(new THREE.Shape(points)), edges: polylines([ring]), flat: true };
}

interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A line with hatches on the solid side. */
function drawWall({ x: nx, y: ny }: Direction, span: number): ShapeDrawing {
  const along = (s: number, depth: number) => [-ny * s - nx * depth, nx * s - ny * depth, 0];
  const step = span / HATCHES;
  const hatches = Array.from({ length: HATCHES }, (_, i) => {
    const s = -span / 2 + i * step;
    return [...along(s + 0.6 * step, 0), ...along(s, 0.6 * step)];
  });
  return {
    edges: polylines([[...along(-span / 2, 0), ...along(span / 2, 0)]]),
    isolines: polylines(hatches),
    flat: true,
  };
}

/** A square of the boundary plane of a half-space. */
function drawGround({ x, y, z }: Direction, span: number): ShapeDrawing {
  const surface = new THREE.PlaneGeometry(span, span);
  surface.applyQuaternion(
    new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(x, y, z)),
  );
  return { surface, flat: true, oneSided: true };
}
