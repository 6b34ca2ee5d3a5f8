import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureSite } from '../scripts/setup.mjs';
import { brokenLinks } from '../site/build/check-links.ts';
import { isLive, promisedLines } from '../site/live/example.ts';
import { COMPILER_OPTIONS, runExample } from '../site/live/run-example.ts';
import { ENTRIES } from './entries.ts';
import { openPage } from './shared-browser.ts';
import { type SiteServer, serveFolder } from './site-server.ts';
import { root } from './sources.ts';

/** What `npm run site` builds. */
const SITE = join(root, 'dist/site');
const PAGES = join(root, 'site/pages');

// nothing is done unless something changed
await ensureSite();

const read = (path: string) => readFileSync(path, 'utf8');

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.replaceAll('\\', '/'));
}

describe('the pages', () => {
  it('are all of docs, each in the side bar of its section', () => {
    const missing = filesBelow(join(root, 'docs'), '.md').filter((source) => {
      const page = source.includes('/') ? source : `reference/${source}`;
      const path = page.replace('.md', '.html');
      return !read(join(SITE, path)).includes(`link" href="../${path}"`);
    });
    expect(missing).toEqual([]);
  });

  it('have no link that leads nowhere', () => {
    expect(brokenLinks(SITE)).toEqual([]);
  });

  it('with a link to a missing page or section are reported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    const links = [
      'b.html',
      'b.html#here',
      '#top',
      'https://example.org',
      'b.html#gone',
      'c.html',
      '/b.html',
      '../b.html',
    ];
    writeFileSync(
      join(folder, 'a.html'),
      `<h1 id="top"></h1>${links.map((href) => `<a href="${href}"></a>`).join('')}`,
    );
    writeFileSync(join(folder, 'b.html'), '<h2 id="here"></h2>');
    expect(brokenLinks(folder)).toEqual(
      ['b.html#gone', 'c.html', '/b.html', '../b.html'].map((link) => `a.html: ${link}`),
    );
    rmSync(folder, { recursive: true });
  });

  it('load nothing from other sites', () => {
    const loaded = /<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)="(?:https?:)?\/\//;
    expect(filesBelow(SITE, '.html').filter((page) => loaded.test(read(join(SITE, page))))).toEqual([]);
    const styles = filesBelow(SITE, '.css').filter((file) => /url\(["']?(?:https?:)?\/\//.test(read(join(SITE, file))));
    expect(styles).toEqual([]);
  });

  it('describe every export of every entry', () => {
    const anchors = new Map<string, string>();
    for (const page of filesBelow(join(SITE, 'api'), '.html')) anchors.set(page, read(join(SITE, 'api', page)));
    const sections = read(join(root, 'test/api.txt')).split(/^# /m).slice(1);
    expect(sections.length).toBe(ENTRIES.size);
    const missing = sections.flatMap((section) => {
      const [entry, ...names] = section.trim().split('\n');
      const file = entry.replaceAll('/', '-');
      const own = [...anchors].filter(
        ([page]) => page === `${file}.html` || (file === 'appulse' && /^appulse-/.test(page)),
      );
      const has = (name: string) => own.some(([, html]) => html.includes(` id="${name}"`));
      return names.map((line) => line.replace('type ', '')).filter((name) => !has(name));
    });
    expect(missing).toEqual([]);
  });
});

describe('live examples', () => {
  const pages = filesBelow(PAGES, '.md').map((name) => ({ name, text: read(join(PAGES, name)) }));
  const programs = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
      .filter(([, info, code]) => isLive(info, code))
      .map(([, , code], i) => ({ name: `${name}, program ${i + 1}`, code })),
  );
  const sucrase = createRequire(join(root, 'site/package.json'))('sucrase');
  const compile = (code: string): string => sucrase.transform(code, COMPILER_OPTIONS).code;
  const load = (name: string) => import(join(root, ENTRIES.get(name) ?? name));

  it('are in several pages of the guide', () => {
    const guides = new Set(programs.map(({ name }) => name.split(',')[0]).filter((name) => name.startsWith('guide/')));
    expect(guides.size).toBeGreaterThan(6);
  });

  // Node runs all of them in test/docs.test.ts: here every fourth, all with REPEAT_ALL=1
  const repeated = programs.filter((_, k) => process.env['REPEAT_ALL'] !== undefined || k % 4 === 0);

  it.each(repeated)('$name prints in the page what its comments say', async ({ name, code }) => {
    const lines: string[] = [];
    await runExample(code, compile, load, {
      print: (line) => lines.push(line),
      draw: (svg) => expect(svg).toMatch(/^<svg/),
    });
    // test/programs.test.ts checks the results of the programs of `examples`
    if (name.startsWith('examples/')) expect(lines.length).toBeGreaterThan(0);
    else expect(lines).toEqual(promisedLines(code));
  });
});

describe('in a browser, below any path', () => {
  let server: SiteServer;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(SITE, '/some/sub/path/');
    page = await openPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) faults.push(`asked for ${url}`);
    });
  });

  afterAll(async () => {
    await page?.context().close();
    server?.close();
  });

  it('a program of the guide is edited and run, and prints its results', async () => {
    await page.goto(`${server.url}guide/getting-started.html`);
    const example = page.locator('.live-example').first();
    await example.getByRole('button', { name: 'Edit' }).click();
    await example
      .locator('.cm-content')
      .fill("import { vec3 } from 'appulse';\nconst v: number = vec3(1, 2).y;\nconsole.log({ v }, [v]);");
    await example.getByRole('button', { name: 'Run' }).click();
    await example.locator('.live-line').waitFor();
    expect(await example.locator('.live-line').allTextContents()).toEqual(['{ v: 2 } [ 2 ]']);
    await example.getByRole('button', { name: 'Reset' }).click();
    await example.getByRole('button', { name: 'Run' }).click();
    await example.locator('.live-line').first().waitFor();
    await example.getByRole('button', { name: 'Run' }).waitFor();
    const [promised] = [...read(join(PAGES, 'guide/getting-started.md')).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
      .filter(([, info, code]) => isLive(info, code))
      .map(([, , code]) => promisedLines(code));
    expect(await example.locator('.live-line').allTextContents()).toEqual(promised);
    expect(faults).toEqual([]);
  });

  it('the search finds a term without a server, and leads to it', async () => {
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill('time of impact');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('getting-started.html'));
    await page.locator('.VPDoc h1').waitFor();
    expect(page.url().startsWith(server.url)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('the bar leads to the studio', async () => {
    await page.goto(server.url);
    await page.locator('.VPNavBar').getByRole('link', { name: 'Studio' }).click();
    await page.waitForURL(/\/some\/sub\/path\/studio\/index\.html/);
    await page.locator('h1').first().waitFor();
    expect(faults).toEqual([]);
  });
});
