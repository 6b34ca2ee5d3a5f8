import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { differingFraction, openStudio, type StudioHarness, type Visit, type VisitOptions } from './studio-page.ts';

/** A scene on its page, used as a person would: look, play, scrub, pick, show more, plot. */

let studio: StudioHarness;
let visitor: Visit | undefined;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

async function visit(hash: string, options?: VisitOptions): Promise<Page> {
  visitor = await studio.visit(hash, options);
  return visitor.page;
}
afterEach(async () => {
  visitor?.expectClean();
  await visitor?.close();
  visitor = undefined;
});

const ran = (page: Page) => page.waitForSelector('.run-status[data-kind=done]');
const clock = async (page: Page) => Number.parseFloat((await page.textContent('.timeline-clock')) ?? '');
const canvas = (page: Page) => page.locator('.view-canvas').screenshot();
const small = { width: 1000, height: 720 };
/** Waits for some frames of the page. */
const frames = (page: Page, count: number) =>
  page.evaluate<void>(`new Promise((done) => {
    let left = ${count};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);
/** The picture differs from another by more than a fraction. */
const differs = (page: Page, from: Buffer, fraction: number) =>
  expect.poll(async () => differingFraction(from, await canvas(page))).toBeGreaterThan(fraction);
const equals = (page: Page, to: Buffer, fraction: number) =>
  expect.poll(async () => differingFraction(to, await canvas(page))).toBeLessThan(fraction);

async function openScene(name: string, options: VisitOptions = small): Promise<Page> {
  const page = await visit(`#/scene/${name}`, options);
  await ran(page);
  await page.waitForSelector('.view-canvas');
  // the last of the panels: the view has its size then
  await page.waitForSelector('.chart canvas');
  return page;
}

describe('time', () => {
  it('plays, pauses, steps and jumps by buttons and keys, goes from event to event, and is scrubbed without another run', async () => {
    const page = await openScene('docking');
    const before = await page.textContent('.run-words');
    const at = (time: number, digits = 9) => expect.poll(() => clock(page)).toBeCloseTo(time, digits);
    await at(0);
    await page.keyboard.press('ArrowRight');
    await at(0.05);
    await page.keyboard.press('Shift+ArrowRight');
    await at(0.55);
    await page.getByRole('button', { name: 'Back one frame' }).click();
    await at(0.5);
    await page.keyboard.press('End');
    await at(20);
    await page.keyboard.press('Home');
    await at(0);
    // a button that has the focus would take the key for itself
    await page.locator('h1').click();
    await page.keyboard.press(' ');
    await expect.poll(() => clock(page)).toBeGreaterThan(0.2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const paused = await clock(page);
    // whatever moved the time would have done so in these frames
    await frames(page, 5);
    expect(await clock(page)).toBe(paused);
    await page.getByRole('tab', { name: 'Inspect' }).click();
    await page.waitForSelector('.inspector');
    await page.keyboard.press('.');
    await at(9.975, 2);
    await page.getByText('Event: docking').waitFor();
    const box = await page.locator('.track').boundingBox();
    if (box === null) throw new Error('the track has no box');
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.75 * box.width, box.y + 8, { steps: 5 });
    await page.mouse.up();
    await at(15, 0);
    expect(await page.textContent('.run-words')).toBe(before);
  });
});

describe('the view', () => {
  it('picks the body under the pointer, shows its values with units, and copies what is selected as JSON', async () => {
    const page = await openScene('docking');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'Inspect' }).click();
    const facts = page.locator('.selection');
    await facts.waitFor();
    const box = await page.locator('.view-canvas').boundingBox();
    if (box === null) throw new Error('the canvas has no box');
    await page.mouse.click(box.x + 0.62 * box.width, box.y + 0.6 * box.height);
    await facts.getByText('station').waitFor();
    expect(await facts.locator('tr', { hasText: 'mass' }).textContent()).toBe('mass900kg');
    await page.keyboard.press('u');
    await facts.getByText('No selection').waitFor();
    await page.getByRole('treeitem', { name: 'chaser', exact: true }).click();
    await facts.getByText('chaser').first().waitFor();
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await page.locator('.announcement', { hasText: /[Cc]opied/ }).waitFor();
    const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toMatchObject({ title: 'chaser', mass: { value: 400, unit: 'kg' }, velocity: { unit: 'm/s' } });
    expect(copied.velocity.value[0]).toBeCloseTo(0.2, 12);
  });

  it('draws each overlay when its key is pressed, and removes it again', async () => {
    const page = await openScene('elastic-polygons-in-a-box');
    // a moment with everything: pairs near each other, an impact just before
    await page.keyboard.press('.');
    for (const key of ['1', '3', 't']) await page.keyboard.press(key);
    await frames(page, 2);
    const plain = await canvas(page);
    for (const key of ['2', '3', '4', '5', '6', '7', '8', '9', 'h', 'v', 's', 't', '1']) {
      await page.keyboard.press(key);
      await differs(page, plain, 1e-4);
      await page.keyboard.press(key);
    }
    await equals(page, plain, 1e-3);
  });

  it('draws bounding volumes of deformable bodies too, and reports when there are none', async () => {
    const page = await openScene('sphere-into-membrane');
    const plain = await canvas(page);
    for (const key of ['6', '8', 'h', 's']) {
      await page.keyboard.press(key);
      await differs(page, plain, 1e-4);
      await page.keyboard.press(key);
    }
    await page.keyboard.press('v');
    await page.getByText('Only polygons and smooth bodies have regions and features.').waitFor();
    await page.getByText('Show', { exact: true }).click();
    expect(await page.getByLabel('Voronoi regions, active features').isDisabled()).toBe(true);
    expect(await page.getByLabel('Closest points and gap').isDisabled()).toBe(false);
  });

  it('shows the automaton of smooth bodies with their active features', async () => {
    const page = await openScene('tracker-planar-pair');
    await page.keyboard.press('v');
    await page.waitForSelector('.automaton');
    await expect.poll(() => page.locator('.automaton .active').count()).toBeGreaterThan(0);
  });

  it('rotates, moves, fits and changes its projection', async () => {
    const page = await openScene('two-bullets-crossing');
    const first = await canvas(page);
    const box = await page.locator('.view-canvas').boundingBox();
    if (box === null) throw new Error('the canvas has no box');
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.8 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.8 * box.height, { steps: 4 });
    await page.mouse.up();
    await differs(page, first, 0.01);
    // a canvas that has the focus has a ring around it
    await page.locator('h1').click();
    await page.keyboard.press('f');
    await equals(page, first, 0.002);
    await page.keyboard.press('o');
    await differs(page, first, 0.01);
  });
});

describe('plots', () => {
  it('open with the gap and the ledger, take more, and move the time with a click', async () => {
    const page = await openScene('bounce-impulse');
    await page.waitForSelector('[data-chart=gap] canvas');
    await page.waitForSelector('[data-chart=energy] canvas');
    await page.getByLabel('Add a chart').selectOption('contacts');
    await page.waitForSelector('[data-chart=contacts] canvas');
    await page.locator('[data-chart=energy] .u-over').click();
    const end = Number.parseFloat(/of ([\d.]+) s/.exec((await page.textContent('.timeline-clock')) ?? '')?.[1] ?? '');
    await expect.poll(() => clock(page)).toBeGreaterThan(0.3 * end);
    expect(await clock(page)).toBeLessThan(0.7 * end);
    await page.getByRole('button', { name: 'Close Energy' }).click();
    await expect.poll(() => page.locator('[data-chart=energy]').count()).toBe(0);
  });
});

describe('the page of a scene', () => {
  it('is accessible with every panel, and in the dark', async () => {
    const page = await openScene('docking', { width: 1200, height: 700, dark: true });
    for (const tab of ['About', 'Inspect', 'Edit', 'Export']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForSelector(`[role=tabpanel]:not([hidden]) > *`);
      await visitor?.expectAccessible();
      await visitor?.shot(`scene-${tab.toLowerCase()}`);
    }
    // and in a narrow window
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor?.expectAccessible();
    await visitor?.shot('scene-narrow');
  });
});

describe('charts', () => {
  const widths = (page: Page) =>
    page.evaluate<[number, number][]>(
      `[...document.querySelectorAll('.chart')].flatMap((card) =>
        [...card.querySelectorAll('canvas')].map((canvas) => [card.clientWidth, canvas.clientWidth]))`,
    );

  it('zoom together, show the whole run again, the values at the time cursor, and fit into their cards after another run', async () => {
    const page = await openScene('docking', { width: 1200, height: 700 });
    const legend = () => page.locator('.chart').nth(1).locator('.u-value').nth(1).textContent();
    await expect.poll(legend).toBe('8');
    const over = page.locator('.chart .u-over').nth(1);
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    if (box === null) throw new Error('no chart');
    const first = page.locator('.chart canvas').nth(0);
    const before = await first.screenshot();
    await page.mouse.move(box.x + 60, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 24, { steps: 4 });
    await page.mouse.up();
    const whole = page.getByRole('button', { name: 'Whole run' });
    await whole.waitFor();
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingFraction(before, await first.screenshot())).toBeGreaterThan(0.001);
    await page.mouse.dblclick(box.x + 30, box.y + 20);
    await whole.waitFor({ state: 'hidden' });
    await page.mouse.move(5, 5);
    // another run begins with fewer charts
    await page.getByRole('tab', { name: 'Edit' }).click();
    const end = page.getByLabel('End', { exact: true });
    await end.fill('15');
    await end.press('Enter');
    await expect.poll(() => page.textContent('.timeline-clock')).toContain('of 15');
    await expect.poll(async () => (await widths(page)).length).toBe(3);
    await expect.poll(async () => (await widths(page)).every(([card, drawn]) => drawn <= card)).toBe(true);
  });
});

describe('overlays', () => {
  it('of one scene are not those of the next', async () => {
    const page = await openScene('docking');
    await page.keyboard.press('6');
    await expect.poll(() => page.url()).toContain('boxes');
    await page.goto(`${studio.url}#/scene/manipulator-capture`);
    await page.waitForSelector('[data-scene="manipulator-capture"] .run-status[data-kind=done]');
    await page.waitForSelector('.chart canvas');
    await page.keyboard.press('ArrowRight');
    // the address follows the time
    await expect.poll(() => page.url()).toMatch(/manipulator-capture.*t=/);
    expect(page.url()).not.toContain('boxes');
  });
});
