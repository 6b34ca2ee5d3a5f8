import { readFileSync } from 'node:fs';
import { createMovingPose, type MovingPose } from '../src/math/moving-pose.ts';
import { movingPoseAt, type PathPosition, type PrescribedPath } from '../src/math/prescribed-path.ts';
import { createVec3 } from '../src/math/vec3.ts';
import { createPoint, type PointShape } from '../src/shapes/point.ts';
import { createTiledBody } from '../src/shapes/tiled/create-tiled-body.ts';
import { featureName, type TiledBody } from '../src/shapes/tiled/tiled-body.ts';
import type { TiledBodyInput } from '../src/shapes/tiled/tiled-input.ts';

/** Reference scenes of the tracker, by the letter their file name begins with (reference/tracker/README.md). */
export const TRACKER_FILES = {
  A: 'A-patch-point.json',
  B: 'B-planar-point-spiral.json',
  C: 'C-planar-pair-spiral.json',
  D: 'D-lens-point-helix.json',
  E: 'E-lens-pair.json',
  F: 'F-patch-saturation.json',
  G: 'G-planar-pair-overlap.json',
  H: 'H-box-lens.json',
} as const;

export type TrackerSceneName = keyof typeof TRACKER_FILES;

/** A feature number and its parameters. */
export interface SceneStart {
  readonly feature: number;
  readonly x: readonly number[];
}

export interface StoredTransition {
  readonly t: number;
  readonly body: 'A' | 'B';
  readonly from: string;
  readonly to: string;
  readonly kind: 'voronoi' | 'medial-axis' | 'boundary-crossing' | 'bound';
}

/** Parallel arrays, one entry a sample time. */
export interface SceneSamples {
  readonly t: readonly number[];
  readonly distance: readonly number[];
  readonly featureA: readonly string[];
  readonly featureB: readonly string[];
  readonly xA: readonly (readonly number[])[];
  readonly xB: readonly (readonly number[])[];
  readonly pointA: readonly (readonly number[])[];
  readonly pointB: readonly (readonly number[])[];
}

export interface TrackerScene {
  readonly name: TrackerSceneName;
  readonly shapeA: TiledBody | PointShape;
  readonly shapeB: TiledBody | PointShape;
  readonly pathA: PrescribedPath;
  readonly pathB: PrescribedPath;
  /** Poses and velocities of both bodies at a time. */
  readonly motionAt: (outA: MovingPose, outB: MovingPose, time: number) => void;
  readonly t0: number;
  readonly t1: number;
  readonly startA: SceneStart;
  readonly startB: SceneStart;
  readonly samples: SceneSamples;
  readonly transitions: readonly StoredTransition[];
}

type Numbers = readonly number[];

type StoredPosition =
  | { kind: 'static'; p: Numbers }
  | {
      kind: 'spiral';
      center: Numbers;
      r0: number;
      rdot: number;
      theta0: number;
      thetadot: number;
      z0?: number;
      vz?: number;
    }
  | {
      kind: 'harmonic';
      center: Numbers;
      amp: Numbers;
      freq: Numbers;
      phase: Numbers;
      vel?: Numbers;
    };

interface StoredMotion {
  position?: StoredPosition;
  orientation?: { axis: Numbers; angle0: number; rate: number; tilt?: { axis: Numbers; angle: number } };
}

type StoredBody = TiledBodyInput | { kind: 'point'; point: Numbers };

interface StoredScene {
  bodies: { A: StoredBody; B: StoredBody };
  motion: { A: StoredMotion | null; B: StoredMotion | null };
  t0: number;
  t1: number;
  start: { A: StoredStart; B: StoredStart };
  samples: SceneSamples;
  transitions: StoredTransition[];
}

interface StoredStart {
  feature: string;
  x: number[];
}

/** A file of reference/tracker, parsed. */
export function readTrackerFile<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../reference/tracker/${file}`, import.meta.url), 'utf8'));
}

export function readTrackerScene(name: TrackerSceneName): TrackerScene {
  const { bodies, motion, t0, t1, start, samples, transitions } = readTrackerFile<StoredScene>(TRACKER_FILES[name]);
  const shapeA = shape(bodies.A);
  const shapeB = shape(bodies.B);
  const pathA = path(motion.A);
  const pathB = path(motion.B);
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    movingPoseAt(outA, pathA, time);
    movingPoseAt(outB, pathB, time);
  };
  const startA = startOf(shapeA, start.A);
  const startB = startOf(shapeB, start.B);
  return { name, shapeA, shapeB, pathA, pathB, motionAt, t0, t1, startA, startB, samples, transitions };
}

/** Both bodies' poses and velocities at a time, freshly made. */
export function scenePoses(scene: TrackerScene, time: number): { a: MovingPose; b: MovingPose } {
  const a = createMovingPose();
  const b = createMovingPose();
  scene.motionAt(a, b, time);
  return { a, b };
}

/** The number of a feature by its name, without the bounds of an open patch; a point has the one feature 0. */
export function featureNumber(shape: TiledBody | PointShape, label: string): number {
  if (shape.kind === 'point') return 0;
  const name = label.split(':')[0];
  const count = shape.faces.length + shape.edges.length + shape.vertices.length;
  for (let feature = 0; feature < count; feature++) if (featureName(shape, feature) === name) return feature;
  throw new Error(`no feature ${label}`);
}

function shape(body: StoredBody): TiledBody | PointShape {
  if (body.kind !== 'point') return createTiledBody(body);
  // the stored points all sit at their body's origin, where the library's point is
  if (body.point.some((coordinate) => coordinate !== 0)) throw new Error('a point away from its origin');
  return createPoint();
}

function startOf(shape: TiledBody | PointShape, start: StoredStart): SceneStart {
  return { feature: featureNumber(shape, start.feature), x: start.x };
}

function vec([x, y, z = 0]: Numbers) {
  return createVec3(x, y, z);
}

function path(motion: StoredMotion | null): PrescribedPath {
  const { position, orientation } = motion ?? {};
  return { ...(position && { position: place(position) }), ...(orientation && { orientation: rotate(orientation) }) };
}

function rotate({ axis, angle0, rate, tilt }: NonNullable<StoredMotion['orientation']>) {
  return { axis: vec(axis), angle: angle0, rate, ...(tilt && { tilt: { axis: vec(tilt.axis), angle: tilt.angle } }) };
}

function place(stored: StoredPosition): PathPosition {
  if (stored.kind === 'static') return { kind: 'static', point: vec(stored.p) };
  const center = vec(stored.center);
  if (stored.kind === 'harmonic') {
    const { amp, freq, phase, vel = [0, 0, 0] } = stored;
    return {
      kind: 'harmonic',
      center,
      velocity: vec(vel),
      amplitude: vec(amp),
      frequency: vec(freq),
      phase: vec(phase),
    };
  }
  const { r0, rdot, theta0, thetadot, z0 = 0, vz = 0 } = stored;
  const radial = { radius: r0, radiusRate: rdot, angle: theta0, angleRate: thetadot };
  return { kind: 'spiral', center, ...radial, height: z0, heightRate: vz };
}
