import type { OrbitField } from '../dynamics/orbit.ts';
import { lengthVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { indexNames, type Lookup } from './names.ts';
import { copiesOf, copyCount, copyNames } from './repeat-solids.ts';
import { resolveDistances } from './resolve-distances.ts';
import { resolveDocking, resolveSensors } from './resolve-docking.ts';
import { resolveJoints } from './resolve-joints.ts';
import { resolveLaws } from './resolve-pair-material.ts';
import { NO_CLOSED_FORM } from './resolve-planar.ts';
import { spatial } from './resolve-pose.ts';
import { resolveRecord } from './resolve-record.ts';
import { resolveSolidBody } from './resolve-solid-body.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidBody, SolidContacts, SolidLoad, SolidScene } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

/** Larger numbers are treated as input errors. */
const MAX_STEPS = 1e9;
const MAX_BODIES = 1e5;

/** Default restitution threshold of the method `events` under gravity [m/s]. */
const DEFAULT_REST_SPEED = 1e-3;

/** Allowed penetration (slop) of fixed steps, as a fraction of the smallest free body. */
export const DEFAULT_SLOP = 1e-4;

const NEVER = Number.POSITIVE_INFINITY;

/** Resolves names, builds shapes, and checks the consistency of the document, which the schema cannot. */
export function resolveSolidScene(document: SolidDocument, fail: Fail): SolidScene {
  const { world, title, description, source, topic, guide, time } = document;
  checkMethod(document, fail);
  rejectUnusedFriction(document, fail);
  const counts = countBodies(document, fail);
  const named = document.bodies.flatMap((body, i) => copyNames(body).map((name) => ({ name, entry: i })));
  const bodyIndex = indexNames(named, ['bodies'], 'body', fail, (i) => named[i].entry);
  const resolved = document.bodies.map((body, i) => resolveSolidBody(body, ['bodies', i], fail));
  const bodies = resolved.flatMap(({ body }, i) => copiesOf(body, document.bodies[i].repeat));
  const origins = resolved.flatMap(({ origin }, i) => new Array<ReadonlyVec3>(counts[i]).fill(origin));
  const sensors = resolveSensors(document.sensors.map(spatialSensor), origins, bodyIndex, fail);
  const orbit = resolveOrbit(document, fail);
  const forces = {
    gravity: spatial(document.forces.gravity),
    loads: resolveLoads(document, bodies, bodyIndex, fail),
    ...(orbit && { orbit }),
  };
  return {
    world,
    title,
    description,
    source,
    topic,
    guide,
    bodies,
    contacts: {
      response: document.contacts.response,
      ...resolveLaws(document, counts, bodyIndex, fail),
      ...resolveLimits(document, bodies, forces),
    },
    sensors,
    docking: resolveDocking(document.docking, sensors, fail),
    ...(document.joints.length > 0 && { joints: resolveJoints(document, bodies, origins, bodyIndex, fail) }),
    forces,
    time: { ...time, timeToSleep: time.timeToSleep === 0 ? NEVER : time.timeToSleep },
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

function spatialSensor({ point, axis, up, ...rest }: SolidDocument['sensors'][number]) {
  return { ...rest, point: spatial(point), axis: axis && spatial(axis), up: up && spatial(up) };
}

/** A rotating frame and a central body exclude each other: the frame includes the gravity of its central body. */
function resolveOrbit({ forces, contacts }: SolidDocument, fail: Fail): OrbitField | undefined {
  const { orbit, centralGravity } = forces;
  if (orbit && centralGravity)
    fail(['forces', 'orbit'], 'excludes centralGravity, the gravity of the orbit is included');
  const key = orbit ? 'orbit' : 'centralGravity';
  if ((orbit || centralGravity) && contacts.response === 'penalty') {
    fail(['forces', key], 'needs contacts.response "impulse"');
  }
  if (orbit) return { rate: orbit.rate };
  return centralGravity && { mu: centralGravity.mu, center: spatial(centralGravity.center) };
}

function checkMethod(document: SolidDocument, fail: Fail): void {
  const { time, docking, contacts } = document;
  if (time.method !== 'steps' && contacts.response === 'penalty') {
    fail(['contacts', 'response'], '"penalty" needs time.method "steps"');
  }
  if (contacts.response === 'penalty' && docking.length > 0) {
    fail(['docking', 0], 'docking needs contacts.response "impulse"');
  }
  if (document.joints.length > 0) checkJointMethod(document, fail);
  // a wrong unit must not start an endless run
  if (time.method === 'steps' && time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
}

/** Joints act in the substeps of rigid contact only. */
function checkJointMethod({ time, contacts }: SolidDocument, fail: Fail): void {
  if (time.method !== 'steps') fail(['joints', 0], `joints need time.method "steps": ${NO_CLOSED_FORM}`);
  if (contacts.response === 'penalty') fail(['joints', 0], 'joints need contacts.response "impulse"');
}

type Friction = Partial<SolidDocument['contacts']['friction']>;

/** Rejects values of friction that the method does not apply. */
function rejectUnusedFriction(document: SolidDocument, fail: Fail): void {
  const { time, contacts } = document;
  // the rows of fixed steps end sliding and do not reverse it
  if (time.method === 'steps') {
    rejectFriction(
      document,
      'tangentialRestitution',
      'must be 0 with time.method "steps", only "events" applies it',
      fail,
    );
  }
  if (contacts.response === 'penalty') {
    for (const key of ['rolling', 'spinning'] as const) {
      rejectFriction(document, key, 'must be 0 with contacts.response "penalty", only "impulse" applies it', fail);
    }
  }
}

/** Rejects a value other than 0 of `key` wherever friction is given. */
function rejectFriction({ contacts, bodies }: SolidDocument, key: keyof Friction, reason: string, fail: Fail): void {
  const reject = ({ friction }: { friction?: Friction }, path: JsonPath): void => {
    if (friction !== undefined && friction[key] !== 0) fail([...path, 'friction', key], reason);
  };
  reject(contacts, ['contacts']);
  for (const [i, body] of bodies.entries()) reject(body, ['bodies', i]);
  for (const [i, groups] of contacts.groups.entries()) reject(groups, ['contacts', 'groups', i]);
  for (const [i, pair] of contacts.pairs.entries()) reject(pair, ['contacts', 'pairs', i]);
}

/** Number of bodies of each entry of the file. */
function countBodies({ bodies }: SolidDocument, fail: Fail): number[] {
  const counts = bodies.map(copyCount);
  let total = 0;
  counts.forEach((count, i) => {
    total += count;
    if (total > MAX_BODIES) fail(['bodies', i, 'repeat'], `makes more than ${MAX_BODIES} bodies in all`);
  });
  return counts;
}

function resolveLimits(
  { contacts, time }: SolidDocument,
  bodies: readonly SolidBody[],
  { gravity, loads }: SolidScene['forces'],
): Pick<SolidContacts, 'restitutionThreshold' | 'slop'> {
  const gravityMagnitude = lengthVec3(gravity);
  const pressed =
    time.method === 'steps' && gravityMagnitude > 0
      ? restitutionThresholdOfSteps(gravity, time.step)
      : DEFAULT_REST_SPEED;
  const sizes = bodies.filter(({ motion }) => motion === 'free').map(({ shape }) => shapeRadius(shape));
  const smallest = sizes.reduce((min, size) => Math.min(min, size), 1e60);
  return {
    restitutionThreshold: contacts.restitutionThreshold ?? (gravityMagnitude === 0 && loads.length === 0 ? 0 : pressed),
    slop: contacts.slop ?? DEFAULT_SLOP * smallest,
  };
}

/** Speed gained in two steps [m/s]: slower impacts cannot be distinguished from rest with steps of this length [s]. [CP13-3.4] */
export function restitutionThresholdOfSteps(acceleration: ReadonlyVec3, step: number): number {
  return 2 * lengthVec3(acceleration) * step;
}

function resolveLoads(
  { forces }: SolidDocument,
  bodies: readonly SolidBody[],
  bodyIndex: Lookup,
  fail: Fail,
): SolidLoad[] {
  return forces.loads.map(({ body: name, force, torque, from, until = NEVER }, i) => {
    const path = ['forces', 'loads', i];
    const body = bodyIndex(name, [...path, 'body']);
    if (bodies[body].motion !== 'free') fail([...path, 'body'], 'must be a free body, no force moves the others');
    if (!(until > from)) fail([...path, 'until'], `must be after it begins (${from} s)`);
    return { body, force: spatial(force), torque: spatial(torque), from, until };
  });
}
