import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Outcome } from './command-line.ts';

/** A command of the command line. */
export interface Call {
  /** Path of its script. */
  readonly main: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
}

type Answer = { readonly outcome: Outcome } | { readonly failure: string };

/** After this time a command is taken to hang [ms]. */
const PATIENCE = 600_000;

let shared: { readonly call: (call: Call) => Answer } | undefined;

/** Runs a command in a process that all commands of this process of tests share, see `command-line-host.mjs`, and waits for its end. */
export function runShared(call: Call): Outcome {
  shared ??= startThread();
  const answer = shared.call(call);
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.outcome;
}

function startThread() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1: port, port2 } = new MessageChannel();
  const script = new URL('command-line-thread.mjs', import.meta.url);
  const thread = new Worker(script, { workerData: { port: port2, flag }, transferList: [port2], execArgv: [] });
  // neither keeps the process of the tests alive
  thread.unref();
  port.unref();
  return {
    call(call: Call): Answer {
      Atomics.store(flag, 0, 0);
      port.postMessage(call);
      const end = Atomics.wait(flag, 0, 0, PATIENCE);
      if (end === 'timed-out') throw new Error(`appulse ${call.args.join(' ')}: no end after ${PATIENCE / 1000} s`);
      return (receiveMessageOnPort(port) as { message: Answer }).message;
    },
  };
}
