import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecorder } from '../src/record/recorder.ts';
import { encodeRecording } from '../src/record/recording-files.ts';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { zip } from '../studio/export/zip.ts';
import { formatLink, parseLink } from '../studio/page/link.ts';
import { exampleText } from './scenes.ts';
import { oneVisitAtATime, openStudio, type StudioHarness, type VisitOptions } from './studio-page.ts';

/** Edits cannot be lost: one history of all of them, autosave, the address, a warning; own files; comparison with the original. */

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const { visitor, visit } = oneVisitAtATime(() => studio, { width: 1200, height: 720 });
const PHONE = { width: 390, height: 844, dark: true } as const;

const ran = (page: Page) => page.waitForSelector('.run-status[data-kind=done]');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const ended = (page: Page, end: string) =>
  expect.poll(() => page.textContent('.timeline-clock')).toContain(`of ${end} s`);
/** Waits until the run has the end that the field shows. */
const sameEnd = (page: Page) =>
  expect
    .poll(async () => {
      const end = Number(await field(page, 'End').inputValue()).toFixed(3);
      return ((await page.textContent('.timeline-clock')) ?? '').includes(`of ${end} s`);
    })
    .toBe(true);
/** The whole text of the editor, also of lines that are not drawn. */
const textOf = (page: Page) =>
  page
    .locator('.cm-content')
    .evaluate((content) => String(Reflect.get(Reflect.get(content, 'cmTile'), 'view').state.doc));
/** The text that the address contains. */
const linked = async (page: Page) => {
  const link = await parseLink(new URL(page.url()).hash);
  return link && 'text' in link.route ? link.route.text : undefined;
};

async function edit(hash: string, options?: VisitOptions): Promise<Page> {
  const page = await visit(hash, options);
  await ran(page);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.locator('.cm-content').waitFor();
  return page;
}

async function setField(page: Page, label: string, value: string): Promise<void> {
  await field(page, label).fill(value);
  await field(page, label).press('Enter');
}

async function choose(page: Page, button: string, files: readonly { name: string; bytes: Uint8Array }[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
  );
}

const textFile = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const TETRAHEDRON = 'v 0 0 0\nv 0.02 0 0\nv 0 0.02 0\nv 0 0 0.02\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';

/** A scene that is computed within milliseconds. */
const SMALL = `{
  "title": "Small",
  "description": "One disc.",
  "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 1 }, "position": [0, 0], "velocity": [1, 0], "mass": 2 }],
  "time": { "end": 4, "method": "events" },
  "record": { "interval": 0.5 }
}
`;
const small = () => formatLink({ route: { page: 'own', name: 'small', text: SMALL } });

describe('the history of a scene', () => {
  it('has typing, fields, sliders and dragged bodies in one order, for buttons and keys', async () => {
    const page = await edit('#/scene/docking');
    const original = await textOf(page);
    expect(original).toBe(exampleText('docking'));
    const texts = [original];
    const done = async () => {
      await expect.poll(() => textOf(page)).not.toBe(texts[texts.length - 1]);
      texts.push(await textOf(page));
    };
    await setField(page, 'End', '12');
    await done();
    await page.getByLabel('Restitution, slider').focus();
    await page.keyboard.press('ArrowRight');
    await done();
    await page.locator('.cm-content').getByText('"Docking"', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' edited');
    await done();
    await page.getByRole('heading', { name: 'Docking edited' }).waitFor();
    await page.getByRole('button', { name: 'Drag in the view' }).click();
    const box = await page.locator('.view-canvas').boundingBox();
    if (box === null) throw new Error('the canvas has no box');
    await page.mouse.move(box.x + 0.66 * box.width, box.y + 0.6 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.5 * box.height, { steps: 4 });
    await page.mouse.up();
    await done();
    expect(texts).toHaveLength(5);
    await page.getByRole('button', { name: 'Undo: position of station' }).click();
    await expect.poll(() => textOf(page)).toBe(texts[3]);
    await page.locator('.cm-content').press('Control+z');
    await expect.poll(() => textOf(page)).toBe(texts[2]);
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(original);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    for (const text of texts.slice(1)) {
      await page.keyboard.press('Control+Shift+z');
      await expect.poll(() => textOf(page)).toBe(text);
    }
    // the address carries it all, and no longer does after the return to the original
    await expect.poll(() => linked(page)).toBe(texts[4]);
    await page.getByRole('button', { name: 'Original', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('scene=');
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(texts[4]);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('edit');
  });

  it('has one entry for a slider, which runs a fast scene while it is held', async () => {
    const page = await edit(await small(), PHONE);
    const slider = page.getByLabel('End, slider');
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (box === null) throw new Error('the slider has no box');
    const at = (fraction: number) =>
      page.mouse.move(box.x + fraction * box.width, box.y + box.height / 2, { steps: 3 });
    await at(0.4);
    await page.mouse.down();
    await at(0.7);
    await expect.poll(async () => Number(await field(page, 'End').inputValue())).toBeGreaterThan(4);
    // the run of the value that is shown, while the slider is held
    await sameEnd(page);
    await at(0.9);
    await page.mouse.up();
    await sameEnd(page);
    await page.getByRole('button', { name: 'Undo: End' }).click();
    await expect.poll(() => textOf(page)).toBe(SMALL);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('edit-phone');
  });

  it('has nothing of a value that is not allowed: the reason is shown', async () => {
    const page = await edit(await small());
    const reason = page.locator('.parameter-reason:visible');
    for (const [value, words] of [
      ['-3', 'Not applied: -3 is outside the range; expected a number above 0.'],
      ['soon', 'Not applied: “soon” is not a number; expected a number above 0, with or without a unit (s).'],
      ['', 'Not applied: a number is missing; expected a number above 0.'],
    ]) {
      await setField(page, 'End', value);
      await expect.poll(() => reason.textContent()).toBe(words);
    }
    expect(await textOf(page)).toBe(SMALL);
    await field(page, 'End').press('Escape');
    await expect.poll(async () => [await field(page, 'End').inputValue(), await reason.count()]).toEqual(['4', 0]);
    await setField(page, 'End', '2500 ms');
    await ended(page, '2.500');
    expect(await field(page, 'End').inputValue()).toBe('2.5');
  });
});

describe('an edited scene', () => {
  it('survives a crash and a reload, and is offered when its scene is opened again', async () => {
    const page = await edit('#/scene/docking');
    await setField(page, 'End', '7');
    await page.getByText('Edited, saved').waitFor();
    const edited = await textOf(page);
    await expect.poll(() => linked(page)).toBe(edited);
    // the address restores it, without an offer
    await page.reload();
    await ended(page, '7.000');
    expect(await page.locator('.draft-offer').isVisible()).toBe(false);
    // a page that ends without any event: another one has the offer
    const other = await page.context().newPage();
    await other.goto(`${studio.url}#/scene/docking`);
    await ended(other, '20.00');
    await other.getByText('You edited this scene today').waitFor();
    await other.getByRole('button', { name: 'Restore the edit' }).click();
    await ended(other, '7.000');
    expect(await other.locator('.draft-offer').isVisible()).toBe(false);
    await other.close();
    await page.goto(`${studio.url}#/scene/docking`);
    await page.getByText('You edited this scene today').waitFor();
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('offer');
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.locator('.draft-offer').waitFor({ state: 'hidden' });
    await page.reload();
    await ended(page, '20.00');
    expect(await page.locator('.draft-offer').isVisible()).toBe(false);
  });

  it('causes a warning before leaving only if it is neither stored nor in the address', async () => {
    const page = await edit(await small(), { first: true });
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await setField(page, 'End', '3');
    await page.getByText('Edited, saved').waitFor();
    await page.reload();
    expect(asked).toEqual([]);
    // a browser without storage, and a text that no address takes
    await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })');
    await page.goto('about:blank');
    await page.goto(`${studio.url}${await small()}`);
    await ended(page, '4.000');
    await page.getByRole('tab', { name: 'Edit' }).click();
    const random = Array.from({ length: 12_000 }, (_, i) =>
      Math.abs(Math.sin(i + 1))
        .toString(36)
        .slice(2),
    ).join(' ');
    await page.locator('.cm-content').getByText('One disc.').click();
    await page.keyboard.insertText(random);
    await page.getByText('The edited scene is not saved').waitFor();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    page.removeAllListeners('dialog');
  });
});

describe('own files', () => {
  it('are added as bodies side by side by a button, several at once, and taken back', async () => {
    const page = await edit('#/scene/two-bullets-crossing', PHONE);
    const before = await textOf(page);
    await choose(page, 'Add meshes', [textFile('a.obj', TETRAHEDRON), textFile('b.obj', TETRAHEDRON)]);
    await page.getByText('Added: a, b.').waitFor();
    const bodies = readScene(await textOf(page), 'edited').bodies as unknown as { name: string; motion: string }[];
    expect(bodies.map(({ name, motion }) => [name, motion])).toEqual([
      ['left', 'free'],
      ['right', 'free'],
      ['a', 'free'],
      ['b', 'free'],
    ]);
    await ran(page);
    await page.getByRole('button', { name: 'Undo: 2 added bodies' }).click();
    await expect.poll(() => textOf(page)).toBe(before);
    await choose(page, 'Add meshes', [textFile('notes.txt', 'hello')]);
    await page.getByText('cannot add notes.txt to the scene').waitFor();
  });

  it('are opened by a button of every page, and added to the scene on request', async () => {
    const page = await visit('#/', PHONE);
    await choose(page, 'Open files', [textFile('a.obj', TETRAHEDRON), textFile('b.obj', TETRAHEDRON)]);
    await page.getByRole('heading', { name: 'a, b' }).waitFor();
    await ran(page);
    await choose(page, 'Open files', [textFile('c.obj', TETRAHEDRON)]);
    await page.getByRole('heading', { name: 'Open c.obj' }).waitFor();
    await visitor.current?.expectAccessible();
    await page.getByRole('button', { name: 'Add to this scene' }).click();
    await page.getByText('Added: c.').waitFor();
    await ran(page);
    await choose(page, 'Open files', [textFile('mine.scene.json', SMALL)]);
    await page.getByRole('heading', { name: 'Small' }).waitFor();
  });
});

/** The recording of a text, as the command line writes it. */
function recordingFile(name: string, text: string) {
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  const files = Array.from(encodeRecording(recorder.finish(runScene(scene, recorder))), ([file, bytes]) => ({
    name: file,
    bytes: Uint8Array.from(bytes),
  }));
  return zip(files)
    .arrayBuffer()
    .then((bytes) => ({ name: `${name}.recording.zip`, bytes: new Uint8Array(bytes) }));
}

describe('comparison', () => {
  const scales = (page: Page) =>
    page
      .locator('.scale-line')
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().width)));

  it('shows an edit next to its original, with one camera', async () => {
    const page = await edit('#/scene/docking');
    await setField(page, 'End', '9');
    await ended(page, '9.000');
    await page.getByRole('button', { name: 'Compare with original' }).click();
    await page.getByRole('heading', { name: 'original' }).waitFor();
    await page.getByRole('heading', { name: 'edited' }).waitFor();
    await expect.poll(() => page.locator('.run-status[data-kind=done]').count()).toBe(2);
    await expect
      .poll(() => page.locator('.run-words').allTextContents())
      .toEqual([expect.stringMatching(/^20 s/), expect.stringMatching(/^9 s/)]);
    const equal = async () => {
      const [left, right] = await scales(page);
      return left > 0 && left === right;
    };
    await expect.poll(equal).toBe(true);
    const [before] = await scales(page);
    await page.locator('.view-canvas').first().hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await scales(page))[1]).not.toBe(before);
    await expect.poll(equal).toBe(true);
    const [left] = await scales(page);
    await page.getByLabel('Link cameras').uncheck();
    await page.locator('.view-canvas').last().hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(async () => (await scales(page))[1]).not.toBe(left);
    expect((await scales(page))[0]).toBe(left);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('compare-edit');
    // back to the edited scene
    await page.goBack();
    await ended(page, '9.000');
  });

  it('shows any two recordings, opened from files', async () => {
    const page = await visit('#/compare/docking', PHONE);
    await choose(page, 'Open files on the left', [await recordingFile('first', SMALL)]);
    await page.getByRole('heading', { name: 'first' }).waitFor();
    await choose(page, 'Open files on the right', [
      await recordingFile('second', SMALL.replace('"velocity": [1, 0]', '"velocity": [2, 0]')),
    ]);
    await page.getByRole('heading', { name: 'second' }).waitFor();
    await expect.poll(() => page.locator('.run-words').allTextContents()).toEqual(['4 s, recorded', '4 s, recorded']);
    await page.getByLabel('Quantity').selectOption('velocity');
    await page.getByText('Velocity: difference').waitFor();
    // 2 m/s - 1 m/s in all frames
    await expect.poll(() => page.locator('.compare-chart').last().locator('.u-value').last().textContent()).toBe('1');
    expect(page.url()).toContain('recording%3Afirst/recording%3Asecond');
    await page.getByRole('button', { name: 'Swap sides' }).click();
    await expect.poll(() => page.locator('.compare-chart').last().locator('.u-value').last().textContent()).toBe('-1');
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('compare-phone');
  });
});
