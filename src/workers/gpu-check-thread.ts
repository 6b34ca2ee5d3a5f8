/**
 * The contact check on the GPU for worlds, whose steps are synchronous: a thread of its own awaits the GPU, and the calling thread
 * waits for that thread. Results are bitwise those of `createMeshCheck`.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { checkMotion, type MeshCheckFactory, type PackedMeshCheck } from '../ccd/mesh-check.ts';
import type { GpuAnswer, GpuRequest, GpuWorkerData } from './gpu-worker.ts';

/** A thread that checks meshes on the GPU. */
export interface GpuCheckThread {
  /** As `createMeshCheck`, for the option `meshCheck` of a run; the returned function waits for the GPU. */
  readonly createMeshCheck: MeshCheckFactory;
  /** Name of the GPU, from the first check on. */
  readonly adapter: string | undefined;
  /** Why the CPU decided a step; nothing if the GPU decided all. */
  readonly reason: string | undefined;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Starts a thread for contact checks on the GPU, by the optional package `webgpu`. Where there is no GPU, the thread checks on the CPU and `reason` says
 * why. Close it at the end.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 * import { createGpuCheckThread } from 'appulse/workers';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0));
 * const thread = createGpuCheckThread();
 * const { contacts } = thread.createMeshCheck(mesh)(constantVelocityMotion(mesh.positions, velocities, 1));
 * await thread.close();
 * console.log(contacts.count, contacts.times[0]); // 3 0.5
 * ```
 */
export function createGpuCheckThread(): GpuCheckThread {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const workerData: GpuWorkerData = { port: port2, answered };
  // the compiled file next to this one; process flags do not apply to its script
  const script = new URL('./gpu-worker.js', import.meta.url);
  const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [] });
  worker.unref();
  port.unref();
  let checks = 0;
  let adapter: string | undefined;
  let reason: string | undefined;
  const ask = (request: GpuRequest): GpuAnswer => {
    const answer = askAndWait(port, answered, request);
    if (answer.error) throw answer.error;
    adapter = answer.adapter ?? adapter;
    reason = answer.reason ?? reason;
    return answer;
  };
  return {
    createMeshCheck: (mesh, options = {}) => {
      const check = ++checks;
      ask({ check, mesh, options });
      return (motion) => {
        checkMotion(mesh, motion, options.surface);
        return ask({ check, motion }).found as PackedMeshCheck;
      };
    },
    get adapter() {
      return adapter;
    },
    get reason() {
      return reason;
    },
    close: async () => {
      port.close();
      await worker.terminate();
    },
  };
}

function askAndWait(port: MessagePort, answered: Int32Array, request: GpuRequest): GpuAnswer {
  const before = Atomics.load(answered, 0);
  port.postMessage(request);
  Atomics.wait(answered, 0, before);
  const received = receiveMessageOnPort(port);
  if (!received) throw new Error('the thread of the GPU sent no answer');
  return received.message as GpuAnswer;
}
