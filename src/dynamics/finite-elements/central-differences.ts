/**
 * Central differences, also called leapfrog: positions at whole steps, velocities at half steps. [VBC24-3.3]
 *
 *   v^{n+½} = v^{n-½} + Δt f(x^n)/m     x^{n+1} = x^n + Δt v^{n+½}
 *
 * Second order, conserves momentum and angular momentum; its energy oscillates about the true one without drift as
 * long as Δt is below `stableTimeStep`.
 */
import { computeElasticForces, type ElasticModel } from './elastic-model.ts';
import type { Nodes } from './nodes.ts';

/**
 * One step of `timeStep` [s]; returns the strain energy at its start [J]. `respond` is called after the velocities of
 * the step are predicted and before the positions are updated: contacts are solved there.
 */
export function advance(
  model: ElasticModel,
  timeStep: number,
  respond?: (nodes: Nodes, timeStep: number) => void,
): number {
  const strainEnergy = computeElasticForces(model);
  accelerateNodes(model.nodes, timeStep);
  respond?.(model.nodes, timeStep);
  moveNodes(model.nodes, timeStep);
  return strainEnergy;
}

/** Shifts the initial velocities back by half a step, as `advance` expects them. */
export function staggerVelocities(model: ElasticModel, timeStep: number): void {
  computeElasticForces(model);
  accelerateNodes(model.nodes, -0.5 * timeStep);
}

/** v += Δt f/m; the velocity of a held node does not change. */
export function accelerateNodes({ velocities, forces, inverseMasses }: Nodes, timeStep: number): void {
  for (let i = 0; i < velocities.length; i++) velocities[i] += timeStep * inverseMasses[(i / 3) | 0] * forces[i];
}

/** x += Δt v */
export function moveNodes({ positions, velocities }: Nodes, timeStep: number): void {
  for (let i = 0; i < positions.length; i++) positions[i] += timeStep * velocities[i];
}
