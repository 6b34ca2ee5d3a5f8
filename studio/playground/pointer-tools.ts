import * as THREE from 'three';
import type { Point } from '../view/view.ts';
import type { Mode, Quad, Side, Triple } from './play-state.ts';
import type { Stage } from './stage.ts';

/** Distance within which a press takes the tip of a velocity arrow [CSS px], with a mouse and with a finger. */
const TIP_REACH = 11;
const FINGER_REACH = 22;
/** Movement that scales a body by e, and that rotates it by a radian [CSS px]. */
const PER_SCALE = 220;
const PER_RADIAN = 160;

/** A change of a body by the pointer. */
export type Edit =
  | { readonly kind: 'position'; readonly position: Triple }
  | { readonly kind: 'rotation'; readonly rotation: Quad }
  /** Relative to the shape at the start of the gesture. */
  | { readonly kind: 'scale'; readonly factors: Triple }
  | { readonly kind: 'tip'; readonly tip: Point };

export interface PointerTarget {
  readonly mode: Mode;
  readonly planar: boolean;
  readonly selected: Side;
  readonly position: Triple;
  readonly rotation: Quad;
}

export interface PointerTools {
  /** Puts the gizmo at the selected body. */
  setTarget(target: PointerTarget): void;
  setTips(tips: readonly { readonly side: Side; readonly at: Point }[]): void;
}

interface Listeners {
  select(side: Side): void;
  /** `end` of a gesture has no edit. */
  edit(side: Side, edit: Edit | undefined, phase: 'start' | 'move' | 'end'): void;
}

type Gesture = (event: PointerEvent) => Edit | undefined;

/** Mouse and touch: the gizmo, the bodies themselves, and the tips of velocity arrows; all else moves the camera. */
export function createPointerTools(stage: Stage, listeners: Listeners, signal: AbortSignal): PointerTools {
  const { canvas, gizmo, handle } = stage;
  const ray = new THREE.Raycaster();
  let target: PointerTarget | undefined;
  let tips: Parameters<PointerTools['setTips']>[0] = [];
  let gesture:
    | { readonly side: Side; readonly id: number; readonly move: Gesture; readonly end?: () => void }
    | undefined;

  const positionOf = ({ clientX, clientY, button }: PointerEvent) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return { x: (2 * (clientX - left)) / width - 1, y: 1 - (2 * (clientY - top)) / height, button };
  };
  const aim = (event: PointerEvent) => {
    const { x, y } = positionOf(event);
    ray.params.Line.threshold = ray.params.Points.threshold = 6 * stage.pixel();
    ray.setFromCamera(new THREE.Vector2(x, y), stage.activeCamera());
    return ray;
  };
  /** The point under the pointer in a plane through `through`: that of planar pairs, or one that faces the camera. */
  const pointAt = (event: PointerEvent, through: THREE.Vector3): THREE.Vector3 => {
    const facing = target?.planar
      ? new THREE.Vector3(0, 0, 1)
      : stage.activeCamera().getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, through);
    return aim(event).ray.intersectPlane(plane, new THREE.Vector3()) ?? through.clone();
  };
  const hover = (event: PointerEvent) => {
    if (gizmo.enabled) gizmo.pointerHover(positionOf(event) as unknown as PointerEvent);
    return gizmo.enabled && gizmo.axis !== null;
  };
  const tipAt = (event: PointerEvent) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const reach = event.pointerType === 'touch' ? FINGER_REACH : TIP_REACH;
    return tips.find(({ at }) => {
      const { x, y } = new THREE.Vector3(...at).project(stage.activeCamera());
      const [dx, dy] = [(0.5 + 0.5 * x) * width + left - event.clientX, (0.5 - 0.5 * y) * height + top - event.clientY];
      return Math.hypot(dx, dy) < reach;
    });
  };
  const bodyAt = (event: PointerEvent) => {
    const hits = aim(event).intersectObjects([stage.bodies.A.object, stage.bodies.B.object], true);
    const hit = hits.find(({ object }) => !object.parent?.userData['isGround']);
    return hit && { side: hit.object.parent?.userData['side'] as Side, point: hit.point };
  };

  /** The gizmo at the selected body. */
  const gizmoGesture = (event: PointerEvent, { mode }: PointerTarget): Gesture => {
    handle.scale.setScalar(1);
    gizmo.pointerDown(positionOf(event) as unknown as PointerEvent);
    return (moved) => {
      gizmo.pointerMove({ ...positionOf(moved), button: -1 } as unknown as PointerEvent);
      if (mode === 'rotate') return { kind: 'rotation', rotation: rotationOf(handle.quaternion) };
      if (mode === 'scale')
        return { kind: 'scale', factors: handle.scale.toArray().map(positive) as unknown as Triple };
      return { kind: 'position', position: handle.position.toArray() };
    };
  };
  /** A body taken by itself: moved in a plane, rotated about the axes of the screen, scaled, or given a velocity. */
  const bodyGesture = (event: PointerEvent, at: THREE.Vector3, { mode, planar }: PointerTarget): Gesture => {
    const position = handle.position.clone();
    const rotation = handle.quaternion.clone();
    const [x, y] = [event.clientX, event.clientY];
    if (mode === 'velocity') {
      return (moved) => ({ kind: 'tip', tip: pointAt(moved, position).toArray() });
    }
    if (mode === 'scale') {
      return (moved) => {
        const factor = Math.exp((moved.clientX - x - moved.clientY + y) / PER_SCALE);
        return { kind: 'scale', factors: [factor, factor, factor] };
      };
    }
    if (mode === 'rotate') {
      return (moved) => {
        const right = new THREE.Vector3(1, 0, 0).applyQuaternion(stage.activeCamera().quaternion);
        const up = planar
          ? new THREE.Vector3(0, 0, 1)
          : new THREE.Vector3(0, 1, 0).applyQuaternion(stage.activeCamera().quaternion);
        const turn = new THREE.Quaternion().setFromAxisAngle(up, (moved.clientX - x) / PER_RADIAN);
        if (!planar) turn.multiply(new THREE.Quaternion().setFromAxisAngle(right, (moved.clientY - y) / PER_RADIAN));
        return { kind: 'rotation', rotation: rotationOf(turn.multiply(rotation)) };
      };
    }
    const from = pointAt(event, at);
    return (moved) => {
      const to = pointAt(moved, at).sub(from).add(position);
      return { kind: 'position', position: to.toArray() };
    };
  };

  const begin = (event: PointerEvent): { side: Side; move: Gesture; end?: () => void } | undefined => {
    if (target === undefined || event.button !== 0) return undefined;
    const tip = tipAt(event);
    if (tip) {
      const through = new THREE.Vector3(...tip.at);
      return { side: tip.side, move: (moved) => ({ kind: 'tip', tip: pointAt(moved, through).toArray() }) };
    }
    if (hover(event)) {
      const end = () => gizmo.pointerUp({ ...positionOf(event), button: 0 } as unknown as PointerEvent);
      return { side: target.selected, move: gizmoGesture(event, target), end };
    }
    const body = bodyAt(event);
    if (body === undefined) return undefined;
    listeners.select(body.side);
    return { side: body.side, move: bodyGesture(event, body.point, target) };
  };

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (gesture !== undefined) return;
      const begun = begin(event);
      if (begun === undefined) return;
      // the camera does not move
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
      gesture = { ...begun, id: event.pointerId };
      listeners.edit(begun.side, undefined, 'start');
    },
    { capture: true, signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (gesture === undefined) {
        if (event.buttons === 0 && target) {
          canvas.style.cursor = tipAt(event) || hover(event) || bodyAt(event) ? 'grab' : '';
          stage.invalidate();
        }
        return;
      }
      event.stopImmediatePropagation();
      if (event.pointerId === gesture.id) listeners.edit(gesture.side, gesture.move(event), 'move');
    },
    { capture: true, signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(
      end,
      (event) => {
        if (gesture === undefined || event.pointerId !== gesture.id) return;
        event.stopImmediatePropagation();
        const { side, end: finish } = gesture;
        finish?.();
        gesture = undefined;
        listeners.edit(side, undefined, 'end');
      },
      { capture: true, signal },
    );
  }
  return {
    setTarget(next) {
      target = next;
      // the gizmo moves its handle itself while it is dragged
      if (gizmo.dragging) return;
      handle.position.set(...next.position);
      const [w, x, y, z] = next.rotation;
      handle.quaternion.set(x, y, z, w).normalize();
      handle.scale.setScalar(1);
      stage.invalidate();
    },
    setTips(next) {
      tips = next;
    },
  };
}

function rotationOf({ w, x, y, z }: THREE.Quaternion): Quad {
  return [w, x, y, z];
}

/** The gizmo may pass through zero. */
function positive(factor: number): number {
  return Math.max(0.02, Math.abs(factor));
}
