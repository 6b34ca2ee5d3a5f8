/** One device and one set of compiled shaders for all checks of a process: compiling takes about a second. */
import { type GpuDevice, messageOf, openGpuDevice } from './device.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';

export interface SharedGpu extends GpuDevice {
  readonly pipelines: Pipelines;
  /** Why the device was lost; nothing while it is there. */
  lost(): string | undefined;
}

export type SharedGpuAccess = SharedGpu | { readonly device?: undefined; readonly reason: string };

let current: Promise<SharedGpuAccess> | undefined;

/** The device; after one was lost, a new one. Where there is none, every call looks again. */
export async function sharedGpu(): Promise<SharedGpuAccess> {
  current ??= open();
  const gpu = await current;
  if (gpu.device && !gpu.lost()) return gpu;
  current = undefined;
  if (!gpu.device) return gpu;
  return sharedGpu();
}

async function open(): Promise<SharedGpuAccess> {
  const access = await openGpuDevice();
  if (!access.device) return access;
  let lost: string | undefined;
  access.device.lost.then(({ message }) => {
    lost = `the GPU device was lost: ${message || 'no reason given'}`;
  });
  try {
    const pipelines = await createPipelines(access.device);
    return { ...access, pipelines, lost: () => lost };
  } catch (error) {
    access.device.destroy();
    return { reason: `the GPU cannot run the check: ${messageOf(error)}` };
  }
}
