import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../src/cli/studio-server.ts';
import { oneVisitAtATime, openStudio, type StudioHarness } from './studio-page.ts';
import { servedFiles, sweepFiles } from './sweep-files.ts';
import { dockingSweep } from './sweep-results.ts';

/** The page of sweep results in a real browser. */

const docking = sweepFiles(dockingSweep(256) as { scene: string });

/** A surface over a grid of 320 x 320 points: more rows than elements fit into a page. */
const many = sweepFiles(
  {
    scene: 'docking',
    title: 'Many runs',
    axes: [
      { path: 'bodies.chaser.position[1]', name: 'y', range: { from: -1, to: 1, count: 320 } },
      { path: 'bodies.chaser.velocity[0]', name: 'speed', range: { from: 0, to: 1, count: 320 } },
    ],
    outputs: ['dockings', 'ledgerEnd.kineticEnergy'],
  },
  (run, parameters) => {
    const [y, speed] = parameters as [number, number];
    const outputs = [speed < 0.5 && Math.abs(y) < 0.5 ? 1 : 0, y * y + speed];
    return { run, status: 'end', reason: null, parameters, outputs };
  },
);

let studio: StudioHarness;

beforeAll(async () => {
  const other = new Map(docking.files).set('part-000001.parquet', Uint8Array.of(1, 2, 3));
  const files: [string, Served][] = [
    ...servedFiles('docking', docking.files),
    ...servedFiles('many', many.files),
    ...servedFiles('damaged', other),
  ];
  studio = await openStudio(new Map(files));
});
afterAll(() => studio?.close());

const { visitor, visit } = oneVisitAtATime(() => studio, { width: 1440, height: 900 });

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const status = (page: Page) => page.locator('.sweep-panel [role=status]').textContent();

describe('the page of sweep results', () => {
  it('lists all runs, sorts them by any column, and runs a row that is clicked', async () => {
    const page = await visit('#/sweep/docking');
    await page.locator('.sweep-row[data-row]').first().waitFor();
    expect(await page.locator('.sweep-title').textContent()).toMatch(
      /Docking with approach errors256 runs, \d+ failed/,
    );
    await page.getByRole('columnheader', { name: 'docking.time.first' }).getByRole('button').click();
    const times = docking.rows.flatMap(({ run, outputs }) => (outputs[1] === null ? [] : [[Number(outputs[1]), run]]));
    const [[time, run]] = times.sort(([a], [b]) => a - b);
    const first = page.locator('.sweep-row[data-row]').first();
    expect(await first.getByRole('gridcell').first().textContent()).toBe(String(run));
    await first.click();
    await page.waitForSelector('.sweep-case .run-status[data-kind=done]');
    expect(await page.locator('.sweep-case h2').first().textContent()).toBe(`Run ${run}`);
    expect(await page.locator('.sweep-values').textContent()).toContain(`${time} s`);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-table');
    await page.getByRole('button', { name: 'Open with all tools' }).click();
    await page.waitForSelector('.workbench .run-status[data-kind=done]');
    expect(page.url()).toContain(`#/own/docking-run-${run}`);
    // the same bits as in the results
    const [, , , hash] = docking.rows[run].outputs;
    await page.locator('.about').getByText(String(hash)).waitFor();
  });

  it('is operated by keyboard: arrows mark a row, Enter runs it', async () => {
    const page = await visit('#/sweep/docking');
    const grid = page.getByRole('grid', { name: 'Runs' });
    await grid.focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'PageDown', 'End', 'ArrowUp']) await page.keyboard.press(key);
    const marked = page.locator('.sweep-row[aria-selected=true]');
    await expect.poll(() => marked.getByRole('gridcell').first().textContent()).toBe('254');
    expect(await grid.getAttribute('aria-activedescendant')).toBe('sweep-row-254');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Run 254' }).waitFor();
    await page.getByRole('tab', { name: 'Table' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Scatter', selected: true }).waitFor();
  });

  it('shows a scatter plot; a click on a point runs it', async () => {
    const page = await visit('#/sweep/docking');
    await tab(page, 'Scatter');
    const chart = page.locator('.sweep-canvas');
    await chart.focus();
    await page.keyboard.press('End');
    const docked = docking.rows.filter(({ outputs }) => outputs[1] !== null);
    const fastest = docked.reduce((a, b) => (Number(b.parameters[0]) > Number(a.parameters[0]) ? b : a));
    await expect.poll(() => status(page)).toContain(`run ${fastest.run}:`);
    // the marked point is where the mark is: a click there runs it
    const mark = await page.locator('.sweep-mark').boundingBox();
    if (!mark) throw new Error('no mark');
    await page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
    await page.getByRole('heading', { name: `Run ${fastest.run}` }).waitFor();
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-scatter');
  });

  it('shows histogram, heat map and parallel coordinates, each by pointer and by keyboard', async () => {
    const page = await visit('#/sweep/docking');
    await tab(page, 'Histogram');
    await page.getByLabel('Column').selectOption({ label: 'dockings' });
    expect(await status(page)).toMatch(/254 values, 2 empty; mean 0\.\d+, standard deviation/);
    await page.locator('.sweep-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => status(page)).toMatch(/^0: \d+ runs/);
    await page.getByLabel('Column').selectOption({ label: 'speed [m/s]' });
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-histogram');
    await tab(page, 'Heat map');
    await page.locator('.sweep-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toMatch(/^speed .* to .* m\/s, angle .* rad: (mean|no value)/);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-heat-map');
    await tab(page, 'Parallel');
    expect(await status(page)).toContain('256 of 256 runs');
    await page.getByLabel('from').fill('0.2');
    await page.getByLabel('from').press('Enter');
    const count = docking.rows.filter(({ parameters }) => Number(parameters[0]) >= 0.2).length;
    await expect.poll(() => status(page)).toContain(`${count} of 256 runs`);
    await page.locator('.sweep-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.sweep-case .run-status:is([data-kind=done], [data-kind=failed])');
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-parallel');
  });

  it('shows rank correlations, Sobol indices and rates with confidence intervals', async () => {
    const page = await visit('#/sweep/docking');
    await tab(page, 'Sensitivity');
    await page.locator('.sweep-sensitivity').waitFor();
    await page.getByLabel('Output').selectOption({ label: 'docking.time.first' });
    const speed = page.getByRole('row', { name: /^speed/ });
    // faster is earlier: the time is the distance over the speed
    expect(await speed.textContent()).toMatch(/-(0\.99\d|1\.000) \[/);
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-sensitivity');
    await tab(page, 'Rates');
    const docked = docking.rows.filter(({ outputs }) => Number(outputs[0]) >= 1).length;
    expect(await page.locator('.sweep-total').textContent()).toContain(`${docked} of 256: `);
    await page.getByLabel('Confidence level').selectOption('99 %');
    expect(await page.locator('.sweep-total').textContent()).toContain('99 % confidence interval');
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-rates');
  });

  it('shows a hundred thousand runs, and answers while it does', async () => {
    const page = await visit('#/sweep/many');
    const rows = page.locator('.sweep-row[data-row]');
    await rows.first().waitFor();
    expect(await page.locator('.sweep-title').textContent()).toContain('102400 runs');
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole('columnheader', { name: 'ledgerEnd.kineticEnergy' }).getByRole('button').click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    const last = page.locator('.sweep-row[aria-selected=true]');
    await expect.poll(() => last.getByRole('gridcell').last().textContent()).toBe('2');
    for (const name of ['Scatter', 'Histogram', 'Heat map', 'Parallel', 'Rates', 'Sensitivity']) {
      await tab(page, name);
      await page.locator('.sweep-view').waitFor();
      await visitor.current?.shot(`sweep-many-${name.toLowerCase().replace(' ', '-')}`);
    }
    await page.locator('.sweep-sensitivity').waitFor();
    await page.getByLabel('Output').selectOption({ label: 'ledgerEnd.kineticEnergy' });
    // y² and the speed are independent: 4/45 and 1/12 of the variance
    const sum = 4 / 45 + 1 / 12;
    const index = await page.getByRole('row', { name: /^y/ }).locator('td').last().textContent();
    expect(Math.abs(Number(index) - 4 / 45 / sum)).toBeLessThan(0.01);
    await tab(page, 'Table');
    expect(await page.locator('.sweep-row[aria-selected=true]').count()).toBeLessThan(2);
  });

  it('names the file that is damaged', async () => {
    const page = await visit('#/sweep/damaged');
    const problem = page.locator('.sweep-problem');
    await problem.waitFor();
    expect(await problem.textContent()).toBe(
      'part-000001.parquet: cannot be read as a Parquet table: it is damaged or has another format',
    );
    await visitor.current?.expectAccessible();
  });

  it('opens results that are chosen in the page, and says what is missing with them', async () => {
    const page = await visit('#/sweep');
    const choose = (names: readonly string[]) =>
      page
        .getByLabel('Open files …')
        .last()
        .setInputFiles(
          names.map((name) => {
            const buffer = Buffer.from(docking.files.get(name) as Uint8Array);
            return { name, mimeType: 'application/octet-stream', buffer };
          }),
        );
    await visitor.current?.expectAccessible();
    await choose(['part-000000.parquet']);
    await page.locator('.sweep-problem').waitFor();
    expect(await page.locator('.sweep-problem').textContent()).toBe(
      'part-000000.parquet: there is no sweep.json with it, expected all files of a folder that "appulse sweep" wrote',
    );
    await choose(['sweep.json', 'spec.json', 'scene.json', 'part-000000.parquet']);
    await page.locator('.sweep-row[data-row]').first().waitFor();
    expect(await page.locator('.sweep-title').textContent()).toContain('16 of 256 runs');
  });

  it('fits a narrow window and a dark theme', async () => {
    const page = await visit('#/sweep/docking', { width: 420, height: 800, dark: true });
    await tab(page, 'Scatter');
    await page.locator('.sweep-canvas canvas').waitFor();
    await visitor.current?.expectAccessible();
    await visitor.current?.shot('sweep-narrow');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(420);
  });
});
