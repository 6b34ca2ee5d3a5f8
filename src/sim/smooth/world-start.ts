import { moveCandidates } from '../../distance/smooth/candidate-tracker.ts';
import { createTrackerBuffer, reloadTracker, storeTracker } from '../../distance/smooth/tracking/tracker-buffer.ts';
import { trackerContact } from '../../distance/smooth/tracking/tracker-contact.ts';
import { copyMat3, createMat3 } from '../../math/mat3.ts';
import { copyMovingPose, createMovingPose } from '../../math/moving-pose.ts';
import { setVec3 } from '../../math/vec3.ts';
import { copyLedgerTotals, createLedgerTotals } from '../ledger-totals.ts';
import { createCouplerEnergy } from './coupler-energy.ts';
import type { SmoothWorld } from './smooth-world.ts';

/**
 * Stores the state of a world at its start; the function returned brings it back there, bit for bit. A warm-up runs the very world, since the engine
 * optimises code for the functions and objects that it has seen.
 */
export function storeStart(world: SmoothWorld): () => void {
  const bodies = world.composites.map((composite) => ({
    motion: copyMovingPose(createMovingPose(), composite),
    inverseInertia: copyMat3(createMat3(), composite.inverseInertia),
  }));
  const buffers = world.trackers.map(({ tracker }) => {
    if ('search' in tracker) return null;
    const buffer = createTrackerBuffer(tracker);
    storeTracker(buffer, tracker);
    return buffer;
  });
  return () => {
    world.composites.forEach((composite, i) => {
      copyMovingPose(composite, bodies[i].motion);
      copyMat3(composite.inverseInertia, bodies[i].inverseInertia);
    });
    world.trackers.forEach(({ tracker, contact, a, b, transitions, slip }, i) => {
      const buffer = buffers[i];
      setVec3(slip, 0, 0, 0);
      transitions.length = 0;
      if ('search' in tracker) {
        tracker.search.minima.length = 0;
        moveCandidates(contact, tracker, a.pose, b.pose, 0);
      } else if (buffer !== null) {
        reloadTracker(tracker, buffer);
        trackerContact(contact, tracker);
      }
    });
    copyLedgerTotals(world.totals, createLedgerTotals());
    for (const energy of world.couplerEnergies) Object.assign(energy, createCouplerEnergy());
    world.touching.fill(0);
    world.touchingNow.fill(0);
    Object.assign(world, { time: 0, steps: 0, collisions: 0, maxPenetration: 0, nextFrame: 0 });
    delete world.failure;
  };
}
