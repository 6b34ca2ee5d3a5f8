import { type ContactRows, FRICTION_IMPULSE, IMPACTED, NORMAL_IMPULSE, ROW } from './contact-rows.ts';
import { WITH_IMPACT } from './solver-settings.ts';

/** Moves the mean normal impulse of each manifold by the fraction `rate` towards that of its points now. */
export function updateMeanImpulses({ manifoldCount, starts, meanImpulses, rows }: ContactRows, rate: number): void {
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    let sum = 0;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) sum += rows[at + NORMAL_IMPULSE];
    const mean = sum / (starts[manifold + 1] - starts[manifold]);
    meanImpulses[manifold] += rate * (mean - meanImpulses[manifold]);
  }
}

/** The impulse of an impact is no estimate for the next substep, which starts from zero. */
export function clearImpacts(contacts: ContactRows): void {
  const { rows, starts, marks, manifoldCount } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if ((marks[manifold] & WITH_IMPACT) === 0) continue;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + IMPACTED] === 0) continue;
      rows[at + IMPACTED] = 0;
      rows[at + NORMAL_IMPULSE] = 0;
      for (let k = FRICTION_IMPULSE; k < FRICTION_IMPULSE + 3; k++) rows[at + k] = 0;
    }
  }
  contacts.impacted = false;
}
