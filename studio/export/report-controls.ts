import type { Underlay } from '../../src/entries/vehicles.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';

/** The report to print, and its options: times and a picture of the site. */
export interface ReportControls {
  readonly element: HTMLElement;
  /** The same page as that of `appulse report`. */
  make(): Promise<Blob>;
}

export function createReportControls({ session }: Studio, button: HTMLElement): ReportControls {
  const times = element('input', {
    className: 'field',
    placeholder: 'start, contact, end',
    'aria-label': 'Times of the report [s]',
  });
  const picture = element('input', {
    type: 'file',
    accept: 'image/png,image/jpeg',
    'aria-label': 'Picture of the site',
  });
  const scale = element('input', { className: 'field', value: '0.05', 'aria-label': 'Metres per pixel' });
  const origin = element('input', { className: 'field', value: '0, 0', 'aria-label': 'Lower left corner [m]' });
  return {
    element: element(
      'div',
      { className: 'export-report' },
      element('h2', {}, 'Report to print'),
      element(
        'p',
        { className: 'muted' },
        'A page for A4 or Letter: scaled diagram, tyre marks, results and time histories.',
      ),
      element('label', {}, 'Times [s] ', times),
      element('label', {}, 'Picture of the site ', picture),
      element('label', {}, 'Metres per pixel ', scale),
      element('label', {}, 'Lower left corner [m] ', origin),
      element('div', { className: 'export-buttons' }, button),
    ),
    async make() {
      const { recorded } = session.get();
      if (recorded === undefined) throw new Error('there is no recording yet');
      if (recorded.scene.world !== 'vehicles') throw new Error('reports are for vehicles');
      // loaded when it is used, not with the page
      const { recordingReport } = await import('../../src/entries/vehicles.ts');
      const underlay = await readUnderlay(picture.files?.[0], scale.value, origin.value);
      const chosen = times.value.trim() === '' ? undefined : numbersOf(times.value, 'times');
      const html = recordingReport(recorded.recording, recorded.scene, {
        ...(chosen && { times: chosen.sort((a, b) => a - b) }),
        ...(underlay && { underlay }),
      });
      return new Blob([html], { type: 'text/html' });
    },
  };
}

function numbersOf(text: string, what: string): number[] {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (numbers.length === 0 || !numbers.every(Number.isFinite))
    throw new Error(`${what}: expected numbers, got ${JSON.stringify(text)}`);
  return numbers;
}

async function readUnderlay(
  file: File | undefined,
  scaleText: string,
  originText: string,
): Promise<Underlay | undefined> {
  if (file === undefined) return undefined;
  const scale = Number(scaleText);
  if (!(scale > 0)) throw new Error(`metres per pixel: expected a number above zero, got ${JSON.stringify(scaleText)}`);
  const [x, y = 0] = numbersOf(originText, 'lower left corner');
  const image = await createImageBitmap(file);
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
  return { url, at: [x, y], width: scale * image.width, height: scale * image.height };
}
