import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SceneError } from '../scene/scene-error.ts';
import { readSweep, sceneReference } from './read-sweep.ts';

const scene = {
  name: 'docking',
  text: readFileSync(new URL('../../examples/docking.scene.json', import.meta.url), 'utf8'),
};

function messageOf(spec: unknown): string {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec, null, 2);
  try {
    readSweep({ text, name: 'spec.json', scene });
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return 'no error';
}

const axis = (more: Record<string, unknown>) => ({ scene: 'docking', axes: [{ path: 'bodies.chaser.mass', ...more }] });
const path = (name: unknown, more: Record<string, unknown> = { values: [1] }) => ({
  scene: 'docking',
  axes: [{ path: name, ...more }],
});
const output = (...outputs: unknown[]) => ({ ...axis({ values: [1] }), outputs });
const ranges = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    path: ['bodies.chaser.mass', 'bodies.chaser.angle', 'time.end', 'bodies.chaser.velocity[0]'][i],
    range: { from: 1, to: 2, count: 1000 },
  }));

describe('an invalid specification is rejected before anything runs, with location, value and what was expected', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'unknown key',
      { ...axis({ values: [1] }), axis: 1 },
      /^spec\.json:\d+:\d+ axis: is not a known key, did you mean "axes"\?/,
    ],
    [
      'wrong type',
      { ...axis({ values: [1] }), scene: [1] },
      /scene: must be a text or an object \{ \.\.\. \}, got \[1\]/,
    ],
    ['wrong type of a number', axis({ uniform: { from: [1], to: 2 } }), /from: must be a number or a text, got \[1\]/],
    ['no axes', { scene: 'docking', axes: [] }, /axes: must have at least 1 item, has 0/],
    [
      'unknown body',
      path('bodies.chser.mass'),
      /axes\[0\]\.path: is not in the scene: bodies has no chser, did you mean "chaser"\?, got "bodies\.chser\.mass"/,
    ],
    ['unknown key of a body', path('bodies.chaser.weight'), /bodies\[1\] has no weight, known are "name", "shape"/],
    ['index out of range', path('bodies[2].mass'), /bodies has 2 items, from \[0\]/],
    ['a part of a number', path('time.end.x'), /time\.end has no parts/],
    ['no path', path('bodies..mass'), /must be a path such as/],
    ['one of several paths', path(['time.end', 'time.ende']), /axes\[0\]\.path\[1\]: .*did you mean "end"\?/],
    [
      'several paths with different units',
      path(['time.end', 'bodies.chaser.mass']),
      /axes\[0\]\.path\[1\]: has other units than time\.end/,
    ],
    ['the world', path('world', { values: ['planar'] }), /cannot be varied/],
    ['empty list', axis({ values: [] }), /axes\[0\]\.values: must have at least 1 item/],
    ['no values', axis({}), /axes\[0\]: has no values, must have exactly one of values, range, uniform, normal/],
    ['two kinds of values', axis({ values: [1], uniform: { from: 1, to: 2 } }), /has both values and uniform/],
    [
      'wrong unit',
      axis({ values: ['3 m'] }),
      /axes\[0\]\.values\[0\]: must be a number \[kg\] or a text with a unit of mass .*got "3 m"/,
    ],
    ['value out of range', axis({ values: [1, -1] }), /axes\[0\]\.values\[1\]: must be above zero, got -1/],
    ['range out of range', axis({ range: { from: -1, to: 2, count: 4 } }), /range\.from: must be above zero, got -1/],
    ['range without count', axis({ range: { from: 1, to: 2 } }), /must have either count or step/],
    [
      'range in the wrong direction',
      axis({ range: { from: 1, to: 2, step: -1 } }),
      /range\.step: must lead from the first value to the last/,
    ],
    [
      'logarithm of zero',
      path('contacts.restitution', { range: { from: 0, to: 1, count: 5, spacing: 'log' } }),
      /needs limits above zero/,
    ],
    [
      'fraction of an integer',
      path('time.maxEvents', { range: { from: 1, to: 2, count: 3 } }),
      /range\.count: makes the value 1\.5, which must be an integer/,
    ],
    ['distribution of an integer', path('time.maxEvents', { uniform: { from: 1, to: 2 } }), /is for real numbers/],
    [
      'distribution of a choice',
      path('time.method', { uniform: { from: 1, to: 2 } }),
      /is for numbers, time\.method is none/,
    ],
    [
      'unknown choice',
      path('time.method', { values: ['stepz'] }),
      /must be one of "events", "steps", did you mean "steps"\?/,
    ],
    ['empty interval', axis({ uniform: { from: 2, to: 1 } }), /uniform\.to: must be above `from`/],
    ['deviation of zero', axis({ normal: { mean: 2, deviation: 0 } }), /deviation: must be above zero/],
    [
      'limits without probability',
      axis({ normal: { mean: 2, deviation: 0.01, min: 5, max: 6 } }),
      /no probability between them/,
    ],
    [
      'samples without a number',
      axis({ uniform: { from: 1, to: 2 } }),
      /samples: is missing, axis "bodies\.chaser\.mass" has a distribution/,
    ],
    [
      'samples without a distribution',
      { ...axis({ values: [1] }), samples: { count: 3 } },
      /samples: needs an axis with a distribution/,
    ],
    [
      '1e12 combinations',
      { scene: 'docking', axes: ranges(4) },
      /axes: make 1000 x 1000 x 1000 x 1000 = 1000000000000 runs, must be at most 10000000000/,
    ],
    ['a range of 1e15 values', axis({ range: { from: 1, to: 2, step: 1e-15 } }), /must be at most 1000000000/],
    [
      'the same value twice',
      {
        scene: 'docking',
        axes: [
          { path: 'time.end', values: [1] },
          { path: 'time.end', name: 'b', values: [2] },
        ],
      },
      /is set by another axis too/,
    ],
    ['the same column twice', output('time', 'time'), /outputs\[1\]: there is another column "time"/],
    [
      'unknown output',
      output('colisions'),
      /outputs\[0\]: is not a value of the summary of a run, did you mean "collisions"\?, got "colisions"/,
    ],
    ['event as a value', output('docking'), /for events use \{"event": "docking"\}/],
    ['unknown event', output({ event: 'dock' }), /outputs\[0\]\.event: is not a type of events, known are "collision"/],
    [
      'unknown field of an event',
      output({ event: 'docking', column: 'impulse' }),
      /is not a number of the event docking, known are "time", "speed"/,
    ],
    [
      'unknown table',
      output({ table: 'vehicles', column: 'speed', statistic: 'max' }),
      /is not a table of recordings of this scene/,
    ],
    [
      'unknown column',
      output({ table: 'frames', column: 'vq', statistic: 'max' }),
      /is not a column of numbers of frames/,
    ],
    ['no statistic', output({ table: 'frames', column: 'x' }), /outputs\[0\]\.statistic: is missing/],
    ['unknown body of an output', output({ event: 'docking', bodies: ['x'] }), /is not a body of the scene/],
    ['vehicles of a planar scene', output('phases[0].deltaVA'), /is not a value of the summary/],
    [
      'unknown axis of a correlation',
      {
        ...axis({ uniform: { from: 1, to: 2 } }),
        samples: { count: 2 },
        correlations: [{ axes: ['a', 'b'], value: 0 }],
      },
      /correlations\[0\]\.axes\[0\]: is not an axis with a distribution/,
    ],
    ['no JSON', '{"scene": docking}', /^spec\.json:1:11 not valid JSON here/],
  ])('%s', (_, spec, expected) => {
    expect(messageOf(spec)).toMatch(expected);
  });

  it('contradicting correlations', () => {
    const paths = ['bodies.chaser.mass', 'time.end', 'bodies.chaser.angle'];
    const axes = paths.map((path, i) => ({ path, name: 'abc'[i], uniform: { from: 1, to: 2 } }));
    const correlations = [
      { axes: ['a', 'b'], value: 0.9 },
      { axes: ['b', 'c'], value: 0.9 },
      { axes: ['a', 'c'], value: -0.9 },
    ];
    const spec = { scene: 'docking', axes, samples: { count: 2 } };
    expect(messageOf({ ...spec, correlations })).toMatch(/correlations: contradict each other/);
    expect(messageOf({ ...spec, correlations: correlations.slice(0, 1) })).toBe('no error');
  });

  it('an error in a scene inside the specification has its location there', () => {
    const spec = {
      scene: { title: 'x', description: 'y', bodies: [], time: { end: 1 } },
      axes: [{ path: 'time.end', values: [1] }],
    };
    expect(messageOf(spec)).toMatch(/^spec\.json:5:\d+ scene\.bodies: must have at least 1 item/);
  });

  it('a specification names its scene by file, by data files of vehicles, or has it inside', () => {
    const axes = [{ path: 'time.end', values: [1] }];
    const reference = (more: object) => sceneReference(JSON.stringify({ axes, ...more }), 'spec.json');
    expect(reference({ scene: 'docking' })).toEqual({ kind: 'file', path: 'docking' });
    expect(reference({ scene: {} })).toEqual({ kind: 'inline' });
    expect(reference({ vehicles: { models: 'a.dat', platoon: 'b.dat' } })).toEqual({
      kind: 'vehicles',
      models: 'a.dat',
      platoon: 'b.dat',
      end: 3,
    });
    expect(() => reference({})).toThrow('must have either scene or vehicles');
  });
});
