import { readFileSync } from 'node:fs';

/**
 * The other libraries (peers). They are installed in `bench/peers`, which has its own package file, and loaded on demand; the
 * functions used are typed here, so that the benchmarks compile without them. A peer that is not installed is listed in the
 * report and is not an error.
 */

/** Entry file of each package, as a path: Node does not resolve the packages by name from here. */
const ENTRIES = {
  planck: 'dist/planck.mjs',
  '@box2d/core': 'dist/index.js',
  '@dimforge/rapier2d-compat': 'dist/rapier.mjs',
  'matter-js': 'build/matter.js',
  '@dimforge/rapier3d-compat': 'dist/rapier.mjs',
  '@dimforge/rapier3d-simd-compat': 'dist/rapier.mjs',
  'jolt-physics': 'dist/jolt-physics.wasm-compat.js',
  'cannon-es': 'dist/cannon-es.js',
  crashcat: 'dist/index.js',
  oimophysics: 'OimoPhysics.js',
  three: 'build/three.module.js',
  '@mujoco/mujoco': 'mujoco.js',
  'replicad-opencascadejs': 'dist/replicad_single.js',
  'verb-nurbs': 'build/js/verbHaxe.js',
} as const;

export type PeerName = keyof typeof ENTRIES;
export const PEERS = Object.keys(ENTRIES) as PeerName[];

const installed = new URL('../peers/node_modules/', import.meta.url);

export type Loaded<Module> =
  | { readonly module: Module; readonly missing: null }
  | { readonly module: null; readonly missing: string };

/** Installed version, or null. */
export function peerVersion(name: PeerName): string | null {
  try {
    const text = readFileSync(new URL(`${name}/package.json`, installed), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return null;
  }
}

export const loadPlanck = () => load<Planck>('planck');
export const loadBox2d = () => load<Box2d>('@box2d/core');
export const loadMatter = () => load<Matter>('matter-js');
export const loadThree = () => load<Three>('three');

export async function loadRapier(): Promise<Loaded<Rapier>> {
  const rapier = await load<Rapier>('@dimforge/rapier2d-compat');
  await rapier.module?.init();
  return rapier;
}

/** WebAssembly; the package exports a function that starts the module. */
export async function loadMujoco(): Promise<Loaded<Mujoco>> {
  const start = await load<() => Promise<Mujoco>>('@mujoco/mujoco');
  return start.module ? { module: await start.module(), missing: null } : start;
}

export async function load<Module>(name: PeerName): Promise<Loaded<Module>> {
  const version = peerVersion(name);
  if (version === null) return { module: null, missing: 'not installed (npm ci in bench/peers)' };
  try {
    const namespace = await import(new URL(`${name}/${ENTRIES[name]}`, installed).href);
    return { module: (namespace.default ?? namespace) as Module, missing: null };
  } catch (reason) {
    return { module: null, missing: `version ${version} does not load: ${(reason as Error).message}` };
  }
}

/** `absent` of a workload: peers that did not load, with the reasons. */
export function absentPeers(loaded: Record<string, Loaded<unknown>>): Record<string, string> {
  const reasons = Object.entries(loaded).map(([name, peer]) => [name, peer.missing] as const);
  return Object.fromEntries(reasons.filter((entry): entry is [string, string] => entry[1] !== null));
}

export interface Xy {
  x: number;
  y: number;
}

// planck

export interface Planck {
  readonly Vec2: new (x: number, y: number) => Xy;
  readonly DistanceInput: new () => PlanckDistanceInput;
  readonly DistanceOutput: new () => { distance: number; pointA: Xy; pointB: Xy };
  readonly SimplexCache: new () => { count: number };
  readonly Distance: (output: { distance: number }, cache: { count: number }, input: PlanckDistanceInput) => void;
  readonly TOIInput: new () => PlanckImpactInput;
  readonly TOIOutput: new () => { state: number; t: number };
  readonly TimeOfImpact: (output: { state: number; t: number }, input: PlanckImpactInput) => void;
  /** Global; impacts slower than `velocityThreshold` [m/s] have no restitution. */
  readonly Settings: { velocityThreshold: number };
  readonly World: new (options: { gravity: Xy; allowSleep: boolean }) => PlanckWorld;
  readonly Polygon: new (vertices: Xy[]) => object;
}

export interface PlanckWorld {
  createBody(options: { type: 'dynamic' | 'static'; position?: Xy }): PlanckBody;
  step(seconds: number): void;
  on(event: 'begin-contact', listener: () => void): void;
}

export interface PlanckBody {
  createFixture(options: { shape: object; density: number; friction: number; restitution: number }): void;
  setTransform(position: Xy, angle: number): void;
  setLinearVelocity(velocity: Xy): void;
  setAngularVelocity(angularVelocity: number): void;
  getPosition(): Xy;
  getAngle(): number;
  getLinearVelocity(): Xy;
  getAngularVelocity(): number;
  getMass(): number;
  /** About the body's origin [kg m²]. */
  getInertia(): number;
}

export interface PlanckProxy {
  setVertices(vertices: Xy[], count: number, radius: number): void;
}

export interface PlanckDistanceInput {
  readonly proxyA: PlanckProxy;
  readonly proxyB: PlanckProxy;
  readonly transformA: { p: Xy; q: { s: number; c: number } };
  readonly transformB: { p: Xy; q: { s: number; c: number } };
  useRadii: boolean;
}

export interface Sweep {
  readonly localCenter: Xy;
  readonly c0: Xy;
  readonly c: Xy;
  a0: number;
  a: number;
  alpha0: number;
}

export interface PlanckImpactInput {
  readonly proxyA: PlanckProxy;
  readonly proxyB: PlanckProxy;
  readonly sweepA: Sweep;
  readonly sweepB: Sweep;
  tMax: number;
}

// @box2d/core

export interface Box2d {
  readonly b2Vec2: new (x: number, y: number) => Xy;
  readonly b2DistanceInput: new () => Box2dDistanceInput;
  readonly b2DistanceOutput: new () => { distance: number; readonly pointA: Xy; readonly pointB: Xy };
  readonly b2SimplexCache: new () => { count: number };
  readonly b2Distance: (output: { distance: number }, cache: { count: number }, input: Box2dDistanceInput) => void;
  readonly b2TOIInput: new () => Box2dImpactInput;
  readonly b2TOIOutput: new () => { state: number; t: number };
  readonly b2TimeOfImpact: (output: { state: number; t: number }, input: Box2dImpactInput) => void;
}

export interface Box2dProxy {
  SetVerticesRadius(vertices: Xy[], count: number, radius: number): void;
}

export interface Box2dDistanceInput {
  readonly proxyA: Box2dProxy;
  readonly proxyB: Box2dProxy;
  readonly transformA: { readonly p: Xy; readonly q: { s: number; c: number } };
  readonly transformB: { readonly p: Xy; readonly q: { s: number; c: number } };
  useRadii: boolean;
}

export interface Box2dImpactInput {
  readonly proxyA: Box2dProxy;
  readonly proxyB: Box2dProxy;
  readonly sweepA: Sweep;
  readonly sweepB: Sweep;
  tMax: number;
}

// rapier

export interface Rapier {
  init(): Promise<void>;
  readonly World: new (gravity: Xy) => RapierWorld;
  readonly ColliderDesc: { convexPolyline(vertices: Float32Array): RapierColliderDescription | null };
  readonly RigidBodyDesc: { dynamic(): { setCanSleep(can: boolean): object } };
}

export interface RapierColliderDescription {
  setDensity(density: number): this;
  setFriction(coefficient: number): this;
  setRestitution(coefficient: number): this;
}

export interface RapierWorld {
  /** [s] */
  timestep: number;
  createCollider(description: object, parent?: RapierBody): RapierCollider;
  createRigidBody(description: object): RapierBody;
  step(): void;
}

export interface RapierBody {
  setTranslation(position: Xy, wake: boolean): void;
  setRotation(angle: number, wake: boolean): void;
  setLinvel(velocity: Xy, wake: boolean): void;
  setAngvel(angularVelocity: number, wake: boolean): void;
  linvel(): Xy;
  angvel(): number;
  mass(): number;
  principalInertia(): number;
}

export interface RapierCollider {
  setTranslation(position: Xy): void;
  setRotation(angle: number): void;
  /** `target` is filled and returned when given, else a new object. */
  contactCollider(other: RapierCollider, prediction: number, target?: RapierContact): RapierContact | null;
}

export interface RapierContact {
  distance: number;
}

// matter

export interface Matter {
  readonly Engine: {
    create(options: { gravity: Xy & { scale: number } }): { readonly world: object };
    /** Milliseconds. */
    update(engine: object, delta: number): void;
  };
  readonly Composite: { add(world: object, bodies: object[]): void };
  readonly Bodies: { fromVertices(x: number, y: number, vertices: Xy[][], options: object): MatterBody };
  readonly Body: {
    setPosition(body: MatterBody, position: Xy): void;
    setAngle(body: MatterBody, angle: number): void;
    /** Per 1/60 s. */
    setVelocity(body: MatterBody, velocity: Xy): void;
    setAngularVelocity(body: MatterBody, angularVelocity: number): void;
    getVelocity(body: MatterBody): Xy;
    getAngularVelocity(body: MatterBody): number;
  };
}

export interface MatterBody {
  readonly mass: number;
  readonly inertia: number;
}

// three

export interface Three {
  readonly Vector3: new (x?: number, y?: number, z?: number) => ThreeVector;
  readonly Line3: new (start: ThreeVector, end: ThreeVector) => ThreeLine;
}

export interface ThreeVector {
  x: number;
  y: number;
  z: number;
}

export interface ThreeLine {
  readonly start: ThreeVector;
  readonly end: ThreeVector;
  /** Squared distance of two segments; the closest points are written to `c1` and `c2`. */
  distanceSqToLine3(line: ThreeLine, c1: ThreeVector, c2: ThreeVector): number;
}

// mujoco

export interface Mujoco {
  readonly MjModel: { from_xml_string(xml: string): MujocoModel };
  readonly MjData: new (model: MujocoModel) => MujocoData;
  mj_forward(model: MujocoModel, data: MujocoData): void;
  /** Signed distance of two geoms, at most `farthest`; the segment between them is written to `ends` unless null. */
  mj_geomDistance(
    model: MujocoModel,
    data: MujocoData,
    geomA: number,
    geomB: number,
    farthest: number,
    ends: null,
  ): number;
}

/** Views of the memory of the module. */
export interface MujocoModel {
  readonly geom_size: Float64Array;
  readonly geom_rbound: Float64Array;
}

export interface MujocoData {
  readonly geom_xpos: Float64Array;
  readonly geom_xmat: Float64Array;
}
