import './workbench.css';
import { gallery } from 'virtual:gallery';
import { element } from '../page/element.ts';
import { formatLink, type Link } from '../page/link.ts';
import type { Page, Panel, Studio } from '../page/studio.ts';
import { abandonRun, loadScene, openRecording, seek } from '../session/actions.ts';
import { currentLink } from '../session/current-link.ts';
import { NO_HISTORY } from '../session/history.ts';
import { type Session, USUAL_OVERLAYS } from '../session/session.ts';
import { aboutPanel } from './about-panel.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import { historyButtons } from './history-buttons.ts';
import { fetchRecording, fetchScene } from './load.ts';
import { runStatus } from './run-status.ts';
import { sideTabs } from './side-tabs.ts';
import { keepAddress } from './sync-url.ts';

/** A scene with its tools: view, timeline, plots; text, values and export at the side. */
export const workbenchPage: Page = (studio, link, signal) => {
  const title = element('h1', {}, nameOf(link));
  studio.session.follow(
    ['recorded'],
    ({ recorded }) => {
      if (recorded === undefined) return;
      title.textContent = recorded.recording.title;
      document.title = `${recorded.recording.title} · Appulse`;
    },
    signal,
  );
  const later = (className: string, load: () => Promise<Panel>) => lazily(studio, signal, className, load);
  const autosave = createAutosave(studio, signal);
  void start(studio, link, autosave, signal);
  signal.addEventListener('abort', () => leave(studio.session), { once: true });
  return element(
    'main',
    { className: 'workbench', 'data-scene': 'name' in link.route ? link.route.name : '' },
    element(
      'div',
      { className: 'workbench-title' },
      title,
      runStatus(studio, signal),
      liveButton(studio),
      autosave.status,
      historyButtons(studio, signal),
      autosave.element,
    ),
    later('workbench-view', async () => (await import('../view/view-panel.ts')).viewPanel),
    later('workbench-time', async () => (await import('../timeline/timeline-panel.ts')).timelinePanel),
    later('workbench-plots', async () => (await import('../plots/plots-panel.ts')).plotsPanel),
    sideTabs(studio, signal, [
      { id: 'about', label: 'About', load: async () => aboutPanel },
      {
        id: 'inspect',
        label: 'Inspect',
        load: async () => (await import('../inspector/inspector-panel.ts')).inspectorPanel,
      },
      { id: 'edit', label: 'Edit', load: async () => (await import('../editor/editor-panel.ts')).editorPanel },
      { id: 'export', label: 'Export', load: async () => (await import('../export/export-panel.ts')).exportPanel },
    ]),
  );
};

/** Plays the scene of the editor live. */
function liveButton({ session }: Studio): HTMLElement {
  const open = async () => {
    const { route, camera } = currentLink(session.get());
    location.assign(await formatLink({ route, camera, live: true }));
  };
  const title = 'Play this scene live: pull, throw, pin, add and change bodies while it runs';
  return element(
    'button',
    { type: 'button', className: 'button workbench-live', title, onclick: () => void open() },
    'Live',
  );
}

/** Title until the first run ends. */
function nameOf({ route }: Link): string {
  const example = route.page === 'scene' ? gallery.find(({ name }) => name === route.name) : undefined;
  if (example) return example.title;
  return 'name' in route && route.name ? route.name.replaceAll('-', ' ') : 'Scene';
}

/** Stops playback and runs of a closed page, and clears its scene. */
function leave(session: Session): void {
  abandonRun(session);
  session.set({
    origin: undefined,
    sceneText: '',
    original: '',
    history: NO_HISTORY,
    playing: false,
    recorded: undefined,
    run: { kind: 'idle' },
    selection: undefined,
  });
}

/** A container that is filled when its panel is loaded. */
function lazily(studio: Studio, signal: AbortSignal, className: string, load: () => Promise<Panel>): HTMLElement {
  const place = element('div', { className });
  load().then(
    (panel) => signal.aborted || place.append(panel(studio, signal)),
    (error: Error) => studio.announce(`A part of the page could not be loaded: ${error.message}`, 'error'),
  );
  return place;
}

async function start(studio: Studio, link: Link, autosave: Autosave, signal: AbortSignal): Promise<void> {
  try {
    await load(studio, link, signal);
  } catch (error) {
    if (!signal.aborted) studio.announce(error instanceof Error ? error.message : String(error), 'error');
    return;
  }
  if (signal.aborted) return;
  place(studio.session, link);
  autosave.setAddress(keepAddress(studio.session, signal));
}

async function load(studio: Studio, { route }: Link, signal: AbortSignal): Promise<void> {
  if (route.page === 'scene') {
    const original = await fetchScene(route.name, signal);
    await loadScene(studio, { kind: 'example', name: route.name }, route.text ?? original, original);
  } else if (route.page === 'own') {
    await loadScene(studio, { kind: 'own', name: route.name }, route.text);
  } else if (route.page === 'recording') {
    await openRecording(studio, route.name, await fetchRecording(route.name, signal));
  }
}

/** Time, camera and overlays of a link; those of the scene before do not stay. */
function place(session: Session, { time, camera, overlays = USUAL_OVERLAYS }: Link): void {
  // the time first: the camera may follow a body
  if (time !== undefined) seek(session, time);
  session.set({ ...(camera && { camera }), overlays });
}
