import type { Disc } from './disc.ts';
import type { Halfplane } from './halfplane.ts';
import type { PointShape } from './point.ts';
import type { Polygon } from './polygon.ts';
import type { Segment } from './segment.ts';

/** Every kind of body the library knows. A new kind joins here, and the compiler shows what it still lacks. */
export type Shape = PointShape | Segment | Disc | Polygon | Halfplane;

export type ShapeKind = Shape['kind'];
