import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { type Automaton, type AutomatonTransition, bodyAutomaton, type TakenTransition } from '../witness/automaton.ts';
import type { Transition } from '../witness/transition.ts';
import type { TrackedShape } from '../witness/witness.ts';
import { voronoiDiagram } from './voronoi-diagram.ts';

/**
 * The complete automaton of a closed convex body with signed distances: in addition to the transitions outside (`bodyAutomaton`) the crossing of the
 * boundary on every curve or face, and the jumps at the medial axis inside. In the plane these are the pairs of curves that share a branch of
 * the medial axis (`voronoiDiagram`); in space all pairs of faces, since the tracker jumps to the nearest one. [PG05-6.6]
 *
 * @example
 * ```ts
 * import { tiledPolygon } from 'appulse/nurbs';
 * import { signedAutomaton } from 'appulse/tracking';
 *
 * const { transitions } = signedAutomaton(tiledPolygon([[0, 0], [2, 0], [2, 1], [0, 1]]));
 * const jumps = transitions.filter(({ kind }) => kind === 'medial-axis');
 * console.log(jumps.length); // 10
 * ```
 */
export function signedAutomaton(shape: TrackedShape): Automaton {
  const { states, transitions } = bodyAutomaton(shape);
  if (shape.kind === 'point') return { states, transitions };
  if (!shape.closed || !shape.convex) {
    throw new RangeError('signed automaton: distances have a sign only for closed convex bodies and points');
  }
  const parts = shape.dimension === 2 ? shape.edges : shape.faces;
  const crossings = parts.map(
    ({ name }): AutomatonTransition => ({
      from: name,
      to: name,
      kind: 'boundary-crossing',
      guard: '',
      trigger: 'the distance changes sign',
    }),
  );
  const jumps = neighboursInside(shape).flatMap(([p, q]) => [jump(p, q), jump(q, p)]);
  return { states, transitions: [...transitions, ...crossings, ...jumps] };
}

function jump(from: string, to: string): AutomatonTransition {
  return { from, to, kind: 'medial-axis', guard: '', trigger: `${to} is nearer, inside` };
}

/** Pairs of features whose regions inside touch; a few circles per curve find them. */
function neighboursInside(body: TiledBody): (readonly [string, string])[] {
  if (body.dimension === 3) {
    return body.faces.flatMap(({ name }, i) => body.faces.slice(i + 1).map((other) => [name, other.name] as const));
  }
  const pairs = voronoiDiagram(body, { samples: 16 }).branches.map(({ curves }) => curves);
  return pairs.filter(([p, q], i) => p !== q && pairs.findIndex((other) => other[0] === p && other[1] === q) === i);
}

/**
 * The automaton of a pair of bodies: its states are the pairs of their states, `C1, Wa`; each transition changes one of them. [PG05-6.2]
 *
 * @example
 * ```ts
 * import { point } from 'appulse';
 * import { tiledLens } from 'appulse/nurbs';
 * import { bodyAutomaton, pairAutomaton } from 'appulse/tracking';
 *
 * const lens = bodyAutomaton(tiledLens(1.5, 0.75, [1, 1, 1])); // 8 states, 30 transitions
 * const { states, transitions } = pairAutomaton(lens, lens);
 * console.log(states.length, transitions.length, states[3].name); // 64 480 S1, Ea
 * ```
 */
export function pairAutomaton(a: Automaton, b: Automaton): Automaton {
  return {
    states: a.states.flatMap((p) => b.states.map((q) => ({ name: pairName(p.name, q.name), kind: 'pair' as const }))),
    transitions: [
      ...a.transitions.flatMap((arrow) =>
        b.states.map(({ name }) => ({
          ...arrow,
          from: pairName(arrow.from, name),
          to: pairName(arrow.to, name),
          trigger: `A: ${arrow.trigger}`,
        })),
      ),
      ...b.transitions.flatMap((arrow) =>
        a.states.map(({ name }) => ({
          ...arrow,
          from: pairName(name, arrow.from),
          to: pairName(name, arrow.to),
          trigger: `B: ${arrow.trigger}`,
        })),
      ),
    ],
  };
}

function pairName(a: string, b: string): string {
  return `${a}, ${b}`;
}

/** The transitions of a run between states of the pair, in their order, from the two features at its start; each has one time [s]. */
export function takenPairTransitions(
  transitions: readonly Transition[],
  startA: string,
  startB: string,
): TakenTransition[] {
  let [a, b] = [startA, startB];
  return transitions.map(({ time, body, to, kind }) => {
    const from = pairName(a, b);
    if (body === 'A') a = to;
    else b = to;
    return { from, to: pairName(a, b), kind, times: [time] };
  });
}
