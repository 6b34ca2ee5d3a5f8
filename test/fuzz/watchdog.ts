import { Worker } from 'node:worker_threads';

/** A case takes milliseconds, the slowest some seconds: one that takes this long on a busy machine would never end [s]. */
const ENDLESS = 600;

/**
 * Ends the process when one case does not end, for a loop without end cannot be ended from within its own thread. `begin` names
 * the case; the name is printed. A thread of its own watches.
 */
export interface Watchdog {
  begin(name: string): void;
  stop(): Promise<void>;
}

const WATCH = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { name, count, seconds } = workerData;
let last = -1;
let since = Date.now();
setInterval(() => {
  const now = Atomics.load(count, 0);
  if (now !== last) { last = now; since = Date.now(); return; }
  if (Date.now() - since < 1000 * seconds) return;
  const text = Buffer.from(name.slice(1, 1 + name[0])).toString();
  writeSync(2, 'fuzz: does not end: ' + text + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);
`;

export function createWatchdog(): Watchdog {
  const name = new Uint8Array(new SharedArrayBuffer(128));
  const count = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(WATCH, { eval: true, workerData: { name, count, seconds: ENDLESS } });
  worker.unref();
  return {
    begin(text) {
      const bytes = new TextEncoder().encode(text).subarray(0, 127);
      name.set(bytes, 1);
      name[0] = bytes.length;
      Atomics.add(count, 0, 1);
    },
    async stop() {
      await worker.terminate();
    },
  };
}
