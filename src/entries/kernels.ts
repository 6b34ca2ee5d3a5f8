/** `appulse/kernels`: kernels of the narrow phase that write into prepared objects and allocate nothing. */
export type { Solid } from '../distance/convex/core.ts';
export { closestSolids } from '../distance/convex/solid-contact.ts';
export { closestConvexPolygons } from '../distance/convex-polygon/convex-distance.ts';
export { convexPenetration, type Penetration } from '../distance/convex-polygon/penetration.ts';
export { closestLineLine, createLineLine, type LineLine } from '../distance/features/line-line.ts';
export { closestPointLine, createPointLine, type PointLine } from '../distance/features/point-line.ts';
export { closestPointSegment, createPointSegment, type PointSegment } from '../distance/features/point-segment.ts';
export {
  closestPlanarSegments,
  closestSegmentSegment,
  createSegmentSegment,
  type SegmentSegment,
} from '../distance/features/segment-segment.ts';
export {
  closestPointPolygon,
  createPointPolygon,
  type PointPolygon,
  pointInConvexPolygon,
  pointInPolygon,
} from '../distance/planar/point-polygon.ts';
export { closestPolygons, type PolygonPair } from '../distance/planar/polygon-polygon.ts';
export { clohessyWiltshire } from '../dynamics/orbit.ts';
export {
  type ContactPoints,
  createContactPoints,
  createPairCache,
  type PairCache,
  solidContactPoints,
} from '../manifold/contact-points.ts';
export { type ArmContact, type ArmImpulse, armImpulse, type PlanarArm } from '../response/arm-impulse.ts';
export { envelopeViolations, IDSS_ENVELOPE, measureDocking } from '../response/capture-envelope.ts';
export { hertzDepth, hertzEllipsePressure } from '../response/hertz-pressure.ts';
export { attenuationStroke } from '../response/latch-formulas.ts';
