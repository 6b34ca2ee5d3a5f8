import { createPose } from '../math/pose.ts';
import { sceneText } from '../scene/scene-text.ts';
import { checkAboveZero, checkKeys } from '../shapes/checks.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import { SimulationError } from '../sim/world.ts';
import { contactDocument } from './contact-document.ts';
import { dockingDocument } from './docking-document.ts';
import { jointDocuments, rotationDocument } from './joint-document.ts';
import { listOf, shapeDocument } from './shape-document.ts';
import { type BodyEntry, checkBetweenSteps, indexOf, type WorldStore } from './world-store.ts';

/** Options of `World.sceneText`. */
export interface SceneTextOptions {
  /** Default: that of the scene of the world, or `World`. */
  readonly title?: string;
  /** One paragraph about it. */
  readonly description?: string;
  /** Duration of the scene [s]; default: that of the scene of the world, or 10. */
  readonly end?: number;
}

/** Duration of a scene of a world without an end [s]. */
const DEFAULT_END = 10;

/** The world as the text of a scene; see `World.sceneText`. */
export function sceneTextOf(store: WorldStore, options: SceneTextOptions = {}): string {
  checkBetweenSteps(store, 'sceneText');
  checkKeys('sceneText', options, ['title', 'description', 'end']);
  if (options.end !== undefined) checkAboveZero('sceneText: end', options.end);
  return sceneText(sceneDocument(store, options));
}

/** A body in the notation of scene files. */
interface BodyDocument {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** A scene of solids in the notation of its file. */
export interface SceneDocument {
  readonly bodies: readonly BodyDocument[];
  readonly forces: object;
  readonly time: object;
  readonly [key: string]: unknown;
}

/** The world as the document of a scene. */
export function sceneDocument(store: WorldStore, { title, description, end }: SceneTextOptions): SceneDocument {
  const { scene } = store.steps;
  const entries = store.entries.filter((entry) => entry !== undefined);
  if (entries.length === 0) throw new SimulationError('sceneText: the world has no bodies, a scene needs one');
  const { contacts, bodies } = contactDocument(store, entries);
  const { sensors, docking, joints } = dockingDocument(store);
  const allJoints = [...jointDocuments(store), ...joints];
  const known = Number.isFinite(scene.time.end) ? scene.time.end : DEFAULT_END;
  const header = { world: 'solids', title: title ?? scene.title, description: description ?? scene.description };
  return {
    ...header,
    bodies: entries.map((entry) => ({ ...bodyDocument(store, entry), ...bodies.get(entry.id) })),
    contacts,
    ...(sensors.length > 0 && { sensors }),
    ...(docking.length > 0 && { docking }),
    ...(allJoints.length > 0 && { joints: allJoints }),
    forces: forcesDocument(store),
    time: timeDocument(store.steps, end ?? known),
    record: { interval: Math.min(scene.record.interval, end ?? known) },
  };
}

function bodyDocument(store: WorldStore, entry: BodyEntry): BodyDocument {
  const { body, settings, options } = entry;
  const name = JSON.stringify(body.name);
  const shape = shapeDocument(body.drawnShape ?? body.shape);
  const reject = (what: string) => {
    throw new SimulationError(`sceneText: ${what} of ${name} cannot be written to a scene`);
  };
  if (!shape) reject(`the shape (${body.shape.kind})`);
  if (options.path) reject('the path');
  if (settings.gravityScale !== 1 && body.motion === 'free') reject(`gravityScale (${settings.gravityScale})`);
  if (settings.linearDamping !== 0) reject(`linearDamping (${settings.linearDamping})`);
  if (settings.angularDamping !== 0) reject(`angularDamping (${settings.angularDamping})`);
  const { x, y, z } = settings.surfaceVelocity;
  if (x !== 0 || y !== 0 || z !== 0) reject('surfaceVelocity');
  return {
    name: body.name,
    shape,
    motion: body.motion,
    ...stateDocument(store, entry),
    ...(body.motion === 'free' && { mass: body.mass, ...(body.hasOwnInertia && { inertia: listOf(body.moments) }) }),
    ...(body.collideAs && { collideAs: body.collideAs }),
    ...(body.trigger && { trigger: true }),
    ...(body.color !== undefined && { color: body.color }),
  };
}

/** Present pose and velocities; shapes of free bodies have their centre of mass at the origin. */
function stateDocument(store: WorldStore, { id, body }: BodyEntry): object {
  const { positions, orientations, velocities, angularVelocities } = store.steps.bodies;
  const i = indexOf(store, id, 'sceneText');
  const three = (list: Float64Array) => [...list.subarray(3 * i, 3 * i + 3)].map((value) => value + 0);
  const { rotation } = createPose([0, 0, 0], [...orientations.subarray(4 * i, 4 * i + 4)]);
  return {
    position: three(positions),
    rotation: rotationDocument(rotation),
    ...(body.motion !== 'fixed' && { velocity: three(velocities), angularVelocity: three(angularVelocities) }),
  };
}

/** Gravity, and the loads that have not ended. */
function forcesDocument({ steps: { scene, time }, entries }: WorldStore): object {
  const { gravity, loads, orbit } = scene.forces;
  const rest = loads
    .filter(({ until, body }) => until > time && entries[body])
    .map(({ body, force, torque, from, until }) => ({
      body: entries[body]?.body.name,
      force: listOf(force),
      torque: listOf(torque),
      from: Math.max(0, from - time),
      ...(Number.isFinite(until) && { until: until - time }),
    }));
  const { rate, mu, center } = orbit ?? {};
  return {
    gravity: listOf(gravity),
    ...(rest.length > 0 && { loads: rest }),
    ...(rate !== undefined && { orbit: { rate } }),
    ...(mu !== undefined && { centralGravity: { mu, ...(center && { center: listOf(center) }) } }),
  };
}

function timeDocument({ scene: { time } }: StepWorld, end: number): object {
  const { method, step, substeps, timeToSleep, maxEvents } = time;
  return {
    end,
    method,
    step,
    substeps,
    timeToSleep: Number.isFinite(timeToSleep) ? timeToSleep : 0,
    ...(Number.isFinite(maxEvents) && { maxEvents }),
  };
}
