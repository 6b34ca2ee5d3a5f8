import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, files, folder, useFolder } from '../command-line.ts';

/** Runs that do not come to their end: exit code 1, and a recording of what there was; not a silent 0, and not nothing. */

const scene = (document: object) => JSON.stringify({ title: 'test', description: 'A test.', ...document });
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
const disc = { kind: 'disc', radius: 0.5 };

const SCENES = {
  bouncing: scene({
    bodies: [floor, { name: 'ball', shape: disc, position: [0, 1], mass: 1 }],
    contacts: { restitution: 1 },
    forces: { gravity: [0, -10] },
    time: { end: 100, maxEvents: 5 },
  }),
  // what docks off its own centre cannot be followed by exact times if it is round
  docking: scene({
    bodies: [
      { name: 'left', shape: disc, position: [-1, 0], velocity: [1, 0], mass: 1 },
      { name: 'right', shape: disc, position: [1, 0], mass: 1 },
      { ...floor, position: [0, -3] },
    ],
    contacts: { pairs: [{ bodies: ['left', 'right'], collide: false }] },
    sensors: [
      { name: 'nose', body: 'left', point: [0.5, 0] },
      { name: 'port', body: 'right', point: [-0.5, 0] },
    ],
    docking: [{ sensors: ['nose', 'port'] }],
    time: { end: 5 },
  }),
  overlapping: scene({
    bodies: [floor, { name: 'ball', shape: disc, position: [0, 0.1], mass: 1 }],
    time: { end: 1 },
  }),
  unstable: scene({
    world: 'deformable',
    bodies: [
      {
        name: 'block',
        shape: { kind: 'hexahedra', halfExtents: [0.5, 0.5, 0.5], elements: [2, 2, 2] },
        elastic: { modulus: 1e6, poisson: 0.3, density: 1000 },
      },
    ],
    time: { end: 1, courantNumber: 1 },
  }),
};

useFolder((place) => {
  for (const [name, text] of Object.entries(SCENES)) writeFileSync(join(place, `${name}.json`), text);
});

const summary = (name: string) => JSON.parse(readFileSync(join(folder(), name, 'summary.json'), 'utf8')).run;

describe('a run that stops early', () => {
  it('after the last event that is allowed, exits with 1 and is recorded', () => {
    const { code, err } = appulse(['run', 'bouncing.json', '-o', 'bouncing']);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^appulse: bouncing.json: stopped at [\d.]+ s, at the limit time.maxEvents of contact events\n$/,
    );
    expect(summary('bouncing')).toMatchObject({ status: 'event-limit', collisions: 5 });
  });

  it('because it cannot continue, exits with 1 and is recorded up to that time', () => {
    const { code, err } = appulse(['run', 'docking.json', '-o', 'docking']);
    expect(code).toBe(1);
    expect(err).toMatch(/^appulse: docking.json: stopped at 0.999 s: .*a docked disc needs time.method 'steps'/);
    expect(summary('docking')).toMatchObject({ status: 'failed', time: 0.999, dockings: 1 });
    expect(files('docking')).toContain('frames.parquet');
  });

  it('before it starts is an input error: exit code 2, and no recording', () => {
    expectInputError(
      ['run', 'overlapping.json'],
      /floor and ball overlap at t = 0 s by 0.[0-9]+ m; .*move them apart by that much/,
    );
  });

  it('does not start with steps above the stability limit of the elements', () => {
    expectInputError(
      ['run', 'unstable.json'],
      /time.courantNumber 1 makes steps of [\d.e-]+ s, longer than the largest stable one, [\d.e-]+ s/,
    );
  });
});
