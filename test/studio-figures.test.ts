import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneVisitAtATime, openStudio, type StudioHarness, type VisitOptions } from './studio-page.ts';

/** Figures for others: pictures and films of the view, charts as files. */

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const { visitor, visit } = oneVisitAtATime(() => studio, { width: 1100, height: 800 });
const PHONE = { width: 390, height: 844, dark: true } as const;

async function open(hash: string, options?: VisitOptions): Promise<Page> {
  const page = await visit(hash, options);
  await page.waitForSelector('.run-status[data-kind=done]');
  await page.waitForSelector('.chart[data-chart=gap] canvas');
  return page;
}

async function downloaded(page: Page, start: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The number of pictures of a GIF, and how long they are shown in total [s]. */
function readGif(bytes: Buffer): { width: number; height: number; frames: number; duration: number } {
  expect(bytes.toString('latin1', 0, 6)).toBe('GIF89a');
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(bytes[10]);
  let [frames, duration] = [0, 0];
  const skipBlocks = () => {
    while (bytes[at] !== 0) at += bytes[at] + 1;
    at++;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) duration += bytes.readUInt16LE(at + 4) / 100;
      at += 2;
    } else if (bytes[at] === 0x2c) {
      frames++;
      at += 10 + tableSize(bytes[at + 9]) + 1;
    } else throw new Error(`not a block of a GIF at ${at}`);
    skipBlocks();
  }
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames, duration };
}

/** The content of a box of an MP4 file, by its path. */
function boxOf(bytes: Buffer, [name, ...rest]: readonly string[]): Buffer {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    if (bytes.toString('latin1', at + 4, at + 8) === name) {
      const content = bytes.subarray(at + 8, at + size);
      return rest.length === 0 ? content : boxOf(content, rest);
    }
    at += size;
  }
  throw new Error(`the file has no box ${name}`);
}

describe('pictures of the view', () => {
  it('have its labels, scale bar, time and colour key: PNG and SVG', async () => {
    const page = await open('#/scene/docking?t=5&show=names.velocities');
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByLabel('Size').selectOption('640x360');
    const annotated = PNG.sync.read((await downloaded(page, () => button(page, 'PNG').click())).bytes);
    const svg = (await downloaded(page, () => button(page, 'SVG').click())).bytes.toString();
    await page.getByLabel('with labels, scale bar, time and colour key').uncheck();
    const bare = PNG.sync.read((await downloaded(page, () => button(page, 'PNG').click())).bytes);
    expect([annotated.width, annotated.height]).toEqual([640, 360]);
    const differs = (x: number, y: number, width: number, height: number) => {
      let count = 0;
      for (let row = y; row < y + height; row++)
        for (let k = 4 * (640 * row + x); k < 4 * (640 * row + x + width); k += 4)
          if (annotated.data[k] !== bare.data[k]) count++;
      return count;
    };
    // time and key at the lower left, the scale bar at the lower right, nothing in the upper corners
    expect(differs(0, 310, 120, 50)).toBeGreaterThan(50);
    expect(differs(540, 320, 100, 40)).toBeGreaterThan(20);
    expect(differs(0, 0, 100, 40) + differs(540, 0, 100, 40)).toBe(0);
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts).toEqual(expect.arrayContaining(['station', 'chaser', 't = 5.000 s', 'Velocities']));
    expect(texts.some((text) => /^\d+ c?m$/.test(text))).toBe(true);
    expect(svg).toContain('href="data:image/png;base64,');
    await page.getByLabel('Size').selectOption('screen');
    const before = await page.locator('.scale-line').boundingBox();
    const screen = PNG.sync.read((await downloaded(page, () => button(page, 'PNG').click())).bytes);
    const box = await page.locator('.view-canvas').boundingBox();
    expect(Math.abs(screen.width - (box?.width ?? 0)) + Math.abs(screen.height - (box?.height ?? 0))).toBeLessThan(4);
    // a picture that is narrower than the screen has the same content, and the view is as before
    await page.getByLabel('Size').selectOption('640x360');
    await downloaded(page, () => button(page, 'PNG').click());
    expect((await page.locator('.scale-line').boundingBox())?.width).toBeCloseTo(before?.width ?? 0, 3);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('export');
  });

  it('are films with every frame: GIF and video, which play as long as the run', async () => {
    const page = await open('#/scene/docking', PHONE);
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByLabel('Size').selectOption('640x360');
    await page.getByLabel('Speed').selectOption('10');
    // 20 s at ten times the speed: two seconds
    const gif = readGif((await downloaded(page, () => button(page, 'Animated GIF').click())).bytes);
    expect(gif).toMatchObject({ width: 640, height: 360, frames: 41 });
    expect(gif.duration).toBeCloseTo(41 / 20, 6);
    const film = await downloaded(page, () => button(page, 'Video').click());
    await expectVideo(page, film);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('export-phone');
  });

  it('are cancelled at once, and nothing is saved', async () => {
    const page = await open('#/scene/docking');
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByLabel('Size').selectOption('640x360');
    await page.getByLabel('Speed').selectOption('1');
    let saved = 0;
    page.on('download', () => saved++);
    await button(page, 'Animated GIF').click();
    await page.getByText(/frame [1-9]\d* of 401/).waitFor();
    expect(await button(page, 'Video').isDisabled()).toBe(true);
    await button(page, 'Cancel').click();
    await page.getByText('Animated GIF: cancelled.').waitFor();
    expect([saved, await page.locator('.export-progress').isVisible()]).toEqual([0, false]);
    // the view is as before
    expect(await page.locator('.view-box.capturing').count()).toBe(0);
    page.removeAllListeners('download');
  });

  it('are not promised where the browser has no encoder', async () => {
    const page = await visit('#/', { first: true });
    await page.addInitScript('delete window.VideoEncoder');
    await page.reload();
    await page.goto(`${studio.url}#/scene/docking`);
    await page.waitForSelector('.run-status[data-kind=done]');
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('it has no WebCodecs').waitFor();
    expect(await button(page, 'Video').isDisabled()).toBe(true);
  });
});

/** The file has 61 frames of 640 × 360 in 61 / 30 s: by its boxes, or by the browser that plays it. */
async function expectVideo(page: Page, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  if (name.endsWith('.mp4')) {
    const track = ['moov', 'trak'];
    const sizes = boxOf(bytes, [...track, 'mdia', 'minf', 'stbl', 'stsz']);
    expect(sizes.readUInt32BE(8)).toBe(61);
    const header = boxOf(bytes, [...track, 'tkhd']);
    expect([header.readUInt32BE(header.length - 8), header.readUInt32BE(header.length - 4)]).toEqual([
      640 * 65536,
      360 * 65536,
    ]);
    const [scale, duration] = [12, 16].map((at) => boxOf(bytes, ['moov', 'mvhd']).readUInt32BE(at));
    expect(duration / scale).toBeCloseTo(61 / 30, 2);
  }
  const played = await page.evaluate(
    ([base64, type]) =>
      new Promise((resolve, reject) => {
        const video = document.createElement('video');
        video.onloadedmetadata = () => resolve([video.videoWidth, video.videoHeight, video.duration]);
        video.onerror = () => reject(new Error(video.error?.message));
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        video.src = URL.createObjectURL(new Blob([data], { type }));
      }),
    [bytes.toString('base64'), name.endsWith('.mp4') ? 'video/mp4' : 'video/webm'],
  );
  expect(played).toEqual([640, 360, expect.closeTo(61 / 30, 1)]);
}

describe('charts', () => {
  const saved = (page: Page, chart: string, format: string) =>
    downloaded(page, () => page.getByLabel(`Save ${chart}`, { exact: true }).selectOption(format));

  it('have units that fit their range, and are saved as they are seen', async () => {
    const page = await open('#/scene/two-bullets-crossing');
    const whole = await saved(page, 'Gap', 'CSV');
    expect(whole.name).toBe('two-bullets-crossing-gap.csv');
    const [head, ...rows] = whole.bytes.toString().trim().split('\n');
    // 0.6 ms, 0.4 m between them at first
    expect(head).toBe('time [µs],"left, right [m]"');
    expect(rows).toHaveLength(251);
    expect(Number(rows[250].split(',')[0])).toBeCloseTo(600, 9);
    // zoomed to the collision: fewer rows, smaller units
    const box = await page.locator('.chart[data-chart=gap] .u-over').boundingBox();
    if (box === null) throw new Error('the chart has no box');
    await page.mouse.move(box.x + 0.36 * box.width, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.44 * box.width, box.y + 20, { steps: 3 });
    await page.mouse.up();
    const part = (await saved(page, 'Gap', 'CSV')).bytes.toString().trim().split('\n');
    expect(part[0]).toBe('time [µs],"left, right [mm]"');
    expect(part.length).toBeLessThan(30);
    const svg = (await saved(page, 'Gap', 'SVG')).bytes.toString();
    expect(svg).toContain('>left, right<');
    expect(svg).toContain('time [µs]');
    expect(svg).toContain('[mm]');
    // a line that is hidden is not in the file
    await page.locator('.chart[data-chart=energy] .u-label', { hasText: 'contact work' }).click();
    const energies = (await saved(page, 'Energy', 'SVG')).bytes.toString();
    expect(energies).toContain('>kinetic<');
    expect(energies).not.toContain('contact work');
    const png = PNG.sync.read((await saved(page, 'Energy', 'PNG')).bytes);
    expect(png.width).toBe(1280);
  });

  it('begin with the pairs that collide, not with the floor', async () => {
    const page = await open('#/scene/dominoes', PHONE);
    const names = await page.locator('.chart[data-chart=gap] .u-legend .u-label').allTextContents();
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => name.includes('floor'))).toEqual([]);
  });

  it('stay within their cards in windows of all widths', async () => {
    const page = await open('#/scene/dominoes');
    for (const width of [320, 390, 600, 901, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // the charts follow in the next frames
      const beyond = () =>
        page.locator('.chart').evaluateAll((cards) =>
          cards.flatMap((card) => {
            const { right, bottom } = card.getBoundingClientRect();
            return [...card.querySelectorAll('canvas, .u-legend, .chart-bar, .chart-bar > *')].flatMap((part) => {
              const box = part.getBoundingClientRect();
              return box.right > right + 1 || box.bottom > bottom + 1 ? [part.className || part.tagName] : [];
            });
          }),
        );
      await expect.poll(beyond, { message: `width ${width}` }).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1100, height: 800 });
  });
});
