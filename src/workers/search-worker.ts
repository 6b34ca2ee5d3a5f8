/** What runs in each thread of a search pool: waits for a round, takes its share, says so, and waits again. */
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
  /** Updates come in here, errors go out. */
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
  if (!view) throw new Error('a thread that looks for contacts was told of no bodies');
  runChunk(view.search, view.list, control);
}
