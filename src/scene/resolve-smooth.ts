import { isNonConvex } from '../distance/smooth/candidate-tracker.ts';
import { hasControlPoints } from '../distance/smooth/tiled-contact.ts';
import { gainProblem } from '../distance/smooth/tracking/tracker-gain.ts';
import { type Integrator, tableauProblem } from '../distance/smooth/witness/schemes.ts';
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
  resolveSmoothBody,
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

/** Larger numbers are treated as input errors. */
const MAX_STEPS = 1e9;
const MAX_PAIRS = 1e4;

/** Default contact tolerance as a fraction of the smallest body; the distance is more accurate than this. [PG05-3] */
const DEFAULT_TOLERANCE = 1e-7;

/** Assumed acceleration of bodies by couplers [m/s²], for the default restitution threshold. */
const COUPLER_PULL = 1;

/** Resolves names, builds shapes, and checks the consistency of the document, which the schema cannot. */
export function resolveSpaceScene(document: SmoothDocument, fail: Fail): SmoothScene {
  const { world, title, description, source, topic, guide, time } = document;
  if (time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
  const bodyIndex = indexNames(document.bodies, ['bodies'], 'body', fail);
  const resolved = document.bodies.map((body, i) => resolveSmoothBody(body, ['bodies', i], fail));
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
  const { mode, gain, feedforward, form, signed = contacts.response !== 'none' } = tracking;
  const settings: TrackerSettings = {
    ...DEFAULT_TRACKER_SETTINGS,
    mode: mode === 'integrator' ? resolveScheme(tracking, fail) : mode,
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
    const nonConvex = pair.bodies.find((k) => isNonConvex(bodies[k].shape));
    if (nonConvex !== undefined)
      checkHollowPair(pair, bodies, bodies[nonConvex].name, contacts.response, settings, path, fail);
  });
  return { settings, pairs };
}

function resolveScheme({ scheme, tableau }: SmoothDocument['tracking'], fail: Fail): Integrator {
  if (scheme !== 'tableau') {
    if (tableau) fail(['tracking', 'tableau'], `needs "scheme": "tableau", got "${scheme}"`);
    return scheme;
  }
  if (!tableau) return fail(['tracking', 'scheme'], 'needs the key tableau');
  const problem = tableauProblem(tableau);
  if (problem !== undefined) fail(['tracking', 'tableau'], problem);
  return tableau;
}

/** All pairs of bodies with possible relative motion. */
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

/** Non-convex bodies are searched piece by piece at every step, which gives the distance but no penetration depth. */
function checkHollowPair(
  { bodies: indices, start }: TrackedPair,
  bodies: readonly SmoothBody[],
  nonConvex: string,
  response: SmoothContacts['response'],
  { mode, signed }: TrackerSettings,
  path: JsonPath,
  fail: Fail,
): void {
  const why = `for ${nonConvex}, which is not convex`;
  if (mode !== 'predictor-corrector') fail(['tracking', 'mode'], `must be "predictor-corrector" ${why}`);
  if (response !== 'none') fail(['contacts', 'response'], `must be "none" ${why}`);
  if (start) fail([...path.slice(0, -1), 'start'], `must be left out ${why}: the whole body is searched`);
  const solids = indices.filter((i) => bodies[i].shape.kind === 'tiled');
  if (signed && solids.length === 2) fail(path, `must be convex bodies for a signed distance, ${nonConvex} is not`);
  for (const i of indices) {
    const { name, shape } = bodies[i];
    if (!hasControlPoints(shape)) fail(path, `must both be made of Bezier pieces ${why}, ${name} is not`);
  }
}

/** A pair has at least one body with a surface; both are planar or both spatial. */
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
      fail(path, `must be both planar or both spatial, ${surfaces[0].name} and ${name} are not`);
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
  const sizes = bodies.flatMap(({ shape }) => (shape.kind === 'point' ? [] : [shape.radius]));
  const pull = lengthVec3(gravity) + (couplers.length > 0 ? COUPLER_PULL : 0);
  return {
    response,
    material: resolveMaterial(contacts, ['contacts'], fail),
    penalty: resolvePenalty(penalty, ['contacts', 'penalty'], fail),
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
