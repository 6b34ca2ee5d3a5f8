import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStudio, type StudioHarness } from './studio-page.ts';

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

describe('the form of the collision block', () => {
  it('shows the outputs of each sample, and names what is wrong in a document', async () => {
    const visitor = await studio.visit('#/block/spatial', { width: 1200, height: 900 });
    const { page } = visitor;
    const value = (port: string) => page.locator('.block-outputs tr', { hasText: port }).first().locator('td').first();
    await page.getByText('sample 1 of 17').waitFor();
    expect(await value('docking_chaser_target').textContent()).toBe('0');
    await page.getByRole('slider', { name: 'Sample' }).fill('8');
    await page.getByText('sample 9 of 17').waitFor();
    expect(await value('mode_chaser_debris').textContent()).toBe('sticking');
    await page.getByRole('slider', { name: 'Sample' }).fill('16');
    await page.getByText('sample 17 of 17').waitFor();
    expect(await value('docking_chaser_target').textContent()).toBe('1');
    await visitor.expectAccessible();
    await visitor.shot('block');
    const text = page.locator('.block-text').first();
    await text.fill((await text.inputValue()).replace('"120 kg"', '"120 m"'));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText('m_chaser: must be a number [kg]').waitFor();
    visitor.expectClean();
    await visitor.close();
  });
});
