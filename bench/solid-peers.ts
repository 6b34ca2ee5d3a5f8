import type { BinBox, BoxBin } from './inputs/box-bin.ts';
import { type Loaded, load } from './peers.ts';

/** Rigid-body engines: types of the functions used, and the bin built in each. */

/** A world: `step` advances it, `speed` is that of its fastest box [m/s]. */
export interface SteppedWorld {
  step(): void;
  speed(): number;
  /** Centres and unit quaternions of the boxes, in the order of the bin. */
  poses(): BoxPose[];
  /** Releases the memory of a WebAssembly engine. */
  free(): void;
}

export type BoxPose = Pick<BinBox, 'at' | 'rotated'>;

interface Vector {
  x: number;
  y: number;
  z: number;
}

export const fastest = (speeds: readonly number[]) => Math.max(...speeds);
const lengthOf = ({ x, y, z }: Vector) => Math.hypot(x, y, z);
const poseOf = (at: Vector, q: Vector & { w: number }): BoxPose => ({
  at: [at.x, at.y, at.z],
  rotated: [q.w, q.x, q.y, q.z],
});

// rapier

interface RapierBody3 {
  linvel(): Vector;
  translation(): Vector;
  rotation(): Vector & { w: number };
}

interface RapierDescription {
  setTranslation(x: number, y: number, z: number): RapierDescription;
  setRotation(q: Vector & { w: number }): RapierDescription;
  setCanSleep(can: boolean): RapierDescription;
  setCcdEnabled(enabled: boolean): RapierDescription;
}

interface RapierCollider {
  setDensity(density: number): RapierCollider;
  setFriction(friction: number): RapierCollider;
  setRestitution(restitution: number): RapierCollider;
}

export interface Rapier3 {
  init(): Promise<void>;
  readonly World: new (
    gravity: Vector,
  ) => {
    timestep: number;
    numSolverIterations: number;
    createRigidBody(description: RapierDescription): RapierBody3;
    createCollider(collider: RapierCollider, body: RapierBody3): void;
    step(): void;
    free(): void;
  };
  readonly RigidBodyDesc: { dynamic(): RapierDescription; fixed(): RapierDescription };
  readonly ColliderDesc: {
    cuboid(x: number, y: number, z: number): RapierCollider;
    ball(radius: number): RapierCollider;
  };
}

export async function loadRapier3(): Promise<Loaded<Rapier3>> {
  const rapier = await load<Rapier3>('@dimforge/rapier3d-compat');
  await rapier.module?.init();
  return rapier;
}

/** The build with 128-bit SIMD instructions: four contacts at a time in single precision. */
export async function loadRapier3Simd(): Promise<Loaded<Rapier3>> {
  const rapier = await load<Rapier3>('@dimforge/rapier3d-simd-compat');
  await rapier.module?.init();
  return rapier;
}

export function buildRapier(rapier: Rapier3, bin: BoxBin): SteppedWorld {
  const world = new rapier.World({ x: 0, y: 0, z: -bin.gravity });
  world.timestep = bin.step;
  world.numSolverIterations = bin.substeps;
  const add = ({ half, at, rotated: [w, x, y, z] }: BinBox, free: boolean) => {
    const { dynamic, fixed } = rapier.RigidBodyDesc;
    const body = world.createRigidBody(
      (free ? dynamic() : fixed())
        .setTranslation(...at)
        .setRotation({ w, x, y, z })
        .setCanSleep(false)
        .setCcdEnabled(bin.restitution > 0),
    );
    const collider = rapier.ColliderDesc.cuboid(...half);
    world.createCollider(
      collider.setDensity(bin.density).setFriction(bin.friction).setRestitution(bin.restitution),
      body,
    );
    return body;
  };
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => world.step(),
    speed: () => fastest(bodies.map((body) => lengthOf(body.linvel()))),
    poses: () => bodies.map((body) => poseOf(body.translation(), body.rotation())),
    free: () => world.free(),
  };
}

// cannon-es

interface CannonBody {
  readonly velocity: Vector;
  readonly position: Vector;
  readonly quaternion: Vector & { w: number };
}

export interface Cannon {
  readonly World: new (
    given: object,
  ) => {
    readonly solver: { iterations: number };
    broadphase: unknown;
    allowSleep: boolean;
    readonly defaultContactMaterial: { friction: number; restitution: number };
    addBody(body: CannonBody): void;
    step(step: number): void;
  };
  readonly SAPBroadphase: new (world: unknown) => unknown;
  readonly Body: new (given: object) => CannonBody;
  readonly Box: new (half: unknown) => object;
  readonly Sphere: new (radius: number) => object;
  readonly Vec3: new (x: number, y: number, z: number) => object;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => object;
}

export const loadCannon = () => load<Cannon>('cannon-es');

export function buildCannon(cannon: Cannon, bin: BoxBin): SteppedWorld {
  const world = new cannon.World({ gravity: new cannon.Vec3(0, 0, -bin.gravity) });
  world.broadphase = new cannon.SAPBroadphase(world);
  world.allowSleep = false;
  world.defaultContactMaterial.friction = bin.friction;
  world.defaultContactMaterial.restitution = bin.restitution;
  const add = ({ half, at, rotated: [w, x, y, z] }: BinBox, free: boolean) => {
    const body = new cannon.Body({
      mass: free ? bin.density * 8 * half[0] * half[1] * half[2] : 0,
      shape: new cannon.Box(new cannon.Vec3(...half)),
      position: new cannon.Vec3(...at),
      quaternion: new cannon.Quaternion(x, y, z, w),
      linearDamping: 0,
      angularDamping: 0,
    });
    world.addBody(body);
    return body;
  };
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => world.step(bin.step),
    speed: () => fastest(bodies.map(({ velocity }) => lengthOf(velocity))),
    poses: () => bodies.map(({ position, quaternion }) => poseOf(position, quaternion)),
    free() {},
  };
}

// crashcat

interface CrashcatBody {
  readonly position: readonly [number, number, number];
  /** x y z w */
  readonly quaternion: readonly [number, number, number, number];
  readonly motionProperties: { readonly linearVelocity: readonly number[] };
}

export interface Crashcat {
  registerAll(): void;
  createWorldSettings(): { gravity: readonly number[] };
  addBroadphaseLayer(settings: object): number;
  addObjectLayer(settings: object, layer: number): number;
  enableCollision(settings: object, one: number, other: number): void;
  createWorld(settings: object): object;
  updateWorld(world: object, listener: undefined, step: number): void;
  readonly box: { create(given: object): object };
  readonly sphere: { create(given: object): object };
  readonly rigidBody: { create(world: object, given: object): CrashcatBody };
  readonly MotionType: { readonly STATIC: number; readonly DYNAMIC: number };
}

export const loadCrashcat = () => load<Crashcat>('crashcat');

export function buildCrashcat(crashcat: Crashcat, bin: BoxBin): SteppedWorld {
  crashcat.registerAll();
  const settings = crashcat.createWorldSettings();
  const moving = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  const still = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  crashcat.enableCollision(settings, moving, still);
  crashcat.enableCollision(settings, moving, moving);
  settings.gravity = [0, 0, -bin.gravity];
  const world = crashcat.createWorld(settings);
  const add = ({ half, at, rotated: [w, x, y, z] }: BinBox, free: boolean) =>
    crashcat.rigidBody.create(world, {
      motionType: free ? crashcat.MotionType.DYNAMIC : crashcat.MotionType.STATIC,
      shape: crashcat.box.create({ halfExtents: [...half], density: bin.density }),
      objectLayer: free ? moving : still,
      position: [...at],
      quaternion: [x, y, z, w],
      friction: bin.friction,
      restitution: bin.restitution,
      linearDamping: 0,
      angularDamping: 0,
      allowSleeping: false,
    });
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => crashcat.updateWorld(world, undefined, bin.step),
    speed: () => fastest(bodies.map(({ motionProperties: { linearVelocity: v } }) => Math.hypot(...v))),
    poses: () => bodies.map(({ position: [...at], quaternion: [x, y, z, w] }) => ({ at, rotated: [w, x, y, z] })),
    free() {},
  };
}
