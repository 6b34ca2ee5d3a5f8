import type { PlanarShape } from '../shapes/shape.ts';
import { type Picture, type PictureBody, type PicturePose, round } from './picture.ts';
import { escapeXml } from './plot.ts';

/** Common to all pictures: the hatching of half-spaces. */
const DEFINITIONS =
  '<defs><pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<rect width="9" height="9" fill="#f1f1f1"/><path d="M0 0V9" stroke="#a0a0a0" stroke-width="2"/></pattern></defs>';

/** A body in body axes; its group applies the pose. */
export function bodySvg(picture: Picture, { body, color, sensors }: PictureBody): string {
  const { scale } = picture;
  const dots = sensors.map(
    ({ x, y }) =>
      `<circle cx="${round(x * scale)}" cy="${round(-y * scale)}" r="4" fill="#fff" stroke="#222" stroke-width="1.5"/>`,
  );
  const drawn = shapeSvg(body.drawnShape ?? body.shape, escapeXml(color), picture);
  // the bounding volume by which the body collides
  const volume = body.drawnShape ? `<g opacity="0.3">${shapeSvg(body.shape, escapeXml(color), picture)}</g>` : '';
  return volume + drawn + dots.join('');
}

function shapeSvg(shape: PlanarShape, color: string, { scale, width, height }: Picture): string {
  const at = (x: number, y: number) => `${round(x * scale)} ${round(-y * scale)}`;
  const paint = `fill="${color}" fill-opacity="0.85" stroke="#222" stroke-width="1.5" stroke-linejoin="round"`;
  switch (shape.kind) {
    case 'polygon': {
      const corners = Array.from({ length: shape.vertices.length / 2 }, (_, i) =>
        at(shape.vertices[2 * i], shape.vertices[2 * i + 1]),
      );
      return `<path d="M${corners.join('L')}Z" ${paint}/>`;
    }
    case 'disc': {
      const radius = round(shape.radius * scale);
      // the mark shows the rotation of the disc
      return `<circle r="${radius}" ${paint}/><path d="M0 0H${radius}" stroke="#222" stroke-width="1.5"/>`;
    }
    case 'halfspace': {
      // large enough for any view; drawn upright, then rotated to its normal
      const extent = round(2 * (width + height));
      const rotation = round((-Math.atan2(shape.normal.y, shape.normal.x) * 180) / Math.PI);
      return (
        `<g transform="rotate(${rotation})"><path d="M0 ${-extent}V${extent}H${-extent}V${-extent}Z" fill="url(#hatch)"/>` +
        `<path d="M0 ${-extent}V${extent}" stroke="#222" stroke-width="2"/></g>`
      );
    }
    case 'segment':
      return `<path d="M${at(shape.start.x, shape.start.y)}L${at(shape.end.x, shape.end.y)}" stroke="${color}" stroke-width="4" stroke-linecap="round"/>`;
    case 'point':
      return `<circle r="4" fill="${color}" stroke="#222"/>`;
  }
}

export function poseTransform({ x, y, rotation }: PicturePose): string {
  return `translate(${x} ${y}) rotate(${rotation})`;
}

/** The path of a free body's centre. */
export function trailSvg({ body, color, poses }: PictureBody): string {
  const isStill = poses.every(({ x, y }) => x === poses[0].x && y === poses[0].y);
  if (body.motion !== 'free' || isStill) return '';
  const points = poses.map(({ x, y }) => `${x} ${y}`).join(' ');
  return `<polyline points="${points}" fill="none" stroke="${escapeXml(color)}" stroke-width="1.5" stroke-opacity="0.35"/>`;
}

/** Half-spaces at the back, then other immovable bodies, then the rest in the order of the scene. */
export function inDrawingOrder(bodies: readonly PictureBody[]): PictureBody[] {
  const depth = ({ body }: PictureBody) => (body.shape.kind === 'halfspace' ? 0 : body.motion === 'free' ? 2 : 1);
  return [...bodies].sort((a, b) => depth(a) - depth(b));
}

/** A complete, self-contained picture. */
export function pictureSvg(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  title: string,
  content: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">
<title>${escapeXml(title)}</title>
${DEFINITIONS}
<rect width="${width}" height="${height}" fill="#fff"/>
${content.filter((part) => part !== '').join('\n')}
</svg>
`;
}
