/** The script of each thread of a narrow-phase pool: waits for a round, takes part in it, and waits again. */
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import {
  enterRound,
  leaveRound,
  ROUND,
  runChunk,
  type SearchUpdate,
  type SearchView,
  updateView,
} from './search-chunk.ts';

export interface SearchWorkerData {
  readonly control: Int32Array;
  /** Receives updates, sends errors. */
  readonly port: MessagePort;
}

const { control, port }: SearchWorkerData = workerData;
let view: SearchView | undefined;

for (let round = 0; ; ) {
  Atomics.wait(control, ROUND, round);
  round = Atomics.load(control, ROUND);
  if (!enterRound(control)) continue;
  try {
    takePart();
  } catch (error) {
    port.postMessage(error instanceof Error ? error : new Error(String(error)));
  }
  leaveRound(control);
}

function takePart(): void {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) break;
    view = updateView(view, received.message as SearchUpdate);
  }
  if (!view) throw new Error('narrow phase: a thread was started before its bodies were set');
  runChunk(view.search, view.list, control);
}
