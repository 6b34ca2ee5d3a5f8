import { type Static, Type } from './json-schema.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, withDefault } from './schema-types.ts';

/** Docking ports, capture envelopes, soft capture and undocking, for planar and spatial scenes. */

const limit = (dimension: Parameters<typeof quantity>[0], description: string) =>
  Type.Optional(quantity(dimension, description, NOT_NEGATIVE));

const commonRows = {
  lateral: limit('length', 'Maximum distance of the second port from the axis of the first. Default: any'),
  axial: limit('length', 'Maximum distance of the ports along the axis of the first. Default: any'),
  minClosingSpeed: Type.Optional(
    quantity('speed', 'Minimum closing speed along the axis of the first port. Default: any'),
  ),
  maxClosingSpeed: limit('speed', 'Maximum closing speed along the axis of the first port. Default: any'),
  lateralSpeed: limit('speed', 'Maximum speed perpendicular to the axis of the first port. Default: any'),
};

/** Capture envelope of spatial ports. */
export const spatialEnvelope = object(
  'Capture envelope: limits of the relative state of the ports. Both sensors need an axis.',
  {
    ...commonRows,
    pitchYaw: limit('angle', 'Maximum angle of the axes of the ports from facing each other. Default: 5 deg'),
    roll: limit('angle', 'Maximum roll angle; both sensors need "up". Default: 5 deg'),
    rollSymmetry: withDefault(
      1,
      Type.Integer({ minimum: 1, description: 'Number of roll positions per revolution in which the ports fit.' }),
    ),
    pitchYawRate: limit(
      'angular velocity',
      'Maximum relative angular rate perpendicular to the axis of the first port. Default: any',
    ),
    rollRate: limit('angular velocity', 'Maximum relative angular rate about the axis of the first port. Default: any'),
  },
);

/** Capture envelope of planar ports. */
export const planarEnvelope = object(
  'Capture envelope: limits of the relative state of the ports. Both sensors need an axis.',
  {
    ...commonRows,
    pitchYaw: limit('angle', 'Maximum angle of the axes of the ports from facing each other. Default: 5 deg'),
    pitchYawRate: limit('angular velocity', 'Maximum relative angular rate. Default: any'),
  },
);

const hooks = object('Hooks around the ports: each closes by itself, and all must be closed for the rigid docking.', {
  count: Type.Integer({ minimum: 1, maximum: 100, description: 'Number of hooks, uniformly spaced around the port.' }),
  radius: quantity('length', 'Distance of the hooks from the axis', ABOVE_ZERO),
  tolerance: quantity('length', 'A hook closes when its two points are closer than this', ABOVE_ZERO),
  stiffness: withDefault(0, quantity('stiffness', 'Spring of each closed hook', NOT_NEGATIVE)),
  damping: withDefault(0, quantity('damping', 'Damper of each closed hook', NOT_NEGATIVE)),
});

/** A soft-capture latch. */
export const softCapture = object(
  'Soft capture: a latch of springs and dampers joins the ports first, then retracts, then the bodies dock rigidly.',
  {
    stiffness: quantity('stiffness', 'Spring between the ports', ABOVE_ZERO),
    damping: withDefault(0, quantity('damping', 'Damper between the ports', NOT_NEGATIVE)),
    angularStiffness: withDefault(0, quantity('angular stiffness', 'Spring of the attitude', NOT_NEGATIVE)),
    angularDamping: withDefault(0, quantity('angular damping', 'Damper of the attitude', NOT_NEGATIVE)),
    stroke: Type.Optional(
      quantity('length', 'The latch opens beyond this displacement from its rest position. Default: never', ABOVE_ZERO),
    ),
    attenuation: withDefault(0, quantity('time', 'Time from capture to the start of the retraction', NOT_NEGATIVE)),
    retraction: withDefault(0, quantity('time', 'Time in which the rest length goes to zero', NOT_NEGATIVE)),
    alignment: withDefault(
      {},
      object('Rigid docking follows when the ports are within these limits after the retraction.', {
        distance: withDefault(1e-3, quantity('length', 'Maximum distance of the ports', ABOVE_ZERO)),
        angle: withDefault(
          (Math.PI / 180) * 0.5,
          quantity('angle', 'Maximum angle from the aligned attitude', ABOVE_ZERO),
        ),
        speed: withDefault(1e-3, quantity('speed', 'Maximum relative speed of the ports', ABOVE_ZERO)),
        angularRate: withDefault(1e-3, quantity('angular velocity', 'Maximum relative angular rate', ABOVE_ZERO)),
      }),
    ),
    hooks: Type.Optional(hooks),
  },
);

export type SoftCaptureDocument = Static<typeof softCapture>;

/** Keys of a docking entry that planar and spatial scenes have in common. */
export const dockingKeys = {
  tolerance: withDefault(
    1e-3,
    quantity('length', 'Capture range: the envelope is tested when the sensors come closer than this', ABOVE_ZERO),
  ),
  maxSpeed: limit('speed', 'No docking above this relative speed of the sensors. Default: any speed'),
  retry: withDefault(
    'separation',
    choice(
      ['separation', 'range'],
      'After a rejection. separation: the next test follows when the sensors have left the capture range and come back. range: the test is repeated every time.step while they are in it.',
    ),
  ),
  softCapture: Type.Optional(softCapture),
  release: Type.Optional(quantity('time', 'Time at which the bodies undock. Default: never', NOT_NEGATIVE)),
  separationSprings: Type.Optional(
    object('Springs that drive the bodies apart along the axis of the first port when they undock.', {
      energy: quantity('energy', 'Energy of the springs', ABOVE_ZERO),
      stroke: quantity('length', 'Distance over which they act', ABOVE_ZERO),
    }),
  ),
  recapture: withDefault(
    false,
    Type.Boolean({
      description: 'Whether the sensors can dock again after they undocked and left the capture range.',
    }),
  ),
};

/** Orbital frames. */
export const orbitKeys = {
  orbit: Type.Optional(
    object(
      'Clohessy-Wiltshire frame: the axes rotate with a circular orbit, x points away from the central body, y along the orbit, z along the orbit normal.',
      { rate: quantity('angular velocity', 'Angular rate of the orbit', ABOVE_ZERO) },
    ),
  ),
};
