import type { Recording } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import { movingPath, solidSvg } from './animation.ts';
import { pictureSvg } from './body-svg.ts';
import { layOutMeshes } from './mesh-picture.ts';
import { round } from './picture.ts';
import { layOutSmooth } from './smooth-picture.ts';
import { layOutSolids } from './solid-picture.ts';
import { strobeSvg } from './strobe.ts';
import { layOutVehicles } from './vehicle-picture.ts';

/** Maximum enlargement of a small group in a wide picture. */
const MAX_ENLARGED = 4;
/** Margin around it, as a fraction of the picture. */
const MARGIN = 0.06;
/** Number of frames to choose from. */
const MOMENTS = 60;
/** Line width relative to a picture of full size: still pictures are often shown small. */
const BOLD = 2;

/**
 * A recording as one still picture. Planar bodies are shown at several instants; other worlds at one: that of the
 * strongest contact, or of the minimum distance, or at half time.
 */
export function stillSvg(recording: Recording): string {
  const scene = readScene(recording.sceneText, recording.title);
  const fraction = strikingMoment(recording);
  const at = (paths: readonly string[]) => [paths[Math.round(fraction * (paths.length - 1))]];
  const some = (paths: readonly string[]) => (paths.length === 0 ? paths : at(paths));
  switch (scene.world) {
    case 'planar':
      return strobeSvg(recording, 5);
    case 'deformable': {
      const picture = layOutMeshes(recording, scene, MOMENTS);
      const meshes = picture.meshes.map(({ color, paths }) =>
        movingPath({ color, paths: at(paths), strokeWidth: BOLD }),
      );
      return pictureSvg(picture, recording.title, enlarged(picture, meshes));
    }
    case 'smooth': {
      const picture = layOutSmooth(recording, scene, MOMENTS);
      const lines = picture.lines.map((line) =>
        movingPath({ ...line, strokeWidth: BOLD * line.strokeWidth, paths: at(line.paths) }),
      );
      return pictureSvg(picture, recording.title, enlarged(picture, lines));
    }
    case 'solids': {
      const picture = layOutSolids(recording, scene, MOMENTS);
      const solids = picture.solids.map((solid) =>
        solidSvg({ ...solid, silhouettes: some(solid.silhouettes), lines: some(solid.lines) }),
      );
      return pictureSvg(picture, recording.title, enlarged(picture, solids));
    }
    case 'vehicles': {
      const picture = layOutVehicles(recording, scene, MOMENTS);
      const parts = picture.vehicles.flatMap(({ color, box, ellipsoid, nose, trail }) => [
        movingPath({ color, paths: [trail], strokeWidth: BOLD, opacity: 0.35 }),
        movingPath({ color, paths: at(box), strokeWidth: BOLD, fill: 0.4 }),
        movingPath({ color, paths: at(ellipsoid), strokeWidth: BOLD, dashes: '8 6' }),
        movingPath({ color, paths: at(nose), strokeWidth: BOLD }),
      ]);
      return pictureSvg(picture, recording.title, parts);
    }
  }
}

/** The parts of a picture, made of straight paths, translated and scaled to fill it. */
function enlarged({ width, height }: { width: number; height: number }, parts: readonly string[]): string[] {
  const paths = parts.flatMap((part) => Array.from(part.matchAll(/ d="([^"]*)"/g), ([, path]) => path));
  const places = paths.flatMap(placesOn);
  const size = [width, height];
  const range = (axis: 0 | 1) => {
    const values = places.map((place) => place[axis]);
    return { low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) };
  };
  const ranges = [range(0), range(1)];
  const fill = ranges.map(({ low, high }, axis) => ((1 - 2 * MARGIN) * size[axis]) / (high - low));
  const scale = Math.min(...fill, MAX_ENLARGED);
  if (!(scale > 1)) return [...parts];
  const shift = ranges.map(({ low, high }, axis) => round((size[axis] - scale * (low + high)) / 2));
  return [`<g transform="translate(${shift.join(' ')}) scale(${round(scale)})">`, ...parts, '</g>'];
}

/** The vertices of a path of straight lines, absolute (M, L) or relative (m, l). */
function placesOn(path: string): (readonly [number, number])[] {
  let [x, y] = [0, 0];
  return Array.from(path.matchAll(/[MLml][^MLmlZz]*/g), ([command]) => {
    const isStep = command[0] === 'm' || command[0] === 'l';
    const numbers = (command.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    return Array.from({ length: numbers.length / 2 }, (_, k) => {
      [x, y] = [numbers[2 * k] + (isStep ? x : 0), numbers[2 * k + 1] + (isStep ? y : 0)];
      return [x, y] as const;
    });
  }).flat();
}

/** Fraction of the run at the strongest contact, or the minimum distance, or half of it. */
export function strikingMoment({ ledger, contacts, tracking }: Recording): number {
  const { time } = ledger.columns;
  const [start, end] = [time[0], time[time.length - 1]];
  const fraction = (at: number) => (end > start ? (at - start) / (end - start) : 0);
  if (contacts.rowCount > 0) {
    const { jx, jy, jz } = contacts.columns;
    const size = (row: number) => jx[row] ** 2 + jy[row] ** 2 + jz[row] ** 2;
    return fraction(contacts.columns.time[extreme(contacts.rowCount, size)]);
  }
  if (tracking === undefined) return 0.5;
  const { distance } = tracking.columns;
  return fraction(tracking.columns.time[extreme(tracking.rowCount, (row) => -distance[row])]);
}

/** The row where `value` is largest. */
function extreme(rowCount: number, value: (row: number) => number): number {
  let best = 0;
  for (let row = 1; row < rowCount; row++) if (value(row) > value(best)) best = row;
  return best;
}
