import {
  mat3 as createMat3,
  type MassProperties,
  type Mat3,
  type Motion,
  massProperties,
  type Shape,
} from '../../src/index.ts';
import { shapeAt } from '../../src/query/shapes.ts';
import { motionOf } from './body-motion.ts';
import type { PlayBody, ShapeDocument } from './play-state.ts';

/** A body of the playground with what the queries need. */
export interface BuiltBody {
  readonly body: PlayBody;
  readonly shape: Shape;
  readonly motion: Motion;
  readonly mass: BuiltMass;
}

/** Mass properties for the mass of the body; without a reason it is movable. */
export interface BuiltMass {
  /** [kg]; infinite if it is immovable. */
  readonly kilograms: number;
  /** Why impulses do not move it. */
  readonly immovable?: string;
  /** Centre of mass in body axes [m]. */
  readonly centroid: { readonly x: number; readonly y: number; readonly z: number };
  /** About the centre of mass, body axes [kg m²]; of a planar body about z only. */
  readonly inertia: Mat3;
}

/** The shape as queries read it: same keys, same errors. */
export function buildShape(document: ShapeDocument): Shape {
  return shapeAt({ shape: document }, '', 'solids');
}

/** `planar`: both bodies of the pair stay in a plane. */
export function buildBody(body: PlayBody, shape: Shape, planar: boolean): BuiltBody {
  return { body, shape, motion: motionOf(body), mass: massOf(body, shape, planar) };
}

const NOWHERE = { x: 0, y: 0, z: 0 };

function massOf(body: PlayBody, shape: Shape, planar: boolean): BuiltMass {
  const immovable = (reason: string) => ({
    kilograms: Number.POSITIVE_INFINITY,
    immovable: reason,
    centroid: NOWHERE,
    inertia: createMat3(),
  });
  if (shape.kind === 'halfspace') return immovable('a half-space is immovable');
  const isFlat = shape.kind === 'disc' || shape.kind === 'polygon';
  if (isFlat && !planar) return immovable('a flat body in space has no volume, so no inertia: it is immovable');
  try {
    const unit = unitMass(shape);
    if (body.fixed) return { ...immovable('fixed'), centroid: unit.centroid };
    const factor = body.mass / unit.mass;
    const { inertia: i } = unit;
    const inertia = createMat3();
    for (const key of Object.keys(inertia) as (keyof Mat3)[]) inertia[key] = factor * i[key];
    return { kilograms: body.mass, centroid: unit.centroid, inertia };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return immovable(`without mass: ${error.message}`);
  }
}

const known = new WeakMap<Shape, MassProperties>();

/** Mass properties for the density 1, computed once for each shape. */
function unitMass(shape: Shape): MassProperties {
  let unit = known.get(shape);
  if (unit === undefined) {
    const { mass, centroid, inertia } = massProperties(shape, 1);
    unit = { mass, centroid, inertia: typeof inertia === 'number' ? createMat3(0, 0, inertia) : inertia };
    known.set(shape, unit);
  }
  return unit;
}
