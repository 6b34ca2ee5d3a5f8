import * as THREE from 'three';
import type { Manifold, ReadonlyVec3 } from '../../src/index.ts';
import { themeColor } from '../page/theme.ts';
import type { Mark, Point } from '../view/view.ts';
import type { ImpactAnswer } from './impact-answer.ts';
import type { Answers } from './play-answers.ts';
import { formatLength } from './play-format.ts';
import { isAtRest, type PlayState, SIDES, type Side } from './play-state.ts';
import { SIDE_COLORS } from './stage-body.ts';

/** Length of an arrow of 1 m/s and of 1 rad/s, of a normal, and of a derivative of 1, relative to the framed radius. */
const PER_SPEED = 0.42;
const PER_ANGULAR_SPEED = 0.22;
const NORMAL = 0.3;
const DERIVATIVE = 0.4;

/** The tip of the velocity arrow of a body. */
export function velocityTip(state: PlayState, side: Side, radius: number): Point {
  return along(state[side].position, state[side].velocity, PER_SPEED * radius);
}

/** The velocity for a tip of its arrow, to 1 mm/s. */
export function velocityOfTip(state: PlayState, side: Side, tip: Point, radius: number): [number, number, number] {
  const { position } = state[side];
  const component = (k: number) => Math.round((1000 * (tip[k] - position[k])) / (PER_SPEED * radius)) / 1000 + 0;
  return [component(0), component(1), component(2)];
}

/** Everything that is drawn as points, lines and arrows. */
export function stageMarks(state: PlayState, answers: Answers, radius: number): Mark[] {
  const has = (layer: PlayState['layers'][number]) => state.layers.includes(layer);
  return [
    ...(has('closest') ? closestMarks(answers) : []),
    ...(has('normal') ? normalMarks(answers, radius) : []),
    ...(has('manifold') ? manifoldMarks(answers) : []),
    ...(has('derivatives') ? derivativeMarks(state, answers, radius) : []),
    ...(has('velocities') ? SIDES.flatMap((side) => velocityMarks(state, side, radius)) : []),
    ...(has('impact') ? impactMarks(answers.impact, radius) : []),
  ];
}

function closestMarks({ closest }: Answers): Mark[] {
  const contact = closest?.contact;
  if (contact === undefined || !Number.isFinite(contact.distance)) return [];
  const color = themeColor('--gap');
  const [from, to] = [at(contact.pointA), at(contact.pointB)];
  return [
    { kind: 'line', from, to, color, label: formatLength(contact.distance) },
    { kind: 'point', at: from, color },
    { kind: 'point', at: to, color },
  ];
}

function normalMarks({ closest }: Answers, radius: number): Mark[] {
  const contact = closest?.contact;
  if (contact === undefined || !Number.isFinite(contact.distance)) return [];
  const from = at(contact.pointB);
  return [
    {
      kind: 'arrow',
      from,
      to: along(from, at(contact.normal), NORMAL * radius),
      color: themeColor('--normal'),
      label: 'n',
    },
  ];
}

function manifoldMarks({ manifolds }: Answers): Mark[] {
  const color = themeColor('--impulse');
  const points = (manifolds ?? []).flatMap((manifold) => manifold.points);
  const outline = (manifolds ?? []).flatMap((manifold) => {
    const around = orderedAround(manifold);
    return around.length > 2 ? around.map((point, i) => [point, around[(i + 1) % around.length]] as const) : [];
  });
  return [
    ...outline.map(([p, q]): Mark => ({ kind: 'line', from: midpoint(p), to: midpoint(q), color })),
    ...points.map((point): Mark => ({ kind: 'point', at: midpoint(point), color })),
  ];
}

/** The points of a manifold in the order of their angles about the normal. */
function orderedAround({ normal, points }: Manifold): Manifold['points'] {
  const at = points.map(midpoint);
  const [cx, cy, cz] = [0, 1, 2].map((k) => at.reduce((sum, point) => sum + point[k], 0) / at.length);
  const n = new THREE.Vector3(normal.x, normal.y, normal.z);
  const first = new THREE.Vector3(1, 0, 0).cross(n);
  if (first.length() < 0.1) first.set(0, 1, 0).cross(n);
  const second = first.clone().cross(n);
  const angle = (point: Point) => {
    const arm = new THREE.Vector3(point[0] - cx, point[1] - cy, point[2] - cz);
    return Math.atan2(arm.dot(second), arm.dot(first));
  };
  return points.toSorted((p, q) => angle(midpoint(p)) - angle(midpoint(q)));
}

function midpoint({ pointA: p, pointB: q }: { readonly pointA: ReadonlyVec3; readonly pointB: ReadonlyVec3 }): Point {
  return [(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2];
}

/** Gradients of the distance at the origins of the bodies. */
function derivativeMarks(state: PlayState, { derivatives }: Answers, radius: number): Mark[] {
  if (derivatives === undefined) return [];
  return SIDES.flatMap((side, i): Mark[] => {
    const { position } = state[side];
    const part = (from: number) => derivatives.gradient.slice(6 * i + from, 6 * i + from + 3) as unknown as Point;
    const arrow = (vector: Point, color: string, label: string): Mark[] =>
      Math.hypot(...vector) < 1e-9
        ? []
        : [{ kind: 'arrow', from: position, to: along(position, vector, DERIVATIVE * radius), color, label }];
    return [
      ...arrow(part(0), themeColor('--normal'), `∂d/∂x ${side}`),
      ...arrow(part(3), themeColor('--warn'), `∂d/∂θ ${side}`),
    ];
  });
}

function velocityMarks(state: PlayState, side: Side, radius: number): Mark[] {
  const { position, velocity, angularVelocity } = state[side];
  if (isAtRest(state[side])) return [];
  const color = SIDE_COLORS[side];
  const tip = velocityTip(state, side, radius);
  const isMoving = velocity.some((value) => value !== 0);
  const isRotating = angularVelocity.some((value) => value !== 0);
  return [
    ...(isMoving
      ? ([
          { kind: 'arrow', from: position, to: tip, color, label: `v ${side}` },
          { kind: 'point', at: tip, color },
        ] as const)
      : []),
    ...(isRotating
      ? ([
          {
            kind: 'arrow',
            from: position,
            to: along(position, angularVelocity, PER_ANGULAR_SPEED * radius),
            color: themeColor('--accent'),
            label: `ω ${side}`,
          },
        ] as const)
      : []),
  ];
}

/** The point of impact, its normal, and the velocities after it. */
function impactMarks(answer: ImpactAnswer | undefined, radius: number): Mark[] {
  if (answer?.impact.status !== 'hit') return [];
  const color = themeColor('--impulse');
  const { response, impact } = answer;
  if (response === undefined) return [{ kind: 'point', at: at(impact.pointA), color, label: 'impact' }];
  const point = at(response.point);
  const { velocityA, velocityB } = response.response;
  const after = [velocityA, velocityB].flatMap((velocity, i): Mark[] => {
    if (response.immovable[i] !== undefined) return [];
    const from = at(response.before[i].pose.position);
    const to = along(from, at(velocity), PER_SPEED * radius);
    return [{ kind: 'arrow', from, to, color: SIDE_COLORS[SIDES[i]], label: `v′ ${SIDES[i]}` }];
  });
  return [{ kind: 'point', at: point, color, label: 'impact' }, ...after];
}

function at({ x, y, z }: ReadonlyVec3): Point {
  return [x, y, z];
}

function along(from: Point, vector: Point, k: number): Point {
  return [from[0] + k * vector[0], from[1] + k * vector[1], from[2] + k * vector[2]];
}
