/** Contacts of a deforming mesh on the GPU, bitwise as `checkMesh` finds them. */
export {
  createGpuMeshCheck,
  type GpuMeshCheck,
  type GpuMeshCheckOptions,
  type GpuStepOptions,
} from './gpu-mesh-check.ts';
export type { GpuMeshStep, StepPhases } from './gpu-mesh-step.ts';
export type { PhaseTimes } from './phase-times.ts';
