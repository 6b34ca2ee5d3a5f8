import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRecorder } from '../src/record/recorder.ts';
import { encodeRecording } from '../src/record/recording-files.ts';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { exampleNames, exampleText } from './scenes.ts';
import { openStudio, type StudioHarness, type Visit, type VisitOptions } from './studio-page.ts';

/** The shell of the studio and the pages that need no view: gallery, report, guide. */

function recorded(name: string) {
  const scene = readScene(exampleText(name), name);
  const recorder = createRecorder(scene, exampleText(name));
  return recorder.finish(runScene(scene, recorder));
}

let studio: StudioHarness;
let visitor: Visit | undefined;

beforeAll(async () => {
  const recording = encodeRecording(recorded('docking'));
  studio = await openStudio(new Map([...recording].map(([file, bytes]) => [`recordings/mine/${file}`, bytes])));
});
afterAll(() => studio?.close());

/** Every visit ends with a clean console. */
async function visit(hash: string, options?: VisitOptions) {
  visitor = await studio.visit(hash, options);
  return visitor.page;
}
afterEach(async () => {
  visitor?.expectClean();
  await visitor?.close();
  visitor = undefined;
});

describe('the gallery', () => {
  it('has a card for every example, with a picture, a paragraph and a page of the guide that is there', async () => {
    const page = await visit('#/');
    await page.waitForSelector('.card');
    const cards = await page.$$eval('.card', (cards) =>
      cards.map((card) => ({
        scene: card.querySelector('h3 a')?.getAttribute('href'),
        words: card.querySelector('p')?.textContent?.length ?? 0,
        guide: card.querySelector('a[aria-label^=Guide]')?.getAttribute('href')?.split('/')[2],
        picture: card.querySelector('img')?.getAttribute('src') ?? '',
      })),
    );
    expect(cards.map(({ scene }) => scene).sort()).toEqual(exampleNames.map((name) => `#/scene/${name}`).sort());
    expect(cards.filter(({ words }) => words < 40)).toEqual([]);
    for (const path of new Set(cards.flatMap(({ guide, picture }) => [`guide/${guide}.html`, picture]))) {
      expect([path, (await fetch(studio.url + path)).status]).toEqual([path, 200]);
    }
  });

  it('groups by question or by source, and remembers the choice', async () => {
    const page = await visit('#/');
    const headings = () =>
      page.$$eval('.gallery-group h2', (found) => found.map((heading) => heading.firstChild?.textContent));
    const first = async (count: number) => (await headings()).slice(0, count);
    await expect.poll(() => first(3)).toEqual(['Distance', 'Time of impact', 'Contact response']);
    await page.getByText('source', { exact: true }).click();
    await expect.poll(() => first(4)).toEqual(['Rigid bodies', 'Smooth bodies', 'Deforming meshes', 'Vehicles']);
    await page.reload();
    await expect.poll(() => first(1)).toEqual(['Rigid bodies']);
  });

  it('shows a first visitor where to begin, until that is dismissed', async () => {
    const page = await visit('#/', { first: true });
    const hint = page.getByRole('complementary', { name: 'Introduction' });
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await page.waitForSelector('.card');
    expect(await hint.count()).toBe(0);
  });

  it('is drawn with a script of at most 350 kB', async () => {
    const page = await visit('#/', { first: true });
    await page.waitForSelector('.card');
    // the browser reports a picture some time after it has drawn it
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    if (process.env['STUDIO_TIMES']) {
      // of the page's own clock, from the navigation
      const shown = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
      process.stdout.write(`first view after ${shown.toFixed(0)} ms\n`);
      expect(shown).toBeLessThan(2000);
    }
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    );
    const sizes = await Promise.all(
      scripts.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350_000);
  });
});

describe('a scene', () => {
  it('that was recorded elsewhere is opened as it is', async () => {
    const page = await visit('#/recording/mine');
    await page.getByText('recorded', { exact: false }).first().waitFor();
    await expect.poll(() => page.textContent('h1')).toBe('Docking');
    expect(page.url()).toContain('#/recording/mine');
  });

  it('travels in a link with its whole text, its time and what is shown', async () => {
    const page = await visit('#/scene/docking?t=2.5&show=normals');
    // the page writes the address again when the scene has run
    await page.waitForSelector('.run-status[data-kind=done]');
    await expect.poll(() => page.url()).toMatch(/t=2\.5&.*show=normals/);
  });

  it('that does not exist is reported', async () => {
    const page = await visit('#/');
    // the browser itself reports the missing file: a visit of its own that need not be clean
    await page.goto(`${studio.url}#/scene/nowhere`);
    await page.getByRole('alert').getByText('There is no example named “nowhere”.').waitFor();
    visitor = undefined;
    await page.context().close();
  });
});

describe('the pages', () => {
  it('are reached by the header, by keys and by address only', async () => {
    const page = await visit('#/');
    await page.getByRole('link', { name: 'Guide', exact: true }).first().click();
    await page.waitForSelector('article h2');
    await expect.poll(() => page.title()).toBe('Getting started · Appulse');
    await page.keyboard.press('g');
    await page.waitForSelector('.card');
    // an address that is restored before the browser reports the change does not undo the navigation
    await page.evaluate(() => {
      location.assign('#/guide/scenes');
      history.replaceState(null, '', '#/');
    });
    await page.waitForSelector('article h2');
    await page.goto(`${studio.url}#/no/such/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('the guide is complete: every link of it leads to a page and a section that are there', async () => {
    const page = await visit('#/guide');
    await page.waitForSelector('article h2');
    const pages = await page.$$eval('.guide-contents a', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    const texts = new Map<string, string>();
    for (const href of pages) {
      const name = href.split('/')[2];
      texts.set(name, await (await fetch(`${studio.url}guide/${name}.html`)).text());
    }
    const broken = [...texts].flatMap(([from, text]) =>
      [...text.matchAll(/href="#\/guide\/([^"/]+)(?:\/([^"]+))?"/g)]
        .filter(([, to, section]) => !texts.get(to)?.includes(section === undefined ? '' : `id="section-${section}"`))
        .map(([link]) => `${from}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('the report runs its items again, beginning with the linked one', async () => {
    const page = await visit('#/report/newtons-cradle');
    const item = page.locator('#item-newtons-cradle');
    await item.locator('td.pass').first().waitFor();
    expect(await item.locator('td.fail').count()).toBe(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => page.getByRole('status').first().textContent()).toMatch(/items: all \d+ checks pass/);
  });

  it('the help names every key that works', async () => {
    const page = await visit('#/');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys and help' });
    expect(await dialog.textContent()).toContain('Go to the gallery');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('are light or dark as set by the system or the visitor', async () => {
    const page = await visit('#/', { dark: true });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await paper();
    await page.keyboard.press('Shift+T');
    await expect.poll(paper).not.toBe(dark);
    await page.keyboard.press('Shift+T');
    await expect.poll(paper).toBe(dark);
  });

  it.each([
    { width: 1200, height: 800, dark: true, hashes: ['#/', '#/report', '#/guide/getting-started'] },
    // the page with the widest tables
    { width: 390, height: 844, dark: false, hashes: ['#/', '#/report', '#/guide/scenes'] },
  ])('are accessible and nothing is wider than the window: %o', async ({ hashes, ...window }) => {
    const page = await visit(hashes[0], window);
    for (const hash of hashes) {
      await page.goto(studio.url + hash);
      await page.waitForSelector(hash === '#/' ? '.card' : hash === '#/report' ? '.report-item h2' : 'article h2');
      await visitor?.expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });
});
