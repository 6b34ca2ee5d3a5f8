import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { runSweep as RunSweep, SweepResult } from '../src/workers/run-sweep.ts';
import { appulse, env, expectInputError, files, folder, MAIN, ONE_LINE, ROOT, useFolder } from './command-line.ts';
import { exampleText } from './scenes.ts';
import { dockingSweep, partsOf, readRows, writeSpec } from './sweep-results.ts';

const COUNT = 300;

useFolder((folder) => {
  writeFileSync(join(folder, 'docking.sweep.json'), JSON.stringify(dockingSweep(COUNT), null, 2));
});

const run = (target: string, ...options: string[]) =>
  appulse(['sweep', 'docking.sweep.json', '-o', target, ...options]);

describe('the results of a sweep', () => {
  it('are the same, bit for bit, from 1 thread, 2 threads, 3 shards in one folder, 3 shards merged, and the library', async () => {
    const { code, out, err } = run('one', '--workers', '1');
    expect({ code, err }).toEqual({ code: 1, err: '' }); // some masses are negative
    expect(out).toContain('300 runs, ');
    const one = partsOf('one');
    expect(Object.keys(one)).toHaveLength(17); // of 18 runs each
    run('two', '--workers', '2');
    expect(partsOf('two')).toEqual(one);

    const shards = Array.from({ length: 3 }, (_, i) => `${i}/3`);
    for (const [i, shard] of shards.entries()) {
      run('shared', '--shard', shard, '--workers', '1');
      run(`shard-${i}`, '--shard', shard, '--workers', '1');
    }
    expect(partsOf('shared')).toEqual(one);
    const merged = appulse(['sweep', 'merge', ...shards.map((_, i) => `shard-${i}`), '-o', 'merged', '--csv']);
    expect(merged).toMatchObject({ code: 0, err: '', out: expect.stringContaining('300 rows of 17 chunks') });
    expect(partsOf('merged')).toEqual(one);
    appulse(['sweep', 'merge', 'one', '--csv']);
    for (const file of ['results.parquet', 'results.csv']) {
      expect(readFileSync(join(folder(), 'merged', file))).toEqual(readFileSync(join(folder(), 'one', file)));
    }

    const workers = await import(/* @vite-ignore */ pathToFileURL(join(ROOT, 'dist/lib/workers.js')).href);
    const rows: SweepResult[] = [];
    const totals = await (workers.runSweep as typeof RunSweep)(dockingSweep(COUNT), {
      scene: exampleText('docking'),
      threads: 2,
      onResult: (row) => {
        rows[row['run'] as number] = row;
      },
    });
    const table = await readRows('one');
    expect(totals).toEqual({
      runs: COUNT,
      failures: table['status'].filter((status) => status !== 'end').length,
      isComplete: true,
    });
    const cell = (value: unknown) => (Number.isNaN(value) ? null : value);
    expect(rows).toEqual(
      Array.from({ length: COUNT }, (_, i) =>
        Object.fromEntries(Object.entries(table).map(([name, column]) => [name, cell(column[i])])),
      ),
    );
  });

  it('have a row for every run, in order, with the reason of those that failed', async () => {
    run('data');
    appulse(['sweep', 'merge', 'data']);
    const { run: runs, status, reason, mass, dockings } = await readRows('data');
    expect(runs).toEqual(Array.from({ length: COUNT }, (_, i) => i));
    for (const [i, value] of mass.entries()) {
      expect(status[i]).toBe((value as number) > 0 ? 'end' : 'error');
      if (status[i] === 'end') continue;
      expect(reason[i]).toBe(`bodies[1].mass: must be above zero, got ${value}`);
      expect(dockings[i]).toBeNaN();
    }
    expect(new Set(status)).toEqual(new Set(['end', 'error']));
  });

  it('are those of a run of the scene of the case', async () => {
    run('data');
    appulse(['sweep', 'merge', 'data']);
    const { stateHash } = await readRows('data');
    expect(appulse(['sweep', 'case', 'data', '17', '-o', 'case.scene.json']).code).toBe(0);
    const { out } = appulse(['run', 'case.scene.json', '--no-record', '--json']);
    expect(JSON.parse(out).run.stateHash).toBe(stateHash[17]);
    expectInputError(['sweep', 'case', 'data', '300'], 'there is no run 300, expected 0 to 299');
  });

  it('include recordings of some runs, which have the same results', () => {
    writeSpec('recorded.json', dockingSweep(10, { recordings: { every: 4 } }));
    writeSpec('plain.json', dockingSweep(10));
    appulse(['sweep', 'recorded.json', '-o', 'recorded']);
    appulse(['sweep', 'plain.json', '-o', 'plain']);
    expect(files('recorded/recordings')).toEqual(['run-0.recording', 'run-4.recording', 'run-8.recording']);
    const csv = (name: string) => {
      appulse(['sweep', 'merge', name, '--csv']);
      return readFileSync(join(folder(), name, 'results.csv'), 'utf8');
    };
    expect(csv('recorded')).toBe(csv('plain'));
    const summary = JSON.parse(
      readFileSync(join(folder(), 'recorded/recordings/run-4.recording/summary.json'), 'utf8'),
    );
    expect(csv('plain').split('\n')[5]).toContain(summary.run.stateHash);
    expect(appulse(['export', 'recorded/recordings/run-4.recording', '-o', 'tables']).code).toBe(0);
  });

  it('of vehicles from data files', async () => {
    writeSpec('platoon.json', {
      vehicles: { models: 'examples/vehicles/model.dat', platoon: 'examples/vehicles/platoon1.dat', end: 0.3 },
      axes: [
        { path: 'contacts.model', name: 'model', values: ['EM', 'BM'] },
        { path: 'vehicles[1].position[1]', name: 'offset', values: [0, '1 ft'] },
      ],
      outputs: [
        { table: 'vehicles', column: 'yawRate', statistic: 'last', bodies: ['vehicle 1'] },
        'vehicles.tyreWork',
      ],
    });
    expect(appulse(['sweep', 'platoon.json', '-o', 'data'])).toMatchObject({ code: 0, err: '' });
    appulse(['sweep', 'merge', 'data']);
    const { model, offset } = await readRows('data');
    expect(model).toEqual(['EM', 'EM', 'BM', 'BM']);
    expect(offset).toEqual([0, 0.3048, 0, 0.3048]);
  });
});

describe('appulse sweep', () => {
  it('--dry-run prints the plan and writes nothing', () => {
    const { code, out, err } = run('data', '--dry-run', '--shard', '0/3');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/runs +300 = 1 x 300 samples, 108 of them in shard 0\/3/);
    expect(out).toMatch(/chunks +17 files of at most 18 runs/);
    expect(out).toMatch(/speed +distribution +median 0\.2, 90 % between 0\.1671 and 0\.2329 \[m\/s\]/);
    expect(out).toMatch(/docking\.time\.first +\[s\] +first time of docking/);
    expect(out).toMatch(/time per run +[\d.]+ ms, mean of \d+ runs/);
    expect(files()).toEqual(['docking.sweep.json']);
  });

  it('continues with --resume: only what is missing or damaged is run again', () => {
    run('data');
    const whole = partsOf('data');
    expect(run('data')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--resume continues it, --force starts again/),
    });
    const part = (i: number) => join(folder(), `data/parts/part-00000${i}.parquet`);
    writeFileSync(part(3), readFileSync(part(3)).subarray(0, 500));
    writeFileSync(part(4), '');
    writeFileSync(part(5), readFileSync(part(6)));
    const { out } = run('data', '--resume');
    expect(out).toContain('54 runs, ');
    expect(out).toContain('246 runs before');
    expect(partsOf('data')).toEqual(whole);
    expect(run('data', '--resume').out).toContain('  0 runs, 0 failed\n  300 runs before');
  });

  it('does not mix results of different specifications or versions', () => {
    run('data');
    writeSpec('other.json', dockingSweep(COUNT + 1));
    expectInputError(['sweep', 'other.json', '-o', 'data', '--resume'], 'it has results of another specification');
    writeSpec('retitled.json', dockingSweep(COUNT, { title: 'Another title' }));
    expect(appulse(['sweep', 'retitled.json', '-o', 'data', '--resume']).out).toContain('300 runs before');
    const path = join(folder(), 'data/sweep.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.0.1"'));
    expectInputError(
      ['sweep', 'docking.sweep.json', '-o', 'data', '--resume'],
      'its results are of version 0.0.1, this is ',
    );
    expect(run('data', '--force').out).toContain('300 runs, ');
  });

  it('rejects an invalid specification before anything runs', () => {
    writeSpec('bad.json', dockingSweep(COUNT, { outputs: ['docking'] }));
    expectInputError(
      ['sweep', 'bad.json'],
      /^appulse: bad\.json:\d+:\d+ outputs\[0\]: is not a value of the summary of a run/,
    );
    expectInputError(['sweep', 'missing.json'], "cannot read sweep 'missing.json': no such file or folder");
    expectInputError(['sweep', 'docking.sweep.json', '--shard', '7/7'], 'Expected i/n');
    expectInputError(['sweep', 'docking.sweep.json', '-o', '.'], 'the folder has other files in it');
    expectInputError(['sweep', 'status', '.'], 'no sweep.json there');
  });

  it('takes its shard from the variables of Slurm and Kubernetes', () => {
    const withEnv = (more: Record<string, string>, ...options: string[]) =>
      spawnSync(process.execPath, [MAIN, 'sweep', 'docking.sweep.json', '-o', 'data', ...options], {
        cwd: folder(),
        env: { ...env, ...more },
        encoding: 'utf8',
      });
    const slurm = { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_MIN: '1' };
    expect(withEnv(slurm).stdout).toContain('shard 2/3: ');
    expect(withEnv({ JOB_COMPLETION_INDEX: '0' }, '--shards', '3').stdout).toContain('shard 0/3: ');
    expect(withEnv({ JOB_COMPLETION_INDEX: '0' }).stderr).toContain('--shards <n> says how many there are');
    expect(appulse(['sweep', 'merge', 'data']).err).toMatch(/cannot merge: 6 chunks of 17 missing, the first is 1/);
    const status = appulse(['sweep', 'status', 'data', '--json']);
    expect(status.code).toBe(1);
    expect(JSON.parse(status.out)).toMatchObject({ runs: 300, chunks: 17, chunksDone: 11, missing: 6 });
    expect(withEnv({ JOB_COMPLETION_INDEX: '1' }, '--shards', '3').stdout).toContain('shard 1/3: ');
    expect(appulse(['sweep', 'status', 'data']).out).toMatch(
      /runs +300 of 300\n +chunks +17 of 17\n +failed: \d+ error/,
    );
  });

  it('prints job files for Slurm and Kubernetes', () => {
    const slurm = appulse(['sweep', 'emit', 'slurm', 'docking.sweep.json', '--shards', '5']).out;
    expect(slurm).toContain('#SBATCH --array=0-4\n');
    expect(slurm).toMatch(
      /srun appulse sweep run '.*\/docking\.sweep\.json' --output '.*\/out\/docking\.sweep' --shards 5/,
    );
    expect(spawnSync('bash', ['-n'], { input: slurm }).status).toBe(0);
    const kubernetes = appulse(['sweep', 'emit', 'kubernetes', 'docking.sweep.json', '--shards', '50']).out;
    expect(kubernetes).toContain('completionMode: Indexed\n  completions: 17\n');
    expectInputError(['sweep', 'emit', 'pbs', 'docking.sweep.json'], "cannot emit a job file for 'pbs'");
  });

  it('answers queries in SQL, of parts and of the merged file', () => {
    run('data');
    const query = (sql: string, ...options: string[]) => appulse(['sweep', 'query', 'data', sql, ...options]);
    const sql = 'select status, count(*) as n, max(run) as last from results group by status order by status';
    const before = query(sql, '--format', 'json');
    expect(before).toMatchObject({ code: 0, err: '' });
    const rows = before.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ status }) => status)).toEqual(['end', 'error']);
    expect(rows[0].n + rows[1].n).toBe(COUNT);
    appulse(['sweep', 'merge', 'data', '--csv']);
    expect(query(sql, '--format', 'json').out).toBe(before.out);
    expect(query('select * from results order by run', '--format', 'csv').out).toBe(
      readFileSync(join(folder(), 'data/results.csv'), 'utf8'),
    );
    expect(query(sql).out).toMatch(/^ {2}status +n +last\n {2}end +\d+ +\d+\n {2}error +\d+ +\d+\n$/);
    expectInputError(['sweep', 'query', 'data', 'select * from nothing'], /query: Catalog Error/);
  });

  it('says what to install when DuckDB is missing', () => {
    run('data');
    const resolve =
      'export function resolve(name, context, next) { if (name.startsWith("@duckdb")) throw Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }); return next(name, context); }';
    const hook = `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(resolve)}`)});`;
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      MAIN,
      'sweep',
      'query',
      'data',
      'select 1',
    ];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder(), env, encoding: 'utf8' });
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain('queries need DuckDB, which is not installed: npm install @duckdb/node-api');
    expect(status).toBe(2);
    expect(existsSync(join(folder(), 'data'))).toBe(true);
  });
});
