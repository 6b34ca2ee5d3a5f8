import { isNonConvex } from '../distance/smooth/candidate-tracker.ts';
import { hasControlPoints } from '../distance/smooth/tiled-contact.ts';
import { gainProblem } from '../distance/smooth/tracking/tracker-gain.ts';
import type { TrackerSettings } from '../distance/smooth/witness/tracker-settings.ts';
import { DEFAULT_TRACKER_SETTINGS } from '../distance/smooth/witness/tracker-settings.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { suggestion } from '../shapes/suggestion.ts';
import { featureDimension, featureName } from '../shapes/tiled/tiled-body.ts';
import { indexNames, type Lookup } from './names.ts';
import { resolveMaterial, resolvePenalty } from './resolve-contact-law.ts';
import { resolvePath } from './resolve-path.ts';
import { spatial } from './resolve-pose.ts';
import { resolveRecord } from './resolve-record.ts';
import {
  checkInPlane,
  checkPathInPlane,
  isPlanar,
  OUT_OF_PLANE,
  type ResolvedSmoothBody,
  resolveSpaceBody,
} from './resolve-smooth-body.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type {
  SmoothBody,
  SmoothContacts,
  SmoothCoupler,
  SmoothScene,
  SmoothShape,
  SpaceTracking,
  TrackedPair,
  WitnessPlace,
} from './smooth-scene.ts';
import type { SmoothDocument } from './smooth-schema.ts';

/** More are taken for a mistake. */
const MAX_STEPS = 1e9;
const MAX_PAIRS = 1e4;

/** Bodies nearer than this share of the smallest of them touch: the distance is good to more digits there. [PG05] spec 3 */
const DEFAULT_TOLERANCE = 1e-7;

/** A coupler is taken to accelerate bodies by this much [m/s²], when it must be said how fast a contact may rest. */
const COUPLER_PULL = 1;

/** Looks up names, builds shapes, and checks what the schema cannot: that the parts of the document fit together. */
export function resolveSpaceScene(document: SmoothDocument, fail: Fail): SmoothScene {
  const { world, title, description, source, topic, guide, time } = document;
  if (time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
  const bodyIndex = indexNames(document.bodies, ['bodies'], 'body', fail);
  const resolved = document.bodies.map((body, i) => resolveSpaceBody(body, ['bodies', i], fail));
  const bodies = resolved.map(({ body }) => body);
  const gravity = spatial(document.forces.gravity);
  const flying = bodies.some(({ shape, motion }) => motion.kind === 'free' && isPlanar(shape));
  if (flying && gravity.z !== 0) fail(['forces', 'gravity'], OUT_OF_PLANE);
  return {
    world,
    title,
    description,
    source,
    topic,
    guide,
    bodies,
    tracking: resolveTracking(document, bodies, bodyIndex, fail),
    contacts: resolveContacts(document, bodies, gravity, fail),
    couplers: resolveCouplers(document, resolved, bodyIndex, fail),
    forces: { gravity },
    time: { ...time },
    record: resolveRecord(document, fail),
  };
}

function resolveTracking(
  { tracking, contacts, time }: SmoothDocument,
  bodies: readonly SmoothBody[],
  bodyIndex: Lookup,
  fail: Fail,
): SpaceTracking {
  const { mode, scheme, gain, feedforward, form, signed = contacts.response !== 'none' } = tracking;
  const settings: TrackerSettings = {
    ...DEFAULT_TRACKER_SETTINGS,
    mode: mode === 'integrator' ? scheme : mode,
    gain: gain === 'max' ? 'fastest' : gain,
    feedforward,
    form,
    signed,
  };
  const problem = gainProblem(settings, time.step);
  if (problem !== undefined) fail(['tracking', 'gain'], problem);
  const given = tracking.pairs?.map((pair, i) => resolvePair(pair, bodies, bodyIndex, ['tracking', 'pairs', i], fail));
  const pairs = given ?? allPairs(bodies);
  if (pairs.length > MAX_PAIRS) fail(['tracking', 'pairs'], `must name at most ${MAX_PAIRS} pairs`);
  if (!signed && contacts.response !== 'none') {
    fail(['tracking', 'signed'], `must be true for contacts.response "${contacts.response}"`);
  }
  pairs.forEach((pair, i) => {
    const path = given ? ['tracking', 'pairs', i, 'bodies'] : ['bodies', pair.bodies[1]];
    checkPair(pair, bodies, settings, path, fail);
    const hollow = pair.bodies.find((k) => isNonConvex(bodies[k].shape));
    if (hollow !== undefined)
      checkHollowPair(pair, bodies, bodies[hollow].name, contacts.response, settings, path, fail);
  });
  return { settings, pairs };
}

/** Every two bodies that can move against each other. */
function allPairs(bodies: readonly SmoothBody[]): TrackedPair[] {
  return bodies.flatMap((a, i) =>
    bodies.slice(i + 1).flatMap((b, k): TrackedPair[] => {
      const still = a.motion.kind === 'fixed' && b.motion.kind === 'fixed';
      const points = a.shape.kind === 'point' && b.shape.kind === 'point';
      return still || points ? [] : [{ bodies: [i, i + 1 + k] }];
    }),
  );
}

type PairDocument = NonNullable<SmoothDocument['tracking']['pairs']>[number];

function resolvePair(
  given: PairDocument,
  bodies: readonly SmoothBody[],
  bodyIndex: Lookup,
  path: JsonPath,
  fail: Fail,
): TrackedPair {
  const [a, b] = given.bodies.map((name, k) => bodyIndex(name, [...path, 'bodies', k]));
  if (a === b) fail([...path, 'bodies'], 'must be two different bodies');
  if (!given.start) return { bodies: [a, b] };
  const [first, second] = given.start;
  return {
    bodies: [a, b],
    start: [
      resolveWitness(first, bodies[a].shape, [...path, 'start', 0], fail),
      resolveWitness(second, bodies[b].shape, [...path, 'start', 1], fail),
    ],
  };
}

function resolveWitness(
  { feature, x }: { feature: string; x: number[] },
  shape: SmoothShape,
  path: JsonPath,
  fail: Fail,
): WitnessPlace {
  const names = shape.kind === 'point' ? ['P'] : featureNames(shape);
  const index = names.indexOf(feature);
  if (index < 0) fail([...path, 'feature'], `is not a feature of the body, ${suggestion(feature, names)}`);
  const count = shape.kind === 'point' ? 0 : featureDimension(shape, index);
  if (x.length !== count) fail([...path, 'x'], `must have ${count} parameters for ${feature}, has ${x.length}`);
  return { feature: index, x };
}

function featureNames(shape: Exclude<SmoothShape, { kind: 'point' }>): string[] {
  const count = shape.faces.length + shape.edges.length + shape.vertices.length;
  return Array.from({ length: count }, (_, i) => featureName(shape, i));
}

/** Bodies that are not convex are searched piece by piece at every step: that finds how close they are, and no depth. */
function checkHollowPair(
  { bodies: indices, start }: TrackedPair,
  bodies: readonly SmoothBody[],
  hollow: string,
  response: SmoothContacts['response'],
  { mode, signed }: TrackerSettings,
  path: JsonPath,
  fail: Fail,
): void {
  const why = `for ${hollow}, which is not convex`;
  if (mode !== 'predictor-corrector') fail(['tracking', 'mode'], `must be "predictor-corrector" ${why}`);
  if (response !== 'none') fail(['contacts', 'response'], `must be "none" ${why}`);
  if (start) fail([...path.slice(0, -1), 'start'], `must be left out ${why}: it is searched everywhere`);
  const solids = indices.filter((i) => bodies[i].shape.kind === 'tiled');
  if (signed && solids.length === 2) fail(path, `must be convex bodies for a signed distance, ${hollow} is not`);
  for (const i of indices) {
    const { name, shape } = bodies[i];
    if (!hasControlPoints(shape)) fail(path, `must both be made of Bezier pieces ${why}, ${name} is not`);
  }
}

/** A pair has at least one body with a surface; both are of the plane or both of space. */
function checkPair(
  { bodies: indices }: TrackedPair,
  bodies: readonly SmoothBody[],
  { signed, mode }: TrackerSettings,
  path: JsonPath,
  fail: Fail,
): void {
  const surfaces = indices.flatMap((i) => {
    const { name, shape } = bodies[i];
    return shape.kind === 'point' ? [] : [{ name, shape }];
  });
  if (surfaces.length === 0) fail(path, 'must not be two points');
  if (isPlanar(surfaces[0].shape)) {
    for (const i of indices) if (bodies[i].shape.kind === 'point') checkInPlane(bodies[i].motion, ['bodies', i], fail);
  }
  for (const { name, shape } of surfaces) {
    if (shape.dimension !== surfaces[0].shape.dimension) {
      fail(path, `must be both of the plane or both of space, ${surfaces[0].name} and ${name} are not`);
    }
    if (signed && !shape.closed) fail(path, `must have an inside for a signed distance, ${name} is an open patch`);
  }
  if (signed && surfaces.length === 2 && mode !== 'predictor-corrector') {
    fail(['tracking', 'mode'], 'must be "predictor-corrector" for the signed distance of two bodies');
  }
}

function resolveContacts(
  { contacts, couplers, time }: SmoothDocument,
  bodies: readonly SmoothBody[],
  gravity: ReadonlyVec3,
  fail: Fail,
): SmoothContacts {
  const { response, penalty } = contacts;
  if (response === 'penalty' && contacts.friction.law !== 'none') {
    fail(['contacts', 'friction'], 'friction needs contacts.response "impulse"');
  }
  const sizes = bodies.flatMap(({ shape }) => (shape.kind === 'point' ? [] : [shape.radius]));
  const pull = lengthVec3(gravity) + (couplers.length > 0 ? COUPLER_PULL : 0);
  return {
    response,
    material: resolveMaterial(contacts, ['contacts'], fail),
    penalty: resolvePenalty(penalty),
    tolerance: contacts.tolerance ?? DEFAULT_TOLERANCE * Math.min(1e60, ...sizes),
    restitutionThreshold: contacts.restitutionThreshold ?? 2 * pull * time.step,
  };
}

function resolveCouplers(
  { couplers }: SmoothDocument,
  bodies: readonly ResolvedSmoothBody[],
  bodyIndex: Lookup,
  fail: Fail,
): SmoothCoupler[] {
  indexNames(couplers, ['couplers'], 'coupler', fail);
  return couplers.map(({ name, body: bodyName, point, handle, ...strengths }, i) => {
    const path = ['couplers', i];
    const body = bodyIndex(bodyName, [...path, 'body']);
    if (bodies[body].body.motion.kind !== 'free') {
      fail([...path, 'body'], 'must be a free body, no spring moves the others');
    }
    const led = resolvePath(handle, [...path, 'handle'], fail);
    if (isPlanar(bodies[body].body.shape)) checkPathInPlane(led, [...path, 'handle'], fail);
    return {
      name,
      body,
      point: subVec3(createVec3(), spatial(point), bodies[body].origin),
      handle: led,
      ...strengths,
    };
  });
}
