import { type Schema, Type } from './json-schema.ts';
import { ABOVE_ZERO, choice, object, quantity, tuple, two, withDefault } from './schema-types.ts';

/** Parts of the scene format common to several worlds. */

/** Messages and tables show complete names. */
const LONGEST_NAME = 100;

export const name = (what: string) => Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: what });

const prose = (what: string) => Type.String({ minLength: 1, description: what });

export const restitution = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'Coefficient of restitution, the ratio of separation to approach speed along the normal: 0 plastic, 1 elastic.',
});

export const rotation = object('Initial rotation of the shape: about an axis, or as a quaternion. Default: none.', {
  axis: Type.Optional(tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: axis, of any length')),
  angle: Type.Optional(quantity('angle', 'Rotation about the axis, by the right-hand rule')),
  quaternion: Type.Optional(
    tuple(4, Type.Number({ description: 'Component' }), '[w, x, y, z]: quaternion, of any length above zero'),
  ),
});

/** Bounding volume by which a body collides. */
export const collideAs = withDefault(
  'shape',
  choice(
    ['shape', 'obb', 'hull', 'sphere'],
    'What the contacts of the body see. shape: its shape. obb: the oriented bounding box. hull: the convex hull. sphere: the circle or sphere about the origin of the body, which is the centre of mass of a free body. Mass and inertia are those of the shape.',
  ),
);

const WORLDS = ['planar', 'deformable', 'smooth', 'solids', 'vehicles'] as const;

/** Keys that every scene has. `world` selects the schema of the rest of the scene. */
export function header<const W extends (typeof WORLDS)[number]>(world: W) {
  const worlds = choice(
    WORLDS,
    'planar: rigid bodies in 2-D. deformable: elastic and rigid meshes. smooth: smooth bodies with distance tracking. solids: rigid bodies in 3-D. vehicles: elastic vehicles on a road.',
  );
  return {
    $schema: Type.Optional(Type.String({ description: 'Location of this schema, for editors.' })),
    title: prose('Short title.'),
    description: prose('One paragraph: what happens and what to observe.'),
    source: Type.Optional(choice(['CP13', 'PG05', 'VBC24', 'PATH98'], 'The source whose method the scene shows.')),
    topic: Type.Optional(choice(['distance', 'time-of-impact', 'response'], 'Main topic of the scene.')),
    guide: Type.Optional(Type.String({ description: 'Page of the documentation about the scene.' })),
    // a scene that names no world is planar
    world: (world === 'planar' ? withDefault(world, worlds) : worlds) as unknown as Schema<W>,
    record: withDefault({}, object('Recording settings.', { interval })),
  };
}

const interval = Type.Optional(
  quantity('time', 'Time between recorded frames. Default: 300 frames in all', ABOVE_ZERO),
);

/** Recording settings of rigid bodies. */
export const rigidRecord = withDefault(
  {},
  object('Recording settings.', {
    interval,
    distances: withDefault(
      [],
      Type.Array(two(name('Name of a body.'), 'Names of two different bodies.'), {
        description:
          'Pairs of bodies whose distance and closest points are recorded with every frame; the summary of the run has the minimum.',
      }),
    ),
  }),
);
