/** `appulse`: shapes, poses and motions, queries of pairs, response, worlds, scenes and recordings. */
export { type CompoundPieceInput, createCompound as compound } from './bounds/create-compound.ts';
export { type Contact, type ContactPoint, createContact, type FeatureKind, type Manifold } from './distance/contact.ts';
export { createSimplexCache, type SimplexCache } from './distance/simplex-cache.ts';
export { advanceBody } from './dynamics/advance.ts';
export {
  createIntegratorWorkspace,
  type IntegratorScheme,
  type IntegratorState,
  integrate,
} from './dynamics/integrators.ts';
export { createLedger, type Ledger, measureLedger } from './dynamics/ledger.ts';
export type { OrbitField, OrbitState } from './dynamics/orbit.ts';
export {
  createPlanarBody as planarBody,
  createSpatialBody as spatialBody,
  type RigidBody,
} from './dynamics/rigid-body.ts';
export { createSolidBodies, type SolidBodies, type SolidBodyState } from './dynamics/solid-bodies.ts';
export { advanceSpatialBody } from './dynamics/tumbling.ts';
export { contactManifolds } from './manifold/contact-manifolds.ts';
export { poseAt, toBody, toWorld, vec3 } from './math/checked-functions.ts';
export { NonFiniteError } from './math/finite.ts';
export {
  createMat3 as mat3,
  determinantMat3,
  type Mat3,
  mat3FromRows,
  type ReadonlyMat3,
  transformVec3,
} from './math/mat3.ts';
export { createMotion as motion, type Motion } from './math/motion.ts';
export { createMovingPose, type MovingPose } from './math/moving-pose.ts';
export { createPose as pose, type Pose, type ReadonlyPose, relativePose } from './math/pose.ts';
export { createPrescribedPath as prescribedPath, movingPoseAt, type PrescribedPath } from './math/prescribed-path.ts';
export { type Quaternion, quaternionFromRotation } from './math/quaternion.ts';
export {
  addScaledVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  setVec3,
  subVec3,
  type Vec3,
} from './math/vec3.ts';
export { closestWithDerivatives } from './pairs/closest-with-derivatives.ts';
export { closest, closestInto, type ImpactOptions, impact, impactInto, pairTable } from './pairs/query.ts';
export { animationSvg } from './picture/animation.ts';
export { plotSvg } from './picture/plot.ts';
export { stillSvg } from './picture/still.ts';
export { type BlockStream, createBlockStream, type StreamAnswer } from './query/block-stream.ts';
export { queryOperations } from './query/catalogue.ts';
export { runQuery, runQueryLine } from './query/run-query.ts';
export { VerifyError, type VerifyReport, type VerifyRow, verifyFile } from './query/verify.ts';
export { createPointQuery, type PointQuery, pointQuery, pointQueryInto } from './ray/point-query.ts';
export { createRayHit, type RayHit } from './ray/ray-hit.ts';
export { raycast, raycastInto } from './ray/raycast.ts';
export { incompleteReason } from './record/incomplete.ts';
export { createRecorder, type Recorder, type Recording } from './record/recorder.ts';
export { decodeRecording, encodeRecording } from './record/recording-files.ts';
export type { FileEnd, FileEnds, RecordingSink } from './record/recording-pieces.ts';
export { EXTRA_FILES, RECORDING_FILES, type RecordingFile, type RecordingSummary } from './record/recording-summary.ts';
export {
  createRecordingWriter,
  createSummaryWriter,
  observeBoth,
  type RecordingWriter,
} from './record/recording-writer.ts';
export type { FullObserver } from './record/row-observer.ts';
export type { RunDigest, RunEnding } from './record/run-digest.ts';
export { decodeSnapshot, encodeSnapshot, SnapshotError } from './record/snapshot-file.ts';
export {
  type CaptureEnvelope,
  CRITERION_UNITS,
  type DockingCriterion,
  type DockingState,
  type DockingViolation,
  type PortState,
} from './response/capture-envelope.ts';
export {
  type ContactLaw,
  contactForce,
  contactPotential,
  createDmtContact as dmtContact,
  createHertzContact as hertzContact,
  createJkrContact as jkrContact,
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
export { type CustomContact, createCustomContact as customContact } from './response/custom-contact.ts';
export { applyDocking, type Docking, dockPin, dockRigid } from './response/docking.ts';
export type { HookLaw, LatchLaw } from './response/docking-latch.ts';
export { restingFriction } from './response/friction.ts';
export {
  createHertzPair as hertzPair,
  type ElasticMaterial,
  type HertzPair,
  type HertzPressure,
  hertzPressure,
} from './response/hertz-pressure.ts';
export type { ContactGeometry } from './response/impulse.ts';
export { createMaterial as material, type Material } from './response/material.ts';
export type { PairContact } from './response/pair-contact.ts';
export {
  createSpringDamper as springDamper,
  dampingFromRestitution,
  dampingRatio,
  restitutionFromDamping,
  type SpringDamper,
} from './response/penalty.ts';
export { type Resolution, resolveContacts } from './response/resolve-contacts.ts';
export { applyResponse, type Response, respond } from './response/respond.ts';
export { createRestingPoint, solveResting } from './response/resting.ts';
export { editSceneText, type SceneEdit } from './scene/edit-text.ts';
export type { MeshBody, MeshScene } from './scene/mesh-scene.ts';
export { MAX_SCENE_BYTES, readScene } from './scene/read.ts';
export type { PlanarScene, Scene, SceneBody } from './scene/scene.ts';
export { SceneError } from './scene/scene-error.ts';
export type { SceneSource, SceneTopic } from './scene/scene-header.ts';
export { sceneSchema } from './scene/schema.ts';
export type { SmoothScene } from './scene/smooth-scene.ts';
export type { SolidBody, SolidContactLaw, SolidScene } from './scene/solid-scene.ts';
export { type Dimension, fromSi, toSi } from './scene/units.ts';
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
export type { Hull } from './shapes/hull.ts';
export { massProperties } from './shapes/mass-properties.ts';
export type { MassProperties, PlanarMassProperties } from './shapes/planar-mass.ts';
export { createPoint as point, type PointShape } from './shapes/point.ts';
export { createPolygon as polygon, type Polygon } from './shapes/polygon.ts';
export { createSegment as segment, type Segment } from './shapes/segment.ts';
export type { PlanarShape, Shape, ShapeKind } from './shapes/shape.ts';
export type { SolidShape } from './shapes/solid.ts';
export { createSphere as sphere, type Sphere } from './shapes/sphere.ts';
export { createTrimesh as trimesh, type Trimesh, type TrimeshOptions } from './shapes/trimesh.ts';
export type {
  BlockContactMode,
  CollisionBlockInputs,
  CollisionBlockOutputs,
  PortValue,
  PortValues,
} from './sim/collision-block/block-io.ts';
export type { BlockPairParams, CollisionBlockParams } from './sim/collision-block/block-params.ts';
export { type BlockPort, inputsFromNumbers, portComponents, portNumbers } from './sim/collision-block/block-ports.ts';
export { blockSchema } from './sim/collision-block/block-schema.ts';
export type { BlockPairState, BlockState } from './sim/collision-block/block-state.ts';
export { type CollisionBlock, createCollisionBlock } from './sim/collision-block/create-collision-block.ts';
export { type BlockDocument, isBlockDocument, readBlockDocument } from './sim/collision-block/read-block.ts';
export { energyCreationWarning } from './sim/energy-creation.ts';
export type {
  Balance,
  BodyState,
  ClosestApproach,
  ContactRow,
  CouplerRow,
  CouplerSummary,
  DistanceResults,
  DistanceRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  RunSummary,
  SimEvent,
  TrackingRow,
  WorkPart,
} from './sim/observer.ts';
export { DEFAULT_LIMITS, MEMORY_LIMITS, RunLimitError, type RunLimits } from './sim/run-limits.ts';
export { type RunOptions, runScene, simulate } from './sim/simulate.ts';
export {
  type CompliantSnapshot,
  restoreCompliantSnapshot,
  takeCompliantSnapshot,
} from './sim/solids/compliant/compliant-snapshot.ts';
export {
  advanceCompliantStep,
  type CompliantForce,
  compliantForces,
  createCompliantSteps,
} from './sim/solids/compliant/compliant-steps.ts';
export type { CompliantWorld } from './sim/solids/compliant/compliant-world.ts';
export { advanceToNextEvent } from './sim/solids/events/advance-events.ts';
export { createEventWorld } from './sim/solids/events/create-event-world.ts';
export type { EventReport, EventWorld } from './sim/solids/events/event-world.ts';
export { stateOf, type WorldState } from './sim/solids/events/world-state.ts';
export type { SolidSnapshot } from './sim/solids/run-solids.ts';
export type { FieldForce, FieldState } from './sim/solids/steps/body-forces.ts';
export type { NarrowPhasePairs } from './sim/solids/steps/narrow-phase-pairs.ts';
export type { StepSnapshot } from './sim/solids/steps/snapshot.ts';
export type { StepWorld } from './sim/solids/steps/step-world.ts';
export { SimulationError } from './sim/world.ts';
export { createImpact, type Impact } from './toi/impact.ts';
export type {
  ApplyOptions,
  BodyChanges,
  BodyId,
  BodyOptions,
  BodyType,
  ForceField,
  OrientationInput,
  PathPose,
  VectorInput,
} from './world/body-options.ts';
export type { BodyContact } from './world/contact-report.ts';
export { createWorld, type WorldOptions } from './world/create-world.ts';
export type {
  DockingEvent,
  DockingId,
  DockingOptions,
  DockingStatus,
  PortOptions,
  SoftCaptureOptions,
} from './world/docking-options.ts';
export type { JointFrame, JointId, JointOptions, JointState, MotorInput } from './world/joint-options.ts';
export type { SceneFrame, SteppableScene } from './world/scene-run.ts';
export {
  type AppliedForce,
  type AppliedMotor,
  createSceneWorld,
  type SceneSnapshot,
  type SceneWorld,
} from './world/scene-world.ts';
export type { SteppedWorld, World } from './world/world.ts';
export type {
  BodyEvent,
  ContactEndEvent,
  ContactEvent,
  ContactPointState,
  PreSolveContact,
  WorldListeners,
} from './world/world-event.ts';
export { createWorldFromScene } from './world/world-from-scene.ts';
export type { BodyDistance, BodyImpact, BodyRayHit, QueryFilter, RayOptions } from './world/world-queries.ts';
export type { RecordOptions, WorldRecording } from './world/world-recording.ts';
export type { WorldSnapshot } from './world/world-snapshot.ts';
