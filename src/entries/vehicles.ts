/** `appulse/vehicles`: vehicle collisions: ellipsoid kernels, platoons and their data files. */
export { createEllipsoidPairs, ellipsoidPair, ellipsoidPairBatch } from '../distance/ellipsoid/ellipsoid-pair.ts';
export { PAIR_STRIDE } from '../distance/ellipsoid/maximize-gap.ts';
export { ELLIPSOID_STRIDE, packEllipsoid, packPosedEllipsoid } from '../distance/ellipsoid/packed-ellipsoid.ts';
export { createPerramWertheim, type PerramWertheim, perramWertheim } from '../distance/ellipsoid/perram-wertheim.ts';
export {
  type BoxContactNormal,
  boxContactNormal,
  createBoxContactNormal,
  type NormalRule,
} from '../distance/rounded-box/box-contact-normal.ts';
export { type BoxRay, type BoxRegion, boxRay, createBoxRay } from '../distance/rounded-box/box-ray.ts';
export {
  createLateralClearance,
  type FalseContactFilter,
  isFalseContact,
  type LateralClearance,
  lateralClearance,
} from '../distance/rounded-box/false-contact.ts';
export { createRoundedBoxGap, type RoundedBoxGap, roundedBoxGap } from '../distance/rounded-box/rounded-box-gap.ts';
export type { CrushRegion, CrushStructure, VehicleCrush } from '../dynamics/vehicle/crush-curve.ts';
export type { FollowRule, InputTable, VehicleDriver } from '../dynamics/vehicle/driver.ts';
export type { Hitch } from '../dynamics/vehicle/hitch.ts';
export type { RoadArea, RoadRamp } from '../dynamics/vehicle/road-surface.ts';
export type { VehicleDrive } from '../dynamics/vehicle/vehicle-drive.ts';
export type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
export { parseModels, writeModels } from '../formats/vehicle-files/model-file.ts';
export { parsePlatoon, writePlatoon } from '../formats/vehicle-files/platoon-file.ts';
export { VehicleFileError } from '../formats/vehicle-files/vehicle-file-error.ts';
export type { Underlay } from '../picture/crash-diagram-svg.ts';
export type { Paper } from '../picture/crash-page.ts';
export { type ReportOptions, reconstructionReport } from '../picture/reconstruction-report.ts';
export { recordingReport } from '../picture/recording-report.ts';
export { caseSchema } from '../reconstruct/case-schema.ts';
export type { CrashPrediction, VehiclePrediction } from '../reconstruct/crash-prediction.ts';
export { crushEnergy, type ResidualCrush } from '../reconstruct/measurements.ts';
export { type ReconstructionCase, readCase, type Unknown } from '../reconstruct/read-case.ts';
export {
  ReconstructionError,
  type ReconstructOptions,
  reconstruct,
  regionEllipse,
} from '../reconstruct/reconstruct.ts';
export type {
  ConfidenceRegion,
  Estimate,
  InputEffect,
  MeasurementFit,
  Reconstruction,
} from '../reconstruct/reconstruction.ts';
export { regionDistance } from '../reconstruct/region-distance.ts';
export { CHANNEL_CLASSES, channelCoefficients, channelGain, filterChannel } from '../record/channel-filter.ts';
export { type CrashPulse, crashPulse, crashPulseCsv } from '../record/crash-pulse.ts';
export { createsEnergy, DEPTH_LAWS } from '../response/vehicle-contact/contact-law.ts';
export type { GivenObstacle } from '../response/vehicle-contact/obstacle.ts';
export { planarImpact as planarCrash } from '../response/vehicle-contact/planar-impact.ts';
export { vehicleSceneText } from '../scene/vehicle-files.ts';
export type { VehicleScene } from '../scene/vehicle-scene.ts';
export { type AxisOrder, createPrincipalAxes, type PrincipalAxes, principalAxes } from '../shapes/principal-axes.ts';
export { boxOfEllipsoid, createVehicleBox, ellipsoidOfBox, type VehicleBox } from '../shapes/vehicle-box.ts';
export { VehicleError, type VehicleStatus } from '../shapes/vehicle-error.ts';
export type { PhaseResult, VehiclePairRow, VehicleResults } from '../sim/observer.ts';
export type { VehicleMotion } from '../sim/vehicles/contact-phase.ts';
export type { CrushResult } from '../sim/vehicles/crush-results.ts';
export { runVehicles, simulateVehicles } from '../sim/vehicles/simulate-vehicles.ts';
export type { VehicleRunSummary } from '../sim/vehicles/vehicle-observer.ts';
