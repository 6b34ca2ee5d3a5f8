import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRun } from './example-runs.ts';
import { exampleNames } from './scenes.ts';
import { root } from './sources.ts';
import { differingFraction, openStudio, type StudioHarness, type Visit } from './studio-page.ts';

/** One reader goes through the scenes, one after the other, in one page. */

let studio: StudioHarness;
let reader: Visit;
beforeAll(async () => {
  studio = await openStudio();
  // small, for the sake of software that draws
  reader = await studio.visit('#/', { width: 640, height: 560 });
});
afterAll(() => studio?.close());

/**
 * The first frame of a scene of each world is compared with a picture in `test/data/studio`; it does not depend on rounding in a run.
 * `UPDATE_PICTURES=1` draws them again: check them before committing.
 */
const PICTURES = ['docking', 'two-bars', 'tracker-box-and-lens', 'platoon-1-boxes', 'spinning-top', 'dominoes'];

/** Scenes that differ in method, response, shapes or drawing from those before. */
const OTHERS = [
  'bounce-penalty', // planar, penalty forces, half-plane
  'crank-slider', // planar, joints
  'tracker-planar-overlap', // smooth, planar view
  'tracker-patch-and-point', // smooth, patch with prescribed motion
  'ellipsoids-collide', // smooth, impulses
  'port-docking', // solids, events, sensors
  'free-flying-arm', // solids, steps, joints
  'newtons-cradle-of-spheres', // solids, restitution
];

/** With REPEAT_ALL=1 every example. */
const visited = process.env['REPEAT_ALL'] === undefined ? [...PICTURES, ...OTHERS] : exampleNames;

/** Fraction of pixels that may differ: letters are drawn with the fonts of the machine. */
const TOLERATED = 0.01;

async function expectPicture(name: string): Promise<void> {
  const { page } = reader;
  const path = join(root, `test/data/studio/${name}.png`);
  const draw = () => page.locator('.view-canvas').screenshot();
  // the last of the panels: the view has its size then
  await page.waitForSelector('.chart canvas');
  await page.keyboard.press('Home');
  if (process.env['UPDATE_PICTURES']) {
    await page.waitForTimeout(1000);
    writeFileSync(path, await draw());
  }
  expect(existsSync(path)).toBe(true);
  const expected = readFileSync(path);
  await expect.poll(async () => differingFraction(expected, await draw()), { timeout: 20_000 }).toBeLessThan(TOLERATED);
}

describe('examples', () => {
  it.each(visited)('opens, is drawn, and runs in the page to the same last bit as here: %s', async (name) => {
    const { page } = reader;
    await page.evaluate((to) => location.assign(to), `#/scene/${name}`);
    // on another core the page does the same meanwhile
    const { title, summary } = await exampleRun(name);
    await page.waitForSelector(`[data-scene="${name}"] .run-status[data-kind=done]`);
    await page.waitForSelector('.timeline-clock:not(:empty)');
    await expect.poll(() => page.textContent('h1')).toBe(title);
    expect(await page.textContent('.about dt:text-is("Final state hash") + dd')).toBe(summary.stateHash);
    expect(await page.locator('.view-failure, .announcement.error, [role=alert]:not(:empty)').count()).toBe(0);
    if (PICTURES.includes(name)) await expectPicture(name);
    reader.expectClean();
  });
});
