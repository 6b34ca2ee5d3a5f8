import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { timeSpan } from '../session/frames.ts';
import type { SessionState } from '../session/session.ts';
import type { View } from '../view/view.ts';

export interface AnimationOptions {
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly rate: number;
}

const MAX_PICTURES = 600;

/** Times of the frames of an animation of the whole recording at the playback speed [s of simulated time]. */
export function moments({ recorded, speed }: SessionState, rate: number): number[] {
  if (recorded === undefined) return [];
  const [start, end] = timeSpan(recorded.recording);
  const count = Math.min(Math.max(Math.round(((end - start) / speed) * rate), 1), MAX_PICTURES);
  return Array.from({ length: count + 1 }, (_, i) => start + ((end - start) * i) / count);
}

/** An animated GIF; `onProgress` receives a fraction from 0 to 1 and yields to the page. */
export async function animatedGif(
  view: View,
  times: readonly number[],
  { width, height, rate }: AnimationOptions,
  onProgress: (fraction: number) => Promise<void>,
): Promise<Blob> {
  const gif = GIFEncoder();
  for (const [i, time] of times.entries()) {
    const { data } = view.picture(time, width, height);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: 1000 / rate });
    await onProgress((i + 1) / times.length);
  }
  gif.finish();
  return new Blob([Uint8Array.from(gif.bytes())], { type: 'image/gif' });
}

/** A video, recorded in real time. Undefined if the browser cannot record. */
export async function video(
  view: View,
  times: readonly number[],
  { width, height, rate }: AnimationOptions,
  onProgress: (fraction: number) => Promise<void>,
): Promise<Blob | undefined> {
  const type = ['video/mp4', 'video/webm;codecs=vp9', 'video/webm'].find((candidate) =>
    globalThis.MediaRecorder?.isTypeSupported(candidate),
  );
  if (type === undefined) return undefined;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(rate), { mimeType: type, videoBitsPerSecond: 8e6 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (const [i, time] of times.entries()) {
    const due = performance.now() + 1000 / rate;
    context?.putImageData(view.picture(time, width, height), 0, 0);
    await onProgress((i + 1) / times.length);
    await new Promise((resolve) => setTimeout(resolve, Math.max(due - performance.now(), 0)));
  }
  recorder.stop();
  await stopped;
  return new Blob(pieces, { type });
}

export async function still(view: View, time: number, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(view.picture(time, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
