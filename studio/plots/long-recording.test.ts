import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recorder.ts';
import type { SimEvent } from '../../src/sim/observer.ts';
import { contactRows, frameAt, timeSpan } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import { countKinds, firstLaterThan, nearestEvent } from '../timeline/event-marks.ts';
import { CHARTS, chartData, chartsOf } from './charts.ts';
import { thin } from './decimate.ts';

/** A million frames a millisecond apart, with a contact and an event in every tenth. */
const FRAMES = 1_000_000;
const STEP = 1e-3;
const SPIKE = 123_457;

const every = (count: number, of: (i: number) => number) => {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = of(i);
  return values;
};
/** Columns that are not given are zero throughout, and one list. */
const table = (rowCount: number, given: Record<string, Float64Array>) => {
  const zeros = new Float64Array(rowCount);
  return { rowCount, columns: new Proxy(given, { get: (columns, name: string) => columns[name] ?? zeros }) };
};
const ones = (count: number) => new Float64Array(count).fill(1);
const time = every(FRAMES, (i) => i * STEP);
const contactTimes = every(FRAMES / 10, (i) => 10 * i * STEP);
const recording = {
  bodies: ['ball'],
  summary: { balance: { energyCreationError: 0 } },
  ledger: table(FRAMES, { time, kineticEnergy: every(FRAMES, (i) => (i === SPIKE ? 1000 : Math.sin(i / 5e4))) }),
  frames: table(FRAMES, { x: every(FRAMES, (i) => i) }),
  contacts: table(FRAMES / 10, { time: contactTimes, jx: ones(FRAMES / 10), nx: ones(FRAMES / 10) }),
  events: Array.from(contactTimes, (at): SimEvent => ({ type: 'contact-begin', time: at, bodies: ['ball', 'floor'] })),
} as unknown as Recording;
const recorded = { recording, scene: { world: 'planar', bodies: [{ name: 'ball' }] } } as unknown as Recorded;
const chosen = { body: 0, gaps: undefined };

describe('a recording of a million frames', () => {
  it('can be scrubbed to any frame', () => {
    expect(timeSpan(recording)).toEqual([0, time[FRAMES - 1]]);
    // half a step after a frame, so rounding cannot select its neighbour
    const frames = Array.from({ length: 20_000 }, (_, k) => 49 * k);
    expect(frames.every((frame) => frameAt(recording, (frame + 0.5) * STEP) === frame)).toBe(true);
    expect(contactRows(recording, 500_000)).toEqual([50_000, 50_001]);
    expect(firstLaterThan(recording.events, 499.9995)).toBe(50_000);
    expect(nearestEvent(recording.events, 500.001, 0.004)).toBe(50_000);
    expect([...countKinds(recording.events).values()]).toEqual([FRAMES / 10]);
  });

  it('is plotted with a few thousand points without losing a peak, in any range', () => {
    const energy = CHARTS.find(({ id }) => id === 'energy') ?? expect.fail('no chart of the energy');
    const { times, series } = chartData(energy, recorded, chosen) ?? { times: time, series: [] };
    for (const [from, to] of [
      [0, 1000],
      [100, 200],
      [123, 124],
    ]) {
      const thinned = thin(times, [series[0].values], from, to, 1200);
      expect(thinned.times.length).toBeLessThanOrEqual(2400);
      expect(Math.max(...thinned.values[0])).toBe(1000);
    }
  });

  it('has each of its charts computed once, except after another body is selected', () => {
    const first = chartsOf(recorded, chosen).map((chart) => [chart, chartData(chart, recorded, chosen)] as const);
    expect(first.map(([{ id }]) => id)).toEqual(expect.arrayContaining(['energy', 'impulse', 'contacts', 'position']));
    const again = first.filter(([chart, data]) => chartData(chart, recorded, { ...chosen }) !== data);
    expect(again).toEqual([]);
    const contacts = first.find(([{ id }]) => id === 'contacts')?.[1]?.series[0].values;
    expect(contacts?.reduce((sum, count) => sum + count, 0)).toBe(FRAMES / 10);
  });
});
