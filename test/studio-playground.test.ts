import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQueryLine } from '../src/query/run-query.ts';
import { parseLink } from '../studio/page/link.ts';
import { readPlayState } from '../studio/playground/play-state.ts';
import { openStudio, type StudioHarness, type Visit } from './studio-page.ts';

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const SIZE = { width: 1200, height: 700 };

/** A fact of the answers. */
const fact = (page: Page, name: string) =>
  page.locator('.play-facts dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

const distanceOf = async (page: Page) => Number.parseFloat((await fact(page, 'Signed distance').textContent()) ?? '');

/** Waits for the distance of a state. */
async function untilDistance(page: Page, accept: (distance: number) => boolean): Promise<number> {
  let distance = Number.NaN;
  await expect
    .poll(async () => {
      distance = await distanceOf(page);
      return accept(distance);
    })
    .toBe(true);
  return distance;
}

const near =
  (value: number, digits = 12) =>
  (distance: number) =>
    Math.abs(distance - value) < 10 ** -digits;

async function fill(page: Page, name: string, values: readonly number[]): Promise<void> {
  for (const [k, value] of values.entries()) {
    const axis = values.length > 1 ? ` ${'xyz'[k]}` : '';
    await page.getByRole('textbox', { name: new RegExp(`^${name}${axis} of B`) }).fill(String(value));
  }
}

/** Whether an address has the last change of a test: the layer of AABBs. */
async function isLinked(hash: string): Promise<boolean> {
  const link = await parseLink(hash);
  const state = link?.route.page === 'play' ? link.route.state : undefined;
  return state !== undefined && readPlayState(state).layers.includes('boxes');
}

/** Two spheres of the radius 0.5 m, one metre between them. */
async function twoSpheres(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Shape of A' }).selectOption('sphere');
  await page.getByRole('combobox', { name: 'Shape of B' }).selectOption('sphere');
  await page.getByRole('textbox', { name: /^Position x of A/ }).fill('0');
  await fill(page, 'Position', [2, 0, 0]);
  await fill(page, 'Velocity', [0, 0, 0]);
  await fill(page, 'Angular velocity', [0, 0, 0]);
  await untilDistance(page, near(1));
  await page.getByRole('button', { name: 'Fit' }).click();
}

/** Takes the point of the view at these offsets from its middle [CSS px]. */
async function fromMiddle(page: Page, dx: number, dy: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.view-canvas').boundingBox();
  if (box === null) throw new Error('no view');
  return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
}

async function copied(page: Page, what: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${what}` }).click();
  await page.locator('.announcement', { hasText: 'Copied' }).waitFor();
  const text = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.evaluate('document.querySelector(".announcement")?.remove()');
  return text;
}

describe('the playground', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await studio.visit('#/play', SIZE);
    page = visit.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.play-headline', { hasText: 'impact in' }).waitFor();
  });
  afterAll(() => visit?.close());

  it('answers about chosen shapes at once; a wrong number is rejected with the reason', async () => {
    await twoSpheres(page);
    await expect.poll(() => page.locator('.play-headline').textContent()).toBe('1 mapart');
    await expect.poll(() => fact(page, 'Normal from A to B').textContent()).toBe('1, 0, 0');
    const field = page.getByRole('textbox', { name: /^Position x of B/ });
    await field.fill('2x');
    await page.getByText('Position x: “2x” is not a number').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await distanceOf(page)).toBeCloseTo(1, 12);
    await field.fill('2');
    await page.getByRole('textbox', { name: /^Radius of B/ }).fill('-1');
    await page.locator('.play-reason', { hasText: 'shape.radius: expected above zero, got -1' }).waitFor();
    await page.getByRole('textbox', { name: /^Radius of B/ }).fill('0.5');
    await untilDistance(page, near(1));
  });

  it('a body is dragged with the mouse', async () => {
    // the centre of sphere B is 140 px to the right and 25 px below; beside the gizmo
    const { x, y } = await fromMiddle(page, 140 + 40, 25 + 35);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.mouse.up();
    expect(await untilDistance(page, (distance) => distance > 1.05)).toBeLessThan(2.5);
    await fill(page, 'Position', [2, 0, 0]);
    await untilDistance(page, near(1));
  });

  it('keys move, scale and throw the selected body, with announced values', async () => {
    await page.locator('.view-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('status')
      .getByText(/B: position .* metres; distance 1\.\d+ m/)
      .waitFor();
    await page.keyboard.press('ArrowLeft');
    await untilDistance(page, near(1));
    await page.keyboard.press('s');
    await page.keyboard.press('ArrowUp');
    await untilDistance(page, near(0.975));
    await expect.poll(() => page.getByRole('textbox', { name: /^Radius of B/ }).inputValue()).toBe('0.525');
    await page.getByRole('textbox', { name: /^Radius of B/ }).fill('0.5');
    await page.locator('.view-canvas').focus();
    await page.keyboard.press('v');
    for (let k = 0; k < 10; k++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('textbox', { name: /^Velocity x of B/ }).inputValue()).toBe('-1');
  });

  it('finds the impact and the response: equal spheres exchange their velocities', async () => {
    await page.locator('.play-headline', { hasText: 'impact in 1 s' }).waitFor();
    // the time is never late, and early by at most 1e-9 of the size
    const time = Number.parseFloat((await fact(page, 'Time of impact').textContent()) ?? '');
    expect(time).toBeLessThanOrEqual(1);
    expect(time).toBeCloseTo(1, 8);
    await page.getByRole('slider', { name: 'Restitution' }).fill('1');
    await page.getByRole('slider', { name: 'Friction' }).fill('0');
    const row = (name: string) => page.locator('.play-table tr', { hasText: name }).locator('td');
    await page.getByRole('textbox', { name: /^Mass of A/ }).fill('1');
    await expect.poll(() => row('v of A').allTextContents()).toEqual(['0, 0, 0', '−1, 0, 0']);
    await expect.poll(() => row('v of B').allTextContents()).toEqual(['−1, 0, 0', '0, 0, 0']);
    await expect.poll(() => row('Kinetic energy').allTextContents()).toEqual(['0.5', '0.5']);
    await page.getByRole('slider', { name: 'Time' }).fill('250');
    await expect.poll(() => page.locator('.play-clock').textContent()).toBe('0.5 s');
    await page.getByRole('button', { name: 'Impact', exact: true }).click();
    await expect.poll(() => page.locator('.play-clock').textContent()).toBe('1 s');
  });

  it('copies what is shown as a query and as a program', async () => {
    const line = await copied(page, 'Distance as query line');
    const { ok, json } = runQueryLine(line, 1);
    expect([ok, JSON.parse(json).distance]).toEqual([true, await distanceOf(page)]);
    const impact = JSON.parse(runQueryLine(await copied(page, 'Impact as query line'), 1).json);
    expect(impact.time).toBe(Number.parseFloat((await fact(page, 'Time of impact').textContent()) ?? ''));
    const program = await copied(page, 'Distance as TypeScript');
    expect(program).toContain("import { closest, pose, sphere } from 'appulse';");
    expect(program).toContain('const poseB = pose([2, 0, 0], [');
  });

  it('is accessible, and its address restores all of it', async () => {
    await page.getByText('Show', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'AABBs' }).check();
    await page.keyboard.press('Escape');
    await visit.expectAccessible();
    visit.expectClean();
    // the address follows the state with a delay
    const hashNow = () => page.evaluate<string>('location.hash');
    await expect.poll(async () => isLinked(await hashNow())).toBe(true);
    const hash = await hashNow();
    const other = await studio.visit(hash, { ...SIZE, dark: true });
    await other.page.locator('.play-headline', { hasText: 'impact in 1 s' }).waitFor();
    const facts = await page.locator('.play-facts').first().textContent();
    await expect.poll(() => other.page.locator('.play-facts').first().textContent()).toBe(facts);
    expect(await other.page.getByRole('radio', { name: 'Velocity' }).isChecked()).toBe(true);
    expect(await other.page.getByRole('checkbox', { name: 'AABBs', includeHidden: true }).isChecked()).toBe(true);
    await other.expectAccessible();
    other.expectClean();
    await other.close();
  });

  it('takes a mesh file, and a body of an example', async () => {
    await page.getByLabel('File for A').setInputFiles({ name: 'wedge.obj', mimeType: 'text/plain', buffer: WEDGE });
    await page.locator('.play-kind').first().getByText('wedge').waitFor({ state: 'attached' });
    for (const axis of 'xyz') await page.getByRole('textbox', { name: `Rotation ${axis} of A` }).fill('0');
    // a cube of 2 m about the origin
    await untilDistance(page, near(0.5));
    await page.getByRole('combobox', { name: 'Shape of A' }).selectOption('· example');
    await page.getByRole('combobox', { name: 'Example for A' }).selectOption('ball-in-a-nurbs-bowl');
    await expect.poll(() => fact(page, 'Method').textContent()).toContain('centre: closest points certified');
    await page.evaluate(
      ([text]) => {
        const files = new DataTransfer();
        files.items.add(new File([text], 'dropped.obj'));
        document.querySelector('.play')?.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
      },
      [WEDGE.toString()],
    );
    // the selected body is B
    await page.getByRole('status').getByText('dropped is the shape of B.').waitFor();
    // it releases what it holds when it is left
    await page.goto(`${studio.url}#/guide`);
    await page.locator('article h2').first().waitFor();
    visit.expectClean();
  });
});

/** A cube of 2 m, away from the origin: it is centred. */
const WEDGE = Buffer.from(
  [
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${10 + (k & 1 ? 1 : -1)} ${k & 2 ? 1 : -1} ${k & 4 ? 1 : -1}`),
    ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((face) => `f ${face}`),
  ].join('\n'),
);

it('the playground works on a phone: a finger drags a body, and nothing is cut off', async () => {
  const visit = await studio.visit('#/play', { width: 390, height: 844 });
  const { page } = visit;
  await page.locator('.play-headline', { hasText: 'impact in' }).waitFor();
  const before = await distanceOf(page);
  // on the box
  const { x, y } = await fromMiddle(page, -75, 20);
  const touch = await page.context().newCDPSession(page);
  const send = (type: string, points: readonly { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points } as never);
  await send('touchStart', [{ x, y }]);
  for (const dx of [10, 20, 30]) await send('touchMove', [{ x: x + dx, y }]);
  await send('touchEnd', []);
  await untilDistance(page, (distance) => Number.isFinite(distance) && Math.abs(distance - before) > 0.01);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
  await visit.expectAccessible();
  visit.expectClean();
  await visit.close();
});
