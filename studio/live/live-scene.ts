import type { View } from '../view/view.ts';
import { BODY, type Four, type LiveFrame, type LiveStructure, type Triple } from './live-protocol.ts';
import { VEHICLE_NUMBERS } from './vehicle-numbers.ts';

/** The bodies of a live world in the view: every frame is written to the one of two recorded frames that is not shown. */
export interface LiveScene {
  setStructure(structure: LiveStructure): void;
  /** With `isSmooth` the bodies are shown between the last two steps: for slow motion, at most one step late. */
  show(frame: LiveFrame, isSmooth: boolean): void;
  /** Pose and velocity of a body in the last frame. */
  body(index: number): { readonly position: Triple; readonly orientation: Four; readonly velocity: Triple };
  /** The last frame. */
  frame(): LiveFrame | undefined;
}

const POSES = ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'] as const;

export function createLiveScene(view: View): LiveScene {
  let structure: LiveStructure | undefined;
  let last: LiveFrame | undefined;
  /** The shown frame, 0 or 1. */
  let slot = 0;
  const between = createBetween();
  const write = ({ recorded }: LiveStructure, numbers: Float64Array) => {
    const { frames, nodes, vehicles, bodies } = recorded.recording;
    const count = bodies.length;
    const at = slot * count;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < POSES.length; i++) frames.columns[POSES[i]][at + k] = numbers[BODY * k + i];
    }
    let offset = BODY * count;
    if (nodes) {
      const nodeCount = nodes.rowCount / 2;
      const { x, y, z } = nodes.columns;
      for (let k = 0; k < nodeCount; k++) {
        const row = slot * nodeCount + k;
        x[row] = numbers[offset + 3 * k];
        y[row] = numbers[offset + 3 * k + 1];
        z[row] = numbers[offset + 3 * k + 2];
      }
      offset += 3 * nodeCount;
    }
    for (let k = 0; vehicles && k < count; k++) {
      for (const name of VEHICLE_NUMBERS) vehicles.columns[name][at + k] = numbers[offset++];
    }
  };
  return {
    setStructure(next) {
      structure = next;
      last = undefined;
      slot = 0;
      between.clear();
      view.setRecorded(next.recorded);
      view.setTime(0);
    },
    show(frame, isSmooth) {
      last = frame;
      if (!structure) return;
      slot = 1 - slot;
      write(structure, between.at(frame, structure.bodies.length, isSmooth));
      view.setTime(slot);
    },
    body(index) {
      const numbers = last?.numbers.subarray(BODY * index, BODY * (index + 1)) ?? [];
      const [x = 0, y = 0, z = 0, qw = 1, qx = 0, qy = 0, qz = 0, vx = 0, vy = 0, vz = 0] = numbers;
      return { position: [x, y, z], orientation: [qw, qx, qy, qz], velocity: [vx, vy, vz] };
    },
    frame: () => last,
  };
}

/** States between the last two steps. */
function createBetween() {
  let [before, now, mixed] = [new Float64Array(), new Float64Array(), new Float64Array()];
  let step = -1;
  return {
    clear(): void {
      step = -1;
    },
    /** The numbers to show: those of the frame, or of the phase between it and the step before it. */
    at({ numbers, stepCount, phase }: LiveFrame, bodyCount: number, isSmooth: boolean): Float64Array {
      const isNext = stepCount === step + 1 && now.length === numbers.length;
      if (stepCount !== step) {
        [before, now] = [now, before];
        if (now.length !== numbers.length) now = new Float64Array(numbers.length);
        now.set(numbers);
        if (!isNext) before = now.slice();
        step = stepCount;
      }
      if (!isSmooth || before.length !== numbers.length) return numbers;
      if (mixed.length !== numbers.length) mixed = new Float64Array(numbers.length);
      for (let k = 0; k < numbers.length; k++) mixed[k] = before[k] + phase * (numbers[k] - before[k]);
      for (let k = 0; k < bodyCount; k++) mixOrientation(mixed, before, numbers, BODY * k + 3, phase);
      return mixed;
    },
  };
}

/** Normalised sum of two quaternions of the same hemisphere. */
function mixOrientation(out: Float64Array, a: Float64Array, b: Float64Array, at: number, phase: number): void {
  let product = 0;
  for (let k = at; k < at + 4; k++) product += a[k] * b[k];
  const weight = product < 0 ? -phase : phase;
  let square = 0;
  for (let k = at; k < at + 4; k++) {
    out[k] = (1 - phase) * a[k] + weight * b[k];
    square += out[k] * out[k];
  }
  for (let k = at; k < at + 4; k++) out[k] /= Math.sqrt(square);
}
