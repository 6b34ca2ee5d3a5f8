import { element } from '../page/element.ts';
import { formatLink, type Link } from '../page/link.ts';
import type { Page, Studio } from '../page/studio.ts';
import type { OverlayName } from '../session/session.ts';
import { createView } from '../view/create-view.ts';
import { framingOf } from '../view/first-camera.ts';
import type { Mark, View } from '../view/view.ts';
import { fetchScene } from '../workbench/load.ts';
import { createBodyControls, createPalette } from './body-controls.ts';
import { createLiveClient, type LiveListener } from './live-client.ts';
import { addLiveKeys } from './live-keys.ts';
import { createLiveMarks } from './live-marks.ts';
import { createLiveScene, type LiveScene } from './live-scene.ts';
import { createLiveState, type LiveStore } from './live-state.ts';
import { createLiveTools } from './live-tools.ts';
import { createTransport } from './live-transport.ts';
import { createSaveControls } from './save-controls.ts';
import { createJointControls, createShowControls, createWorldControls } from './world-controls.ts';
import '../view/view.css';
import './live.css';

/** A scene that runs live: pull, throw, pin, add and change bodies while it runs. */
export const livePage: Page = (studio, link, signal) => {
  const name = 'name' in link.route && link.route.name ? link.route.name : 'scene';
  const title = element('h1', {}, name.replaceAll('-', ' '));
  const back = element('a', { className: 'button quiet', href: '#/' }, 'All tools');
  void hrefOf(link).then((href) => {
    back.href = href;
  });
  const failure = element('p', { className: 'live-failure', role: 'alert' });
  const head = element('div', { className: 'live-title' }, title, back, failure);
  let view: View;
  try {
    view = createView();
  } catch (error) {
    failure.textContent = `This browser cannot draw the scene: ${messageOf(error)}`;
    return element('main', { className: 'live' }, head);
  }
  const { client, parts } = createPlay({ studio, link, view, name, title, failure }, signal);
  void textOf(link, signal).then(
    (text) => signal.aborted || client.start(text, name),
    (error) => {
      if (!signal.aborted) failure.textContent = messageOf(error);
    },
  );
  return element('main', { className: 'live', 'data-scene': name }, head, ...parts);
};

interface Place {
  readonly studio: Studio;
  readonly link: Link;
  readonly view: View;
  readonly name: string;
  readonly title: HTMLElement;
  readonly failure: HTMLElement;
}

/** The world and its controls. */
function createPlay(place: Place, signal: AbortSignal) {
  const { studio, view, name } = place;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const state = createLiveState(!isStill);
  const scene = createLiveScene(view);
  const client = createLiveClient({
    structure: (structure) => drawing.structure(structure),
    failed(message, isFatal) {
      state.set({ saving: undefined });
      if (isFatal) place.failure.textContent = message;
      else studio.announce(message, 'error');
    },
    frame(frame) {
      drawing.frame(frame);
      transport.show(frame);
      const { selected } = state.get();
      if (selected >= 0) body.show(scene.body(selected));
    },
    progress: (saving) => state.set({ saving }),
    reply: (reply) => void save.receive(reply).catch((error) => studio.announce(messageOf(error), 'error')),
  });
  const drawing = createDrawing(place, state, scene, () => tools.marks());
  const tools = createLiveTools({ studio, view, client, scene, state, signal });
  const transport = createTransport(state, client, view, signal);
  const body = createBodyControls(state, client, signal);
  const palette = createPalette(state, client, () => view.camera().target, signal);
  const save = createSaveControls(studio, state, client, name, signal);
  followState(state, view, client, signal);
  view.onCamera(() => client.refresh());
  addLiveKeys({ studio, state, view, tools, transport, body, palette }, signal);
  signal.addEventListener('abort', () => {
    client.close();
    view.dispose();
  });
  const side = element(
    'div',
    { className: 'live-side', role: 'region', 'aria-label': 'Settings', tabIndex: 0 },
    body.element,
    palette.element,
    createWorldControls(state, client, signal),
    createJointControls(state, client, signal),
    createShowControls(state, signal),
    save.element,
  );
  const shown = element('div', { className: 'live-view' }, view.element, hint(state, signal));
  return { client, parts: [shown, transport.element, side] };
}

/** Shows structures and frames in the view. */
function createDrawing(
  { view, link, title, failure }: Place,
  state: LiveStore,
  scene: LiveScene,
  handles: () => readonly Mark[],
): Pick<LiveListener, 'structure' | 'frame'> {
  const draw = createLiveMarks();
  return {
    structure(structure) {
      const { selected, structure: before } = state.get();
      scene.setStructure(structure);
      failure.textContent = '';
      if (!before && link.camera) view.setCamera(link.camera);
      const remaining = selected < structure.bodies.length ? selected : -1;
      state.set({ structure, selected: structure.selected ?? remaining });
      title.textContent = structure.recorded.recording.title;
      document.title = `${structure.recorded.recording.title}, live · Appulse`;
    },
    frame(frame) {
      const { structure, playing, speed } = state.get();
      // a hand that pulls sees the body without delay
      const isSlow = playing && frame.pull === undefined && speed / 60 < (structure?.timeStep ?? 0);
      scene.show(frame, isSlow);
      if (!structure) return;
      const size = framingOf(structure.recorded).size;
      view.setMarks([...draw(frame, structure, state.get(), size), ...handles()]);
      if (frame.ended === undefined || failure.textContent !== '') return;
      failure.textContent = `The run cannot continue: ${frame.ended}. Reset starts it again.`;
      if (playing) state.set({ playing: false });
    },
  };
}

/** What can be done in the view. */
function hint(state: LiveStore, signal: AbortSignal): HTMLElement {
  const place = element('p', { className: 'live-hint muted' });
  state.follow(
    ['structure', 'tool'],
    ({ structure, tool }) => {
      const pull = 'Drag a body to pull it, let go to throw it. Arrow keys pull the selected body.';
      const move = 'Select a body, then drag its handles. Arrow keys act on it too.';
      place.textContent = structure?.limits.pull ?? (tool === 'pull' ? pull : move);
    },
    signal,
  );
  return place;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same scene without the live mode. */
function hrefOf({ route }: Link): Promise<string> {
  return formatLink({ route });
}

async function textOf({ route }: Link, signal: AbortSignal): Promise<string> {
  if (route.page === 'own') return route.text;
  if (route.page === 'scene') return fetchScene(route.name, signal);
  throw new Error('This address has no scene to play.');
}

/** The view and the worker follow the state of the page. */
function followState(state: LiveStore, view: View, client: ReturnType<typeof createLiveClient>, signal: AbortSignal) {
  state.follow(['playing', 'speed'], ({ playing, speed }) => client.setSpeed(playing ? speed : 0), signal);
  state.follow(['showForces'], ({ showForces }) => client.setContacts(showForces), signal);
  state.follow(
    ['selected', 'structure'],
    ({ selected }) => {
      view.setSelection(selected < 0 ? undefined : { kind: 'body', body: selected });
      client.refresh();
    },
    signal,
  );
  state.follow(
    ['selected', 'isFollowing'],
    ({ selected, isFollowing }) => view.follow(isFollowing && selected >= 0 ? selected : undefined),
    signal,
  );
  state.follow(['tool', 'showVelocities'], () => client.refresh(), signal);
  state.follow(
    ['showGaps', 'showNames'],
    ({ showGaps, showNames }) => {
      const overlays: OverlayName[] = [
        ...(showGaps ? (['witnesses'] as const) : []),
        ...(showNames ? (['names'] as const) : []),
      ];
      view.setOverlays(new Set(overlays));
    },
    signal,
  );
}
