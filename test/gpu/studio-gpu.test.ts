import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBrowser, ensureBuild, root } from '../../scripts/setup.mjs';
import { createStudioServer, filesBelow } from '../../src/cli/studio-server.ts';
import type { Jobs, Reply } from '../../studio/worker/jobs.ts';
import { runAnyText } from '../scenes.ts';

const FLAGS = ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--disable-quic'];
const SITE = process.env['STUDIO_DIST'] ?? join(root, 'dist/studio');

/** Two small sheets that meet: software needs a second for each check. */
const sheet = (name: string, z: number, speed: number) => ({
  name,
  shape: { kind: 'membrane', halfExtents: [0.2, 0.2], elements: [2, 2], thickness: '2 mm' },
  elastic: { modulus: 1e4, density: 500 },
  position: [0.01 * z, 0.02, z],
  velocity: [0, 0, speed],
});
const TEXT = JSON.stringify({
  world: 'deformable',
  title: 'sheets',
  description: 'two sheets that meet',
  bodies: [sheet('upper', 0.006, -2), sheet('lower', 0, 2)],
  contacts: { response: 'separation', separation: '4 mm', edges: true },
  time: { end: 0.002, step: 1e-3 },
  record: { interval: 1e-3 },
});

type RunInput = Jobs['run']['input'];

describe('contacts of runs in the studio', () => {
  beforeAll(ensureBuild);

  it('on the GPU, on the CPU and in Node: the same final state, and the page says where contacts were decided', async () => {
    const server = createStudioServer(await filesBelow(SITE));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { executablePath, env } = await ensureBrowser();
    const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS });
    try {
      const page = await browser.newPage();
      await page.goto(url);
      expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(true);
      const script = readdirSync(join(SITE, 'assets')).find((name) => /^core\.worker.*\.js$/.test(name));
      const run = (gpu: RunInput['gpu']) =>
        page.evaluate(runInWorker, { script: `${url}assets/${script}`, input: { text: TEXT, source: 'sheets', gpu } });
      const expected = runAnyText(TEXT, 'sheets').summary.stateHash;
      const [never, auto, always] = [await run('never'), await run('auto'), await run('always')];
      expect(never).toEqual({ hash: expected, by: 'CPU: the GPU was not asked for' });
      expect(auto.hash).toBe(expected);
      expect(always.hash).toBe(expected);
      // a browser without an adapter falls back, and says so
      const missing = /^CPU: (this browser has no WebGPU|no GPU adapter was found|the GPU )/;
      if (missing.test(always.by)) expect(auto.by).toMatch(missing);
      else {
        expect(always.by).toMatch(/^GPU \(.+\)$/);
        expect(auto.by).toMatch(/^CPU: \d+ faces, the GPU is used from 2000 on$/);
      }
      process.stderr.write(`contacts of the studio: ${always.by}\n`);
    } finally {
      await browser.close();
      server.close();
      server.closeAllConnections();
    }
  });

  it('on a server without cross-origin isolation the CPU decides, and the result says why', async () => {
    const files = await filesBelow(SITE);
    const { executablePath, env } = await ensureBrowser();
    const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS });
    try {
      const page = await browser.newPage();
      // a server without the headers of isolation
      await page.route('https://studio.test/**', (route) => {
        const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
        const file = files.get(name);
        return typeof file === 'string' ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
      });
      await page.goto('https://studio.test/');
      const script = readdirSync(join(SITE, 'assets')).find((name) => /^core\.worker.*\.js$/.test(name));
      const input = { text: TEXT, source: 'sheets', gpu: 'always' as const };
      const found = await page.evaluate(runInWorker, { script: `https://studio.test/assets/${script}`, input });
      expect(found.by).toBe('CPU: this page has no shared memory (its server sends no cross-origin isolation)');
      expect(found.hash).toBe(runAnyText(TEXT, 'sheets').summary.stateHash);
    } finally {
      await browser.close();
    }
  });
});

/** In the page: a run by the script of its worker. */
function runInWorker({ script, input }: { script: string; input: RunInput }): Promise<{ hash: string; by: string }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { type: 'module', name: 'jobs' });
    worker.onerror = ({ message }) => reject(new Error(message));
    // ends what hangs
    setTimeout(() => reject(new Error('the run did not end')), 240_000);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'failed') reject(new Error(data.failure.message));
      if (data.kind !== 'done') return;
      const { recording, contactsBy } = data.output as Jobs['run']['output'];
      worker.terminate();
      resolve({ hash: recording.summary.stateHash, by: contactsBy ?? 'none' });
    };
    worker.postMessage({ kind: 'start', id: 1, job: 'run', input });
  });
}
