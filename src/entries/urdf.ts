/** `appulse/urdf`: robot models in URDF, and the scenes that they become. */
export { urdfMeshFiles } from '../formats/urdf/mesh-files.ts';
export { type ReadUrdfOptions, readUrdf } from '../formats/urdf/read-urdf.ts';
export { UrdfError, type UrdfNotice } from '../formats/urdf/urdf-error.ts';
export type {
  UrdfCollision,
  UrdfGeometry,
  UrdfInertial,
  UrdfJoint,
  UrdfJointType,
  UrdfLimit,
  UrdfLink,
  UrdfMimic,
  UrdfModel,
} from '../formats/urdf/urdf-model.ts';
export { type UrdfScene, type UrdfSceneOptions, urdfScene } from '../scene/urdf/urdf-scene.ts';
export type { UrdfMeshes } from '../scene/urdf/urdf-shape.ts';
