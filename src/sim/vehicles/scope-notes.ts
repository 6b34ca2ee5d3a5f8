import { staticEquilibrium } from '../../dynamics/vehicle/equilibrium.ts';
import type { EquilibriumKey, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import type { VehicleScene } from '../../scene/vehicle-scene.ts';
import type { PhaseResult } from '../observer.ts';

/**
 * Relative speed above which a contact is reported as outside of the scope of the source [m/s]. The source restricts itself to low relative
 * velocities and gives no number; its two examples have 2.3 m/s. About twice that is a choice of this library.
 */
const LOW_RELATIVE_SPEED = 5;

/** One note on the contacts that begin with more than a low relative speed; none if there are no such contacts. */
export function scopeNotes(phases: readonly PhaseResult[]): string[] {
  const fast = phases.filter((phase) => relativeSpeed(phase) > LOW_RELATIVE_SPEED);
  if (fast.length === 0) return [];
  const largest = Math.max(...fast.map(relativeSpeed));
  const many = fast.length === 1 ? '1 contact begins' : `${fast.length} contacts begin`;
  return [
    `${many} with a relative speed above ${LOW_RELATIVE_SPEED} m/s (up to ${Number(largest.toPrecision(4))} m/s): outside of the scope of the source, which is low relative velocity without crush`,
  ];
}

/**
 * Departure of a given rest position from the computed one that is reported [m], [-]: twenty times the rounding of the seven digits of the
 * published file.
 */
const REST_TOLERANCE = 1e-6;

/** Models whose given rest position, which the scene starts from, is not that of the model. */
export function startNotes({ start, models, bodies, road }: VehicleScene): string[] {
  if (start !== 'file') return [];
  const used = models.filter(({ id }) => bodies.some((body) => body.start.model === id));
  return used.flatMap((model) => {
    const departures = restDepartures(model, road.gravity).filter(([, by]) => Math.abs(by) > REST_TOLERANCE);
    if (departures.length === 0) return [];
    const list = departures.map(([key, by]) => `${key} by ${Number(by.toPrecision(3))}`).join(', ');
    return [`the given equilibrium of model ${model.id} departs from the computed rest: ${list}`];
  });
}

/** The given rest position minus the computed one, number by number. */
function restDepartures(model: VehicleModel, gravity: number): [EquilibriumKey, number][] {
  const { EQUILIBRIUM: given } = model;
  if (!given) return [];
  const rest = staticEquilibrium(model, gravity);
  return (Object.keys(rest) as EquilibriumKey[]).map((key) => [key, given[key] - rest[key]]);
}

/** Of the centres of mass at the start of a contact [m/s]. */
function relativeSpeed({ before: [a, b] }: PhaseResult): number {
  return lengthVec3(subVec3(createVec3(), b.velocity, a.velocity));
}
