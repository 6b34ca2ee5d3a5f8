import { createAabb, writeAabb } from '../../../src/bounds/aabb.ts';
import { shapeAabb } from '../../../src/bounds/shape-aabb.ts';
import { createBroadPhase } from '../../../src/broad/broad-phase.ts';
import { themeColor } from '../../page/theme.ts';
import { poseIn, type Shown, shapesOf } from '../shown.ts';
import type { Mark, Point } from '../view.ts';

const MOST = 2000;

/** A line between the centres of bodies whose boxes overlap: what the broad phase hands on. */
export function pairMarks({ recorded, frame }: Shown): Mark[] {
  const shapes = shapesOf(recorded);
  if (shapes === undefined) return [];
  const { recording } = recorded;
  const finite = shapes.flatMap(({ kind }, body) => (kind === 'halfplane' ? [] : [body]));
  const boxes = new Float64Array(6 * finite.length);
  const centres = finite.map((body, i): Point => {
    const pose = poseIn(recording, frame, body);
    writeAabb(boxes, i, shapeAabb(createAabb(), shapes[body], pose));
    return [pose.position.x, pose.position.y, pose.position.z];
  });
  const near = createBroadPhase('sweep').update(boxes, finite.length);
  const color = themeColor('--warn');
  return Array.from({ length: Math.min(near.count, MOST) }, (_, k): Mark => {
    return { kind: 'line', from: centres[near.indices[2 * k]], to: centres[near.indices[2 * k + 1]], color };
  });
}
