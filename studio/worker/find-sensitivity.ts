import { firstOrderIndices, rankCorrelation } from '../../src/entries/sweeps.ts';
import type { OutputSensitivity, SensitivityTable } from '../sweep/sweep-results.ts';
import type { JobContext } from './job-context.ts';
import type { Jobs } from './jobs.ts';

/** Rank correlations and first-order indices of every numeric output. */
export async function findSensitivity(
  { columns, shape }: Jobs['sensitivity']['input'],
  context: JobContext,
): Promise<SensitivityTable> {
  const axes = columns.filter(({ role }) => role === 'axis');
  const outputs = columns.filter(({ role, texts }) => role === 'output' && texts === undefined);
  const runs = columns[0].values;
  const found: OutputSensitivity[] = [];
  for (const { name, values } of outputs) {
    const correlations = axes.map((axis) => (axis.texts ? undefined : rankCorrelation(axis.values, values)));
    const indices = firstOrderIndices(shape, { runs, axes: axes.map((axis) => axis.values), output: values });
    found.push({ output: name, correlations, indices });
    if (context.isDue()) await context.breathe({ done: found.length, total: outputs.length });
  }
  return { axes: axes.map(({ name }) => name), outputs: found };
}
