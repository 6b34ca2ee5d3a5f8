import { Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { choice, NOT_NEGATIVE, object, quantity, vector, withDefault } from './schema-types.ts';

/** Given motion of planar bodies. */

const time = quantity('time', 'Time', NOT_NEGATIVE);

/** How values between keys are found. */
export const interpolation = withDefault(
  'cubic',
  choice(
    ['cubic', 'linear'],
    'Between the keys. cubic: continuous velocities, from rest to rest. linear: constant velocities.',
  ),
);

/** Path of one body. */
export const planarPath = object(
  'Motion of a prescribed body by keys; it is at rest before the first and after the last. Needs time.method "steps".',
  {
    keys: Type.Array(
      object('Position and angle at one time.', {
        time,
        position: vector('length', 'position of the origin of the shape'),
        angle: withDefault(0, quantity('angle', 'Rotation angle, counter-clockwise, of any size')),
      }),
      { minItems: 1, description: 'Keys in the order of time.' },
    ),
    interpolation,
  },
);

const link = object(
  'One link: a prescribed body whose origin is its joint and whose x axis points to the next joint.',
  {
    body: name('Name of a prescribed body.'),
    length: withDefault(
      0,
      quantity(
        'length',
        'Distance of the next joint, along the x axis of the link. Not needed for the last link',
        NOT_NEGATIVE,
      ),
    ),
    angles: Type.Array(
      object('Joint angle at one time.', {
        time,
        angle: quantity('angle', 'Angle of the link relative to the link before it, counter-clockwise'),
      }),
      { minItems: 1, description: 'Table of the joint angle, in the order of time.' },
    ),
  },
);

/** Manipulator: links that follow tables of joint angles. */
export const chain = object(
  'A chain of links, each of which follows a table of joint angles. Needs time.method "steps".',
  {
    base: withDefault([0, 0], vector('length', 'position of the first joint')),
    links: Type.Array(link, { minItems: 1, description: 'The links, from the base on.' }),
    interpolation,
  },
);
