import { svgElement } from '../page/element.ts';

/** Drawn in a square of 20. */
const PATHS = {
  play: 'M6 4l10 6-10 6z',
  pause: 'M5 4h3.5v12H5zM11.5 4H15v12h-3.5z',
  forward: 'M5 4l8 6-8 6zM13.5 4H16v12h-2.5z',
  back: 'M15 4l-8 6 8 6zM4 4h2.5v12H4z',
  'forward-10': 'M3 4l7 6-7 6zM10 4l7 6-7 6z',
  'back-10': 'M17 4l-7 6 7 6zM10 4l-7 6 7 6z',
  restart: 'M3 4h2v12H3zM11 4l-6 6 6 6zM17 4l-6 6 6 6z',
  end: 'M15 4h2v12h-2zM9 4l6 6-6 6zM3 4l6 6-6 6z',
  loop: 'M6 5h7V2l5 4.5-5 4.5V8H6v3H3V8a3 3 0 0 1 3-3zM14 15H7v3l-5-4.5L7 9v3h7v-3h3v3a3 3 0 0 1-3 3z',
} as const;

export function transportIcon(name: keyof typeof PATHS): SVGSVGElement {
  const attributes = { viewBox: '0 0 20 20', width: 20, height: 20, fill: 'currentColor', 'aria-hidden': 'true' };
  return svgElement('svg', attributes, svgElement('path', { d: PATHS[name] }));
}
