import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { formatLink } from '../studio/page/link.ts';
import { oneVisitAtATime, openStudio, type StudioHarness } from './studio-page.ts';

/** A box in the air, and far below it a floor: at the start the box is in the middle of the view. */
const SCENE = {
  world: 'solids',
  title: 'A box to play with',
  description: 'A box in the air.',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, position: [0, 0, -1], motion: 'fixed' },
    { name: 'box', shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.2] }, position: [0, 0, 1], mass: 2 },
  ],
  contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.5 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 0.5, method: 'steps', step: 0.01 },
};

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const { visitor, visit } = oneVisitAtATime(() => studio, { width: 960, height: 640 });

async function openLive(page?: { width: number; height: number; dark?: boolean }): Promise<Page> {
  const hash = await formatLink({ route: { page: 'own', name: 'box', text: JSON.stringify(SCENE) }, live: true });
  const opened = await visit(hash, page);
  await opened.waitForSelector('.live-facts dd');
  return opened;
}

/** Simulated time that the bar shows [s]. */
async function timeOf(page: Page): Promise<number> {
  return Number.parseFloat((await page.textContent('.live-facts div:first-child dd')) ?? '');
}

/** Position and speed of the selected body. */
async function motionOf(page: Page): Promise<readonly [x: number, y: number, z: number, speed: number]> {
  const numbers = ((await page.textContent('.live-body-motion')) ?? '').match(/-?\d+\.\d+/g) ?? [];
  const [x, y, z, speed] = numbers.map(Number);
  return [x, y, z, speed];
}

async function centreOf(page: Page): Promise<readonly [number, number]> {
  const box = await page.locator('.live-view canvas').boundingBox();
  if (!box) throw new Error('no view');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const slider = (page: Page, section: string, name: string) =>
  page.locator('.live-section', { has: page.getByRole('heading', { name: section, exact: true }) }).getByLabel(name);
const bodies = (page: Page) => page.locator('.live-bodies option').allInnerTexts();
/** Waits until the time has advanced by some seconds. */
const played = (page: Page, seconds: number) =>
  page.waitForFunction(
    (until) => Number.parseFloat(document.querySelector('.live-facts dd')?.textContent ?? '') >= until,
    seconds,
  );

/** Waits for the frame that shows the state of the pause. */
const paused = (page: Page) => page.locator('.live-facts dd', { hasText: 'paused' }).waitFor();

describe('a live world', () => {
  it('plays, pauses, steps and resets; pulls with the force shown, throws and pins', async () => {
    const page = await openLive();
    await visitor.current?.expectAccessible();
    expect(await timeOf(page)).toBe(0);
    await button(page, 'Step').click();
    await played(page, 0.01);
    await button(page, 'Step').click();
    await played(page, 0.02);
    expect(await timeOf(page)).toBe(0.02);
    await button(page, 'Play').click();
    // past the end of the scene
    await played(page, 0.6);
    await button(page, 'Pause').click();
    await paused(page);
    await button(page, 'Reset').click();
    await page.waitForFunction(() => document.querySelector('.live-facts dd')?.textContent === '0.00 s');

    const [x, y] = await centreOf(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    // single steps, so that nothing depends on the speed of the machine
    for (let k = 1; k <= 12; k++) {
      await page.mouse.move(x + 10 * k, y - 30);
      await page.keyboard.press('.');
    }
    await page.waitForFunction(() => /N$/.test(document.querySelector('.live-force')?.textContent ?? ''));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector('.live-force')?.textContent === '');
    await page.keyboard.press('.');
    await played(page, 0.13);
    expect(await page.locator('.live-bodies option:checked').textContent()).toBe('box');
    const [right, , , speed] = await motionOf(page);
    // it followed the hand and keeps its velocity
    expect(right).toBeGreaterThan(0.05);
    expect(speed).toBeGreaterThan(0.1);

    await button(page, 'Pin').click();
    await button(page, 'Unpin').waitFor();
    const before = await motionOf(page);
    const start = await timeOf(page);
    await button(page, 'Play').click();
    await played(page, start + 0.2);
    await button(page, 'Pause').click();
    await paused(page);
    expect((await motionOf(page)).slice(0, 3)).toEqual(before.slice(0, 3));
    await button(page, 'Unpin').click();
    await button(page, 'Pin').waitFor();
  });

  it('adds, duplicates, deletes, moves and rotates bodies; sliders change the motion; saves a scene that runs', async () => {
    const page = await openLive();
    await page.getByLabel('Shape').selectOption('sphere');
    await button(page, 'Add').click();
    await page.waitForFunction(() => document.querySelectorAll('.live-bodies option').length === 4);
    expect(await page.locator('.live-bodies option:checked').textContent()).toBe('sphere 1');
    await button(page, 'Duplicate').click();
    await page.waitForFunction(() => document.querySelectorAll('.live-bodies option').length === 5);
    await button(page, 'Delete').click();
    await page.waitForFunction(() => document.querySelectorAll('.live-bodies option').length === 4);
    expect(await bodies(page)).toEqual(['None', 'floor', 'box', 'sphere 1']);

    // the gizmo, by its centre and by keys; without gravity, so that the body stays where it is dropped
    await slider(page, 'World', 'Gravity').fill('0');
    const [x, y] = await centreOf(page);
    await page.getByLabel('Selected body', { exact: true }).selectOption('box');
    await page.getByText('Move', { exact: true }).click();
    await expect.poll(async () => (await motionOf(page)).slice(0, 3)).toEqual([0, 0, 1]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 20, { steps: 4 });
    await page.mouse.up();
    // a frame of the drag may still be under way; that of a step comes after all of them
    await button(page, 'Step').click();
    await played(page, 0.01);
    const [movedX, , movedZ] = await motionOf(page);
    expect(movedX).toBeGreaterThan(0.02);
    expect(movedZ).toBeGreaterThan(1.02);
    await page.locator('.live-view canvas').focus();
    await page.keyboard.press('e');
    for (let k = 0; k < 9; k++) await page.keyboard.press('ArrowRight');

    // it stays while it plays; with little mass it is light
    await slider(page, 'Body', 'Mass').fill('-1');
    await page.locator('.live-view canvas').focus();
    await page.keyboard.press('Space');
    await played(page, 0.2);
    await page.keyboard.press('Space');
    await paused(page);
    expect((await motionOf(page))[2]).toBe(movedZ);
    expect(await page.locator('.live-body-facts').textContent()).toContain('0.2 kg');

    const download = page.waitForEvent('download');
    await button(page, 'Save scene').click();
    const text = readFileSync(await (await download).path(), 'utf8');
    const scene = readScene(text, 'saved.scene.json');
    if (scene.world !== 'solids') throw new Error('not solids');
    expect(scene.bodies.map(({ name }) => name)).toEqual(['floor', 'box', 'sphere 1']);
    expect(scene.bodies[1].mass).toBeCloseTo(0.2, 12);
    expect(scene.bodies[1].pose.position.z).toBeCloseTo(movedZ, 3);
    // nine presses of five degrees
    expect(scene.bodies[1].pose.rotation.xx).toBeCloseTo(Math.SQRT1_2, 6);
    const nothing = { frame: () => undefined, contact: () => undefined, event: () => undefined };
    expect(runScene(scene, nothing)).toMatchObject({ status: 'end', time: 0.5 });
  });

  it('opens what was played as a recording with plots', async () => {
    const page = await openLive();
    await page.locator('.live-view canvas').focus();
    await page.keyboard.press('Space');
    await played(page, 0.4);
    await page.keyboard.press('Space');
    await button(page, 'Open as recording').click();
    await page.waitForSelector('.workbench-plots .plot, .workbench-plots canvas');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'A box to play with, played');
  });

  it('works on a phone by touch, and the workbench opens it', async () => {
    const phone = { width: 390, height: 844, dark: true };
    const page = await openLive(phone);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const [x, y] = await centreOf(page);
    await touch('touchStart', { x, y });
    await touch('touchMove', { x: x + 30, y: y - 10 });
    await button(page, 'Step').press('Enter');
    await page.waitForFunction(() => /N$/.test(document.querySelector('.live-force')?.textContent ?? ''));
    await touch('touchEnd');
    await visitor.current?.expectAccessible();
    await page.goto(`${studio.url}#/scene/slope-sliding`);
    await button(page, 'Live').click();
    await page.waitForSelector('.live-facts dd');
    expect(page.url()).toContain('live=1');
    // what this world cannot do is disabled, with the reason
    expect(await button(page, 'Add').isDisabled()).toBe(true);
    expect(await button(page, 'Add').getAttribute('title')).toContain('edit the scene instead');
  });
});
