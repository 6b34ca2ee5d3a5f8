import { it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { openPage } from './shared-browser.ts';
it('shot', async () => {
  for (const name of ['intersection', 't-bone']) {
    const page = (await openPage({ viewport: { width: 820, height: 1100 } })) as any;
    await page.goto(`file:///work/h/vstudy/out/${name}.html`);
    await page.screenshot({ path: `/tmp/${name}.png`, fullPage: true });
    for (const f of ['A4', 'Letter']) writeFileSync(`/tmp/${name}-${f}.pdf`, await page.pdf({ format: f as any, preferCSSPageSize: true }));
    await page.close();
  }
}, 120000);
