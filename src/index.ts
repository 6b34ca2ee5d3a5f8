// Contact between moving bodies: the public surface, layer by layer.

// Bounding volumes
export {
  type Aabb,
  aabbContainsAabb,
  aabbContainsPoint,
  aabbsOverlap,
  createAabb,
  fitAabb,
  transformAabb,
} from './bounds/aabb.ts';
export {
  type BoundingSphere,
  createBoundingSphere,
  fitBoundingSphere,
  fitRitterSphere,
  sphereContainsPoint,
  spheresOverlap,
  transformSphere,
} from './bounds/bounding-sphere.ts';
export { type CompoundPieceInput, createCompound as compound } from './bounds/create-compound.ts';
export { fitObb2, fitObb3, type ObbTier } from './bounds/fit-obb.ts';
export {
  createExtremes,
  createKdop,
  fitKdop,
  type Kdop,
  type KdopPlanes,
  kdopContainsPoint,
  kdopsOverlap,
  transformKdop,
} from './bounds/kdop.ts';
export { type MinAreaBox, minAreaBox } from './bounds/min-area-box.ts';
export {
  createObb,
  type Obb,
  obbContainsPoint,
  obbsOverlap2,
  obbsOverlap3,
  obbVolume,
  transformObb,
} from './bounds/obb.ts';
export { shapeAabb, sweptAabb } from './bounds/shape-aabb.ts';
// Which pairs may touch
export { type BroadPhase, type BroadPhaseKind, createBroadPhase } from './broad/broad-phase.ts';
export type { PairList } from './broad/pairs.ts';
export {
  createMeshSearch as meshBroadPhase,
  type MeshSearch,
  type MeshSearchOptions,
} from './broad/swept/mesh-search.ts';
export { type ContactBatch, createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './ccd/batch.ts';
export { type DecisionStage, stageOf } from './ccd/decision-stage.ts';
export {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  type EdgeEdgeContact,
  edgeEdgeContact,
  type FirstContact,
  type NodeTriangleContact,
  nodeTriangleContact,
} from './ccd/first-contact.ts';
export { checkMesh, type MeshCheck, type MeshContact } from './ccd/mesh-check.ts';
export { createNodeQuadContact, type NodeQuadContact, nodeQuadContact } from './ccd/node-quad.ts';
export {
  createConstantVelocityMotion as constantVelocityMotion,
  createEndpointMotion as endpointMotion,
  type PointMotion,
} from './ccd/point-motion.ts';
export { type Contact, type ContactPoint, createContact, type FeatureKind, type Manifold } from './distance/contact.ts';
export type { Solid } from './distance/convex/core.ts';
export { closestSolids } from './distance/convex/solid-contact.ts';
export { closestConvexPolygons } from './distance/convex-polygon/convex-distance.ts';
export { convexPenetration, type Penetration } from './distance/convex-polygon/penetration.ts';
export { createEllipsoidPairs, ellipsoidPair, ellipsoidPairBatch } from './distance/ellipsoid/ellipsoid-pair.ts';
export { PAIR_STRIDE } from './distance/ellipsoid/maximize-gap.ts';
export { ELLIPSOID_STRIDE, packEllipsoid, packPosedEllipsoid } from './distance/ellipsoid/packed-ellipsoid.ts';
export { perramWertheim } from './distance/ellipsoid/perram-wertheim.ts';
// How close are they? When will they touch? The pair table and its kernels
export { closestLineLine, createLineLine, type LineLine } from './distance/features/line-line.ts';
export { closestPointSegment, createPointSegment, type PointSegment } from './distance/features/point-segment.ts';
export {
  closestPlanarSegments,
  closestSegmentSegment,
  createSegmentSegment,
  type SegmentSegment,
} from './distance/features/segment-segment.ts';
export {
  closestPointPolygon,
  createPointPolygon,
  type PointPolygon,
  pointInConvexPolygon,
  pointInPolygon,
} from './distance/planar/point-polygon.ts';
export { closestPolygons, type PolygonPair } from './distance/planar/polygon-polygon.ts';
export { createSimplexCache, type SimplexCache } from './distance/simplex-cache.ts';
export { createCandidateSearch, searchCandidates } from './distance/smooth/search/candidates.ts';
export {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
  type TiledClosest,
  type TiledWorkspace,
} from './distance/smooth/search/closest-tiled.ts';
export {
  type ClosestWithDerivatives,
  createClosestWithDerivatives,
  createSignedQuery,
  solveWithDerivatives,
} from './distance/smooth/search/signed-closest.ts';
export {
  advanceTracker,
  setTrackerWitnesses,
  startTracker,
  updateTracker,
} from './distance/smooth/tracking/tracker.ts';
export { trackerContact } from './distance/smooth/tracking/tracker-contact.ts';
export {
  createTracker,
  restoreTracker,
  saveTracker,
  type Tracker,
  type TrackerSnapshot,
  trackerLabel,
  trackerParameters,
} from './distance/smooth/tracking/tracker-state.ts';
export { bodyAutomaton, describeAutomaton, takenTransitions } from './distance/smooth/witness/automaton.ts';
export { controlPointCount, distanceByControlPoints } from './distance/smooth/witness/control-point-derivatives.ts';
export { gainLimits, type Integrator, lagGain, settlingGain, stepsToReduce } from './distance/smooth/witness/gains.ts';
export { supportTiled } from './distance/smooth/witness/support-tiled.ts';
export type { TrackerSettings } from './distance/smooth/witness/tracker-settings.ts';
export type { Transition } from './distance/smooth/witness/transition.ts';
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
export {
  type ContactPoints,
  createContactPoints,
  createPairCache,
  type PairCache,
  solidContactPoints,
} from './manifold/contact-points.ts';
export { contactManifold } from './manifold/planar-manifold.ts';
export { solidManifolds } from './manifold/solid-manifolds.ts';
export { NonFiniteError } from './math/finite.ts';
// Places and motions
export type { Mat3, ReadonlyMat3 } from './math/mat3.ts';
export { createMotion as motion, type Motion, poseAt } from './math/motion.ts';
export { createMovingPose as movingPose, type MovingPose } from './math/moving-pose.ts';
export { createPose as pose, type Pose, type ReadonlyPose, toBody, toWorld } from './math/pose.ts';
export { createPrescribedPath as prescribedPath, movingPoseAt, type PrescribedPath } from './math/prescribed-path.ts';
export { createVec3 as vec3, type ReadonlyVec3, type Vec3 } from './math/vec3.ts';
export { closestWithDerivatives } from './pairs/closest-with-derivatives.ts';
export { closest, closestInto, type ImpactOptions, impact, impactInto, pairTable } from './pairs/query.ts';
// Pictures
export { animationSvg } from './picture/animation.ts';
export { queryOperations } from './query/catalogue.ts';
// Questions in JSON, and files of exact answers
export { runQuery, runQueryLine } from './query/run-query.ts';
export { type VerifyReport, verifyFile } from './query/verify.ts';
export { createPointQuery, type PointQuery, pointQuery, pointQueryInto } from './ray/point-query.ts';
export { createRayHit, type RayHit } from './ray/ray-hit.ts';
export { raycast, raycastInto } from './ray/raycast.ts';
// Recordings
export { recordingToCsv } from './record/csv.ts';
export { encodeMeshContacts, type MeshContactFormat } from './record/mesh-contact-files.ts';
export { createRecorder, type Recorder, type Recording } from './record/recorder.ts';
export { decodeRecording, encodeRecording } from './record/recording-files.ts';
export { decodeSnapshot, encodeSnapshot, SnapshotError } from './record/snapshot-file.ts';
// What happens then?
export {
  type ContactLaw,
  contactForce,
  contactPotential,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveModulus,
  effectiveRadius,
  hertzContactTime,
  hertzMaxDepth,
  huntCrossleyRestitution,
  interactionRange,
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
  dampingFromRestitution,
  dampingRatio,
  restitutionFromDamping,
  type SpringDamper,
} from './response/penalty.ts';
export { type Resolution, resolveContacts } from './response/resolve-contacts.ts';
export { applyResponse, type Response, respond } from './response/respond.ts';
export { createRestingPoint, solveResting } from './response/resting.ts';
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
export { type ConvexPart, convexDecomposition } from './shapes/convex-decomposition.ts';
export { type Cylinder, createCylinder as cylinder } from './shapes/cylinder.ts';
export { createDisc as disc, type Disc } from './shapes/disc.ts';
export { createEllipsoid as ellipsoid, type Ellipsoid } from './shapes/ellipsoid.ts';
export { createHalfspace as halfspace, type Halfspace } from './shapes/halfspace.ts';
export { createHull as hull } from './shapes/hull/create-hull.ts';
export {
  convexHull2,
  type Hull2,
  hull2ContainsPoint,
  hullArea,
  moveHull2,
  overlapHulls2,
} from './shapes/hull/hull2.ts';
export { convexHull3, type Hull3 } from './shapes/hull/hull3.ts';
export { hull3ContainsPoint, hullVolume, moveHull3, overlapHulls3 } from './shapes/hull/hull3-queries.ts';
export type { Hull } from './shapes/hull.ts';
export { type MassProperties, massProperties } from './shapes/mass.ts';
export { createSurfaceMesh as surfaceMesh, meshEdges, meshTriangles, type SurfaceMesh } from './shapes/mesh.ts';
export {
  createBezierCurve as bezierCurve,
  createBezierPatch as bezierPatch,
} from './shapes/nurbs/create-bezier.ts';
export { type BezierCurve, type Curve, evaluateCurve } from './shapes/nurbs/curve.ts';
export { evaluateNurbsCurve, evaluateNurbsSurface } from './shapes/nurbs/evaluate-nurbs.ts';
export { gaussMapFitsHemisphere, splitByNormals, splitByTurning, turningAngle } from './shapes/nurbs/gauss-map.ts';
export {
  createNurbsCurve as nurbsCurve,
  createNurbsSurface as nurbsSurface,
  type NurbsCurve,
  type NurbsSurface,
} from './shapes/nurbs/nurbs.ts';
export { type BezierPatch, evaluatePatch, type Patch } from './shapes/nurbs/patch.ts';
export {
  bilinearPatch,
  conePatch,
  cylinderPatch,
  ellipsoidPatch,
  planePatch,
  spherePatch,
  torusPatch,
} from './shapes/nurbs/quadric-patches.ts';
export {
  decomposeCurve,
  decomposeSurface,
  insertKnot,
  insertSurfaceKnot,
  reverseNurbsCurve,
  reverseNurbsSurface,
  splitNurbsCurve,
  splitNurbsSurface,
} from './shapes/nurbs/refine-nurbs.ts';
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
} from './shapes/nurbs/subdivide.ts';
export { createSuperquadric as superquadric, type SuperquadricPatch } from './shapes/nurbs/superquadric.ts';
export { extrudedPatch, revolvedPatch, ruledPatch } from './shapes/nurbs/swept-patches.ts';
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
export { splitTurningCurves, splitTurningFaces } from './shapes/tiled/split-by-gauss-map.ts';
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
  type EventReport,
  type EventWorld,
  stateOf,
  type WorldState,
} from './sim/solids/events/event-world.ts';
export { advanceStep } from './sim/solids/steps/advance-step.ts';
export { type ContactEdge, type ContactGraphPoint, contactGraph } from './sim/solids/steps/contact-graph.ts';
export type { NarrowPhasePairs } from './sim/solids/steps/find-contacts.ts';
export { restoreSnapshot, type StepSnapshot, takeSnapshot } from './sim/solids/steps/snapshot.ts';
export { createStepWorld, type StepOptions, type StepWorld } from './sim/solids/steps/step-world.ts';
export { runVehicles, simulateVehicles } from './sim/vehicles/simulate-vehicles.ts';
export type { VehicleRunSummary } from './sim/vehicles/vehicle-observer.ts';
export { SimulationError } from './sim/world.ts';
export { createImpact, type Impact } from './toi/impact.ts';
