import { createMat3 } from '../../src/math/mat3.ts';
import type { Random } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createDisc } from '../../src/shapes/disc.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { tiledBox, tiledRoundedBox } from '../../src/shapes/tiled/box-bodies.ts';
import {
  tiledDisc,
  tiledEllipse,
  tiledPolygon,
  tiledRoundedRectangle,
  tiledStadium,
} from '../../src/shapes/tiled/outline-bodies.ts';
import {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledSphere,
} from '../../src/shapes/tiled/revolved-bodies.ts';
import { transformTiledBody } from '../../src/shapes/tiled/transform-tiled-body.ts';
import type { DrawnShape } from './draw-shape.ts';

// Tiled bodies and the bodies with a closed form that judge them. In the plane a rounded box with no more than its rounding along z is a
// rounded rectangle, and an ellipsoid an ellipse. All are convex: a search for an impact may take a step per tolerance along others.

type Make = (k: number) => DrawnShape;

const SPATIAL: readonly Make[] = [
  (k) => ({ shape: tiledSphere(k), twin: createSphere(k) }),
  (k) => ({ shape: tiledEllipsoid([k, 0.5 * k, 0.25 * k]), twin: createEllipsoid([k, 0.5 * k, 0.25 * k]) }),
  (k) => ({ shape: tiledCapsule(0.5 * k, k), twin: createCapsule(0.5 * k, k) }),
  (k) => ({ shape: tiledCylinder(k, 0.5 * k), twin: createCylinder(k, 0.5 * k) }),
  (k) => ({ shape: tiledBox([k, 0.5 * k, k]), twin: createBox([k, k / 2, k]) }),
  (k) => ({ shape: tiledRoundedBox([k, 0.5 * k, k], 0.25 * k), twin: createBox([k, k / 2, k], 0.25 * k) }),
  // a cone has its origin at the centre of mass, a quarter of its height over the base
  (k) => ({
    shape: transformTiledBody(tiledCone(k, 0, 0.5 * k), createMat3(), createVec3(0, 0, 0.25 * k)),
    twin: createCone(k, k / 2),
  }),
];

const PLANAR: readonly Make[] = [
  (k) => ({ shape: tiledDisc(k), twin: createDisc(k) }),
  (k) => ({ shape: tiledEllipse([k, k]), twin: createDisc(k) }),
  (k) => ({ shape: tiledEllipse([k, 0.25 * k]), twin: createEllipsoid([k, 0.25 * k, 0.25 * k]) }),
  (k) => ({
    shape: tiledRoundedRectangle([k, 0.5 * k], 0.25 * k),
    twin: createBox([k, k / 2, 0.25 * k], 0.25 * k),
  }),
  (k) => ({ shape: tiledStadium(0.5 * k, k), twin: createBox([1.5 * k, k / 2, k / 2], 0.5 * k) }),
  triangleOf,
];

const TRIANGLE = [
  [-1, -0.5],
  [1, -0.5],
  [0, 1],
];
function triangleOf(k: number): DrawnShape {
  const vertices = TRIANGLE.map(([x, y]) => [k * x, k * y]);
  return { shape: tiledPolygon(vertices), twin: createPolygon(vertices) };
}

/** Tiled bodies keep tables for their queries: a few are made once for each size. */
const pools = new Map<string, DrawnShape>();

/** A tiled body of about the size `k` [m]. */
export function drawTiled(random: Random, k: number, planar: boolean): DrawnShape {
  const kinds = planar ? PLANAR : SPATIAL;
  const choice = random.below(kinds.length);
  const key = `${planar} ${k} ${choice}`;
  const known = pools.get(key) ?? kinds[choice](k);
  pools.set(key, known);
  return known;
}
