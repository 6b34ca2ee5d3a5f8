import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { download } from './download.ts';
import { createExportJobs } from './export-jobs.ts';
import { type Film, framesOf, type OnFrame, openFilm } from './film.ts';
import { formatNote, type VideoFormat, video, writableFormats } from './video.ts';

const SIZES = [
  [640, 360],
  [1280, 720],
  [1920, 1080],
] as const;
/** Pictures of at least this height have letters and lines of twice the size [pixels]. */
const LARGE = 1000;
const GIF_RATE = 20;
const MAX_GIF_FRAMES = 600;
const VIDEO_RATE = 30;
const MAX_VIDEO_FRAMES = 3600;

type Make = (film: Film, onFrame: OnFrame) => Promise<readonly [extension: string, file: Blob]>;

/** Pictures and animations of the view. */
export function createPictureControls(studio: Studio): HTMLElement {
  const { session } = studio;
  const size = element(
    'select',
    { className: 'field' },
    element('option', { value: 'screen' }, 'as on the screen'),
    ...SIZES.map(([width, height]) => element('option', { value: `${width}x${height}` }, `${width} × ${height}`)),
  );
  size.value = '1280x720';
  const annotated = element('input', { type: 'checkbox', checked: true });
  const jobs = createExportJobs(studio);
  const button = (label: string, make: Make, sharpness = 1) =>
    jobs.button(label, async (onFrame) => {
      const { width, height, ratio } = pixelsOf(size.value, studio);
      const pixels = { width: sharpness * width, height: sharpness * height, ratio: sharpness * ratio };
      const options = { ...pixels, annotated: annotated.checked };
      const film = openFilm(viewOf(studio), session.get(), options);
      try {
        const [extension, file] = await make(film, onFrame);
        download(`${session.get().origin?.name ?? 'scene'}.${extension}`, file);
      } finally {
        film.end();
      }
    });
  const png = button('PNG', async (film) => {
    film.draw(session.get().time);
    return ['png', await film.canvas.convertToBlob({ type: 'image/png' })];
  });
  // the bodies in an SVG are a picture: fine enough to be enlarged
  const svg = button(
    'SVG',
    async (film) => {
      const { viewSvg } = await import('./view-svg.ts');
      const { recorded, time } = session.get();
      return ['svg', await viewSvg(film, time, recorded?.recording.title ?? 'Scene')];
    },
    2,
  );
  const gif = button('Animated GIF', async (film, onFrame) => {
    const { animatedGif } = await import('./animated-gif.ts');
    return ['gif', await animatedGif(film, framesOf(session.get(), GIF_RATE, MAX_GIF_FRAMES), onFrame)];
  });
  const choice = createFormatChoice();
  const filming = button('Video', async (film, onFrame) => {
    const format = choice.chosen();
    const frames = framesOf(session.get(), VIDEO_RATE, MAX_VIDEO_FRAMES);
    return [format.container, await video(film, frames, format, onFrame)];
  });
  jobs.setEnabled(filming, false);
  void choice.ready.then((isPossible) => jobs.setEnabled(filming, isPossible));
  return element(
    'div',
    { className: 'export-pictures' },
    element('label', {}, 'Size ', size),
    element('label', {}, annotated, ' with labels, scale bar, time and colour key'),
    element('h3', {}, 'This frame'),
    element('div', { className: 'export-buttons' }, png, svg),
    element('h3', {}, 'The whole run, at the playback speed'),
    element('div', { className: 'export-buttons' }, gif, filming, choice.element),
    choice.note,
    jobs.element,
  );
}

/** The formats of video that this browser can write, and a note about what it cannot. */
function createFormatChoice() {
  const choice = element('select', { className: 'field', 'aria-label': 'Video format', hidden: true });
  const note = element('p', { className: 'muted', hidden: true });
  let formats: readonly VideoFormat[] = [];
  const ready = writableFormats().then((found) => {
    formats = found;
    choice.replaceChildren(...found.map(({ id, label }) => element('option', { value: id }, label)));
    choice.hidden = found.length === 0;
    note.textContent = formatNote(found) ?? '';
    note.hidden = note.textContent === '';
    return found.length > 0;
  });
  const chosen = () => {
    const found = formats.find(({ id }) => id === choice.value);
    if (found === undefined) throw new Error('no format is chosen');
    return found;
  };
  return { element: choice, note, ready, chosen };
}

function viewOf({ stage }: Studio) {
  const { view } = stage.get();
  if (view === undefined) throw new Error('there is no view to take a picture of');
  return view;
}

/** Even numbers of pixels: encoders of video need them. */
function pixelsOf(size: string, studio: Studio): { width: number; height: number; ratio: number } {
  if (size !== 'screen') {
    const [width, height] = size.split('x').map(Number);
    return { width, height, ratio: height >= LARGE ? 2 : 1 };
  }
  const { clientWidth, clientHeight } = viewOf(studio).element;
  const ratio = window.devicePixelRatio;
  const even = (length: number) => 2 * Math.max(1, Math.round((length * ratio) / 2));
  return { width: even(clientWidth), height: even(clientHeight), ratio };
}
