/** The GPU of this process: WebGPU of the browser, or of the optional package `webgpu` in Node. */

/** An opened device, or why there is none. */
export type GpuAccess = GpuDevice | { readonly device?: undefined; readonly reason: string };

export interface GpuDevice {
  readonly device: GPUDevice;
  /** Vendor, architecture and driver, as far as the adapter names them. */
  readonly adapter: string;
  readonly hasTimestamps: boolean;
}

/** Referenced for the life of the process: Dawn ends the process when an instance in use is collected. */
let instance: GPU | undefined;

/** Storage buffers of this many bytes are asked for where the adapter has them; the default limit is 128 MiB. */
const WANTED_BINDING = 1024 ** 3;

/** Opens a device of its own. Never throws for a missing GPU: the reason says what is missing. */
export async function openGpuDevice(): Promise<GpuAccess> {
  const found = await findGpu();
  if (typeof found === 'string') return { reason: found };
  try {
    const adapter = await found.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return { reason: 'no GPU adapter was found' };
    const hasTimestamps = adapter.features.has('timestamp-query');
    const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
    // what is needed, not all there is
    const requiredLimits = {
      maxStorageBufferBindingSize: Math.min(maxStorageBufferBindingSize, WANTED_BINDING),
      maxBufferSize: Math.min(maxBufferSize, WANTED_BINDING),
    };
    const requiredFeatures: GPUFeatureName[] = hasTimestamps ? ['timestamp-query'] : [];
    const device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
    const { vendor, architecture, device: name, description } = adapter.info;
    const names = [...new Set([vendor, architecture, name, description])].filter((text) => text !== '');
    return { device, adapter: names.join(' ') || 'unnamed adapter', hasTimestamps };
  } catch (error) {
    return { reason: `the GPU device could not be opened: ${messageOf(error)}` };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function findGpu(): Promise<GPU | string> {
  const { navigator } = globalThis as { navigator?: { gpu?: GPU } };
  if (navigator?.gpu) return navigator.gpu;
  if (instance) return instance;
  if (!('process' in globalThis)) return 'this browser has no WebGPU';
  try {
    // bundlers of pages must not look for it
    const name = 'webgpu';
    const { create }: typeof import('webgpu') = await import(/* @vite-ignore */ name);
    instance = create([]);
    return instance;
  } catch (error) {
    return `the package 'webgpu' could not be loaded: ${messageOf(error).split('\n')[0]}`;
  }
}
