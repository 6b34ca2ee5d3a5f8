import { createMat3, multiplyMat3 } from '../../math/mat3.ts';
import { rotationOver } from '../../math/motion.ts';
import { copyMovingPose, createMovingPose, type MovingPose, type ReadonlyMovingPose } from '../../math/moving-pose.ts';
import { cos, sin } from '../../math/trig.ts';
import {
  addScaledVec3,
  addScaledVec3By,
  addVec3,
  copyVec3,
  createVec3,
  scaleVec3,
  scaleVec3By,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { SmoothScene } from '../../scene/smooth-scene.ts';
import type { CouplerSummary } from '../observer.ts';
import { type HandleMotion, pathHandle } from './coupler.ts';
import { couplerSummary } from './coupler-energy.ts';
import { SILENT } from './smooth-frames.ts';
import { takeStep } from './smooth-steps.ts';
import { createSmoothWorld, type SmoothWorld } from './smooth-world.ts';
import { END, NOW } from './step-clock.ts';
import { storeStart } from './world-start.ts';

/** Settings of a haptic loop. */
export interface HapticLoopSettings {
  /** Name of the coupler that the hand moves; by default the first. The others follow their paths. */
  readonly coupler?: string;
  /** Steps of the warm-up: run on copies of the bodies before the first step, until the code is optimised. */
  readonly warmUpSteps?: number;
}

/**
 * A haptic loop: a scene of smooth bodies whose coupler is moved live. In every step the pose of the handle goes in, force and torque on the
 * hand come out. Created by `createHapticLoop`; `stepHapticLoop` allocates nothing. All vectors in world axes.
 */
export interface HapticLoop {
  readonly scene: SmoothScene;
  /** Simulated time [s]. */
  time: number;
  /** Force on the hand, at the handle [N]: the device shows it until the next step. */
  readonly force: Vec3;
  /** Torque on the hand [N m]. */
  readonly torque: Vec3;
  /** Pose and velocities of the body on the coupler, after the step. */
  readonly tool: ReadonlyMovingPose;
  /** Sum of the contact forces on it at the start of the step [N]. */
  readonly contactForce: Vec3;
  /** Minimum signed distance between it and the other bodies, after the step [m]; Infinity without a tracked pair. */
  distance: number;
  /** Closest point of that pair on the tool [m]. */
  readonly pointTool: Vec3;
  /** On the other body [m]. */
  readonly pointOther: Vec3;
  /** Reason why the loop has stopped: it then gives no force. Undefined while it runs. */
  failure: string | undefined;
  readonly world: SmoothWorld;
  /** Index of the coupler. */
  readonly coupler: number;
  /** The handle at the start of the step, and the time there [s]. */
  readonly handle: MovingPose;
}

/** Steps after which V8 has optimised the loop in measurements: about a second of computation. */
const WARM_UP_STEPS = 20_000;

/**
 * A haptic loop of a scene of the world `smooth` with a coupler and contact response `penalty`. The handle starts on its path. Throws a RangeError
 * for other scenes and for bad settings.
 *
 * @example
 * ```ts
 * import { createMovingPose, readScene, type SmoothScene } from 'appulse';
 * import { createHapticLoop, stepHapticLoop } from 'appulse/tracking';
 *
 * const scene = readScene(JSON.stringify({
 *   world: 'smooth',
 *   title: 'A block',
 *   description: 'A tool on a coupler above a block.',
 *   bodies: [
 *     { name: 'block', shape: { kind: 'rounded-box', halfExtents: [0.06, 0.04, 0.02], radius: 0.005 }, motion: 'fixed' },
 *     { name: 'tool', shape: { kind: 'sphere', radius: 0.008 }, position: [0, 0, 0.04], mass: 0.05 },
 *   ],
 *   contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 20000, damping: 20 } },
 *   couplers: [
 *     { name: 'hand', body: 'tool', handle: { position: { kind: 'static', point: [0, 0, 0.04] } }, stiffness: 800, damping: 10 },
 *   ],
 *   time: { end: 1, step: 0.001 },
 * }), 'block') as SmoothScene;
 * const loop = createHapticLoop(scene, { warmUpSteps: 2000 });
 * const handle = createMovingPose(); // from the device, 1000 times per second
 * for (let k = 0; k < 2000; k++) {
 *   handle.pose.position.z = Math.max(0.023, 0.04 - 2e-5 * k);
 *   handle.velocity.z = handle.pose.position.z > 0.023 ? -0.02 : 0;
 *   stepHapticLoop(loop, handle);
 * }
 * // 5 mm below the position of touching: the spring of the coupler and that of the contact in series
 * console.log(loop.force.z.toFixed(3), (0.005 / (1 / 800 + 1 / 20000)).toFixed(3)); // 3.846 3.846
 * ```
 */
export function createHapticLoop(scene: SmoothScene, settings: HapticLoopSettings = {}): HapticLoop {
  const { coupler: name, warmUpSteps = WARM_UP_STEPS } = settings;
  if (scene.world !== 'smooth') {
    throw new RangeError(
      `haptic loop: world must be "smooth", got ${JSON.stringify((scene as { world: string }).world)}`,
    );
  }
  if (!(Number.isInteger(warmUpSteps) && warmUpSteps >= 0)) {
    throw new RangeError(`haptic loop: warmUpSteps must be an integer of at least 0, got ${warmUpSteps}`);
  }
  if (scene.couplers.length === 0) throw new RangeError('haptic loop: the scene must have a coupler, got none');
  if (scene.contacts.response === 'impulse') {
    throw new RangeError('haptic loop: contacts.response must be "penalty" or "none", got "impulse"');
  }
  const coupler = name === undefined ? 0 : scene.couplers.findIndex((other) => other.name === name);
  if (coupler < 0) {
    const names = scene.couplers.map((other) => other.name).join(', ');
    throw new RangeError(`haptic loop: coupler must be one of ${names}, got ${JSON.stringify(name)}`);
  }
  const loop = createColdLoop(scene, coupler);
  if (warmUpSteps > 0) warmUp(loop, warmUpSteps);
  return loop;
}

const turn = createMat3();
const after = new Float64Array(1);
const start = new Float64Array(1);

/** The loop at the start of the scene. */
function createColdLoop(scene: SmoothScene, coupler: number): HapticLoop {
  const handle = createMovingPose();
  // within a step the hand moves at constant velocity
  const hand: HandleMotion = (out, clock) => {
    after[0] = clock[NOW] - loop.time;
    copyMovingPose(out, handle);
    if (after[0] === 0) return;
    addScaledVec3By(out.pose.position, handle.pose.position, handle.velocity, after);
    multiplyMat3(out.pose.rotation, rotationOver(turn, handle.angularVelocity, after), handle.pose.rotation);
  };
  const handles = scene.couplers.map((one, i) => (i === coupler ? hand : pathHandle(one)));
  pathHandle(scene.couplers[coupler])(handle, start);
  const loop: HapticLoop = {
    scene,
    time: 0,
    force: createVec3(),
    torque: createVec3(),
    tool: undefined as unknown as ReadonlyMovingPose,
    contactForce: createVec3(),
    distance: Number.POSITIVE_INFINITY,
    pointTool: createVec3(),
    pointOther: createVec3(),
    failure: undefined,
    world: undefined as unknown as SmoothWorld,
    coupler,
    handle,
  };
  const world = createSmoothWorld(scene, SILENT, handles);
  // transitions have no listener, so their instants are not computed
  for (const tracked of world.trackers) {
    tracked.listener = null;
    tracked.tracker.onTransition = null;
  }
  Object.assign(loop, { world, tool: world.composites[scene.couplers[coupler].body] });
  measure(loop);
  return loop;
}

/**
 * One step of `scene.time.step`: force and torque on the hand for this pose of the handle, then the motion of the bodies while the hand moves on at
 * its velocity. A loop that has failed gives no force.
 */
export function stepHapticLoop(loop: HapticLoop, handle: ReadonlyMovingPose): void {
  const { world, scene, force, torque, coupler } = loop;
  copyMovingPose(loop.handle, handle);
  if (loop.failure === undefined) advance(loop);
  if (loop.failure !== undefined) {
    setVec3(force, 0, 0, 0);
    setVec3(torque, 0, 0, 0);
    return;
  }
  const { force: sampledForce, torque: sampledTorque } = world.couplerEnergies[coupler];
  scaleVec3(force, sampledForce, -1);
  scaleVec3(torque, sampledTorque, -1);
  world.steps++;
  loop.time = world.steps * scene.time.step;
  world.time = loop.time;
  measure(loop);
}

function advance(loop: HapticLoop): void {
  const { world, scene } = loop;
  try {
    world.clock[END] = (world.steps + 1) * scene.time.step;
    if (!takeStep(world)) loop.failure = world.failure ?? 'the step failed';
  } catch (error) {
    loop.failure = error instanceof Error ? error.message : String(error);
  }
  const { position } = loop.tool.pose;
  if (!Number.isFinite(position.x + position.y + position.z)) loop.failure ??= 'the position of the tool is not finite';
}

const push = createVec3();
const factor = new Float64Array(1);

/** Reads distance, closest points and contact force of the tool. */
function measure(loop: HapticLoop): void {
  const { world, tool, contactForce } = loop;
  loop.distance = Number.POSITIVE_INFINITY;
  setVec3(contactForce, 0, 0, 0);
  for (let i = 0; i < world.trackers.length; i++) {
    const { a, b, contact, force } = world.trackers[i];
    if (a !== tool && b !== tool) continue;
    const sign = b === tool ? 1 : -1;
    factor[0] = sign * force.force;
    scaleVec3By(push, contact.normal, factor);
    addScaledVec3(push, push, force.friction, sign);
    if (force.force !== 0) addVec3(contactForce, contactForce, push);
    if (!(contact.distance < loop.distance)) continue;
    loop.distance = contact.distance;
    copyVec3(loop.pointTool, b === tool ? contact.pointB : contact.pointA);
    copyVec3(loop.pointOther, b === tool ? contact.pointA : contact.pointB);
  }
}

/** Forces and passivity of the coupler so far. */
export function hapticSummary({ world, scene, coupler }: HapticLoop): CouplerSummary {
  return couplerSummary(scene.couplers[coupler], world.couplerEnergies[coupler], scene.time.step);
}

const probe = createMovingPose();
const last = createVec3();

/**
 * Runs the loop until its code is optimised, then returns it to its start. First the handle moves over all sides of the bodies, from clear of them to
 * deep inside, so that contacts on all kinds of features occur; then along the path of the scene. A loop that fails on the way starts again.
 */
function warmUp(loop: HapticLoop, steps: number): void {
  const { scene, world } = loop;
  const path = pathHandle(scene.couplers[loop.coupler]);
  const extent = extentOf(world, loop.tool);
  const returnToStart = storeStart(world);
  const restart = () => {
    returnToStart();
    loop.time = 0;
    loop.failure = undefined;
    path(loop.handle, start);
    measure(loop);
  };
  copyMovingPose(probe, loop.handle);
  for (let k = 0; k < steps; k++) {
    if (loop.failure !== undefined || k === steps >> 1) restart();
    if (k < steps >> 1) explore(probe, extent, k * scene.time.step, scene.time.step);
    else {
      after[0] = loop.time;
      path(probe, after);
    }
    stepHapticLoop(loop, probe);
  }
  restart();
  setVec3(loop.force, 0, 0, 0);
  setVec3(loop.torque, 0, 0, 0);
}

/** Around the vertical axis, up and down, and in and out, at speeds of a hand. */
function explore(out: MovingPose, { center, radius }: Extent, t: number, step: number): void {
  const around = 3.1 * t;
  const height = sin(1.3 * t);
  const depth = 0.95 + 0.55 * cos(5.3 * t);
  const flat = Math.sqrt(1 - height * height);
  copyVec3(last, out.pose.position);
  setVec3(out.pose.position, flat * cos(around), flat * sin(around), height);
  scaleVec3(out.pose.position, out.pose.position, radius * depth);
  addVec3(out.pose.position, out.pose.position, center);
  scaleVec3(out.velocity, subVec3(out.velocity, out.pose.position, last), t > 0 ? 1 / step : 0);
}

interface Extent {
  readonly center: Vec3;
  /** [m] */
  readonly radius: number;
}

/** Centre of the bodies that the tool can touch, and the distance from it within which it can [m]. */
function extentOf(world: SmoothWorld, tool: ReadonlyMovingPose): Extent {
  const partners = world.trackers.flatMap(({ a, b, bodies }) =>
    a === tool ? [bodies[1]] : b === tool ? [bodies[0]] : [],
  );
  const center = createVec3();
  for (const i of partners) addScaledVec3(center, center, world.composites[i].pose.position, 1 / partners.length);
  let radius = 1e-3;
  for (const i of partners) {
    const { shape } = world.scene.bodies[i];
    subVec3(last, world.composites[i].pose.position, center);
    const own = shape.kind === 'point' ? 0 : shape.radius;
    radius = Math.max(radius, own + Math.sqrt(last.x ** 2 + last.y ** 2 + last.z ** 2));
  }
  return { center, radius };
}
