import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import { advanceTracker, startTracker } from '../tracking/tracker.ts';
import { createTracker } from '../tracking/tracker-state.ts';
import { bodyAutomaton, describeAutomaton, takenTransitions } from './automaton.ts';
import type { Transition } from './transition.ts';

describe('the automaton of a body [PG05-6]', () => {
  it('of a lens: three faces, three edges, two vertices; every transition has a reverse', () => {
    const { states, transitions } = bodyAutomaton(readTrackerScene('D').shapeA);
    expect(states.map(({ name }) => name)).toEqual(['S1', 'S2', 'S3', 'Ea', 'Eb', 'Ec', 'V0', 'V1']);
    // each face has two edges and two degenerate edges, each edge two ends and two faces, each vertex three edges
    expect(transitions.length).toBe(3 * 4 + 3 * 4 + 2 * 3);
    const has = (from: string, to: string) => transitions.some((arrow) => arrow.from === from && arrow.to === to);
    for (const { from, to } of transitions) {
      // vertex to face has no transition of its own: it goes by an edge
      if (!(from.startsWith('S') && to.startsWith('V'))) expect(has(to, from)).toBe(true);
    }
  });

  it('goes over smooth edges from face to face', () => {
    const { transitions } = bodyAutomaton(tiledEllipsoid([1, 0.7, 0.5]));
    const fromFace = transitions.filter(({ from, trigger }) => from.startsWith('north') && trigger.includes('smooth'));
    expect(fromFace.length).toBe(4 * 3);
    for (const { to } of fromFace) expect(to).toMatch(/^(north|south) \d$/);
  });

  it('of an open patch: nine states, each bound activated and released', () => {
    const { states, transitions } = bodyAutomaton(readTrackerScene('F').shapeA);
    expect(states.length).toBe(9);
    expect(states.map(({ name }) => name)).toContain('S:u1:v0');
    expect(transitions.length).toBe(2 * 12);
  });

  it('of a point: one state', () => {
    expect(describeAutomaton(bodyAutomaton(createPoint()))).toBe('1 states, 0 transitions\nvertex P');
  });

  it.each(['C', 'D', 'E', 'F'] as const)('contains the transitions of scene %s, and prints their times', (name) => {
    const scene = readTrackerScene(name);
    const tracker = createTracker(scene.shapeA, scene.shapeB);
    const { a, b } = scenePoses(scene, scene.t0);
    startTracker(tracker, a, b, scene.startA, scene.startB);
    const transitions: Transition[] = [];
    tracker.onTransition = (transition) => transitions.push(transition);
    const step = 0.01;
    for (let k = 0; k < Math.round((scene.t1 - scene.t0) / step); k++) {
      advanceTracker(tracker, scene.motionAt, scene.t0 + k * step, step);
    }
    expect(transitions.length).toBe(scene.transitions.length);
    for (const body of ['A', 'B'] as const) {
      const automaton = bodyAutomaton(body === 'A' ? scene.shapeA : scene.shapeB);
      const taken = takenTransitions(transitions, body);
      for (const { from, to } of taken) {
        expect(automaton.transitions.some((arrow) => arrow.from === from && arrow.to === to)).toBe(true);
      }
      const text = describeAutomaton(automaton, taken);
      for (const { from, to } of taken) expect(text).toContain(`  ${from} -> ${to}  `);
    }
    const times = takenTransitions(transitions, 'A').flatMap((arrow) => arrow.times);
    expect(times.length).toBe(transitions.filter(({ body }) => body === 'A').length);
  });

  it('prints the automaton of a lens', () => {
    const { shapeA } = readTrackerScene('D');
    const taken = takenTransitions(
      [{ time: 0.372195, foundAt: 0.373, body: 'A', from: 'S1', to: 'Ea', kind: 'voronoi' }],
      'A',
    );
    const lines = describeAutomaton(bodyAutomaton(shapeA), taken).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '8 states, 30 transitions',
      'face S1',
      '  -> Ec  at u = 0, r points out over Ec',
      '  -> Ea  at u = 1, r points out over Ea',
    ]);
    expect(lines.slice(-2)).toEqual(['taken', '  S1 -> Ea  voronoi, at 0.372195 s']);
  });
});
