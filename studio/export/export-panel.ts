import { element } from '../page/element.ts';
import { formatLink } from '../page/link.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { currentLink } from '../session/current-link.ts';
import type { NamedFile } from '../worker/jobs.ts';
import { animatedGif, moments, still, video } from './animate.ts';
import { createReportControls } from './report-controls.ts';
import { zip } from './zip.ts';
import './export.css';

const SIZES = [
  [640, 360],
  [1280, 720],
  [1920, 1080],
] as const;
const GIF_RATE = 20;
const VIDEO_RATE = 30;

/** Pictures, tables, the scene, a link, and the command that gives the same run. */
export const exportPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const size = element(
    'select',
    { className: 'field' },
    ...SIZES.map(([width, height]) => element('option', { value: `${width}x${height}` }, `${width} × ${height}`)),
  );
  size.value = '1280x720';
  const bar = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Export' });
  const breathe = async (fraction: number) => {
    bar.value = fraction;
    await new Promise((resolve) => setTimeout(resolve));
  };
  const job = (label: string, make: () => Promise<void>) => {
    const button = element('button', { type: 'button', className: 'button' }, label);
    button.onclick = async () => {
      bar.hidden = false;
      bar.value = 0;
      button.disabled = true;
      try {
        await make();
      } catch (error) {
        studio.announce(`${label}: ${error instanceof Error ? error.message : String(error)}`, 'error');
      } finally {
        bar.hidden = true;
        button.disabled = false;
      }
    };
    return button;
  };
  const pixels = () => size.value.split('x').map(Number) as [number, number];
  const picture = job('PNG of this frame', async () =>
    save(studio, 'png', await still(viewOf(studio), session.get().time, ...pixels())),
  );
  const gif = job('Animated GIF', async () => {
    const [width, height] = pixels();
    save(
      studio,
      'gif',
      await animatedGif(viewOf(studio), moments(session.get(), GIF_RATE), { width, height, rate: GIF_RATE }, breathe),
    );
  });
  const film = job('Video', async () => {
    const [width, height] = pixels();
    const blob = await video(
      viewOf(studio),
      moments(session.get(), VIDEO_RATE),
      { width, height, rate: VIDEO_RATE },
      breathe,
    );
    if (blob === undefined) throw new Error('this browser cannot record videos; use the GIF');
    save(studio, blob.type.includes('mp4') ? 'mp4' : 'webm', blob);
  });
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
    ['origin'],
    () => {
      command.textContent = commandLine(studio);
    },
    signal,
  );
  return element(
    'section',
    { className: 'export', 'aria-label': 'Export' },
    element('h2', {}, 'Pictures'),
    element('label', {}, 'Size ', size),
    element('div', { className: 'export-buttons' }, picture, gif, film),
    bar,
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

function viewOf({ stage }: Studio) {
  const { view } = stage.get();
  if (view === undefined) throw new Error('there is no view to take a picture of');
  return view;
}

function encoded({ session, runner }: Studio, form: 'csv' | 'folder'): Promise<readonly NamedFile[]> {
  const { recorded } = session.get();
  if (recorded === undefined) throw new Error('there is no recording yet');
  return runner.start('encode', { recording: recorded.recording, form }).result;
}

/** A download named after the scene. */
function save({ session }: Studio, extension: string, blob: Blob): void {
  const name = session.get().origin?.name ?? 'scene';
  const link = element('a', { href: URL.createObjectURL(blob), download: `${name}.${extension}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy({ announce }: Studio, text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce(done);
}

function commandLine({ session }: Studio): string {
  const { origin } = session.get();
  if (origin?.kind === 'example') return `appulse run ${origin.name}`;
  return `appulse run ${origin?.name ?? 'scene'}.scene.json`;
}
