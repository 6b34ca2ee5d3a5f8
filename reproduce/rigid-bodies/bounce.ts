import { createIntegratorWorkspace, type IntegratorScheme, integrate } from '../../src/dynamics/integrators.ts';

/** Force on a mass [N] at penetration depth [m] and its rate [m/s]; positive outward. */
export type ForceOfDepth = (depth: number, depthRate: number) => number;

export interface Approach {
  /** [kg] */
  readonly mass: number;
  /** Speed of approach [m/s]. */
  readonly speed: number;
  /** Initial distance from the plane [m]; default 0. */
  readonly gap?: number;
  /** [s] */
  readonly step: number;
  readonly scheme: IntegratorScheme;
}

export interface Bounce {
  /** Speed after over speed before. */
  readonly restitution: number;
  /** Maximum depth at a step [m]. */
  readonly depth: number;
  /** From the first step inside to the exit, interpolated at constant speed [s]. */
  readonly time: number;
}

/** Integrates the bounce of a mass on a plane with fixed steps. `onStep` receives depth and force at every step inside. */
export function bounce(
  force: ForceOfDepth,
  { mass, speed, gap = 0, step, scheme }: Approach,
  onStep: (depth: number, force: number) => void = () => {},
): Bounce {
  const state = { q: Float64Array.of(-gap), v: Float64Array.of(speed) }; // the coordinate is the depth
  const workspace = createIntegratorWorkspace(1);
  const acceleration = (out: Float64Array, q: Float64Array, v: Float64Array) => {
    out[0] = -force(q[0], v[0]) / mass;
  };
  let inside = 0;
  let depth = 0;
  while (!(inside > 0 && state.q[0] <= 0 && state.v[0] < 0)) {
    if (state.q[0] >= 0) {
      inside++;
      depth = Math.max(depth, state.q[0]);
      onStep(state.q[0], force(state.q[0], state.v[0]));
    }
    integrate(scheme, state, step, acceleration, 0, workspace);
  }
  return { restitution: -state.v[0] / speed, depth, time: inside * step - state.q[0] / state.v[0] };
}
