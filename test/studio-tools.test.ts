import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingReport } from '../src/picture/recording-report.ts';
import { createRecorder } from '../src/record/recorder.ts';
import { encodeRecording } from '../src/record/recording-files.ts';
import { editSceneText } from '../src/scene/edit-text.ts';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { PRESETS } from '../studio/compare/presets.ts';
import { unzip } from '../studio/export/unzip.ts';
import { zip } from '../studio/export/zip.ts';
import { formatLink } from '../studio/page/link.ts';
import { exampleText } from './scenes.ts';
import { differingFraction, oneVisitAtATime, openStudio, type StudioHarness } from './studio-page.ts';
import { sweepFiles } from './sweep-files.ts';

/** What can be done with a scene: edit, drag, compare, export numbers, share, drop, touch. */

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const { visitor, visit } = oneVisitAtATime(() => studio, { width: 1100, height: 800 });

const ran = (page: Page) => page.waitForSelector('.run-status[data-kind=done]');

async function openTab(name: string, tab: string): Promise<Page> {
  const page = await visit(`#/scene/${name}`);
  await ran(page);
  await page.waitForSelector('.chart canvas');
  await page.getByRole('tab', { name: tab }).click();
  return page;
}

function recorded(name: string, text = exampleText(name)) {
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: Uint8Array.from(readFileSync(await download.path())) };
}

describe('the editor', () => {
  it('lets bodies be dragged in the view; shows an error at its location with the last run; offers completions', async () => {
    const page = await openTab('docking', 'Edit');
    const text = page.locator('.cm-content');
    await page.getByRole('button', { name: 'Drag in the view' }).click();
    const box = await page.locator('.view-canvas').boundingBox();
    if (box === null) throw new Error('the canvas has no box');
    const before = await page.locator('.cm-content').textContent();
    await page.mouse.move(box.x + 0.66 * box.width, box.y + 0.6 * box.height);
    await page.mouse.down();
    // the gap follows the body
    const gap = page.locator('.view-label:visible', { hasText: / m$/ }).first();
    await page.mouse.move(box.x + 0.69 * box.width, box.y + 0.55 * box.height, { steps: 2 });
    await gap.waitFor();
    const first = await gap.textContent();
    await page.mouse.move(box.x + 0.72 * box.width, box.y + 0.5 * box.height, { steps: 5 });
    await expect.poll(() => gap.textContent()).not.toBe(first);
    await page.mouse.up();
    await expect.poll(() => page.locator('.cm-content').textContent()).not.toBe(before);
    await ran(page);
    const place = /"name": "station".*?"position": \[([-\d.]+),\s*([-\d.]+)\]/s.exec(
      (await page.locator('.cm-content').textContent()) ?? '',
    );
    expect(Number(place?.[1])).toBeGreaterThan(1);
    expect(Number(place?.[2])).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Drag in the view' }).click();
    await text.getByText('"source"').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('X');
    await page.waitForSelector('.run-status[data-kind=failed]');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await expect
      .poll(() => page.locator('.editor-message').textContent())
      .toMatch(/docking:\d+:\d+ source: must be .*CP13X/);
    expect(await page.locator('.timeline-clock').textContent()).toContain('of 20');
    await text.press('Control+z');
    await ran(page);
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(0);
    // completions from the schema
    await text.getByText('"topic"').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"for');
    await page.locator('.cm-tooltip-autocomplete').getByText('"forces"').waitFor();
  });
});

describe('compare', () => {
  it('shows two variants over one timeline, with their differences', async () => {
    const page = await visit('#/compare', { width: 1000, height: 700 });
    await expect.poll(() => page.locator('.run-status[data-kind=done]').count()).toBe(2);
    await page.getByText('Headings: difference').waitFor();
    await page.getByLabel('Quantity').selectOption('energy');
    await page.getByText('Energy: difference').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.compare-chart canvas').count()).toBe(2);
    await expect.poll(() => page.url()).toMatch(/#\/compare\/platoon-1-ellipsoids\/platoon-1-boxes$/);
    await page.locator('.compare-bar select').first().selectOption({ label: 'Bouncing: impulse and penalty' });
    await page.getByRole('heading', { name: 'penalty' }).waitFor();
    await page.getByText('Gap: difference').waitFor();
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('compare');
  });

  it.each(PRESETS.flatMap(({ left, right }) => [left, right]))(
    'offers a scene that is valid: $label, $name',
    (side) => {
      if (side.kind !== 'example') throw new Error('not an example');
      const text = editSceneText(exampleText(side.name), side.edits ?? []);
      expect(readScene(text, side.name).bodies.length).toBeGreaterThan(1);
    },
  );
});

describe('export', () => {
  it('gives the numbers as CSV that read back as recorded, to the last bit, and the recording as the command line writes it', async () => {
    const page = await openTab('docking', 'Export');
    const { name, bytes } = await downloaded(page, 'CSV tables');
    expect(name).toBe('docking.csv.zip');
    const recording = recorded('docking');
    const files = new Map((await unzip(bytes)).map((file) => [file.name, new TextDecoder().decode(file.bytes)]));
    const [head, ...lines] = (files.get('frames.csv') ?? '').trim().split('\n');
    const { frames } = recording;
    expect(lines.length).toBe(frames.rowCount);
    const at = head.split(',').indexOf('x');
    expect(lines.map((line) => Number(line.split(',')[at]))).toEqual(Array.from(frames.columns.x));
    const zipped = await downloaded(page, 'Recording (Parquet)');
    const tables = new Map((await unzip(zipped.bytes)).map((file) => [file.name, file.bytes]));
    for (const [name, expected] of encodeRecording(recording)) {
      expect([name, Buffer.compare(Buffer.from(tables.get(name) ?? []), Buffer.from(expected))]).toEqual([name, 0]);
    }
  });

  it('gives the report of vehicles that the command line writes, with the chosen times', async () => {
    const text = editSceneText(exampleText('t-bone'), [{ path: ['time', 'end'], value: 0.2 }]);
    const page = await visit(await formatLink({ route: { page: 'own', name: 'cars', text } }));
    await ran(page);
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByLabel('Times of the report [s]').fill('0.1, 0');
    const { name, bytes } = await downloaded(page, 'Report (HTML)');
    expect(name).toBe('cars.html');
    const scene = readScene(text, 'cars');
    if (scene.world !== 'vehicles') throw new Error('not vehicles');
    const expected = recordingReport(recorded('cars', text), scene, { times: [0, 0.1] });
    expect(new TextDecoder().decode(bytes)).toBe(expected);
    await visitor.current?.shot('export-report');
  });

  it('gives a link that leads another visitor to the same picture', async () => {
    const page = await openTab('two-bullets-crossing', 'Export');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // a tab that has the focus would take the key for itself
    await page.locator('h1').click();
    await page.keyboard.press('End');
    await page.keyboard.press('o');
    await expect.poll(() => page.url()).toContain('cam=');
    const clock = await page.textContent('.timeline-clock');
    const shown = await page.locator('.view-canvas').screenshot();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link: string = await page.evaluate('navigator.clipboard.readText()');
    const other = await studio.visit(link.slice(studio.url.length), { width: 1100, height: 800 });
    await ran(other.page);
    await other.page.waitForSelector('.chart canvas');
    await other.page.getByRole('tab', { name: 'Export' }).click();
    await expect.poll(() => other.page.textContent('.timeline-clock')).toBe(clock);
    // a camera has six digits in a link
    const difference = async () => differingFraction(shown, await other.page.locator('.view-canvas').screenshot());
    await expect.poll(difference).toBeLessThan(0.01);
    other.expectClean();
    await other.close();
  });
});

/** Drops files on the page as a file manager would. */
async function drop(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const plain = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  await page.evaluate(`(() => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(plain)}) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  })()`);
}

const textFile = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

describe('files that are dropped', () => {
  it('are opened by their type, or rejected with a reason', async () => {
    const page = await visit('#/');
    const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
    await drop(page, [textFile('notes.txt', 'hello')]);
    await page.getByText('cannot open notes.txt').waitFor();
    await drop(page, [textFile('my.sweep.json', '{}')]);
    await page.getByText('run it with "appulse sweep my.sweep.json"').waitFor();
    await drop(page, [textFile('model.dat', 'NUMBER_OF_MODELS 1')]);
    await page.getByText('drop both .dat files together').waitFor();
    // a scene
    await drop(page, [textFile('mine.scene.json', exampleText('docking').replace('"Docking"', '"My docking"'))]);
    await heading('My docking');
    await ran(page);
    // a recording, shown as it was made
    const files = Array.from(encodeRecording(recorded('docking')), ([name, bytes]) => ({
      name,
      bytes: Uint8Array.from(bytes),
    }));
    await drop(page, [{ name: 'run.zip', bytes: new Uint8Array(await zip(files).arrayBuffer()) }]);
    await heading('Docking');
    await page.locator('.run-words', { hasText: 'recorded' }).waitFor();
    // two data files of vehicles, here far from each other
    const data = ['model', 'platoon1'].map((name) =>
      textFile(
        `${name}.dat`,
        readFileSync(new URL(`../examples/vehicles/${name}.dat`, import.meta.url), 'utf8').replace('-2.0', '-50.0'),
      ),
    );
    await drop(page, data);
    await heading('platoon1.dat');
    await ran(page);
    // a mesh
    await drop(page, [
      textFile('corner.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n'),
    ]);
    await page.getByRole('heading', { name: 'corner' }).waitFor();
    await ran(page);
    // the results of a sweep
    const axes = [{ path: 'bodies.chaser.velocity[0]', name: 'speed', values: [0.1, 0.2, 0.35] }];
    const sweep = sweepFiles({ scene: 'docking', axes, outputs: ['dockings'] });
    await drop(
      page,
      [...sweep.files].map(([name, bytes]) => ({ name, bytes })),
    );
    await page.locator('.sweep-row[data-row]').first().waitFor();
    await expect.poll(() => page.locator('.sweep-title').textContent()).toContain('3 runs, 0 failed');
  });
});

describe('touch', () => {
  it('applies a force when the hand moves the tool into the body, and shows the times of the steps', async () => {
    const page = await visit('#/touch/egg', { width: 390, height: 844 });
    await page.getByText('steps per second').waitFor();
    const force = async () => Number.parseFloat((await page.locator('.touch-facts dd').first().textContent()) ?? '');
    const box = await page.locator('.view-canvas').boundingBox();
    if (box === null) throw new Error('no view');
    await page.mouse.click(box.x + box.width / 2, box.y + 0.6 * box.height);
    await expect.poll(force).toBeGreaterThan(1);
    // the distribution of the times of the steps after the warm-up
    const times = () => page.locator('.times').evaluate(({ dataset }) => ({ ...(dataset as Record<string, string>) }));
    await expect.poll(async () => Number((await times())['steps'] ?? 0)).toBeGreaterThan(100);
    const { steps, over, counts, mean, worst } = await times();
    const classes = counts.split(' ').map(Number);
    expect(classes.reduce((sum, count) => sum + count, 0)).toBe(Number(steps));
    expect(classes[classes.length - 1]).toBe(Number(over));
    expect(Number(worst)).toBeGreaterThanOrEqual(Number(mean));
    expect(Number(over) > 0).toBe(Number(worst) > 1);
    expect(await page.locator('.times').textContent()).toContain('above 1 ms');
    await visitor.current?.expectAccessible();
    await page.setViewportSize({ width: 800, height: 500 });
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('touch');
    // the force of the last body does not stay when another is chosen
    await page.getByLabel('Body').selectOption('sphere');
    await expect.poll(force).toBe(0);
    // keys move the hand too
    const hand = async () => (await page.locator('.view-label', { hasText: 'hand' }).boundingBox())?.y ?? 0;
    const before = await hand();
    await page.locator('.view-canvas').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(hand).toBeGreaterThan(before);
    await page.getByLabel('Friction').check();
    await expect.poll(force).toBe(0);
    await page.getByLabel('Body').selectOption('own');
    await page.locator('.touch-own').fill('{ "kind": "teapot" }');
    await page.locator('.touch-own').blur();
    await page.getByRole('alert').getByText('kind').waitFor();
  });
});
