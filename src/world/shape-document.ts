import type { ReadonlyMat3 } from '../math/mat3.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { brepDocument } from '../shapes/brep/brep-document.ts';
import type { Shape } from '../shapes/shape.ts';

/** A shape in the notation of scene files; undefined for shapes that have none. */
export function shapeDocument(shape: Shape): object | undefined {
  switch (shape.kind) {
    case 'sphere':
      return { kind: 'sphere', radius: shape.radius };
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return { kind: shape.kind, radius: shape.radius, halfHeight: shape.halfHeight };
    case 'box':
      return { kind: 'box', halfExtents: listOf(shape.halfExtents), ...(shape.radius > 0 && { radius: shape.radius }) };
    case 'ellipsoid':
      return isIdentity(shape.deformation) ? { kind: 'ellipsoid', semiAxes: listOf(shape.semiAxes) } : undefined;
    case 'halfspace':
      return { kind: 'halfspace', normal: listOf(shape.normal) };
    case 'hull':
      return { kind: 'hull', vertices: triples(shape.vertices) };
    case 'trimesh':
      return { kind: 'trimesh', vertices: triples(shape.positions), triangles: triples(shape.triangles) };
    case 'brep':
      return brepDocument(shape);
    case 'compound': {
      const pieces = shape.pieces.map(({ shape: piece, pose: { position, rotation } }) => {
        const { w, x, y, z } = quaternionFromRotation(rotation);
        return { shape: shapeDocument(piece), position: listOf(position), rotation: { quaternion: [w, x, y, z] } };
      });
      return pieces.every((piece) => piece.shape) ? { kind: 'compound', pieces } : undefined;
    }
    default:
      return undefined;
  }
}

function isIdentity({ xx, yy, zz, xy, xz, yx, yz, zx, zy }: ReadonlyMat3): boolean {
  return [xx, yy, zz].every((value) => value === 1) && [xy, xz, yx, yz, zx, zy].every((value) => value === 0);
}

export function listOf({ x, y, z }: ReadonlyVec3): [number, number, number] {
  return [x, y, z];
}

function triples(numbers: ArrayLike<number>): number[][] {
  const rows: number[][] = [];
  for (let k = 0; k < numbers.length; k += 3) rows.push([numbers[k], numbers[k + 1], numbers[k + 2]]);
  return rows;
}
