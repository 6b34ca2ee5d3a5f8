import { createAabb, shapeAabb } from '../../src/entries/bounds.ts';
import {
  pose as createPose,
  massProperties,
  quaternionFromRotation,
  type ReadonlyPose,
  type Shape,
} from '../../src/index.ts';
import { parseDocument, resolveScene } from '../../src/scene/read.ts';
import { formatPath, SceneError } from '../../src/scene/scene-error.ts';
import { validateDocument } from '../../src/scene/validate.ts';
import { buildShape } from './build-body.ts';
import type { ShapeDocument } from './play-state.ts';

/** A shape from a text. */
export interface NamedShape {
  readonly name: string;
  readonly shape: ShapeDocument;
}

/** Smooth bodies with the names of solids. */
const SHARED = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'ellipsoid'];

/** The shapes of the bodies of a scene, or the one of a file that has only a shape, such as `{ "kind": "nurbs", ... }`. */
export function bodiesOfText(text: string, source: string): NamedShape[] {
  const { data } = parseDocument(text, source);
  if (typeof data === 'object' && data !== null && 'kind' in data && !('bodies' in data)) {
    buildShape(data as ShapeDocument);
    return [{ name: source, shape: data as ShapeDocument }];
  }
  const fail = (path: readonly (string | number)[], expected: string): never => {
    const at = formatPath(path);
    throw new SceneError(source, { line: 1, column: 1 }, at, expected);
  };
  const document = validateDocument(data, fail);
  const scene = resolveScene(document, fail);
  if (scene.world === 'vehicles' || scene.world === 'deformable') {
    throw new RangeError(`${source}: the bodies of a world "${scene.world}" change their shape; choose another scene`);
  }
  const given = new Map(
    (document as unknown as { bodies: readonly { name: string; shape: ShapeDocument }[] }).bodies.map(
      ({ name, shape }) => [name, shape],
    ),
  );
  const found = scene.bodies.flatMap(({ name, shape }): NamedShape[] => {
    const written = shape.kind === 'tiled' ? tiledDocument(given.get(name)) : documentOf(shape);
    return written ? [{ name, shape: written }] : [];
  });
  if (found.length === 0) throw new RangeError(`${source}: no body with a shape of its own`);
  return found;
}

/** A smooth body as it is written in the scene. */
function tiledDocument(given: ShapeDocument | undefined): ShapeDocument | undefined {
  return given && SHARED.includes(given.kind) ? { kind: 'smooth', surface: given } : given;
}

/** The keys of queries for a shape; undefined for one that they cannot describe. */
function documentOf(shape: Shape): ShapeDocument | undefined {
  switch (shape.kind) {
    case 'sphere':
    case 'disc':
      return { kind: shape.kind, radius: shape.radius };
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return { kind: shape.kind, radius: shape.radius, halfHeight: shape.halfHeight };
    case 'box': {
      const { halfExtents: h, radius } = shape;
      return { kind: 'box', halfExtents: [h.x, h.y, h.z], ...(radius > 0 && { radius }) };
    }
    case 'ellipsoid': {
      const { semiAxes: s, deformation: f } = shape;
      const isPlain = [f.xx - 1, f.xy, f.xz, f.yx, f.yy - 1, f.yz, f.zx, f.zy, f.zz - 1].every((value) => value === 0);
      return isPlain ? { kind: 'ellipsoid', semiAxes: [s.x, s.y, s.z] } : undefined;
    }
    case 'hull':
      return { kind: 'hull', vertices: rows(shape.vertices, 3) };
    case 'polygon':
      return { kind: 'polygon', vertices: rows(shape.vertices, 2) };
    case 'trimesh':
      return { kind: 'trimesh', vertices: centred(shape), triangles: rows(shape.triangles, 3) };
    case 'compound':
      return {
        kind: 'compound',
        pieces: shape.pieces.map((piece) => ({ shape: documentOf(piece.shape), ...placed(piece.pose) })),
      };
    case 'point':
      return { kind: 'point' };
    case 'segment': {
      const { start: s, end: e } = shape;
      return { kind: 'segment', start: [s.x, s.y, s.z], end: [e.x, e.y, e.z] };
    }
    case 'halfspace':
      return { kind: 'halfspace', normal: [shape.normal.x, shape.normal.y, shape.normal.z] };
    default:
      return undefined;
  }
}

function placed({ position: p, rotation }: ReadonlyPose) {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  return { position: [p.x, p.y, p.z], rotation: { quaternion: [w, x, y, z] } };
}

function rows(packed: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: packed.length / width }, (_, i) =>
    Array.from({ length: width }, (__, k) => packed[width * i + k]),
  );
}

/** The vertices of a mesh about its centre of mass, or about the midpoint of its box if it is open. */
function centred(shape: Extract<Shape, { kind: 'trimesh' }>): number[][] {
  const { min, max } = shapeAabb(createAabb(), shape, createPose());
  const midpoint = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  const { x, y, z } = shape.closed ? massProperties(shape, 1).centroid : midpoint;
  return rows(shape.positions, 3).map((at) => [at[0] - x, at[1] - y, at[2] - z]);
}
