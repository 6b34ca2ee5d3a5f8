/**
 * Central differences, also called leapfrog: positions at whole steps, velocities at half steps. [VBC24] spec 3.3
 *
 *   v^{n+½} = v^{n-½} + Δt f(x^n)/m     x^{n+1} = x^n + Δt v^{n+½}
 *
 * Second order, keeps momentum and angular momentum, and its energy swings about the true one without drifting as
 * long as Δt is below `stableTimeStep`.
 */
import { computeElasticForces, type ElasticModel } from './elastic-model.ts';
import type { Nodes } from './nodes.ts';

/**
 * One step of `timeStep` [s]; returns the strain energy at its start [J]. `respond` is called when the velocities of
 * the step are predicted and the positions have not moved yet: the place for contacts.
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

/** Takes velocities of the start back by half a step, to where `advance` wants them. */
export function staggerVelocities(model: ElasticModel, timeStep: number): void {
  computeElasticForces(model);
  accelerateNodes(model.nodes, -0.5 * timeStep);
}

/** v += Δt f/m; a held node keeps its velocity. */
export function accelerateNodes({ velocities, forces, inverseMasses }: Nodes, timeStep: number): void {
  for (let i = 0; i < velocities.length; i++) velocities[i] += timeStep * inverseMasses[(i / 3) | 0] * forces[i];
}

/** x += Δt v */
export function moveNodes({ positions, velocities }: Nodes, timeStep: number): void {
  for (let i = 0; i < positions.length; i++) positions[i] += timeStep * velocities[i];
}
