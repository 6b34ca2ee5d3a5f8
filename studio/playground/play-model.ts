import type { Shape } from '../../src/index.ts';
import type { CameraState } from '../session/session.ts';
import { createStore, type Store } from '../session/store.ts';
import { fitPair, withShape } from './planar-pair.ts';
import { type Answers, NO_ANSWERS, withoutOld, withReply } from './play-answers.ts';
import { createPlayClient } from './play-client.ts';
import type { PlayReply } from './play-protocol.ts';
import type { PlayBody, PlayState, ShapeDocument, Side } from './play-state.ts';

export interface BuiltShape {
  readonly document: ShapeDocument;
  readonly shape: Shape;
  /** About the origin of its pose [m]. */
  readonly radius: number;
}

export interface PlayStore {
  readonly state: PlayState;
  /** Of the state: answers with a lower one are older. */
  readonly version: number;
  readonly answers: Answers;
  /** The last valid shapes. */
  readonly built: Partial<Record<Side, BuiltShape>>;
  /** Why a shape is not valid. */
  readonly failures: Partial<Record<Side, string>>;
  /** Another pair: the camera shows it whole once its shapes are there. */
  readonly pairs: number;
  /** Movements of the camera by hand. */
  readonly cameraMoves: number;
}

/** State, answers and what changes them. */
export interface PlayModel {
  readonly store: Store<PlayStore>;
  set(changes: Partial<PlayState>): void;
  /** Another state altogether. */
  replace(state: PlayState): void;
  choose(side: Side, name: string, shape: ShapeDocument): void;
  change(side: Side, changes: Partial<PlayBody>): void;
  swap(): void;
  /** Where the camera is; set by the view. */
  camera(): CameraState | undefined;
  setCameraSource(camera: () => CameraState): void;
}

/** After this time answers to an earlier state are no longer shown [ms]. */
const OLD = 400;

export function createPlayModel(first: PlayState, failure: HTMLElement, signal: AbortSignal): PlayModel {
  const store = createStore<PlayStore>({
    state: fitPair(first),
    version: 0,
    answers: NO_ANSWERS,
    built: {},
    failures: {},
    pairs: 0,
    cameraMoves: 0,
  });
  let camera: (() => CameraState) | undefined;
  const client = createPlayClient(receive, (message) => {
    failure.textContent = `The computation failed: ${message}`;
  });
  signal.addEventListener('abort', client.close, { once: true });

  function receive(reply: PlayReply, document: ShapeDocument | undefined): void {
    if (signal.aborted) return;
    const { answers, built, failures } = store.get();
    if (reply.kind !== 'shape') {
      store.set({ answers: withReply(answers, reply) });
      return;
    }
    const { side, built: found } = reply;
    if (found.reason !== undefined) {
      store.set({ failures: { ...failures, [side]: found.reason } });
    } else if (document !== undefined) {
      store.set({
        built: { ...built, [side]: { document, ...found.value } },
        failures: { ...failures, [side]: undefined },
      });
    }
  }
  let timer = 0;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  const write = (state: PlayState, more: Partial<PlayStore> = {}) => {
    const before = store.get().state;
    if (state === before) return;
    if (!asksAgain(before, state)) {
      store.set({ ...more, state });
      return;
    }
    store.set({ ...more, state, version: client.ask(state) });
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const { answers, version } = store.get();
      store.set({ answers: withoutOld(answers, version) });
    }, OLD);
  };
  const model: PlayModel = {
    store,
    set: (changes) => write({ ...store.get().state, ...changes }),
    replace: (state) => write(fitPair(state), { pairs: store.get().pairs + 1, answers: NO_ANSWERS }),
    choose(side, name, shape) {
      const { state, pairs } = store.get();
      const isOther = name !== state[side].name;
      write(withShape(state, side, name, shape), isOther ? { pairs: pairs + 1, answers: NO_ANSWERS } : {});
    },
    change(side, changes) {
      const { state } = store.get();
      write(fitPair({ ...state, [side]: { ...state[side], ...changes } }));
    },
    swap() {
      const { state } = store.get();
      write({ ...state, A: state.B, B: state.A, selected: state.selected === 'A' ? 'B' : 'A' });
    },
    camera: () => camera?.(),
    setCameraSource(source) {
      camera = source;
    },
  };
  store.set({ version: client.ask(store.get().state) });
  return model;
}

/** Whether both bodies are drawn with the shapes of the state. */
export function isComplete({ built, state }: PlayStore): boolean {
  return built.A?.document === state.A.shape && built.B?.document === state.B.shape;
}

/** Selection, tool, layers and the scrubber change no answer. */
function asksAgain(a: PlayState, b: PlayState): boolean {
  return (['A', 'B', 'tolerance', 'duration', 'restitution', 'friction'] as const).some((key) => a[key] !== b[key]);
}
