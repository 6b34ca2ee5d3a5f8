import { element } from '../page/element.ts';
import { formatLink } from '../page/link.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { currentLink } from '../session/current-link.ts';
import { isEdited } from '../session/edits.ts';
import type { NamedFile } from '../worker/jobs.ts';
import { download } from './download.ts';
import { createPictureControls } from './picture-controls.ts';
import { createReportControls } from './report-controls.ts';
import { zip } from './zip.ts';
import './export.css';

/** Pictures, tables, the scene, a link, and the command that gives the same run. */
export const exportPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const job = (label: string, make: () => Promise<void>) => {
    const button = element('button', { type: 'button', className: 'button' }, label);
    button.onclick = async () => {
      button.disabled = true;
      try {
        await make();
      } catch (error) {
        studio.announce(`${label}: ${error instanceof Error ? error.message : String(error)}`, 'error');
      } finally {
        button.disabled = false;
      }
    };
    return button;
  };
  const csv = job('CSV tables', async () => save(studio, 'csv.zip', zip(await encoded(studio, 'csv'))));
  const parquet = job('Recording (Parquet)', async () =>
    save(studio, 'recording.zip', zip(await encoded(studio, 'folder'))),
  );
  const scene = job('Scene', async () =>
    save(studio, 'scene.json', new Blob([session.get().sceneText], { type: 'application/json' })),
  );
  const link = job('Copy link', async () =>
    copy(
      studio,
      new URL(await formatLink(currentLink(session.get())), location.href).href,
      'The link is copied: scene, time, camera and overlays.',
    ),
  );
  const report = createReportControls(
    studio,
    job('Report (HTML)', async () => save(studio, 'html', await report.make())),
  );
  session.follow(
    ['recorded'],
    () => {
      report.element.hidden = session.get().recorded?.scene.world !== 'vehicles';
    },
    signal,
  );
  const command = element('code', { className: 'mono export-command' });
  session.follow(
    ['origin', 'sceneText'],
    () => {
      command.textContent = commandLine(studio);
    },
    signal,
  );
  return element(
    'section',
    { className: 'export', 'aria-label': 'Export' },
    element('h2', {}, 'Pictures'),
    createPictureControls(studio),
    element('h2', {}, 'Numbers'),
    element(
      'p',
      { className: 'muted' },
      'Tables of bodies, contacts, the ledger and events, each column with unit and meaning. The recording opens again here and with appulse studio.',
    ),
    element('div', { className: 'export-buttons' }, csv, parquet, scene),
    report.element,
    element('h2', {}, 'Elsewhere'),
    element('p', { className: 'muted' }, 'The bitwise identical run on the command line:'),
    command,
    element(
      'div',
      { className: 'export-buttons' },
      job('Copy command', async () => copy(studio, commandLine(studio), 'The command is copied.')),
      link,
    ),
  );
};

function encoded({ session, runner }: Studio, form: 'csv' | 'folder'): Promise<readonly NamedFile[]> {
  const { recorded } = session.get();
  if (recorded === undefined) throw new Error('there is no recording yet');
  return runner.start('encode', { recording: recorded.recording, form }).result;
}

/** A download named after the scene. */
function save({ session }: Studio, extension: string, blob: Blob): void {
  download(`${session.get().origin?.name ?? 'scene'}.${extension}`, blob);
}

async function copy({ announce }: Studio, text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce(done);
}

function commandLine({ session }: Studio): string {
  const { origin, ...state } = session.get();
  if (origin?.kind === 'example' && !isEdited(state)) return `appulse run ${origin.name}`;
  return `appulse run ${origin?.name ?? 'scene'}.scene.json`;
}
