import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { appulse, env, expectInputError, folder, MAIN, ONE_LINE, ROOT, useFolder } from '../command-line.ts';
import { dockingSweep, partsOf } from '../sweep-results.ts';
import { PATIENCE, start } from './recordings.ts';

/** Chunks of sweeps through a real server; not run where redis-server is not installed. */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
/** Creates the certificate of a server with TLS. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** 50 chunks; what takes time is the start of the processes. */
const COUNT = 500;
const SPEC = dockingSweep(COUNT, { chunk: 10 });

useFolder((folder) => writeFileSync(join(folder, 'sweep.json'), JSON.stringify(SPEC)));

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server in the folder of the test. */
async function startServer(port: number, ...options: string[]): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder(), '--save', '', ...options];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  children.push(child);
  const password = options[options.indexOf('--requirepass') + 1];
  const redis = new Redis({
    port,
    lazyConnect: true,
    retryStrategy: null,
    ...(options.includes('--requirepass') && { password }),
  });
  redis.on('error', () => {});
  for (let tries = 0; tries < 100; tries++) {
    try {
      await redis.connect();
      await redis.ping();
      break;
    } catch {
      await setTimeout(50);
    }
  }
  redis.disconnect();
  return child;
}

async function stopServer(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function startWorker(url: string, main = MAIN) {
  const child = spawn(process.execPath, [main, 'worker', '--engine', url, '--workers', '1'], { cwd: folder(), env });
  children.push(child);
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.stderr.on('data', (data) => {
    text += data;
  });
  return { child, text: () => text };
}

const run = (target: string, ...options: string[]) => ['sweep', 'run', 'sweep.json', '-o', target, ...options];

function startSweep(...args: Parameters<typeof run>) {
  const started = start(run(...args));
  children.push(started.child);
  return started;
}

/** Number of parts in a folder. */
function partCount(target: string): number {
  try {
    return Object.keys(partsOf(target)).length;
  } catch {
    return 0;
  }
}

/** The parts of the same sweep by threads, which is run once for all tests. */
let byThreads: Record<string, string> | undefined;

function expectedParts(): Record<string, string> {
  if (byThreads !== undefined) return byThreads;
  expect(appulse(run('whole')).code).toBe(1);
  byThreads = partsOf('whole');
  return byThreads;
}

async function untilParts(target: string, count: number): Promise<void> {
  while (partCount(target) < count) await setTimeout(10);
}

describe.skipIf(!hasRedis)('a sweep with workers at a server', { timeout: PATIENCE }, () => {
  it('has the results of threads, bit for bit, from two worker processes', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    const workers = [startWorker(url), startWorker(url)];
    const { code, out, err } = await startSweep('data', '--engine', url).outcome;
    expect({ code, err }).toEqual({ code: 1, err: '' }); // some masses are negative
    expect(out).toContain(`${COUNT} runs, `);
    expect(partsOf('data')).toEqual(expectedParts());
    // results are removed from the server when they are stored
    const redis = new Redis(url);
    expect(await redis.keys('appulse:*:part:*')).toEqual([]);
    redis.disconnect();
    // a worker that is stopped ends after its chunk
    const [{ child }] = workers;
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('loses nothing when a worker is killed: its chunks are given to another one', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    const first = startWorker(url);
    const { outcome } = startSweep('data', '--engine', url);
    await untilParts('data', 3);
    first.child.kill('SIGKILL');
    startWorker(url);
    expect((await outcome).code).toBe(1);
    expect(partsOf('data')).toEqual(expectedParts());
  });

  it('loses nothing when its coordinator is killed: resumed, it takes over what workers have done', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    startWorker(url);
    const { child, outcome } = startSweep('data', '--engine', url);
    await untilParts('data', 3);
    child.kill('SIGKILL');
    await outcome;
    expect(partCount('data')).toBeLessThan(50);
    expect((await startSweep('data', '--engine', url, '--resume').outcome).code).toBe(1);
    expect(partsOf('data')).toEqual(expectedParts());
  });

  it.each([
    ['with its data', ['--appendonly', 'yes']],
    ['without its data', []],
  ])('loses nothing when the server is killed and starts again %s', async (_, options) => {
    const port = await freePort();
    const server = await startServer(port, ...options);
    const url = `redis://127.0.0.1:${port}`;
    startWorker(url);
    const { outcome } = startSweep('data', '--engine', url);
    await untilParts('data', 3);
    await stopServer(server);
    expect(partCount('data')).toBeLessThan(50);
    await setTimeout(300);
    await startServer(port, ...options);
    expect((await outcome).code).toBe(1);
    expect(partsOf('data')).toEqual(expectedParts());
  });

  it('stops at Ctrl-C and removes its chunks from the queue', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    const { child, outcome } = startSweep('data', '--engine', url);
    const queue = new Queue('appulse-sweeps', { connection: { port } });
    while ((await queue.getWaitingCount()) < 50) await setTimeout(20);
    const status = JSON.parse(appulse(['sweep', 'status', 'data', '--engine', url, '--json']).out);
    expect(status).toMatchObject({ chunksDone: 0, queue: { workers: 0, active: 0, waiting: 50, delayed: 0 } });
    child.kill('SIGINT');
    const { code, err } = await outcome;
    expect(err).toMatch(ONE_LINE);
    expect(err).toContain(`sweep stopped by SIGINT: 0 of ${COUNT} runs are in 'data', --resume continues`);
    expect(code).toBe(130);
    expect(await queue.getWaitingCount()).toBe(0);
    await queue.close();
  });

  it('is rejected by a worker of another version, which says why, and run by one of its own', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    const other = join(folder(), 'other');
    mkdirSync(join(other, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'dist/lib'), join(other, 'dist/lib'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(other, 'node_modules'));
    const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
    writeFileSync(join(other, 'package.json'), text.replace(/"version": "[^"]+"/, '"version": "0.0.1"'));
    const stranger = startWorker(url, join(other, 'dist/lib/main.js'));
    const { outcome } = startSweep('data', '--engine', url);
    while (!stranger.text().includes('rejected chunk')) await setTimeout(20);
    const { version } = JSON.parse(text);
    expect(stranger.text()).toMatch(
      new RegExp(`rejected chunk \\d+: the sweep is of version ${version} of appulse, this worker is 0\\.0\\.1`),
    );
    expect(partCount('data')).toBe(0);
    startWorker(url);
    expect((await outcome).code).toBe(1);
    expect(partsOf('data')).toEqual(expectedParts());
  });

  it('reports chunks that no worker can run and sets them aside; jobs that are no chunks are rejected', async () => {
    const port = await freePort();
    await startServer(port);
    const url = `redis://127.0.0.1:${port}`;
    const redis = new Redis(url);
    const queue = new Queue('appulse-sweeps', { connection: { port } });
    await queue.add('chunk', { code: 'process.exit()', chunk: 3 });
    const { outcome } = startSweep('data', '--engine', url);
    while ((await queue.getWaitingCount()) < 51) await setTimeout(20);
    // the specification is replaced by another one
    const [key] = await redis.keys('appulse:sweep:*');
    const source = { text: JSON.stringify(dockingSweep(3)), name: 'x', scene: { text: '{}', name: 'y' } };
    await redis.set(key, JSON.stringify({ source }));
    const worker = startWorker(url);
    const { code, out } = await outcome;
    expect(code).toBe(1);
    expect(worker.text()).toContain('chunk 3: the job is no chunk of a sweep');
    // after two seconds without results the coordinator stores its own specification again, and the rest has results
    const setAside = out.match(/chunk \d+ was set aside: /g) ?? [];
    expect(setAside.length).toBeGreaterThan(0);
    expect(setAside.length + partCount('data')).toBe(50);
    redis.disconnect();
    await queue.close();
  });

  it.skipIf(!hasOpenssl)(
    'is encrypted with TLS, with a password, and accepts only certificates of a known authority',
    async () => {
      const port = await freePort();
      const [key, certificate] = [join(folder(), 'key.pem'), join(folder(), 'certificate.pem')];
      const request = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '2', '-subj', '/CN=appulse'];
      const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
      expect(spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate]).status).toBe(0);
      const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key];
      await startServer(await freePort(), ...tls, '--tls-auth-clients', 'no', '--requirepass', 'secret');
      const url = `rediss://:secret@127.0.0.1:${port}`;
      expectInputError(run('data', '--engine', url), 'self-signed certificate');
      env['NODE_EXTRA_CA_CERTS'] = certificate;
      try {
        startWorker(url);
        expect((await startSweep('data', '--engine', url).outcome).code).toBe(1);
      } finally {
        delete env['NODE_EXTRA_CA_CERTS'];
      }
      expect(partCount('data')).toBe(50);
    },
  );

  it('reports a missing and a wrong password before anything is written', async () => {
    const port = await freePort();
    await startServer(port, '--requirepass', 'secret');
    expectInputError(run('other', '--engine', `redis://127.0.0.1:${port}`), /NOAUTH/);
    expectInputError(run('other', '--engine', `redis://:wrong@127.0.0.1:${port}`), /WRONGPASS/);
  });
});

describe('an engine', () => {
  it('that is not there is reported before anything is written', async () => {
    const port = await freePort();
    expectInputError(
      run('data', '--engine', `redis://:secret@127.0.0.1:${port}`),
      `cannot connect to redis://127.0.0.1:${port}: connect ECONNREFUSED`,
    );
    expectInputError(run('data', '--engine', 'http://x'), '--engine: must begin with redis:// or rediss://');
    expectInputError(['worker', '--engine', 'x'], '--engine: must be a URL such as redis://localhost:6379');
  });
});
