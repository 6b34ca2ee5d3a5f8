import { describe, expect, it } from 'vitest';
import { conicTriangle, cubicTriangle, flatSlab, largeLens, onePatch } from '../../../../reproduce/tracking/bodies.ts';
import { arcsAndArcs } from '../../../../reproduce/tracking/scenes.ts';
import { readTrackerScene } from '../../../../test/tracker-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { evaluateCurve } from '../../../shapes/nurbs/curve.ts';
import { createPoint } from '../../../shapes/point.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { bodyAutomaton } from '../witness/automaton.ts';
import { pairAutomaton, signedAutomaton, takenPairTransitions } from './signed-automaton.ts';

/** Names of the curves nearest to a point, by samples. */
function nearest({ edges }: TiledBody, x: number, y: number): string {
  const jet = new Float64Array(9);
  let best = { name: '', distance: Number.POSITIVE_INFINITY };
  for (const { name, curve } of edges) {
    for (let k = 0; k <= 200; k++) {
      evaluateCurve(jet, curve, k / 200);
      const distance = Math.hypot(jet[0] - x, jet[1] - y);
      if (distance < best.distance) best = { name, distance };
    }
  }
  return best.name;
}

describe('the complete automaton [PG05-6.6]', () => {
  it.each([
    ['three arcs', cubicTriangle(), 3],
    ['a slab, whose short sides do not meet inside', flatSlab(), 5],
  ] as const)('of %s jumps between curves whose regions inside touch', (_, body, branches) => {
    const { transitions } = signedAutomaton(body);
    const jumps = transitions.filter(({ kind }) => kind === 'medial-axis');
    expect(jumps).toHaveLength(2 * branches);
    expect(transitions.filter(({ kind }) => kind === 'boundary-crossing')).toHaveLength(body.edges.length);
    // short random moves inside change the nearest curve along these arrows only, and along all of them
    const random = createRandom(3);
    const seen = new Set<string>();
    const { x: cx, y: cy } = body.center;
    for (let k = 0; k < 2500; k++) {
      const edge = body.edges[random.below(body.edges.length)];
      const [px, py] = evaluateCurve(new Float64Array(9), edge.curve, random.next());
      const inward = random.next();
      const [x, y] = [px + inward * (cx - px), py + inward * (cy - py)];
      const step = 0.01;
      const [from, to] = [nearest(body, x, y), nearest(body, x + step, y + 0.7 * step)];
      if (from !== to) seen.add(`${from} ${to}`);
    }
    const arrows = new Set(jumps.map(({ from, to }) => `${from} ${to}`));
    for (const change of seen) expect(arrows).toContain(change);
    expect(new Set([...seen].map((change) => change.split(' ').sort().join(' '))).size).toBe(branches);
  });

  it('contains the transitions of scene B', () => {
    const { shapeA, transitions } = readTrackerScene('B');
    const automaton = signedAutomaton(shapeA);
    for (const { from, to, kind } of transitions) {
      expect(automaton.transitions.some((one) => one.from === from && one.to === to && one.kind === kind)).toBe(true);
    }
  });

  it('in space any face can be the nearest; a point has no inside; open patches are rejected', () => {
    const jumps = signedAutomaton(largeLens()).transitions.filter(({ kind }) => kind === 'medial-axis');
    expect(jumps).toHaveLength(6);
    expect(signedAutomaton(createPoint()).transitions).toEqual([]);
    expect(() => signedAutomaton(onePatch())).toThrow(/closed convex bodies/);
  });
});

describe('the automaton of a pair', () => {
  const [a, b] = [bodyAutomaton(cubicTriangle()), bodyAutomaton(conicTriangle())];

  it('is the product: every transition changes one of the two features', () => {
    const { states, transitions } = pairAutomaton(a, b);
    expect(states).toHaveLength(a.states.length * b.states.length);
    expect(transitions).toHaveLength(a.transitions.length * b.states.length + b.transitions.length * a.states.length);
    const names = new Set(states.map(({ name }) => name));
    for (const { from, to } of transitions) {
      expect(names.has(from) && names.has(to)).toBe(true);
      const [p, q] = [from.split(', '), to.split(', ')];
      expect(Number(p[0] !== q[0]) + Number(p[1] !== q[1])).toBe(1);
    }
  });

  it('contains the whole run of scene C, state after state', () => {
    const { transitions } = arcsAndArcs();
    const run = takenPairTransitions(transitions, 'C2', 'Wc');
    const product = pairAutomaton(a, b);
    run.forEach(({ from, to, times }, i) => {
      expect(product.transitions.some((one) => one.from === from && one.to === to)).toBe(true);
      if (i > 0) expect(from).toBe(run[i - 1].to);
      expect(times).toEqual([transitions[i].time]);
    });
    expect(run).toHaveLength(21);
  });
});
