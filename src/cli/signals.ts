/** 128 + the number of the signal, the convention of shells. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type Signal = keyof typeof SIGNAL_CODES;

const SIGNALS = Object.keys(SIGNAL_CODES) as Signal[];

/** Calls `handle` for each termination signal instead of ending the process; returns a function that undoes this. */
export function onSignals(handle: (signal: Signal) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}

/** Remembers the first signal instead of ending the process, until `stop`. */
export interface SignalCatcher {
  readonly received: Signal | undefined;
  stop(): void;
}

export function catchSignals(): SignalCatcher {
  let received: Signal | undefined;
  const stop = onSignals((signal) => {
    received ??= signal;
  });
  return {
    get received() {
      return received;
    },
    stop,
  };
}

/** Signals are delivered between iterations of the event loop only: long work must yield from time to time. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
