import { addVec3, createVec3, setVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { angularMomentumOf } from '../sim/solids/solid-ledger.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';
import type { WorldStore } from './world-store.ts';

/** Contribution of one body to the ledger. */
interface Contribution {
  energy: number;
  readonly momentum: Vec3;
  readonly angularMomentum: Vec3;
}

const createContribution = (): Contribution => ({
  energy: 0,
  momentum: createVec3(),
  angularMomentum: createVec3(),
});

const angularPart = createVec3();

/** Energy (kinetic, and potential of gravity), momentum and angular momentum of body i; zero for those that no force moves. */
function measure(out: Contribution, { bodies, scene }: StepWorld, i: number): Contribution {
  const { positions: x, velocities: v, angularVelocities: w, inverseMasses } = bodies;
  const { gravity: g } = scene.forces;
  const k = 3 * i;
  out.energy = 0;
  setVec3(out.momentum, 0, 0, 0);
  setVec3(out.angularMomentum, 0, 0, 0);
  if (inverseMasses[i] === 0) return out;
  const mass = 1 / inverseMasses[i];
  const p = setVec3(out.momentum, mass * v[k], mass * v[k + 1], mass * v[k + 2]);
  angularMomentumOf(angularPart, bodies, i);
  setVec3(
    out.angularMomentum,
    x[k + 1] * p.z - x[k + 2] * p.y + angularPart.x,
    x[k + 2] * p.x - x[k] * p.z + angularPart.y,
    x[k] * p.y - x[k + 1] * p.x + angularPart.z,
  );
  out.energy =
    0.5 * (p.x * v[k] + p.y * v[k + 1] + p.z * v[k + 2]) +
    0.5 * (angularPart.x * w[k] + angularPart.y * w[k + 1] + angularPart.z * w[k + 2]) -
    mass * (g.x * x[k] + g.y * x[k + 1] + g.z * x[k + 2]);
  return out;
}

const before = createContribution();
const after = createContribution();
const nothing = createContribution();
const difference = createVec3();

/**
 * Adds what a call from outside changes about body i to the external work and impulse, so that the balance closes: a body that was just
 * added, one that will be removed, or the effect of `change`.
 */
export function bookChange(
  { steps }: WorldStore,
  i: number,
  kind: 'added' | 'removed' | 'changed',
  change: () => void = () => undefined,
): void {
  const from = kind === 'added' ? nothing : measure(before, steps, i);
  change();
  const to = kind === 'removed' ? nothing : measure(after, steps, i);
  const { totals } = steps;
  totals.externalWork += to.energy - from.energy;
  addVec3(totals.externalImpulse, totals.externalImpulse, subVec3(difference, to.momentum, from.momentum));
  subVec3(difference, to.angularMomentum, from.angularMomentum);
  addVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, difference);
}
