import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { appulse, env, expectInputError, files, folder, useFolder } from './command-line.ts';

const SCENE = {
  title: 'Two discs',
  description: 'They collide.',
  bodies: [
    { name: 'left', shape: { kind: 'disc', radius: 0.5 }, position: [-1, 0], velocity: [1, 0], mass: 1 },
    { name: 'right', shape: { kind: 'disc', radius: 0.5 }, position: [1, 0], velocity: [-1, 0], mass: 1 },
  ],
  contacts: { restitution: 1 },
  time: { end: 1 },
  record: { interval: 0.05 },
};

useFolder((path) => writeFileSync(join(path, 'discs.scene.json'), JSON.stringify(SCENE)));

const picture = (...args: string[]) => appulse(['export', 'out/discs.recording', ...args]);

/** A program in the place of ffmpeg: writes its arguments and the number of bytes that it was given. */
function fakeEncoder(script: string): void {
  const path = join(folder(), 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** Graphic control extensions of a GIF: one before each picture, with its delay in hundredths of a second. */
function delaysOf(gif: Buffer): number[] {
  const delays: number[] = [];
  for (let at = gif.indexOf('21f904', 0, 'hex'); at >= 0; at = gif.indexOf('21f904', at + 1, 'hex')) {
    delays.push(gif.readUInt16LE(at + 4));
  }
  return delays;
}

describe('pictures and films on the command line', () => {
  let path: string | undefined;
  beforeAll(() => {
    path = env['PATH'];
    return () => {
      env['PATH'] = path;
    };
  });

  it('PNG: at a time, of a size, read by another library', () => {
    expect(appulse(['run', 'discs.scene.json']).code).toBe(0);
    const { code, out } = picture('--to', 'png', '--time', '0.3', '--size', '320x200');
    expect({ code, out }).toEqual({ code: 0, out: 'out/discs.png: 2 bodies, 21 frames\n' });
    const { width, height, data } = PNG.sync.read(readFileSync(join(folder(), 'out/discs.png')));
    expect([width, height]).toEqual([320, 200]);
    // two colours and the background
    const colors = new Map<number, number>();
    for (let k = 0; k < data.length; k += 4) {
      const color = data.readUInt32BE(k);
      colors.set(color, (colors.get(color) ?? 0) + 1);
    }
    expect([...colors.values()].filter((count) => count > 2000)).toHaveLength(3);
    expectInputError(['export', 'out/discs.recording', '--to', 'png', '--time', '3'], /--time 3: .* 0 s to 1 s/);
    expectInputError(['export', 'out/discs.recording', '--to', 'png', '--fps', '3'], '--fps is not for --to png');
    expectInputError(['export', 'out/discs.recording', '--to', 'csv', '--size', '9x9'], /size/);
    expectInputError(['export', 'out/discs.recording', '--to', 'mp4', '--size', '321x200'], 'even numbers');
  });

  it('GIF: as many pictures as the duration has', () => {
    expect(appulse(['run', 'discs.scene.json']).code).toBe(0);
    expect(picture('--to', 'gif', '--fps', '10', '--speed', '0.5', '--size', '64x48').code).toBe(0);
    const bytes = readFileSync(join(folder(), 'out/discs.gif'));
    expect(bytes.toString('latin1', 0, 6)).toBe('GIF89a');
    expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([64, 48]);
    expect(delaysOf(bytes)).toEqual(Array(21).fill(10));
    // thirty pictures per second by default: 31 of them, of three or four hundredths each
    expect(picture('--to', 'gif', '--size', '64x48').code).toBe(0);
    const delays = delaysOf(readFileSync(join(folder(), 'out/discs.gif')));
    expect([delays.length, delays.reduce((sum, delay) => sum + delay, 0)]).toEqual([31, Math.round((100 * 31) / 30)]);
    expectInputError(['export', 'out/discs.recording', '--to', 'gif', '--fps', '60'], 'at most 50 pictures per second');
  });

  it('MP4: gives every picture to ffmpeg, and reports its errors and its absence', () => {
    expect(appulse(['run', 'discs.scene.json']).code).toBe(0);
    env['PATH'] = `${folder()}:${path}`;
    fakeEncoder('for last; do :; done; { printf "0000ftyp"; echo "$@"; wc -c; } > "$last"');
    expect(picture('--to', 'mp4', '--fps', '20', '--size', '64x48').code).toBe(0);
    const [args, count] = readFileSync(join(folder(), 'out/discs.mp4'), 'utf8').split('\n');
    expect(args).toContain('-pix_fmt rgba -s 64x48 -r 20 -i -');
    expect(Number(count)).toBe(21 * 64 * 48 * 4);
    fakeEncoder('echo "no such codec" >&2; exit 3');
    const before = files('out');
    expect(picture('--to', 'mp4', '-o', 'out/other.mp4')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no such codec'),
    });
    env['PATH'] = '/nonexistent';
    const missing = picture('--to', 'mp4', '-o', 'out/other.mp4');
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('ffmpeg was not found') });
    expect(files('out')).toEqual(before);
  });
});
