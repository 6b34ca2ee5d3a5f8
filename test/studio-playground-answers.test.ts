import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../src/index.ts';
import { pairTable } from '../src/pairs/query.ts';
import type { Fields } from '../src/query/query-operation.ts';
import { runQueryLine } from '../src/query/run-query.ts';
import { buildBody, buildShape } from '../studio/playground/build-body.ts';
import { answerImpact, type ImpactResponse } from '../studio/playground/impact-answer.ts';
import { answerClosest, answerDerivatives, answerManifolds, attempt } from '../studio/playground/pair-answers.ts';
import { fitPair, isPlanarPair } from '../studio/playground/planar-pair.ts';
import {
  isAtRest,
  type PlayState,
  readPlayState,
  type ShapeDocument,
  writePlayState,
} from '../studio/playground/play-state.ts';
import { FIRST_STATE, PRESETS } from '../studio/playground/presets.ts';
import {
  boundsQuery,
  closestQuery,
  impactQuery,
  manifoldQuery,
  responseQuery,
} from '../studio/playground/query-lines.ts';
import { SHAPE_GROUPS } from '../studio/playground/shape-kinds.ts';
import * as texts from '../studio/playground/typescript-text.ts';
import { ENTRIES } from './entries.ts';
import { runExample } from './examples.ts';
import { root } from './sources.ts';

const kinds = SHAPE_GROUPS.flatMap((group) => group.kinds);
const built = new Map<ShapeDocument, Shape>(kinds.map(({ shape }) => [shape, buildShape(shape)]));

const modules = new Map<string, object>();
for (const entry of ['appulse', 'appulse/nurbs', 'appulse/meshes', 'appulse/bounds']) {
  modules.set(entry, await import(join(root, ENTRIES.get(entry) ?? '')));
}

function bodiesOf({ A, B }: PlayState) {
  const planar = isPlanarPair(A.shape, B.shape);
  const shapeOf = (document: ShapeDocument) => built.get(document) ?? buildShape(document);
  return [buildBody(A, shapeOf(A.shape), planar), buildBody(B, shapeOf(B.shape), planar)] as const;
}

/** The first state with other shapes. */
function stateOf(a: string, b: string): PlayState {
  const body = (side: 'A' | 'B', name: string) => {
    const entry = kinds.find((kind) => kind.name === name);
    if (entry === undefined) throw new Error(`no kind ${name}`);
    return { ...FIRST_STATE[side], name, shape: entry.shape };
  };
  return fitPair({ ...FIRST_STATE, A: body('A', a), B: body('B', b) });
}

/** The line is answered as in a terminal. */
function ask(query: object): Fields {
  const { ok, json } = runQueryLine(JSON.stringify(query), 1);
  expect(json).not.toContain('"error"');
  expect(ok).toBe(true);
  return JSON.parse(json);
}

/** The first line that a program prints. */
async function firstLine(text: string): Promise<string> {
  return (await runExample({ name: 'copied', text }, modules)).printed[0];
}

/** Every kind once as A and once as B, each with another one. */
const pairs = kinds.map(({ name }, i) => [name, kinds[(i + 7) % kinds.length].name] as const);

describe('what the playground copies', () => {
  it.each(pairs)('%s and %s: query and program give the distance shown', async (a, b) => {
    const state = stateOf(a, b);
    const found = attempt(() => answerClosest(...bodiesOf(state)));
    if (found.reason !== undefined) {
      // a pair without a method: the query gives the same reason
      const { ok, json } = runQueryLine(JSON.stringify(closestQuery(state)), 1);
      expect([ok, JSON.parse(json).error.message]).toEqual([false, found.reason]);
      return;
    }
    const { distance, pointA, pointB, normal } = found.value.contact;
    const answer = ask(closestQuery(state));
    expect(answer).toMatchObject({ distance, pointA: list(pointA), pointB: list(pointB), normal: list(normal) });
    expect(Number(await firstLine(texts.closestText(state)))).toBe(distance);
  });

  it.each(PRESETS)('$label: every answer', async ({ state }) => {
    const bodies = bodiesOf(state);
    const manifolds = answerManifolds(...bodies, state.tolerance);
    if (manifolds.reason === undefined) {
      const answer = ask(manifoldQuery(state)).manifolds as Fields[];
      expect(answer.map(({ points }) => (points as Fields[]).map(({ distance }) => distance))).toEqual(
        manifolds.value.map(({ points }) => points.map(({ distance }) => distance)),
      );
      const first = manifolds.value[0]?.normal;
      if (first) expect(await firstLine(texts.manifoldText(state))).toContain(`x: ${first.x}`);
    }
    const derivatives = answerDerivatives(...bodies);
    if (derivatives.reason === undefined) {
      const { gradient } = derivatives.value;
      expect((ask(closestQuery(state, true)).derivatives as Fields).distanceGradient).toEqual(gradient);
      expect(await firstLine(texts.derivativesText(state))).toContain(String(gradient[6]));
    }
    const bounds = ask(boundsQuery(state, 'B'));
    expect((await runExample({ name: 'copied', text: texts.boundsText(state, 'B') }, modules)).printed[1]).toBe(
      String(bounds.radius),
    );
    if (!isAtRest(state.B) || !isAtRest(state.A)) await checkImpact(state);
  });

  async function checkImpact(state: PlayState): Promise<void> {
    const { duration, restitution, friction } = state;
    const { impact, response } = answerImpact(...bodiesOf(state), duration, restitution, friction);
    expect(ask(impactQuery(state))).toMatchObject({ status: impact.status, time: impact.time });
    expect(Number(await firstLine(texts.impactText(state)))).toBe(impact.time);
    expect(impact.status).toBe('hit');
    if (response === undefined) throw new Error('no response');
    expect(normalImpulse(ask(responseQuery(state, response)), response)).toBe(response.response.normalImpulse);
    expect(Number(await firstLine(texts.responseText(state, response)))).toBe(response.response.normalImpulse);
    checkBalance(response, restitution);
  }

  it('without friction and with all restitution the energy stays', () => {
    const state = { ...PRESETS[0].state, restitution: 1, friction: 0 };
    const { response } = answerImpact(...bodiesOf(state), state.duration, 1, 0);
    if (response === undefined) throw new Error('no response');
    expect(response.totalsAfter.energy / response.totalsBefore.energy).toBeCloseTo(1, 12);
    expect(normalImpulse(ask(responseQuery(state, response)), response)).toBe(response.response.normalImpulse);
  });
});

function list({ x, y, z }: { x: number; y: number; z: number }): number[] {
  return [x, y, z];
}

function normalImpulse(answer: Fields, { planar }: ImpactResponse): unknown {
  return planar ? answer.normalImpulse : ((answer.laws as Fields).algebraic as Fields).jn;
}

/** Momentum of free bodies is conserved, energy does not grow, and the normal speed is reversed by the restitution. */
function checkBalance({ totalsBefore, totalsAfter, immovable }: ImpactResponse, restitution: number): void {
  expect(totalsAfter.energy).toBeLessThanOrEqual(totalsBefore.energy * (1 + 1e-12));
  expect(restitution).toBeLessThan(1);
  if (immovable.some((reason) => reason !== undefined)) return;
  for (const key of ['x', 'y', 'z'] as const) {
    expect(totalsAfter.momentum[key]).toBeCloseTo(totalsBefore.momentum[key], 12);
    expect(totalsAfter.angularMomentum[key]).toBeCloseTo(totalsBefore.angularMomentum[key], 12);
  }
}

describe('the state of the playground', () => {
  it.each(PRESETS)('$label: its text restores it', ({ state }) => {
    expect(readPlayState(writePlayState(state))).toEqual(state);
  });

  it('names the path, the value and what was expected', () => {
    const wrong = (change: object) => () => readPlayState(JSON.stringify({ ...FIRST_STATE, ...change }));
    expect(wrong({ restitution: 2 })).toThrow('restitution: expected a number from 0 to 1, got 2');
    expect(wrong({ A: { ...FIRST_STATE.A, position: [0, 'x', 0] } })).toThrow(
      'A.position[1]: expected a finite number',
    );
    expect(wrong({ B: { ...FIRST_STATE.B, rotation: [0, 0, 0, 0] } })).toThrow('B.rotation: expected a quaternion');
    expect(wrong({ mode: 'fly' })).toThrow('mode: expected one of move, rotate, scale, velocity, got "fly"');
    expect(() => readPlayState('{')).toThrow('state: expected JSON');
  });

  it('has every kind of the pair table in its list', () => {
    const inTable = new Set(pairTable.flatMap((row) => row.kinds));
    const inList = new Set([...built.values()].map((shape) => shape.kind));
    expect([...inTable].filter((kind) => !inList.has(kind))).toEqual([]);
  });
});

/** `PLAYGROUND_TIMES=1` prints the processor time of each answer, for all pairs of the list. */
describe.runIf(process.env['PLAYGROUND_TIMES'])('times of the answers', () => {
  it('medians of five, of the slowest of three poses; slowest pairs first', () => {
    const median = (run: () => unknown) => {
      const times = Array.from({ length: 7 }, () => {
        const start = process.cpuUsage();
        attempt(run);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      // the first two compile
      return times.slice(2).sort((p, q) => p - q)[2];
    };
    const rows = kinds.flatMap((a) =>
      kinds.map((b) => {
        const first = stateOf(a.name, b.name);
        // apart, close and overlapping
        const states = [1.3, 0.5, 0].map((x) => fitPair({ ...first, B: { ...first.B, position: [x, 0.1, 0.25] } }));
        const slowest = (ask: (bodies: ReturnType<typeof bodiesOf>) => unknown) =>
          Math.max(...states.map((state) => bodiesOf(state)).map((bodies) => median(() => ask(bodies))));
        const distance = slowest((bodies) => answerClosest(...bodies));
        const manifold = slowest((bodies) => answerManifolds(...bodies, first.tolerance));
        const derivatives = slowest((bodies) => answerDerivatives(...bodies));
        return {
          pair: `${a.name}, ${b.name}`,
          distance,
          manifold,
          derivatives,
          all: distance + manifold + derivatives,
        };
      }),
    );
    for (const key of ['distance', 'manifold', 'derivatives', 'all'] as const) {
      const slowest = rows.toSorted((p, q) => q[key] - p[key]).slice(0, 6);
      const over = rows.filter((row) => row[key] > 1000 / 60).length;
      process.stdout.write(
        `${key}: ${slowest.map((row) => `${row.pair} ${row[key].toFixed(2)} ms`).join('; ')}; above 16.7 ms: ${over} of ${rows.length}\n`,
      );
    }
    expect(rows.length).toBe(kinds.length ** 2);
  });
});
