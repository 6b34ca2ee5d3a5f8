import { formatNumber } from '../../src/picture/format-number.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { lastState, runSolids } from './run-solids.ts';

const SPHERES = 5;
/** [m] */
const RADIUS = 0.05;
/** [m/s] */
const SPEED = 1;

/** Touching spheres in a row; the first `impacted` of them arrive from a distance. */
function cradle(impacted: number): number[] {
  const bodies = Array.from({ length: SPHERES }, (_, k) => ({
    name: `sphere ${k + 1}`,
    shape: { kind: 'sphere', radius: RADIUS },
    position: [2 * RADIUS * k - (k < impacted ? 0.5 : 0), 0, 0],
    velocity: [k < impacted ? SPEED : 0, 0, 0],
    mass: 1,
  }));
  const run = runSolids({ bodies, contacts: { restitution: 1 }, time: { end: 1 }, record: { interval: 0.5 } });
  return bodies.map(({ name }) => lastState(run, name).velocity.x);
}

export function newtonsCradleOfSpheres(): ReportItem {
  const runs = [1, 2, 3].map((impacted) => ({ impacted, speeds: cradle(impacted) }));
  const error = ({ impacted, speeds }: (typeof runs)[number]) =>
    Math.max(...speeds.map((speed, k) => Math.abs(speed - (k >= SPHERES - impacted ? SPEED : 0))));
  return {
    id: 'newtons-cradle-of-spheres',
    source: '[SOLID-16]',
    title: "Newton's cradle of spheres",
    description: `${SPHERES} elastic spheres in a row; those at rest touch each other. As many as arrive leave on the other side with the same speed, and the others are at rest.`,
    checks: runs.map((run) =>
      atMost(`${run.impacted} in, ${run.impacted} out: largest error of a speed [m/s]`, error(run), 1e-12),
    ),
    tables: [
      {
        title: 'Speeds afterwards [m/s]',
        columns: ['hit by', ...Array.from({ length: SPHERES }, (_, k) => `sphere ${k + 1}`)],
        rows: runs.map(({ impacted, speeds }) => [String(impacted), ...speeds.map(formatNumber)]),
      },
    ],
  };
}
