import { momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import { atLeast, equals, type ReportItem } from '../report-item.ts';
import { IMPACT, LAWS, strikers } from './contact-laws.ts';
import { closingEnergy } from './example-files.ts';
import { type ExampleRun, runExample, totalImpulse } from './example-run.ts';
import { topViewOf } from './top-views.ts';

/** The widths of 3 m of these vehicles overlap by 0.1 m. */
const OFFSET = -2.9;
/** Closing at 6 m/s from 7.5 m: side by side after this time [s]. */
const SIDE_BY_SIDE = 1.25;

/** Final lead of vehicle 1 over vehicle 2 [m]. */
function lead({ summary }: ExampleRun): number {
  return momentOf(summary.states, 0).position.x - momentOf(summary.states, 1).position.x;
}

export function sideFaceFallback(): ReportItem {
  const [without, withFallback] = (['BM incremental', 'BM default'] as const).map((law) =>
    runExample(strikers(0, OFFSET), { ...IMPACT, contact: LAWS[law] }),
  );
  const overlap = -Math.min(...without.moments.map(({ boxGap }) => boxGap));
  const { phases, ledgerEnd, releaseLoss } = withFallback.summary;
  const [{ start, end, rules }] = phases;
  return {
    id: 'side-face-fallback',
    source: '[PATH98-5], [PATH98-16]',
    title: 'Vehicles that would drive through each other',
    description:
      'With an overlap of a few percent of the width the ellipsoids touch next to the boxes: the rule selects a side face, its normal is perpendicular to the motion, and no force acts while the boxes pass through each other. The fallback uses the normal of the ellipsoids when the boxes overlap by more than 5 cm and that normal opposes the approach. The spring energy that remains at separation is counted as release loss.',
    checks: [
      equals('without it: contacts', without.summary.phases.length, 0),
      atLeast('without it: vehicle 1 ends ahead of vehicle 2 by [m]', lead(without), 4),
      equals('without it: maximum overlap of the boxes [m]', overlap, 0.1, 1e-6),
      equals('with it: contacts', phases.length, 1),
      atLeast('with it: steps by the rule F', rules.F ?? 0, 1),
      // 0.3 % between two programs: the start of the fallback falls on a step
      equals('with it: impulse [N s]', totalImpulse(phases), 2133.2, 3e-3),
      equals('with it: work over closing energy', ledgerEnd.contactWork / closingEnergy(6), -0.033318, 1e-3),
      equals(
        'with it: release loss over the energy dissipated by the contact',
        releaseLoss / -ledgerEnd.contactWork,
        1,
        0.01,
      ),
    ],
    drawings: [
      topViewOf('Without the fallback', without, [
        ['contact', start],
        ['within', SIDE_BY_SIDE],
        ['through', IMPACT.duration],
      ]),
      topViewOf('With it', withFallback, [
        ['before', start],
        ['during', 0.5 * (start + end)],
        ['after', IMPACT.duration],
      ]),
    ],
  };
}
