import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { runBlock } from './run-block.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/blocks/${name}`, import.meta.url), 'utf8');

describe('the form of the collision block', () => {
  it.each([
    ['planar-docking', 'jsonl', 'planar'],
    ['spacecraft', 'csv', 'solids'],
  ])('runs the example %s and makes a scene of its bodies', (name, format, world) => {
    const run = runBlock(example(`${name}.block.json`), example(`${name}.states.${format}`));
    expect(run.errors).toEqual([]);
    expect(run.samples.length).toBeGreaterThan(7);
    expect(run.samples[0].poses).toHaveLength(7 * run.bodies.length);
    expect(run.samples[0].values).toHaveLength(run.ports.length);
    const scene = readScene(run.sceneText, 'scene');
    expect([scene.world, scene.bodies.map((body) => body.name)]).toEqual([world, run.bodies]);
  });

  it('reports the lines that it could not use', () => {
    const run = runBlock(example('planar-docking.block.json'), '{"Xcm_A": 1}\n');
    expect(run.errors).toEqual([expect.stringMatching(/^line 1: Xcm_A: must be 9 finite numbers/)]);
    expect(run.samples).toEqual([]);
  });
});
