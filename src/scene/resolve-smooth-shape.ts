import { lengthVec3 } from '../math/vec3.ts';
import { createBezierCurve } from '../shapes/nurbs/create-bezier.ts';
import { createNurbsSurface } from '../shapes/nurbs/nurbs.ts';
import { createPoint } from '../shapes/point.ts';
import { bodyFromNurbs } from '../shapes/tiled/body-from-nurbs.ts';
import { tiledBox, tiledHexahedron, tiledRoundedBox } from '../shapes/tiled/box-bodies.ts';
import { createTiledBody } from '../shapes/tiled/create-tiled-body.ts';
import { tiledExtrusion } from '../shapes/tiled/extruded-body.ts';
import { tiledLens } from '../shapes/tiled/lens-body.ts';
import { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../shapes/tiled/outline-bodies.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledRevolution,
  tiledSphere,
} from '../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../shapes/tiled/superellipsoid-body.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import type { SmoothShape } from './smooth-scene.ts';
import type { SmoothShapeDocument } from './smooth-shape-schema.ts';

/** Limits of size: squares and cubes of lengths must not overflow or underflow [m]. */
const SMALLEST = 1e-30;
const LARGEST = 1e30;

/** Builds a shape of a file. Throws a RangeError if it is invalid. */
export function buildSmoothShape(given: SmoothShapeDocument): SmoothShape {
  if (given.kind === 'point') return createPoint();
  const shape = buildTiledBody(given);
  if (!isComputable(shape)) throw new RangeError(`must be between ${SMALLEST} and ${LARGEST} m in size`);
  return shape;
}

function isComputable({ radius, center, faces, edges }: TiledBody): boolean {
  const pieces = [...faces.map(({ patch }) => patch), ...edges.map(({ curve }) => curve)];
  const finite = pieces.every((piece) => piece.kind !== 'bezier' || piece.power.every(Number.isFinite));
  return finite && radius > SMALLEST && radius < LARGEST && lengthVec3(center) < LARGEST;
}

function buildTiledBody(given: Exclude<SmoothShapeDocument, { kind: 'point' }>): TiledBody {
  switch (given.kind) {
    case 'planar':
    case 'spatial':
    case 'patch':
      return createTiledBody(given);
    case 'disc':
      return tiledDisc(given.radius);
    case 'ellipse':
      return tiledEllipse(given.semiAxes);
    case 'rounded-rectangle':
      return tiledRoundedRectangle(given.halfExtents, given.radius);
    case 'polygon':
      return tiledPolygon(given.vertices);
    case 'nurbs':
      return bodyFromNurbs(
        given.surfaces.map(({ degreeU, degreeV, points, knotsU, knotsV, weights }) =>
          createNurbsSurface(degreeU, degreeV, points, knotsU, knotsV, weights),
        ),
      );
    case 'sphere':
      return tiledSphere(given.radius);
    case 'ellipsoid':
      return tiledEllipsoid(given.semiAxes);
    case 'superellipsoid':
      return tiledSuperellipsoid(given.semiAxes, given.exponent1, given.exponent2);
    case 'capsule':
      return tiledCapsule(given.radius, given.halfHeight);
    case 'cylinder':
      return tiledCylinder(given.radius, given.halfHeight);
    case 'cone':
      return tiledCone(given.bottomRadius, given.topRadius, given.halfHeight);
    case 'box':
      return tiledBox(given.halfExtents);
    case 'rounded-box':
      return tiledRoundedBox(given.halfExtents, given.radius);
    case 'hexahedron':
      return tiledHexahedron(given.corners);
    case 'lens':
      return tiledLens(given.radius, given.offset, given.scale);
    case 'extrusion':
      return tiledExtrusion(buildTiledBody(given.outline), given.halfHeight);
    case 'revolution':
      return tiledRevolution(
        given.profile.map(({ id, points, weights }) => ({
          name: id,
          curve: createBezierCurve(
            points.map(([x, z]) => [x, 0, z]),
            weights,
          ),
        })),
      );
  }
}
