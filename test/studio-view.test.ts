import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differingFraction, oneVisitAtATime, openStudio, type StudioHarness } from './studio-page.ts';

/** The view of a scene, used as a person would: look from all sides, measure, cut open, play slowly, watch a run and stop it. */

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const small = { width: 900, height: 640 };
const phone = { width: 390, height: 844, dark: true };
const { visitor, visit } = oneVisitAtATime(() => studio, small);

async function openScene(name: string, options = small): Promise<Page> {
  const page = await visit(`#/scene/${name}`, options);
  await page.locator('.run-status[data-kind=done]').waitFor();
  await page.locator('.chart canvas').first().waitFor();
  return page;
}
const canvas = (page: Page) => page.locator('.view-canvas').screenshot();
const labels = (page: Page) => page.locator('.view-label:not([hidden])').allTextContents();

/** Fraction of the pixels of a picture with a property. */
function fraction(picture: Buffer, is: (r: number, g: number, b: number) => boolean): number {
  const { data, width, height } = PNG.sync.read(picture);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (is(data[i], data[i + 1], data[i + 2])) count++;
  return count / (width * height);
}

/** The fraction in a picture that no further frame changes. */
async function settledFraction(page: Page, is: (r: number, g: number, b: number) => boolean): Promise<number> {
  for (let before = await canvas(page); ; ) {
    const after = await canvas(page);
    if (differingFraction(before, after) === 0) return fraction(after, is);
    before = after;
  }
}

async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator('.view-canvas').boundingBox();
  if (box === null) throw new Error('the canvas has no box');
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

describe('a scene in space', () => {
  it('is seen from every side by keys and by the menu, and the axes follow; its shadows can be switched off', async () => {
    const page = await openScene('failed-docking?show=');
    const triad = () => page.locator('.triad').innerHTML();
    const first = await canvas(page);
    const seen = [await triad()];
    for (const key of ['x', 'Shift+X', 'y', 'Shift+Y', 'z', 'Shift+Z', 'i']) {
      await page.keyboard.press(key);
      await expect.poll(triad).not.toBe(seen.at(-1));
      seen.push(await triad());
    }
    expect(new Set(seen).size).toBe(8);
    await page.getByText('Views', { exact: true }).click();
    await page.getByRole('button', { name: 'Top' }).click();
    await expect.poll(triad).toBe(seen[5]);
    await expect.poll(() => page.url()).toContain('cam=');
    await page.locator('h1').click();
    await page.keyboard.press('f');
    await expect.poll(triad).toBe(seen[0]);
    const difference = async () => differingFraction(first, await canvas(page));
    await expect.poll(difference).toBeLessThan(0.002);
    await page.getByText('Show', { exact: true }).click();
    await page.getByLabel('Shadows').selectOption('never');
    await page.locator('h1').click();
    await expect.poll(difference).toBeGreaterThan(0.002);
    await page.reload();
    await page.getByText('Show', { exact: true }).click();
    await expect.poll(() => page.getByLabel('Shadows').inputValue()).toBe('off');
  });

  it('is measured between points and between bodies, also while they move', async () => {
    const page = await openScene('failed-docking?show=');
    await page.keyboard.press('m');
    await page.getByText('Pick a point of a body in the view.').waitFor();
    const result = page.locator('.measure-result');
    await clickAt(page, 0.3, 0.45);
    await page.getByText('Pick the second point.').waitFor();
    await clickAt(page, 0.77, 0.65);
    await expect.poll(() => result.textContent()).toMatch(/^[\d.]+ (m|cm|mm): Δx −?[\d.]+ \w+, Δy .*, Δz /);
    await page.getByText('two bodies').click();
    for (const body of [0, 1]) await page.locator('.measure-body select').nth(body).selectOption(String(body));
    await expect.poll(() => labels(page)).toHaveLength(1);
    const [before] = await labels(page);
    // the same as the overlay of gaps, which asks the pair table
    await page.locator('h1').click();
    await page.keyboard.press('1');
    await expect.poll(() => labels(page)).toHaveLength(2);
    const inMetres = (text: string) =>
      Number.parseFloat(text) * (text.endsWith('cm') ? 0.01 : text.endsWith('mm') ? 0.001 : 1);
    await expect
      .poll(async () => {
        const [gap, measured] = (await labels(page)).map(inMetres);
        return measured - gap;
      })
      .toBeCloseTo(0, 4);
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await labels(page)).at(-1)).not.toBe(before);
    await visitor.current?.expectAccessible();
    await page.keyboard.press('m');
    await expect.poll(() => labels(page)).toHaveLength(1);
  });

  it('is cut open by a plane that a slider or the pointer moves', async () => {
    const page = await openScene('tumbling-wing-nut?show=');
    const whole = await canvas(page);
    await page.keyboard.press('c');
    const place = page.locator('.section-row output');
    await expect.poll(() => place.textContent()).toMatch(/^y = /);
    await expect.poll(async () => differingFraction(whole, await canvas(page))).toBeGreaterThan(0.02);
    const middle = await place.textContent();
    const handle = await handlePlace(page);
    await page.mouse.move(...handle);
    await page.mouse.down();
    await page.mouse.move(handle[0] + 20, handle[1] - 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => place.textContent()).not.toBe(middle);
    const dragged = await place.textContent();
    await page.getByLabel('Position').press('Home');
    await expect.poll(() => place.textContent()).not.toBe(dragged);
    await page.locator('.segmented label', { hasText: 'x' }).click();
    await expect.poll(() => place.textContent()).toMatch(/^x = /);
    await page.getByRole('button', { name: 'Other side' }).click();
    await visitor.current?.expectAccessible();
    await page.getByRole('button', { name: 'Close Section' }).click();
    await expect.poll(async () => differingFraction(whole, await canvas(page))).toBeLessThan(0.002);
  });
});

describe('a planar world', () => {
  it('has one side and no section, and says so', async () => {
    const page = await openScene('docking');
    await page.keyboard.press('x');
    await page.getByText('A planar world is seen from above.').waitFor();
    await page.keyboard.press('c');
    await page.getByText('A planar world has no section.').waitFor();
  });
});

/** The middle of the blue disc of the section's handle on the page. */
async function handlePlace(page: Page): Promise<[number, number]> {
  const box = await page.locator('.view-canvas').boundingBox();
  const card = await page.locator('.tool-card:not([hidden])').boundingBox();
  const { data, width } = PNG.sync.read(await canvas(page));
  const places: [number, number][] = [];
  // below the controls, which have the same colour
  const top = (card?.y ?? 0) + (card?.height ?? 0) - (box?.y ?? 0);
  for (let i = 4 * width * Math.ceil(top); i < data.length; i += 4) {
    const isAccent = Math.abs(data[i] - 11) + Math.abs(data[i + 1] - 98) + Math.abs(data[i + 2] - 164) < 30;
    if (isAccent) places.push([(i / 4) % width, Math.floor(i / 4 / width)]);
  }
  // most of its neighbours have the colour too, unlike those of a line
  const inside = places.filter(([x, y]) => places.filter(([u, v]) => Math.hypot(u - x, v - y) < 4).length > 35);
  if (box === null || inside.length === 0) throw new Error('there is no handle');
  const mean = (k: 0 | 1) => inside.reduce((sum, place) => sum + place[k], 0) / inside.length;
  return [box.x + mean(0), box.y + mean(1)];
}

describe('what is drawn', () => {
  it('shows a ball inside a bowl, through its near wall', async () => {
    // the first frame is enough: the run is long
    const page = await visit('#/scene/ball-in-a-nurbs-bowl');
    await page.getByText(/^Computing: frame \d+$/).waitFor();
    await page.keyboard.press('Shift+Y');
    const isOrange = (r: number, g: number, b: number) => r > 120 && g < 0.7 * r && b < 0.45 * r;
    await expect.poll(async () => fraction(await canvas(page), isOrange)).toBeGreaterThan(0.001);
  });

  it('shows the dent of a car, and gives the scale of impulses', async () => {
    const page = await openScene('pole-impact');
    await page.keyboard.press('End');
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('.impulse-key').textContent()).toMatch(/^[\d.e+]+ N s$/);
    const isBlue = (r: number, g: number, b: number) => b > 100 && r < 0.4 * b && g < 0.8 * b;
    await expect.poll(() => page.textContent('.timeline-clock')).toContain('2.000 of 2.000');
    const dented = await settledFraction(page, isBlue);
    await page.keyboard.press('Home');
    await page.keyboard.press('z');
    await expect.poll(async () => 0.97 * fraction(await canvas(page), isBlue)).toBeGreaterThan(dented);
  });

  it('moves between recorded frames', async () => {
    const page = await visit('#/');
    const pictures: Buffer[] = [];
    for (const t of [2, 2.025, 2.05]) {
      // by way of another page: the time of an address counts when its scene is opened
      await page.evaluate("location.hash = '#/guide'");
      await page.locator('article h2').first().waitFor();
      await page.evaluate((hash) => location.assign(hash), `#/scene/docking?t=${t}&show=`);
      await page.locator('.chart canvas').first().waitFor();
      await expect.poll(() => page.textContent('.timeline-clock')).toContain(`${t.toFixed(2)} of 20.00 s`);
      if (pictures.length === 0) pictures.push(await canvas(page));
      else {
        const before = pictures[pictures.length - 1];
        await expect.poll(async () => differingFraction(before, await canvas(page))).toBeGreaterThan(0);
        pictures.push(await canvas(page));
      }
    }
    expect(differingFraction(pictures[0], pictures[2])).toBeGreaterThan(0);
  });
});

describe('a run', () => {
  it('is shown while it is computed, and keeps its frames when it is cancelled', async () => {
    const page = await visit('#/scene/twisted-cloth');
    await page.getByText(/^Computing: frame \d+$/).waitFor();
    const isBlue = (r: number, g: number, b: number) => b > 100 && r < 0.4 * b && g < 0.8 * b;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Cancelled at [\d.e-]+ of 1.2 s: (one frame remains|\d+ frames remain)$/).waitFor();
    await expect.poll(() => page.textContent('.timeline-clock')).toMatch(/frame \d+ of \d+$/);
    await expect.poll(async () => fraction(await canvas(page), isBlue)).toBeGreaterThan(0.005);
    await page.getByText('the run was stopped').waitFor();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
  });

  it('leaves nothing behind when its page is left, however often', async () => {
    // in a tab of its own: others may keep nodes of earlier pages for a while
    const page = await visit('#/guide', { ...small, first: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const nodes = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
    };
    const comeAndGo = async () => {
      await page.evaluate("location.hash = '#/scene/docking'");
      await page.locator('.chart canvas').first().waitFor();
      await page.evaluate("location.hash = '#/guide'");
      await page.locator('article h2').first().waitFor();
    };
    for (let i = 0; i < 2; i++) await comeAndGo();
    const before = await nodes();
    for (let i = 0; i < 3; i++) await comeAndGo();
    // what is still under way ends soon
    await expect.poll(async () => (await nodes()) - before, { timeout: 60_000 }).toBeLessThan(20);
    await session.detach();
  });
});

describe('the gallery', () => {
  it.each([small, phone])('is searched and filtered, %o', async (size) => {
    const page = await visit('#/', size);
    const titles = () => page.locator('.card h3').allTextContents();
    await page.locator('.card h3').first().waitFor();
    const all = (await titles()).length;
    await page.getByLabel('Search the scenes').fill('bowl');
    await expect.poll(titles).toEqual(['A ball in a NURBS bowl']);
    expect(await page.textContent('.gallery-count')).toBe(`1 of ${all} scenes`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Kind of world').selectOption('vehicles');
    await page.getByLabel('Source', { exact: true }).selectOption('PATH98');
    await expect.poll(async () => (await titles()).length).toBeLessThan(all);
    expect((await titles()).length).toBeGreaterThan(3);
    await visitor.current?.expectAccessible();
    await page.getByLabel('Search the scenes').fill('bowl');
    await page.getByText('No scene has all of this.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it('and the tools of a scene fit a telephone', async () => {
    const page = await openScene('failed-docking', phone);
    for (const name of ['Measure', 'Section']) await page.getByRole('button', { name, exact: true }).click();
    await visitor.current?.expectAccessible();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await visitor.current?.shot('view-phone');
  });
});
