import * as THREE from 'three';
import { mat3 } from '../../src/index.ts';
import type { Recorded, Selection } from '../session/session.ts';
import { extentOf } from './extent.ts';
import { framingOf } from './first-camera.ts';
import { type FrameTime, frameTimeAt, writePosesBetween } from './motion/poses-between.ts';
import type { Shown } from './shown.ts';
import type { Point } from './view.ts';

/** The recording that a view shows, at one time of it. */
export function createViewMoment() {
  let recorded: Recorded | undefined;
  let at: FrameTime = { frame: 0, fraction: 0 };
  let poses = new Float64Array(0);
  let time = 0;
  let followed: number | undefined;
  const size = () => (recorded ? framingOf(recorded).size : 1);
  const travelAt = (frame: number): Point => (recorded && framingOf(recorded).travel?.(frame)) ?? [0, 0, 0];
  /** Where the travelling centre is now; linear between frames. */
  const origin = (): THREE.Vector3 => {
    const from = new THREE.Vector3(...travelAt(at.frame));
    return at.fraction > 0 ? from.lerp(new THREE.Vector3(...travelAt(at.frame + 1)), at.fraction) : from;
  };
  /** The target the camera follows: a body, or the centre of all. */
  const companion = () => (followed === undefined ? origin() : new THREE.Vector3().fromArray(poses, 7 * followed));
  return {
    recorded: () => recorded,
    at: () => at,
    size,
    setRecorded(next: Recorded | undefined): void {
      recorded = next;
      if (next === undefined) return;
      at = { frame: Math.min(at.frame, next.recording.ledger.rowCount - 1), fraction: 0 };
      poses = new Float64Array(7 * next.recording.bodies.length);
      writePosesBetween(poses, next.recording, at);
    },
    /** Moves to a time [s]. Returns the displacement of what the camera follows; undefined without a recording. */
    seek(now: number): THREE.Vector3 | undefined {
      time = now;
      if (recorded === undefined) return undefined;
      const before = companion();
      at = frameTimeAt(recorded.recording, time);
      writePosesBetween(poses, recorded.recording, at);
      return companion().sub(before);
    },
    /** Poses that are not those of the recording. */
    setPoses(given: Float64Array): void {
      poses.set(given);
    },
    follow(body: number | undefined): void {
      followed = body;
    },
    shown(selection: Selection | undefined): Shown | undefined {
      if (recorded === undefined) return undefined;
      const selected = selection?.kind === 'body' ? selection.body : -1;
      const between = at.fraction > 0 ? { fraction: at.fraction, poses } : {};
      return { recorded, frame: at.frame, time, size: size(), selected, ...between };
    },
    /** What a section plane cuts. */
    surroundings() {
      if (recorded === undefined) return undefined;
      return { extent: worldExtent(recorded), origin: origin() };
    },
  };
}

export type ViewMoment = ReturnType<typeof createViewMoment>;

const extents = new WeakMap<Recorded['recording'], ReturnType<typeof extentOf>>();

/** Along the axes of the world. */
function worldExtent(recorded: Recorded) {
  const { recording, scene } = recorded;
  const extent = extents.get(recording) ?? extentOf(recording, scene, mat3(), framingOf(recorded).travel);
  extents.set(recording, extent);
  return extent;
}
