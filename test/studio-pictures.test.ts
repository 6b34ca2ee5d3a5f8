import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './sources.ts';
import { differingFraction, openStudio, type StudioHarness } from './studio-page.ts';

/**
 * The view compared with pictures in `test/data/studio`: the first frame of a scene of each world, which does not depend on rounding in a
 * run. `UPDATE_PICTURES=1` draws them again: check them before committing.
 */

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

/** Fraction of pixels that may differ: letters are drawn with the fonts of the machine. */
const TOLERATED = 0.01;

it.each(['docking', 'two-bars', 'tracker-box-and-lens', 'platoon-1-boxes', 'spinning-top', 'dominoes'])(
  '%s looks as it did',
  async (name) => {
    const { page, expectClean, close } = await studio.visit(`#/scene/${name}`, { width: 900, height: 700 });
    await page.waitForSelector('.run-status[data-kind=done]');
    // the last of the panels: the view has its size then
    await page.waitForSelector('.chart canvas');
    await page.keyboard.press('Home');
    await page.waitForTimeout(300);
    const drawn = await page.locator('.view-canvas').screenshot();
    expectClean();
    await close();
    const path = join(root, `test/data/studio/${name}.png`);
    if (process.env['UPDATE_PICTURES']) writeFileSync(path, drawn);
    expect(existsSync(path)).toBe(true);
    expect(differingFraction(readFileSync(path), drawn)).toBeLessThan(TOLERATED);
  },
);
