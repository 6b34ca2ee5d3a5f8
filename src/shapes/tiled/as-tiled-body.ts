import { createMat3 } from '../../math/mat3.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import type { Box } from '../box.ts';
import type { Capsule } from '../capsule.ts';
import type { Cone } from '../cone.ts';
import type { Cylinder } from '../cylinder.ts';
import type { Ellipsoid } from '../ellipsoid.ts';
import type { Hull } from '../hull.ts';
import { bilinearPatch } from '../nurbs/quadric-patches.ts';
import type { Polygon } from '../polygon.ts';
import { tiledBox, tiledRoundedBox } from './box-bodies.ts';
import { tiledPolygon } from './outline-bodies.ts';
import { tiledCapsule, tiledCone, tiledCylinder, tiledEllipsoid, tiledSphere } from './revolved-bodies.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';
import { transformTiledBody } from './transform-tiled-body.ts';

/** Shapes that have an exact representation by curves or patches. */
export type Tileable = Polygon | Ellipsoid | Capsule | Box | Cylinder | Cone | Hull;

const made = new WeakMap<Tileable, TiledBody>();
const AT_ORIGIN = createVec3();

/**
 * The same body by curves or patches, exactly: the sides of a polygon retain their indices. Created once per shape;
 * later calls return the same object.
 */
export function asTiledBody(shape: Tileable): TiledBody {
  let body = made.get(shape);
  if (body === undefined) {
    body = tile(shape);
    made.set(shape, body);
  }
  return body;
}

function tile(shape: Tileable): TiledBody {
  switch (shape.kind) {
    case 'polygon':
      return tilePolygon(shape);
    case 'ellipsoid':
      return tileEllipsoid(shape);
    case 'capsule':
      return tileCapsule(shape.radius, shape.halfHeight);
    case 'box':
      return tileBox(shape);
    case 'cylinder':
      if (shape.halfHeight === 0) throw flatError();
      return tiledCylinder(shape.radius, shape.halfHeight);
    case 'cone':
      // from -height/4 to 3 height/4, not centred
      return transformTiledBody(
        tiledCone(shape.radius, 0, shape.halfHeight),
        createMat3(),
        createVec3(0, 0, 0.5 * shape.halfHeight),
      );
    case 'hull':
      return tileHull(shape);
  }
}

function flatError(): RangeError {
  return new RangeError(
    'tiled body: a flat body encloses nothing; paired with a smooth non-convex body it needs a height',
  );
}

function tilePolygon({ vertices }: Polygon): TiledBody {
  const corners = Array.from({ length: vertices.length / 2 }, (_, i) => [vertices[2 * i], vertices[2 * i + 1]]);
  return tiledPolygon(corners);
}

function tileEllipsoid({ semiAxes, deformation }: Ellipsoid): TiledBody {
  const { x, y, z } = semiAxes;
  return transformTiledBody(tiledEllipsoid([x, y, z]), deformation, AT_ORIGIN);
}

function tileCapsule(radius: number, halfHeight: number): TiledBody {
  return halfHeight > 0 ? tiledCapsule(radius, halfHeight) : tiledSphere(radius);
}

/** With the maximum radius, a box has no flat sides perpendicular to its shortest edge: a capsule, a sphere, or unsupported. */
function tileBox({ halfExtents: { x, y, z }, radius }: Box): TiledBody {
  if (radius === 0) return tiledBox([x, y, z]);
  const [min, midpoint, max] = [x, y, z].sort((a, b) => a - b);
  if (radius < min) return tiledRoundedBox([x, y, z], radius);
  if (midpoint > min) {
    throw new RangeError(
      `tiled body: a box rounded by half its shortest edge, ${radius} m, must be a capsule or a sphere; use a smaller radius`,
    );
  }
  const capsule = tileCapsule(radius, max - radius);
  if (max === z) return capsule;
  // z is mapped to the long axis
  const rotation = createMat3(0, 0, 0);
  if (max === x) rotation.xz = rotation.yx = rotation.zy = 1;
  else rotation.yz = rotation.zx = rotation.xy = 1;
  return transformTiledBody(capsule, rotation, AT_ORIGIN);
}

/** Faces as quads from their first corner on, and a triangle with one degenerate side if one is left. */
function tileHull({ vertices: v, faceStarts, faceVertices }: Hull): TiledBody {
  if (faceStarts.length === 3) throw flatError();
  const patches = [];
  const corner = (k: number): Vec3 => {
    const i = 3 * faceVertices[k];
    return createVec3(v[i], v[i + 1], v[i + 2]);
  };
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face];
    const end = faceStarts[face + 1];
    for (let k = first + 1; k + 1 < end; k += 2) {
      const last = Math.min(k + 2, end - 1);
      patches.push(bilinearPatch(corner(first), corner(k), corner(last), corner(k + 1)));
    }
  }
  return tileFromPatches(patches);
}
