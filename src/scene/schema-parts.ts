import { type Schema, Type } from './json-schema.ts';
import { ABOVE_ZERO, choice, object, quantity, tuple, withDefault } from './schema-types.ts';

/** Parts of the scene format that several worlds share. */

/** Messages and tables show whole names. */
const LONGEST_NAME = 100;

export const name = (what: string) => Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: what });

const prose = (what: string) => Type.String({ minLength: 1, description: what });

export const restitution = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Speed of parting over speed of approach along the normal: 0 plastic, 1 elastic.',
});

export const rotation = object(
  'How the shape is turned at the start: about an axis, or by a quaternion. Default: not at all.',
  {
    axis: Type.Optional(tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: axis, of any length')),
    angle: Type.Optional(quantity('angle', 'Turn about the axis, by the right-hand rule')),
    quaternion: Type.Optional(
      tuple(4, Type.Number({ description: 'Component' }), '[w, x, y, z]: quaternion, of any length above zero'),
    ),
  },
);

const WORLDS = ['planar', 'deformable', 'smooth', 'solids', 'vehicles'] as const;

/** What every scene says of itself and of its recording. `world` is the one in which the rest of the scene is at home. */
export function header<const W extends (typeof WORLDS)[number]>(world: W) {
  const worlds = choice(
    WORLDS,
    'plane: rigid bodies of the plane. meshes: deforming and rigid meshes in space. space: smooth bodies, tracked. solids: many rigid bodies of space. vehicles: elastic vehicles on a road.',
  );
  return {
    $schema: Type.Optional(Type.String({ description: 'Where editors find this description.' })),
    title: prose('A few words.'),
    description: prose('One paragraph: what happens and what to look for.'),
    source: Type.Optional(choice(['CP13', 'PG05', 'VBC24', 'PATH98'], 'The source whose method the scene shows.')),
    topic: Type.Optional(
      choice(['distance', 'time-of-impact', 'response'], 'Which of the three questions the scene answers.'),
    ),
    guide: Type.Optional(Type.String({ description: 'Page of the documentation about the scene.' })),
    // a scene that names no world is planar
    world: (world === 'planar' ? withDefault(world, worlds) : worlds) as unknown as Schema<W>,
    record: withDefault(
      {},
      object('What is kept of the run.', {
        interval: Type.Optional(
          quantity('time', 'Time between recorded frames. Default: 300 frames in all', ABOVE_ZERO),
        ),
      }),
    ),
  };
}
