/**
 * Two bodies that touch at several points of one face. [CP13] spec 3.4, from two points to more: the normal impulses are those of
 * rigid-body theory, A j + (1 + e) w ≥ 0, and act like the single impulse Σ j_i at p̄ = Σ j_i p_i / Σ j_i. Friction is
 * that of one contact at p̄, so that a body which lands flat leaves as flat: point by point, each would see the tangential
 * motion that its own push alone brings, and one of them comes first. What the points then still turn about the
 * normal, against each other, is stopped by a couple of tangential impulses, as far as friction allows.
 */
import { createMat3, transformVec3 } from '../math/mat3.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { contactMatrix } from './contact-matrix.ts';
import { algebraicImpulse, type ContactMode, createContactImpulse } from './friction.ts';
import { applyImpulse, relativeVelocity } from './impulse.ts';
import type { PairContact } from './pair-contact.ts';
import { resolveContacts } from './several.ts';

export interface PatchImpulses {
  /** On B, at the point of each item [N s]. */
  readonly points: readonly Vec3[];
  readonly mode: ContactMode;
}

/** Normals whose product with the first one is below 1 by no more than this are one normal: 1e-6 rad. */
const SAME_NORMAL = 1e-12;

/** Are these points, of two bodies that rub, a patch with one normal? */
export function isPatch(items: readonly PairContact[]): boolean {
  if (items.length < 2 || items[0].material.frictionLaw === 'none') return false;
  return items.every(({ normal }) => dotVec3(normal, items[0].normal) >= 1 - SAME_NORMAL);
}

/** One impact of a patch, each item with one point; nothing if its approach is rounding. Changes the velocities. */
export function resolvePatch(items: readonly PairContact[]): PatchImpulses | undefined {
  const [{ a, b, normal, material }] = items;
  const smooth = items.map((item) => ({ ...item, material: { ...material, frictionLaw: 'none' as const } }));
  const { pairs, impactCount } = resolveContacts(smooth, {
    multi: 'simultaneous',
    approachTolerance: 0,
    repeat: false,
  });
  if (impactCount === 0) return undefined;
  const points = pairs.map(({ impulse }) => impulse);
  const pushes = pairs.map(({ normalImpulse }) => normalImpulse);
  const total = pushes.reduce((sum, push) => sum + push, 0);
  const middle = createVec3();
  for (const [i, item] of items.entries()) addScaledVec3(middle, middle, item.points[0].pointB, pushes[i] / total);
  const k = contactMatrix(createMat3(), a, b, middle, middle);
  const w = relativeVelocity(createVec3(), a, b, middle, middle);
  const { impulse, tangentImpulse, mode } = algebraicImpulse(createContactImpulse(), k, normal, w, material, total);
  const drag = addScaledVec3(createVec3(), impulse, normal, -total);
  applyImpulse(a, b, middle, middle, drag);
  for (const [i, point] of points.entries()) addScaledVec3(point, point, drag, pushes[i] / total);
  stopTwist(items, points, pushes, middle, material.dynamicFriction - tangentImpulse / total);
  return { points, mode };
}

/** Impulses n × (p_i - p̄) j_i τ: they add up to nothing but a moment along the normal. `friction`: how much of each push they may be. */
function stopTwist(
  items: readonly PairContact[],
  points: readonly Vec3[],
  pushes: readonly number[],
  middle: Vec3,
  friction: number,
): void {
  const [{ a, b, normal }] = items;
  const levers = items.map(({ points: [{ pointB }] }) =>
    crossVec3(createVec3(), normal, subVec3(createVec3(), pointB, middle)),
  );
  const reach = Math.max(...levers.map((lever, i) => (pushes[i] > 0 ? lengthVec3(lever) : 0)));
  const moment = levers.reduce((sum, lever, i) => sum + pushes[i] * dotVec3(lever, lever), 0);
  const spin = dotVec3(normal, b.angularVelocity) - dotVec3(normal, a.angularVelocity);
  const column = createVec3();
  const inverse =
    dotVec3(normal, transformVec3(column, a.inverseInertia, normal)) +
    dotVec3(normal, transformVec3(column, b.inverseInertia, normal));
  if (!(friction > 0 && moment > 0 && inverse > 0) || spin === 0) return;
  const most = friction / reach;
  const twist = Math.max(-most, Math.min(most, -spin / (inverse * moment)));
  for (const [i, lever] of levers.entries()) {
    const { pointA, pointB } = items[i].points[0];
    const impulse = addScaledVec3(createVec3(), createVec3(), lever, twist * pushes[i]);
    applyImpulse(a, b, pointA, pointB, impulse);
    addScaledVec3(points[i], points[i], impulse, 1);
  }
}
