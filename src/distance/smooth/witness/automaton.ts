import { PATCH_SIDES } from '../../../shapes/tiled/patch-side.ts';
import { featureName, type TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import type { Transition } from './transition.ts';
import { labelOf, type TrackedShape } from './witness.ts';

/**
 * The discrete state of the tracker as data, to print and to draw: for each body its states (features, or on an open patch the active
 * bounds) and the transitions between them. The automaton of a pair is the product of those of its bodies. r is the vector from the body's
 * own witness to the other one. [PG05-6.2]
 */
export interface Automaton {
  readonly states: readonly AutomatonState[];
  readonly transitions: readonly AutomatonTransition[];
}

export interface AutomatonState {
  readonly name: string;
  /** A feature, the active bounds of an open patch, or a pair of states of two bodies. */
  readonly kind: 'face' | 'edge' | 'vertex' | 'bounds' | 'pair';
}

export interface AutomatonTransition {
  readonly from: string;
  readonly to: string;
  readonly kind: Transition['kind'];
  /** Condition on the parameters of the witness; empty if none. */
  readonly guard: string;
  /** Condition on r or on the gradient. */
  readonly trigger: string;
}

/** States and transitions of one body. A point has the single state P. */
export function bodyAutomaton(shape: TrackedShape): Automaton {
  if (shape.kind === 'point') return { states: [{ name: 'P', kind: 'vertex' }], transitions: [] };
  return shape.closed ? featureAutomaton(shape) : boundAutomaton(shape);
}

function featureAutomaton(body: TiledBody): Automaton {
  const { faces, edges, vertices } = body;
  const states: AutomatonState[] = [
    ...faces.map(({ name }) => ({ name, kind: 'face' }) as const),
    ...edges.map(({ name }) => ({ name, kind: 'edge' }) as const),
    ...vertices.map(({ name }) => ({ name, kind: 'vertex' }) as const),
  ];
  const name = (feature: number) => featureName(body, feature);
  const transitions = [
    ...faces.flatMap((_, face) => faceArrows(body, face)),
    ...edges.flatMap((edge) => [
      voronoi(edge.name, vertices[edge.from].name, 't = 0', 'r points back beyond the start'),
      voronoi(edge.name, vertices[edge.to].name, 't = 1', 'r points on beyond the end'),
      ...edge.faces.map(({ face }) => voronoi(edge.name, name(face), '', `r points into ${name(face)}`)),
    ]),
    ...vertices.flatMap((vertex) =>
      vertex.edges.map(({ edge, end }) =>
        voronoi(vertex.name, edges[edge].name, '', `r points along ${edges[edge].name} from t = ${end}`),
      ),
    ),
  ];
  return { states, transitions };
}

function voronoi(from: string, to: string, guard: string, trigger: string): AutomatonTransition {
  return { from, to, kind: 'voronoi', guard, trigger };
}

function faceArrows({ faces, edges, vertices }: TiledBody, face: number): AutomatonTransition[] {
  const { name, sides } = faces[face];
  return PATCH_SIDES.flatMap((side) => {
    const owner = sides[side];
    if (owner.kind === 'none') return [];
    const guard = `${side[0]} = ${side[1]}`;
    if (owner.kind === 'vertex') {
      return [voronoi(name, vertices[owner.index].name, guard, 'r points out of the corner')];
    }
    const { faces: both, smooth, name: edge } = edges[owner.index];
    const own = both[0].face === face && both[0].side === side ? 0 : 1;
    const to = smooth ? faces[both[1 - own].face].name : edge;
    const over = smooth ? `the smooth edge ${edge}` : edge;
    return [voronoi(name, to, guard, `r points out over ${over}`)];
  });
}

/** The nine states on an open patch: inside, four edges, four corners. */
function boundAutomaton(body: TiledBody): Automaton {
  const states: AutomatonState[] = [];
  const transitions: AutomatonTransition[] = [];
  body.faces.forEach((_, feature) => {
    for (const v of [0, 4, 8]) {
      for (const u of [0, 1, 2]) {
        const name = labelOf(body, feature, u | v);
        states.push({ name, kind: 'bounds' });
        if (u !== 0) transitions.push(...boundArrows(labelOf(body, feature, v), name, `u = ${u - 1}`));
        if (v !== 0) transitions.push(...boundArrows(labelOf(body, feature, u), name, `v = ${v / 4 - 1}`));
      }
    }
  });
  return { states, transitions };
}

function boundArrows(free: string, held: string, bound: string): AutomatonTransition[] {
  return [
    { from: free, to: held, kind: 'bound', guard: bound, trigger: `the gradient points out over ${bound}` },
    { from: held, to: free, kind: 'bound', guard: bound, trigger: `the gradient points inward from ${bound}` },
  ];
}

/** A transition, or a sequence of transitions within one step, with its times. */
export interface TakenTransition {
  readonly from: string;
  readonly to: string;
  readonly kind: Transition['kind'];
  /** [s] */
  readonly times: readonly number[];
}

/** The transitions of one body, grouped in the order of first occurrence. */
export function takenTransitions(transitions: readonly Transition[], body: 'A' | 'B'): TakenTransition[] {
  const taken = new Map<string, TakenTransition & { times: number[] }>();
  for (const { from, to, kind, time, body: which } of transitions) {
    if (which !== body) continue;
    const key = `${from} ${to} ${kind}`;
    const arrow = taken.get(key) ?? { from, to, kind, times: [] };
    arrow.times.push(time);
    taken.set(key, arrow);
  }
  return [...taken.values()];
}

/**
 * The automaton as text: one line per state with its transitions, then those taken. Several transitions within one step are reported as
 * one, so one that was taken need not be in the automaton.
 */
export function describeAutomaton(automaton: Automaton, taken: readonly TakenTransition[] = []): string {
  const { states, transitions } = automaton;
  const lines = [`${states.length} states, ${transitions.length} transitions`];
  for (const { name, kind } of states) {
    lines.push(`${kind} ${name}`);
    for (const { from, to, guard, trigger } of transitions) {
      if (from === name) lines.push(`  -> ${to}  ${guard && `at ${guard}, `}${trigger}`);
    }
  }
  if (taken.length > 0) lines.push('taken');
  for (const { from, to, kind, times } of taken) {
    lines.push(`  ${from} -> ${to}  ${kind}, at ${times.map((time) => `${Number(time.toPrecision(6))} s`).join(', ')}`);
  }
  return lines.join('\n');
}
