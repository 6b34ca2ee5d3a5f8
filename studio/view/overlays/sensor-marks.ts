import { toWorld, vec3 } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { poseIn } from '../placed.ts';
import type { Shown } from '../shown.ts';
import type { Mark } from '../view.ts';

/** Docking sensors, and a line between those of each docking pair. */
export function sensorMarks({ recorded: { recording, scene }, frame }: Shown): Mark[] {
  if (!('sensors' in scene)) return [];
  const color = themeColor('--good');
  const positions = scene.sensors.map(({ body, point }) => {
    const { x, y, z } = toWorld(vec3(), poseIn(recording, frame, body), point);
    return [x, y, z] as const;
  });
  const points = positions.map((at, i): Mark => ({ kind: 'point', at, color, label: scene.sensors[i].name }));
  const lines = scene.docking.map(
    ({ sensors: [a, b] }): Mark => ({ kind: 'line', from: positions[a], to: positions[b], color }),
  );
  return [...points, ...lines];
}
