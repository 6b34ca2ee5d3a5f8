import { expect, it } from 'vitest';
import { readSweep } from '../../src/sweep/read-sweep.ts';
import { exampleText } from '../scenes.ts';

it('a parameter that is a number or a text, such as a gain, has ranges and distributions of numbers', () => {
  const sweepOf = (axis: Record<string, unknown>) =>
    readSweep({
      text: JSON.stringify({ scene: 's', axes: [{ path: 'tracking.gain', ...axis }] }),
      name: 'spec',
      scene: { text: exampleText('tracker-patch-and-point'), name: 's' },
    });
  const { design } = sweepOf({ range: { from: 100, to: 300, count: 3 } });
  expect([0, 1, 2].map(design.valuesOf)).toEqual([[100], [200], [300]]);
  expect(() => sweepOf({ range: { from: -100, to: 300, count: 3 } })).toThrow(/from: must be/);
});
