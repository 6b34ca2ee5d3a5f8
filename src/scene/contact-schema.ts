import { Type } from './json-schema.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, taggedUnion, withDefault } from './schema-types.ts';

/** How rigid bodies rub and press, in the plane and in space. */

const coefficient = (description: string) => Type.Number({ minimum: 0, description });

export const friction = object('Dry friction.', {
  law: choice(
    ['none', 'algebraic', 'newton-coulomb'],
    'algebraic: sticks or slides, never creates energy. newton-coulomb: the textbook law, which can create energy. none: perfectly smooth.',
  ),
  static: withDefault(0, coefficient('Coefficient that holds a sticking contact.')),
  dynamic: Type.Optional(
    coefficient('Coefficient of a sliding contact, at most `static`. Default: the same as `static`.'),
  ),
  tangentialRestitution: withDefault(
    0,
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How much of the sliding is given back on sticking (algebraic law).',
    }),
  ),
});

const elastic = {
  modulus: quantity('modulus', 'Effective elastic modulus of the pair', ABOVE_ZERO),
  radius: quantity('length', 'Effective radius of curvature of the pair', ABOVE_ZERO),
  damping: withDefault(
    0,
    quantity('inverse speed', 'Damping of Hunt and Crossley: restitution lost per speed of slow impacts', NOT_NEGATIVE),
  ),
};

export const penalty = taggedUnion(
  'law',
  'Contact force as a function of overlap, for the response penalty.',
  object('Spring and dashpot.', {
    law: Type.Literal('linear'),
    stiffness: quantity('stiffness', 'Force per depth of overlap', ABOVE_ZERO),
    damping: withDefault(0, quantity('damping', 'Force per speed of approach', NOT_NEGATIVE)),
    noTension: withDefault(true, Type.Boolean({ description: 'Keep the dashpot from pulling while the bodies part.' })),
  }),
  object('Elastic spheres (Hertz).', { law: Type.Literal('hertz'), ...elastic }),
  object('Elastic spheres that stick: JKR for soft and large ones, DMT for stiff and small ones.', {
    law: choice(['jkr', 'dmt'], 'jkr: adhesion inside the contact. dmt: adhesion around it.'),
    ...elastic,
    adhesion: quantity('surface energy', 'Work of adhesion', ABOVE_ZERO),
  }),
);

/** Penalty law of a scene that names none. */
export const DEFAULT_PENALTY = { law: 'linear', stiffness: 1e5 };
