import { type Static, Type } from './json-schema.ts';
import { interpolation } from './path-schema.ts';
import { name, rotation } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  NOT_NEGATIVE,
  object,
  quantity,
  spatialVector,
  taggedUnion,
  tuple,
  two,
  vector,
  withDefault,
} from './schema-types.ts';
import type { Dimension } from './units.ts';

/** Joints between rigid bodies in 3-D and in the plane. */

/** Dimensions of the quantities of an axis: of one along which bodies move, or about which they rotate. */
interface AxisDimensions {
  readonly position: Dimension;
  readonly velocity: Dimension;
  readonly force: Dimension;
  readonly stiffness: Dimension;
  readonly damping: Dimension;
}

const LINEAR: AxisDimensions = {
  position: 'length',
  velocity: 'speed',
  force: 'force',
  stiffness: 'stiffness',
  damping: 'damping',
};
const ANGULAR: AxisDimensions = {
  position: 'angle',
  velocity: 'angular velocity',
  force: 'torque',
  stiffness: 'angular stiffness',
  damping: 'angular damping',
};

function limits({ position }: AxisDimensions) {
  return object('Limits of the coordinate, which is 0 at the start unless frames are given.', {
    min: Type.Optional(quantity(position, 'Smallest value. Default: none')),
    max: Type.Optional(quantity(position, 'Largest value. Default: none')),
  });
}

function motor({ position, velocity, force, stiffness, damping }: AxisDimensions) {
  return object('A motor with one of the targets velocity, position, path and force.', {
    velocity: Type.Optional(quantity(velocity, 'Velocity that it reaches and holds')),
    position: Type.Optional(quantity(position, 'Position to which it pulls like a spring with damper')),
    path: Type.Optional(
      object('Positions over time, which it follows like a spring with damper.', {
        keys: Type.Array(
          object('Position at one time.', {
            time: quantity('time', 'Time', NOT_NEGATIVE),
            position: quantity(position, 'Position of the motor'),
          }),
          {
            minItems: 1,
            description: 'Keys in the order of time; before the first and after the last it stays there.',
          },
        ),
        interpolation,
      }),
    ),
    stiffness: Type.Optional(quantity(stiffness, 'Stiffness of the target `position` or `path`', NOT_NEGATIVE)),
    damping: Type.Optional(quantity(damping, 'Damping of the target `position` or `path`. Default: 0', NOT_NEGATIVE)),
    force: Type.Optional(quantity(force, 'Constant force, or torque about an axis')),
    maxForce: Type.Optional(
      quantity(force, 'Maximum force, or torque about an axis. Default: unlimited', NOT_NEGATIVE),
    ),
  });
}

function axisKeys(dimensions: AxisDimensions) {
  const { position, force, stiffness, damping } = dimensions;
  return {
    limits: Type.Optional(limits(dimensions)),
    friction: withDefault(0, quantity(force, 'Maximum friction force, or torque about an axis', NOT_NEGATIVE)),
    motor: Type.Optional(motor(dimensions)),
    stiffness: withDefault(0, quantity(stiffness, 'Stiffness of a spring', NOT_NEGATIVE)),
    damping: withDefault(0, quantity(damping, 'Damping', NOT_NEGATIVE)),
    rest: withDefault(0, quantity(position, 'Coordinate at which the spring has no force')),
  };
}

function mimic({ position }: AxisDimensions) {
  return object('The joint follows another one: coordinate = multiplier · that of the other + offset.', {
    joint: name('Name of the other joint, a hinge, a slider or a six-axis joint with one axis that moves.'),
    multiplier: withDefault(1, Type.Number({ description: 'Ratio of the two coordinates, SI units. Not 0.' })),
    offset: Type.Optional(quantity(position, 'Coordinate where that of the other is 0. Default: that of the start')),
  });
}

const direction = (description: string) =>
  tuple(3, Type.Number({ description: 'Component' }), `[x, y, z]: ${description}, of any length`);

const frame = object('A frame on a body.', {
  position: withDefault([0, 0, 0], spatialVector('length', 'origin, in the axes of the shape')),
  rotation: Type.Optional({
    ...rotation,
    description: 'Rotation from the axes of the shape: about an axis, or as a quaternion.',
  }),
});

function kind<const K extends string>(value: K) {
  return {
    name: name('Unique name of the joint.'),
    kind: Type.Literal(value),
    bodies: two(
      name('Name of a body, or "world".'),
      'Two different bodies; one of them may be "world", which does not move. Coordinates are those of the second relative to the first.',
    ),
    collide: withDefault(false, Type.Boolean({ description: 'true: the two bodies also collide.' })),
    breakForce: Type.Optional(
      quantity('force', 'The joint breaks above this force, mean over a step. Default: never', ABOVE_ZERO),
    ),
    breakTorque: Type.Optional(
      quantity('torque', 'The joint breaks above this torque, mean over a step. Default: never', ABOVE_ZERO),
    ),
  };
}

const placed = {
  position: Type.Optional(spatialVector('length', 'position of the joint at the start, world axes')),
  frames: Type.Optional(
    two(frame, 'Frames on the two bodies, instead of the position and the axes: x is the axis of the joint.'),
  ),
};
const axis = (description: string) => withDefault([0, 0, 1], direction(description));
const points = {
  points: Type.Optional(
    two(
      spatialVector('length', 'point at the start, world axes'),
      'Points on the two bodies. Default: their centres of mass',
    ),
  ),
};

const distanceKeys = {
  length: Type.Optional(quantity('length', 'Distance. Default: that at the start', ABOVE_ZERO)),
  rope: withDefault(false, Type.Boolean({ description: 'true: the distance may be shorter.' })),
};
const springKeys = {
  length: Type.Optional(quantity('length', 'Length without force. Default: that at the start', NOT_NEGATIVE)),
  stiffness: withDefault(0, quantity('stiffness', 'Stiffness', NOT_NEGATIVE)),
  damping: withDefault(0, quantity('damping', 'Damping', NOT_NEGATIVE)),
  limits: Type.Optional(limits(LINEAR)),
  friction: withDefault(0, quantity('force', 'Maximum friction force', NOT_NEGATIVE)),
};

const kinds = [
  object('No relative motion.', { ...kind('fixed'), ...placed }),
  object('Rotation about one axis.', {
    ...kind('hinge'),
    ...placed,
    axis: axis('axis at the start, world axes'),
    ...axisKeys(ANGULAR),
    mimic: Type.Optional(mimic(ANGULAR)),
  }),
  object('Displacement along one axis.', {
    ...kind('slider'),
    ...placed,
    axis: axis('axis at the start, world axes'),
    ...axisKeys(LINEAR),
    mimic: Type.Optional(mimic(LINEAR)),
  }),
  object('Rotation about a point.', {
    ...kind('ball'),
    ...placed,
    axis: axis('axis of swing and twist at the start, world axes'),
    swing: Type.Optional(
      quantity(
        'angle',
        'Largest angle between the axes of the two bodies, the half angle of a cone. Default: no limit',
        ABOVE_ZERO,
      ),
    ),
    twist: Type.Optional(limits(ANGULAR)),
    friction: withDefault(0, quantity('torque', 'Maximum friction torque about each of three axes', NOT_NEGATIVE)),
    damping: withDefault(0, quantity('angular damping', 'Damping', NOT_NEGATIVE)),
  }),
  object('Rotation about two perpendicular axes, one fixed to each body.', {
    ...kind('universal'),
    ...placed,
    axis: axis('axis fixed to the first body, at the start, world axes'),
    axis2: Type.Optional(direction('axis fixed to the second body, at the start, world axes')),
    friction: withDefault(0, quantity('torque', 'Maximum friction torque about each axis', NOT_NEGATIVE)),
    damping: withDefault(0, quantity('angular damping', 'Damping', NOT_NEGATIVE)),
  }),
  object('A constant distance of two points, or one that is at most the length of a rope.', {
    ...kind('distance'),
    ...points,
    ...distanceKeys,
  }),
  object('A spring with damper between two points.', { ...kind('spring'), ...points, ...springKeys }),
  object('Six axes, each locked or free, with limits, springs and motors.', {
    ...kind('six-axis'),
    ...placed,
    axis: withDefault([1, 0, 0], direction('x axis of the joint at the start, world axes')),
    axis2: Type.Optional(direction('y axis of the joint at the start, world axes')),
    axes: object('Axes that may move; the others are locked. Rotations are Cardan angles, in this order.', {
      rotationX: Type.Optional(object('Rotation about x, fixed to the first body.', axisKeys(ANGULAR))),
      rotationY: Type.Optional(object('Rotation about the rotated y.', axisKeys(ANGULAR))),
      rotationZ: Type.Optional(object('Rotation about z, fixed to the second body.', axisKeys(ANGULAR))),
      x: Type.Optional(object('Displacement along x.', axisKeys(LINEAR))),
      y: Type.Optional(object('Displacement along y.', axisKeys(LINEAR))),
      z: Type.Optional(object('Displacement along z.', axisKeys(LINEAR))),
    }),
  }),
] as const;

export const solidJoint = taggedUnion('kind', 'A joint of two bodies (method steps only).', ...kinds);

/** A joint of a scene after validation. */
export type JointDocument = Static<typeof solidJoint>;

const planarPlaced = { position: Type.Optional(vector('length', 'position of the joint at the start, world axes')) };
const planarPoints = {
  points: Type.Optional(
    two(vector('length', 'point at the start, world axes'), 'Points on the two bodies. Default: their centres of mass'),
  ),
};

export const planarJoint = taggedUnion(
  'kind',
  'A joint of two planar bodies (method steps only).',
  object('No relative motion.', { ...kind('fixed'), ...planarPlaced }),
  object('Rotation about a point.', {
    ...kind('hinge'),
    ...planarPlaced,
    ...axisKeys(ANGULAR),
    mimic: Type.Optional(mimic(ANGULAR)),
  }),
  object('Displacement along an axis.', {
    ...kind('slider'),
    ...planarPlaced,
    axis: withDefault(
      [1, 0],
      tuple(2, Type.Number({ description: 'Component' }), '[x, y]: axis at the start, world axes, of any length'),
    ),
    ...axisKeys(LINEAR),
    mimic: Type.Optional(mimic(LINEAR)),
  }),
  object('A constant distance of two points, or one that is at most the length of a rope.', {
    ...kind('distance'),
    ...planarPoints,
    ...distanceKeys,
  }),
  object('A spring with damper between two points.', { ...kind('spring'), ...planarPoints, ...springKeys }),
);

/** A joint of a planar scene after validation. */
export type PlanarJointDocument = Static<typeof planarJoint>;
