/**
 * The closest points as part of your own differential equations: a sphere on three springs moves past an ellipsoid, integrated by RK4 together with the
 * parameters of the closest points. Three outer-loop controllers reduce the errors of a start that is off: proportional, with integral action, sliding mode.
 *
 * Run it with `npx tsx closest-points-in-your-equations.ts` after `npm install appulse`.
 */
import { closest, createMovingPose } from 'appulse';
import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
import { createFeedbackLaw, evaluateLaw, lagGain, startLaw, switchLaw } from 'appulse/tracking';

const [part, ball] = [tiledEllipsoid([0.5, 0.35, 0.25]), tiledSphere(0.1)];
const h = 2e-3; // [s]
const sums = new Float64Array(4); // integrals of the errors, for the integral action
const controllers = {
  // dΨ/dt = -K Ψ, K = 20 1/s
  proportional: (rates: Float64Array, errors: Float64Array) => {
    errors.forEach((error, i) => { rates[i] = -20 * error; });
  },
  // also removes what a constant disturbance leaves
  integral: (rates: Float64Array, errors: Float64Array) => {
    errors.forEach((error, i) => { rates[i] = -20 * error - 20 * (sums[i] ?? 0); });
  },
  // errors decrease at a constant rate, inside the boundary layer exponentially
  'sliding mode': (rates: Float64Array, errors: Float64Array) => {
    errors.forEach((error, i) => { rates[i] = -40 * Math.max(-0.01, Math.min(0.01, error)); });
  },
};

for (const [name, controller] of Object.entries(controllers)) {
  const law = createFeedbackLaw(part, ball, { controller });
  const [a, b] = [createMovingPose(), createMovingPose()];
  // position and velocity of the ball [m], [m/s], then the parameters of the closest points
  let y = [0.9, -0.5, 0.2, 0, 0, 0];
  const place = (state: readonly number[]) => {
    Object.assign(b.pose.position, { x: state[0], y: state[1], z: state[2] });
    Object.assign(b.velocity, { x: state[3], y: state[4], z: state[5] });
  };
  place(y);
  y.push(...startLaw(law, a, b).map((value) => 0.9 * value + 0.05)); // off by a few percent
  sums.fill(0);
  const slope = (state: readonly number[], time: number) => {
    place(state);
    // springs of 4, 9 and 16 1/s² to a point next to the ellipsoid
    const [x = 0, y = 0, z = 0] = state;
    const force = [-4 * (x - 0.8), -9 * y, -16 * z];
    const rates = evaluateLaw(law, state.slice(6), a, b, time);
    return [...state.slice(3, 6), ...force, ...rates.subarray(0, law.count)];
  };
  let needed = 0; // minimum gain without feedforward for a lag of 1 mm
  for (let k = 0; k < 1500; k++) {
    const add = (p: readonly number[], factor: number) => y.map((value, i) => value + factor * (p[i] ?? 0));
    const k1 = slope(y, k * h);
    needed = Math.max(needed, lagGain(law.pointSpeed, 1e-3));
    sums.forEach((sum, i) => { sums[i] = sum + h * (law.errors[i] ?? 0); });
    const k2 = slope(add(k1, h / 2), (k + 0.5) * h);
    const k3 = slope(add(k2, h / 2), (k + 0.5) * h);
    const k4 = slope(add(k3, h), (k + 1) * h);
    const mean = (i: number) => [k1, k2, k2, k3, k3, k4].reduce((sum, k) => sum + (k[i] ?? 0), 0) / 6;
    y = y.map((value, i) => value + h * mean(i));
    place(y);
    const count = law.count;
    y = [...y.slice(0, 6), ...switchLaw(law, y.slice(6))];
    if (law.count !== count || y.length !== 6 + count) sums.fill(0);
  }
  slope(y, 3);
  const exact = closest(part, a.pose, ball, b.pose).distance;
  console.log(`${name}: distance ${law.distance.toFixed(6)} m after 3 s, error ${Math.abs(law.distance - exact).toExponential(1)} m; without feedforward a lag of 1 mm needs K = ${needed.toFixed(0)} 1/s`);
}
