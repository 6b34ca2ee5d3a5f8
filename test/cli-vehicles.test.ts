import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModels } from '../src/formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../src/formats/vehicle-files/platoon-file.ts';
import { VehicleFileError } from '../src/formats/vehicle-files/vehicle-file-error.ts';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from './command-line.ts';

const DATA = ['model.dat', 'platoon1.dat', 'platoon2.dat'];

useFolder((folder) => {
  for (const name of DATA) copyFileSync(join(ROOT, 'examples/vehicles', name), join(folder, name));
});

const text = (name: string) => readFileSync(join(folder(), name), 'utf8');
const summaryOf = (...args: string[]) => JSON.parse(appulse(['run', ...args, '--no-record', '--json']).out);

describe('appulse run with data files of vehicles', () => {
  it('prints events, results and ledger, and records the scene that the files make', () => {
    const { code, out, err } = appulse(['run', 'model.dat', 'platoon1.dat', '--until', '1']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/0\.7691852 s +contact-begin +vehicle 1, vehicle 2\n/);
    expect(out).toMatch(
      /0\.8207813 s +collision +vehicle 1, vehicle 2 +closing at 1\.57\d* m\/s, impulse 1368\.\d+ N s/,
    );
    expect(out).toMatch(/start \[s\] +end \[s\] +vehicle +delta-V \[m\/s\] +PDOF \[deg\]/);
    expect(out).toMatch(/0\.7691852 +0\.8207813 +vehicle 1 +0\.86999 +47\.303 +29\.1 to 28\.517 +0 to 30\.891/);
    expect(out).toMatch(/momentum +changed by .* balance error /);
    expect(files('out')).toEqual(['platoon1.recording']);
    expect(files('out/platoon1.recording')).toContain('vehicles.parquet');
    const { run, counts } = JSON.parse(text('out/platoon1.recording/summary.json'));
    expect(run.vehicles.phases).toHaveLength(1);
    expect(counts.vehicles).toBe(counts.frames);
    // the recorded scene runs like the files
    writeFileSync(join(folder(), 'same.scene.json'), text('out/platoon1.recording/scene.json'));
    expect(summaryOf('same.scene.json').run.stateHash).toBe(run.stateHash);
  });

  it('changes the contact model and the initial state by options', () => {
    const run = (...options: string[]) => summaryOf('model.dat', 'platoon1.dat', ...options).run;
    const [phase] = run('--model', 'BM', '--filter', 'eq1', '--until', '0.85').vehicles.phases;
    // the force of boxes is along the road; with the filter of the source it acts as soon as the ellipsoids touch
    expect(Object.keys(phase.rules)[0]).toBe('I');
    expect(phase.start).toBeCloseTo(0.769185, 5);
    // one metre nearer, in two steps
    const nearer = run('--until', '0.4', '--offset', '2:-0.5,0', '--offset', '2:-0.5,0');
    expect(nearer.vehicles.phases[0].start).toBeCloseTo(0.769185 - 1 / 2.3, 5);
  });

  it('applies the same options to scenes, and records the changed scene', () => {
    const scene = join(ROOT, 'examples/platoon-1-ellipsoids.scene.json');
    appulse(['run', scene, '--model', 'BM', '--no-fallback', '--until', '1', '-o', 'changed']);
    expect(JSON.parse(text('changed/scene.json')).contacts).toEqual({ model: 'BM', fallback: false });
    expectInputError(['run', join(ROOT, 'examples/docking.scene.json'), '--model', 'BM'], '--model needs vehicles');
    expectInputError(['run', scene, '--offset', '3:0,1'], '--offset: there is no vehicle 3, expected 1 to 2');
    expectInputError(['run', scene, '--offset', 'left'], "'left' is invalid. Expected the number of a vehicle");
    expectInputError(['run', scene, '--model', 'XM'], "'XM' is invalid. Allowed choices are EM, BM");
  });

  it('sets the edge radius of all models or of one, and the rest to start from', () => {
    const scene = join(ROOT, 'examples/platoon-1-boxes.scene.json');
    const options = ['--radius', '0.2', '--radius', '1:0.1', '--start', 'exact', '--until', '0.01'];
    appulse(['run', scene, ...options, '-o', 'round']);
    const { contacts, models, start } = JSON.parse(text('round/scene.json'));
    expect([contacts.radius, models[0].radius, start]).toEqual([0.2, 0.1, 'exact']);
    expectInputError(['run', scene, '--radius', '2:0.1'], '--radius: there is no model 2, expected 1 to 1');
    expectInputError(['run', scene, '--radius', '1:3'], 'models[0].radius: must be from 0 to 1.45 m');
    expectInputError(['run', scene, '--radius', 'round'], "'round' is invalid. Expected a length in metres");
    expectInputError(['run', scene, '--start', 'rest'], "'rest' is invalid. Allowed choices are exact, file");
  });

  it('names the contact model, and notes a start that is not at rest and contacts at high speed', () => {
    const run = (...args: string[]) => appulse(['run', 'model.dat', 'platoon1.dat', '--no-record', ...args]).out;
    expect(run('--until', '0.01')).toContain('Contacts (0) of ellipsoids (EM)\n');
    const boxes = run('--model', 'BM', '--start', 'file', '--until', '0.01');
    expect(boxes).toContain('Contacts (0) of boxes (BM)\n');
    expect(boxes).toContain(
      'note: the given equilibrium of model 1 departs from the computed rest: D11 by 0.0000107, D31 by 0.00000301\n',
    );
    writeFileSync(join(folder(), 'fast.dat'), text('platoon1.dat').replace('29.1', '39.1'));
    const fast = appulse(['run', 'model.dat', 'fast.dat', '--no-record', '--until', '0.3']).out;
    expect(fast).toContain('note: 1 contact begins with a relative speed above 5 m/s (up to 12.3 m/s): outside');
    expect(run('--until', '1')).not.toContain('note:');
  });

  it('records rule, regions and points of every pair over time, and exports them', () => {
    appulse(['run', 'model.dat', 'platoon1.dat', '--model', 'BM', '--until', '0.9', '-o', 'pairs']);
    appulse(['export', 'pairs', '-o', 'tables']);
    const [head, ...rows] = text('tables/pairs.csv').trim().split('\n');
    expect(head).toMatch(/^time,bodyA,nameA,bodyB,nameB,rule,regionA,regionB,gap,depth,force,ax,ay,az,bx/);
    const rules = rows.map((row) => row.split(',').slice(5, 8).join(' '));
    expect([...new Set(rules)].sort()).toEqual(expect.arrayContaining(['I face face', 'rejected - -']));
    expect(text('tables/phases.csv').split('\n')[1]).toContain(',BM,');
  });

  it('prints US units on request, and records SI units', () => {
    const { out } = appulse(['run', 'model.dat', 'platoon1.dat', '--until', '1', '--units', 'us', '-o', 'us']);
    // 0.86999 m/s and 1368.49 N s
    expect(out).toMatch(/delta-V \[mph\]/);
    expect(out).toMatch(/vehicle 1 +1\.9461 +47\.303 +65\.095 to 63\.79 +0 to 30\.891 +307\.65 /);
    const [phase] = JSON.parse(text('us/summary.json')).run.vehicles.phases;
    expect(phase.deltaV[0]).toBeCloseTo(0.87, 3);
  });

  it('warns of laws that create energy', () => {
    const { code, err } = appulse([
      'run',
      'model.dat',
      'platoon2.dat',
      '--model',
      'BM',
      '--law',
      'ellipsoid',
      '--no-record',
    ]);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'appulse: platoon2.dat: contacts.law "ellipsoid" creates energy, it is for comparison only\n',
    });
  });

  it('records a run that cannot continue up to that time, prints the reason and exits with an error', () => {
    const scene = JSON.parse(readFileSync(join(ROOT, 'examples/platoon-1-ellipsoids.scene.json'), 'utf8'));
    const write = (name: string, changes: object) =>
      writeFileSync(join(folder(), name), JSON.stringify({ ...scene, ...changes }));
    const [first, second] = scene.vehicles;
    const models = [{ ...scene.models[0], elastic: { modulus: '200 kPa' } }];
    write('soft.scene.json', {
      models,
      vehicles: [
        { ...first, speed: 40 },
        { ...second, position: [7, 0], speed: -40 },
      ],
    });
    write('coarse.scene.json', { time: { end: 1, step: 0.01 } });
    for (const [name, message] of [
      ['soft', /^appulse: soft\.scene\.json: stopped at 0\.0\d+ s: E_COLLAPSE: vehicle \d is squeezed flat.*\n$/],
      ['coarse', /^appulse: coarse\.scene\.json: stopped at 0 s: E_TIMESTEP: step: must be at most .*got 0\.01\n$/],
    ] as const) {
      const { code, err } = appulse(['run', `${name}.scene.json`]);
      expect(code).toBe(1);
      expect(err).toMatch(message);
      expect(JSON.parse(text(`out/${name}.recording/summary.json`)).run.status).toBe('failed');
    }
    expect(appulse(['export', 'out/soft.recording']).out).toMatch(
      /vehicles\.csv, (pairs\.csv, )?phases\.csv, events\.csv, columns\.csv in /,
    );
  });

  it('draws a picture from above', () => {
    expect(
      appulse(['run', 'model.dat', 'platoon1.dat', '--until', '0.1', '--no-record', '--picture', 'p.svg']).code,
    ).toBe(0);
    expect(text('p.svg')).toMatch(/^<svg[\s\S]*url\(#ground\)[\s\S]*<\/svg>\s*$/);
  });
});

describe('data files that cannot be run are rejected with file, line, column and key', () => {
  it('when one is missing or has the wrong content', () => {
    expectInputError(['run', 'model.dat'], "the model file 'model.dat' needs a platoon file");
    expectInputError(['run', 'model.dat', 'nowhere.dat'], "cannot read platoon file 'nowhere.dat': no such file");
    expectInputError(['run', 'platoon1.dat', 'model.dat'], /platoon1\.dat:2:1 NUMBER_OF_MODELS: .*E_EXPECTED/);
    expectInputError(['run', 'model.dat', 'model.dat'], /model\.dat:2:1 NUMBER_OF_VEHICLES: .*E_EXPECTED/);
  });

  it('when a number is out of range or a key is unknown', () => {
    writeFileSync(join(folder(), 'light.dat'), text('model.dat').replace('1573.0', '-1'));
    expectInputError(
      ['run', 'light.dat', 'platoon1.dat'],
      /light\.dat:4:1 MASS: must be above zero, got -1 \(E_RANGE\)/,
    );
    writeFileSync(join(folder(), 'odd.dat'), text('platoon1.dat').replace('STEERING', 'STEERNIG'));
    expectInputError(['run', 'model.dat', 'odd.dat'], /odd\.dat:9:1 STEERNIG: .*E_UNKNOWN_KEY/);
  });

  it('when a vehicle has no equilibrium: the error names the scene', () => {
    writeFileSync(join(folder(), 'soft.dat'), text('model.dat').replace('C1     40000.0', 'C1 100'));
    expectInputError(
      ['run', 'soft.dat', 'platoon1.dat'],
      /platoon1\.dat as a scene:\d+:\d+ models\[0\]\.suspension: E_NO_CONVERGENCE/,
    );
  });

  it('when words are missing, repeated or changed: exit code 2 with line and key', () => {
    const mutation = fc.record({
      at: fc.nat(60),
      word: fc.constantFrom('', 'MASS', 'x', '1e999', '-5', 'MODEL', 'INITIALLY_WITH', '%', 'NaN', '1.'),
      isModel: fc.boolean(),
    });
    const spoil = (given: string, at: number, word: string) => {
      const words = given.match(/\S+|\s+/g) ?? [];
      const places = words.flatMap((piece, i) => (piece.trim() === '' ? [] : [i]));
      words[places[at % places.length]] = word;
      return words.join('');
    };
    let rejected = 0;
    const check = fc.property(mutation, ({ at, word, isModel }) => {
      const name = isModel ? 'model.dat' : 'platoon1.dat';
      const original = readFileSync(join(ROOT, 'examples/vehicles', name), 'utf8');
      const bare = original.replaceAll(/%.*/g, '');
      const spoilt = spoil(bare, at, word);
      writeFileSync(join(folder(), name), spoilt);
      const fault = faultOf(isModel ? spoilt : undefined, isModel ? undefined : spoilt);
      const { code, err } = appulse(['run', 'model.dat', 'platoon1.dat', '--until', '0.001', '--no-record']);
      writeFileSync(join(folder(), name), original);
      if (fault === undefined) return;
      rejected++;
      expect(code).toBe(2);
      expect(err).toMatch(/^appulse: [^\n]+\n$/);
      expect(err).toContain(`${name}:${fault.line}:${fault.column} ${fault.key}: `);
      expect(err).toContain(fault.code);
    });
    fc.assert(check, { seed: 98, numRuns: 10 });
    expect(rejected).toBeGreaterThan(5);
  });
});

/** What the reader has against spoilt files; undefined if they are sound. */
function faultOf(
  model = readExample('model.dat'),
  platoon = readExample('platoon1.dat'),
): VehicleFileError | undefined {
  try {
    parsePlatoon(platoon, parseModels(model));
    return undefined;
  } catch (error) {
    if (error instanceof VehicleFileError) return error;
    throw error;
  }
}

function readExample(name: string): string {
  return readFileSync(join(ROOT, 'examples/vehicles', name), 'utf8');
}

describe('appulse convert', () => {
  it('converts data files to a scene and back without changing a number', () => {
    expect(appulse(['convert', 'model.dat', 'platoon2.dat', '-o', 'two.scene.json']).code).toBe(0);
    expect(appulse(['convert', 'model.dat', 'platoon2.dat']).out).toBe(text('two.scene.json'));
    const { code, out, err } = appulse(['convert', 'two.scene.json', '-o', 'back']);
    expect({ code, out }).toEqual({ code: 0, out: 'model.dat, platoon.dat in back\n' });
    expect(err).toContain('cannot be stored in data files');
    const models = parseModels(text('back/model.dat'));
    expect(models).toEqual(parseModels(text('model.dat')));
    expect(parsePlatoon(text('back/platoon.dat'), models)).toEqual(parsePlatoon(text('platoon2.dat'), models));
  });

  it('rejects scenes of other worlds, and does not overwrite other files', () => {
    expectInputError(['convert', join(ROOT, 'examples/docking.scene.json')], 'only a scene with "world": "vehicles"');
    expectInputError(['convert', 'model.dat', 'platoon1.dat', '-o', 'platoon2.dat'], 'there is a file of another kind');
    expectInputError(['convert', 'model.dat'], 'needs a platoon file');
  });
});
