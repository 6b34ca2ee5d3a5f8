import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRecorder, type Recording, readScene, runScene } from '../../../src/index.ts';
import { frameTimeAt, writePosesBetween } from './poses-between.ts';

interface State {
  readonly t: number;
  readonly at?: readonly [number, number, number];
  readonly v?: readonly [number, number, number];
  readonly q?: readonly [number, number, number, number];
  readonly w?: readonly [number, number, number];
}

/** A recording of one body. */
function recordingOf(states: readonly State[]): Recording {
  const column = (read: (state: State) => number) => Float64Array.from(states, read);
  const columns = {
    ...Object.fromEntries(['x', 'y', 'z'].map((name, k) => [name, column(({ at = [0, 0, 0] }) => at[k])])),
    ...Object.fromEntries(['vx', 'vy', 'vz'].map((name, k) => [name, column(({ v = [0, 0, 0] }) => v[k])])),
    ...Object.fromEntries(['qw', 'qx', 'qy', 'qz'].map((name, k) => [name, column(({ q = [1, 0, 0, 0] }) => q[k])])),
    ...Object.fromEntries(['wx', 'wy', 'wz'].map((name, k) => [name, column(({ w = [0, 0, 0] }) => w[k])])),
  };
  const ledger = { rowCount: states.length, columns: { time: column(({ t }) => t) } };
  return { bodies: ['body'], frames: { rowCount: states.length, columns }, ledger } as unknown as Recording;
}

function poseAt(recording: Recording, time: number): number[] {
  const out = new Float64Array(7 * recording.bodies.length);
  writePosesBetween(out, recording, frameTimeAt(recording, time));
  return [...out];
}

const G = 9.81;
const fall = (t: number): State => ({ t, at: [2 * t, 0, 5 - 0.5 * G * t * t], v: [2, 0, -G * t] });

describe('poses between frames', () => {
  it('are those of free fall', () => {
    const recording = recordingOf([0, 0.1, 0.2, 0.3, 0.4].map(fall));
    for (const t of [0.03, 0.137, 0.25, 0.399]) {
      const [x, , z] = poseAt(recording, t);
      expect(x).toBeCloseTo(2 * t, 12);
      expect(z).toBeCloseTo(5 - 0.5 * G * t * t, 12);
    }
  });

  it('have the corner of an impact, whenever it happens between two frames', () => {
    for (const hit of [0.11, 0.15, 0.199]) {
      const flight = (t: number): State =>
        t < hit ? { t, at: [0, 0, hit - t], v: [0, 0, -1] } : { t, at: [0, 0, 0.5 * (t - hit)], v: [0, 0, 0.5] };
      const recording = recordingOf([0, 0.1, 0.2, 0.3].map(flight));
      for (const t of [0.12, 0.15, 0.17]) expect(poseAt(recording, t)[2]).toBeCloseTo(flight(t).at?.[2] ?? 0, 12);
    }
  });

  it('are held where velocities do not explain what happened', () => {
    const still: State = { t: 0 };
    const moved = recordingOf([still, { t: 1, at: [5, 0, 0] }, { t: 2, at: [5, 0, 0] }]);
    expect(poseAt(moved, 0.7).slice(0, 3)).toEqual([0, 0, 0]);
    // two impacts in one interval: it came back
    const twice = recordingOf([
      { t: 0, at: [0, 0, 0], v: [1, 0, 0] },
      { t: 1, at: [1, 0, 0], v: [1, 0, 0] },
      { t: 2, at: [1, 5, 0], v: [-1, 0, 0] },
      { t: 3, at: [0, 5, 0], v: [-1, 0, 0] },
    ]);
    expect(poseAt(twice, 1.5).slice(0, 3)).toEqual([1, 0, 0]);
  });

  it('rotate at a constant rate, also by more than half a turn per frame', () => {
    for (const rate of [0.3, 3, 9, 2 * Math.PI, -14]) {
      const spun = (t: number): State => {
        const half = 0.5 * rate * t;
        return { t, q: [Math.cos(half), 0, Math.sin(half), 0], w: [0, rate, 0] };
      };
      const recording = recordingOf([0, 1, 2].map(spun));
      const [, , , w, x, y, z] = poseAt(recording, 0.4);
      const [ew, , ey] = spun(0.4).q ?? [0, 0, 0, 0];
      // q and -q are the same orientation
      const sign = Math.sign(w * ew + y * ey);
      expect([sign * w, x, sign * y, z].map((value) => Number(value.toFixed(9)) + 0)).toEqual(
        [ew, 0, ey, 0].map((value) => Number(value.toFixed(9)) + 0),
      );
    }
  });

  it('are exactly the recorded ones at every recorded time, and never far from them', () => {
    for (const name of ['dominoes', 'bouncing-spheres', 'elastic-polygons-in-a-box']) {
      const text = readFileSync(new URL(`../../../examples/${name}.scene.json`, import.meta.url), 'utf8');
      const scene = readScene(text, name);
      const recorder = createRecorder(scene, text);
      const recording = recorder.finish(runScene(scene, recorder));
      const times = recording.ledger.columns.time;
      const { x, y, z, qw, vx, vy, vz } = recording.frames.columns;
      const count = recording.bodies.length;
      for (let frame = 0; frame < times.length; frame += 7) {
        const out = poseAt(recording, times[frame]);
        for (let body = 0; body < count; body++) {
          const row = frame * count + body;
          expect(out.slice(7 * body, 7 * body + 4)).toEqual([x[row], y[row], z[row], qw[row]]);
        }
        if (frame + 1 >= times.length) continue;
        const dt = times[frame + 1] - times[frame];
        const middle = poseAt(recording, times[frame] + 0.5 * dt);
        for (let body = 0; body < count; body++) {
          const [a, b] = [frame * count + body, (frame + 1) * count + body];
          const reach =
            Math.hypot(x[b] - x[a], y[b] - y[a], z[b] - z[a]) +
            dt * Math.max(Math.hypot(vx[a], vy[a], vz[a]), Math.hypot(vx[b], vy[b], vz[b]));
          const off = Math.hypot(middle[7 * body] - x[a], middle[7 * body + 1] - y[a], middle[7 * body + 2] - z[a]);
          expect(off).toBeLessThanOrEqual(reach + 1e-12);
        }
      }
    }
  });
});
