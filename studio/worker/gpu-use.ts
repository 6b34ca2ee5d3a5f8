/** Whether runs use the GPU: for large meshes, for all, or not. */
export const GPU_USES = ['auto', 'always', 'never'] as const;
export type GpuUse = (typeof GPU_USES)[number];
