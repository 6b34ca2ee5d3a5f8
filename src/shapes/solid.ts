import type { Box } from './box.ts';
import type { Capsule } from './capsule.ts';
import type { Cone } from './cone.ts';
import type { Cylinder } from './cylinder.ts';
import type { Hull } from './hull.ts';
import type { Sphere } from './sphere.ts';

/** Convex bodies of space by a few lengths or by their corners. */
export type SolidShape = Sphere | Capsule | Box | Cylinder | Cone | Hull;
