import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '../scripts/setup.mjs';

/** Software draws WebGL alone; it would take three times as long to compose the whole page as well. */
const FLAGS =
  '--no-sandbox --use-gl=angle --use-angle=swiftshader-webgl --enable-unsafe-swiftshader --disable-background-networking ' +
  '--disable-component-update --disable-sync --no-first-run --disable-quic';

let browser: Promise<Browser> | undefined;

/**
 * How long a test waits for something in a page [ms]: this ends what hangs, and a page on a busy machine is slow. Those who write a test set
 * PAGE_PATIENCE, to see sooner what it waits for.
 */
const PATIENCE = Number(process.env['PAGE_PATIENCE'] ?? 300_000);

/** A new page in a window of its own, without any state; whoever opens it closes its context. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/** The browser of all files of tests in this process; it ends with the process. Each file opens contexts or pages of its own, and closes them. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const { executablePath, env } = await ensureBrowser();
  return chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS.split(' ') });
}
