import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appulse,
  appulseAlone,
  env,
  expectInputError,
  files,
  folder,
  MAIN,
  ONE_LINE,
  type Outcome,
  ROOT,
  useFolder,
} from './command-line.ts';

const SCENE = {
  title: 'Two discs',
  description: 'One disc runs into another that rests.',
  bodies: [
    { name: 'left', shape: { kind: 'disc', radius: 0.5 }, position: [-2, 0], velocity: [1, 0], mass: 1 },
    { name: 'right', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], mass: 1 },
  ],
  contacts: { restitution: 1 },
  time: { end: 2, method: 'events' },
  record: { interval: 0.1 },
};

const RECORDING = [
  'contacts.parquet',
  'events.jsonl',
  'frames.parquet',
  'ledger.parquet',
  'scene.json',
  'summary.json',
];

useFolder((folder) => writeFileSync(join(folder, 'discs.scene.json'), JSON.stringify(SCENE)));

/** The same through bash, for pipes and limits. */
function shell(script: string): Outcome {
  const command = `appulse() { '${process.execPath}' '${MAIN}' "$@"; }\n${script}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder(), env, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

const bytes = (name: string) => readFileSync(join(folder(), name));

describe('appulse run', () => {
  it('prints events and ledger, and writes a recording', () => {
    const { code, out, err } = appulse(['run', 'discs.scene.json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/collision +left, right +closing at 1 m\/s, impulse 1 N s/);
    expect(out).toMatch(/kinetic energy \[J\] +0.5 +0.5 +0\n/);
    expect(out).toMatch(/momentum +conserved/);
    expect(files('out')).toEqual(['discs.recording']);
    expect(files('out/discs.recording')).toEqual(RECORDING);
    expect(bytes('out/discs.recording/scene.json')).toEqual(bytes('discs.scene.json'));
  });

  it('writes the same bytes when run again, replacing the recording', () => {
    appulse(['run', 'discs.scene.json', '-o', 'first']);
    appulse(['run', 'discs.scene.json', '-o', 'second']);
    expect(appulse(['run', 'discs.scene.json', '-o', 'second']).code).toBe(0);
    for (const name of RECORDING) expect(bytes(`first/${name}`)).toEqual(bytes(`second/${name}`));
    expect(files()).toEqual(['discs.scene.json', 'first', 'second']);
  });

  it('prints the summary as JSON and writes no files, on request', () => {
    const { code, out } = appulse(['run', 'discs.scene.json', '--json', '--no-record', '--until', '0.5']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'appulse-recording/1', run: { time: 0.5, collisions: 0 } });
    expect(files()).toEqual(['discs.scene.json']);
  });

  it('finds an example by its path in the package, unless there is such a file here', () => {
    const vehicles = ['examples/vehicles/model.dat', 'examples/vehicles/platoon1.dat'];
    expect(appulse(['run', ...vehicles, '--no-record', '--until', '0.1'])).toMatchObject({ code: 0, err: '' });
    const example = ['run', 'examples/docking.scene.json', '--until', '0.1'];
    expect(appulse(example).out).toContain('recording in out/docking.recording');
    expectInputError(
      ['run', 'examples/nowhere.scene.json'],
      "cannot read scene 'examples/nowhere.scene.json': no such",
    );
    mkdirSync(join(folder(), 'examples'));
    writeFileSync(join(folder(), 'examples/docking.scene.json'), JSON.stringify(SCENE));
    expect(appulse(example).out).toContain('Two discs');
  });

  it('says how near the sensors of a docking came that did not happen', () => {
    const disc = { kind: 'disc', radius: 0.1 };
    const print = (height: number, settings: object) => {
      const scene = {
        title: 'Two sensors',
        description: 'One passes the other.',
        bodies: [
          { name: 'chaser', shape: disc, position: [-2, 0], velocity: [1, 0], mass: 1 },
          { name: 'station', shape: disc, position: [0, height], mass: 1 },
        ],
        contacts: { pairs: [{ bodies: ['chaser', 'station'], collide: false }] },
        sensors: [
          { name: 'probe', body: 'chaser', point: [0, 0] },
          { name: 'port', body: 'station', point: [0, 0] },
        ],
        docking: [{ sensors: ['probe', 'port'], ...settings }],
        time: { end: 4 },
        record: { interval: 0.25 },
      };
      writeFileSync(join(folder(), 'passing.scene.json'), JSON.stringify(scene));
      return appulse(['run', 'passing.scene.json', '--no-record']).out;
    };
    const missed = 'probe and port did not dock: nearest recorded distance 0.5 m at 2 s, tolerance 0.001 m';
    expect(print(0.5, {})).toContain(missed);
    expect(print(0, { maxSpeed: 0.1 })).toContain('probe and port did not dock: speed 1 m/s above 0.1 m/s');
    expect(print(0, {})).not.toContain('did not dock');
  });

  it('reads a scene from a pipe', () => {
    const { code, out } = shell('appulse run <(cat discs.scene.json) --no-record');
    expect(code).toBe(0);
    expect(out).toContain('Two discs');
  });

  it('draws an animated picture', () => {
    expect(appulse(['run', 'discs.scene.json', '--no-record', '--picture', 'discs.svg']).code).toBe(0);
    expect(bytes('discs.svg').toString()).toMatch(/^(<\?xml[^>]*>\s*)?<svg[\s\S]*<\/svg>\s*$/);
    expect(appulse(['run', 'discs.scene.json', '--no-record', '--picture', 'discs.svg']).code).toBe(0);
  });

  it('shows no colours in a pipe, and shows them when forced', () => {
    const [plain, forced, rejected] = ['', 'FORCE_COLOR=1', 'FORCE_COLOR=1 NO_COLOR=1'].map((setting) =>
      shell(`export ${setting} LC_ALL=C; appulse run discs.scene.json --no-record`).out.includes('\x1b['),
    );
    expect([plain, forced, rejected]).toEqual([false, true, false]);
  });
});

describe('a scene that cannot be run is rejected with file, location, value and what was expected', () => {
  it('when it is missing, a folder, or no text', () => {
    writeFileSync(join(folder(), 'bytes.json'), Uint8Array.of(0xff, 0xfe, 0));
    expectInputError(['run', 'nowhere.json'], "cannot read scene 'nowhere.json': no such file");
    expectInputError(['run', '.'], "cannot read scene '.': it is a folder, expected a file");
    expectInputError(['run', 'bytes.json'], "cannot read scene 'bytes.json': it is not UTF-8 text");
  });

  it('when it is larger than a scene may be, without reading it', () => {
    writeFileSync(join(folder(), 'huge.json'), '');
    truncateSync(join(folder(), 'huge.json'), 2e12); // sparse: reading it would take minutes
    expectInputError(['run', '/dev/zero'], /'\/dev\/zero': it has more than \d+ bytes\n/);
    expectInputError(['run', 'huge.json'], /'huge.json': it has 2000000000000 bytes, expected at most \d+\n/);
  });

  it('when a key is unknown or a value wrong', () => {
    writeFileSync(join(folder(), 'key.json'), JSON.stringify({ ...SCENE, tiem: 1 }, null, 1));
    expectInputError(['run', 'key.json'], /key\.json:\d+:\d+ tiem: /);
    writeFileSync(join(folder(), 'value.json'), JSON.stringify({ ...SCENE, time: { end: -1 } }, null, 1));
    expectInputError(['run', 'value.json'], /value\.json:\d+:\d+ time\.end: .*got -1/);
    writeFileSync(join(folder(), 'text.json'), '{ "bodies": [ }');
    expectInputError(['run', 'text.json'], /text\.json:1:\d+ /);
  });
});

describe('no file is overwritten unintentionally or left half-written', () => {
  it('rejects a folder with other files, and writes to it only with --force', () => {
    mkdirSync(join(folder(), 'mine'));
    writeFileSync(join(folder(), 'mine/scene.json'), 'precious');
    writeFileSync(join(folder(), 'mine/notes.txt'), 'precious');
    expectInputError(
      ['run', 'discs.scene.json', '-o', 'mine'],
      "cannot write recording to 'mine': the folder has other files",
    );
    expect(appulse(['run', 'discs.scene.json', '-o', 'mine', '--force']).code).toBe(0);
    expect(files('mine')).toEqual([...RECORDING, 'notes.txt'].sort());
    expect(bytes('mine/notes.txt').toString()).toBe('precious');
  });

  it('a folder with a file of the right name is not a recording', () => {
    mkdirSync(join(folder(), 'mine'));
    writeFileSync(join(folder(), 'mine/scene.json'), 'precious');
    expectInputError(['run', 'discs.scene.json', '-o', 'mine'], 'the folder has other files');
    expect(bytes('mine/scene.json').toString()).toBe('precious');
  });

  it('does not overwrite a file that is not a picture', () => {
    const args = ['run', 'discs.scene.json', '--no-record', '--picture', 'discs.scene.json'];
    expectInputError(args, "cannot write picture to 'discs.scene.json': there is a file of another kind");
    expect(JSON.parse(bytes('discs.scene.json').toString())).toEqual(SCENE);
  });

  it('reports that a folder cannot be created', () => {
    expectInputError(['run', 'discs.scene.json', '-o', 'discs.scene.json/x'], 'part of the path is a file');
    expectInputError(
      ['run', 'discs.scene.json', '-o', '/proc/nowhere/x'],
      /cannot write recording to .*: no such file/,
    );
    expectInputError(['run', 'discs.scene.json', '-o', 'x'.repeat(300)], 'the name is too long');
  });

  it('leaves only the old recording when the disk is full', () => {
    appulse(['run', 'discs.scene.json', '-o', 'old']);
    const before = RECORDING.map((name) => bytes(`old/${name}`));
    // files of at most 1 KiB: the summary and the scene fit, the frames do not
    const { code, err } = shell("trap '' XFSZ; ulimit -f 1; appulse run discs.scene.json --until 1 -o old");
    expect(err).toMatch(ONE_LINE);
    expect(err).toContain("cannot write recording to 'old': the file would be larger than allowed");
    expect(code).toBe(2);
    expect(RECORDING.map((name) => bytes(`old/${name}`))).toEqual(before);
    expect(files()).toEqual(['discs.scene.json', 'old']);
  });

  it('leaves a complete recording or none when interrupted while writing', async () => {
    const child = spawn(process.execPath, [MAIN, 'run', 'discs.scene.json', '-o', 'cut'], { cwd: folder() });
    const watcher = watch(folder(), () => child.kill('SIGTERM'));
    await new Promise((resolve) => child.on('exit', resolve));
    watcher.close();
    // whether the signal or the last rename came first is up to the machine
    const left = files();
    expect([['discs.scene.json'], ['cut', 'discs.scene.json']]).toContainEqual(left);
    if (left.includes('cut')) expect(files('cut')).toEqual(RECORDING);
  });
});

describe('appulse export', () => {
  it('converts a recording to CSV tables with the same number of rows', () => {
    appulse(['run', 'discs.scene.json']);
    const { code, out } = appulse(['export', 'out/discs.recording', '--to', 'csv']);
    expect({ code, out }).toEqual({
      code: 0,
      out: 'frames.csv, contacts.csv, ledger.csv, events.csv, columns.csv in out/discs.csv\n',
    });
    const { counts } = JSON.parse(bytes('out/discs.recording/summary.json').toString());
    for (const table of ['frames', 'contacts', 'ledger', 'events']) {
      const lines = bytes(`out/discs.csv/${table}.csv`).toString().trimEnd().split('\n');
      expect(lines.length - 1).toBe(counts[table]);
    }
    expect(appulse(['export', 'out/discs.recording', '-o', 'out/discs.csv']).code).toBe(0);
  });

  it('rejects a folder that is not a recording, and a damaged recording, and writes no file', () => {
    appulse(['run', 'discs.scene.json', '-o', 'damaged']);
    writeFileSync(join(folder(), 'damaged/frames.parquet'), 'PAR1');
    expectInputError(['export', 'nowhere'], "cannot read recording 'nowhere': no such folder");
    expectInputError(['export', '.'], /cannot read recording 'summary.json': no such file/);
    expectInputError(['export', 'damaged'], "cannot read recording 'damaged': frames.parquet: ");
  });
});

describe('appulse query', () => {
  const operation = '{"op":"point-segment","P":[0,1],"A":[-1,0],"B":[1,0]}';

  it('answers each line with a line, in order, from a file or a pipe', () => {
    const lines = [operation, operation.replace('[0,1]', '[0,2]'), ''].join('\n');
    writeFileSync(join(folder(), 'cases.jsonl'), lines);
    const piped = appulse(['query'], lines);
    expect(
      piped.out
        .trimEnd()
        .split('\n')
        .map((line) => Number(JSON.parse(line).dist)),
    ).toEqual([1, 2]);
    expect(appulse(['query', 'cases.jsonl'])).toEqual(piped);
    expect(piped).toMatchObject({ code: 0, err: '' });
  });

  it('reports an invalid line with its number and continues', () => {
    const { code, out, err } = appulse(['query'], `${operation}\n{"op":\n\n{"op":"nonsense"}\r\n${operation}`);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map((answer) => answer.error?.line)).toEqual([undefined, 2, 4, undefined]);
    expect(code).toBe(1);
    expect(err).toBe('appulse: 2 of 4 lines could not be answered\n');
  });

  it('rejects an endless line without storing it', () => {
    const script = `(head -c 70000000 /dev/zero | tr '\\0' ' '; echo; echo '${operation}') | appulse query`;
    const [rejected, answered] = shell(script)
      .out.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rejected.error).toEqual({ line: 1, message: 'the line is longer than 67108864 bytes' });
    expect(Number(answered.dist)).toBe(1);
  });

  it('answers before the next query is read', async () => {
    const child = spawn(process.execPath, [MAIN, 'query'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answer = () => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    for (const y of [1, 2]) {
      const next = answer();
      child.stdin.write(`${operation.replace('[0,1]', `[0,${y}]`)}\n`);
      expect(Number(JSON.parse(await next).dist)).toBe(y);
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  });

  it.each(['query', 'serve'])('%s ends without an error when the reader closes the pipe', (command) => {
    const script = `set -o pipefail; yes '${operation}' | head -n 200000 | appulse ${command} | head -n 1`;
    const { out, err } = shell(script);
    expect(Number(JSON.parse(out).dist)).toBe(1);
    expect(err).toBe('');
  });

  it('rejects a file that cannot be read', () => {
    expectInputError(['query', 'nowhere.jsonl'], "cannot read queries 'nowhere.jsonl': no such file");
    expectInputError(['query', '.'], "cannot read queries '.': it is a folder, expected a file");
  });
});

describe('appulse verify', () => {
  const shipped = join(ROOT, 'reference/rigid-bodies/point-segment.json');

  it('passes a reference set of the package', () => {
    const { code, out } = appulse(['verify', shipped]);
    expect(code).toBe(0);
    expect(out).toContain('all 40 cases within tolerance');
    expect(JSON.parse(appulse(['verify', shipped, '--json']).out)).toMatchObject({ passed: true });
  });

  it('finds a wrong answer and names it', () => {
    const set = JSON.parse(readFileSync(shipped, 'utf8'));
    set.cases[7].dist = '12345';
    writeFileSync(join(folder(), 'wrong.json'), JSON.stringify(set));
    const { code, out } = appulse(['verify', 'wrong.json']);
    expect(code).toBe(1);
    expect(out).toContain(String(set.cases[7].id));
    expect(out).toMatch(/failed\n$/);
  });

  it('finds a set of the package by its path there, and prints no table if no file can be read', () => {
    const { code, out, err } = appulse(['verify', 'reference/rigid-bodies/point-segment.json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('all 40 cases within tolerance');
    const missing = "cannot read exact answers 'reference/nowhere.json': no such file";
    expectInputError(['verify', 'reference/nowhere.json'], missing);
    expectInputError(['verify', 'reference/../package.json'], 'no such file');
    mkdirSync(join(folder(), 'reference'));
    writeFileSync(join(folder(), 'reference/set.json'), '{"format":"unknown/1","cases":[]}');
    expectInputError(['verify', 'reference/set.json'], 'reference/set.json: ');
  });

  it('rejects unknown operations, and still checks the other files', () => {
    writeFileSync(join(folder(), 'unknown.json'), '{"format":"unknown/1","cases":[]}');
    const { code, out, err } = appulse(['verify', 'unknown.json', 'nowhere.json', shipped]);
    expect(code).toBe(2);
    expect(err).toMatch(/^appulse: unknown.json: .*\nappulse: cannot read exact answers 'nowhere.json'.*\n$/);
    expect(out).toContain(shipped);
  });
});

describe('appulse reproduce and schema', () => {
  it('re-runs an item of a source and writes a report', () => {
    const id = /appulse reproduce ([\w-]+)\n/.exec(appulse(['reproduce', '--help']).out)?.[1] ?? '';
    const { code, out } = appulse(['reproduce', id]);
    expect(code).toBe(0);
    expect(out).toContain('1 of 1 item of the sources reproduced');
    expect(files('out/reproduction')).toEqual(['report.html', 'report.json']);
    expect(JSON.parse(bytes('out/reproduction/report.json').toString())).toMatchObject({
      passed: true,
      items: [{ id }],
    });
    expectInputError(['reproduce', 'nonsense'], "no item 'nonsense' to reproduce, expected ");
  });

  it('prints the schema of scenes, to standard output or a file', () => {
    const { code, out } = appulse(['schema']);
    expect(code).toBe(0);
    // one world after the other, and what is of none of them is planar
    for (let schema = JSON.parse(out); schema.else; schema = schema.else) {
      for (const world of [schema.then, schema.else.then ?? schema.else]) {
        expect(world.properties).toHaveProperty('time');
      }
    }
    expect(appulse(['schema', '-o', 'scene.schema.json']).code).toBe(0);
    expect(bytes('scene.schema.json').toString()).toBe(out);
    expectInputError(['schema', '-o', 'discs.scene.json'], 'there is a file of another kind');
  });
});

describe('appulse itself', () => {
  it('has examples in the help of each command', () => {
    for (const command of [
      'studio',
      'run',
      'sweep',
      'worker',
      'reconstruct',
      'report',
      'query',
      'block',
      'verify',
      'reproduce',
      'export',
      'convert',
      'schema',
      'completion',
    ]) {
      const { code, out } = appulse([command, '--help']);
      expect(code).toBe(0);
      expect(out).toMatch(/Examples:\n {2}.*appulse /);
    }
  });

  it('prints its version', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(appulse(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('rejects wrong usage in one line with a suggestion', () => {
    expectInputError(['exprot'], "unknown command 'exprot' (Did you mean export?)");
    expectInputError(['run'], "missing required argument 'scene'");
    expectInputError(['run', 'discs.scene.json', '--untill', '3'], "unknown option '--untill' (Did you mean --until?)");
    expectInputError(
      ['run', 'discs.scene.json', '--until', 'soon'],
      "argument 'soon' is invalid. Expected a number of seconds",
    );
    expectInputError(['run', 'discs.scene.json', 'more'], 'too many arguments');
    expectInputError(['export', 'x', '--to', 'xls'], "argument 'xls' is invalid. Allowed choices are csv");
    expectInputError(['completion', 'csh'], "'csh' is invalid");
    expect(appulse([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage: appulse') });
  });

  it('reports when there is no space for the result', () => {
    expect(shell('appulse schema > /dev/full')).toEqual({
      code: 2,
      out: '',
      err: 'appulse: cannot write: no space left on the device\n',
    });
  });

  it('prints the stack of an error only on request', () => {
    expect(shell('APPULSE_DEBUG=1 appulse run nowhere.json').err).toMatch(/\n +at .*main\.js/);
  });

  it('completes commands, options and files', () => {
    expect(shell('appulse completion bash | bash -n').code).toBe(0);
    expect(appulseAlone(['complete', '--', 'repr']).out).toMatch(/^reproduce\t/);
    expect(appulseAlone(['complete', '--', 'run', '--un']).out).toMatch(/^--until\t/);
    expect(appulseAlone(['complete', '--', 'run', 'di']).out).toMatch(/^discs\.scene\.json\t/);
    expect(appulseAlone(['complete', '--', 'sweep', 'di']).out).toMatch(/^discs\.scene\.json\t/);
    expect(appulseAlone(['complete', '--', 'sweep', 'st']).out).toMatch(/^status\t/);
  });
});
