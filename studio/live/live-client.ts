import { openWorker } from '../worker/open-worker.ts';
import type { LiveCommand, LiveFrame, LiveReply, LiveRequest, LiveStructure } from './live-protocol.ts';

/** A frame of the page that took longer counts as this long [s]: a hidden page does not catch up. */
const MAX_ELAPSED = 0.25;

/** What the page does with the messages of the worker. */
export interface LiveListener {
  structure(structure: LiveStructure): void;
  /** The numbers are valid until the next frame. */
  frame(frame: LiveFrame): void;
  failed(message: string, fatal: boolean): void;
  /** Answers to `save`; progress is a fraction. */
  progress(fraction: number): void;
  reply(reply: Extract<LiveReply, { kind: 'scene' | 'recording' | 'cancelled' }>): void;
}

/** Connection to the worker of a live world. The page asks for every frame, so that none waits for it. */
export interface LiveClient {
  start(text: string, source: string): void;
  /** Simulated seconds per second; 0: paused. */
  setSpeed(speed: number): void;
  /** Whether frames have contacts. */
  setContacts(contacts: boolean): void;
  command(command: LiveCommand): void;
  send(request: Extract<LiveRequest, { kind: 'step' | 'reset' | 'save-scene' | 'save-recording' | 'cancel' }>): void;
  /** Asks for the present state, if the world is paused. */
  refresh(): void;
  close(): void;
}

export function createLiveClient(listener: LiveListener): LiveClient {
  const worker = openWorker('live');
  let speed = 0;
  let contacts = false;
  /** Simulated time since the last request [s]. */
  let elapsed = 0;
  let last = 0;
  let request = 0;
  let isWaiting = false;
  /** A frame is wanted as soon as the worker answers. */
  let isStale = false;
  let spare: Float64Array<ArrayBuffer> | undefined;
  let shown: Float64Array<ArrayBuffer> | undefined;
  const post = (message: LiveRequest, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  const ask = () => {
    if (isWaiting) {
      isStale = true;
      return;
    }
    isWaiting = true;
    isStale = false;
    const buffer = spare;
    spare = undefined;
    post({ kind: 'advance', elapsed, buffer, contacts }, buffer ? [buffer.buffer] : []);
    elapsed = 0;
  };
  const tick = (now: number) => {
    elapsed += speed * Math.min((now - last) / 1000, MAX_ELAPSED);
    last = now;
    if (!isWaiting) ask();
    request = requestAnimationFrame(tick);
  };
  const receive = ({ data }: MessageEvent<LiveReply>) => {
    switch (data.kind) {
      case 'frame':
        isWaiting = false;
        // the frame before is no longer shown: its memory goes back
        spare = shown;
        shown = data.numbers;
        listener.frame(data);
        if (isStale) ask();
        break;
      case 'structure':
        listener.structure(data);
        break;
      case 'failed':
        listener.failed(data.message, data.fatal);
        break;
      case 'progress':
        listener.progress(data.done / Math.max(1, data.total));
        break;
      default:
        listener.reply(data);
    }
  };
  worker.onmessage = receive;
  worker.onerror = ({ message }) => listener.failed(message, true);
  const refresh = () => {
    if (speed === 0) ask();
  };
  return {
    start(text, source) {
      // the first frame follows the start by itself
      isWaiting = true;
      post({ kind: 'start', text, source });
    },
    setSpeed(next) {
      const wasPaused = speed === 0;
      speed = next;
      if (speed === 0) {
        cancelAnimationFrame(request);
        elapsed = 0;
        // numbers that change while it plays are shown now and then: a pause shows those of the last step
        if (!wasPaused) ask();
      } else if (wasPaused) {
        last = performance.now();
        request = requestAnimationFrame(tick);
      }
    },
    setContacts(next) {
      contacts = next;
      refresh();
    },
    command(command) {
      post({ kind: 'command', command });
      refresh();
    },
    send(message) {
      post(message);
      if (message.kind === 'step' || message.kind === 'reset') refresh();
    },
    refresh,
    close() {
      cancelAnimationFrame(request);
      worker.terminate();
    },
  };
}
