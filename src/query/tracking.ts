/** Closest points of smooth bodies, tracked along prescribed paths. [PG05-4] to [PG05-6], [PG05-10] */
import { readScene } from '../scene/read.ts';
import type { SmoothScene } from '../scene/smooth-scene.ts';
import { runScene } from '../sim/simulate.ts';
import { within } from './compare.ts';
import {
  booleanOr,
  components,
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  objectsAt,
  positiveAt,
  QueryError,
} from './fields.ts';
import type { Fields, Finding, QueryOperation } from './query-operation.ts';

/** Two bodies and tracking settings, with the keys of scenes. */
interface TrackDocument {
  /** Shape and path of each. */
  readonly A: Fields;
  readonly B: Fields;
  /** As in a scene, without `pairs`; `start` is that of the pair. */
  readonly tracking?: Fields;
  readonly time: Fields;
  /** Time between answers [s]. */
  readonly interval: number;
}

/** The scene of two bodies A and B on prescribed paths. */
function pairScene({ A, B, tracking = {}, time, interval }: TrackDocument): SmoothScene {
  const body = (name: string, { shape, path = {} }: Fields) => ({ name, shape, motion: 'prescribed', path });
  const { start, ...settings } = tracking;
  const pair = { bodies: ['A', 'B'], ...(start !== undefined && { start }) };
  const document = {
    world: 'smooth',
    title: 'track',
    description: 'Two bodies on prescribed paths.',
    bodies: [body('A', A), body('B', B)],
    tracking: { ...settings, pairs: [pair] },
    time,
    record: { interval },
  };
  return readScene(JSON.stringify(document), 'track') as SmoothScene;
}

/** Runs the scene of a pair: one entry per instant in every list, and all feature transitions. */
function track(scene: SmoothScene): Fields {
  const samples: Record<string, unknown[]> = {};
  const keep = (values: Fields) => {
    for (const [key, value] of Object.entries(values)) {
      samples[key] ??= [];
      samples[key].push(value);
    }
  };
  const transitions: Fields[] = [];
  runScene(scene, {
    frame: () => {},
    contact: () => {},
    tracking: ({ time: t, distance, featureA, featureB, parametersA, parametersB, pointA, pointB }) =>
      keep({
        t,
        distance,
        featureA,
        featureB,
        xA: Array.from(parametersA),
        xB: Array.from(parametersB),
        pointA: components(pointA, 3),
        pointB: components(pointB, 3),
      }),
    event: (event) => {
      if (event.type !== 'transition') return;
      const { time: t, foundAt, body, from, to, kind } = event;
      transitions.push({ t, foundAt, body, from, to, kind });
    },
  });
  return { samples, transitions };
}

const trackOperation: QueryOperation = {
  name: 'track',
  description:
    'distance tracking of two smooth bodies on paths: distances, closest features and points, and feature transitions',
  example: {
    A: { shape: { kind: 'ellipsoid', semiAxes: [1, 0.7, 0.5] } },
    B: {
      shape: { kind: 'sphere', radius: 0.4 },
      path: { position: { kind: 'linear', point: [-2, 0.5, 1], velocity: [2, 0, 0] } },
    },
    time: { end: 2, step: 0.01 },
    interval: 1,
  },
  answer(fields) {
    return track(
      pairScene({
        A: fieldsAt(fields, 'A'),
        B: fieldsAt(fields, 'B'),
        ...(fields.tracking !== undefined && { tracking: fieldsAt(fields, 'tracking') }),
        time: fieldsAt(fields, 'time'),
        interval: positiveAt(fields, 'interval'),
      }),
    );
  },
};

/** A body of a reference file with the keys of scenes, where points are at the origin. */
function shapeOf(body: Fields, path: string): Fields {
  if (body.kind !== 'point') return body;
  if (listAt(body, 'point', path).some((x) => x !== 0)) {
    throw new QueryError(`${path}.point`, body.point, 'the origin');
  }
  return { kind: 'point' };
}

/** Keys of motions in reference files, in the notation of the source, and those of scenes. */
const MOTION_KEYS: Readonly<Record<string, string>> = {
  p: 'point',
  vel: 'velocity',
  amp: 'amplitude',
  freq: 'angularFrequency',
  rdot: 'radialSpeed',
  thetadot: 'angularSpeed',
};

/** The motion of a reference file as the path of a scene. */
function pathOf(motion: Fields): Fields {
  if (typeof motion.position !== 'object' || motion.position === null) return motion;
  const position = Object.entries(motion.position).map(([key, value]) => [MOTION_KEYS[key] ?? key, value]);
  return { ...motion, position: Object.fromEntries(position) };
}

/** Bodies and motions of a reference file as a scene; tracking settings and time are added. */
export function referenceScene(
  fields: Fields,
  document: Pick<TrackDocument, 'tracking' | 'time' | 'interval'>,
): SmoothScene {
  const bodies = fieldsAt(fields, 'bodies');
  const motions = fieldsAt(fields, 'motion');
  const side = (key: 'A' | 'B') => ({
    shape: shapeOf(fieldsAt(bodies, key, 'bodies'), `bodies.${key}`),
    path: motions[key] ? pathOf(fieldsAt(motions, key, 'motion')) : {},
  });
  return pairScene({ A: side('A'), B: side('B'), ...document });
}

/** How a reference scene is tracked, from when its answers are compared, and their tolerances. */
interface Level {
  readonly id: string;
  readonly tracking: Fields;
  readonly step: number;
  readonly from: number;
  readonly tolerance: number;
  /** Of switching instants [s]. */
  readonly instantTolerance: number;
}

/** The levels of the reference README. The oracle of scene G is accurate to 2e-9 only. */
function levelsOf(scene: string): Level[] {
  const letter = scene[0];
  const tolerance = letter === 'G' ? 4e-9 : 1e-9;
  const corrected = [0.001, 0.01].map((step) => ({
    id: `${scene}, predictor-corrector, ${1000 * step} ms`,
    tracking: { mode: 'predictor-corrector' },
    step,
    from: 0,
    tolerance,
    instantTolerance: 1e-9,
  }));
  const heun = (gain: number, step: number, from: number) => ({
    id: `${scene}, heun, K = ${gain}, ${1000 * step} ms`,
    tracking: { mode: 'integrator', scheme: 'heun', gain },
    step,
    from,
    tolerance: 1e-6,
    // an integrator switches where its own state does
    instantTolerance: 2 * step,
  });
  if (letter === 'G') return corrected;
  return [...corrected, letter === 'B' ? heun(10, 0.01, 5) : heun(100, 0.001, 1)];
}

const trackerSceneOperation: QueryOperation = {
  name: 'tracker-scene',
  description: 'the same for a scene of the reference set, in the notation of its file',
  example: {
    bodies: {
      A: {
        kind: 'planar',
        curves: [
          {
            id: 'C1',
            points: [
              [-1, 0],
              [0, -1.2],
              [1, 0],
            ],
            from: 'V1',
            to: 'V2',
          },
          {
            id: 'C2',
            points: [
              [1, 0],
              [0, 1.2],
              [-1, 0],
            ],
            from: 'V2',
            to: 'V1',
          },
        ],
        vertices: [
          { id: 'V1', point: [-1, 0] },
          { id: 'V2', point: [1, 0] },
        ],
      },
      B: { kind: 'point', point: [0, 0, 0] },
    },
    motion: { A: null, B: { position: { kind: 'spiral', r0: 2, thetadot: 1 } } },
    start: { A: { feature: 'C1', x: [0.5] }, B: { feature: 'P', x: [] } },
    t0: 0,
    t1: 3,
    samples: { t: [0, 1] },
    step: 0.01,
  },
  answer(fields) {
    const { A, B } = fieldsAt(fields, 'start');
    const [first = 0, second = 0] = listAt(fieldsAt(fields, 'samples'), 't', 'samples') as readonly number[];
    const settings = fields.tracking === undefined ? {} : fieldsAt(fields, 'tracking');
    return track(
      referenceScene(fields, {
        tracking: { signed: booleanOr(fields, 'signed', false), start: [A, B], ...settings },
        time: { end: numberAt(fields, 't1') - numberAt(fields, 't0'), step: positiveAt(fields, 'step') },
        interval: second - first,
      }),
    );
  },
  casesIn(file) {
    const { id } = file;
    if (typeof id !== 'string') throw new QueryError('id', id, 'the name of the scene');
    return levelsOf(id).map((level) => ({ ...file, ...level }));
  },
  check(exact, answer) {
    const step = Number(exact.step);
    const from = Number(exact.from);
    const changes = objectsAt(exact, 'transitions').filter(({ t }) => Number(t) >= from);
    const found = objectsAt(answer, 'transitions').filter(({ t }) => Number(t) >= from);
    const [wanted, got] = [fieldsAt(exact, 'samples'), fieldsAt(answer, 'samples')];
    const times = listAt(wanted, 't').map(Number);
    const counted = times.map((t) => t >= from);
    // a transition may be detected two steps early or late: until then the label is the old one
    const sure = times.map(
      (t, i) => counted[i] && !changes.some((change) => Math.abs(Number(change.t) - t) <= 2 * step),
    );
    const some = (list: Fields, key: string, which: readonly boolean[]) => listAt(list, key).filter((_, i) => which[i]);
    return [
      within('t', some(got, 't', counted), some(wanted, 't', counted), 1e-9),
      within('distance', some(got, 'distance', counted), some(wanted, 'distance', counted), Number(exact.tolerance)),
      ...['featureA', 'featureB'].map((key) => labels(key, some(got, key, sure), some(wanted, key, sure))),
      ...transitions(changes, found, step, Number(exact.instantTolerance)),
    ];
  },
};

function labels(what: string, got: readonly unknown[], wanted: readonly unknown[]): Finding {
  return { what, error: wanted.filter((label, i) => label !== got[i]).length, limit: 0 };
}

/** Every transition is detected within two steps and its instant is within `tolerance` [s]; none is spurious. */
function transitions(wanted: readonly Fields[], got: readonly Fields[], step: number, tolerance: number): Finding[] {
  const name = ({ body, from, to, kind }: Fields) => `${body}: ${from} to ${to}, ${kind}`;
  const left = [...got];
  let worst = 0;
  let off = 0;
  let missed = 0;
  for (const change of wanted) {
    const delay = (other: Fields) => Math.abs(Number(other.foundAt) - Number(change.t)) / step;
    const at = left.findIndex((other) => name(other) === name(change) && delay(other) <= 2);
    if (at < 0) {
      missed++;
      continue;
    }
    const [other] = left.splice(at, 1);
    worst = Math.max(worst, delay(other));
    off = Math.max(off, Math.abs(Number(other.t) - Number(change.t)));
  }
  return [
    { what: 'missed transitions', error: missed, limit: 0 },
    { what: 'spurious transitions', error: left.length, limit: 0 },
    { what: 'steps to detect a transition', error: worst, limit: 2 },
    { what: 'switching instants', error: off, limit: tolerance },
  ];
}

/** The scene that a file of exact answers refers to by name. */
export function siblingScene(name: unknown, sibling: (file: string) => string): Fields {
  const scene: unknown = JSON.parse(sibling(`${name}.json`));
  if (!isFields(scene)) throw new QueryError('scene', name, 'the name of a scene in the same folder');
  return scene;
}

export const trackingOperations: readonly QueryOperation[] = [trackOperation, trackerSceneOperation];
