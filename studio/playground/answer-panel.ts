import { createAabb, shapeAabb, shapeRadius } from '../../src/entries/bounds.ts';
import { type Contact, pose as createPose } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { type AnswerCard, createAnswerCard, type Fact } from './answer-cards.ts';
import { createNumberRow } from './number-fields.ts';
import type { Answers, Part } from './play-answers.ts';
import { formatDigits, formatLength, formatTime, formatVector } from './play-format.ts';
import type { PlayStore } from './play-model.ts';
import { isAtRest, type PlayState, SIDES } from './play-state.ts';
import { boundsQuery, closestQuery, impactQuery, manifoldQuery, responseQuery } from './query-lines.ts';
import { createResponseTable } from './response-table.ts';
import { createSlider } from './slider.ts';
import { boundsText, closestText, derivativesText, impactText, manifoldText, responseText } from './typescript-text.ts';

export interface AnswerPanelActions {
  state(): PlayState;
  answers(): Answers;
  /** Settings of the queries. */
  set(changes: Partial<Pick<PlayState, 'tolerance' | 'duration' | 'restitution' | 'friction'>>): void;
  copy(text: string | undefined, what: string): void;
}

export interface AnswerPanel {
  readonly element: HTMLElement;
  show(store: PlayStore): void;
}

/** All numbers about the pair. */
export function createAnswerPanel(actions: AnswerPanelActions): AnswerPanel {
  const cards = createCards(actions);
  const tolerance = createNumberRow('Tolerance', 'm', [''], { min: 0 }, (_, value) =>
    actions.set({ tolerance: value }),
  );
  cards.manifold.extra.append(tolerance.element);
  const duration = createNumberRow('Search', 's', [''], { above: 0 }, (_, value) => actions.set({ duration: value }));
  cards.impact.extra.append(duration.element);
  const restitution = createSlider('Restitution', 0, 1, (value) => actions.set({ restitution: value }));
  const friction = createSlider('Friction', 0, 1.5, (value) => actions.set({ friction: value }));
  const table = createResponseTable();
  cards.response.extra.append(restitution.element, friction.element, table.element);
  const parts: readonly (readonly [AnswerCard, Part])[] = [
    [cards.closest, 'closest'],
    [cards.manifold, 'details'],
    [cards.derivatives, 'details'],
    [cards.impact, 'impact'],
    [cards.response, 'impact'],
  ];
  return {
    element: element('div', { className: 'play-answers' }, ...Object.values(cards).map((card) => card.element)),
    show({ state, answers, version, built }) {
      tolerance.set([state.tolerance]);
      duration.set([state.duration]);
      restitution.set(state.restitution);
      friction.set(state.friction);
      cards.closest.show(answers.closest ? closestFacts(answers.closest) : [], answers.closestReason);
      cards.manifold.show(...manifoldFacts(answers));
      cards.derivatives.show(...derivativeFacts(answers));
      cards.bounds.show(boundsFacts(state, built), undefined);
      cards.impact.show(...impactFacts(state, answers));
      cards.response.show(...responseFacts(answers));
      table.show(answers.impact?.response);
      for (const [card, part] of parts) {
        card.setStale(answers.versions[part] < version);
        card.setTook(answers.took[part]);
      }
    },
  };
}

function createCards({ state, answers, copy }: AnswerPanelActions) {
  const line = (query: object) => JSON.stringify(query);
  const response = () => answers().impact?.response;
  const card = (title: string, query: () => object | undefined, typescript: () => string | undefined, open = true) =>
    createAnswerCard(
      title,
      {
        query() {
          const asked = query();
          return asked && line(asked);
        },
        typescript,
      },
      copy,
      open,
    );
  return {
    closest: card(
      'Distance',
      () => closestQuery(state()),
      () => closestText(state()),
    ),
    impact: card(
      'Impact',
      () => impactQuery(state()),
      () => impactText(state()),
    ),
    response: card(
      'Response',
      () => {
        const found = response();
        return found && responseQuery(state(), found);
      },
      () => {
        const found = response();
        return found && responseText(state(), found);
      },
    ),
    manifold: card(
      'Contact manifold',
      () => manifoldQuery(state()),
      () => manifoldText(state()),
    ),
    derivatives: card(
      'Derivatives',
      () => closestQuery(state(), true),
      () => derivativesText(state()),
      false,
    ),
    bounds: card(
      'Bounding volumes',
      () => boundsQuery(state(), state().selected),
      () => boundsText(state(), state().selected),
      false,
    ),
  };
}

const STATUS = {
  exact: 'exact to machine precision',
  bounded: 'certified',
  'iteration-limit': 'bounded, ended by the iteration limit',
  approximate: 'depth without a certificate',
} as const;

function feature(kind: string, index: number): string {
  return index < 0 ? kind : `${kind} ${index}`;
}

/** How far apart, in one word. */
export function relationOf({ distance }: Contact): 'apart' | 'touching' | 'overlapping' {
  return Math.abs(distance) < 1e-12 ? 'touching' : distance > 0 ? 'apart' : 'overlapping';
}

function closestFacts({ contact, method, accuracy }: NonNullable<Answers['closest']>): Fact[] {
  const {
    distance,
    pointA,
    pointB,
    normal,
    featureA,
    featureB,
    indexA,
    indexB,
    unique,
    status,
    errorBound,
    iterations,
  } = contact;
  return [
    ['Signed distance', Number.isFinite(distance) ? `${distance} m` : formatLength(distance)],
    ['Closest point of A', `${formatVector(pointA)} m`],
    ['Closest point of B', `${formatVector(pointB)} m`],
    ['Normal from A to B', formatVector(normal)],
    ['Feature of A', feature(featureA, indexA)],
    ['Feature of B', feature(featureB, indexB)],
    ['Unique', unique ? 'yes' : 'no, other closest pairs exist'],
    ['Status', STATUS[status]],
    ['Error bound', errorBound === 0 ? 'rounding' : formatLength(errorBound)],
    ...(iterations > 0 ? [['Iterations', String(iterations)] as const] : []),
    ['Method', method],
    ['Accuracy', `${accuracy}, L: extent of the pair`],
  ];
}

function manifoldFacts({ manifolds, manifoldsReason }: Answers): [Fact[], string | undefined] {
  if (manifolds === undefined) return [[], manifoldsReason ?? 'Searching …'];
  const points = manifolds.flatMap((manifold) => manifold.points);
  if (points.length === 0) return [[], 'No contact: the bodies are farther apart than the tolerance.'];
  const rows = manifolds.flatMap(({ normal, points: own }, i): Fact[] => [
    [manifolds.length > 1 ? `Normal ${i + 1}` : 'Normal', formatVector(normal)],
    ...own.map((point, k): Fact => [`Gap of point ${k + 1}`, formatLength(point.distance)]),
  ]);
  return [[['Points', String(points.length)], ...rows.slice(0, 12)], undefined];
}

function derivativeFacts({ derivatives, derivativesReason }: Answers): [Fact[], string | undefined] {
  if (derivatives === undefined) return [[], derivativesReason];
  const { gradient, unavailable } = derivatives;
  const part = (from: number) => formatVector(gradient.slice(from, from + 3));
  const facts: Fact[] = [
    ['∂d/∂x of A', part(0)],
    ['∂d/∂θ of A', `${part(3)} m`],
    ['∂d/∂x of B', part(6)],
    ['∂d/∂θ of B', `${part(9)} m`],
  ];
  return [facts, unavailable === '' ? undefined : `Second derivatives and those of the points: ${unavailable}.`];
}

function boundsFacts(state: PlayState, built: PlayStore['built']): Fact[] {
  const boxes = SIDES.flatMap((side) => {
    const shape = built[side]?.shape;
    const { position, rotation } = state[side];
    return shape ? [{ side, shape, box: shapeAabb(createAabb(), shape, createPose(position, rotation)) }] : [];
  });
  const facts = boxes.flatMap(({ side, shape, box }): Fact[] => [
    [`AABB of ${side}, from`, `${formatVector(box.min)} m`],
    [`AABB of ${side}, to`, `${formatVector(box.max)} m`],
    [`Radius of ${side}`, formatLength(shapeRadius(shape))],
  ]);
  if (boxes.length < 2) return facts;
  const [a, b] = boxes.map(({ box }) => box);
  const overlap = (['x', 'y', 'z'] as const).every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
  return [['AABBs', overlap ? 'overlap: the narrow phase decides' : 'disjoint: no contact is possible'], ...facts];
}

function impactFacts(state: PlayState, { impact, impactReason }: Answers): [Fact[], string | undefined] {
  if (isAtRest(state.A) && isAtRest(state.B)) {
    return [[], 'Both bodies are at rest: choose Velocity above the view and drag a body, or enter a velocity.'];
  }
  if (impact === undefined) return [[], impactReason ?? 'Searching …'];
  const { status, time, gap, closingSpeed, iterations } = impact.impact;
  if (status === 'none')
    return [
      [
        ['Status', 'none'],
        ['Searched', formatTime(time)],
      ],
      'The bodies pass each other.',
    ];
  if (status === 'initial-overlap') return [[['Status', status]], 'The bodies overlap at the start.'];
  return [
    [
      ['Status', status],
      ['Time of impact', `${time} s`],
      ['Closing speed', `${formatDigits(closingSpeed)} m/s`],
      ['Gap at that time', formatLength(gap)],
      ['Iterations', String(iterations)],
    ],
    undefined,
  ];
}

function responseFacts({ impact }: Answers): [Fact[], string | undefined] {
  const found = impact?.response;
  if (found === undefined) {
    return [[], impact?.noResponse ? `No response: ${impact.noResponse}.` : 'There is a response after an impact.'];
  }
  const { response, pointCount, point, immovable } = found;
  const fixed = SIDES.filter((_, i) => immovable[i] !== undefined);
  const notes = [
    pointCount > 1 ? `The impulse acts at the centre of ${pointCount} contact points.` : '',
    ...fixed.map((side) => `${side} is immovable (${immovable[SIDES.indexOf(side)]}).`),
  ].filter(Boolean);
  return [
    [
      ['Normal impulse', `${formatDigits(response.normalImpulse)} N s`],
      ['Friction impulse', `${formatDigits(response.tangentImpulse)} N s`],
      ['Mode', response.mode],
      ['Acts at', `${formatVector(point)} m`],
      ['Work', `${formatDigits(response.work)} J`],
    ],
    notes.join(' ') || undefined,
  ];
}
