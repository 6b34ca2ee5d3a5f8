import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Film, Frames, OnFrame } from './film.ts';

/** An animated GIF, which every program shows. */
export async function animatedGif(film: Film, { times, rate }: Frames, onFrame: OnFrame): Promise<Blob> {
  const gif = GIFEncoder();
  for (const [i, time] of times.entries()) {
    const { data } = film.draw(time);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), film.width, film.height, { palette, delay: 1000 / rate });
    await onFrame(i + 1, times.length);
  }
  gif.finish();
  return new Blob([Uint8Array.from(gif.bytes())], { type: 'image/gif' });
}
