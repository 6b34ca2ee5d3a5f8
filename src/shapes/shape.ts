import type { Brep } from './brep/brep.ts';
import type { Compound } from './compound.ts';
import type { Disc } from './disc.ts';
import type { Ellipsoid } from './ellipsoid.ts';
import type { Halfspace } from './halfspace.ts';
import type { PointShape } from './point.ts';
import type { Polygon } from './polygon.ts';
import type { Segment } from './segment.ts';
import type { SolidShape } from './solid.ts';
import type { TiledBody } from './tiled/tiled-body.ts';
import type { Trimesh } from './trimesh.ts';

/** Shapes of planar worlds. Points, segments and half-spaces are also valid in 3-D. */
export type PlanarShape = PointShape | Segment | Disc | Polygon | Halfspace;

/**
 * Every kind of shape, in body axes [m]. Create shapes by the functions of the same names; queries expect checked ones.
 */
export type Shape = PlanarShape | TiledBody | Ellipsoid | SolidShape | Compound | Trimesh | Brep;

/** The `kind` of a shape, such as 'box': it selects the row of the pair table. */
export type ShapeKind = Shape['kind'];
