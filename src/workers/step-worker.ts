/** The script of each helper thread of a step pool: waits for a round, takes part in it, and waits again. */
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { WasmMemory } from '../response/solver/solver-memory.ts';
import { createKernels } from '../response/solver/wasm/solver-kernels.ts';
import type { SearchCache } from '../sim/solids/steps/contact-cache.ts';
import { awaitRound, createRound, markFailed, markStarted, type RoundControl, readRound } from './rounds.ts';
import { runPart, type SharedBodies, updateSearch, type WorldView } from './step-part.ts';

export interface StepWorkerData {
  /** Index of the thread, from 1: 0 is the caller. */
  readonly thread: number;
  readonly control: RoundControl;
  /** Receives updates, sends errors. */
  readonly port: MessagePort;
}

/** Data sent to a thread before a round if it has changed. */
export interface StepUpdate {
  readonly version: number;
  /** Of another world. */
  readonly memory?: WasmMemory;
  /** `bodies` for another world. The arrays that change in a step lie in shared memory. */
  readonly search?: { readonly bodies?: SharedBodies; readonly cache: SearchCache; readonly numbers: Int32Array };
}

const { thread, control, port }: StepWorkerData = workerData;
const view: WorldView = { thread };
const round = createRound();
const parameters = new Float64Array(control.parameters.length);
let version = 0;

const sendError = (error: unknown) => {
  port.postMessage(error instanceof Error ? error : new Error(String(error)));
  markFailed(control);
};

markStarted(control);
for (let sequence = 0; ; ) {
  sequence = awaitRound(control, sequence);
  if (!readRound(control, sequence, round)) continue;
  try {
    if (version !== round.version) receiveUpdates();
    // otherwise the round has ended
    if (version === round.version) runPart(view, control, round, parameters, sendError);
  } catch (error) {
    sendError(error);
  }
}

function receiveUpdates(): void {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) return;
    const update = received.message as StepUpdate;
    version = update.version;
    if (update.memory) view.kernels = createKernels(update.memory, true, thread);
    if (update.search) updateSearch(view, update.search);
  }
}
