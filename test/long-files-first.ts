import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take longest, in this order: one that began last would leave the other cores idle. */
const LONG = [
  'test/site.test.ts',
  'test/studio-examples.test.ts',
  'test/package.test.ts',
  'test/faults/killed-sweeps.test.ts',
  'test/studio-tools.test.ts',
  'test/faults/redis-sweeps.test.ts',
  'test/determinism.test.ts',
  'reproduce/solids/items.test.ts',
  'test/golden/examples.test.ts',
  'test/studio-sweep.test.ts',
  'test/studio.test.ts',
  'test/sweeps.test.ts',
  'test/studio-scene.test.ts',
  'test/fmu/master.test.ts',
  'reproduce/vehicles/items.test.ts',
  'test/workers.test.ts',
  'test/docs.test.ts',
  'test/programs.test.ts',
  'test/adversarial/impact.test.ts',
  'src/sim/solids/compliant/robustness.test.ts',
  'src/sim/solids/capture.test.ts',
  'test/faults/killed-runs.test.ts',
  'test/cli.test.ts',
];

/** The long files, then the others in the order of vitest. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
