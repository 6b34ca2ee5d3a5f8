import { signedAutomaton, takenPairTransitions } from '../../src/distance/smooth/search/signed-automaton.ts';
import { trackerLabel, trackerParameters } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { bodyAutomaton, takenTransitions } from '../../src/distance/smooth/witness/automaton.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import type { Transition } from '../../src/distance/smooth/witness/transition.ts';
import type { AutomatonDrawing } from '../../src/picture/automaton-svg.ts';
import type { PairAutomatonDrawing } from '../../src/picture/pair-automaton-svg.ts';
import type { Plot, Series } from '../../src/picture/plot.ts';
import { atMost, type Check, equals, type Table } from '../report-item.ts';
import { beginScene, runTracker } from './runs.ts';
import type { TrackedScene } from './scenes.ts';

/** Settings of a run of a scene. */
export interface Manner {
  readonly name: string;
  readonly settings: Partial<TrackerSettings>;
  /** [s] */
  readonly step: number;
  readonly begin: 'solved' | 'poor start';
  /** Transitions count from this time on [s]: a poor start needs time to converge. */
  readonly countFrom: number;
  /** Maximum delay of a transition [steps]. */
  readonly maxDelay: number;
  /** Maximum error of a switching instant [s]; an integrator switches where its own state does. */
  readonly maxInstantError?: number;
}

export const NEWTON: Manner = {
  name: 'predictor-corrector, 10 ms',
  settings: {},
  step: 0.01,
  begin: 'solved',
  countFrom: 0,
  maxDelay: 1.001,
  maxInstantError: 1e-9,
};
export const HEUN: Manner = {
  name: 'Heun, K = 100, 1 ms',
  settings: { mode: 'heun', gain: 100 },
  step: 1e-3,
  begin: 'poor start',
  countFrom: 1,
  maxDelay: 2,
};
/** A slow law: from inside the body the poor start converges in a few seconds. */
export const SLOW_HEUN: Manner = {
  name: 'Heun, K = 10, 10 ms',
  settings: { mode: 'heun', gain: 10 },
  step: 0.01,
  begin: 'poor start',
  countFrom: 5,
  maxDelay: 2,
};

export interface Sample {
  readonly time: number;
  readonly distance: number;
  readonly parameters: Readonly<Record<'A' | 'B', readonly number[]>>;
  readonly features: Readonly<Record<'A' | 'B', string>>;
}

export interface Walk {
  readonly manner: Manner;
  readonly samples: readonly Sample[];
  /** Counted transitions, and their pairing with the true ones: by index, or missing. */
  readonly found: readonly Transition[];
  readonly pairing: readonly (Transition | undefined)[];
}

export const SAMPLES = 200;

export function walkThrough(scene: TrackedScene, manner: Manner): Walk {
  const tracker = beginScene(scene, manner.settings, manner.begin);
  const found: Transition[] = [];
  const samples: Sample[] = [];
  tracker.onTransition = (transition) => found.push(transition);
  const interval = scene.end / SAMPLES;
  runTracker(tracker, scene, manner.step, scene.end, (time) => {
    if (time < (samples.length + 1) * interval - 1e-9) return;
    const parameters = { A: trackerParameters(tracker, 'A'), B: trackerParameters(tracker, 'B') };
    const features = { A: trackerLabel(tracker, 'A'), B: trackerLabel(tracker, 'B') };
    samples.push({ time, distance: tracker.distance, parameters, features });
  });
  const counted = found.filter(({ time }) => time >= manner.countFrom);
  const wanted = scene.transitions.filter(({ time }) => time >= manner.countFrom);
  return { manner, samples, found: counted, pairing: wanted.map((one) => matchOf(one, counted, manner)) };
}

/** The detected transition that matches the expected one. */
function matchOf(wanted: Transition, found: readonly Transition[], { maxDelay, step }: Manner): Transition | undefined {
  return found.find(
    ({ body, from, to, kind, foundAt }) =>
      body === wanted.body &&
      from === wanted.from &&
      to === wanted.to &&
      kind === wanted.kind &&
      Math.abs(foundAt - wanted.time) <= maxDelay * step,
  );
}

export function courseChecks({ transitions }: TrackedScene, { manner, found, pairing }: Walk): Check[] {
  const wanted = transitions.filter(({ time }) => time >= manner.countFrom);
  const late = pairing.map((match, i) => (match ? Math.abs(match.foundAt - wanted[i].time) / manner.step : 0));
  const instants = pairing.map((match, i) => (match ? Math.abs(match.time - wanted[i].time) : 0));
  return [
    equals(`${manner.name}: transitions detected of ${wanted.length}`, pairing.filter(Boolean).length, wanted.length),
    equals(`${manner.name}: spurious transitions`, found.length - new Set(pairing.filter(Boolean)).size, 0),
    atMost(`${manner.name}: maximum delay in steps`, Math.max(...late), manner.maxDelay),
    atMost(
      `${manner.name}: maximum error of a switching instant [s]`,
      Math.max(...instants),
      manner.maxInstantError ?? manner.maxDelay * manner.step,
    ),
  ];
}

export function courseTable({ transitions }: TrackedScene, walks: readonly Walk[]): Table {
  const timeOf = ({ manner, pairing }: Walk, index: number) => {
    const skipped = transitions.filter(({ time }) => time < manner.countFrom).length;
    if (index < skipped) return 'before the count';
    return pairing[index - skipped]?.time.toFixed(9) ?? 'missed';
  };
  return {
    title: 'Transitions [s]',
    columns: ['body', 'from', 'to', 'kind', 'true time', ...walks.map(({ manner }) => manner.name)],
    rows: transitions.map(({ time, body, from, to, kind }, i) => [
      body,
      from,
      to,
      kind,
      time.toFixed(9),
      ...walks.map((walk) => timeOf(walk, i)),
    ]),
  };
}

export function distancePlot(title: string, { transitions }: TrackedScene, walks: readonly Walk[]): Plot {
  return {
    title,
    x: { label: 'time [s]' },
    y: { label: 'distance [m]' },
    series: walks.map(
      ({ manner, samples }, i): Series => ({
        name: manner.name,
        points: samples.map(({ time, distance }) => [time, distance]),
        style: i === 0 ? 'line' : 'dashed',
      }),
    ),
    marks: transitions.map(({ time, from, to }) => ({ x: time, label: `${from} to ${to}` })),
  };
}

/**
 * Parameters over time, a series for each feature: u and v of faces in separate plots, t of edges and curves with u. Dots: they jump where
 * features change.
 */
export function parameterPlots(
  title: string,
  { transitions }: TrackedScene,
  body: 'A' | 'B',
  { samples }: Walk,
): Plot[] {
  const names = [...new Set(samples.map(({ features }) => features[body]))];
  const seriesOf = (index: 0 | 1): Series[] =>
    names
      .map(
        (name): Series => ({
          name,
          style: 'dots',
          points: samples
            .filter(({ features, parameters }) => features[body] === name && parameters[body].length > index)
            .map(({ time, parameters }) => [time, parameters[body][index]]),
        }),
      )
      .filter(({ points }) => points.length > 1);
  const marks = transitions.filter((one) => one.body === body).map(({ time, to }) => ({ x: time, label: to }));
  const hasFaces = samples.some(({ parameters }) => parameters[body].length === 2);
  const plot = (index: 0 | 1, label: string): Plot => ({
    title: `${title}, by feature: ${label}`,
    x: { label: 'time [s]' },
    y: { label: index === 0 && hasFaces ? 'u or t' : label },
    series: seriesOf(index),
    marks,
  });
  return hasFaces ? [plot(0, 'u on faces, t on edges'), plot(1, 'v')] : [plot(0, 't')];
}

/** Steps of the plot of the start. */
const FIRST_STEPS = 150;

/** The largest projection error in the first steps from the poor start of the scene, with the law of this library and as printed. */
export function startPlot(title: string, scene: TrackedScene, { settings, step, name }: Manner): Plot {
  const seriesOf = (law: 'safeguarded' | 'printed'): Series => {
    const tracker = beginScene(scene, { ...settings, law }, 'poor start');
    const points: [number, number][] = [[0, tracker.error]];
    runTracker(tracker, scene, step, FIRST_STEPS * step, () => points.push([points.length, tracker.error]));
    return {
      name: `${name}, ${law === 'printed' ? 'as printed' : law}`,
      points,
      style: law === 'printed' ? 'dashed' : 'line',
    };
  };
  return {
    title: `${title}: initial convergence from the poor start`,
    x: { label: 'step' },
    y: { label: 'largest projection error', scale: 'log' },
    series: [seriesOf('safeguarded'), seriesOf('printed')],
    marks: scene.transitions
      .filter(({ time }) => time < FIRST_STEPS * step)
      .map(({ time, from, to }) => ({ x: time / step, label: `${from} to ${to}` })),
  };
}

export function automata(title: string, { shapeA, shapeB }: TrackedScene, { found, manner }: Walk): AutomatonDrawing[] {
  const automatonOf = manner.settings.signed ? signedAutomaton : bodyAutomaton;
  return (['A', 'B'] as const)
    .map((body) => ({
      title: `${title}, body ${body}: features and transition times [s]`,
      automaton: automatonOf(body === 'A' ? shapeA : shapeB),
      taken: takenTransitions(found, body),
    }))
    .filter(({ taken }) => taken.length > 0);
}

/** The run through the pairs of features, if both bodies change theirs. */
export function pairAutomata(title: string, { shapeA, shapeB }: TrackedScene, { found }: Walk): PairAutomatonDrawing[] {
  const start = (['A', 'B'] as const).map((body) => found.find((one) => one.body === body)?.from);
  if (start[0] === undefined || start[1] === undefined) return [];
  return [
    {
      title: `${title}: pairs of features, and the times at which they are entered [s]`,
      automatonA: bodyAutomaton(shapeA),
      automatonB: bodyAutomaton(shapeB),
      pairRun: takenPairTransitions(found, start[0], start[1]),
    },
  ];
}
