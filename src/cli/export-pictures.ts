import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { createRecordingRenderer, type RecordingRenderer } from '../entries/export.ts';
import { crc32 } from '../formats/crc32.ts';
import type { Recording } from '../index.ts';
import { InputError, systemReason } from './failure.ts';
import { createProgress } from './output.ts';
import { onSignals, SIGNAL_CODES, yieldToEventLoop } from './signals.ts';

export const PICTURE_FORMATS = ['png', 'gif', 'mp4'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export interface PictureOptions {
  /** PNG: time of the frame [s]. */
  readonly time?: number;
  readonly size?: readonly [width: number, height: number];
  /** Pictures per second. */
  readonly fps?: number;
  /** Simulated time over time of the film. */
  readonly speed?: number;
}

/** Maximum number of pictures of a film. */
const MAX_PICTURES = 20_000;
const DEFAULT_SIZE = [1280, 720] as const;
/** Programs show pictures that last less than two hundredths of a second much longer. */
const MAX_GIF_RATE = 50;
const GIF_SIZE = [640, 360] as const;

/** Options of pictures that were given; the others are rejected with --to FORMAT. */
export function rejectPictureOptions(options: PictureOptions, to: string): void {
  const keys = to === 'png' ? (['fps', 'speed'] as const) : (['time'] as const);
  const isPicture = PICTURE_FORMATS.some((format) => format === to);
  const rejected = (isPicture ? keys : (['time', 'size', 'fps', 'speed'] as const)).find(
    (key) => options[key] !== undefined,
  );
  if (rejected !== undefined) throw new InputError(`--${rejected} is not for --to ${to}`);
}

/** The file of a picture or a film of a recording. */
export async function encodePictures(
  recording: Recording,
  to: PictureFormat,
  options: PictureOptions,
): Promise<Uint8Array> {
  const [width, height] = options.size ?? (to === 'gif' ? GIF_SIZE : DEFAULT_SIZE);
  if (to === 'mp4' && (width % 2 !== 0 || height % 2 !== 0)) {
    throw new InputError(`--size ${width}x${height}: MP4 needs even numbers`);
  }
  if (to === 'gif' && (options.fps ?? 0) > MAX_GIF_RATE) {
    throw new InputError(`--fps ${options.fps}: a GIF has at most ${MAX_GIF_RATE} pictures per second`);
  }
  const renderer = createRecordingRenderer(recording, { width, height });
  if (to === 'png') {
    const frame = options.time === undefined ? renderer.strikingFrame : stillFrame(recording, options.time);
    return encodePng(renderer.render(frame), width, height);
  }
  const frames = filmFrames(recording, options);
  return to === 'gif' ? encodeGif(renderer, frames, options) : encodeMp4(renderer, frames, options);
}

function stillFrame({ ledger }: Recording, time: number): number {
  const times = ledger.columns.time;
  const [start, end] = [times[0], times[times.length - 1]];
  if (time < start || time > end) throw new InputError(`--time ${time}: the recording is from ${start} s to ${end} s`);
  return nearest(times, time);
}

/** The frame nearest to a time; times are ascending. */
function nearest(times: Float64Array, wanted: number): number {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const halfway = (low + high) >> 1;
    if (times[halfway] <= wanted) low = halfway;
    else high = halfway;
  }
  return wanted - times[low] <= times[high] - wanted ? low : high;
}

/** The recorded frame of each picture of a film. */
function filmFrames({ ledger }: Recording, { fps = 30, speed = 1 }: PictureOptions): number[] {
  const times = ledger.columns.time;
  const [start, end] = [times[0], times[times.length - 1]];
  const count = Math.floor(((end - start) / speed) * fps * (1 + 1e-12)) + 1;
  if (count > MAX_PICTURES) {
    throw new InputError(
      `${count} pictures: expected at most ${MAX_PICTURES}; a larger --speed or a smaller --fps needs fewer`,
    );
  }
  return Array.from({ length: count }, (_, k) => nearest(times, start + (k * speed) / fps));
}

/** 8 bits per channel, without alpha. */
function encodePng(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (1 + 3 * width));
  for (let row = 0, at = 0; row < height; row++) {
    at++; // filter: none
    for (let column = 0; column < width; column++) {
      for (let k = 0; k < 3; k++) rows[at++] = pixels[4 * (row * width + column) + k];
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + content.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(content, 4);
  chunk.writeUInt32BE(crc32(content), 4 + content.length);
  return chunk;
}

async function encodeGif(
  renderer: RecordingRenderer,
  frames: readonly number[],
  { fps = 30 }: PictureOptions,
): Promise<Uint8Array> {
  const { applyPalette, GIFEncoder, quantize } = await import('gifenc');
  const gif = GIFEncoder();
  // pictures last hundredths of a second: whole ones that add up to the time of the film
  const timeOf = (picture: number) => 10 * Math.round((100 * picture) / fps);
  await eachPicture(renderer, frames, async (pixels, k) => {
    const palette = quantize(pixels, 256);
    const delay = timeOf(k + 1) - timeOf(k);
    gif.writeFrame(applyPalette(pixels, palette), renderer.width, renderer.height, { palette, delay });
  });
  gif.finish();
  return gif.bytes();
}

async function eachPicture(
  renderer: RecordingRenderer,
  frames: readonly number[],
  use: (pixels: Uint8ClampedArray, picture: number) => Promise<void>,
): Promise<void> {
  const progress = createProgress('pictures', frames.length);
  try {
    for (const [k, frame] of frames.entries()) {
      await use(renderer.render(frame), k);
      progress.update(k + 1);
      await yieldToEventLoop();
    }
  } finally {
    progress.stop();
  }
}

/** H.264, by the program ffmpeg. */
async function encodeMp4(
  renderer: RecordingRenderer,
  frames: readonly number[],
  { fps = 30 }: PictureOptions,
): Promise<Uint8Array> {
  const { width, height } = renderer;
  const folder = mkdtempSync(join(tmpdir(), 'appulse-film-'));
  const file = join(folder, 'film.mp4');
  let ffmpeg: ChildProcess | undefined;
  const clean = () => {
    ffmpeg?.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', clean);
  const stop = onSignals((signal) => process.exit(SIGNAL_CODES[signal]));
  try {
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', '-'];
    const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '18', '-movflags', '+faststart', file];
    const child = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    ffmpeg = child;
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      messages += text;
    });
    // a program that ends early closes its input; its exit code says why
    child.stdin.on('error', () => undefined);
    const ended = once(child, 'close').catch((error) => {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = missing
        ? 'the program ffmpeg was not found (Debian: apt install ffmpeg); --to gif needs no other program'
        : `cannot start ffmpeg: ${systemReason(error)}`;
      throw new InputError(`--to mp4: ${reason}`);
    });
    await Promise.race([ended, new Promise((resolve) => child.once('spawn', resolve))]);
    await eachPicture(renderer, frames, async (pixels) => {
      if (child.exitCode !== null) return;
      if (!child.stdin.write(pixels))
        await Promise.race([new Promise((resolve) => child.stdin.once('drain', resolve)), ended]);
    });
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new InputError(`--to mp4: ffmpeg failed: ${messages.trim() || `exit code ${code}`}`);
    return readFileSync(file);
  } finally {
    clean();
    process.off('exit', clean);
    stop();
  }
}
