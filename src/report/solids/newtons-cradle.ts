import { formatNumber } from '../format-number.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { lastState, runSolids } from './run-solids.ts';

const BALLS = 5;
/** [m] */
const RADIUS = 0.05;
/** [m/s] */
const SPEED = 1;

/** Balls in a row that touch; the first `struck` of them come from afar. */
function cradle(struck: number): number[] {
  const bodies = Array.from({ length: BALLS }, (_, k) => ({
    name: `ball ${k + 1}`,
    shape: { kind: 'sphere', radius: RADIUS },
    position: [2 * RADIUS * k - (k < struck ? 0.5 : 0), 0, 0],
    velocity: [k < struck ? SPEED : 0, 0, 0],
    mass: 1,
  }));
  const run = runSolids({ bodies, contacts: { restitution: 1 }, time: { end: 1 }, record: { every: 0.5 } });
  return bodies.map(({ name }) => lastState(run, name).velocity.x);
}

export function newtonsCradleOfSpace(): ReportItem {
  const runs = [1, 2, 3].map((struck) => ({ struck, speeds: cradle(struck) }));
  const error = ({ struck, speeds }: (typeof runs)[number]) =>
    Math.max(...speeds.map((speed, k) => Math.abs(speed - (k >= BALLS - struck ? SPEED : 0))));
  return {
    id: 'newtons-cradle-of-balls',
    source: '[general-pairs] spec 6',
    title: "Newton's cradle of balls",
    about: `${BALLS} elastic balls in a row; those that rest touch each other. As many as come in leave on the other side with the same speed, and the others rest.`,
    checks: runs.map((run) =>
      atMost(`${run.struck} in, ${run.struck} out: largest error of a speed [m/s]`, error(run), 1e-12),
    ),
    tables: [
      {
        title: 'Speeds afterwards [m/s]',
        columns: ['struck by', ...Array.from({ length: BALLS }, (_, k) => `ball ${k + 1}`)],
        rows: runs.map(({ struck, speeds }) => [String(struck), ...speeds.map(formatNumber)]),
      },
    ],
  };
}
