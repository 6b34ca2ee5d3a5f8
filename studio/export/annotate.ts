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
      readonly anchor: 'start' | 'middle' | 'end';
    };

export interface Caption {
  /** [s] */
  readonly time: number;
  /** Colours of what is drawn over the bodies, with their names. */
  readonly key: readonly { readonly label: string; readonly color: string }[];
  /** Colours of arrows of impulses, and of the axes of the world. */
  readonly impulse: string;
  readonly axes: Readonly<Record<'x' | 'y' | 'z', string>>;
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

/** Half the side of the triad, and its distance from what is below it. */
const TRIAD = 32;

/** Labels, scale bar, time, axes, sample of impulses and colour key as on the screen. `measure` returns the width of a text. */
export function annotations(
  picture: Omit<Picture, 'image'>,
  caption: Caption,
  measure: (text: string) => number,
): Annotation[] {
  const { labels, scaleBar, triad, impulseKey, width, height } = picture;
  const { time, key, ink, muted, background } = caption;
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
  const sample: Annotation[] = impulseKey ? arrowSample(impulseKey, bottom - LINE * (key.length + 1), caption) : [];
  const above = bottom - LINE * (key.length + (impulseKey ? 2 : 1));
  return [
    ...words,
    ...bar,
    clock,
    ...keyLines(key, bottom - LINE, ink),
    ...sample,
    ...axisLines(triad, above, caption),
  ];
}

/** An arrow of known impulse. */
function arrowSample(
  { length, text }: { readonly length: number; readonly text: string },
  bottom: number,
  { impulse, muted }: Caption,
): Annotation[] {
  const y = bottom - 7;
  const tip = MARGIN + length;
  const line = (points: readonly (readonly [number, number])[]): Annotation => ({
    kind: 'line',
    points,
    color: impulse,
    width: 2,
  });
  return [
    line([
      [MARGIN, y],
      [tip, y],
    ]),
    line([
      [tip - 5, y - 4],
      [tip, y],
      [tip - 5, y + 4],
    ]),
    { kind: 'text', x: tip + 8, y: y + 4, text, color: muted, anchor: 'start' },
  ];
}

/** The axes of the world, above `bottom`. */
function axisLines(triad: Picture['triad'], bottom: number, { axes }: Caption): Annotation[] {
  const [x, y] = [MARGIN + TRIAD, bottom - TRIAD];
  return triad.flatMap(({ name, tip, word }): Annotation[] => [
    {
      kind: 'line',
      points: [
        [x, y],
        [x + tip[0], y + tip[1]],
      ],
      color: axes[name],
      width: 2.5,
    },
    { kind: 'text', x: x + word[0], y: y + word[1] + 4, text: name, color: axes[name], anchor: 'middle' },
  ]);
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
      context.textAlign = one.anchor === 'middle' ? 'center' : one.anchor;
      context.fillText(one.text, one.x, one.y);
    }
  }
  context.restore();
}
