/** Rigid-body worlds for tests. */

import { symmetricEigen3 } from '../src/math/eigen3.ts';
import { createMat3, type ReadonlyMat3 } from '../src/math/mat3.ts';
import { createPose } from '../src/math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../src/math/vec3.ts';
import { createMaterial, type Material } from '../src/response/material.ts';
import type { SolidBody, SolidScene } from '../src/scene/solid-scene.ts';
import { createHalfspace } from '../src/shapes/halfspace.ts';
import { createHull } from '../src/shapes/hull/create-hull.ts';
import type { Hull } from '../src/shapes/hull.ts';
import { massProperties } from '../src/shapes/mass-properties.ts';
import type { Shape } from '../src/shapes/shape.ts';
import type { SolidShape } from '../src/shapes/solid.ts';

type Three = readonly [number, number, number];

const vector = ([x, y, z]: Three): ReadonlyVec3 => createVec3(x, y, z);
const INFINITE = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

interface Placed {
  readonly at?: Three;
  readonly rotation?: readonly number[];
  readonly velocity?: Three;
  readonly angularVelocity?: Three;
  readonly trigger?: boolean;
}

function placed({
  at = [0, 0, 0],
  rotation = [1, 0, 0, 0],
  velocity = [0, 0, 0],
  angularVelocity = [0, 0, 0],
  trigger = false,
}: Placed) {
  return {
    pose: createPose(at, rotation),
    velocity: vector(velocity),
    angularVelocity: vector(angularVelocity),
    trigger,
  };
}

/** A free body of density 1, which must be about its centre of mass. */
export function freeSolid(name: string, shape: SolidShape, place: Placed): SolidBody {
  const { mass, inertia } = massProperties(shape, 1);
  const isDiagonal = inertia.xy === 0 && inertia.yz === 0 && inertia.zx === 0;
  const moments = createVec3(inertia.xx, inertia.yy, inertia.zz);
  const principalAxes = createMat3();
  if (!isDiagonal) symmetricEigen3(moments, principalAxes, inertia);
  return { name, shape, motion: 'free', ...placed(place), mass, moments, principalAxes };
}

/** The convex hull of some points, about its centre of mass. */
export function centredHull(points: readonly Three[]): Hull {
  const { x, y, z } = massProperties(createHull(points), 1).centroid;
  return createHull(points.map(([px, py, pz]) => [px - x, py - y, pz - z]));
}

/** A free body with a mass and moments of its own. */
export function weighedSolid(
  name: string,
  shape: Shape,
  mass: number,
  moments: Three,
  place: Placed,
  axes: ReadonlyMat3 = createMat3(),
): SolidBody {
  return { name, shape, motion: 'free', ...placed(place), mass, moments: vector(moments), principalAxes: axes };
}

export function fixedSolid(
  name: string,
  shape: Shape,
  place: Placed = {},
  motion: 'fixed' | 'prescribed' = 'fixed',
): SolidBody {
  const mass = Number.POSITIVE_INFINITY;
  return { name, shape, motion, ...placed(place), mass, moments: INFINITE, principalAxes: createMat3() };
}

/** Six half-spaces around a cube of half extent `h` [m] about the origin. */
export function roomWalls(h: number): SolidBody[] {
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side) => {
      const normal = [0, 0, 0];
      normal[axis] = -side;
      const at = normal.map((n) => -n * h) as unknown as Three;
      return fixedSolid(`wall ${axis} ${side}`, createHalfspace(normal), { at });
    }),
  );
}

interface Settings {
  readonly material?: Partial<Material>;
  readonly gravity?: Three;
  readonly end?: number;
  readonly maxEvents?: number;
  readonly sensors?: SolidScene['sensors'];
  readonly docking?: SolidScene['docking'];
}

/** A scene of these bodies, all of one material. */
export function solidScene(bodies: readonly SolidBody[], settings: Settings = {}): SolidScene {
  const { material = {}, gravity = [0, 0, 0], end = 100, maxEvents = 1e6, sensors = [], docking = [] } = settings;
  return {
    world: 'solids',
    title: 'test',
    description: 'test',
    record: { interval: 1 },
    bodies,
    contacts: {
      classes: bodies.map(() => 0),
      laws: [[{ collide: true, material: createMaterial(material) }]],
      pairs: [],
      restitutionThreshold: 1e-3,
      slop: 1e-4,
    },
    sensors,
    docking,
    forces: { gravity: vector(gravity), loads: [] },
    time: { end, method: 'events', step: 1 / 60, substeps: 4, timeToSleep: 0.5, maxEvents },
  };
}
