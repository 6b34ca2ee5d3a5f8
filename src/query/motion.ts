import { createMotion, type Motion } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, scaleVec3 } from '../math/vec3.ts';
import { impact } from '../pairs/query.ts';
import { readPlanarScene } from '../scene/read.ts';
import type { Polygon } from '../shapes/polygon.ts';
import type { BodyState, SimEvent } from '../sim/observer.ts';
import { runScene } from '../sim/simulate.ts';
import { same, within } from './compare.ts';
import {
  components,
  fieldsAt,
  numberAt,
  numberOr,
  numbersAt,
  numberWithin,
  objectsAt,
  pointsAt,
  positiveAt,
  QueryError,
  vectorAt,
} from './fields.ts';
import { polygonAt } from './polygons.ts';
import type { Fields, QueryOperation } from './query-operation.ts';

const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

function motionOf(fields: Fields, key: string): { polygon: Polygon; motion: Motion } {
  const body = fieldsAt(fields, key);
  const pose = createPose(numbersAt(body, 'x', [2], key), numberAt(body, 'theta', key));
  const motion = createMotion(pose, vectorAt(body, 'v', [2], key), createVec3(0, 0, numberAt(body, 'w', key)));
  return { polygon: polygonAt(body, 'verts', key), motion };
}

const timeOfImpact: QueryOperation = {
  name: 'toi-2d',
  description: 'first time at which two moving, rotating polygons touch within T',
  example: {
    T: 4,
    A: { verts: SQUARE, x: [-2, 0], theta: 0, v: [1, 0], w: 1 },
    B: { verts: SQUARE, x: [2, 0], theta: 0.5, v: [-1, 0], w: 0 },
  },
  answer(fields) {
    const a = motionOf(fields, 'A');
    const b = motionOf(fields, 'B');
    const hit = impact(a.polygon, a.motion, b.polygon, b.motion, positiveAt(fields, 'T'));
    if (hit.status === 'none') return { hit: false };
    return {
      hit: true,
      status: hit.status,
      t: hit.time,
      point: components(hit.pointA, 2),
      n: components(scaleVec3(createVec3(), hit.normal, -1), 2),
      edgeOf: hit.edgeOf,
      edge: hit.edge,
      vertex: hit.vertex,
      normalSpeed: -hit.closingSpeed,
    };
  },
  // README: t 1e-11, point and n 1e-10, normalSpeed 1e-9
  check(exact, answer) {
    const hit = same('hit', answer.hit, exact.hit);
    if (!exact.hit || !answer.hit) return [hit];
    return [
      hit,
      within('t', answer.t, exact.t, 1e-11),
      within('point', answer.point, exact.point, 1e-10),
      within('n', answer.n, exact.n, 1e-10),
      within('normalSpeed', answer.normalSpeed, exact.normalSpeed, 1e-9),
      ...['edgeOf', 'edge', 'vertex'].map((key) => same(key, answer[key], exact[key])),
    ];
  },
};

/** Upper limit of the run time; a run also ends after its events. */
const LONGEST_FLIGHT = 1e6;

const events: QueryOperation = {
  name: 'events-2d',
  description: 'the first collisions of polygons in a box, in order (`count`, default 6)',
  example: {
    e: 1,
    box: 3,
    count: 3,
    bodies: [{ verts: SQUARE, m: 1, I: 0.2, x: [0, 0], theta: 0.3, v: [1, 0.7], w: 0.5 }],
  },
  answer(fields) {
    const count = numberOr(fields, 'count', 6);
    if (!Number.isInteger(count) || count < 1 || count > 100_000) {
      throw new QueryError('count', fields.count, 'an integer from 1 to 100000');
    }
    const moving = objectsAt(fields, 'bodies');
    const scene = readPlanarScene(JSON.stringify(boxDocument(fields, moving, count)), 'events-2d');
    const names = scene.bodies.map((body) => body.name);
    const hits: Fields[] = [];
    let last: readonly BodyState[] = [];
    let time = 0;
    const onEvent = (event: SimEvent) => {
      if (event.type !== 'collision') return;
      const [nx, ny] = event.normal;
      hits.push({
        t: event.time,
        A: names.indexOf(event.bodies[0]),
        B: names.indexOf(event.bodies[1]),
        point: event.point.slice(0, 2),
        n: [0 - nx, 0 - ny],
        j: event.impulse,
      });
    };
    runScene(scene, {
      frame(at, bodies) {
        last = bodies;
        time = at;
      },
      contact() {},
      event: onEvent,
    });
    const final = last.slice(0, moving.length).map(({ position, angle, velocity, angularVelocity }) => ({
      x: components(position, 2),
      theta: angle,
      v: components(velocity, 2),
      w: angularVelocity.z,
    }));
    return { events: hits, final: { t: time, bodies: final } };
  },
  // README: event k (first is 1) within 1e-12 * 10^k, final 1e-6
  check(exact, answer) {
    const got = answer.events as Fields[];
    const wanted = exact.events as Fields[];
    const final = fieldsAt(exact, 'final');
    const reached = fieldsAt(answer, 'final');
    return [
      same('event count', got.length, wanted.length),
      ...wanted
        .slice(0, got.length)
        .flatMap((event, i) => [
          ...['A', 'B'].map((key) => same(`events[${i}].${key}`, got[i][key], event[key])),
          ...['t', 'point', 'n', 'j'].map((key) =>
            within(`events[${i}].${key}`, got[i][key], event[key], Number(`1e${i - 11}`)),
          ),
        ]),
      within('final.t', reached.t, final.t, 1e-6),
      ...(final.bodies as Fields[]).flatMap((body, i) =>
        ['x', 'theta', 'v', 'w'].map((key) =>
          within(`final.bodies[${i}].${key}`, (reached.bodies as Fields[])[i][key], body[key], 1e-6),
        ),
      ),
    ];
  },
};

/** The scene of a query: the bodies, then the half-spaces x = -W, x = W, y = -W, y = W. */
function boxDocument(fields: Fields, moving: readonly Fields[], count: number): unknown {
  const box = positiveAt(fields, 'box');
  const halfspaces = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ].map(([x, y], i) => ({
    name: `wall ${i}`,
    shape: { kind: 'halfspace', normal: [-x, -y] },
    position: [x * box, y * box],
    motion: 'fixed',
  }));
  const bodies = moving.map((body, i) => {
    const path = `bodies[${i}]`;
    return {
      name: `body ${i}`,
      shape: { kind: 'polygon', vertices: pointsAt(body, 'verts', 2, path) },
      position: numbersAt(body, 'x', [2], path),
      angle: numberAt(body, 'theta', path),
      velocity: numbersAt(body, 'v', [2], path),
      angularVelocity: numberAt(body, 'w', path),
      mass: positiveAt(body, 'm', path),
      inertia: positiveAt(body, 'I', path),
    };
  });
  return {
    title: 'events-2d',
    description: 'Polygons in a box.',
    bodies: [...bodies, ...halfspaces],
    contacts: { restitution: numberWithin(fields, 'e', 0, 1) },
    time: { end: LONGEST_FLIGHT, method: 'events', maxEvents: count },
    record: { interval: LONGEST_FLIGHT },
  };
}

export const motionOperations: readonly QueryOperation[] = [timeOfImpact, events];
