import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Film, Frames, OnFrame } from './film.ts';

/** An animated GIF, which every program shows. */
export async function animatedGif(film: Film, { times, rate }: Frames, onFrame: OnFrame): Promise<Blob> {
  const gif = GIFEncoder();
  // pictures last hundredths of a second: whole ones that add up to the time of the film
  const timeOf = (picture: number) => 10 * Math.round((100 * picture) / rate);
  for (const [i, time] of times.entries()) {
    const { data } = film.draw(time);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), film.width, film.height, { palette, delay: timeOf(i + 1) - timeOf(i) });
    await onFrame(i + 1, times.length);
  }
  gif.finish();
  return new Blob([Uint8Array.from(gif.bytes())], { type: 'image/gif' });
}
