import { svgElement } from './element.ts';

/** Outlines in a square of 20, drawn in the colour of the text. */
const PATHS = {
  appulse: 'M7.5 7.5a5 5 0 1 0 .01 0ZM14.5 2.5a3.5 3.5 0 1 0 .01 0ZM11.2 9.3l.9-.7',
  help: 'M10 2a8 8 0 1 0 .01 0ZM7.6 7.8a2.4 2.4 0 1 1 3.3 2.2c-.7.3-.9.8-.9 1.6M10 14.2v.1',
  sun: 'M10 6.5a3.5 3.5 0 1 0 .01 0ZM10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M4.2 15.8l1.2-1.2M14.6 5.4l1.2-1.2',
  moon: 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z',
  half: 'M10 2.5a7.5 7.5 0 1 0 .01 0ZM10 2.5v15M10 5.5h3.8M10 8.5h5.8M10 11.5h5.8M10 14.5h3.8',
  close: 'M5 5l10 10M15 5 5 15',
  link: 'M8.5 11.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.25 3.25 0 0 0-4.6-4.6l-.9.9M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.25 3.25 0 0 0 4.6 4.6l.9-.9',
  back: 'M11.5 4.5 6 10l5.5 5.5',
  undo: 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13 4l3.5 3.5L13 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4',
  open: 'M2.5 15.5v-11h5l1.5 2h7v2.5M2.5 15.5l2.2-6.5h13.3l-2.2 6.5Z',
  play: 'M6 4l10 6-10 6Z',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const outline = svgElement('path', { d: PATHS[name] });
  return svgElement('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' }, outline);
}
