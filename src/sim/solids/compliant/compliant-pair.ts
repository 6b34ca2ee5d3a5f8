import type { RotatingBody } from '../../../dynamics/forced-bodies.ts';
import type { ContactPoints, PairCache } from '../../../manifold/contact-points.ts';
import type { Mat3 } from '../../../math/mat3.ts';
import type { Motion } from '../../../math/motion.ts';
import type { MovingPose } from '../../../math/moving-pose.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import type { ContactLaw, LawForce } from '../../../response/contact-laws.ts';
import type { CompliantFriction, TangentialSpring } from '../../../response/tangential-spring.ts';
import type { SolidPenalty } from '../../../scene/solid-scene.ts';
import type { Shape } from '../../../shapes/shape.ts';

/** Position, velocity and inertia of a body at one time. */
export type BodyState = MovingPose & { readonly inverseInertia: Mat3 };

/** A body in compliant contact. Fixed and prescribed bodies have zero inverse mass and inertia. */
export interface CompliantBody extends RotatingBody {
  /** Index into the bodies of the scene. */
  readonly index: number;
  readonly name: string;
  readonly shape: Shape;
  /** Bounding radius about the origin of the shape [m]. */
  readonly radius: number;
  /** True: detects overlaps, no force. */
  readonly trigger: boolean;
  /** Distance that another body can move into it before it may pass through [m]. */
  readonly thickness: number;
  /** From the start of the scene on, unless the body is free. */
  readonly prescribed?: Motion;
  /** States at the start of the current step and of the current interval. */
  readonly stepStart: BodyState;
  readonly start: BodyState;
  /** Largest inverse principal moment of inertia [1/(kg m²)]. */
  readonly maxInverseInertia: number;
  /** Sums over its contacts, for the limit of the step: stiffness over mass [1/s²] and damping over mass [1/s]. */
  stiffness: number;
  damping: number;
  /** Bound of the displacement of its points within the current step [m]. */
  travel: number;
  /** Index in the island that is being advanced. */
  slot: number;
}

/** Two bodies that may touch, and the memory of their contact. */
export interface CompliantPair {
  readonly a: CompliantBody;
  readonly b: CompliantBody;
  readonly given: SolidPenalty;
  readonly friction: CompliantFriction | undefined;
  /** The law with the effective radius of the current contact; undefined where that is not known before the contact. */
  law: ContactLaw | undefined;
  readonly cache: PairCache;
  /** Whether the law acts: the bodies overlap, or adhere. */
  attached: boolean;
  /** True if one of the bodies is a trigger: no force. */
  readonly trigger: boolean;
  /** Forces of the last evaluation; the first `pointCount` are valid. */
  readonly points: PointForce[];
  pointCount: number;
  /** Number of points at the last search. */
  foundCount: number;
  /** The points found; all pairs of a world use the same arrays, one after the other. */
  readonly found: ContactPoints;
  /** Tangential springs of the contact points. */
  readonly springs: PointSpring[];
  /** Depth of the deepest point [m], -Infinity out of range, and its rate [m/s]. */
  depth: number;
  depthRate: number;
  /** The same at both ends of the interval in which the begin or end of a contact is searched. */
  startDepth: number;
  startDepthRate: number;
  endDepth: number;
  endDepthRate: number;
}

/** Force of one contact point at one time; its normal part is that of the law, along the normal on B. */
export interface PointForce extends LawForce {
  readonly pair: CompliantPair;
  law: ContactLaw;
  /** Midpoint of the witness points, where the force acts on both bodies [m]. */
  readonly point: Vec3;
  /** From A to B. */
  readonly normal: Vec3;
  /** [m], negative when apart; its rate [m/s] */
  depth: number;
  depthRate: number;
  /** Derivatives of the force by depth [N/m] and rate [N s/m]. */
  stiffness: number;
  damping: number;
  /** Friction on B [N]. */
  readonly friction: Vec3;
  /** Tangential stiffness [N/m] and damping [N s/m], 0 without friction. */
  tangentialStiffness: number;
  tangentialDamping: number;
  /** Power that dampers, friction and immovable bodies deliver to free bodies and springs, without the tangential springs [W]. */
  power: number;
}

/** The tangential spring of a contact point, with the data of the current interval. */
export interface PointSpring extends TangentialSpring {
  /** Id of the features that touch. */
  feature: number;
  readonly point: Vec3;
  readonly normal: Vec3;
  /** Tangential velocity of the last stage [m/s], and its integral over the interval [m]. */
  readonly rate: Vec3;
  readonly sum: Vec3;
  /** Mean rotation of the bodies about the normal in the interval [rad]. */
  rotation: number;
  /** Whether the contact point began within the interval. */
  isNew: boolean;
  /** Whether a point of the current evaluation has it. */
  isMatched: boolean;
}

/** Bodies that can act on each other within a step, directly or through others. */
export interface Island {
  /** The free ones. */
  readonly bodies: CompliantBody[];
  readonly pairs: CompliantPair[];
  /** Fixed and prescribed bodies of the pairs. */
  readonly immovable: CompliantBody[];
}
