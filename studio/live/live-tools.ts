import type { Studio } from '../page/studio.ts';
import type { Drag, Mark, View } from '../view/view.ts';
import { type GizmoHandle, type GizmoPlace, gizmoMarks, handleAt, moveBy, rotateByDrag, rotated } from './gizmo.ts';
import type { LiveClient } from './live-client.ts';
import type { Four, Triple } from './live-protocol.ts';
import type { LiveScene } from './live-scene.ts';
import type { LiveStore } from './live-state.ts';
import { cameraAxes, minus, plus, scaled } from './project-point.ts';
import { rotateBy } from './pull-spring.ts';

/** A press that moves less than this is a click [CSS px]. */
const STILL = 4;
/** Step of the hand and of a body per key, as a fraction of the radius of the body; step of a rotation [rad]. */
const NUDGE = 0.3;
const ROTATION_STEP = Math.PI / 36;

export interface LiveContext {
  readonly studio: Studio;
  readonly view: View;
  readonly client: LiveClient;
  readonly scene: LiveScene;
  readonly state: LiveStore;
  readonly signal: AbortSignal;
}

/** A body that is moved or rotated by its gizmo. */
interface Held {
  readonly body: number;
  readonly handle: GizmoHandle;
  readonly place: GizmoPlace;
  readonly from: readonly [number, number];
  readonly position: Triple;
  readonly orientation: Four;
}

/** Pulling, moving and rotating of bodies with pointer and keys. */
export function createLiveTools(context: LiveContext) {
  const { view, client, scene, state, studio, signal } = context;
  let held: Held | undefined;
  /** Where the hand of the keys is; undefined: it holds nothing. */
  let hand: Triple | undefined;

  const release = () => {
    hand = undefined;
    client.command({ kind: 'release' });
  };
  const pullTo = (body: number, point: Triple, target: Triple) =>
    client.command({ kind: 'pull', body, point, target, strength: state.get().strength });

  let grabbed: Triple = [0, 0, 0];
  const onDrag = ({ phase, body, from, to }: Drag) => {
    const { structure } = state.get();
    const reason = structure?.limits.pull;
    if (phase === 'start') {
      state.set({ selected: body });
      hand = undefined;
      if (reason !== undefined) studio.announce(reason);
      grabbed = pointInBody(scene, body, from);
    }
    if (reason !== undefined || structure?.bodies[body]?.motion !== 'free') return;
    if (phase === 'end' || phase === 'cancel') release();
    else pullTo(body, grabbed, to);
  };
  state.follow(
    ['tool'],
    ({ tool }) => {
      hand = undefined;
      client.command({ kind: 'release' });
      view.setDragging(tool === 'pull' ? onDrag : undefined);
    },
    signal,
  );

  const placeOf = (at: Triple): GizmoPlace => {
    const { clientWidth: width, clientHeight: height } = view.element;
    return { camera: view.camera(), width: Math.max(width, 1), height: Math.max(height, 1), at };
  };
  const positionIn = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = view.element.getBoundingClientRect();
    return [clientX - left, clientY - top] as const;
  };
  const hold = (body: number, position: Triple, orientation: Four) =>
    client.command({ kind: 'hold', body, position, orientation });

  listenForGizmo(context, {
    take(event) {
      const { tool, selected, structure } = state.get();
      if (tool === 'pull' || selected < 0 || structure?.limits.hold !== undefined) return false;
      const { position, orientation } = scene.body(selected);
      const place = placeOf(position);
      const from = positionIn(event);
      const handle = handleAt(tool, place, ...from);
      if (handle === undefined) return false;
      held = { body: selected, handle, place, from, position, orientation };
      return true;
    },
    move(event) {
      if (!held) return;
      const { body, handle, place, from, position, orientation } = held;
      const to = positionIn(event);
      if (state.get().tool === 'move') {
        hold(body, plus(position, moveBy(place, handle, [to[0] - from[0], to[1] - from[1]])), orientation);
      } else if (handle !== 'centre') {
        hold(body, position, rotated(orientation, handle, rotateByDrag(place, handle, from, to)));
      }
    },
    end() {
      if (held) client.command({ kind: 'drop' });
      held = undefined;
    },
  });

  return {
    /** The handles of the selected body. */
    marks(): Mark[] {
      const { tool, selected, structure } = state.get();
      if (tool === 'pull' || selected < 0 || structure?.limits.hold !== undefined) return [];
      return gizmoMarks(tool, placeOf(scene.body(selected).position));
    },
    release,
    /** Moves the hand, or the selected body, by a step of a key along the axes of the screen or the world. */
    nudge(right: number, up: number, away: number) {
      const { tool, selected, structure } = state.get();
      const body = structure?.bodies[selected];
      if (!structure || !body) {
        studio.announce('Select a body first: keys pull, move or rotate it.');
        return;
      }
      const reason = tool === 'pull' ? structure.limits.pull : structure.limits.hold;
      if (reason !== undefined) {
        studio.announce(reason);
        return;
      }
      const { position } = scene.body(selected);
      const size = NUDGE * (Number.isFinite(body.radius) ? body.radius : 1);
      if (tool === 'rotate') {
        const axis = right !== 0 ? 2 : up !== 0 ? 0 : 1;
        client.command({
          kind: 'shift',
          body: selected,
          by: [0, 0, 0],
          axis,
          angle: ROTATION_STEP * (right + up + away),
        });
        return;
      }
      const axes = cameraAxes(view.camera());
      const way = plus(plus(scaled(axes.right, size * right), axes.up, size * up), axes.forward, size * away);
      if (tool === 'pull') {
        hand = plus(hand ?? position, way);
        pullTo(selected, [0, 0, 0], hand);
      } else {
        client.command({ kind: 'shift', body: selected, by: way, axis: 0, angle: 0 });
      }
    },
  };
}

/** A point of the world in the axes of a body, from the origin of its shape. */
function pointInBody(scene: LiveScene, body: number, point: Triple): Triple {
  const { position, orientation } = scene.body(body);
  const [w, x, y, z] = orientation;
  return rotateBy([w, -x, -y, -z], minus(point, position));
}

interface GizmoListener {
  /** Whether the press takes a handle: the camera then does not move. */
  take(event: PointerEvent): boolean;
  move(event: PointerEvent): void;
  end(): void;
}

/** Presses on handles of the gizmo, before the camera sees them; others that do not move select a body. */
function listenForGizmo({ view, state, signal }: LiveContext, { take, move, end }: GizmoListener): void {
  const { element: box } = view;
  let isTaken = false;
  let pressed: readonly [number, number] | undefined;
  box.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      pressed = [event.clientX, event.clientY];
      isTaken = take(event);
      if (!isTaken) return;
      pressed = undefined;
      event.stopPropagation();
      box.setPointerCapture(event.pointerId);
    },
    { capture: true, signal },
  );
  box.addEventListener(
    'pointermove',
    (event) => {
      if (!isTaken) return;
      event.stopPropagation();
      move(event);
    },
    { capture: true, signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const) {
    box.addEventListener(
      type,
      ({ clientX, clientY }) => {
        if (isTaken) end();
        else if (pressed && Math.hypot(clientX - pressed[0], clientY - pressed[1]) < STILL) {
          const picked = view.pick(clientX, clientY);
          state.set({ selected: picked?.kind === 'body' ? picked.body : -1 });
        }
        isTaken = false;
        pressed = undefined;
      },
      { capture: true, signal },
    );
  }
}
