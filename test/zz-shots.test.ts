import { copyFileSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { openStudio, type StudioHarness } from './studio-page.ts';
let studio: StudioHarness;
beforeAll(async () => { studio = await openStudio(); });
afterAll(() => studio?.close());
mkdirSync('/tmp/shots', { recursive: true });
it('shots', async () => {
  const v = await studio.visit('#/scene/dominoes?t=1', { width: 1440, height: 900 });
  const page = v.page;
  page.setDefaultTimeout(60000);
  await page.waitForSelector('.run-status[data-kind=done]');
  await page.getByRole('tab', { name: 'Export' }).click();
  await page.waitForTimeout(1500);
  await page.keyboard.press('n');
  await page.keyboard.press('5');
  await page.getByLabel('Size').selectOption('640x360');
  for (let i = 0; i < 2; i++) await page.keyboard.press(']');
  for (const name of ['PNG', 'SVG', 'Animated GIF', 'Video']) {
    const [d] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    copyFileSync(await d.path(), '/tmp/shots/' + d.suggestedFilename());
    console.log(d.suggestedFilename());
  }
  await page.getByLabel('Size').selectOption('1920x1080');
  const [d] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG', exact: true }).click()]);
  copyFileSync(await d.path(), '/tmp/shots/large.png');
  await page.screenshot({ path: '/tmp/shots/export.png' });
  for (const f of ['SVG', 'PNG', 'CSV']) {
    const [c] = await Promise.all([page.waitForEvent('download'), page.getByLabel('Save Gap').selectOption(f)]);
    copyFileSync(await c.path(), '/tmp/shots/' + c.suggestedFilename());
  }
  v.expectClean();
}, 120000);
