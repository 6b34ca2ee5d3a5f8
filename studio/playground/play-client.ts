import { openWorker } from '../worker/open-worker.ts';
import type { PlayReply, PlayRequest } from './play-protocol.ts';
import type { PlayState, ShapeDocument, Side } from './play-state.ts';

/** Patience with an answer while a newer state waits [ms]; then the worker is replaced. */
const PATIENCE = 3000;

/** The queries of the playground, in a worker: the page stays responsive, and only the latest state is answered. */
export interface PlayClient {
  /** Asks about a state; sends shapes that changed. Returns its version, which the replies carry. */
  ask(state: PlayState): number;
  close(): void;
}

export function createPlayClient(
  receive: (reply: PlayReply, document: ShapeDocument | undefined) => void,
  fail: (message: string) => void,
): PlayClient {
  let worker: Worker | undefined;
  let version = 0;
  /** Version of the last reply, and when the oldest unanswered state was sent. */
  let waitingSince: number | undefined;
  const sent: Partial<Record<Side, ShapeDocument>> = {};
  let revision = 0;
  const documents = new Map<number, ShapeDocument>();

  const open = () => {
    const opened = openWorker('playground');
    opened.onmessage = ({ data }: MessageEvent<PlayReply>) => {
      if (data.kind !== 'shape') {
        waitingSince = undefined;
        receive(data, undefined);
        return;
      }
      receive(data, documents.get(data.revision));
      documents.delete(data.revision);
    };
    opened.onerror = (event) => fail(event.message ?? 'the worker failed');
    return opened;
  };
  const close = () => {
    worker?.terminate();
    worker = undefined;
    waitingSince = undefined;
    documents.clear();
    delete sent.A;
    delete sent.B;
  };
  const post = (request: PlayRequest) => {
    worker ??= open();
    worker.postMessage(request);
  };
  return {
    ask(state) {
      const now = performance.now();
      if (waitingSince !== undefined && now - waitingSince > PATIENCE) close();
      waitingSince ??= now;
      for (const side of ['A', 'B'] as const) {
        const { shape } = state[side];
        if (sent[side] === shape) continue;
        sent[side] = shape;
        documents.set(++revision, shape);
        post({ kind: 'shape', side, revision, document: shape });
      }
      const { tolerance, duration, restitution, friction } = state;
      const plain = (side: Side) => {
        const { shape: _, ...rest } = state[side];
        return rest;
      };
      post({
        kind: 'state',
        version: ++version,
        bodies: { A: plain('A'), B: plain('B') },
        settings: { tolerance, duration, restitution, friction },
      });
      return version;
    },
    close,
  };
}
