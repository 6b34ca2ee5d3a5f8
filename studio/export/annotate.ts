import type { Picture } from '../view/view.ts';

/** What is written over a picture of the bodies, in CSS pixels from the top left. */
export type Annotation =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly (readonly [number, number])[];
      readonly color: string;
      readonly width: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly color: string;
      readonly anchor: 'start' | 'end';
    };

export interface Caption {
  /** [s] */
  readonly time: number;
  /** Colours of what is drawn over the bodies, with their names. */
  readonly key: readonly { readonly label: string; readonly color: string }[];
  /** Colours of the page. */
  readonly ink: string;
  readonly muted: string;
  readonly background: string;
}

/** Letters and distances [CSS px]. */
export const FONT_SIZE = 12;
export const FONT = `${FONT_SIZE}px system-ui, sans-serif`;
const LINE = 17;
const MARGIN = 12;
const SAMPLE = 18;

/** Labels, scale bar, time and colour key as on the screen. `measure` returns the width of a text. */
export function annotations(
  { labels, scaleBar, width, height }: Omit<Picture, 'image'>,
  { time, key, ink, muted, background }: Caption,
  measure: (text: string) => number,
): Annotation[] {
  const words = labels.flatMap(({ x, y, text, color }): Annotation[] => [
    { kind: 'box', x, y, width: measure(text) + 8, height: LINE, color: background, opacity: 0.78 },
    { kind: 'text', x: x + 4, y: y + 13, text, color: color || ink, anchor: 'start' },
  ]);
  const [right, bottom] = [width - MARGIN, height - MARGIN];
  const left = right - scaleBar.length;
  const bar: Annotation[] = [
    {
      kind: 'line',
      points: [
        [left, bottom - LINE - 4],
        [left, bottom - LINE],
        [right, bottom - LINE],
        [right, bottom - LINE - 4],
      ],
      color: muted,
      width: 1,
    },
    { kind: 'text', x: right, y: bottom - 3, text: scaleBar.text, color: muted, anchor: 'end' },
  ];
  const clock: Annotation = {
    kind: 'text',
    x: MARGIN,
    y: bottom - 3,
    text: `t = ${timeText(time)}`,
    color: ink,
    anchor: 'start',
  };
  return [...words, ...bar, clock, ...keyLines(key, bottom - LINE, ink)];
}

/** One line for each colour, above the time. */
function keyLines(key: Caption['key'], bottom: number, ink: string): Annotation[] {
  return key.flatMap(({ label, color }, i): Annotation[] => {
    const y = bottom - LINE * (key.length - 1 - i) - 3;
    return [
      {
        kind: 'line',
        points: [
          [MARGIN, y - 4],
          [MARGIN + SAMPLE, y - 4],
        ],
        color,
        width: 3,
      },
      { kind: 'text', x: MARGIN + SAMPLE + 6, y, text: label, color: ink, anchor: 'start' },
    ];
  });
}

/** With the three decimals of the clock of the page, or four significant digits of a shorter time. */
function timeText(time: number): string {
  if (time !== 0 && Math.abs(time) < 0.01) return `${Number((1e3 * time).toPrecision(4))} ms`;
  return `${time.toFixed(3)} s`;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws annotations on a canvas of `ratio` pixels per CSS pixel. */
export function drawAnnotations(context: Context, list: readonly Annotation[], ratio: number): void {
  context.save();
  context.scale(ratio, ratio);
  context.font = FONT;
  for (const one of list) {
    if (one.kind === 'box') {
      context.globalAlpha = one.opacity;
      context.fillStyle = one.color;
      context.fillRect(one.x, one.y, one.width, one.height);
      context.globalAlpha = 1;
    } else if (one.kind === 'line') {
      context.strokeStyle = one.color;
      context.lineWidth = one.width;
      context.beginPath();
      for (const [x, y] of one.points) context.lineTo(x, y);
      context.stroke();
    } else {
      context.fillStyle = one.color;
      context.textAlign = one.anchor;
      context.fillText(one.text, one.x, one.y);
    }
  }
  context.restore();
}
