/**
 * Parameters of the Collision Block (its Simulink mask), with the names of the slides. [CP13-5.1] A parameter of a body ends with the
 * name of the body: `m_A`, `m_B`, and `m_C` where there is a third one.
 */
import type { ContactLaw } from '../../response/contact-laws.ts';
import { createMaterial, FRICTION_LAWS, type FrictionLaw, type Material } from '../../response/material.ts';
import { checkShape } from '../../shapes/check-shape.ts';
import { checkKeys, checkNotBelowZero, describeValue, finiteNumbers } from '../../shapes/checks.ts';
import type { Shape } from '../../shapes/shape.ts';
import { checkPositive, readInertia, readMesh } from './block-body.ts';
import type { InertiaInput, MatrixInput } from './block-io.ts';
import type { BlockSettings, BodySettings, PairSettings } from './block-settings.ts';

/** One position, or a list of them: 2 or 3 numbers each [m]. */
export type SensorPositions = readonly number[] | MatrixInput;

/** Contact properties that all pairs have, unless a pair has its own. */
interface PairParams {
  /** Restitution, 0 to 1. Default 1. */
  readonly e?: number;
  /** Law of the tangential impulse; default `none`, which ignores the coefficients. */
  readonly frictionLaw?: FrictionLaw;
  /** Static friction coefficient, at least `mu_d`; default 0. */
  readonly mu_s?: number;
  /** Dynamic friction coefficient; default 0. */
  readonly mu_d?: number;
  /** Tangential restitution, 0 to 1; default 0. */
  readonly e_t?: number;
  /**
   * Compliant contact: the block returns forces as functions of depth and approach speed instead of impulses. Spring and damper
   * (Kelvin-Voigt), Hertz with the damping of Hunt and Crossley, DMT, JKR or functions of the caller. Default: rigid, impulses.
   */
  readonly contactLaw?: ContactLaw;
}

/** Contact properties of one pair of bodies. */
export interface BlockPairParams extends PairParams {
  /** Names of the two bodies. */
  readonly bodies: readonly [string, string];
}

/** Parameters of the block, SI units. Those that end with `_` and the name of a body belong to that body. */
export interface CollisionBlockParams extends PairParams {
  /** 2 (default): bodies of the xy plane. 3: bodies in space. */
  readonly dimension?: 2 | 3;
  /** Names of the bodies, letters and digits; at least two. Default A and B. */
  readonly bodies?: readonly string[];
  /** Pairs that can collide and dock, each with its own contact properties where given. Default: all. */
  readonly pairs?: readonly BlockPairParams[];
  /** Mass [kg]; Infinity allowed. Default 1. */
  readonly [m: `m_${string}`]: number | undefined;
  /**
   * Inertia about the centre of mass [kg m²]; Infinity allowed. In the plane the moment about z; in space the tensor in body axes: 3 x 3, its
   * three principal moments along the body axes, or one number for all axes. Default 1. The input of the same name takes precedence.
   */
  readonly [I: `I_${string}`]: InertiaInput | undefined;
  /** Shape in body axes about the centre of mass: any shape of the pair table that has the dimension of the block. */
  readonly [shape: `shape_${string}`]: Shape | undefined;
  /**
   * Instead of a shape, vertices: rows x, y and z, one column per vertex [m]. In the plane the outline of a polygon, in space points
   * whose convex hull is the body. Default: the input of the same name.
   */
  readonly [mesh: `mesh_${string}`]: MatrixInput | undefined;
  /** Docking sensors in the body frame [m]: one vector or a list of them. Default none. */
  readonly [sens: `sens_${string}`]: SensorPositions | undefined;
  /** Contact distance [m]. Default 1e-3. */
  readonly tolCollision?: number;
  /** Sensors nearer than this touch [m]. Default 1e-3. */
  readonly tolDocking?: number;
  /** `rigid` (default): one body from then on. `pin`: free to rotate about the common point. */
  readonly dockMode?: 'rigid' | 'pin';
  /** No docking above this relative speed of the sensors [m/s]. Default Infinity. */
  readonly maxDockSpeed?: number;
  /**
   * Edge on edge and face on face: both ends of the overlap (`two-point`, default in the plane), the corners of the overlap (`face`, default
   * in space), or, as in the slides, the closest points (`single`).
   */
  readonly manifold?: 'two-point' | 'face' | 'single';
  /** Several pairs in one sample: one after the other (default), or all in one problem. In space equally fast ones are always one problem. */
  readonly multiContact?: 'sequential' | 'simultaneous';
  /** `pulse` (default): 1 in each sample with an impulse or force. `latch`: stays 1 as the wording of the slides suggests (E19). */
  readonly collisionFlag?: 'pulse' | 'latch';
  /** `slides` transposes the given matrices, whose print contradicts their description (E14). */
  readonly rotation?: 'bodyToInertial' | 'slides';
  /** `clockwise` rejects a counter-clockwise outline, as the slides require; `auto` (default) accepts both. Plane only. */
  readonly meshOrder?: 'clockwise' | 'auto';
  /** Bodies that are exactly immovable in collisions and dockings, for any mass: true for A, or names (E20). Default false. */
  readonly manipulator?: boolean | readonly string[];
  /** Predict the time to contact up to this time ahead [s]. Default 0: no prediction. */
  readonly horizon?: number;
  /** Friction of a compliant contact grows linearly up to this sliding speed [m/s]. Default 1e-3. */
  readonly slipSpeed?: number;
}

const PAIR_KEYS: readonly (keyof PairParams)[] = ['e', 'frictionLaw', 'mu_s', 'mu_d', 'e_t', 'contactLaw'];
// biome-ignore format: lists of names
const BLOCK_KEYS: readonly string[] = [
  'dimension', 'bodies', 'pairs', ...PAIR_KEYS, 'tolCollision', 'tolDocking', 'dockMode', 'maxDockSpeed', 'manifold', 'multiContact',
  'collisionFlag', 'rotation', 'meshOrder', 'manipulator', 'horizon', 'slipSpeed',
];
/** Parameters of each body. */
export const BODY_KEYS = ['m', 'I', 'shape', 'mesh', 'sens'] as const;

/** Names are parts of port names, which underscores separate. */
const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Names of all parameters of a block with these bodies. */
export function parameterNames(bodies: readonly string[]): string[] {
  return [...BLOCK_KEYS, ...bodies.flatMap((body) => BODY_KEYS.map((key) => `${key}_${body}`))];
}

/** The names of the bodies, A and B by default. Throws a RangeError for names that cannot be parts of port names. */
export function readBodyNames(given: unknown): readonly string[] {
  if (given === undefined) return ['A', 'B'];
  const isList = Array.isArray(given) && given.length >= 2;
  if (!isList || !given.every((name) => typeof name === 'string' && NAME.test(name)))
    throw new RangeError(
      `bodies: must be at least two names of letters and digits that begin with a letter, got ${describeValue(given)}`,
    );
  const double = given.find((name, i) => given.indexOf(name) !== i);
  if (double !== undefined) throw new RangeError(`bodies: must be different names, got ${describeValue(double)} twice`);
  return given;
}

/** Checks the parameters and fills in the defaults. Throws a RangeError or TypeError that begins with the name of the parameter. */
export function readBlockParams(params: CollisionBlockParams): BlockSettings {
  checkKeys('params', params, parameterNames(readBodyNames(params?.bodies)));
  const names = readBodyNames(params.bodies);
  const dimension = params.dimension ?? 2;
  if (dimension !== 2 && dimension !== 3)
    throw new RangeError(`dimension: must be 2 or 3, got ${describeValue(dimension)}`);
  const { tolCollision = 1e-3, tolDocking = 1e-3, horizon = 0, slipSpeed = 1e-3 } = params;
  for (const [name, value] of Object.entries({ tolCollision, tolDocking, slipSpeed })) checkPositive(name, value);
  checkNotBelowZero('horizon', horizon);
  const { maxDockSpeed = Number.POSITIVE_INFINITY } = params;
  if (!(typeof maxDockSpeed === 'number' && maxDockSpeed >= 0))
    throw new RangeError(`maxDockSpeed: must be a number not below zero, got ${describeValue(maxDockSpeed)}`);
  const meshOrder = choice('meshOrder', params.meshOrder ?? 'auto', ['clockwise', 'auto']);
  const overlap = dimension === 2 ? 'two-point' : 'face';
  const immovable = readManipulators(params.manipulator, names);
  return {
    dimension,
    bodies: names.map((name) => readBody(name, params, dimension, meshOrder, immovable.includes(name))),
    pairs: readPairs(params, names),
    tolCollision,
    tolDocking,
    maxDockSpeed,
    horizon,
    slipSpeed,
    dockMode: choice('dockMode', params.dockMode ?? 'rigid', ['rigid', 'pin']),
    manifold: choice('manifold', params.manifold ?? overlap, [overlap, 'single']) === 'single' ? 'single' : 'all',
    multiContact: choice('multiContact', params.multiContact ?? 'sequential', ['sequential', 'simultaneous']),
    collisionFlag: choice('collisionFlag', params.collisionFlag ?? 'pulse', ['pulse', 'latch']),
    rotation: choice('rotation', params.rotation ?? 'bodyToInertial', ['bodyToInertial', 'slides']),
    meshOrder,
  };
}

function readManipulators(given: boolean | readonly string[] | undefined, names: readonly string[]): readonly string[] {
  if (given === undefined || given === false) return [];
  if (given === true) return names.slice(0, 1);
  if (Array.isArray(given) && given.every((name) => names.includes(name))) return given;
  throw new RangeError(`manipulator: must be true, false or names of ${names.join(', ')}, got ${describeValue(given)}`);
}

function readBody(
  name: string,
  params: CollisionBlockParams,
  dimension: 2 | 3,
  meshOrder: 'clockwise' | 'auto',
  isImmovable: boolean,
): BodySettings {
  const mass = params[`m_${name}`] ?? 1;
  checkPositive(`m_${name}`, mass);
  const inverseInertia = readInertia(`I_${name}`, params[`I_${name}`] ?? 1, dimension);
  const shape = params[`shape_${name}`];
  const mesh = params[`mesh_${name}`];
  if (shape !== undefined) {
    if (mesh !== undefined) throw new RangeError(`mesh_${name}: must not be given together with shape_${name}`);
    checkShape(`shape_${name}:`, shape);
    requireDimension(`shape_${name}`, shape, dimension);
  }
  return {
    name,
    mass,
    inverseInertia,
    isImmovable,
    shape,
    mesh: mesh === undefined ? undefined : readMesh(`mesh_${name}`, mesh, dimension, meshOrder, undefined),
    sensors: readSensors(`sens_${name}`, params[`sens_${name}`], dimension),
  };
}

const FLAT_KINDS: readonly string[] = ['disc', 'polygon'];
const EITHER_KINDS: readonly string[] = ['point', 'segment', 'halfspace'];

function requireDimension(name: string, shape: Shape, dimension: 2 | 3): void {
  if (EITHER_KINDS.includes(shape.kind)) return;
  const isFlat = FLAT_KINDS.includes(shape.kind);
  const isPlanarSurface = shape.kind === 'tiled' && shape.dimension === 2;
  if (dimension === 2 ? isFlat : !isFlat && !isPlanarSurface) return;
  const expected = dimension === 2 ? 'a disc, polygon, point, segment or half-space' : 'a body of three dimensions';
  throw new RangeError(`${name}: must be ${expected} in a block of dimension ${dimension}, got a ${shape.kind}`);
}

function readPairs(params: CollisionBlockParams, names: readonly string[]): PairSettings[] {
  if (params.pairs === undefined) {
    const shared = readContact(params, '');
    return names.flatMap((_, a) => names.slice(a + 1).map((_, k) => ({ ...pairOf(names, a, a + 1 + k), ...shared })));
  }
  if (!Array.isArray(params.pairs) || params.pairs.length === 0)
    throw new RangeError(`pairs: must be a list of at least one pair, got ${describeValue(params.pairs)}`);
  const pairs = params.pairs.map((given, i) => {
    checkKeys(`pairs[${i}]`, given, ['bodies', ...PAIR_KEYS]);
    const { bodies } = given;
    const [a, b] = Array.isArray(bodies) && bodies.length === 2 ? bodies.map((name) => names.indexOf(name)) : [-1, -1];
    if (a < 0 || b < 0 || a === b)
      throw new RangeError(
        `pairs[${i}].bodies: must be two different names of ${names.join(', ')}, got ${describeValue(bodies)}`,
      );
    return { ...pairOf(names, a, b), ...readContact({ ...params, ...given }, `pairs[${i}].`) };
  });
  for (const [i, { a, b }] of pairs.entries()) {
    const same = pairs.findIndex((other) => (other.a === a && other.b === b) || (other.a === b && other.b === a));
    if (same !== i) throw new RangeError(`pairs[${i}].bodies: must be a new pair, got that of pairs[${same}] again`);
  }
  return pairs;
}

function pairOf(names: readonly string[], a: number, b: number) {
  return { a, b, name: `${names[a]}_${names[b]}` };
}

function readContact(given: PairParams, path: string): { material: Material; contactLaw: ContactLaw | undefined } {
  const { e = 1, frictionLaw = 'none', mu_s = 0, mu_d = 0, e_t = 0, contactLaw } = given;
  for (const [name, value] of Object.entries({ e, e_t })) {
    if (!(typeof value === 'number' && value >= 0 && value <= 1))
      throw new RangeError(`${path}${name}: must be from 0 to 1, got ${describeValue(value)}`);
  }
  choice(`${path}frictionLaw`, frictionLaw, FRICTION_LAWS);
  checkNotBelowZero(`${path}mu_d`, mu_d);
  if (!(Number.isFinite(mu_s) && mu_s >= mu_d))
    throw new RangeError(`${path}mu_s: must be finite and at least mu_d (${mu_d}), got ${describeValue(mu_s)}`);
  const kinds: readonly unknown[] = ['spring-damper', 'hertz', 'dmt', 'jkr', 'custom'];
  if (contactLaw !== undefined && !kinds.includes(contactLaw?.kind))
    throw new RangeError(
      `${path}contactLaw: must be a law made by springDamper, hertzContact, dmtContact, jkrContact or customContact, got ${describeValue(contactLaw)}`,
    );
  const material = createMaterial({
    restitution: e,
    frictionLaw,
    staticFriction: mu_s,
    dynamicFriction: mu_d,
    tangentialRestitution: e_t,
  });
  return { material, contactLaw };
}

function choice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  throw new RangeError(`${name}: must be one of ${choices.join(', ')}, got ${describeValue(value)}`);
}

/** One vector or a list of them (E21). */
function readSensors(
  name: string,
  given: SensorPositions | undefined,
  dimension: 2 | 3,
): readonly (readonly number[])[] {
  if (given === undefined) return [];
  const lengths = dimension === 2 ? '2 or 3' : '3';
  const isPosition = (position: unknown) =>
    Array.isArray(position) &&
    (position.length === 3 || (position.length === 2 && dimension === 2)) &&
    finiteNumbers(position);
  const list = Array.isArray(given) && (given.length === 0 || Array.isArray(given[0])) ? given : [given];
  if (list.every(isPosition)) return list;
  throw new RangeError(
    `${name}: must be ${lengths} finite numbers, or a list of such vectors, got ${describeValue(given)}`,
  );
}
