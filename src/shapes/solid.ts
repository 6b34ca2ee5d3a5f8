import type { Box } from './box.ts';
import type { Capsule } from './capsule.ts';
import type { Cone } from './cone.ts';
import type { Cylinder } from './cylinder.ts';
import type { Ellipsoid } from './ellipsoid.ts';
import type { Hull } from './hull.ts';
import type { PointShape } from './point.ts';
import type { Segment } from './segment.ts';
import type { Sphere } from './sphere.ts';

/** Convex solids defined by a few lengths or by their vertices. */
export type SolidShape = Sphere | Capsule | Box | Cylinder | Cone | Hull;

/** Every convex spatial shape that is not tiled: the pieces of compounds. */
export type ConvexSolid = PointShape | Segment | SolidShape | Ellipsoid;
