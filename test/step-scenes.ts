import { createMat3 } from '../src/math/mat3.ts';
import { createPose } from '../src/math/pose.ts';
import { createVec3 } from '../src/math/vec3.ts';
import { createMaterial, type Material } from '../src/response/material.ts';
import type { SceneMotion } from '../src/scene/scene-header.ts';
import type { SolidBody, SolidLoad, SolidScene, SolidTime } from '../src/scene/solid-scene.ts';
import { createBox } from '../src/shapes/box.ts';
import { createHalfspace } from '../src/shapes/halfspace.ts';
import { massProperties } from '../src/shapes/mass-properties.ts';
import type { Shape } from '../src/shapes/shape.ts';

/** Rigid-body worlds from a short description, for tests of time stepping. */

export interface BodyWords {
  readonly shape: Shape;
  readonly at: readonly number[];
  /** Quaternion w x y z. */
  readonly rotated?: readonly number[];
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
  readonly motion?: SceneMotion;
  readonly trigger?: boolean;
  /** [kg/m³] */
  readonly density?: number;
}

export function stepBody(words: BodyWords, k: number): SolidBody {
  const { shape, motion = 'free' } = words;
  const vector = (v: readonly number[] = [0, 0, 0]) => createVec3(v[0], v[1], v[2]);
  const free = motion === 'free';
  const { mass, inertia } =
    free &&
    shape.kind !== 'point' &&
    shape.kind !== 'segment' &&
    shape.kind !== 'disc' &&
    shape.kind !== 'polygon' &&
    shape.kind !== 'halfspace'
      ? massProperties(shape, words.density ?? 1000)
      : { mass: Infinity, inertia: createMat3(Infinity, Infinity, Infinity) };
  return {
    name: `body${k}`,
    shape,
    motion,
    pose: createPose(words.at, words.rotated ?? 0),
    velocity: vector(words.velocity),
    angularVelocity: vector(words.angularVelocity),
    mass,
    moments: createVec3(inertia.xx, inertia.yy, inertia.zz),
    principalAxes: createMat3(),
    trigger: words.trigger ?? false,
  };
}

/** The half space below z = `height`. */
export function floorAt(height = 0): BodyWords {
  // the normal of the shape is its y axis; a quarter turn about x brings it up
  return { shape: createHalfspace([0, 1]), at: [0, 0, height], rotated: [1, 1, 0, 0], motion: 'fixed' };
}

/** A fixed box, by its lower and upper corner. */
export function fixedBox(from: readonly number[], to: readonly number[]): BodyWords {
  return {
    shape: createBox(to.map((top, k) => (top - from[k]) / 2)),
    at: to.map((top, k) => 0.5 * (top + from[k])),
    motion: 'fixed',
  };
}

export interface SceneWords {
  readonly material?: Partial<Material>;
  readonly gravity?: readonly number[];
  readonly loads?: readonly SolidLoad[];
  readonly time?: Partial<SolidTime>;
  readonly restitutionThreshold?: number;
  readonly slop?: number;
}

export function stepScene(bodies: readonly BodyWords[], words: SceneWords = {}): SolidScene {
  const [x, y, z] = words.gravity ?? [0, 0, -9.81];
  const material = createMaterial({ restitution: 0, staticFriction: 0.5, ...words.material });
  return {
    world: 'solids',
    title: 'a test',
    description: '',
    record: { interval: 1 },
    bodies: bodies.map(stepBody),
    contacts: {
      classes: bodies.map(() => 0),
      laws: [[{ collide: true, material }]],
      pairs: [],
      restitutionThreshold: words.restitutionThreshold ?? 0.05,
      slop: words.slop ?? 1e-4,
    },
    sensors: [],
    docking: [],
    forces: { gravity: createVec3(x, y, z), loads: words.loads ?? [] },
    time: { end: 10, method: 'steps', step: 1 / 60, substeps: 4, timeToSleep: Infinity, maxEvents: 1e9, ...words.time },
  };
}

/** Rotation by `angle` [rad] about a unit axis. */
export function rotatedAbout(axis: readonly number[], angle: number): number[] {
  const half = Math.sin(angle / 2);
  return [Math.cos(angle / 2), half * axis[0], half * axis[1], half * axis[2]];
}
