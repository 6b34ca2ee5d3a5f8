import type { BinBox, BoxBin } from './inputs/box-bin.ts';
import { type Loaded, load } from './peers.ts';
import { type BoxPose, fastest, type SteppedWorld } from './solid-peers.ts';

/** Jolt: types of the functions used, and the bin built in it. */

interface JoltVector {
  GetX(): number;
  GetY(): number;
  GetZ(): number;
  Length(): number;
}

interface JoltBody {
  GetID(): object;
  GetPosition(): JoltVector;
  GetRotation(): JoltVector & { GetW(): number };
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
    mMaxBodyPairs: number;
    mMaxContactConstraints: number;
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
export async function loadJolt<Module extends Jolt>(): Promise<Loaded<Module>> {
  const start = await load<() => Promise<Module>>('jolt-physics');
  return start.module ? { module: await start.module(), missing: null } : start;
}

/** Layers of fixed and of moving bodies. */
export const STILL = 0;
export const MOVING = 1;

/** Capacity for contacts: those beyond it would be ignored. The minimum is the default of the engine; its memory for a step limits the maximum. */
const CONTACTS_PER_BODY = 2.2;
const MIN_CONTACTS = 10240;

/** One thread; fixed bodies do not collide with each other. */
export function createJoltSettings(jolt: Jolt, bodies: number): object {
  const settings = new jolt.JoltSettings();
  const contacts = Math.max(MIN_CONTACTS, Math.ceil(CONTACTS_PER_BODY * bodies));
  settings.mMaxContactConstraints = contacts;
  settings.mMaxBodyPairs = Math.max(settings.mMaxBodyPairs, 2 * contacts);
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
  const world = new jolt.JoltInterface(createJoltSettings(jolt, bin.fixed.length + bin.boxes.length));
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
    given.mRestitution = bin.restitution;
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
    poses: () => bodies.map(poseOf),
    free: () => jolt.destroy(world),
  };
}

function poseOf(body: JoltBody): BoxPose {
  const [at, q] = [body.GetPosition(), body.GetRotation()];
  return { at: [at.GetX(), at.GetY(), at.GetZ()], rotated: [q.GetW(), q.GetX(), q.GetY(), q.GetZ()] };
}
