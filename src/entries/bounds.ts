/** `appulse/bounds`: bounding volumes, convex hulls and the broad phase. */
export {
  type Aabb,
  aabbContainsAabb,
  aabbContainsPoint,
  aabbsOverlap,
  createAabb,
  fitAabb,
  type ReadonlyAabb,
  transformAabb,
  writeAabb,
} from '../bounds/aabb.ts';
export {
  type BoundingSphere,
  createBoundingSphere,
  fitBoundingSphere,
  fitRitterSphere,
  sphereContainsPoint,
  spheresOverlap,
  transformSphere,
} from '../bounds/bounding-sphere.ts';
export { shapeAabb, sweptAabb } from '../bounds/checked-aabb.ts';
export { fitObb2, fitObb3, type ObbTier } from '../bounds/fit-obb.ts';
export {
  createExtremes,
  createKdop,
  fitKdop,
  KDOP_DIRECTIONS,
  type Kdop,
  type KdopPlanes,
  kdopContainsPoint,
  kdopsOverlap,
  transformKdop,
} from '../bounds/kdop.ts';
export { type MinAreaBox, minAreaBox } from '../bounds/min-area-box.ts';
export {
  createObb,
  type Obb,
  obbContainsPoint,
  obbsOverlap2,
  obbsOverlap3,
  obbVolume,
  transformObb,
} from '../bounds/obb.ts';
export { type BroadPhase, type BroadPhaseKind, createBroadPhase } from '../broad/broad-phase.ts';
export type { PairList } from '../broad/pairs.ts';
export {
  convexHull2,
  type Hull2,
  hull2ContainsPoint,
  hullArea,
  hullsOverlap2,
  transformHull2,
} from '../shapes/hull/hull2.ts';
export { convexHull3, type Hull3 } from '../shapes/hull/hull3.ts';
export { hull3ContainsPoint, hullsOverlap3, hullVolume, transformHull3 } from '../shapes/hull/hull3-queries.ts';
export { shapeRadius } from '../shapes/radius.ts';
