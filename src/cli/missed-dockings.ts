import { type BodyState, lengthVec3, type Scene, type SimEvent, subVec3, toWorld, vec3 } from '../index.ts';
import { formatNumber } from './output.ts';
import { plainText } from './plain-text.ts';

/** Follows the sensors of every docking of a scene, to report how near those came that did not dock. */
export interface DockingWatch {
  frame(time: number, bodies: readonly BodyState[]): void;
  event(event: SimEvent): void;
  /** One line for each docking that did not happen. */
  lines(): string[];
}

interface Nearest {
  /** Smallest distance in the recorded frames [m], and its time [s]. */
  distance: number;
  time: number;
  state: 'apart' | 'rejected' | 'docked';
}

const a = vec3();
const b = vec3();

export function watchDockings(scene: Scene): DockingWatch {
  const { docking, sensors } = 'docking' in scene ? scene : { docking: [], sensors: [] };
  const pairs = docking.map((entry) => {
    const nearest: Nearest = { distance: Number.POSITIVE_INFINITY, time: 0, state: 'apart' };
    return { ...entry, ends: entry.sensors.map((index) => sensors[index]), nearest };
  });
  return {
    frame(time, bodies): void {
      for (const { ends, nearest } of pairs) {
        toWorld(a, bodies[ends[0].body], ends[0].point);
        toWorld(b, bodies[ends[1].body], ends[1].point);
        const distance = lengthVec3(subVec3(a, a, b));
        if (distance < nearest.distance) Object.assign(nearest, { distance, time });
      }
    },
    event(event): void {
      if (event.type !== 'docking' && event.type !== 'docking-rejected') return;
      const found = pairs.find(({ ends }) => ends.every(({ name }, i) => name === event.sensors[i]));
      if (found && found.nearest.state !== 'docked') {
        found.nearest.state = event.type === 'docking' ? 'docked' : 'rejected';
      }
    },
    lines: () =>
      pairs.flatMap(({ ends, nearest, tolerance, maxSpeed }) => {
        if (nearest.state === 'docked' || nearest.distance === Number.POSITIVE_INFINITY) return [];
        const names = plainText(`${ends[0].name} and ${ends[1].name}`);
        if (nearest.state === 'rejected') {
          return [`  ${names} did not dock: they touched faster than maxSpeed, ${formatNumber(maxSpeed)} m/s`];
        }
        const where = `${formatNumber(nearest.distance)} m at ${formatNumber(nearest.time)} s`;
        return [`  ${names} did not dock: nearest recorded distance ${where}, tolerance ${formatNumber(tolerance)} m`];
      }),
  };
}
