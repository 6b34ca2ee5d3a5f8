// Contact between moving bodies: the public surface, layer by layer.

// Bounding volumes
export {
  type Aabb,
  aabbContainsAabb,
  aabbContainsPoint,
  createAabb,
  fitAabb,
  moveAabb,
  overlapAabb,
} from './bounds/aabb.ts';
export {
  type BoundingSphere,
  createBoundingSphere,
  fitBoundingSphere,
  fitRitterSphere,
  moveSphere,
  overlapSpheres,
  sphereContainsPoint,
} from './bounds/bounding-sphere.ts';
export { type CompoundPieceInput, createCompound as compound } from './bounds/create-compound.ts';
export { createHull as hull } from './bounds/create-hull.ts';
export { fitObb2, fitObb3, type ObbTier } from './bounds/fit-obb.ts';
export {
  convexHull2,
  type Hull2,
  hull2ContainsPoint,
  hullArea,
  moveHull2,
  overlapHulls2,
} from './bounds/hull2.ts';
export { convexHull3, type Hull3 } from './bounds/hull3.ts';
export { hull3ContainsPoint, hullVolume, moveHull3, overlapHulls3 } from './bounds/hull3-queries.ts';
export {
  createExtremes,
  createKdop,
  fitKdop,
  type Kdop,
  type KdopPlanes,
  kdopContainsPoint,
  moveKdop,
  overlapKdops,
} from './bounds/kdop.ts';
export { type MinAreaBox, minAreaBox } from './bounds/min-area-box.ts';
export { createObb, moveObb, type Obb, obbContainsPoint, obbVolume, overlapObbs2, overlapObbs3 } from './bounds/obb.ts';
export { shapeAabb, sweptAabb } from './bounds/shape-aabb.ts';
// Which pairs may touch
export { type BroadPhase, type BroadPhaseKind, createBroadPhase } from './broad/broad-phase.ts';
export type { PairList } from './broad/pairs.ts';
export { createMeshSearch as meshSearch, type MeshSearch, type MeshSearchOptions } from './broad/swept/mesh-search.ts';
// Bodies, and what moves them
export { advanceBody } from './dynamics/advance.ts';
export { createIntegratorWorkspace, type IntegratorScheme, integrate } from './dynamics/integrators.ts';
export { createLedger, type Ledger, measureLedger } from './dynamics/ledger.ts';
export {
  createPlanarBody as planarBody,
  createSpatialBody as spatialBody,
  type RigidBody,
} from './dynamics/rigid-body.ts';
export { createSolidBodies, type SolidBodies } from './dynamics/solid-bodies.ts';
export { advanceSpatialBody } from './dynamics/tumbling.ts';
export type { PlatoonVehicle, VehicleModel } from './dynamics/vehicle/vehicle-model.ts';
// Files of meshes and of vehicles
export { MeshFileError } from './formats/mesh-file-error.ts';
export { writeObj } from './formats/obj.ts';
export { readMesh } from './formats/read-mesh.ts';
export { parseModels, writeModels } from './formats/vehicle-files/model-file.ts';
export { parsePlatoon, writePlatoon } from './formats/vehicle-files/platoon-file.ts';
export { VehicleFileError } from './formats/vehicle-files/vehicle-file-error.ts';
export { writePly } from './formats/write-ply.ts';
export { writeStl } from './formats/write-stl.ts';
export { type VtpData, writeVtp } from './formats/write-vtp.ts';
export { NonFiniteError } from './math/finite.ts';
// Places and motions
export type { Mat3, ReadonlyMat3 } from './math/mat3.ts';
export { createMotion as motion, type Motion, poseAt } from './math/motion.ts';
export { createMovingPose as movingPose, type MovingPose } from './math/moving-pose.ts';
export { createPose as pose, type Pose, type ReadonlyPose, toBody, toWorld } from './math/pose.ts';
export { createPrescribedPath as prescribedPath, movingPoseAt, type PrescribedPath } from './math/prescribed-path.ts';
export { createVec3 as vec3, type ReadonlyVec3, type Vec3 } from './math/vec3.ts';
// How close are they? When will they touch? The pair table and its kernels
export { closestLineLine, createLineLine, type LineLine } from './narrow/closest/line-line.ts';
export {
  closestPointPolygon,
  createPointPolygon,
  type PointPolygon,
  whereInConvex,
  whereInPolygon,
} from './narrow/closest/point-polygon.ts';
export { closestPointSegment, createPointSegment, type PointSegment } from './narrow/closest/point-segment.ts';
export { closestPolygons, type PolygonPair } from './narrow/closest/polygon-polygon.ts';
export {
  closestPlanarSegments,
  closestSegmentSegment,
  createSegmentSegment,
  type SegmentSegment,
} from './narrow/closest/segment-segment.ts';
export { closestWithDerivatives } from './narrow/closest-with-derivatives.ts';
export { type Contact, type ContactPoint, createContact, type FeatureKind, type Manifold } from './narrow/contact.ts';
export { closestConvexPolygons } from './narrow/convex/convex-distance.ts';
export { convexPenetration, type Penetration } from './narrow/convex/penetration.ts';
export { createSimplexCache, type SimplexCache } from './narrow/convex/simplex-cache.ts';
export { type ContactBatch, createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './narrow/deforming/batch.ts';
export {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  type EdgeEdgeContact,
  edgeEdgeContact,
  type FirstContact,
  type NodeTriangleContact,
  nodeTriangleContact,
} from './narrow/deforming/first-contact.ts';
export { checkMesh, type MeshCheck, type MeshContact } from './narrow/deforming/mesh-check.ts';
export { createNodeQuadContact, type NodeQuadContact, nodeQuadContact } from './narrow/deforming/node-quad.ts';
export {
  createEndMotion as endMotion,
  createVelocityMotion as velocityMotion,
  type PointMotion,
} from './narrow/deforming/point-motion.ts';
export { type ContactPath, pathOf } from './narrow/deforming/verdict.ts';
export { PAIR_STRIDE } from './narrow/ellipsoid/climb.ts';
export { createEllipsoidPairs, ellipsoidPair, ellipsoidPairBatch } from './narrow/ellipsoid/ellipsoid-pair.ts';
export { ELLIPSOID_STRIDE, packEllipsoid, packPosedEllipsoid } from './narrow/ellipsoid/packed-ellipsoid.ts';
export { perramWertheim } from './narrow/ellipsoid/perram-wertheim.ts';
export { createImpact, type Impact } from './narrow/impact.ts';
export { contactManifold } from './narrow/manifold.ts';
export { bodyAutomaton, describeAutomaton, takenArrows } from './narrow/parametric/automaton.ts';
export { createCandidateSearch, searchCandidates } from './narrow/parametric/candidates.ts';
export {
  type ColdStart,
  closestTiled,
  createColdStart,
  createTiledClosest,
  type TiledClosest,
} from './narrow/parametric/cold-start.ts';
export { gainLimits, type Integrator, lagGain, settlingGain, stepsToReduce } from './narrow/parametric/gains.ts';
export { distanceByPoles, poleCount } from './narrow/parametric/pole-derivatives.ts';
export {
  type ClosestWithDerivatives,
  createClosestWithDerivatives,
  createSignedQuery,
  solveWithDerivatives,
} from './narrow/parametric/signed-closest.ts';
export { supportTiled } from './narrow/parametric/support-tiled.ts';
export { advanceTracker, placeTracker, startTracker, updateTracker } from './narrow/parametric/tracker.ts';
export { trackerContact } from './narrow/parametric/tracker-contact.ts';
export type { TrackerSettings } from './narrow/parametric/tracker-settings.ts';
export {
  createTracker,
  restoreTracker,
  saveTracker,
  type Tracker,
  type TrackerSnapshot,
  trackerLabel,
  trackerParameters,
} from './narrow/parametric/tracker-state.ts';
export type { Transition } from './narrow/parametric/transition.ts';
export { closest, closestInto, type ImpactOptions, impact, impactInto, pairTable } from './narrow/query.ts';
export { createPointQuery, type PointQuery, pointQuery, pointQueryInto } from './narrow/ray/point-query.ts';
export { createRayHit, type RayHit } from './narrow/ray/ray-hit.ts';
export { raycast, raycastInto } from './narrow/ray/raycast.ts';
export {
  type ContactPoints,
  createContactPoints,
  createPairCache,
  type PairCache,
  solidContactPoints,
} from './narrow/space/contact/contact-points.ts';
export type { Solid } from './narrow/space/core.ts';
export { closestSolids } from './narrow/space/solid-contact.ts';
export { spaceManifolds } from './narrow/space-manifolds.ts';
// Questions in JSON, and files of exact answers
export { answer, answerLine } from './questions/answer.ts';
export { questions } from './questions/catalogue.ts';
export { type VerifyReport, verifyFile } from './questions/verify.ts';
// Recordings
export { recordingToCsv } from './record/csv.ts';
export { encodeMeshContacts, type MeshContactFormat } from './record/mesh-contact-files.ts';
export { createRecorder, type Recorder, type Recording } from './record/recorder.ts';
export { decodeRecording, encodeRecording } from './record/recording-files.ts';
export { decodeSnapshot, encodeSnapshot, SnapshotError } from './record/snapshot-file.ts';
// Pictures, and the report on the sources
export { animationSvg } from './report/animation.ts';
export { type Reproduction, reproduce } from './report/reproduce.ts';
// What happens then?
export {
  type ContactLaw,
  contactForce,
  contactPotential,
  contactReach,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveModulus,
  effectiveRadius,
  hertzContactTime,
  hertzGreatestDepth,
  huntCrossleyRestitution,
  isAttached,
  jkrContactRadius,
  pullOffForce,
} from './response/contact-laws.ts';
export { applyDocking, type Docking, dockPin, dockRigid } from './response/docking.ts';
export { restingFriction } from './response/friction.ts';
export { createMaterial as material, type Material } from './response/material.ts';
export type { PairContact } from './response/pair-contact.ts';
export {
  createSpringDamper,
  dampingOfRestitution,
  dampingRatio,
  restitutionOfDamping,
  type SpringDamper,
} from './response/penalty.ts';
export { applyResponse, type Response, respond } from './response/respond.ts';
export { createRestingPoint, solveResting } from './response/resting.ts';
export { type Resolution, resolveContacts } from './response/several.ts';
export { planarImpact as planarCrash } from './response/vehicle-contact/planar-impact.ts';
// Scenes
export type { MeshBody, MeshScene } from './scene/mesh-scene.ts';
export { MAX_SCENE_BYTES, readScene } from './scene/read.ts';
export type { PlanarScene, Scene, SceneBody } from './scene/scene.ts';
export { SceneError } from './scene/scene-error.ts';
export { sceneSchema } from './scene/schema.ts';
export type { SolidBody, SolidContactLaw, SolidScene } from './scene/solid-scene.ts';
// Shapes
export { type Box, createBox as box } from './shapes/box.ts';
export { type Capsule, createCapsule as capsule } from './shapes/capsule.ts';
export type { Compound, CompoundPiece } from './shapes/compound.ts';
export { type Cone, createCone as cone } from './shapes/cone.ts';
export { type ConvexPiece, convexPieces } from './shapes/convex-pieces.ts';
export { type Cylinder, createCylinder as cylinder } from './shapes/cylinder.ts';
export { createDisc as disc, type Disc } from './shapes/disc.ts';
export { createEllipsoid as ellipsoid, type Ellipsoid } from './shapes/ellipsoid.ts';
export { createHalfplane as halfplane, type Halfplane } from './shapes/halfplane.ts';
export type { Hull } from './shapes/hull.ts';
export { type MassProperties, massProperties } from './shapes/mass.ts';
export { createSurfaceMesh as surfaceMesh, meshEdges, meshTriangles, type SurfaceMesh } from './shapes/mesh.ts';
export {
  createBezierCurve as bezierCurve,
  createBezierPatch as bezierPatch,
} from './shapes/parametric/create-bezier.ts';
export { type BezierCurve, type Curve, evaluateCurve } from './shapes/parametric/curve.ts';
export { evaluateNurbsCurve, evaluateNurbsSurface } from './shapes/parametric/evaluate-nurbs.ts';
export { gaussMapFitsHemisphere, splitByNormals, splitByTurning, turningAngle } from './shapes/parametric/gauss-map.ts';
export {
  createNurbsCurve as nurbsCurve,
  createNurbsSurface as nurbsSurface,
  type NurbsCurve,
  type NurbsSurface,
} from './shapes/parametric/nurbs.ts';
export { type BezierPatch, evaluatePatch, type Patch } from './shapes/parametric/patch.ts';
export {
  bilinearPatch,
  conePatch,
  cylinderPatch,
  ellipsoidPatch,
  planePatch,
  spherePatch,
  torusPatch,
} from './shapes/parametric/quadric-patches.ts';
export {
  curvePieces,
  insertKnot,
  insertSurfaceKnot,
  reverseNurbsCurve,
  reverseNurbsSurface,
  splitNurbsCurve,
  splitNurbsSurface,
  surfacePieces,
} from './shapes/parametric/refine-nurbs.ts';
export {
  elevateCurve,
  reverseCurve,
  reversePatch,
  splitCurve,
  splitPatch,
  subCurve,
  subPatch,
  transformCurve,
  transformPatch,
} from './shapes/parametric/subdivide.ts';
export { createSuperquadric as superquadric, type SuperquadricPatch } from './shapes/parametric/superquadric.ts';
export { extrudedPatch, revolvedPatch, ruledPatch } from './shapes/parametric/swept-patches.ts';
export { createPoint as point, type PointShape } from './shapes/point.ts';
export { createPolygon as polygon, type Polygon } from './shapes/polygon.ts';
export { createRoundedBox as roundedBox, ellipsoidOfBox, type RoundedBox } from './shapes/rounded-box.ts';
export { createSegment as segment, type Segment } from './shapes/segment.ts';
export type { PlanarShape, Shape, ShapeKind } from './shapes/shape.ts';
export type { SolidShape } from './shapes/solid.ts';
export { type SolidMass, solidMass } from './shapes/solid-mass.ts';
export { createSphere as sphere, type Sphere } from './shapes/sphere.ts';
export { asTiledBody } from './shapes/tiled/as-tiled-body.ts';
export { bodyFromNurbs } from './shapes/tiled/body-from-nurbs.ts';
export { tiledBox, tiledHexahedron, tiledRoundedBox } from './shapes/tiled/box-bodies.ts';
export { createTiledBody as tiledBody } from './shapes/tiled/create-tiled-body.ts';
export { tiledExtrusion } from './shapes/tiled/extruded-body.ts';
export { tiledLens } from './shapes/tiled/lens-body.ts';
export { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from './shapes/tiled/outline-bodies.ts';
export { outlineFromCurves } from './shapes/tiled/outline-from-curves.ts';
export {
  tiledCapsule,
  tiledCone,
  tiledCylinder,
  tiledEllipsoid,
  tiledRevolution,
  tiledSphere,
  tiledTorus,
} from './shapes/tiled/revolved-bodies.ts';
export { splitTurningCurves, splitTurningFaces } from './shapes/tiled/split-turning.ts';
export { tiledSuperellipsoid } from './shapes/tiled/superellipsoid-body.ts';
export { tileFromPatches } from './shapes/tiled/tile-from-patches.ts';
export { featureName, type TiledBody } from './shapes/tiled/tiled-body.ts';
export type { TiledBodyInput } from './shapes/tiled/tiled-input.ts';
export { tiledMassProperties } from './shapes/tiled/tiled-mass.ts';
export { transformTiledBody } from './shapes/tiled/transform-tiled-body.ts';
export { createTrimesh as trimesh, type Trimesh, type TrimeshOptions } from './shapes/trimesh.ts';
export { VehicleError } from './shapes/vehicle-error.ts';
// Runs
export { CollisionBlock } from './sim/collision-block.ts';
export type { CollisionBlockInputs, CollisionBlockOutputs, CollisionBlockParams } from './sim/collision-block-io.ts';
export type {
  Balance,
  BodyState,
  ContactRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  RunSummary,
  SimEvent,
} from './sim/observer.ts';
export { RunLimitError, type RunLimits } from './sim/run-limits.ts';
export { type RunOptions, runScene, simulate } from './sim/simulate.ts';
export { advanceToNextEvent } from './sim/solids/events/advance-events.ts';
export {
  createEventWorld,
  type EventMoment,
  type EventReport,
  type EventWorld,
  stateOf,
} from './sim/solids/events/event-world.ts';
export { advanceStep } from './sim/solids/steps/advance-step.ts';
export { type ContactEdge, contactGraph, type PressedPoint } from './sim/solids/steps/contact-graph.ts';
export type { SearchList } from './sim/solids/steps/find-contacts.ts';
export { restoreSnapshot, type StepSnapshot, takeSnapshot } from './sim/solids/steps/snapshot.ts';
export { createStepWorld, type StepOptions, type StepWorld } from './sim/solids/steps/step-world.ts';
export { runVehicles, simulateVehicles } from './sim/vehicles/simulate-vehicles.ts';
export type { VehicleRunSummary } from './sim/vehicles/vehicle-observer.ts';
export { SimulationError } from './sim/world.ts';
