import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ensureBrowser } from '../../scripts/setup.mjs';
import type { BrowserResult } from './browser-check.ts';

const FLAGS = ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--disable-quic'];
const PAGE = 'https://page.test/';

describe('createGpuMeshCheck in Chromium', () => {
  it('a mesh of more than a hundred faces: contacts, times and candidates of checkMesh, or the reason why the CPU decided', async () => {
    const entry = new URL('browser-check.ts', import.meta.url).pathname;
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife' });
    const { executablePath, env } = await ensureBrowser();
    const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS });
    try {
      const page = await browser.newPage();
      // WebGPU needs a secure origin; nothing is loaded from it
      await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '<title>check</title>' }));
      await page.goto(PAGE);
      await page.addScriptTag({ content: outputFiles[0].text });
      const run = (squares: number) =>
        (globalThis as unknown as { checkInPage(squares: number): Promise<BrowserResult> }).checkInPage(squares);
      const result = await page.evaluate(run, 7);
      expect(result.differences).toEqual([]);
      expect(result.faces).toBeGreaterThan(100);
      expect(result.count).toBeGreaterThan(100);
      // a browser without an adapter falls back, and says so
      if (result.adapter === undefined) expect(result.reason).toMatch(/no WebGPU|no GPU adapter|could not be opened/);
      else expect(result.by).toBe('gpu');
      process.stderr.write(`WebGPU in Chromium: ${result.adapter ?? `not run, ${result.reason}`}\n`);
    } finally {
      await browser.close();
    }
  });
});
