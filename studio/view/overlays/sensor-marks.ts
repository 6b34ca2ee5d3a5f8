import { toWorld } from '../../../src/math/pose.ts';
import { createVec3 } from '../../../src/math/vec3.ts';
import { themeColor } from '../../page/theme.ts';
import { poseIn } from '../placed.ts';
import type { Shown } from '../shown.ts';
import type { Mark } from '../view.ts';

/** Docking sensors, and a line between those that are to meet. */
export function sensorMarks({ recorded: { recording, scene }, frame }: Shown): Mark[] {
  if (!('sensors' in scene)) return [];
  const color = themeColor('--good');
  const places = scene.sensors.map(({ body, point }) => {
    const { x, y, z } = toWorld(createVec3(), poseIn(recording, frame, body), point);
    return [x, y, z] as const;
  });
  const points = places.map((at, i): Mark => ({ kind: 'point', at, color, label: scene.sensors[i].name }));
  const lines = scene.docking.map(
    ({ sensors: [a, b] }): Mark => ({ kind: 'line', from: places[a], to: places[b], color }),
  );
  return [...points, ...lines];
}
