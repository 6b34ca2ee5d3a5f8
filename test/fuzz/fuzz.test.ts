import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../sources.ts';
import { runCampaign } from './campaign.ts';
import type { Outcome } from './judge.ts';
import { blockTarget } from './targets/blocks.ts';
import { caseTarget } from './targets/cases.ts';
import { linkTarget } from './targets/links.ts';
import { meshModelTarget } from './targets/mesh-models.ts';
import { meshTarget } from './targets/meshes.ts';
import { exactAnswerTarget, queryTarget } from './targets/queries.ts';
import { recordingTarget, snapshotTarget } from './targets/recordings.ts';
import { sceneTarget } from './targets/scenes.ts';
import { sweepTarget } from './targets/sweeps.ts';
import { urdfTarget } from './targets/urdf.ts';
import { vehicleFileTarget } from './targets/vehicle-files.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * Mutated inputs for everything that reads. Each is used or rejected by name: no crash, no endless loop, no number that is not finite.
 * `FUZZ_CASES=100000 npx vitest run test/fuzz` is the long campaign; FUZZ_SEED gives others, FUZZ_FIRST begins at another case.
 */
const CASES = Number(process.env['FUZZ_CASES'] ?? 1500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const FIRST = Number(process.env['FUZZ_FIRST'] ?? 0);

const targets = [
  sceneTarget,
  sweepTarget,
  queryTarget,
  meshTarget,
  meshModelTarget,
  recordingTarget,
  vehicleFileTarget,
  urdfTarget,
  exactAnswerTarget,
  snapshotTarget,
  linkTarget,
  blockTarget,
  caseTarget,
];

describe('mutated inputs are used or rejected by name', () => {
  const watchdog = createWatchdog();
  afterAll(() => watchdog.stop());

  it('every target has its fraction of the cases', () => {
    expect(targets.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1, 12);
  });

  it.each(targets)(
    '$name',
    async (target) => {
      const count = Math.ceil(CASES * target.fraction);
      const folder = join(root, 'node_modules/.cache/appulse/fuzz');
      const { failures, ...outcomes } = await runCampaign(target, {
        seed: SEED,
        first: FIRST,
        count,
        folder,
        watchdog,
      });
      if (process.env['FUZZ_CASES'] !== undefined) {
        process.stdout.write(`${target.name}: ${count} cases, ${JSON.stringify(outcomes)}\n`);
      }
      expect(failures).toEqual([]);
      // each outcome must occur often enough for the test to be meaningful
      if (count < 1000) return;
      const perThousand = (outcome: Outcome) => (1000 * outcomes[outcome]) / count;
      const rare = Object.entries(target.atLeast).filter(([outcome, min]) => perThousand(outcome as Outcome) < min);
      expect(rare, JSON.stringify(outcomes)).toEqual([]);
    },
    24 * 3600 * 1000,
  );
});
