import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterEach, expect } from 'vitest';
import { root } from '../scripts/setup.mjs';
import { createStudioServer, filesBelow, type Served } from '../src/cli/studio-server.ts';
import { openPage } from './shared-browser.ts';

/** The studio in a real browser, as the tests of its parts use it. */
export interface StudioHarness {
  /** `http://127.0.0.1:1234/` */
  readonly url: string;
  /** A fresh visitor at an address of the studio: `#/scene/docking`. */
  visit(hash?: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** No animation (default true). */
  readonly still?: boolean;
  /** A first visit, with an empty cache. */
  readonly first?: boolean;
}

export interface Visit {
  readonly page: Page;
  /** Fails when the console had an error, the policy was broken, a request failed or went elsewhere. */
  expectClean(): void;
  /** Fails with what axe has against the page. */
  expectAccessible(): Promise<void>;
  /** Saved in the folder named by STUDIO_SHOTS, if any. */
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Visits of a test file that has one page open at a time: `visitor.current` is the present one. */
export function oneVisitAtATime(studio: () => StudioHarness, size: VisitOptions) {
  const visitor: { current?: Visit } = {};
  afterEach(async () => {
    visitor.current?.expectClean();
    await visitor.current?.close();
    delete visitor.current;
  });
  const visit = async (hash: string, options: VisitOptions = size): Promise<Page> => {
    visitor.current = await studio().visit(hash, options);
    return visitor.current.page;
  };
  return { visitor, visit };
}

/** Where the built studio is. Those who work on a part of it build to a folder of their own. */
const SITE = process.env['STUDIO_DIST'] ?? join(root, 'dist/studio');
const SHOTS = process.env['STUDIO_SHOTS'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `extra` are further files that the server has, such as recordings. */
export async function openStudio(extra: ReadonlyMap<string, Served> = new Map()): Promise<StudioHarness> {
  if (!existsSync(join(SITE, 'index.html'))) throw new Error(`no studio in ${SITE}: npm run build makes one`);
  const nothing: [string, Served] = [
    NOTHING,
    Buffer.from('<!doctype html><link rel="icon" href="data:,"><title>Nothing</title>'),
  ];
  const server = createStudioServer(new Map([...(await filesBelow(SITE)), nothing, ...extra]));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const contexts = new Set<BrowserContext>();
  const visit = createVisits(url, contexts);
  return {
    url,
    visit,
    async close() {
      for (const context of contexts) await context.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
}

/**
 * Visitors come one after the other in the same tab, with the window of each: the tab has the scripts in its cache. What they left behind is
 * swept away. Two visitors at the same time have two tabs, and first visitors have one of their own.
 */
function createVisits(url: string, contexts: Set<BrowserContext>): StudioHarness['visit'] {
  const idle: Tab[] = [];
  return async (hash = '#/', options = {}) => {
    const tab = (options.first ? undefined : idle.pop()) ?? (await openTab(url, options));
    const { context, page, faults } = tab;
    contexts.add(context);
    faults.length = 0;
    await setWindow(page, options);
    await page.goto(url + hash);
    await page.waitForSelector('h1');
    return {
      page,
      expectClean: () => expect(faults).toEqual([]),
      expectAccessible: () => expectAccessible(page),
      shot: (name) => shot(page, name),
      async close() {
        if (options.first || idle.length > 0) {
          contexts.delete(context);
          return context.close();
        }
        // a page of the same origin: another one would end the process of the tab
        await page.goto(url + NOTHING);
        await page.evaluate('localStorage.clear(), sessionStorage.clear()');
        await forgetDatabases(page, url);
        await context.clearPermissions();
        idle.push(tab);
      },
    };
  };
}

/** A page without anything, at the address of the studio. */
const NOTHING = 'nothing.html';

function setWindow(page: Page, { width = 1440, height = 900, dark = false, still = true }: VisitOptions) {
  return Promise.all([
    page.setViewportSize({ width, height }),
    page.emulateMedia({
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: still ? 'reduce' : 'no-preference',
    }),
  ]);
}

/** Edited scenes that the browser keeps. */
async function forgetDatabases(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'indexeddb' });
  await session.detach();
}

async function openTab(url: string, options: VisitOptions): Promise<Tab> {
  const page = await openPage({ acceptDownloads: true });
  const context = page.context();
  if (!options.first) await context.addInitScript("try { localStorage.setItem('appulse-visited', 'yes') } catch {}");
  return { context, page, faults: watch(page, url) };
}

/** Everything that should not happen on any page. */
function watch(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !DRIVER_NOTES.test(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('request', (request) => {
    if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(url))
      faults.push(`request to ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // a page that is left gives up what it was loading
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${reason}`);
  });
  return faults;
}

/** Chromium's own remarks about drawing without a graphics card. */
const DRIVER_NOTES = /GPU stall due to ReadPixels|Automatic fallback to software WebGL|GroupMarkerNotSet/;

async function expectAccessible(page: Page): Promise<void> {
  // a document keeps the program once it has it
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html.slice(0, 200)));
  })()`);
  expect(found).toEqual([]);
}

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** Fraction of the pixels in which two pictures of equal size differ visibly; 1 for different sizes. */
export function differingFraction(a: Buffer, b: Buffer): number {
  const [first, second] = [PNG.sync.read(a), PNG.sync.read(b)];
  const { width, height } = first;
  if (second.width !== width || second.height !== height) return 1;
  return pixelmatch(first.data, second.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
}
