import {
  type BodyState,
  type DockingViolation,
  lengthVec3,
  type Scene,
  type SimEvent,
  subVec3,
  toWorld,
  vec3,
} from '../index.ts';
import { violationText } from './ledger-text.ts';
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
  state: 'apart' | 'rejected' | 'captured' | 'docked';
  /** Criteria of the last rejection. */
  violations: readonly DockingViolation[];
}

const a = vec3();
const b = vec3();

export function watchDockings(scene: Scene): DockingWatch {
  const { docking, sensors } = 'docking' in scene ? scene : { docking: [], sensors: [] };
  const pairs = docking.map((entry) => {
    const nearest: Nearest = { distance: Number.POSITIVE_INFINITY, time: 0, state: 'apart', violations: [] };
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
      if (!('sensors' in event)) return;
      const found = pairs.find(({ ends }) => ends.every(({ name }, i) => name === event.sensors[i]));
      if (!found || found.nearest.state === 'docked') return;
      if (event.type === 'docking') found.nearest.state = 'docked';
      if (event.type === 'soft-capture') found.nearest.state = 'captured';
      if (!('violations' in event)) return;
      found.nearest.state = 'rejected';
      found.nearest.violations = event.violations;
    },
    lines: () =>
      pairs.flatMap(({ ends, nearest, tolerance }) => {
        if (nearest.state === 'docked' || nearest.distance === Number.POSITIVE_INFINITY) return [];
        const names = plainText(`${ends[0].name} and ${ends[1].name}`);
        if (nearest.state === 'rejected') {
          return [`  ${names} did not dock: ${nearest.violations.map(violationText).join(', ')}`];
        }
        if (nearest.state === 'captured') return [`  ${names} did not dock rigidly: the latch holds them`];
        const where = `${formatNumber(nearest.distance)} m at ${formatNumber(nearest.time)} s`;
        return [`  ${names} did not dock: nearest recorded distance ${where}, tolerance ${formatNumber(tolerance)} m`];
      }),
  };
}
