import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { CameraState } from '../session/session.ts';
import { framingOf } from './framing.ts';
import { createHeadline } from './headline.ts';
import { listenToKeys } from './listen-to-keys.ts';
import { createMotionTimeline } from './motion-timeline.ts';
import { isPlanarPair } from './planar-pair.ts';
import { drawStore } from './play-drawing.ts';
import { isComplete, type PlayModel } from './play-model.ts';
import type { PlayBody, ShapeDocument, Side } from './play-state.ts';
import { createPointerTools, type Edit } from './pointer-tools.ts';
import { createStage, type Stage } from './stage.ts';
import { velocityOfTip } from './stage-marks.ts';
import { hasSize, stretchShape } from './stretch-shape.ts';
import { createToolbar } from './toolbar.ts';

interface ViewOptions {
  readonly camera: CameraState | undefined;
  readonly failure: HTMLElement;
  readonly copyLink: () => void;
}

/** The stage with its toolbar, the headline and the timeline. */
export function createPlayView(
  studio: Studio,
  model: PlayModel,
  options: ViewOptions,
  signal: AbortSignal,
): HTMLElement {
  const box = element('div', { className: 'play-stage' });
  let stage: Stage;
  try {
    stage = createStage();
  } catch (error) {
    options.failure.textContent = `This browser cannot draw: ${error instanceof Error ? error.message : String(error)}`;
    return box;
  }
  signal.addEventListener('abort', stage.dispose, { once: true });
  const timeline = createMotionTimeline((time) => model.set({ time }), signal);
  const framing = createFraming(stage, model, options.camera);
  const toolbar = createToolbar(
    {
      setMode: (mode) => model.set({ mode }),
      setLayers: (layers) => model.set({ layers }),
      fit: framing.fit,
      swap: model.swap,
      link: options.copyLink,
    },
    signal,
  );
  const tools = createPointerTools(
    stage,
    { select: (selected) => model.set({ selected }), edit: createEditor(model, framing.radius) },
    signal,
  );
  const headline = createHeadline();
  drawStore(stage, model, { toolbar, tools, timeline, headline, framing }, signal);
  listenToKeys(studio, model, stage, { ...framing, play: timeline.toggle }, signal);
  const help = element(
    'p',
    { id: 'play-help', className: 'visually-hidden' },
    'Arrow keys, Page Up and Page Down change the selected body, with Shift in small steps. A and B select a body; M moves, R rotates, S scales, V gives a velocity.',
  );
  stage.canvas.setAttribute('aria-label', 'Two bodies');
  stage.canvas.setAttribute('aria-describedby', 'play-help');
  box.append(
    toolbar.element,
    element('div', { className: 'play-canvas' }, stage.element, headline.element),
    timeline.element,
    help,
  );
  return box;
}

export interface FramingControl {
  /** Radius of what is shown [m]. */
  radius(): number;
  /** Whether a plane is shown from above. */
  isPlanar(): boolean | undefined;
  fit(): void;
  /** After another state or shape: a new pair is shown whole. */
  update(): void;
}

/** The camera shows a new pair whole, once its shapes are there. */
function createFraming(stage: Stage, model: PlayModel, first: CameraState | undefined): FramingControl {
  const { store } = model;
  let shownPair = -1;
  let radius = 1;
  let wasPlanar: boolean | undefined;
  let given = first;
  const apply = (resetView: boolean) => {
    const next = framingOf(store.get());
    radius = next.radius;
    wasPlanar = next.planar;
    stage.frame(next, resetView);
  };
  model.setCameraSource(() => stage.camera());
  stage.onCamera(() => store.set({ cameraMoves: store.get().cameraMoves + 1 }));
  return {
    radius: () => radius,
    isPlanar: () => wasPlanar,
    fit: () => apply(true),
    update() {
      const now = store.get();
      if (!isComplete(now)) return;
      const planar = isPlanarPair(now.state.A.shape, now.state.B.shape);
      if (now.pairs === shownPair && planar === wasPlanar) return;
      shownPair = now.pairs;
      apply(true);
      // a link has the camera of its state
      if (given) stage.setCamera(given);
      given = undefined;
    },
  };
}

/** Changes the state by gestures. */
function createEditor(model: PlayModel, radius: () => number) {
  let start: ShapeDocument | undefined;
  return (side: Side, edit: Edit | undefined, phase: 'start' | 'move' | 'end'): void => {
    const { state } = model.store.get();
    if (phase === 'start') start = state[side].shape;
    if (edit === undefined || start === undefined) return;
    const changes = changesOf(edit, start);
    if (edit.kind === 'tip') model.change(side, { velocity: velocityOfTip(state, side, edit.tip, radius()) });
    else if (changes) model.change(side, changes);
  };
}

function changesOf(edit: Edit, start: ShapeDocument): Partial<PlayBody> | undefined {
  switch (edit.kind) {
    case 'position':
      return { position: edit.position };
    case 'rotation':
      return { rotation: edit.rotation };
    case 'scale':
      return hasSize(start) ? { shape: stretchShape(start, edit.factors) } : undefined;
    case 'tip':
      return undefined;
  }
}
