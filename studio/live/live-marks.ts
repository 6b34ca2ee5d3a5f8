import { formatNumber } from '../../src/picture/format-number.ts';
import { themeColor } from '../page/theme.ts';
import type { Mark } from '../view/view.ts';
import { BODY, CONTACT, type LiveFrame, type LiveStructure, type Triple } from './live-protocol.ts';
import type { LiveState } from './live-state.ts';
import { VEHICLE_NUMBERS } from './vehicle-numbers.ts';

/** Length of the largest arrow so far, as a fraction of the size of the scene. */
const LONGEST = 0.18;
/** Fraction by which the scale forgets larger values per frame. */
const FORGET = 0.02;
/** At most this many arrows. */
const MOST = 1500;
/** Arrows shorter than this fraction of the longest are left out. */
const SHORTEST = 0.01;

/** Arrows of a live world, to scales that follow the largest values. */
export function createLiveMarks() {
  const scales = { force: 0, velocity: 0 };
  const scaleOf = (kind: keyof typeof scales, largest: number, size: number) => {
    scales[kind] = Math.max(largest, (1 - FORGET) * scales[kind]);
    return scales[kind] > 0 ? (LONGEST * size) / scales[kind] : 0;
  };
  return (frame: LiveFrame, structure: LiveStructure, state: LiveState, size: number): Mark[] => {
    const { numbers, contactCount, pull } = frame;
    const marks: Mark[] = [];
    if (state.showVelocities) {
      const rows = structure.bodies.map((_, k) => numbers.subarray(BODY * k, BODY * (k + 1)));
      const largest = rows.reduce((most, [, , , , , , , x, y, z]) => Math.max(most, Math.hypot(x, y, z)), 0);
      const scale = scaleOf('velocity', largest, size);
      const color = themeColor('--velocity');
      for (const [x, y, z, , , , , vx, vy, vz] of rows) {
        addArrow(marks, [x, y, z], [vx, vy, vz], scale, SHORTEST * LONGEST * size, color);
      }
    }
    if (state.showForces && contactCount > 0) {
      const start = contactStart(structure);
      const rows = Array.from({ length: contactCount }, (_, k) =>
        numbers.subarray(start + CONTACT * k, start + CONTACT * (k + 1)),
      );
      const largest = rows.reduce((most, [, , , x, y, z]) => Math.max(most, Math.hypot(x, y, z)), 0);
      const scale = scaleOf('force', largest, size);
      const color = themeColor('--impulse');
      for (const [x, y, z, fx, fy, fz] of rows) {
        addArrow(marks, [x, y, z], [fx, fy, fz], scale, SHORTEST * LONGEST * size, color);
      }
    }
    if (pull) {
      const color = themeColor('--accent');
      marks.push({ kind: 'point', at: pull.from, color });
      marks.push({ kind: 'arrow', from: pull.from, to: pull.to, color, label: formatForce(pull.force) });
    }
    return marks;
  };
}

/** Offset of the contacts in a frame. */
function contactStart({ recorded, bodies }: LiveStructure): number {
  const { nodes, vehicles } = recorded.recording;
  return (
    BODY * bodies.length +
    (nodes ? (3 * nodes.rowCount) / 2 : 0) +
    (vehicles ? VEHICLE_NUMBERS.length * bodies.length : 0)
  );
}

function addArrow(marks: Mark[], from: Triple, vector: Triple, scale: number, shortest: number, color: string): void {
  if (marks.length >= MOST || !(scale * Math.hypot(...vector) > shortest)) return;
  const to: Triple = [from[0] + scale * vector[0], from[1] + scale * vector[1], from[2] + scale * vector[2]];
  marks.push({ kind: 'arrow', from, to, color });
}

/** A force with a prefix: 12.3 N, 4.56 kN. */
export function formatForce(force: number): string {
  const [value, unit] =
    force >= 1e6
      ? [force / 1e6, 'MN']
      : force >= 1e3
        ? [force / 1e3, 'kN']
        : force >= 1
          ? [force, 'N']
          : [1e3 * force, 'mN'];
  return `${formatNumber(Number(value.toPrecision(3)))} ${unit}`;
}
