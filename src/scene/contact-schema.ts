import { Type } from './json-schema.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, taggedUnion, two, withDefault } from './schema-types.ts';

/** Friction and penalty laws of rigid bodies, planar and spatial. */

const coefficient = (description: string) => Type.Number({ minimum: 0, description });

const dryFriction = {
  law: choice(
    ['none', 'algebraic', 'newton-coulomb'],
    'algebraic: sticks or slides, never creates energy. newton-coulomb: the textbook law, can create energy. none: frictionless.',
  ),
  static: withDefault(0, coefficient('Coefficient of static friction.')),
  dynamic: Type.Optional(
    coefficient('Coefficient of sliding friction, at most `static`. Default: the same as `static`.'),
  ),
  tangentialRestitution: withDefault(
    0,
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Tangential restitution of a sticking contact (algebraic law). Spatial rigid bodies: method events only.',
    }),
  ),
};

export const friction = object('Dry friction.', dryFriction);

/** Friction of solids. Resistances are lever arms: the maximum moment per normal force. */
export const solidFriction = object('Dry friction, rolling and spinning resistance.', {
  ...dryFriction,
  rolling: withDefault(
    0,
    quantity(
      'length',
      'Rolling resistance of sustained contacts: lever arm of the normal force that opposes rolling. Two bodies have the larger one of theirs',
      NOT_NEGATIVE,
    ),
  ),
  spinning: withDefault(
    0,
    quantity(
      'length',
      'Spinning resistance of sustained contacts: moment about the normal per normal force, 2/3 of friction times radius for a uniform disc of contact. Two bodies have the larger one of theirs',
      NOT_NEGATIVE,
    ),
  ),
});

const elasticMaterial = object('Elastic constants of one body.', {
  youngModulus: quantity('modulus', "Young's modulus", ABOVE_ZERO),
  poissonRatio: withDefault(0.3, Type.Number({ minimum: -1, maximum: 0.5, description: "Poisson's ratio." })),
});
const pairModulus = {
  modulus: Type.Optional(
    quantity('modulus', 'Effective elastic modulus of the pair. Either this or `materials`', ABOVE_ZERO),
  ),
  materials: Type.Optional(
    two(elasticMaterial, 'Elastic constants of the two bodies, from which the effective modulus follows.'),
  ),
};
const radii = {
  radii: Type.Optional(
    Type.Array(quantity('length', 'Radius', ABOVE_ZERO), {
      minItems: 1,
      maxItems: 2,
      description:
        'Radii of the two spheres, from which the effective radius follows. One radius: a sphere on a plane.',
    }),
  ),
};
const pairRadius = {
  radius: Type.Optional(
    quantity('length', 'Effective radius of curvature of the pair. Either this or `radii`', ABOVE_ZERO),
  ),
  ...radii,
};
const solidRadius = {
  radius: Type.Optional(
    quantity(
      'length',
      'Effective radius of curvature of the pair. Default: from the curvatures of the two bodies at the contact, for spheres, ellipsoids and half-spaces',
      ABOVE_ZERO,
    ),
  ),
  ...radii,
};
const impactDamping = {
  damping: withDefault(
    0,
    quantity(
      'inverse speed',
      'Hunt-Crossley damping: loss of restitution per impact speed, for slow impacts',
      NOT_NEGATIVE,
    ),
  ),
};

const LINEAR = 'Spring and dashpot.';
const linear = {
  law: Type.Literal('linear'),
  stiffness: quantity('stiffness', 'Force per penetration depth', ABOVE_ZERO),
  damping: withDefault(0, quantity('damping', 'Force per speed of approach', NOT_NEGATIVE)),
  restDistance: withDefault(
    0,
    quantity('length', 'Distance of the bodies below which the spring acts; below zero, a penetration without a force'),
  ),
  noTension: withDefault(true, Type.Boolean({ description: 'No tensile force while the bodies separate.' })),
};
const HERTZ = 'Elastic spheres (Hertz).';
const ADHESIVE = 'Adhesive elastic spheres: JKR for soft and large ones, DMT for stiff and small ones.';
const adhesiveLaw = { law: choice(['jkr', 'dmt'], 'jkr: adhesion inside the contact. dmt: adhesion around it.') };
const adhesion = { adhesion: quantity('surface energy', 'Work of adhesion', ABOVE_ZERO) };
const PENALTY = 'Contact force as a function of penetration, for the response penalty.';

const elastic = { ...pairModulus, ...pairRadius, ...impactDamping };

export const penalty = taggedUnion(
  'law',
  PENALTY,
  object(LINEAR, linear),
  object(HERTZ, { law: Type.Literal('hertz'), ...elastic }),
  object(ADHESIVE, { ...adhesiveLaw, ...elastic, ...adhesion }),
);

const tangentialRatio = {
  tangentialRatio: withDefault(
    0.8,
    Type.Number({
      minimum: 0,
      description:
        'Stiffness and damping of friction as a fraction of the normal ones: 2 (1 - ν)/(2 - ν) for spheres of equal material (Mindlin), 0.8 at a Poisson ratio ν of 1/3.',
    }),
  ),
};
const solidElastic = { ...pairModulus, ...solidRadius, ...impactDamping, ...tangentialRatio };

/** The same laws for solids, whose shapes define the effective radius. */
export const solidPenalty = taggedUnion(
  'law',
  PENALTY,
  object(LINEAR, { ...linear, ...tangentialRatio }),
  object(HERTZ, { law: Type.Literal('hertz'), ...solidElastic }),
  object(ADHESIVE, { ...adhesiveLaw, ...solidElastic, ...adhesion }),
);

/** Default penalty law. */
export const DEFAULT_PENALTY = { law: 'linear', stiffness: 1e5 };
