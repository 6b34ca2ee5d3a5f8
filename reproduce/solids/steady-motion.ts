import { cos, sin } from '../../src/math/trig.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../src/math/vec3.ts';

/** A symmetric body on a rough floor. */
export interface RollingBody {
  /** [kg] */
  readonly mass: number;
  /** Moments perpendicular to and along its axis [kg m²]. */
  readonly across: number;
  readonly along: number;
  /** From the centre of mass to the contact point on the floor [m], for its unit axis and the vertical. */
  contact(axis: ReadonlyVec3, up: ReadonlyVec3): Vec3;
}

/** Steady motion: precession about the vertical at a constant rate and lean, rolling without sliding. */
export interface SteadyMotion {
  /** Centre of mass at the start, the contact being at the origin [m]. */
  readonly position: Vec3;
  /** [m/s], [rad/s], world axes */
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  /** Of the circle of the centre of mass [m]. */
  readonly radius: number;
  /** Tangential over normal force at the floor. */
  readonly friction: number;
}

const UP: ReadonlyVec3 = createVec3(0, 0, 1);

/**
 * The steady motion at the angle `lean` of the axis from the vertical and the rate `rate` about it. With the angular velocity ω = Ω z + s e, the
 * velocity -ω × r of rolling, the force F = m Ω z × v + m g z and the momentum L, the moment about the centre of mass is
 * r × F = Ω z × L: all of it is linear in s.
 */
export function steadyMotion(body: RollingBody, lean: number, rate: number, gravity: number): SteadyMotion {
  const axis = createVec3(sin(lean), 0, cos(lean));
  const arm = body.contact(axis, UP);
  const at = (own: number) => motionWith(body, axis, arm, rate, own, gravity);
  const [none, one] = [at(0), at(1)];
  const { velocity, angularVelocity, force } = at(none.excess / (none.excess - one.excess));
  return {
    position: scaleVec3(createVec3(), arm, -1),
    velocity,
    angularVelocity,
    radius: lengthVec3(velocity) / Math.abs(rate),
    friction: Math.sqrt(force.x ** 2 + force.y ** 2) / force.z,
  };
}

function motionWith(
  { mass, across, along }: RollingBody,
  axis: ReadonlyVec3,
  arm: ReadonlyVec3,
  rate: number,
  own: number,
  gravity: number,
) {
  const angularVelocity = addScaledVec3(createVec3(), scaleVec3(createVec3(), UP, rate), axis, own);
  const velocity = crossVec3(createVec3(), arm, angularVelocity);
  const precessing = scaleVec3(createVec3(), crossVec3(createVec3(), UP, velocity), mass * rate);
  const force = addScaledVec3(createVec3(), precessing, UP, mass * gravity);
  // L = A ω + (C - A) (ω·e) e
  const momentum = scaleVec3(createVec3(), angularVelocity, across);
  addScaledVec3(momentum, momentum, axis, (along - across) * dotVec3(angularVelocity, axis));
  const change = scaleVec3(createVec3(), crossVec3(createVec3(), UP, momentum), rate);
  const missing = subVec3(createVec3(), crossVec3(createVec3(), arm, force), change);
  return { angularVelocity, velocity, force, excess: missing.y };
}

/** A coin touches at the rim of its lower face. */
export function coin(radius: number, halfHeight: number, density: number): RollingBody {
  const mass = density * Math.PI * radius * radius * 2 * halfHeight;
  return {
    mass,
    across: (mass * (3 * radius * radius + 4 * halfHeight * halfHeight)) / 12,
    along: 0.5 * mass * radius * radius,
    contact(axis, up) {
      const upright = dotVec3(axis, up);
      const down = addScaledVec3(createVec3(), scaleVec3(createVec3(), up, -1), axis, upright);
      scaleVec3(down, down, radius / lengthVec3(down));
      return addScaledVec3(down, down, axis, -halfHeight);
    },
  };
}

/** A top touches the floor below the centre of its round tip, which is `length` below its centre of mass. */
export function top(mass: number, across: number, along: number, length: number, tip: number): RollingBody {
  return {
    mass,
    across,
    along,
    contact: (axis, up) => addScaledVec3(createVec3(), scaleVec3(createVec3(), axis, -length), up, -tip),
  };
}
