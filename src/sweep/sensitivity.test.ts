import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { uniformAt } from '../math/counter-random.ts';
import { readSweep } from './read-sweep.ts';
import { type DesignShape, designShape, firstOrderIndices } from './sensitivity.ts';

/** A grid axis with 3 values and two samples axes: y = g + 2 a + (g - 1) b, with a and b uniform in (0, 1). */
const SAMPLES = 4000;
const shape: DesignShape = {
  gridCount: 3,
  sampleCount: SAMPLES,
  axes: [
    { name: 'g', isGrid: true, isCorrelated: false },
    { name: 'a', isGrid: false, isCorrelated: false },
    { name: 'b', isGrid: false, isCorrelated: false },
  ],
};

function results(more: { skip?: (run: number) => boolean } = {}) {
  const runs = [...Array(3 * SAMPLES).keys()].filter((run) => !more.skip?.(run));
  const g = runs.map((run) => Math.floor(run / SAMPLES));
  const [a, b] = [0, 1].map((stream) => runs.map((run) => uniformAt(5, stream, run % SAMPLES)));
  return { runs, axes: [g, a, b], output: runs.map((_, i) => g[i] + 2 * a[i] + (g[i] - 1) * b[i]) };
}

const valuesOf = (indices: ReturnType<typeof firstOrderIndices>) =>
  indices.map((index) => (index.kind === 'index' ? index.value : index.reason));

describe('first-order indices of a sweep', () => {
  // E[y|g] = g + 1 + (g - 1)/2, variance 1.5² 2/3; E[y|a] = 1 + 2 a, variance 4/12; E[y|b] = 2, variance 0; rest: 2/3 / 12
  const total = 1.5 + 1 / 3 + 2 / 3 / 12;
  const exact = [1.5 / total, 1 / 3 / total, 0];

  it('of a grid with samples agree with the closed form: an axis that acts only together with another has none', () => {
    valuesOf(firstOrderIndices(shape, results())).forEach((value, i) => {
      // random errors of the variances of 4000 samples: 1.5 %
      expect(Math.abs(Number(value) - exact[i])).toBeLessThan(0.01);
    });
  });

  it('do not depend on the order of the rows', () => {
    const { runs, axes, output } = results();
    const mirrored = {
      runs: runs.toReversed(),
      axes: axes.map((column) => column.toReversed()),
      output: output.toReversed(),
    };
    const [first, second] = [firstOrderIndices(shape, { runs, axes, output }), firstOrderIndices(shape, mirrored)];
    valuesOf(first).forEach((value, i) => {
      expect(Number(valuesOf(second)[i])).toBeCloseTo(Number(value), 12);
    });
  });

  it('use only samples with a value at every point of the grid', () => {
    const found = firstOrderIndices(shape, results({ skip: (run) => run % 2 === 0 && run < SAMPLES }));
    expect(found[1]).toMatchObject({ kind: 'index', count: SAMPLES / 2 });
    expect(Math.abs(Number(valuesOf(found)[0]) - exact[0])).toBeLessThan(0.02);
  });

  it('are missing with a reason: correlated axes, few samples, empty outputs, one value', () => {
    const [g, a, b] = shape.axes;
    const correlated = { ...shape, axes: [g, { ...a, isCorrelated: true }, { ...b, isCorrelated: true }] };
    expect(valuesOf(firstOrderIndices(correlated, results())).slice(1)).toEqual(
      Array(2).fill('correlated with another axis: the effects cannot be separated'),
    );
    const few = results({ skip: (run) => run % SAMPLES >= 20 });
    expect(valuesOf(firstOrderIndices(shape, few))[1]).toBe('needs at least 64 complete samples, there are 20');
    const empty = { ...results(), output: new Float64Array(3 * SAMPLES).fill(Number.NaN) };
    expect(valuesOf(firstOrderIndices(shape, empty))[0]).toBe(
      'no sample has a value of the output at all points of the grid',
    );
    const constant = { ...results(), output: new Float64Array(3 * SAMPLES).fill(4) };
    expect(valuesOf(firstOrderIndices(shape, constant))[2]).toBe('the output has a single value');
  });

  it('know the design of a specification: grid, samples and correlations', () => {
    const spec = {
      scene: 'docking',
      axes: [
        { path: 'bodies.chaser.mass', name: 'mass', values: [300, 400] },
        { path: 'bodies.chaser.velocity[0]', name: 'speed', uniform: { from: 0.1, to: 0.2 } },
        { path: 'bodies.chaser.velocity[1]', name: 'drift', uniform: { from: 0, to: 0.001 } },
        { path: 'bodies.chaser.angle', name: 'angle', uniform: { from: 0, to: 0.001 } },
      ],
      correlations: [
        { axes: ['speed', 'drift'], value: 0.5 },
        { axes: ['speed', 'angle'], value: 0 },
      ],
      samples: { count: 10 },
    };
    const scene = { text: exampleText('docking'), name: 'docking' };
    const found = designShape(readSweep({ text: JSON.stringify(spec), name: 'spec', scene }));
    expect([found.gridCount, found.sampleCount]).toEqual([2, 10]);
    expect(found.axes.map(({ isGrid, isCorrelated }) => [isGrid, isCorrelated])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ]);
  });
});
