import { DEFAULT_ROAD, TYRE_MODELS } from '../dynamics/vehicle/wheels.ts';
import { DEFAULT_CONTACT_LAW, DEPTH_LAWS } from '../response/vehicle-contact/contact-law.ts';
import { type Static, Type } from './json-schema.ts';
import { header, name } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  choice,
  NOT_NEGATIVE,
  object,
  quantity,
  taggedUnion,
  tuple,
  vector,
  withDefault,
} from './schema-types.ts';
import { area, drive, driver, hitch, ramp } from './vehicle-drive-schema.ts';

/** World of vehicles: elastic bodies on springs and tyres, with a box and an ellipsoid as contact geometry. [PATH98-10] */

const axle = (which: string, at: number, damping: number) =>
  object(`The ${which} axle and its two wheels.`, {
    axle: withDefault(at, quantity('length', 'From the centre of mass to the axle', ABOVE_ZERO)),
    drop: withDefault(0, quantity('length', 'Distance of the spring mounts below the centre of mass')),
    stiffness: withDefault(40_000, quantity('stiffness', 'Stiffness of one spring', ABOVE_ZERO)),
    damping: withDefault(damping, quantity('damping', 'Coefficient of one damper', NOT_NEGATIVE)),
  });

const suspension = object('Wheels on vertical springs and dampers. Default: that of the published examples.', {
  front: withDefault({}, axle('front', 1.034, 1500)),
  rear: withDefault({}, axle('rear', 1.491, 1200)),
  track: withDefault(1.45, quantity('length', 'Distance from the left to the right wheels', ABOVE_ZERO)),
  springLength: withDefault(0.15, quantity('length', 'Length of the unloaded springs', ABOVE_ZERO)),
});

const elastic = object('Material of the body, with uniform deformation. Default: as in the published examples.', {
  modulus: withDefault(200e6, quantity('modulus', "Young's modulus", ABOVE_ZERO)),
  poisson: withDefault(0.3, Type.Number({ description: "Poisson's ratio, above -1 and below 0.5." })),
  volume: withDefault(0.42, quantity('volume', 'Volume of the material; only scales the stiffness', ABOVE_ZERO)),
});

const equilibrium = object('Equilibrium on the springs, used if the scene starts from "file".', {
  height: quantity('length', 'Height of the centre of mass above the road'),
  directors: tuple(
    3,
    tuple(3, Type.Number({ description: 'Component' }), '[x, y, z] of one axis'),
    'The images of the axes forward, left and up.',
  ),
});

const unloading = quantity(
  'stiffness',
  'Slope of the unloading line, and of loading before residual crush',
  ABOVE_ZERO,
);

const structure = (side: string) =>
  Type.Optional(
    taggedUnion(
      'kind',
      `Structure of the ${side}. Without it the ${side} is rigid in contacts with crush.`,
      object('Force per width A + B C at the residual crush C, after Campbell and McHenry.', {
        kind: Type.Literal('linear'),
        A: Type.Number({ minimum: 0, description: 'Force per width at which residual crush begins [N/m].' }),
        B: Type.Number({ exclusiveMinimum: 0, description: 'Force per width and residual crush [N/m^2].' }),
        width: quantity('length', 'Width that is pressed', ABOVE_ZERO),
        unloading,
      }),
      object('Measured loading curve.', {
        kind: Type.Literal('table'),
        table: Type.Array(
          tuple(2, Type.Number({ minimum: 0, description: 'Number' }), '[deformation [m], force [N]]'),
          {
            minItems: 2,
            description: 'Loading curve from [0, 0], both increasing; extended by its last slope.',
          },
        ),
        unloading,
      }),
    ),
  );

const crush = object('Structures that crush: a spring in series with a part that yields and hardens.', {
  front: structure('front'),
  rear: structure('rear'),
  side: structure('side'),
});

const model = object('A vehicle model. Its axes are 1 forward, 2 left, 3 up, from the centre of mass.', {
  name: name('Unique name of the model.'),
  mass: quantity('mass', 'Mass', ABOVE_ZERO),
  inertia: tuple(
    3,
    quantity('inertia', 'Moment of inertia', ABOVE_ZERO),
    '[roll, pitch, yaw]: moments of inertia about the three axes [kg m^2]',
  ),
  halfExtents: tuple(
    3,
    quantity('length', 'Half extent', ABOVE_ZERO),
    '[x, y, z]: half of the length, width and height of the undeformed box [m]. The ellipsoid has the same volume and semi-axes about 1.24 times the half extents',
  ),
  radius: Type.Optional(
    quantity('length', 'Radius of the rounded edges of its box, for BM. Default: contacts.radius', NOT_NEGATIVE),
  ),
  elastic: withDefault({}, elastic),
  suspension: withDefault({}, suspension),
  tyreRelaxationTime: withDefault(0.0016, quantity('time', 'Relaxation time of the tyre forces', NOT_NEGATIVE)),
  equilibrium: Type.Optional(equilibrium),
  crush: Type.Optional(crush),
  drive: Type.Optional(drive),
});

const vehicle = object('One vehicle.', {
  name: name('Unique name of the vehicle, used in events and results.'),
  model: Type.Optional(name('Name of its model. Default: the first one.')),
  position: vector('length', 'initial position of its centre of mass'),
  heading: withDefault(0, quantity('angle', 'Heading, counter-clockwise from the x axis')),
  speed: withDefault(0, quantity('speed', 'Initial forward speed')),
  steering: withDefault(0, quantity('angle', 'Constant angle of the front wheels, counter-clockwise')),
  driver: Type.Optional(driver),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const obstacle = object(
  'An immovable pole or barrier, higher than the vehicles. Obstacles need the contact model BM.',
  {
    name: name('Unique name of the obstacle, used in events and results.'),
    from: vector('length', 'start of its centre line'),
    to: Type.Optional(vector('length', 'end of its centre line. Default: the start, for a pole')),
    radius: quantity('length', 'Radius of a pole, half the thickness of a barrier', ABOVE_ZERO),
    color: Type.Optional(name('Colour in pictures, any CSS colour.')),
  },
);

const LAW = DEFAULT_CONTACT_LAW;

const contacts = object('Contact forces between vehicles.', {
  model: withDefault(
    LAW.model,
    choice(['EM', 'BM'], 'Contact geometry. EM: ellipsoids. BM: boxes, for contact detection and normal.'),
  ),
  stiffness: withDefault(LAW.stiffness, quantity('stiffness', 'Force per penetration depth', ABOVE_ZERO)),
  damping: withDefault(LAW.damping, quantity('damping', 'Force per speed of approach', NOT_NEGATIVE)),
  friction: withDefault(LAW.friction, Type.Number({ minimum: 0, description: 'Coulomb friction coefficient.' })),
  slipSpeed: withDefault(
    LAW.slipSpeed,
    quantity('speed', 'Sliding speed below which friction decreases to zero', ABOVE_ZERO),
  ),
  law: withDefault(
    LAW.depthLaw,
    choice(
      DEPTH_LAWS,
      'Penetration depth of BM. incremental: integrated approach, never creates energy. ellipsoid, box: overlap of these shapes; creates energy, for comparison only.',
    ),
  ),
  filter: withDefault(
    LAW.filter,
    choice(
      ['sat', 'eq1'],
      'Filter for contacts of the ellipsoids in BM. sat: accepted if the boxes overlap. eq1: condition of the source.',
    ),
  ),
  parallelAngle: withDefault(
    LAW.parallelAngle,
    quantity('angle', 'Vehicles within this angle are parallel, for the filter eq1', NOT_NEGATIVE),
  ),
  radius: withDefault(LAW.radius, quantity('length', 'Radius of the rounded box edges, for BM', NOT_NEGATIVE)),
  axisOrder: withDefault(
    LAW.axisOrder,
    choice(['material', 'length'], 'How BM identifies the axes of a deformed box. length: as in the source.'),
  ),
  fallback: withDefault(
    LAW.fallback,
    Type.Boolean({
      description: 'Use the normal of the ellipsoids where BM would let vehicles pass through each other.',
    }),
  ),
  fallbackOverlap: withDefault(
    LAW.fallbackOverlap,
    quantity('length', 'Minimum overlap of the boxes for the fallback', NOT_NEGATIVE),
  ),
  fallbackFraction: withDefault(
    LAW.fallbackFraction,
    Type.Number({
      minimum: 0,
      description: 'Fraction of the approach along the normal of BM below which the fallback is used.',
    }),
  ),
});

const road = object('Ground at z = 0, level except for its ramps, and tyre forces.', {
  tyreModel: withDefault(
    DEFAULT_ROAD.tyreModel,
    choice(
      TYRE_MODELS,
      'lateral: lateral forces of rolling wheels on a level road. ellipse: friction ellipse with brakes, engine, wheel lock, areas and slopes.',
    ),
  ),
  areas: withDefault([], Type.Array(area, { description: 'Areas with another friction, for the model "ellipse".' })),
  ramps: withDefault([], Type.Array(ramp, { description: 'Slopes, banks and curbs, for the model "ellipse".' })),
  tyres: withDefault(DEFAULT_ROAD.tyres, Type.Boolean({ description: 'Whether tyres have forces.' })),
  tyreFriction: withDefault(
    DEFAULT_ROAD.tyreFriction,
    Type.Number({ exclusiveMinimum: 0, description: 'Maximum lateral force of a tyre, as a fraction of its load.' }),
  ),
  tyreStiffness: withDefault(
    DEFAULT_ROAD.tyreStiffness,
    Type.Number({
      minimum: 0,
      description: 'Lateral force of a tyre per slip angle, as a fraction of its load [1/rad].',
    }),
  ),
  slipSpeed: withDefault(
    DEFAULT_ROAD.slipSpeed,
    quantity('speed', 'Forward speed below which slip angles decrease to zero', ABOVE_ZERO),
  ),
  gravity: withDefault(DEFAULT_ROAD.gravity, quantity('acceleration', 'Acceleration, downward', ABOVE_ZERO)),
});

export const vehicleScene = object('Collisions of vehicles on a road.', {
  ...header('vehicles'),
  models: Type.Array(model, { minItems: 1, description: 'The vehicle models.' }),
  vehicles: Type.Array(vehicle, { minItems: 1, description: 'The vehicles.' }),
  obstacles: withDefault([], Type.Array(obstacle, { description: 'Poles and barriers.' })),
  hitches: withDefault([], Type.Array(hitch, { description: 'Couplings of vehicles with trailers.' })),
  contacts: withDefault({}, contacts),
  road: withDefault({}, road),
  viscosity: withDefault(0, quantity('time', 'Relaxation time of the viscosity of the bodies', NOT_NEGATIVE)),
  start: withDefault(
    'exact',
    choice(['exact', 'file'], 'exact: computed equilibrium on the springs. file: the `equilibrium` of the model.'),
  ),
  time: object('Time integration with a fixed step.', {
    end: quantity('time', 'End time', ABOVE_ZERO),
    step: withDefault(2.5e-4, quantity('time', 'Fixed step', ABOVE_ZERO)),
  }),
});

/** A vehicle scene after validation: defaults filled in, units converted, names not yet resolved. */
export type VehicleDocument = Static<typeof vehicleScene>;
