import { DEFAULT_ROAD } from '../dynamics/vehicle/wheels.ts';
import { DEFAULT_CONTACT_LAW, DEPTH_LAWS } from '../response/vehicle-contact/contact-law.ts';
import { type Static, Type } from './json-schema.ts';
import { header, name } from './schema-parts.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, tuple, vector, withDefault } from './schema-types.ts';

/** Worlds of vehicles: elastic bodies on springs and tyres, each a box and an ellipsoid to the others. [PATH98] spec 10 */

const axle = (which: string, at: number, damping: number) =>
  object(`The ${which} axle and its two wheels.`, {
    axle: withDefault(at, quantity('length', 'From the centre of mass to the axle', ABOVE_ZERO)),
    drop: withDefault(0, quantity('length', 'How far below the centre of mass the springs are fixed')),
    stiffness: withDefault(40_000, quantity('stiffness', 'Of one spring', ABOVE_ZERO)),
    damping: withDefault(damping, quantity('damping', 'Of one damper', NOT_NEGATIVE)),
  });

const suspension = object('Wheels on upright springs and dampers. Default: that of the published examples.', {
  front: withDefault({}, axle('front', 1.034, 1500)),
  rear: withDefault({}, axle('rear', 1.491, 1200)),
  track: withDefault(1.45, quantity('length', 'From the left wheels to the right ones', ABOVE_ZERO)),
  springLength: withDefault(0.15, quantity('length', 'Of the unloaded springs', ABOVE_ZERO)),
});

const elastic = object('What the body is made of: it deforms evenly. Default: as in the published examples.', {
  modulus: withDefault(200e6, quantity('modulus', "Young's modulus", ABOVE_ZERO)),
  poisson: withDefault(0.3, Type.Number({ description: "Poisson's ratio, above -1 and below 0.5." })),
  volume: withDefault(0.42, quantity('volume', 'Of the material; it scales the stiffness, nothing else', ABOVE_ZERO)),
});

const equilibrium = object('How the vehicle stands on its springs: used where the scene starts from "file".', {
  height: quantity('length', 'Of the centre of mass above the road'),
  directors: tuple(
    3,
    tuple(3, Type.Number({ description: 'Component' }), '[x, y, z] of one axis'),
    'The images of the axes forward, left and up.',
  ),
});

const model = object('A kind of vehicle. Its axes are 1 forward, 2 left, 3 up, from the centre of mass.', {
  name: name('How vehicles refer to the model; unique.'),
  mass: quantity('mass', 'Mass', ABOVE_ZERO),
  inertia: tuple(
    3,
    quantity('inertia', 'Moment of inertia', ABOVE_ZERO),
    '[roll, pitch, yaw]: moments of inertia about the three axes [kg m^2]',
  ),
  box: tuple(
    3,
    quantity('length', 'Edge', ABOVE_ZERO),
    '[length, width, height]: full edges of the undeformed box [m]. The ellipsoid has its volume and reaches beyond its faces by a quarter of their distance',
  ),
  elastic: withDefault({}, elastic),
  suspension: withDefault({}, suspension),
  tyreRelaxationTime: withDefault(0.0016, quantity('time', 'Time in which tyre forces follow the slip', NOT_NEGATIVE)),
  equilibrium: Type.Optional(equilibrium),
});

const vehicle = object('One vehicle.', {
  name: name('How events and results refer to the vehicle; unique.'),
  model: Type.Optional(name('Name of its model. Default: the first one.')),
  position: vector('length', 'where its centre of mass is at the start'),
  heading: withDefault(0, quantity('angle', 'Where it is headed, counter-clockwise from the x axis')),
  speed: withDefault(0, quantity('speed', 'Straight ahead at the start')),
  steering: withDefault(0, quantity('angle', 'Of the front wheels, counter-clockwise, all the time')),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const LAW = DEFAULT_CONTACT_LAW;

const contacts = object('How vehicles push each other.', {
  model: withDefault(
    LAW.model,
    choice(['EM', 'BM'], 'EM: the ellipsoids meet. BM: the boxes decide whether, and in which direction.'),
  ),
  stiffness: withDefault(LAW.stiffness, quantity('stiffness', 'Force per depth', ABOVE_ZERO)),
  damping: withDefault(LAW.damping, quantity('damping', 'Force per speed of approach', NOT_NEGATIVE)),
  friction: withDefault(LAW.friction, Type.Number({ minimum: 0, description: "Coulomb's coefficient." })),
  slipSpeed: withDefault(LAW.slipSpeed, quantity('speed', 'Sliding below which friction fades out', ABOVE_ZERO)),
  law: withDefault(
    LAW.depthLaw,
    choice(
      DEPTH_LAWS,
      'Depth of BM. incremental: grows with the approach, never creates energy. ellipsoid, box: overlap of those; they create energy, for comparison only.',
    ),
  ),
  filter: withDefault(
    LAW.filter,
    choice(
      ['sat', 'eq1'],
      'Which contacts of the ellipsoids BM takes. sat: the boxes overlap. eq1: as the source says.',
    ),
  ),
  parallelAngle: withDefault(
    LAW.parallelAngle,
    quantity('angle', 'Vehicles are parallel within it, for the filter eq1', NOT_NEGATIVE),
  ),
  radius: withDefault(LAW.radius, quantity('length', 'Of the rounded edges of the boxes, for BM', NOT_NEGATIVE)),
  axisOrder: withDefault(
    LAW.axisOrder,
    choice(['material', 'length'], 'How BM tells the axes of a deformed box apart. length: as the source does.'),
  ),
  fallback: withDefault(
    LAW.fallback,
    Type.Boolean({ description: 'Push along the normal of the ellipsoids where BM would let vehicles pass through.' }),
  ),
  fallbackOverlap: withDefault(
    LAW.fallbackOverlap,
    quantity('length', 'Overlap of the boxes from which on that is done', NOT_NEGATIVE),
  ),
  fallbackFraction: withDefault(
    LAW.fallbackFraction,
    Type.Number({ minimum: 0, description: 'Approach along the normal of BM, as a share, below which it is done.' }),
  ),
});

const road = object('The ground, level at z = 0, and what the tyres make of it.', {
  tyres: withDefault(
    DEFAULT_ROAD.tyres,
    Type.Boolean({ description: 'Do tyres resist sliding sideways? Nothing drives or brakes the wheels.' }),
  ),
  tyreFriction: withDefault(
    DEFAULT_ROAD.tyreFriction,
    Type.Number({ exclusiveMinimum: 0, description: 'Largest side force of a tyre, as a share of its load.' }),
  ),
  tyreStiffness: withDefault(
    DEFAULT_ROAD.tyreStiffness,
    Type.Number({ minimum: 0, description: 'Side force of a tyre per slip angle, as a share of its load [1/rad].' }),
  ),
  slipSpeed: withDefault(
    DEFAULT_ROAD.slipSpeed,
    quantity('speed', 'Forward speed below which slip angles fade out', ABOVE_ZERO),
  ),
  gravity: withDefault(DEFAULT_ROAD.gravity, quantity('acceleration', 'Downwards', ABOVE_ZERO)),
});

export const vehicleScene = object('Vehicles on a road that run into each other.', {
  ...header('vehicles'),
  models: Type.Array(model, { minItems: 1, description: 'The kinds of vehicles.' }),
  vehicles: Type.Array(vehicle, { minItems: 1, description: 'The vehicles.' }),
  contacts: withDefault({}, contacts),
  road: withDefault({}, road),
  viscosity: withDefault(0, quantity('time', 'Relaxation time of the viscosity of the bodies', NOT_NEGATIVE)),
  start: withDefault(
    'exact',
    choice(
      ['exact', 'file'],
      'exact: at rest on the springs, as computed. file: as the `equilibrium` of the model says.',
    ),
  ),
  time: object('How the scene is run: with a fixed step.', {
    end: quantity('time', 'How long', ABOVE_ZERO),
    step: withDefault(2.5e-4, quantity('time', 'The step', ABOVE_ZERO)),
  }),
});

/** The description of a world of vehicles after validation: defaults filled in, units converted, names not yet looked up. */
export type VehicleDocument = Static<typeof vehicleScene>;
