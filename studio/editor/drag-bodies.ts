import { parse } from 'jsonc-parser';
import { editSceneText, type SceneEdit } from '../../src/index.ts';
import type { Studio } from '../page/studio.ts';
import { themeColor } from '../page/theme.ts';
import { seek } from '../session/actions.ts';
import { editText } from '../session/edits.ts';
import { timeSpan } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import { framingOf } from '../view/first-camera.ts';
import { velocityScale } from '../view/overlays/velocity-marks.ts';
import { nearestMarks } from '../view/overlays/witness-marks.ts';
import type { Drag, Mark, View } from '../view/view.ts';
import { bodyIndex, numberOf, read } from './numbers.ts';

/** Dragging of bodies and velocity arrows; on release, the text of the scene is updated. */
export function listenForDrags(studio: Studio, view: View): () => void {
  const { session } = studio;
  const { recorded, overlays } = session.get();
  // the text has the initial positions and velocities
  session.set({ playing: false, overlays: new Set([...overlays, 'velocities']) });
  if (recorded) seek(session, timeSpan(recorded.recording)[0]);
  view.setDragging((drag) => {
    const { recorded: current } = session.get();
    if (current === undefined) return;
    if (drag.phase === 'start') {
      session.set({ selection: { kind: 'body', body: drag.body } });
      // gaps of the recorded poses are not those of the drag
      const { overlays: shown } = session.get();
      view.setOverlays(new Set([...shown].filter((name) => name !== 'witnesses')));
    }
    if (drag.phase === 'move') preview(studio, view, drag);
    if (drag.phase === 'end' || drag.phase === 'cancel') {
      view.setOverlays(session.get().overlays);
      view.setMarks([]);
    }
    if (drag.phase === 'end') {
      const { sceneText } = session.get();
      const edits = editsOf(studio, sceneText, drag);
      if (edits === undefined)
        studio.announce('This body is a copy from "repeat": edit the text of the scene.', 'error');
      else {
        const what = drag.part === 'velocity' ? 'velocity' : 'position';
        editText(studio, editSceneText(sceneText, edits), {
          label: `${what} of ${current.recording.bodies[drag.body]}`,
        });
      }
    }
  });
  return () => {
    view.setDragging(undefined);
    view.setMarks([]);
  };
}

/** The body, or the tip of its arrow, under the pointer. */
function preview({ session }: Studio, view: View, { body, part, from, to }: Drag): void {
  const { recorded } = session.get();
  if (recorded === undefined) return;
  const { frames, bodies } = recorded.recording;
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  if (part === 'velocity') {
    view.setMarks([{ kind: 'arrow', from: [x[body], y[body], z[body]], to, color: themeColor('--velocity') }]);
    return;
  }
  const poses = new Float64Array(7 * bodies.length);
  for (let i = 0; i < bodies.length; i++) {
    const shift = i === body ? 1 : 0;
    const place = [
      x[i] + shift * (to[0] - from[0]),
      y[i] + shift * (to[1] - from[1]),
      z[i] + shift * (to[2] - from[2]),
    ];
    poses.set([...place, qw[i], qx[i], qy[i], qz[i]], 7 * i);
  }
  view.setPoses(poses);
  view.setMarks(gapMarksOf(recorded, poses, body));
}

/** Closest points and gaps of the dragged body and its nearest neighbours, at the poses of the drag. */
function gapMarksOf(recorded: Recorded, poses: Float64Array, body: number): Mark[] {
  const { bodies, frames } = recorded.recording;
  // their surfaces are recorded node by node
  if (recorded.scene.world === 'deformable' || recorded.scene.world === 'vehicles') return [];
  const columns = Object.fromEntries(POSE_COLUMNS.map((name, k) => [name, bodies.map((_, i) => poses[7 * i + k])]));
  const moved = { ...frames.columns, ...columns } as unknown as typeof frames.columns;
  const recording = { ...recorded.recording, frames: { rowCount: bodies.length, columns: moved } };
  const { size } = framingOf(recorded);
  return nearestMarks({ recorded: { ...recorded, recording }, frame: 0, time: 0, size, selected: body }, body);
}

const POSE_COLUMNS = ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'];

function editsOf({ session }: Studio, text: string, { body, part, from, to }: Drag): SceneEdit[] | undefined {
  const { recorded } = session.get();
  if (recorded === undefined) return undefined;
  const document: unknown = parse(text);
  const index = bodyIndex(document, recorded.recording.bodies[body]);
  if (index < 0) return undefined;
  const key = part === 'velocity' ? 'velocity' : 'position';
  const given = read(document, ['bodies', index, key]);
  const dimensions = Array.isArray(given) ? given.length : recorded.scene.world === 'planar' ? 2 : 3;
  const old = Array.from(
    { length: dimensions },
    (_, k) => numberOf(read(given, [k]), part === 'velocity' ? 'speed' : 'length') ?? 0,
  );
  const { size } = framingOf(recorded);
  const scale = part === 'velocity' ? 1 / velocityScale({ recorded, size }) : 1;
  const value = old.map((number, k) => rounded(number + scale * (to[k] - from[k]), scale * size));
  const path = ['bodies', index, key];
  return Array.isArray(given) ? value.map((number, k) => ({ path: [...path, k], value: number })) : [{ path, value }];
}

/** Rounded to a ten-thousandth of the size of the scene. */
function rounded(value: number, size: number): number {
  const unit = 10 ** Math.floor(Math.log10(size * 1e-4));
  return Number((Math.round(value / unit) * unit).toPrecision(12));
}
