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

/** What worlds of the plane are made of. Points and segments, and the half space behind a wall, live in space as well. */
export type PlanarShape = PointShape | Segment | Disc | Polygon | Halfspace;

/** Every kind of body the library knows. A new kind joins here, and the compiler shows what it still lacks. */
export type Shape = PlanarShape | TiledBody | Ellipsoid | SolidShape | Compound | Trimesh;

export type ShapeKind = Shape['kind'];
