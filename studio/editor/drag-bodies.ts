import { parse } from 'jsonc-parser';
import { editSceneText, type SceneEdit } from '../../src/index.ts';
import type { Studio } from '../page/studio.ts';
import { themeColor } from '../page/theme.ts';
import { seek } from '../session/actions.ts';
import { editText } from '../session/edits.ts';
import { timeSpan } from '../session/frames.ts';
import { framingOf } from '../view/first-camera.ts';
import { velocityScale } from '../view/overlays/velocity-marks.ts';
import type { Drag, View } from '../view/view.ts';
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
    if (drag.phase === 'start') session.set({ selection: { kind: 'body', body: drag.body } });
    if (drag.phase === 'move') preview(studio, view, drag);
    if (drag.phase === 'end') {
      view.setMarks([]);
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
    if (drag.phase === 'cancel') view.setMarks([]);
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
}

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
