import { createJoltSettings, type Jolt, loadJolt, MOVING, STILL } from './jolt-peer.ts';
import type { Loaded } from './peers.ts';
import {
  type Cannon,
  type Crashcat,
  loadCannon,
  loadCrashcat,
  loadRapier3,
  loadRapier3Simd,
  type Rapier3,
} from './solid-peers.ts';

/** Small scenes of spheres and boxes in several rigid-body engines, with default settings and sleeping disabled. */

export type Triple = readonly [number, number, number];

export interface PhysicsBody {
  /** Radius of a sphere, or half extents of a box [m]. */
  readonly size: number | Triple;
  readonly at: Triple;
  readonly velocity: Triple;
  readonly fixed: boolean;
}

export interface PhysicsScene {
  readonly bodies: readonly PhysicsBody[];
  readonly friction: number;
  readonly restitution: number;
  /** [kg/m³] */
  readonly density: number;
  /** Along -z [m/s²]. */
  readonly gravity: number;
  /** [s] */
  readonly step: number;
}

/** State of a body: position, velocity, angular velocity, and the vector part of its unit quaternion. */
export interface PhysicsState {
  readonly position: Triple;
  readonly velocity: Triple;
  readonly angularVelocity: Triple;
  readonly rotation: Triple;
}

export interface PhysicsWorld {
  step(): void;
  state(body: number): PhysicsState;
  /** Releases the memory of a WebAssembly engine. */
  free(): void;
}

export interface PhysicsEngine {
  readonly name: string;
  build(scene: PhysicsScene): PhysicsWorld;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const tripleOf = ({ x, y, z }: Vector): Triple => [x, y, z];

interface RapierState {
  translation(): Vector;
  linvel(): Vector;
  angvel(): Vector;
  rotation(): Vector;
  setLinvel(velocity: Vector, wake: boolean): void;
}

function buildRapier(rapier: Rapier3, scene: PhysicsScene): PhysicsWorld {
  const world = new rapier.World({ x: 0, y: 0, z: -scene.gravity });
  world.timestep = scene.step;
  const bodies = scene.bodies.map(({ size, at, velocity: [x, y, z], fixed }) => {
    const { RigidBodyDesc, ColliderDesc } = rapier;
    const description = fixed ? RigidBodyDesc.fixed() : RigidBodyDesc.dynamic();
    const body = world.createRigidBody(description.setTranslation(...at).setCanSleep(false));
    const collider = typeof size === 'number' ? ColliderDesc.ball(size) : ColliderDesc.cuboid(...size);
    collider.setDensity(scene.density).setFriction(scene.friction).setRestitution(scene.restitution);
    world.createCollider(collider, body);
    const state = body as unknown as RapierState;
    if (!fixed) state.setLinvel({ x, y, z }, true);
    return state;
  });
  return {
    step: () => world.step(),
    free: () => world.free(),
    state: (k) => ({
      position: tripleOf(bodies[k].translation()),
      velocity: tripleOf(bodies[k].linvel()),
      angularVelocity: tripleOf(bodies[k].angvel()),
      rotation: tripleOf(bodies[k].rotation()),
    }),
  };
}

interface CannonState {
  readonly position: Vector;
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  readonly quaternion: Vector;
}

function buildCannon(cannon: Cannon, scene: PhysicsScene): PhysicsWorld {
  const world = new cannon.World({ gravity: new cannon.Vec3(0, 0, -scene.gravity) });
  world.allowSleep = false;
  world.defaultContactMaterial.friction = scene.friction;
  world.defaultContactMaterial.restitution = scene.restitution;
  const bodies = scene.bodies.map(({ size, at, velocity, fixed }) => {
    const volume = typeof size === 'number' ? (4 / 3) * Math.PI * size ** 3 : 8 * size[0] * size[1] * size[2];
    const body = new cannon.Body({
      mass: fixed ? 0 : scene.density * volume,
      shape: typeof size === 'number' ? new cannon.Sphere(size) : new cannon.Box(new cannon.Vec3(...size)),
      position: new cannon.Vec3(...at),
      velocity: new cannon.Vec3(...velocity),
      linearDamping: 0,
      angularDamping: 0,
    });
    world.addBody(body);
    return body as unknown as CannonState;
  });
  return {
    step: () => world.step(scene.step),
    free() {},
    state: (k) => ({
      position: tripleOf(bodies[k].position),
      velocity: tripleOf(bodies[k].velocity),
      angularVelocity: tripleOf(bodies[k].angularVelocity),
      rotation: tripleOf(bodies[k].quaternion),
    }),
  };
}

interface CrashcatState {
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
  readonly motionProperties: { readonly linearVelocity: number[]; readonly angularVelocity: number[] };
}

const firstThree = ([x, y, z]: readonly number[]): Triple => [x, y, z];

function buildCrashcat(crashcat: Crashcat, scene: PhysicsScene): PhysicsWorld {
  crashcat.registerAll();
  const settings = crashcat.createWorldSettings();
  const moving = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  const still = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  crashcat.enableCollision(settings, moving, still);
  crashcat.enableCollision(settings, moving, moving);
  settings.gravity = [0, 0, -scene.gravity];
  const world = crashcat.createWorld(settings);
  const { density, friction, restitution } = scene;
  const bodies = scene.bodies.map(({ size, at, velocity, fixed }) => {
    const body = crashcat.rigidBody.create(world, {
      motionType: fixed ? crashcat.MotionType.STATIC : crashcat.MotionType.DYNAMIC,
      shape:
        typeof size === 'number'
          ? crashcat.sphere.create({ radius: size, density })
          : crashcat.box.create({ halfExtents: [...size], density }),
      objectLayer: fixed ? still : moving,
      position: [...at],
      quaternion: [0, 0, 0, 1],
      friction,
      restitution,
      linearDamping: 0,
      angularDamping: 0,
      allowSleeping: false,
    }) as unknown as CrashcatState;
    for (let k = 0; k < 3; k++) body.motionProperties.linearVelocity[k] = velocity[k];
    return body;
  });
  return {
    step: () => crashcat.updateWorld(world, undefined, scene.step),
    free() {},
    state: (k) => ({
      position: firstThree(bodies[k].position),
      velocity: firstThree(bodies[k].motionProperties.linearVelocity),
      angularVelocity: firstThree(bodies[k].motionProperties.angularVelocity),
      rotation: firstThree(bodies[k].quaternion),
    }),
  };
}

interface JoltTriple {
  GetX(): number;
  GetY(): number;
  GetZ(): number;
}

interface JoltState {
  GetID(): object;
  GetPosition(): JoltTriple;
  GetLinearVelocity(): JoltTriple;
  GetAngularVelocity(): JoltTriple;
  GetRotation(): JoltTriple;
}

const joltTriple = (v: JoltTriple): Triple => [v.GetX(), v.GetY(), v.GetZ()];

/** A fixed box larger than this has the default rounding of its edges; that of a small box must be below its half extent [m]. */
const CONVEX_RADIUS = 0.05;

function buildJolt(jolt: Jolt, scene: PhysicsScene): PhysicsWorld {
  const world = new jolt.JoltInterface(createJoltSettings(jolt, scene.bodies.length));
  const system = world.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, 0, -scene.gravity));
  const all = system.GetBodyInterface() as ReturnType<typeof system.GetBodyInterface> & {
    SetLinearVelocity(id: object, velocity: object): void;
  };
  const bodies = scene.bodies.map(({ size, at, velocity, fixed }) => {
    const shape =
      typeof size === 'number'
        ? new jolt.SphereShape(size)
        : new jolt.BoxShape(new jolt.Vec3(...size), Math.min(CONVEX_RADIUS, 0.1 * Math.min(...size)));
    shape.SetDensity(scene.density);
    const motion = fixed ? jolt.EMotionType_Static : jolt.EMotionType_Dynamic;
    const [position, rotated] = [new jolt.RVec3(...at), new jolt.Quat(0, 0, 0, 1)];
    const given = new jolt.BodyCreationSettings(shape, position, rotated, motion, fixed ? STILL : MOVING);
    given.mFriction = scene.friction;
    given.mRestitution = scene.restitution;
    given.mLinearDamping = 0;
    given.mAngularDamping = 0;
    given.mAllowSleeping = false;
    const body = all.CreateBody(given);
    all.AddBody(body.GetID(), fixed ? jolt.EActivation_DontActivate : jolt.EActivation_Activate);
    if (!fixed) all.SetLinearVelocity(body.GetID(), new jolt.Vec3(...velocity));
    return body as unknown as JoltState;
  });
  return {
    step: () => world.Step(scene.step, 1),
    free: () => jolt.destroy(world),
    state: (k) => ({
      position: joltTriple(bodies[k].GetPosition()),
      velocity: joltTriple(bodies[k].GetLinearVelocity()),
      angularVelocity: joltTriple(bodies[k].GetAngularVelocity()),
      rotation: joltTriple(bodies[k].GetRotation()),
    }),
  };
}

/** The engines that are installed, and the results of loading all of them, by name. */
export async function loadPhysicsPeers(): Promise<{
  engines: PhysicsEngine[];
  loaded: Record<string, Loaded<unknown>>;
}> {
  const [rapier, simd, jolt, crashcat, cannon] = [
    await loadRapier3(),
    await loadRapier3Simd(),
    await loadJolt(),
    await loadCrashcat(),
    await loadCannon(),
  ];
  const engines: PhysicsEngine[] = [];
  const add = <Module>(
    name: string,
    { module }: Loaded<Module>,
    build: (module: Module, scene: PhysicsScene) => PhysicsWorld,
  ) => {
    if (module !== null) engines.push({ name, build: (scene) => build(module, scene) });
  };
  add('rapier3d', rapier, buildRapier);
  add('rapier3d SIMD', simd, buildRapier);
  add('Jolt', jolt, buildJolt);
  add('crashcat', crashcat, buildCrashcat);
  add('cannon-es', cannon, buildCannon);
  return { engines, loaded: { rapier3d: rapier, 'rapier3d SIMD': simd, Jolt: jolt, crashcat, 'cannon-es': cannon } };
}
