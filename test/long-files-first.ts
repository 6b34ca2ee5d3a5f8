import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take longest, in this order: one that began last would leave the other cores idle. */
const LONG = [
  'test/package.test.ts',
  'test/golden/examples.test.ts',
  'test/faults/redis-sweeps.test.ts',
  'test/faults/killed-sweeps.test.ts',
  'test/studio-tools.test.ts',
  'test/studio-editing.test.ts',
  'test/studio-view.test.ts',
  'reproduce/solids/items.test.ts',
  'test/studio-examples.test.ts',
  'test/site.test.ts',
  'test/determinism.test.ts',
  'test/studio-figures.test.ts',
  'test/fmu/master.test.ts',
  'test/studio-scene.test.ts',
  'test/programs.test.ts',
  'test/studio.test.ts',
  'test/docs.test.ts',
  'reproduce/sweeps/items.test.ts',
  'test/sweeps.test.ts',
  'test/studio-playground.test.ts',
  'test/gpu/gpu-check.test.ts',
  'test/workers.test.ts',
  'reproduce/tracking/items.test.ts',
  'reproduce/rigid-bodies/items.test.ts',
  'test/fmu/host-process.test.ts',
  'reproduce/vehicles/items.test.ts',
  'test/studio-sweep.test.ts',
  'reproduce/velocity-contact/items.test.ts',
  'test/studio-live.test.ts',
  'src/query/verify.test.ts',
  'src/sim/solids/compliant/robustness.test.ts',
  'test/cli.test.ts',
  'test/contract.test.ts',
  'src/record/recording-writer.test.ts',
  'test/query-server.test.ts',
  'test/faults/memory.test.ts',
  'test/repro/runs-without-an-end.test.ts',
  'src/world/joints.test.ts',
  'test/faults/killed-runs.test.ts',
  'test/adversarial/impact.test.ts',
  'src/broad/swept/public-scenes.test.ts',
  'src/sim/penalty-steps.test.ts',
  'test/faults/full-disk.test.ts',
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
