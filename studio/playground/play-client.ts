import { openWorker } from '../worker/open-worker.ts';
import type { PlayReply, PlayRequest } from './play-protocol.ts';
import { type PlayState, type ShapeDocument, SIDES, type Side } from './play-state.ts';

/** Patience with a worker that is busy with an earlier state [ms]; then it is replaced. */
const PATIENCE = 3000;

/** The queries of the playground, in a worker: the page stays responsive, and only the latest state is answered. */
export interface PlayClient {
  /** Asks about a state; sends shapes that changed. Returns its version, which the replies carry. */
  ask(state: PlayState): number;
  close(): void;
}

/** `receive` gets a shape together with its document. */
export function createPlayClient(
  receive: (reply: PlayReply, document: ShapeDocument | undefined) => void,
  fail: (message: string) => void,
): PlayClient {
  let worker: Worker | undefined;
  let version = 0;
  /** Versions of the first state of this worker, and of its last reply. */
  let opened = 0;
  let answered = 0;
  let timer = 0;
  let revision = 0;
  const sent: Partial<Record<Side, ShapeDocument>> = {};
  const documents = new Map<number, ShapeDocument>();

  const open = () => {
    opened = version;
    const made = openWorker('playground');
    made.onmessage = ({ data }: MessageEvent<PlayReply>) => {
      if (data.kind !== 'shape') {
        answered = data.version;
        receive(data, undefined);
        return;
      }
      receive(data, documents.get(data.revision));
      documents.delete(data.revision);
    };
    made.onerror = (event) => fail(event.message ?? 'the worker failed');
    return made;
  };
  const close = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    documents.clear();
    delete sent.A;
    delete sent.B;
  };
  const post = (request: PlayRequest) => {
    worker ??= open();
    worker.postMessage(request);
  };
  const send = (state: PlayState) => {
    for (const side of SIDES) {
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
    const settings = { tolerance, duration, restitution, friction };
    post({ kind: 'state', version, bodies: { A: plain('A'), B: plain('B') }, settings });
  };
  return {
    ask(state) {
      version++;
      send(state);
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        // a worker whose first state this is may take its time
        if (answered >= version || opened === version) return;
        close();
        send(state);
      }, PATIENCE);
      return version;
    },
    close,
  };
}
