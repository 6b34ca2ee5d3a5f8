import type { Recording, Scene } from '../../../src/index.ts';
import { frameAt } from '../../session/frames.ts';

/** With more bodies than this no single collision is telling: the picture shows them after this fraction of all collisions. */
const MANY_BODIES = 20;
const UNDER_WAY = 0.4;

/** The frame that shows best what a scene is about. */
export function tellingFrame(recording: Recording, scene: Scene): number {
  const { strainEnergy } = recording.ledger.columns;
  if (scene.world === 'deformable') {
    // most deformed, or in contact
    const strained = largest(strainEnergy);
    return strainEnergy[strained] > 0 ? strained : frameOfStrongest(recording);
  }
  const docking = recording.events.find(({ type }) => type === 'docking');
  if (docking && recording.bodies.length < MANY_BODIES) return frameAt(recording, docking.time);
  const collisions = recording.events.filter(({ type }) => type === 'collision');
  if (recording.bodies.length >= MANY_BODIES && collisions.length > 0)
    return frameAt(recording, collisions[Math.floor(UNDER_WAY * collisions.length)].time);
  if (recording.contacts.rowCount > 0) return frameOfStrongest(recording);
  const gaps = recording.tracking ?? recording.distances;
  if (gaps) {
    const closest = largest(gaps.columns.distance.map((distance) => -Math.abs(distance)));
    return frameAt(recording, gaps.columns.time[closest]);
  }
  return recording.ledger.rowCount >> 1;
}

/** The frame with the largest sum of impulses; of scenes that begin at rest on each other, not the first one. */
function frameOfStrongest(recording: Recording): number {
  const { time, jx, jy, jz } = recording.contacts.columns;
  const sums = new Float64Array(recording.ledger.rowCount);
  for (let row = 0; row < time.length; row++) {
    sums[Math.min(frameAt(recording, time[row]) + 1, sums.length - 1)] += Math.hypot(jx[row], jy[row], jz[row]);
  }
  return largest(sums);
}

function largest(values: Float64Array): number {
  return values.reduce((best, value, i) => (value > values[best] ? i : best), 0);
}
