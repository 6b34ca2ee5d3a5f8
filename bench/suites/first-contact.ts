import {
  type ContactBatch,
  createContactBatch,
  edgeEdgeBatch,
  endpointMotion,
  nodeTriangleBatch,
  stageOf,
} from 'appulse/meshes';
import type { Effort, Implementation, Suite, Target, Workload } from '../harness.ts';
import { hasCcdData } from '../inputs/ccd-data.ts';
import {
  type ContactQueries,
  drawQueries,
  publicSets,
  type QueryKind,
  readQueries,
  STRIDE,
} from '../inputs/contact-queries.ts';
import { compileNative, type NativeProgram } from '../native/compile.ts';
import { absentPeers } from '../peers.ts';
import { plainFirstContact } from './plain-cubic.ts';

export const firstContact: Suite = {
  name: 'first-contact',
  description: 'first contact of a moving node and triangle, and of two moving edges, decided exactly',
  async *workloads(effort) {
    for (const kind of ['vf', 'ee'] as const) {
      yield describe(kind, 'colliding', collidingQueries(kind, effort), targetsFor(140, 0.5));
      yield describe(kind, 'not colliding', separateQueries(kind, effort), targetsFor(690, 0.8));
      // these need integer arithmetic; random motions are never degenerate
      if (hasCcdData) yield describe(kind, 'degenerate', degenerateQueries(kind, effort), []);
    }
  },
};

const SCENES = ['armadillo-rollers', 'cloth-ball'];
const NAMES = { vf: 'node-triangle', ee: 'edge-edge' } as const;
const NATIVE = 'plain cubic in C++';
/** Maximum error of a correct time, as a fraction of the step. */
const TOLERANCE_APPULSE = 1e-12;
const TOLERANCE_PLAIN = 1e-6;
/** The answer for no contact. */
const NONE = -1;

const native = compileNative('plain-cubic');

function collidingQueries(kind: QueryKind, { cases }: Effort): ContactQueries {
  if (!hasCcdData) return drawQueries(kind, true, cases);
  return readQueries(
    kind,
    SCENES.map((scene) => `sim-${scene}.${kind}`),
    cases,
  );
}

function separateQueries(kind: QueryKind, { cases }: Effort): ContactQueries {
  if (!hasCcdData) return drawQueries(kind, false, cases);
  return readQueries(
    kind,
    SCENES.map((scene) => `simneg-${scene}.${kind}`),
    cases,
  );
}

function degenerateQueries(kind: QueryKind, { cases }: Effort): ContactQueries {
  return readQueries(kind, [`sim-cloth-funnel.${kind}`, ...publicSets('hand-', kind)], cases);
}

function targetsFor(perReference: number, ratio: number): Target[] {
  return [
    // the first is a target for the public data sets only
    ...(hasCcdData ? [{ kind: 'reference', atLeast: perReference } as const] : []),
    { kind: 'speed', peer: NATIVE, atLeast: ratio },
    { kind: 'figure', figure: 'wrong answers', atMost: 0 },
    { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
  ];
}

function describe(kind: QueryKind, name: string, queries: ContactQueries, targets: readonly Target[]): Workload {
  const caseCount = queries.truth.length;
  const colliding = queries.truth.reduce((sum, hit) => sum + hit, 0);
  const known = queries.times.reduce((sum, time) => sum + (Number.isNaN(time) ? 0 : 1), 0);
  const implementations = [appulseImplementation(queries), plain(queries)];
  if (native.module) implementations.push(...compiled(queries, native.module, `${kind}-${name}`));
  return {
    name: `${NAMES[kind]}, ${name}`,
    operation: 'query',
    error: 'worst time error [step]',
    caseCount,
    distribution: { from: queries.source, colliding, 'with known times': known },
    oracle:
      `the ground truth of the data sets, or the construction of the random motions; wrong: time error above ${TOLERANCE_APPULSE} of the step (appulse), ` +
      `${TOLERANCE_PLAIN} (others)`,
    implementations,
    targets,
    absent: absentPeers({ [NATIVE]: native }),
  };
}

function judge({ truth, times }: ContactQueries, tolerance: number): Implementation['judge'] {
  return (answer, index) => {
    const hit = answer !== NONE;
    const error = hit && !Number.isNaN(times[index]) ? Math.abs(answer - times[index]) : 0;
    if (hit !== (truth[index] === 1)) return { error, failure: hit ? 'false positives' : 'false negatives' };
    return { error, failure: error <= tolerance ? null : 'times' };
  };
}

/** The batch functions: points in two arrays, pairs and elements by index. */
function appulseImplementation(queries: ContactQueries): Implementation {
  const { kind, numbers, truth } = queries;
  const count = truth.length;
  const half = (end: 0 | 12) =>
    Float64Array.from({ length: 12 * count }, (_, k) => numbers[STRIDE * Math.floor(k / 12) + end + (k % 12)]);
  const motion = endpointMotion(half(0), half(12));
  const triangles = Int32Array.from({ length: 3 * count }, (_, k) => 4 * Math.floor(k / 3) + 1 + (k % 3));
  const nodePairs = Int32Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? 2 * k : k >> 1));
  const points = Int32Array.from({ length: 4 * count }, (_, k) => k);
  const edgePairs = points.subarray(0, 2 * count);
  let out = createContactBatch(count);
  const decide = (first: number, last: number) => {
    if (kind === 'vf') nodeTriangleBatch(out, motion, nodePairs, triangles, first, last);
    else edgeEdgeBatch(out, motion, edgePairs, points, first, last);
  };
  return {
    name: 'appulse',
    isAppulse: true,
    run(answers, first, last) {
      // the batch writes its times into the array of the harness
      if (out.times !== answers) out = { ...out, times: answers };
      decide(first, last);
      for (let i = first; i < last; i++) if ((out.flags[i] & 1) === 0) answers[i] = NONE;
    },
    judge: judge(queries, TOLERANCE_APPULSE),
    figures: () => stageFigures(out, decide),
  };
}

/** How often the later stages are needed, and the time of one exact decision. */
function stageFigures({ flags }: ContactBatch, decide: (first: number, last: number) => void): Record<string, number> {
  const indices = Array.from(flags.keys());
  const exact = indices.filter((i) => stageOf(flags[i]) === 'exact');
  const polished = indices.filter((i) => stageOf(flags[i]) === 'polish');
  const figures = {
    'polished [%]': (100 * polished.length) / flags.length,
    'exact [%]': (100 * exact.length) / flags.length,
  };
  if (exact.length === 0) return figures;
  const repeats = Math.ceil(4000 / exact.length);
  const start = process.cpuUsage();
  for (let k = 0; k < repeats; k++) for (const i of exact) decide(i, i + 1);
  const { user, system } = process.cpuUsage(start);
  return { ...figures, 'exact decision [µs]': (user + system) / (repeats * exact.length) };
}

function plain(queries: ContactQueries): Implementation {
  const { kind, numbers } = queries;
  return {
    name: 'plain cubic',
    isAppulse: false,
    run(answers, first, last) {
      if (kind === 'vf') for (let i = first; i < last; i++) answers[i] = plainFirstContact(numbers, STRIDE * i, false);
      else for (let i = first; i < last; i++) answers[i] = plainFirstContact(numbers, STRIDE * i, true);
    },
    judge: judge(queries, TOLERANCE_PLAIN),
  };
}

function compiled(queries: ContactQueries, program: NativeProgram, name: string): Implementation[] {
  const input = program.store(name, queries.numbers);
  return (['cubic', 'axes'] as const).map((method) => {
    let seconds = 0;
    return {
      name: method === 'cubic' ? NATIVE : `${NATIVE}, axes first`,
      isAppulse: false,
      run(answers, first, last) {
        const output = program.run(input, queries.kind, method, String(first), String(last));
        seconds = output[0];
        answers.set(output.subarray(1), first);
      },
      judge: judge(queries, TOLERANCE_PLAIN),
      secondsOfLastRun: () => seconds,
    };
  });
}
