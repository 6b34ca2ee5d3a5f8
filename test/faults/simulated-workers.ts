/**
 * How many workers can one server and one coordinator of a sweep serve? Workers that only sleep, at a real Redis server:
 *
 *   node --import ./scripts/load-typescript.mjs test/faults/simulated-workers.ts --workers 1000 --sleep 5 --chunks 4000
 *
 * Needs redis-server and a build. Prints the rate of chunks, the CPU time of coordinator and server, and the memory of the server.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Job, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type ChunkJob, partKey, QUEUE } from '../../src/cli/redis-connection.ts';
import { encodePart, manifestOf } from '../../src/cli/sweep-folder.ts';
import { completeSweep, type LoadedSweep } from '../../src/cli/sweep-source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1000' },
    /** Time of a chunk [s]. */
    sleep: { type: 'string', default: '5' },
    chunks: { type: 'string', default: '4000' },
    rows: { type: 'string', default: '100' },
    processes: { type: 'string', default: '4' },
    /** Of the processes with workers. */
    port: { type: 'string' },
    folder: { type: 'string' },
  },
});
type Amount = 'workers' | 'sleep' | 'chunks' | 'rows' | 'processes';
const AMOUNTS: readonly Amount[] = ['workers', 'sleep', 'chunks', 'rows', 'processes'];
const count = (name: Amount) => Number(values[name]);

if (values.port !== undefined) sleepingWorkers(Number(values.port), values.folder ?? '');
else await simulate();

function loadSweep(folder: string): LoadedSweep {
  const scene = { text: readFileSync(join(root, 'examples/docking.scene.json'), 'utf8'), name: 'docking' };
  return completeSweep({ text: readFileSync(join(folder, 'sweep.json'), 'utf8'), name: 'sweep.json', scene });
}

/** Workers that sleep and return rows of zeros. */
function sleepingWorkers(port: number, folder: string): void {
  const manifest = manifestOf(loadSweep(folder));
  const connection = new Redis({ port, maxRetriesPerRequest: null });
  const rowCount = manifest.chunkSize;
  const columns = manifest.columns.map(({ kind, name }) =>
    kind === 'text'
      ? new Array<string | null>(rowCount).fill(name === 'status' ? 'end' : null)
      : new Float64Array(rowCount),
  );
  const work = async ({ data: { hash, chunk } }: Job<ChunkJob>) => {
    await setTimeout(1000 * count('sleep'));
    const bytes = encodePart(manifest, chunk, { rowCount, columns });
    await connection.set(partKey(hash, chunk), Buffer.from(bytes), 'EX', 600);
  };
  const own = Math.ceil(count('workers') / count('processes'));
  for (let i = 0; i < own; i++) {
    const worker = new Worker<ChunkJob>(QUEUE, work, { connection, lockDuration: 60_000, stalledInterval: 60_000 });
    worker.on('error', () => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function simulate(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'appulse-workers-'));
  const port = await freePort();
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], options: SpawnOptions = {}) => {
    const child = spawn(command, args, { cwd: folder, stdio: 'inherit', ...options });
    children.push(child);
    return child;
  };
  try {
    const spec = {
      scene: 'docking',
      axes: [{ path: 'bodies.chaser.mass', name: 'mass', uniform: { from: 1, to: 2 } }],
      samples: { count: count('chunks') * count('rows') },
      chunk: count('rows'),
    };
    writeFileSync(join(folder, 'sweep.json'), JSON.stringify(spec));
    start('redis-server', ['--port', String(port), '--save', '', '--dir', folder], { stdio: 'ignore' });
    const redis = new Redis({ port });
    redis.on('error', () => {});
    await redis.ping();
    const self = fileURLToPath(import.meta.url);
    const loader = join(root, 'scripts/load-typescript.mjs');
    const options = AMOUNTS.flatMap((name) => [`--${name}`, values[name]]);
    for (let i = 0; i < count('processes'); i++) {
      start(process.execPath, ['--import', loader, self, ...options, '--port', String(port), '--folder', folder]);
    }
    while (Number((await redis.info('clients')).match(/connected_clients:(\d+)/)?.[1]) < count('workers'))
      await setTimeout(200);
    const tell =
      'process.on("exit",()=>{const u=process.resourceUsage();console.error("coordinator:",(u.userCPUTime+u.systemCPUTime)/1e6,"s CPU,",u.maxRSS/1000,"MB")})';
    const begun = performance.now();
    const args = ['--import', `data:text/javascript,${tell}`, join(root, 'dist/lib/main.js'), 'sweep', 'sweep.json'];
    const sweep = start(process.execPath, [...args, '--engine', `redis://127.0.0.1:${port}`]);
    await once(sweep, 'exit');
    const seconds = (performance.now() - begun) / 1000;
    const info = await redis.info();
    const field = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]);
    const ideal = (count('chunks') * count('sleep')) / count('workers');
    process.stdout.write(
      `${count('workers')} workers, ${count('chunks')} chunks of ${count('rows')} rows: ${seconds.toFixed(1)} s, ${ideal.toFixed(1)} s with no overhead\n`,
    );
    process.stdout.write(
      `server: ${(field('used_cpu_user') + field('used_cpu_sys')).toFixed(1)} s CPU, at most ${(field('used_memory_peak') / 1e6).toFixed(0)} MB, ${(field('total_commands_processed') / count('chunks')).toFixed(0)} commands per chunk\n`,
    );
    redis.disconnect();
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
