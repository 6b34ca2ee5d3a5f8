/** `appulse/nurbs`: NURBS and Bezier curves and patches, and smooth bodies tiled from them. */

export type { Brep, BrepEdge, BrepFace, BrepPiece } from '../shapes/brep/brep.ts';
export { type BrepFaceInput, type BrepOptions, createBrep as brep } from '../shapes/brep/create-brep.ts';
export { type BrepTriangles, triangulateBrep } from '../shapes/brep/triangulate-brep.ts';
export type { TrimCurveInput } from '../shapes/brep/trim-loops.ts';
export type { BezierCurve, BezierPatch } from '../shapes/nurbs/bezier.ts';
export { createBezierCurve as bezierCurve, createBezierPatch as bezierPatch } from '../shapes/nurbs/create-bezier.ts';
export { CURVE_JET, type Curve, evaluateCurve } from '../shapes/nurbs/curve.ts';
export { evaluateNurbsCurve, evaluateNurbsSurface } from '../shapes/nurbs/evaluate-nurbs.ts';
export {
  gaussMapFitsHemisphere,
  splitByNormals,
  splitByTurningAngle,
  turningAngle,
} from '../shapes/nurbs/gauss-map.ts';
export {
  createNurbsCurve as nurbsCurve,
  createNurbsSurface as nurbsSurface,
  type NurbsCurve,
  type NurbsSurface,
} from '../shapes/nurbs/nurbs.ts';
export { evaluatePatch, PATCH_JET, type Patch } from '../shapes/nurbs/patch.ts';
export {
  bilinearPatch,
  conePatch,
  cylinderPatch,
  ellipsoidPatch,
  planePatch,
  spherePatch,
  torusPatch,
} from '../shapes/nurbs/quadric-patches.ts';
export {
  decomposeCurve,
  decomposeSurface,
  insertKnot,
  insertSurfaceKnot,
  reverseNurbsCurve,
  reverseNurbsSurface,
  splitNurbsCurve,
  splitNurbsSurface,
} from '../shapes/nurbs/refine-nurbs.ts';
export {
  elevateDegree,
  reverseCurve,
  reversePatch,
  splitCurve,
  splitPatch,
  subCurve,
  subPatch,
  transformCurve,
  transformPatch,
} from '../shapes/nurbs/subdivide.ts';
export { createSuperquadric as superquadric, type SuperquadricPatch } from '../shapes/nurbs/superquadric.ts';
export { extrudedPatch, revolvedPatch, ruledPatch } from '../shapes/nurbs/swept-patches.ts';
export { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
export { bodyFromNurbs } from '../shapes/tiled/body-from-nurbs.ts';
export { tiledBox, tiledHexahedron, tiledRoundedBox } from '../shapes/tiled/box-bodies.ts';
export { createTiledBody as tiledBody } from '../shapes/tiled/create-tiled-body.ts';
export { tiledExtrusion } from '../shapes/tiled/extruded-body.ts';
export { tiledLens } from '../shapes/tiled/lens-body.ts';
export { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../shapes/tiled/outline-bodies.ts';
export { outlineFromCurves } from '../shapes/tiled/outline-from-curves.ts';
export {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledRevolution,
  tiledSphere,
  tiledTorus,
} from '../shapes/tiled/revolved-bodies.ts';
export { splitCurvesByTurningAngle, splitFacesByNormals } from '../shapes/tiled/split-by-gauss-map.ts';
export { tiledSuperellipsoid } from '../shapes/tiled/superellipsoid-body.ts';
export { tileFromPatches } from '../shapes/tiled/tile-from-patches.ts';
export { featureName, type TiledBody, type TiledEdge } from '../shapes/tiled/tiled-body.ts';
export type { TiledBodyInput } from '../shapes/tiled/tiled-input.ts';
export type { TiledMassProperties } from '../shapes/tiled/tiled-mass.ts';
export { transformTiledBody } from '../shapes/tiled/transform-tiled-body.ts';
