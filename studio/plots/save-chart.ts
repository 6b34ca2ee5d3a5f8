import { download } from '../export/download.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { ChartView } from './chart-view.ts';

const FORMATS = ['SVG', 'PNG', 'CSV'] as const;
type Format = (typeof FORMATS)[number];
/** Pixels of a PNG per unit of its SVG. */
const RATIO = 2;

/** Saves a chart as it is seen: its range, its visible lines, their names and units. */
export function createSaveChoice(studio: Studio, title: string, view: Pick<ChartView, 'seen'>): HTMLElement {
  const choice = element(
    'select',
    { className: 'chart-save', 'aria-label': `Save ${title}` },
    element('option', { value: '' }, 'Save'),
    ...FORMATS.map((format) => element('option', { value: format }, format)),
  );
  choice.onchange = async () => {
    const format = choice.value as Format;
    choice.value = '';
    try {
      await saveChart(studio, title, view, format);
    } catch (error) {
      studio.announce(`${title}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    }
  };
  return choice;
}

async function saveChart(
  { session }: Studio,
  title: string,
  view: Pick<ChartView, 'seen'>,
  format: Format,
): Promise<void> {
  const seen = view.seen();
  if (seen === undefined) throw new Error('the chart shows nothing yet');
  const { chartCsv, chartSvg } = await import('./chart-file.ts');
  const scene = session.get().origin?.name ?? 'scene';
  const name = `${scene}-${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.${format.toLowerCase()}`;
  if (format === 'CSV') return download(name, new Blob([chartCsv(seen)], { type: 'text/csv' }));
  const svg = new Blob([chartSvg({ ...seen, title })], { type: 'image/svg+xml' });
  download(name, format === 'SVG' ? svg : await rasterOf(svg));
}

/** The picture of an SVG. */
async function rasterOf(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = element('img', { src: url });
    await image.decode();
    const canvas = new OffscreenCanvas(RATIO * image.naturalWidth, RATIO * image.naturalHeight);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
