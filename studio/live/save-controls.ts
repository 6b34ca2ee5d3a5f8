import type { Recording } from '../../src/index.ts';
import { download } from '../export/download.ts';
import { element } from '../page/element.ts';
import { formatLink, routeHref } from '../page/link.ts';
import type { Studio } from '../page/studio.ts';
import { holdRecording } from '../workbench/load.ts';
import type { LiveClient } from './live-client.ts';
import type { LiveReply } from './live-protocol.ts';
import type { LiveStore } from './live-state.ts';

type Saved = Extract<LiveReply, { kind: 'scene' | 'recording' | 'cancelled' }>;

/** Saves the present state as a scene, and what was played as a recording. */
export function createSaveControls(
  studio: Studio,
  state: LiveStore,
  client: LiveClient,
  name: string,
  signal: AbortSignal,
) {
  /** What is done with the next answer of the worker. */
  let wanted: 'open' | 'file' = 'open';
  const ask = (kind: 'save-scene' | 'save-recording', as: typeof wanted) => () => {
    wanted = as;
    if (kind === 'save-recording') state.set({ saving: 0, playing: false });
    client.send({ kind });
  };
  const button = (label: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'button', onclick }, label);
  const scene = [button('Open as scene', ask('save-scene', 'open')), button('Save scene', ask('save-scene', 'file'))];
  const recording = [
    button('Open as recording', ask('save-recording', 'open')),
    button('Save recording', ask('save-recording', 'file')),
  ];
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Recording' });
  const cancel = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => client.send({ kind: 'cancel' }) },
    'Cancel',
  );
  const busy = element('div', { className: 'live-buttons' }, bar, cancel);
  state.follow(
    ['saving', 'structure'],
    ({ saving, structure }) => {
      busy.hidden = saving === undefined;
      bar.value = saving ?? 0;
      const reason = structure?.limits.scene;
      for (const one of scene) {
        one.disabled = reason !== undefined || saving !== undefined;
        one.title = reason ?? '';
      }
      for (const one of recording) one.disabled = saving !== undefined;
    },
    signal,
  );
  const section = element(
    'section',
    { className: 'live-section' },
    element('h2', {}, 'Save'),
    element(
      'p',
      { className: 'muted' },
      'The present state as a scene; all that was played since the start as a recording.',
    ),
    element('div', { className: 'live-buttons' }, ...scene, ...recording),
    busy,
  );
  const receive = async (reply: Saved) => {
    state.set({ saving: undefined });
    if (reply.kind === 'scene') await saveScene(reply.text, name, wanted);
    else if (reply.kind === 'recording') await saveRecording(studio, reply.recording, name, wanted);
    else studio.announce('The recording was cancelled.');
  };
  return { element: section, receive };
}

async function saveScene(text: string, name: string, as: 'open' | 'file'): Promise<void> {
  if (as === 'file') download(`${name}-live.scene.json`, new Blob([text], { type: 'application/json' }));
  else location.assign(await formatLink({ route: { page: 'own', name: `${name}-live`, text } }));
}

async function saveRecording(studio: Studio, recording: Recording, name: string, as: 'open' | 'file'): Promise<void> {
  const files = await studio.runner.start('encode', { recording, form: 'folder' }).result;
  if (as === 'file') {
    const { zip } = await import('../export/zip.ts');
    download(`${name}-live.recording.zip`, zip(files));
    return;
  }
  location.assign(routeHref({ page: 'recording', name: holdRecording(`${name}-live`, files) }));
}
