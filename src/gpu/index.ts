/** Contacts of a deforming mesh on the GPU, bitwise as `checkMesh` finds them. */
export {
  createGpuMeshCheck,
  type GpuMeshCheck,
  type GpuMeshCheckOptions,
  type GpuStepOptions,
} from './gpu-mesh-check.ts';
export { MESH_CONTACT_KINDS, type PackedMeshCheck, type StepPhases } from './packed-mesh-check.ts';
