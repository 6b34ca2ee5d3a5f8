import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRun } from './example-runs.ts';
import { exampleNames } from './scenes.ts';
import { openStudio, type StudioHarness, type Visit } from './studio-page.ts';

/** One reader goes through the scenes, one after the other, in one page. */

let studio: StudioHarness;
let reader: Visit;
beforeAll(async () => {
  studio = await openStudio();
  // small, for the sake of software that draws
  reader = await studio.visit('#/', { width: 480, height: 480 });
});
afterAll(() => studio?.close());

/** A page takes more than seven seconds for each of these: they are left out, and so is every second one of the others, unless REPEAT_ALL=1 asks for all. */
const LONG = [
  'ball-in-a-nurbs-bowl',
  'braking-platoon',
  'cloth-over-a-part',
  'gripper-lifts-a-box',
  'pile-of-mixed-shapes',
  'twisted-cloth',
];
const visited = exampleNames.filter(
  (name, k) => process.env['REPEAT_ALL'] !== undefined || (k % 2 === 0 && !LONG.includes(name)),
);

describe('examples', () => {
  it.each(visited)('opens, is drawn, and runs in the page to the same last bit as here: %s', async (name) => {
    const { page } = reader;
    await page.evaluate((to) => location.assign(to), `#/scene/${name}`);
    // on another core the page does the same meanwhile
    const { title, summary } = await exampleRun(name);
    await page.waitForSelector(`[data-scene="${name}"] .run-status[data-kind=done]`);
    await page.waitForSelector('.timeline-clock:not(:empty)');
    expect(await page.textContent('h1')).toBe(title);
    expect(await page.textContent('.about dt:text-is("Final state hash") + dd')).toBe(summary.stateHash);
    expect(await page.locator('.view-failure, .announcement.error, [role=alert]:not(:empty)').count()).toBe(0);
    reader.expectClean();
  });
});
