/** A thread between a test, which waits, and the process of `command-line-host.mjs`. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';

/** @type {{ port: import('node:worker_threads').MessagePort, flag: Int32Array }} */
const { port, flag } = workerData;
const HOST = fileURLToPath(new URL('command-line-host.mjs', import.meta.url));

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

function startHost() {
  const started = fork(HOST, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  started.on('message', answer);
  started.on('exit', (code, signal) => {
    child = undefined;
    answer({ failure: `the process of the command line ended: ${code ?? signal}` });
  });
  return started;
}

/** @param {unknown} message */
function answer(message) {
  port.postMessage(message);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

port.on('message', (call) => {
  child ??= startHost();
  child.send(call);
});
