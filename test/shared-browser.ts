import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/setup.mjs';

/** Software draws WebGL alone; it would take three times as long to compose the whole page as well. */
const FLAGS =
  '--no-sandbox --use-gl=angle --use-angle=swiftshader-webgl --enable-unsafe-swiftshader --disable-background-networking ' +
  '--disable-component-update --disable-sync --no-first-run --disable-quic';

let browser: Promise<Browser> | undefined;

/** The browser of all files of tests in this process; it ends with the process. Each file opens contexts or pages of its own, and closes them. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const { executablePath, env } = await ensureBrowser();
  return chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS.split(' ') });
}
