import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStudioServer, filesBelow } from '../src/cli/studio-server.ts';
import { env, MAIN, ROOT } from './command-line.ts';

describe('the server of the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'appulse-site-'));
  const site = join(folder, 'site');
  let port = 0;
  let server: ReturnType<typeof createStudioServer>;

  beforeAll(async () => {
    mkdirSync(join(site, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(site, 'index.html'), '<!doctype html><title>home</title>');
    writeFileSync(join(site, 'assets/a-1.js'), 'export {};');
    const recording = new Map([['recordings/a b/summary.json', Buffer.from('{}')]]);
    server = createStudioServer(new Map([...(await filesBelow(site)), ...recording]));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

  /** Sends bytes as they are and gives the first line of the answer. */
  const sendRaw = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer.split('\r\n')[0];
  };

  it('serves its files and the given recordings, each with its type', async () => {
    const home = await ask('/');
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await home.text()).toContain('home');
    expect((await ask('/assets/a-1.js?v=1')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await (await ask('/recordings/a%20b/summary.json')).json()).toEqual({});
  });

  it('sends a strict policy with every file: no inline code, no eval except of WebAssembly, no other origins', async () => {
    const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*|https?:/);
    expect((await ask('/')).headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers HEAD without a body, and rejects all other methods', async () => {
    const head = await ask('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers } = await ask('/', { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/C:/windows/win.ini',
    '/index.html%00.txt',
    '/recordings/a b/../../secret.txt',
    '/recordings/',
    '/assets',
    '/constructor',
    'http://127.0.0.1/secret.txt',
  ])('does not serve %s', async (path) => {
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 40[04] /,
    );
  });

  it('answers requests of this machine only, under its own name', async () => {
    const asked = (host: string) => sendRaw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await asked('elsewhere.example')).toBe('HTTP/1.1 403 Forbidden');
    expect(await asked(`127.0.0.1.evil.example:${port}`)).toBe('HTTP/1.1 403 Forbidden');
    expect(await asked(`localhost:${port}`)).toBe('HTTP/1.1 200 OK');
    expect(await asked(`[::1]:${port}`)).toBe('HTTP/1.1 200 OK');
  });

  it('survives invalid requests, and continues', async () => {
    const nonsense = [
      '\0\0\0\0\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
    ];
    for (const bytes of nonsense) expect(await sendRaw(bytes).catch(() => '')).toMatch(/^(HTTP\/1\.1 4\d\d .*)?$/);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /index.html HT');
    socket.destroy();
    expect((await ask('/')).status).toBe(200);
  });
});

describe('appulse studio', () => {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));

  /** Starts a program that serves until it is stopped; returns its output up to the address. */
  async function start(args: readonly string[]): Promise<{ out: string; home: string }> {
    child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...env, CI: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    for await (const chunk of child.stdout ?? []) {
      out += chunk;
      const home = /studio +(http:\/\/127\.0\.0\.1:\d+\/)/.exec(out)?.[1];
      if (home !== undefined) return { out, home };
    }
    throw new Error(`it ended without an address: ${out}`);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child?.kill(signal);
    const [code] = await once(child ?? process, 'exit');
    return code;
  }

  it('runs a scene, prints events and ledger, and serves it with the studio until Ctrl-C', async () => {
    const scene = join(ROOT, 'examples/docking.scene.json');
    const { out, home } = await start([MAIN, 'studio', '--run', scene, '--port', '0', '--no-open']);
    expect(out).toContain('Events (1)');
    expect(out).toContain('Ledger');
    expect(out).toContain(`${home}#/recording/docking`);
    expect(await (await fetch(home)).text()).toContain('Appulse studio');
    expect(await (await fetch(`${home}recordings/docking/scene.json`)).json()).toMatchObject({ title: 'Docking' });
    expect(await end('SIGINT')).toBe(0);
  });

  it('is started by `npm start`, after a scene that fits on one screen', async () => {
    const { out } = await start([join(ROOT, 'scripts/start.mjs')]);
    expect(out).toContain('Elastic polygons in a box');
    expect(out.split('\n').length).toBeLessThan(40);
    expect(await end('SIGTERM')).toBe(0);
  });

  it('rejects a folder that is not a recording, and an invalid port', async () => {
    for (const args of [['nowhere.recording'], ['--port', '70000']]) {
      child = spawn(process.execPath, [MAIN, 'studio', ...args], { cwd: ROOT, env, stdio: 'ignore' });
      const [code] = await once(child, 'exit');
      expect(code).toBe(2);
    }
  });
});
