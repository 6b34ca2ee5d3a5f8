import { themeColor } from '../page/theme.ts';
import { timeSpan } from '../session/frames.ts';
import type { OverlayName, SessionState } from '../session/session.ts';
import { OVERLAYS, wantsSelection, whyEmpty } from '../view/overlays.ts';
import type { Picture, View } from '../view/view.ts';
import { type Annotation, annotations, type Caption, drawAnnotations, FONT } from './annotate.ts';

/** Pictures of a view at given times, all of one size. */
export interface Film {
  readonly width: number;
  readonly height: number;
  /** The canvas that `draw` draws on. */
  readonly canvas: OffscreenCanvas;
  /** Bodies and annotations at a time [s]. */
  draw(time: number): ImageData;
  /** The same in parts: the bodies, and what is written over them. */
  parts(time: number): { readonly picture: Picture; readonly annotations: readonly Annotation[] };
  /** Gives the view back to the page. */
  end(): void;
}

export interface FilmOptions {
  /** [pixels] */
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel: letters and lines of large pictures are larger. */
  readonly ratio: number;
  /** With labels, scale bar, time and colour key. */
  readonly annotated: boolean;
}

/** Prepares pictures. The view shows them meanwhile; `end` must be called. */
export function openFilm(view: View, state: SessionState, { width, height, ratio, annotated }: FilmOptions): Film {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser has no canvas for pictures');
  context.font = FONT;
  const measure = (text: string) => context.measureText(text).width;
  const caption = captionOf(state);
  const capture = view.capture(width, height, ratio);
  const parts = (time: number) => {
    const picture = capture.picture(time);
    return { picture, annotations: annotated ? annotations(picture, { ...caption, time }, measure) : [] };
  };
  return {
    width,
    height,
    canvas,
    draw(time) {
      const { picture, annotations: list } = parts(time);
      context.putImageData(picture.image, 0, 0);
      drawAnnotations(context, list, ratio);
      return context.getImageData(0, 0, width, height);
    },
    parts,
    end: () => capture.end(),
  };
}

function captionOf({ overlays, recorded, selection }: SessionState): Omit<Caption, 'time'> {
  const isEmpty = (name: OverlayName) =>
    recorded !== undefined &&
    (whyEmpty(name, recorded) !== undefined || (wantsSelection(name, recorded) && selection?.kind !== 'body'));
  const shown = OVERLAYS.filter(({ name }) => overlays.has(name) && !isEmpty(name));
  const key = shown.flatMap(({ label, color }) => (color ? [{ label, color: themeColor(color) }] : []));
  return {
    key,
    ink: themeColor('--ink'),
    muted: themeColor('--muted'),
    background: themeColor('--canvas'),
    impulse: themeColor('--impulse'),
    axes: { x: themeColor('--axis-x'), y: themeColor('--axis-y'), z: themeColor('--axis-z') },
  };
}

/** The frames of an animation. */
export interface Frames {
  /** [s of simulated time] */
  readonly times: readonly number[];
  /** Frames per second of playback. */
  readonly rate: number;
}

/** The whole recording at the playback speed. With more than `most` frames the rate is lower, and the speed is the same. */
export function framesOf({ recorded, speed }: SessionState, rate: number, most: number): Frames {
  if (recorded === undefined) throw new Error('there is no recording yet');
  const [start, end] = timeSpan(recorded.recording);
  const duration = (end - start) / speed;
  const count = Math.min(Math.max(Math.round(duration * rate), 1), most - 1);
  const times = Array.from({ length: count + 1 }, (_, i) => start + ((end - start) * i) / count);
  return { times, rate: duration > 0 ? count / duration : rate };
}

/** Called after each frame with the number of finished ones; throws if the user has cancelled. */
export type OnFrame = (done: number, total: number) => Promise<void>;
