import { createAabb, createBroadPhase, shapeAabb, writeAabb } from '../../../src/entries/bounds.ts';
import { themeColor } from '../../page/theme.ts';
import { finiteBodyIn, type Shown } from '../shown.ts';
import type { Mark, Point } from '../view.ts';

const MOST = 2000;

/** A line between the centres of bodies with overlapping boxes: the pairs of the broad phase. */
export function pairMarks(shown: Shown): Mark[] {
  const finite = shown.recorded.recording.bodies.flatMap((_, body) => finiteBodyIn(shown, body) ?? []);
  const boxes = new Float64Array(6 * finite.length);
  for (const [i, { shape, pose }] of finite.entries()) writeAabb(boxes, i, shapeAabb(createAabb(), shape, pose));
  const centres = finite.map(({ pose: { position: p } }): Point => [p.x, p.y, p.z]);
  const near = createBroadPhase('sweep-and-prune').update(boxes, finite.length);
  const color = themeColor('--warn');
  return Array.from({ length: Math.min(near.count, MOST) }, (_, k): Mark => {
    return { kind: 'line', from: centres[near.indices[2 * k]], to: centres[near.indices[2 * k + 1]], color };
  });
}
