import { escapeXml } from '../../src/picture/plot.ts';
import { type Annotation, FONT_SIZE } from './annotate.ts';
import type { Film } from './film.ts';

/** The view as SVG: letters, scale bar, time and colour key as vectors over the shaded bodies, which are a picture inside. */
export async function viewSvg(film: Film, time: number, title: string): Promise<Blob> {
  const { picture, annotations } = film.parts(time);
  const canvas = new OffscreenCanvas(film.width, film.height);
  canvas.getContext('2d')?.putImageData(picture.image, 0, 0);
  const bodies = await dataUrl(await canvas.convertToBlob({ type: 'image/png' }));
  const { width, height } = picture;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="${FONT_SIZE}">`,
    `<title>${escapeXml(title)}</title>`,
    `<image width="${width}" height="${height}" href="${bodies}"/>`,
    ...annotations.map(drawn),
    '</svg>',
  ];
  return new Blob([lines.join('\n')], { type: 'image/svg+xml' });
}

function drawn(one: Annotation): string {
  const color = escapeXml(one.color);
  const round = (value: number) => Math.round(100 * value) / 100;
  switch (one.kind) {
    case 'box':
      return `<rect x="${round(one.x)}" y="${round(one.y)}" width="${round(one.width)}" height="${one.height}" fill="${color}" fill-opacity="${one.opacity}"/>`;
    case 'line':
      return `<polyline points="${one.points.map((point) => point.map(round).join()).join(' ')}" fill="none" stroke="${color}" stroke-width="${one.width}"/>`;
    case 'text':
      return `<text x="${round(one.x)}" y="${round(one.y)}" fill="${color}" text-anchor="${one.anchor}">${escapeXml(one.text)}</text>`;
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
