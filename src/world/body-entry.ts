import { describeValue } from '../math/describe-value.ts';
import { createMat3 } from '../math/mat3.ts';
import { createVec3 } from '../math/vec3.ts';
import { createMaterial, type Material } from '../response/material.ts';
import { createSolidBody } from '../scene/resolve-solid-body.ts';
import type { SceneShape } from '../scene/resolve-solid-shape.ts';
import type { Fail } from '../scene/scene-error.ts';
import type { SceneMotion } from '../scene/scene-header.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { checkAboveZero, checkKeys, checkNotBelowZero } from '../shapes/checks.ts';
import type { Shape } from '../shapes/shape.ts';
import type { ForceSettings } from '../sim/solids/steps/body-forces.ts';
import type { BodyId, BodyOptions, BodyType } from './body-options.ts';
import { rotationOf, vectorOf } from './vector-input.ts';
import type { BodyEntry } from './world-store.ts';

/** Density of a body by default, that of water [kg/m³]. */
const DEFAULT_DENSITY = 1000;

export const BODY_KEYS: readonly (keyof BodyOptions)[] = [
  'shape',
  'type',
  'name',
  'position',
  'orientation',
  'velocity',
  'angularVelocity',
  'density',
  'mass',
  'inertia',
  'friction',
  'rollingFriction',
  'spinningFriction',
  'restitution',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'surfaceVelocity',
  'group',
  'collidesWith',
  'trigger',
  'path',
  'color',
  'overlap',
];

const MOTIONS: Readonly<Record<BodyType, SceneMotion>> = { dynamic: 'free', kinematic: 'prescribed', static: 'fixed' };

/** Shapes of two dimensions, and shapes without volume. */
const NO_SOLIDS: readonly Shape['kind'][] = ['point', 'segment', 'disc', 'polygon'];

/** Checks the settings of a body and computes its mass and inertia. `caller` begins all error messages. */
export function createEntry(caller: string, id: BodyId, options: BodyOptions, defaults: Material): BodyEntry {
  checkKeys(caller, options, BODY_KEYS);
  const type = typeOf(caller, options);
  checkType(caller, type, options);
  const fail: Fail = (path, expected) => {
    throw new RangeError(`${caller}: ${path.join('.')} ${expected}`);
  };
  const { density, mass, inertia } = massOf(caller, type, options);
  const placed = {
    position: vectorOf(`${caller}: position`, options.position ?? [0, 0, 0]),
    rotation: options.orientation ? rotationOf(`${caller}: orientation`, options.orientation) : createMat3(),
  };
  const { body, origin } = createSolidBody(
    {
      name: nameOf(caller, options),
      motion: MOTIONS[type],
      velocity: listOf(caller, options, 'velocity'),
      angularVelocity: listOf(caller, options, 'angularVelocity'),
      density,
      mass,
      inertia,
      trigger: flagOf(caller, options),
      color: options.color,
    },
    options.shape as SceneShape,
    placed,
    fail,
  );
  return {
    id,
    options,
    body,
    origin,
    settings: forceSettings(caller, options),
    material: materialOf(caller, options, defaults),
  };
}

function nameOf(caller: string, { name }: BodyOptions): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError(`${caller}: name must be a text that is not empty, got ${describeValue(name)}`);
}

function flagOf(caller: string, { trigger = false }: BodyOptions): boolean {
  if (typeof trigger === 'boolean') return trigger;
  throw new TypeError(`${caller}: trigger must be true or false, got ${describeValue(trigger)}`);
}

function typeOf(caller: string, { type, shape }: BodyOptions): BodyType {
  checkShape(`${caller}: shape`, shape);
  if (NO_SOLIDS.includes(shape.kind) || (shape.kind === 'tiled' && shape.dimension === 2)) {
    throw new RangeError(`${caller}: shape must be three-dimensional, got a ${shape.kind}`);
  }
  if (type === undefined) return shape.kind === 'halfspace' ? 'static' : 'dynamic';
  if (Object.hasOwn(MOTIONS, type)) return type;
  throw new RangeError(`${caller}: type must be dynamic, kinematic or static, got ${describeValue(type)}`);
}

/** Settings that do not belong to a body of this type. */
function checkType(caller: string, type: BodyType, options: BodyOptions): void {
  if (type === 'dynamic' && options.shape.kind === 'halfspace') {
    throw new RangeError(`${caller}: type must be static or kinematic for a halfspace, it has no mass`);
  }
  if (type !== 'kinematic' && options.path !== undefined) {
    throw new RangeError(`${caller}: path is for kinematic bodies, this one is ${type}`);
  }
  if (options.path !== undefined && typeof options.path !== 'function') {
    throw new TypeError(`${caller}: path must be a function of time, got ${describeValue(options.path)}`);
  }
  for (const key of ['velocity', 'angularVelocity'] as const) {
    const moves = options[key] !== undefined && listOf(caller, options, key).some((component) => component !== 0);
    if (moves && type === 'static') {
      throw new RangeError(`${caller}: ${key} must be zero for a static body; a kinematic one can move`);
    }
    if (moves && options.path !== undefined) {
      throw new RangeError(`${caller}: ${key} must be left out, it follows from the path`);
    }
  }
  for (const key of ['mass', 'density', 'inertia'] as const) {
    if (type !== 'dynamic' && options[key] !== undefined) {
      throw new RangeError(`${caller}: ${key} must be left out, no force moves a ${type} body`);
    }
  }
}

/** Mass, or density if no mass is given; nothing for bodies that no force moves. */
function massOf(caller: string, type: BodyType, { mass, density, inertia }: BodyOptions) {
  if (type !== 'dynamic') return {};
  if (mass !== undefined && density !== undefined) {
    throw new RangeError(`${caller}: density must be left out where mass is given`);
  }
  if (inertia !== undefined && mass === undefined) throw new RangeError(`${caller}: inertia needs mass`);
  if (mass !== undefined) checkAboveZero(`${caller}: mass`, mass);
  if (density !== undefined) checkAboveZero(`${caller}: density`, density);
  if (inertia === undefined) return { mass, density: mass === undefined ? (density ?? DEFAULT_DENSITY) : undefined };
  const { x, y, z } = vectorOf(`${caller}: inertia`, inertia);
  for (const moment of [x, y, z]) checkAboveZero(`${caller}: inertia`, moment);
  return { mass, inertia: [x, y, z] as [number, number, number] };
}

function listOf(caller: string, options: BodyOptions, key: 'velocity' | 'angularVelocity'): [number, number, number] {
  const { x, y, z } = vectorOf(`${caller}: ${key}`, options[key] ?? [0, 0, 0]);
  return [x, y, z];
}

function forceSettings(caller: string, options: BodyOptions): ForceSettings {
  const { gravityScale = 1, linearDamping = 0, angularDamping = 0, surfaceVelocity } = options;
  if (!Number.isFinite(gravityScale)) {
    throw new RangeError(`${caller}: gravityScale must be a finite number, got ${describeValue(gravityScale)}`);
  }
  checkNotBelowZero(`${caller}: linearDamping`, linearDamping);
  checkNotBelowZero(`${caller}: angularDamping`, angularDamping);
  const surface = surfaceVelocity ? vectorOf(`${caller}: surfaceVelocity`, surfaceVelocity) : createVec3();
  return { gravityScale, linearDamping, angularDamping, surfaceVelocity: surface };
}

/** Material from friction, resistances and restitution. */
export function materialOf(
  caller: string,
  options: Pick<BodyOptions, 'friction' | 'rollingFriction' | 'spinningFriction' | 'restitution'>,
  defaults?: Material,
): Material {
  const { friction, restitution, rollingFriction, spinningFriction } = options;
  const both = typeof friction === 'object' ? friction : { static: friction, dynamic: friction };
  try {
    return createMaterial({
      restitution: restitution ?? defaults?.restitution ?? 0,
      staticFriction: both.static ?? defaults?.staticFriction ?? 0,
      dynamicFriction: both.dynamic ?? defaults?.dynamicFriction ?? 0,
      rollingFriction: rollingFriction ?? defaults?.rollingFriction ?? 0,
      spinningFriction: spinningFriction ?? defaults?.spinningFriction ?? 0,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${caller}: ${error.message}`);
    throw error;
  }
}
