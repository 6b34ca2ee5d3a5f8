import { shapeRadius } from '../../src/entries/bounds.ts';
import { createRecorder, createSceneWorld, type Scene, type SceneWorld } from '../../src/index.ts';
import { halfExtentsOf } from '../../src/scene/vehicle-scene.ts';
import {
  BODY,
  CONTACT,
  type Limits,
  type LiveBody,
  type LiveCommand,
  type LiveJoint,
  type LivePull,
  type LiveStructure,
  type Triple,
} from './live-protocol.ts';
import { liveRecorded, summaryOf } from './live-recorded.ts';
import type { LiveWorld } from './live-world.ts';
import { sceneNow, whyNoScene } from './planar-scene-now.ts';
import { add, pullForce, pullOf } from './pull-spring.ts';
import { VEHICLE_NUMBERS } from './vehicle-numbers.ts';

/** Simulated time without end: one day [s]. */
const LONG = 86_400;

const WORLD_NAMES = {
  planar: 'planar worlds',
  smooth: 'worlds of smooth bodies',
  vehicles: 'worlds of vehicles',
  deformable: 'deformable worlds',
  solids: 'rigid-body worlds with penalty forces',
} as const;

/** A live world of a scene whose run can be stepped, but not changed: forces and motors act, bodies stay. */
export function createSceneLiveWorld(given: Scene, text: string): LiveWorld {
  const scene = { ...given, time: { ...given.time, end: LONG } } as Scene;
  const world = createSceneWorld(scene);
  let pulled: Extract<LiveCommand, { kind: 'pull' }> | undefined;
  let shown: LivePull | undefined;
  /** Why a step failed. */
  let failure: string | undefined;
  const motors = new Map<number, LiveJoint['motor']>();
  const numbersBefore = () => BODY * scene.bodies.length + nodeCount(world) * 3 + vehicleCount(world);
  return {
    get time() {
      return world.time;
    },
    get stepCount() {
      return world.stepCount;
    },
    timeStep: world.timeStep,
    get ended() {
      return failure ?? (world.finished ? (world.summary?.failure ?? 'the run has ended') : undefined);
    },
    step() {
      if (world.finished || failure !== undefined) return;
      try {
        shown = pulled && applyPull(scene, world, pulled);
        world.step();
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
    },
    apply(command) {
      switch (command.kind) {
        case 'pull':
          checkBody(scene, command.body);
          pulled = command;
          return false;
        case 'release':
          pulled = shown = undefined;
          return false;
        case 'motor':
          world.setMotor(command.joint, command.motor);
          motors.set(command.joint, command.motor);
          return false;
        default:
          throw new RangeError(`${command.kind}: ${fixedReason(scene)}`);
      }
    },
    structure: () => structureOf(given, scene, world, motors),
    frameLength: (withContacts) => numbersBefore() + (withContacts ? CONTACT * world.frame().contacts.length : 0),
    writeFrame: (numbers, withContacts) => writeFrame(world, numbers, withContacts),
    pull: () => shown,
    energy: () => world.ledger().kineticEnergy + world.ledger().potentialEnergy,
    sceneText: () => sceneNow(given, text, world, motors),
    record: (interval) => world.record({ sceneText: text, interval, title: `${given.title}, played` }),
  };
}

function checkBody(scene: Scene, body: number): void {
  if (scene.bodies[body] === undefined) throw new RangeError(`there is no body ${body}`);
}

/** Mass and radius of a body that forces can move. */
function massOf(scene: Scene, body: number): { readonly mass: number; readonly radius: number } {
  switch (scene.world) {
    case 'planar':
    case 'solids': {
      const { mass, shape } = scene.bodies[body];
      return { mass, radius: shapeRadius(shape) };
    }
    case 'smooth': {
      const { motion, shape } = scene.bodies[body];
      return { mass: motion.kind === 'free' ? motion.mass : Infinity, radius: shapeRadius(shape) };
    }
    case 'vehicles': {
      const { start, obstacle } = scene.bodies[body];
      const [x, y, z] = halfExtentsOf(scene, body);
      const mass = obstacle ? Infinity : scene.models[start.model - 1].COSSERAT_POINT.MASS;
      return { mass, radius: Math.hypot(x, y, z) };
    }
    default:
      return { mass: Infinity, radius: 1 };
  }
}

function applyPull(scene: Scene, world: SceneWorld, pull: Extract<LiveCommand, { kind: 'pull' }>): LivePull {
  const { position, rotation, velocity, angularVelocity } = world.state(pull.body);
  const { mass, radius } = massOf(scene, pull.body);
  const center = triple(position);
  const isVehicle = scene.world === 'vehicles';
  const { x, y, z } = triple3(pull.point);
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = rotation;
  const arm: Triple = [xx * x + xy * y + xz * z, yx * x + yy * y + yz * z, zx * x + zy * y + zz * z];
  // vehicles deform: forces act at their centres
  const point = isVehicle ? center : add(center, arm);
  if (!Number.isFinite(mass)) return pullOf(point, pull.target, [0, 0, 0]);
  const target: Triple = scene.world === 'planar' ? [pull.target[0], pull.target[1], 0] : pull.target;
  const gravity = 'forces' in scene ? Math.hypot(...triple(scene.forces.gravity)) : 0;
  const { force, torque } = pullForce(
    { mass, radius, center, velocity: triple(velocity), angularVelocity: triple(angularVelocity), point },
    target,
    { step: world.timeStep, gravity, strength: pull.strength },
  );
  world.applyForce(pull.body, isVehicle ? [force[0], force[1], 0] : force, isVehicle ? [0, 0, 0] : torque);
  return pullOf(point, target, force);
}

function triple({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Triple {
  return [x, y, z];
}

function triple3([x, y, z]: Triple) {
  return { x, y, z };
}

function nodeCount(world: SceneWorld): number {
  return (world.frame().nodes ?? []).reduce((sum, { positions }) => sum + positions.length / 3, 0);
}

function vehicleCount(world: SceneWorld): number {
  return VEHICLE_NUMBERS.length * (world.frame().vehicles?.length ?? 0);
}

function writeFrame(world: SceneWorld, numbers: Float64Array, withContacts: boolean): number {
  const { bodies, nodes = [], vehicles = [], contacts } = world.frame();
  const recorder = createRecorder({ title: '', bodies }, '');
  recorder.frame(0, bodies, world.ledger());
  if (vehicles.length > 0) recorder.vehicles(0, vehicles);
  const { frames, vehicles: table } = recorder.finish(summaryOf(world.ledger()));
  const columns = ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;
  for (let k = 0; k < bodies.length; k++) {
    for (const [i, name] of columns.entries()) numbers[BODY * k + i] = frames.columns[name][k];
  }
  let at = BODY * bodies.length;
  for (const { positions } of nodes) {
    numbers.set(positions, at);
    at += positions.length;
  }
  for (let k = 0; table && k < vehicles.length; k++) {
    for (const name of VEHICLE_NUMBERS) numbers[at++] = table.columns[name][k];
  }
  if (!withContacts) return 0;
  for (const { point, impulse } of contacts) {
    const k = 1 / world.timeStep;
    numbers.set([point.x, point.y, point.z, k * impulse.x, k * impulse.y, k * impulse.z], at);
    at += CONTACT;
  }
  return contacts.length;
}

function motionOf(scene: Scene, body: number): LiveBody['motion'] {
  switch (scene.world) {
    case 'planar':
    case 'solids':
      return scene.bodies[body].motion;
    case 'smooth':
      return scene.bodies[body].motion.kind;
    case 'vehicles':
      return scene.bodies[body].obstacle ? 'fixed' : 'free';
    default:
      return 'free';
  }
}

/** Event-driven runs are computed ahead of the steps. */
function whyNoForces(scene: Scene): string | undefined {
  if (scene.world === 'deformable') return 'Deformable worlds have gravity and prescribed nodes, no applied forces.';
  const isAhead = scene.world === 'planar' && scene.time.method === 'events' && scene.contacts.response !== 'penalty';
  return isAhead
    ? 'This scene runs from one time of impact to the next: with "method": "steps" in its section "time" bodies can be pulled.'
    : undefined;
}

function fixedReason(scene: Scene): string {
  return `The stepping interface of ${WORLD_NAMES[scene.world]} has no such change: edit the scene instead.`;
}

function limitsOf(given: Scene): Limits {
  const reason = fixedReason(given);
  const forces = whyNoForces(given);
  const noScene = whyNoScene(given);
  const noMotor = given.world === 'planar' && forces === undefined ? undefined : reason;
  return {
    ...(forces && { pull: forces }),
    ...(noMotor && { motor: noMotor }),
    ...(noScene && { scene: noScene }),
    hold: reason,
    pin: reason,
    add: reason,
    duplicate: reason,
    delete: reason,
    gravity: reason,
    material: reason,
    body: reason,
  };
}

function structureOf(
  given: Scene,
  scene: Scene,
  world: SceneWorld,
  motors: ReadonlyMap<number, LiveJoint['motor']>,
): LiveStructure {
  const { bodies, nodes, vehicles } = world.frame();
  const joints = scene.world === 'planar' ? (scene.joints ?? []) : [];
  const { gravity = { x: 0, y: 0, z: 0 } } = 'forces' in scene ? scene.forces : {};
  return {
    recorded: liveRecorded(given, { bodies, ledger: world.ledger(), nodes, vehicles }),
    bodies: scene.bodies.map((body, k) => ({
      name: body.name,
      motion: motionOf(scene, k),
      ...massOf(scene, k),
      friction: 0,
      restitution: 0,
      kind: 'shape' in body ? body.shape.kind : scene.world,
    })),
    joints: joints.map(({ name, kind, axes }, k) => {
      const axis = axes.find(({ locked }) => !locked);
      const { min = -Infinity, max = Infinity, motor } = axis ?? {};
      const unit = kind === 'hinge' ? 'rad' : 'm';
      return { name, kind, unit, min, max, motor: motors.has(k) ? motors.get(k) : motor };
    }),
    gravity: triple(gravity),
    friction: 0,
    restitution: 0,
    limits: limitsOf(given),
    timeStep: world.timeStep,
    selected: undefined,
  };
}
