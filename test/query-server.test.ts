import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { MAIN, ROOT } from './command-line.ts';

/** The query server and its clients in other languages; those whose language is not installed are not run. */

const PATIENCE = 900_000;
const folder = mkdtempSync(join(tmpdir(), 'appulse-serve-'));
const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const hasCompiler = spawnSync('gcc', ['--version']).status === 0;

beforeAll(() => ensureBuild(), PATIENCE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEFINE = '{"op":"define","name":"box","shape":{"kind":"box","halfExtents":[1,1,1]}}';
const CLOSEST = '{"id":"first","op":"closest-batch","A":"box","B":"box","posesB":[[3,0,0,1,0,0,0]]}';

describe('appulse serve', { timeout: PATIENCE }, () => {
  it('answers lines in order, reports what is wrong with one, and ends with its input', () => {
    const part = (file: string) => `{"op":"define","name":"part","shape":{"kind":"mesh","file":"${file}"}}`;
    const more = [part('gmsh-block.stl'), part('../cad/part.stl'), part('missing.stl')].join('\n');
    const { stdout, status } = spawnSync(process.execPath, [MAIN, 'serve', '--files', 'test/data/meshes'], {
      input: `${DEFINE}\n\n${CLOSEST}\nnonsense\n{"op":"point-segment","P":[0,1],"A":[-1,0],"B":[1,0]}\n${more}`,
      encoding: 'utf8',
      cwd: ROOT,
    });
    const answers = stdout.trimEnd().split('\n').map((line) => JSON.parse(line)); // biome-ignore format: one line
    expect(answers).toMatchObject([
      { id: 1, kind: 'box' },
      { id: 'first', distance: [1], normal: [[1, 0, 0]] },
      { id: 3, error: { line: 3, message: expect.stringContaining('expected a JSON object') } },
      { id: 4, dist: 1 },
      { id: 5, kind: 'trimesh' },
      { id: 6, error: { path: 'shape.file', message: expect.stringContaining('inside the folder of the files') } },
      { id: 7, error: { path: 'shape.file', message: expect.stringContaining('no such file') } },
    ]);
    expect(status).toBe(0);
  });

  it('ends after a frame whose header is invalid, with the reason', () => {
    const { stdout } = spawnSync(process.execPath, [MAIN, 'serve'], {
      input: 'APLX and some more bytes',
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: 'the header of the frame is invalid' } });
  });

  it('says that the folder of a socket does not exist', () => {
    const path = join(folder, 'missing', 'socket');
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'serve', '--socket', path], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("missing' does not exist") });
  });

  it('listens on a socket, with definitions of their own for each connection, and removes it', async () => {
    const path = join(folder, 'socket');
    const server = spawn(process.execPath, [MAIN, 'serve', '--socket', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(server.stderr, 'data');
    const ask = async (lines: string) => {
      const connection = connect(path).setEncoding('utf8');
      let text = '';
      connection.on('data', (part) => {
        text += part;
      });
      connection.end(lines);
      await once(connection, 'close');
      return text.trimEnd().split('\n').map((line) => JSON.parse(line)); // biome-ignore format: one line
    };
    const [first, second] = await Promise.all([ask(`${DEFINE}\n${CLOSEST}\n`), ask(`${CLOSEST}\n`)]);
    expect(first[1].distance).toEqual([1]);
    expect(second[0].error.path).toBe('A');
    server.kill('SIGTERM');
    await once(server, 'exit');
    for (let k = 0; k < 100 && existsSync(path); k++) await setTimeout(20);
    expect(existsSync(path)).toBe(false);
  });
});

describe.skipIf(!hasNumPy)('the Python client', { timeout: PATIENCE }, () => {
  it('passes its tests', () => {
    const env = { ...process.env, APPULSE_COMMAND: `'${process.execPath}' '${MAIN}'` };
    const { stderr, status } = spawnSync('python3', ['-m', 'unittest', 'discover', 'python/tests'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/Ran \d\d tests[\s\S]*OK/) });
  });
});

describe.skipIf(!hasCompiler)('the client in C', { timeout: PATIENCE }, () => {
  it('checks the steps of a mesh, and reports a server that ends', () => {
    const program = join(folder, 'mesh_check');
    const flags = ['-std=c99', '-D_POSIX_C_SOURCE=200809L', '-Wall', '-Wextra', '-Werror', '-pedantic'];
    execFileSync('gcc', [...flags, '-o', program, join(ROOT, 'native/client/mesh_check.c')]);
    const output = execFileSync(program, [process.execPath, MAIN], { encoding: 'utf8' });
    expect(output).toContain('step 1: 1 contacts\n  0.500 s: node 3 on triangle 0 1 2');
    expect(output).toContain('step 2: 2 contacts\n  0.750 s: node 4 on triangle 0 1 2');
    const failed = spawnSync(program, ['/bin/false'], { encoding: 'utf8' });
    expect(failed).toMatchObject({ status: 1, stderr: 'the server has ended\n' });
  });
});
