import type { Random } from '../src/math/random.ts';
import { createNurbsSurface, type NurbsSurface } from '../src/shapes/nurbs/nurbs.ts';
import { bodyFromNurbs } from '../src/shapes/tiled/body-from-nurbs.ts';
import { tiledBox, tiledHexahedron, tiledRoundedBox } from '../src/shapes/tiled/box-bodies.ts';
import { createTiledBody } from '../src/shapes/tiled/create-tiled-body.ts';
import { tiledExtrusion } from '../src/shapes/tiled/extruded-body.ts';
import { tiledLens } from '../src/shapes/tiled/lens-body.ts';
import { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../src/shapes/tiled/outline-bodies.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledSphere,
  tiledTorus,
} from '../src/shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../src/shapes/tiled/superellipsoid-body.ts';
import type { TiledBody } from '../src/shapes/tiled/tiled-body.ts';

export interface NamedBody {
  readonly name: string;
  readonly body: TiledBody;
}

const L_SHAPE = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];

/** One body of every kind, about 1 m in size: convex ones and not, of the plane and of space, and an open patch. */
export function namedTiledBodies(): NamedBody[] {
  return Object.entries({
    disc: tiledDisc(0.8),
    ellipse: tiledEllipse([1, 0.4]),
    'rounded rectangle': tiledRoundedRectangle([1, 0.5], 0.2),
    triangle: tiledPolygon([
      [0, 0],
      [2, 0],
      [0.5, 1],
    ]),
    'L-shaped polygon': tiledPolygon(L_SHAPE),
    sphere: tiledSphere(0.7),
    ellipsoid: tiledEllipsoid([1, 0.7, 0.5]),
    'NURBS ellipsoid': bodyFromNurbs([nurbsEllipsoid(0.8, 0.6, 1.1)]),
    capsule: tiledCapsule(0.4, 0.6),
    cylinder: tiledCylinder(0.5, 0.8),
    cone: tiledCone(0.6, 0, 0.5),
    frustum: tiledCone(0.3, 0.6, 0.5),
    torus: tiledTorus(1, 0.3),
    box: tiledBox([0.9, 0.5, 0.4]),
    hexahedron: tiledHexahedron(FRUSTUM_CORNERS),
    'rounded box': tiledRoundedBox([0.9, 0.6, 0.5], 0.2),
    lens: tiledLens(1.5, 0.75, [1, 1, 1]),
    'stretched lens': tiledLens(1.2, 0.5, [0.8, 1.1, 0.75]),
    'extruded rounded rectangle': tiledExtrusion(tiledRoundedRectangle([0.8, 0.5], 0.2), 0.3),
    'extruded L': tiledExtrusion(tiledPolygon(L_SHAPE), 0.3),
    superellipsoid: tiledSuperellipsoid([1, 0.8, 0.6], 0.5, 0.7),
    octahedron: tiledSuperellipsoid([1, 0.8, 0.6], 2, 2),
    'open patch': createTiledBody({
      kind: 'patch',
      faces: [
        {
          id: 'S',
          points: [-1, 0, 1].map((x) => [-1, 0, 1].map((y) => [x, y, -0.3 * (x * x + y * y)])),
        },
      ],
    }),
  }).map(([name, body]) => ({ name, body }));
}

const FRUSTUM_CORNERS = [-0.6, 0.6].flatMap((z) => {
  const k = z < 0 ? 1 : 0.6;
  return [
    [-0.9 * k, -0.8 * k, z],
    [0.9 * k, -0.8 * k, z],
    [0.9 * k, 0.8 * k, z],
    [-0.9 * k, 0.8 * k, z],
  ];
});

/** A convex body of a random kind and size, about 1 m; planar on request. */
export function randomTiledBody(random: Random, dimension: 2 | 3): NamedBody {
  const size = () => random.between(0.4, 1.2);
  const planar: (() => NamedBody)[] = [
    () => ({ name: 'ellipse', body: tiledEllipse([size(), size()]) }),
    () => ({ name: 'rounded rectangle', body: tiledRoundedRectangle([size(), size()], random.between(0.05, 0.35)) }),
  ];
  const spatial: (() => NamedBody)[] = [
    () => ({ name: 'ellipsoid', body: tiledEllipsoid([size(), size(), size()]) }),
    () => ({ name: 'capsule', body: tiledCapsule(size() / 2, size()) }),
    () => ({ name: 'frustum', body: tiledCone(size() / 2, size() / 2, size()) }),
    () => ({ name: 'rounded box', body: tiledRoundedBox([size(), size(), size()], random.between(0.05, 0.35)) }),
    () => ({ name: 'lens', body: tiledLens(1, random.between(0.3, 0.7), [size(), size(), size()]) }),
    () => ({ name: 'superellipsoid', body: tiledSuperellipsoid([size(), size(), size()], 0.6, 0.8) }),
  ];
  const kinds = dimension === 2 ? planar : spatial;
  return kinds[random.below(kinds.length)]();
}

/** The classical ellipsoid of 9 x 5 poles: u around the z axis in quarters, v from the south pole to the north pole. */
export function nurbsEllipsoid(a: number, b: number, c: number): NurbsSurface {
  const h = Math.SQRT1_2;
  const around = [
    [1, 0, 1],
    [1, 1, h],
    [0, 1, 1],
    [-1, 1, h],
    [-1, 0, 1],
    [-1, -1, h],
    [0, -1, 1],
    [1, -1, h],
    [1, 0, 1],
  ];
  const profile = [
    [0, -1, 1],
    [1, -1, h],
    [1, 0, 1],
    [1, 1, h],
    [0, 1, 1],
  ];
  return createNurbsSurface(
    2,
    2,
    around.map(([x, y]) => profile.map(([r, z]) => [a * r * x, b * r * y, c * z])),
    [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    [0, 0, 0, 1, 1, 2, 2, 2],
    around.map(([, , w]) => profile.map(([, , weight]) => w * weight)),
  );
}
