import type { BinBox, BoxBin } from './inputs/box-bin.ts';
import { type Loaded, load } from './peers.ts';

/** Rigid-body engines: types of the functions used, and the bin built in each. */

/** A world: `step` advances it, `speed` is that of its fastest box [m/s]. */
export interface SteppedWorld {
  step(): void;
  speed(): number;
  /** Height of the highest centre [m]. */
  highest(): number;
}

interface Vector {
  x: number;
  y: number;
  z: number;
}

const fastest = (speeds: readonly number[]) => Math.max(...speeds);
const lengthOf = ({ x, y, z }: Vector) => Math.hypot(x, y, z);

// rapier

interface RapierBody3 {
  linvel(): Vector;
  translation(): Vector;
}

interface RapierDescription {
  setTranslation(x: number, y: number, z: number): RapierDescription;
  setRotation(q: Vector & { w: number }): RapierDescription;
  setCanSleep(can: boolean): RapierDescription;
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

export function buildRapier(rapier: Rapier3, bin: BoxBin): SteppedWorld {
  const world = new rapier.World({ x: 0, y: 0, z: -bin.gravity });
  world.timestep = bin.step;
  const add = ({ half, at, rotated: [w, x, y, z] }: BinBox, free: boolean) => {
    const { dynamic, fixed } = rapier.RigidBodyDesc;
    const body = world.createRigidBody(
      (free ? dynamic() : fixed())
        .setTranslation(...at)
        .setRotation({ w, x, y, z })
        .setCanSleep(false),
    );
    const collider = rapier.ColliderDesc.cuboid(...half);
    world.createCollider(collider.setDensity(bin.density).setFriction(bin.friction).setRestitution(0), body);
    return body;
  };
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => world.step(),
    speed: () => fastest(bodies.map((body) => lengthOf(body.linvel()))),
    highest: () => fastest(bodies.map((body) => body.translation().z)),
  };
}

// cannon-es

interface CannonBody {
  readonly velocity: Vector;
  readonly position: Vector;
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
  world.defaultContactMaterial.restitution = 0;
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
    highest: () => fastest(bodies.map(({ position }) => position.z)),
  };
}

// crashcat

interface CrashcatBody {
  readonly position: readonly number[];
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
      restitution: 0,
      linearDamping: 0,
      angularDamping: 0,
      allowSleeping: false,
    });
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => crashcat.updateWorld(world, undefined, bin.step),
    speed: () => fastest(bodies.map(({ motionProperties: { linearVelocity: v } }) => Math.hypot(...v))),
    highest: () => fastest(bodies.map(({ position }) => position[2])),
  };
}

// Jolt

interface JoltVector {
  GetZ(): number;
  Length(): number;
}

interface JoltBody {
  GetID(): object;
  GetPosition(): JoltVector;
  GetLinearVelocity(): JoltVector;
}

interface JoltBodies {
  CreateBody(settings: object): JoltBody;
  AddBody(id: object, activation: number): void;
}

interface JoltBodySettings {
  mFriction: number;
  mRestitution: number;
  mLinearDamping: number;
  mAngularDamping: number;
  mAllowSleeping: boolean;
}

export interface Jolt {
  destroy(object: object): void;
  readonly JoltSettings: new () => {
    mMaxWorkerThreads: number;
    mObjectLayerPairFilter: object;
    mBroadPhaseLayerInterface: object;
    mObjectVsBroadPhaseLayerFilter: object;
  };
  readonly ObjectLayerPairFilterTable: new (layers: number) => { EnableCollision(one: number, other: number): void };
  readonly BroadPhaseLayerInterfaceTable: new (
    layers: number,
    broad: number,
  ) => { MapObjectToBroadPhaseLayer(layer: number, broad: object): void };
  readonly BroadPhaseLayer: new (layer: number) => object;
  readonly ObjectVsBroadPhaseLayerFilterTable: new (
    map: object,
    broad: number,
    filter: object,
    layers: number,
  ) => object;
  readonly JoltInterface: new (
    settings: object,
  ) => {
    GetPhysicsSystem(): { SetGravity(gravity: object): void; GetBodyInterface(): JoltBodies };
    Step(step: number, substeps: number): void;
  };
  readonly Vec3: new (x: number, y: number, z: number) => object;
  readonly RVec3: new (x: number, y: number, z: number) => object;
  readonly Quat: new (x: number, y: number, z: number, w: number) => object;
  readonly BoxShape: new (half: object, radius: number) => { SetDensity(density: number): void };
  readonly SphereShape: new (radius: number) => { SetDensity(density: number): void };
  readonly BodyCreationSettings: new (
    shape: object,
    at: object,
    rotated: object,
    motion: number,
    layer: number,
  ) => JoltBodySettings;
  readonly EMotionType_Static: number;
  readonly EMotionType_Dynamic: number;
  readonly EActivation_Activate: number;
  readonly EActivation_DontActivate: number;
}

/** The package exports a function that starts the module. */
export async function loadJolt(): Promise<Loaded<Jolt>> {
  const start = await load<() => Promise<Jolt>>('jolt-physics');
  return start.module ? { module: await start.module(), missing: null } : start;
}

/** Layers of fixed and of moving bodies. */
export const STILL = 0;
export const MOVING = 1;

/** One thread; fixed bodies do not collide with each other. */
export function createJoltSettings(jolt: Jolt): object {
  const settings = new jolt.JoltSettings();
  const filter = new jolt.ObjectLayerPairFilterTable(2);
  filter.EnableCollision(STILL, MOVING);
  filter.EnableCollision(MOVING, MOVING);
  const map = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [STILL, MOVING]) map.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer));
  settings.mMaxWorkerThreads = 0;
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = map;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(map, 2, filter, 2);
  return settings;
}

export function buildJolt(jolt: Jolt, bin: BoxBin): SteppedWorld {
  const world = new jolt.JoltInterface(createJoltSettings(jolt));
  const system = world.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, 0, -bin.gravity));
  const all = system.GetBodyInterface();
  const add = ({ half, at, rotated: [w, x, y, z] }: BinBox, free: boolean) => {
    const shape = new jolt.BoxShape(new jolt.Vec3(...half), 0.05);
    shape.SetDensity(bin.density);
    const motion = free ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static;
    const [position, rotated] = [new jolt.RVec3(...at), new jolt.Quat(x, y, z, w)];
    const given = new jolt.BodyCreationSettings(shape, position, rotated, motion, free ? MOVING : STILL);
    given.mFriction = bin.friction;
    given.mRestitution = 0;
    given.mLinearDamping = 0;
    given.mAngularDamping = 0;
    given.mAllowSleeping = false;
    const body = all.CreateBody(given);
    all.AddBody(body.GetID(), free ? jolt.EActivation_Activate : jolt.EActivation_DontActivate);
    return body;
  };
  for (const box of bin.fixed) add(box, false);
  const bodies = bin.boxes.map((box) => add(box, true));
  return {
    step: () => world.Step(bin.step, 1),
    speed: () => fastest(bodies.map((body) => body.GetLinearVelocity().Length())),
    highest: () => fastest(bodies.map((body) => body.GetPosition().GetZ())),
  };
}
