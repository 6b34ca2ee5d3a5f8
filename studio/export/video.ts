import type { Film, Frames, OnFrame } from './film.ts';

/** A file format with a way to compress pictures. */
export interface VideoFormat {
  readonly id: string;
  readonly label: string;
  readonly container: 'mp4' | 'webm';
  readonly codec: 'avc' | 'vp9' | 'av1';
  /** As WebCodecs names it, for pictures up to 1920 × 1080. */
  readonly codecString: string;
}

/** The best understood by other programs first. */
export const VIDEO_FORMATS: readonly VideoFormat[] = [
  { id: 'mp4-h264', label: 'MP4 (H.264)', container: 'mp4', codec: 'avc', codecString: 'avc1.640028' },
  { id: 'webm-vp9', label: 'WebM (VP9)', container: 'webm', codec: 'vp9', codecString: 'vp09.00.40.08' },
  { id: 'mp4-vp9', label: 'MP4 (VP9)', container: 'mp4', codec: 'vp9', codecString: 'vp09.00.40.08' },
  { id: 'mp4-av1', label: 'MP4 (AV1)', container: 'mp4', codec: 'av1', codecString: 'av01.0.08M.08' },
];

/** [bit/s] for 1280 × 720 */
const BITRATE = 6e6;

/** The formats that this browser can write. */
export async function writableFormats(): Promise<readonly VideoFormat[]> {
  if (globalThis.VideoEncoder === undefined) return [];
  const answers = await Promise.all(VIDEO_FORMATS.map(canEncode));
  return VIDEO_FORMATS.filter((_, i) => answers[i]);
}

async function canEncode({ codecString: codec }: VideoFormat): Promise<boolean> {
  try {
    const answer = await VideoEncoder.isConfigSupported({
      codec,
      width: 1280,
      height: 720,
      bitrate: BITRATE,
      framerate: 30,
    });
    return answer.supported ?? false;
  } catch {
    return false;
  }
}

/** What the user should know about the formats of this browser; undefined if it has the usual one. */
export function formatNote(formats: readonly VideoFormat[]): string | undefined {
  if (formats.some(({ codec }) => codec === 'avc')) return undefined;
  if (formats.length > 0)
    return `This browser has no H.264 encoder. ${formats[0].label} is shown by browsers and most players; other programs may need a conversion.`;
  return globalThis.VideoEncoder === undefined
    ? 'This browser cannot write videos here: it has no WebCodecs, which also need https or this machine. The animated GIF works everywhere.'
    : 'This browser has no video encoder. The animated GIF works everywhere.';
}

/** A video with the given frames, each shown equally long. The writer of files is loaded on demand. */
export async function video(film: Film, { times, rate }: Frames, format: VideoFormat, onFrame: OnFrame): Promise<Blob> {
  const { BufferTarget, CanvasSource, Mp4OutputFormat, Output, WebMOutputFormat } = await import('mediabunny');
  const target = new BufferTarget();
  const output = new Output({
    format: format.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    target,
  });
  const source = new CanvasSource(film.canvas, {
    codec: format.codec,
    bitrate: Math.round((BITRATE * film.width * film.height) / (1280 * 720)),
  });
  output.addVideoTrack(source, { frameRate: rate });
  try {
    await output.start();
    for (const [i, time] of times.entries()) {
      film.draw(time);
      await source.add(i / rate, 1 / rate);
      await onFrame(i + 1, times.length);
    }
    await output.finalize();
  } catch (error) {
    if (output.state !== 'finalized' && output.state !== 'canceled') await output.cancel();
    throw error;
  }
  if (target.buffer === null) throw new Error('the video is empty');
  return new Blob([target.buffer], { type: `video/${format.container}` });
}
