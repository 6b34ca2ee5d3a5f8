/** A body to touch with the tool. */
export interface TouchBody {
  readonly name: string;
  readonly label: string;
  /** As in scenes of the world "smooth". */
  readonly shape: unknown;
}

export const TOUCH_BODIES: readonly TouchBody[] = [
  {
    name: 'block',
    label: 'Rounded block',
    shape: { kind: 'rounded-box', halfExtents: [0.06, 0.04, 0.03], radius: 0.01 },
  },
  { name: 'egg', label: 'Ellipsoid', shape: { kind: 'ellipsoid', semiAxes: [0.06, 0.04, 0.03] } },
  { name: 'sphere', label: 'Sphere', shape: { kind: 'sphere', radius: 0.04 } },
  { name: 'cylinder', label: 'Cylinder', shape: { kind: 'cylinder', radius: 0.04, halfHeight: 0.03 } },
  {
    name: 'soap',
    label: 'Superellipsoid',
    shape: { kind: 'superellipsoid', semiAxes: [0.06, 0.045, 0.03], exponent1: 0.5, exponent2: 0.6 },
  },
];

/** Radius of the tool [m]. */
export const TOOL_RADIUS = 0.008;

/** Coefficient of friction, where it is switched on. */
export const FRICTION = 0.4;

/** End time: one day [s]. */
const LONG = 86_400;

/** The haptic scene with another body: a tool on a virtual coupler, penalty contact, steps of one millisecond. [PG05-4.4] */
export function touchSceneText(shape: unknown, friction: boolean, end = LONG): string {
  return JSON.stringify({
    world: 'smooth',
    title: 'Touch',
    description: 'A tool on a virtual coupler, moved by hand.',
    bodies: [
      { name: 'body', shape, motion: 'fixed' },
      { name: 'tool', shape: { kind: 'sphere', radius: TOOL_RADIUS }, position: [0, 0, 0.09], mass: 0.05 },
    ],
    contacts: {
      response: 'penalty',
      penalty: { law: 'linear', stiffness: '20 N/mm', damping: 20 },
      ...(friction && { friction: { law: 'algebraic', static: FRICTION, dynamic: FRICTION } }),
    },
    couplers: [
      {
        name: 'hand',
        body: 'tool',
        handle: {
          position: { kind: 'harmonic', center: [0, 0, 0.09], amplitude: [0, 0, 0], angularFrequency: [0, 0, 0] },
        },
        stiffness: '0.8 N/mm',
        damping: 10,
        angularStiffness: '50 mN m/rad',
        angularDamping: '0.5 mN m s/rad',
      },
    ],
    time: { end, step: '1 ms' },
    record: { interval: 0.016 },
  });
}
