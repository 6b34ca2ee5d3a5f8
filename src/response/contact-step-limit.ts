/**
 * Largest stable step for penalty contacts. n contacts on shared bodies oscillate with ω² the eigenvalues of A diag(k), A the Delassus
 * matrix of their normals, see `delassus.ts`, and k their stiffnesses; the largest eigenvalue limits the step. [CP13-3.1]
 */
import type { IntegratorScheme } from '../dynamics/integrators.ts';
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { largestContactStep } from '../dynamics/stable-step.ts';
import { eigenvalueBound } from '../math/eigenvalue-bound.ts';
import { type BodyContact, delassusEntry, delassusMatrix } from './delassus.ts';

export interface SpringContact extends BodyContact {
  /** Derivatives of the force by depth [N/m] and rate [N s/m], see `contactSlopes`. */
  readonly stiffness: number;
  readonly damping: number;
}

export interface ContactStepLimit {
  /** Largest step [s]. */
  readonly step: number;
  /** The contact with the largest component in the fastest oscillation. */
  readonly index: number;
}

/** A step that exceeds the limit by at most this fraction counts as equal to it. */
const STEP_ROUNDING = 1e-9;

/** The limit that a step of `h` [s] exceeds; undefined if it exceeds none. */
export function exceededStepLimit(
  contacts: readonly SpringContact[],
  scheme: IntegratorScheme,
  h: number,
): ContactStepLimit | undefined {
  const acting = contacts.filter(({ stiffness }) => stiffness > 0);
  if (acting.length === 0 || isClearlyShort(acting, scheme, h)) return undefined;
  const matrix = delassusMatrix(acting);
  const stiffest = largestEigenvalue(matrix, (i) => acting[i].stiffness);
  // positions that are not finite: the run reports them, no step is too long for them
  if (!Number.isFinite(stiffest.value)) return undefined;
  const { value: gamma } = largestEigenvalue(matrix, (i) => acting[i].damping);
  const step = stepFor(acting, scheme, stiffest.value, gamma);
  if (h <= step * (1 + STEP_ROUNDING)) return undefined;
  return { step, index: contacts.indexOf(acting[stiffest.index]) };
}

function stepFor(contacts: readonly SpringContact[], scheme: IntegratorScheme, omegaSq: number, gamma: number): number {
  const min = contacts.reduce((ratio, { stiffness, damping }) => Math.min(ratio, damping / stiffness), Infinity);
  return largestStep(scheme, omegaSq, gamma, min);
}

/**
 * Largest step [s] for oscillations of at most ω² [1/s²] and the damping γ [1/s], for the smallest and largest possible damping of the
 * fastest one; these are equal if all contacts have the same law. `minRatio`: smallest ratio of damping to stiffness of a contact [s].
 */
export function largestStep(scheme: IntegratorScheme, omegaSq: number, gamma: number, minRatio: number): number {
  return Math.min(largestContactStep(scheme, omegaSq, minRatio * omegaSq), largestContactStep(scheme, omegaSq, gamma));
}

/** Gershgorin bound: no eigenvalue exceeds the largest absolute row sum. Cheap, and enough for almost every step. */
function isClearlyShort(contacts: readonly SpringContact[], scheme: IntegratorScheme, h: number): boolean {
  const byBody = new Map<RigidBody, SpringContact[]>();
  for (const contact of contacts) {
    for (const body of [contact.a, contact.b]) {
      if (body.inverseMass === 0) continue;
      const list = byBody.get(body);
      if (list) list.push(contact);
      else byBody.set(body, [contact]);
    }
  }
  let [omegaSq, gamma] = [0, 0];
  for (const contact of contacts) {
    const near = new Set([...(byBody.get(contact.a) ?? []), ...(byBody.get(contact.b) ?? [])]);
    let [stiffness, damping] = [0, 0];
    for (const other of near) {
      const fraction = Math.abs(delassusEntry(contact, other));
      stiffness += fraction * other.stiffness;
      damping += fraction * other.damping;
    }
    omegaSq = Math.max(omegaSq, stiffness);
    gamma = Math.max(gamma, damping);
  }
  return omegaSq === 0 || h <= stepFor(contacts, scheme, omegaSq, gamma);
}

/** The bound on an eigenvalue is then too high by a fraction of at most log(n)/2²⁰. */
const SQUARINGS = 20;

/** Largest eigenvalue of √D A √D with D = diag(weight), and the row with the largest component of its eigenvector. */
function largestEigenvalue(matrix: Float64Array, weight: (i: number) => number): { value: number; index: number } {
  const n = Math.sqrt(matrix.length);
  const roots = Float64Array.from({ length: n }, (_, i) => Math.sqrt(weight(i)));
  const power = matrix.map((entry, at) => roots[Math.floor(at / n)] * entry * roots[at % n]);
  if (!power.some((entry) => entry !== 0)) return { value: 0, index: 0 };
  const value = eigenvalueBound(power, new Float64Array(n * n), n, SQUARINGS);
  const diagonal = roots.map((_, i) => power[i * n + i]);
  return { value, index: diagonal.indexOf(Math.max(...diagonal)) };
}
