import type { Box } from './box.ts';
import type { Capsule } from './capsule.ts';
import type { Cone } from './cone.ts';
import type { Cylinder } from './cylinder.ts';
import type { Ellipsoid } from './ellipsoid.ts';
import type { Hull } from './hull.ts';
import type { PointShape } from './point.ts';
import type { Segment } from './segment.ts';
import type { Sphere } from './sphere.ts';

/** Convex bodies of space by a few lengths or by their corners. */
export type SolidShape = Sphere | Capsule | Box | Cylinder | Cone | Hull;

/** Every convex body of space that is not tiled: what compounds are made of. */
export type ConvexSolid = PointShape | Segment | SolidShape | Ellipsoid;
