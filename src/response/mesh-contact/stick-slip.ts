/**
 * Friction of a node on a surface with its history of sticking and slipping: the tangential spring with a slider of `tangential-spring.ts`, moved by
 * the slip of a `ContactHistory`. For codes with contact forces or penalty stiffness; impulses have `solveFriction`.
 */
import { addVec3, createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import {
  type CompliantFriction,
  createTangentialSpring,
  remainingFraction,
  type TangentialSpring,
  transportDisplacement,
  updateSpring,
} from '../tangential-spring.ts';

/** Friction state of one node. */
export interface StickSlip {
  readonly spring: TangentialSpring;
  /** Friction on the node [N]; the surface gets the opposite, by its weights. */
  readonly force: Vec3;
  /** Whether it stuck or slipped in the last step; `open` without a normal force. */
  mode: 'open' | 'stick' | 'slip';
  /** Length of all slips so far [m]. */
  slipped: number;
  /** Work that they dissipated [J]. */
  dissipated: number;
}

/** A new state, without a force. */
export function createStickSlip(): StickSlip {
  return { spring: createTangentialSpring(), force: createVec3(), mode: 'open', slipped: 0, dissipated: 0 };
}

/** Coefficients of friction, and the tangential stiffness [N/m]. */
export interface StickSlipLaw {
  /** Coefficient of friction while sticking. */
  readonly staticFriction: number;
  /** While slipping; default as while sticking. */
  readonly dynamicFriction?: number;
  /** Tangential stiffness k [N/m]. */
  readonly stiffness: number;
}

const trial = createVec3();

/**
 * One step: the node moved by `slipIncrement` [m] along the surface with unit normal `normal`, and is pressed by `normalForce` [N]. Updates and returns
 * `state`. The force is -k ξ, ξ the elastic displacement, which the slider limits to Coulomb's friction; a node without a normal force
 * loses its history. Throws a RangeError for a stiffness or coefficient below zero.
 *
 * @example
 * ```ts
 * import { createStickSlip, updateStickSlip } from 'appulse/meshes';
 *
 * const law = { staticFriction: 0.5, stiffness: 100 };
 * const state = createStickSlip();
 * const up = { x: 0, y: 0, z: 1 };
 * updateStickSlip(state, { x: 0.25, y: 0, z: 0 }, up, 100, law); // 25 N, below 0.5 · 100 N
 * console.log(state.mode, state.force.x); // stick -25
 * updateStickSlip(state, { x: 1, y: 0, z: 0 }, up, 100, law);
 * console.log(state.mode, state.force.x, state.slipped); // slip -50 0.75
 * ```
 */
export function updateStickSlip(
  state: StickSlip,
  slipIncrement: ReadonlyVec3,
  normal: ReadonlyVec3,
  normalForce: number,
  law: StickSlipLaw,
): StickSlip {
  const { staticFriction, dynamicFriction = staticFriction, stiffness } = law;
  for (const [name, value] of Object.entries({ staticFriction, dynamicFriction, stiffness })) {
    if (!(value >= 0)) throw new RangeError(`updateStickSlip: ${name} must not be below zero, got ${value}`);
  }
  const { spring, force } = state;
  if (!(normalForce > 0)) {
    scaleVec3(spring.displacement, spring.displacement, 0);
    scaleVec3(force, force, 0);
    state.mode = 'open';
    return state;
  }
  scaleVec3(trial, spring.displacement, remainingFraction(spring, stiffness));
  transportDisplacement(trial, normal, 0);
  addVec3(trial, trial, slipIncrement);
  const friction: CompliantFriction = { staticFriction, dynamicFriction, tangentialRatio: 0 };
  const stretched = lengthVec3(trial);
  updateSpring(spring, trial, stiffness, friction, normalForce);
  const held = lengthVec3(spring.displacement);
  state.mode = spring.slips ? 'slip' : 'stick';
  if (spring.slips) {
    state.slipped += stretched - held;
    state.dissipated += stiffness * held * (stretched - held);
  }
  scaleVec3(force, spring.displacement, -stiffness);
  return state;
}
