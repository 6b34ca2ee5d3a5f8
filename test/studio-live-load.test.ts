import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readScene } from '../src/scene/read.ts';
import { createLiveWorld } from '../studio/live/live-world.ts';
import { formatLink } from '../studio/page/link.ts';
import { openStudio, type StudioHarness } from './studio-page.ts';

/** Minutes of playing; without it nothing is measured. */
const MINUTES = Number(process.env['LIVE_MINUTES'] ?? 0);

/** 200 bodies of four shapes that fall on a heap and never sleep, at 60 steps per second. */
const SHAPES = [
  { kind: 'box', halfExtents: [0.2, 0.15, 0.1] },
  { kind: 'sphere', radius: 0.17 },
  { kind: 'capsule', radius: 0.1, halfHeight: 0.15 },
  { kind: 'cylinder', radius: 0.14, halfHeight: 0.16 },
];
const TEXT = JSON.stringify({
  world: 'solids',
  title: 'Two hundred bodies',
  description: 'They fall on a heap.',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    ...SHAPES.map((shape, k) => ({
      name: shape.kind,
      shape,
      position: [-1, -1, 0.5 + 0.5 * k],
      mass: 1,
      repeat: { count: [5, 5, 2], spacing: [0.5, 0.5, 2], positionJitter: 0.03, rotationJitter: 0.4 },
    })),
  ],
  contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.5 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 5, method: 'steps', step: 1 / 60, timeToSleep: 0 },
});

describe.runIf(MINUTES > 0)('a live world of 200 bodies', () => {
  let studio: StudioHarness;
  beforeAll(async () => {
    studio = await openStudio();
  });
  afterAll(() => studio.close());

  it('has steps whose CPU time is printed, with its ratio to a sixtieth of a second', () => {
    const scene = readScene(TEXT, 'heap');
    const warm = createLiveWorld(scene, TEXT);
    for (let k = 0; k < 200; k++) warm.step();
    const world = createLiveWorld(scene, TEXT);
    const halves = Array.from({ length: 20 }, () => {
      const before = process.cpuUsage();
      for (let k = 0; k < 30; k++) world.step();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 30_000;
    });
    const mean = halves.reduce((sum, time) => sum + time) / halves.length;
    const ratio = (time: number) => `${time.toFixed(2)} ms, ratio ${((60 * time) / 1000).toFixed(2)}`;
    process.stdout.write(
      `CPU time of a step over 10 s: mean ${ratio(mean)}; worst half second ${ratio(Math.max(...halves))}\n`,
    );
    expect(world.ended).toBeUndefined();
  });

  it('uses no more memory after minutes of playing', { timeout: (2 * MINUTES + 15) * 60_000 }, async () => {
    const hash = await formatLink({ route: { page: 'own', name: 'heap', text: TEXT }, live: true });
    const visit = await studio.visit(hash, { width: 960, height: 640 });
    const { page } = visit;
    await page.waitForSelector('.live-facts dd');
    await page.click('.live-play');
    const measure = await openMeter(page);
    const [x, y] = [350, 250];
    const play = async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y - 60, { steps: 10 });
      await page.mouse.up();
      await page.waitForTimeout(10_000);
    };
    await play();
    const before = await measure();
    for (const end = Date.now() + 60_000 * MINUTES; Date.now() < end; ) await play();
    const after = await measure();
    const facts = (await page.textContent('.live-facts')) ?? '';
    const text = ([own, worker]: readonly number[]) => `page ${own.toFixed(2)}, worker ${worker.toFixed(2)} MB`;
    process.stdout.write(`heap after collection: ${text(before)}; after ${MINUTES} minutes ${text(after)}. ${facts}\n`);
    for (const [k, used] of after.entries()) expect(used).toBeLessThan(1.2 * before[k] + 1);
    visit.expectClean();
    await visit.close();
  });
});

/** Heap of the page and of its worker after a collection [MB]. */
async function openMeter(page: Page): Promise<() => Promise<[page: number, worker: number]>> {
  const own = await page.context().newCDPSession(page);
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('no browser');
  const { targetInfos } = await browser.send('Target.getTargets');
  const worker = targetInfos.find(({ type, title }) => type === 'worker' && title === 'live');
  if (!worker) throw new Error('no worker');
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
  const waiting = new Map<number, (result: { usedSize: number }) => void>();
  browser.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  let count = 0;
  const ask = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++count;
      waiting.set(id, resolve);
      void browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  return async () => {
    await own.send('HeapProfiler.collectGarbage');
    const { usedSize } = await own.send('Runtime.getHeapUsage');
    for (const method of ['HeapProfiler.enable', 'HeapProfiler.collectGarbage']) await ask(method);
    return [usedSize / 1e6, (await ask('Runtime.getHeapUsage')).usedSize / 1e6];
  };
}
