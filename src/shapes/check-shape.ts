import { isFiniteMatrix, isFiniteVector } from '../math/check-arguments.ts';
import { describeValue } from '../math/describe-value.ts';
import type { Shape } from './shape.ts';

/** Throws a TypeError unless `shape` has the fields of its kind, as its constructor makes them. Allocates nothing unless it throws. */
export function checkShape(name: string, shape: Shape): void {
  if (isShape(shape)) return;
  const kind: unknown = shape?.kind;
  const expected = isKind(kind) ? `a ${kind} made by its constructor` : 'a shape, for example sphere(1)';
  throw new TypeError(`${name} must be ${expected}, got ${describeValue(shape)}`);
}

const KINDS: Readonly<Record<Shape['kind'], true>> = {
  point: true,
  segment: true,
  disc: true,
  polygon: true,
  halfspace: true,
  sphere: true,
  capsule: true,
  box: true,
  cylinder: true,
  cone: true,
  hull: true,
  ellipsoid: true,
  tiled: true,
  compound: true,
  trimesh: true,
  brep: true,
};

function isKind(kind: unknown): kind is Shape['kind'] {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

function isShape(shape: Shape | null | undefined): boolean {
  switch (shape?.kind) {
    case 'point':
      return true;
    case 'sphere':
    case 'disc':
      return Number.isFinite(shape.radius);
    case 'capsule':
      return Number.isFinite(shape.radius) && Number.isFinite(shape.halfHeight);
    case 'box':
      return isFiniteVector(shape.halfExtents) && Number.isFinite(shape.radius);
    case 'cylinder':
      return Number.isFinite(shape.radius) && Number.isFinite(shape.halfHeight);
    case 'cone':
      return Number.isFinite(shape.radius) && Number.isFinite(shape.halfHeight);
    case 'ellipsoid':
      return isFiniteVector(shape.semiAxes) && isFiniteMatrix(shape.deformation);
    case 'halfspace':
      return isFiniteVector(shape.normal);
    case 'segment':
      return isFiniteVector(shape.start) && isFiniteVector(shape.end);
    case 'polygon':
      return shape.vertices instanceof Float64Array && typeof shape.convex === 'boolean';
    case 'hull':
      return shape.vertices instanceof Float64Array && shape.neighbours instanceof Int32Array;
    case 'trimesh':
      return shape.positions instanceof Float64Array && shape.bvh !== undefined;
    case 'compound':
      return Array.isArray(shape.pieces) && shape.bvh !== undefined;
    case 'brep':
      return Array.isArray(shape.faces) && Array.isArray(shape.edges) && typeof shape.closed === 'boolean';
    case 'tiled':
      return shape.dimension === 2 || shape.dimension === 3;
    default:
      return false;
  }
}
