import { lengthVec3 } from '../math/vec3.ts';
import { indexNames, type Lookup } from './names.ts';
import type { PlanarDocument } from './planar-schema.ts';
import { planar, resolveBody } from './resolve-body.ts';
import { resolveMaterial, resolvePenalty } from './resolve-contact-law.ts';
import { resolveDistances } from './resolve-distances.ts';
import { resolveDocking, resolveSensors } from './resolve-docking.ts';
import { resolvePlanarJoints } from './resolve-joints.ts';
import { resolvePaths, withPath } from './resolve-planar-path.ts';
import { resolveRecord } from './resolve-record.ts';
import type { ContactLaw, PlanarScene, SceneForces, SceneLoad, ScenePair } from './scene.ts';
import type { Fail } from './scene-error.ts';

/** Larger numbers are treated as input errors. */
const MAX_STEPS = 1e9;

/** Default restitution threshold with loads and without gravity [m/s]. [CP13-3.4] */
const DEFAULT_REST_SPEED = 1e-3;

/** Resolves names, builds shapes, and checks the consistency of the document, which the schema cannot. */
export function resolvePlanarScene(document: PlanarDocument, fail: Fail): PlanarScene {
  const { world, title, description, source, topic, guide, time } = document;
  checkMethod(document, fail);
  checkPenalty(document, fail);
  checkCounts(document, fail);
  const bodyIndex = indexNames(document.bodies, ['bodies'], 'body', fail);
  const resolved = document.bodies.map((body, i) => resolveBody(body, ['bodies', i], fail));
  const paths = resolvePaths(document, bodyIndex, fail);
  const bodies = resolved.map(({ body }, i) => withPath(body, paths[i]));
  const origins = resolved.map(({ origin }) => origin);
  const sensors = resolveSensors(document.sensors.map(planarSensor), origins, bodyIndex, fail);
  const forces = resolveForces(document, bodyIndex, fail);
  return {
    world,
    title,
    description,
    source,
    topic,
    guide,
    bodies,
    contacts: resolveContacts(document, bodyIndex, forces, fail),
    sensors,
    docking: resolveDocking(document.docking, sensors, fail),
    ...(document.joints.length > 0 && { joints: resolvePlanarJoints(document, bodies, bodyIndex, fail) }),
    forces,
    time: { ...time },
    record: {
      ...resolveRecord(document, fail),
      distances: resolveDistances(
        document.record.distances,
        bodyIndex,
        bodies.map(({ shape }) => shape.kind),
        fail,
      ),
    },
  };
}

/** Why joints exclude the method events. */
export const NO_CLOSED_FORM = 'the motion of joined bodies between impacts has no closed form';

/** Exact times of impact exist for constant accelerations only. */
function checkMethod({ time, contacts, docking, joints }: PlanarDocument, fail: Fail): void {
  if (joints.length > 0) {
    if (time.method !== 'steps') fail(['joints', 0], `joints need time.method "steps": ${NO_CLOSED_FORM}`);
    if (contacts.response === 'penalty') fail(['joints', 0], 'joints need contacts.response "impulse" in the plane');
    if (docking.length > 0) fail(['docking', 0], 'docking must be left out where there are joints in the plane');
  }
  if (time.method === 'steps') return;
  const needs = 'needs time.method "steps"';
  if (contacts.response === 'penalty') fail(['contacts', 'response'], `"penalty" ${needs}`);
  const pin = docking.findIndex(({ mode }) => mode === 'pin');
  if (pin >= 0) fail(['docking', pin, 'mode'], `"pin" ${needs}`);
}

/** A wrong unit must not start an endless run. */
function checkCounts({ time }: PlanarDocument, fail: Fail): void {
  if (time.method === 'steps' && time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
}

/** Penalty forces act along the normal only, and between separate bodies. */
function checkPenalty({ contacts, docking, forces }: PlanarDocument, fail: Fail): void {
  if (contacts.response !== 'penalty') return;
  const needs = 'needs contacts.response "impulse"';
  if (docking.length > 0) fail(['docking', 0], `docking ${needs}`);
  if (forces.orbit) fail(['forces', 'orbit'], needs);
  if (contacts.friction !== undefined && contacts.friction.law !== 'none')
    fail(['contacts', 'friction'], `friction ${needs}`);
}

function resolveContacts(
  { contacts, time }: PlanarDocument,
  bodyIndex: Lookup,
  forces: SceneForces,
  fail: Fail,
): PlanarScene['contacts'] {
  const { response, multiContact, order, manifold, tolerance, restitutionThreshold } = contacts;
  const penalty = resolvePenalty(contacts.penalty, ['contacts', 'penalty'], fail);
  const law = { collide: true, material: resolveMaterial(contacts, ['contacts'], fail), penalty };
  const pairs = resolvePairs(contacts, law, bodyIndex, fail);
  return {
    response,
    law,
    pairs,
    multiContact,
    order,
    manifold,
    tolerance,
    restitutionThreshold: restitutionThreshold ?? defaultRestitutionThreshold(time, forces),
  };
}

function defaultRestitutionThreshold(time: PlanarDocument['time'], { gravity, loads }: SceneForces): number {
  const pull = lengthVec3(gravity);
  if (pull === 0 && loads.length === 0) return 0;
  // speed gained in two steps cannot be distinguished from rest; the method events uses steps for resting contact
  return pull > 0 ? 2 * pull * time.step : DEFAULT_REST_SPEED;
}

/** Every pair with its complete settings. */
function resolvePairs(
  contacts: PlanarDocument['contacts'],
  law: ContactLaw,
  bodyIndex: Lookup,
  fail: Fail,
): ScenePair[] {
  const seen = new Map<string, number>();
  return contacts.pairs.map((pair, i) => {
    const path = ['contacts', 'pairs', i];
    const [first, second] = pair.bodies.map((name, k) => bodyIndex(name, [...path, 'bodies', k]));
    if (first === second) fail([...path, 'bodies'], 'must be two different bodies');
    const bodies = [Math.min(first, second), Math.max(first, second)] as const;
    const other = seen.get(bodies.join());
    if (other !== undefined)
      fail([...path, 'bodies'], `must be listed once, contacts.pairs[${other}] has the same two`);
    seen.set(bodies.join(), i);
    const material = resolveMaterial({ ...contacts, ...pair }, path, fail);
    return {
      bodies,
      collide: pair.collide,
      material,
      penalty: pair.penalty === undefined ? law.penalty : resolvePenalty(pair.penalty, [...path, 'penalty'], fail),
    };
  });
}

function planarSensor({ point, axis, ...rest }: PlanarDocument['sensors'][number]) {
  return { ...rest, point: planar(point), axis: axis && planar(axis) };
}

function resolveForces({ forces, bodies }: PlanarDocument, bodyIndex: Lookup, fail: Fail): SceneForces {
  const loads = forces.loads.map(
    ({ body: name, force, torque, from, until = Number.POSITIVE_INFINITY }, i): SceneLoad => {
      const body = bodyIndex(name, ['forces', 'loads', i, 'body']);
      if (bodies[body].motion !== 'free')
        fail(['forces', 'loads', i, 'body'], 'must be a free body, no force moves the others');
      if (!(until > from)) fail(['forces', 'loads', i, 'until'], `must be after it begins (${from} s)`);
      return { body, force: planar(force), torque, from, until };
    },
  );
  const { orbit } = forces;
  return { gravity: planar(forces.gravity), loads, ...(orbit && { orbit: { rate: orbit.rate } }) };
}
