import type { CameraRig } from './camera-rig.ts';
import { velocityScale } from './overlays/velocity-marks.ts';
import type { Shown } from './shown.ts';
import type { Drag, Point } from './view.ts';

/** A press this close to the tip of a velocity arrow drags it [CSS px]. */
const BOUNDING_RADIUS = 12;

interface FrictionPoint {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  bodyAt(clientX: number, clientY: number): number;
  pointAt(clientX: number, clientY: number, through?: Point): Point;
  shown(): Shown | undefined;
  restHand(): 'rotate' | 'move';
  readonly signal: AbortSignal;
}

/** Dragging of bodies and the tips of their velocity arrows, if there is a listener. The background still moves the camera. */
export function createDragger({ canvas, rig, bodyAt, pointAt, shown, restHand, signal }: FrictionPoint) {
  let listener: ((drag: Drag) => void) | undefined;
  let held: { readonly body: number; readonly part: Drag['part']; readonly from: Point } | undefined;

  const take = (event: PointerEvent) => {
    const now = shown();
    if (now === undefined) return undefined;
    const { recording } = now.recorded;
    const { x, y, z, vx, vy, vz } = recording.frames.columns;
    const scale = velocityScale(now);
    for (let body = 0; body < recording.bodies.length; body++) {
      const row = now.frame * recording.bodies.length + body;
      if (vx[row] === 0 && vy[row] === 0 && vz[row] === 0) continue;
      const tip: Point = [x[row] + scale * vx[row], y[row] + scale * vy[row], z[row] + scale * vz[row]];
      const at = pointAt(event.clientX, event.clientY, tip);
      if (Math.hypot(at[0] - tip[0], at[1] - tip[1], at[2] - tip[2]) < BOUNDING_RADIUS * rig.pixel())
        return { body, part: 'velocity', from: at } as const;
    }
    const body = bodyAt(event.clientX, event.clientY);
    if (body < 0) return undefined;
    const row = now.frame * recording.bodies.length + body;
    return { body, part: 'body', from: pointAt(event.clientX, event.clientY, [x[row], y[row], z[row]]) } as const;
  };
  const notify = (phase: Drag['phase'], event: PointerEvent) => {
    if (held) listener?.({ phase, ...held, to: pointAt(event.clientX, event.clientY, held.from) });
  };
  // before the camera controls, which listen on the same canvas
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (listener === undefined || event.button !== 0) return;
      held = take(event);
      if (held === undefined) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      rig.setHand('none');
      notify('start', event);
    },
    { capture: true, signal },
  );
  canvas.addEventListener('pointermove', (event) => notify('move', event), { capture: true, signal });
  const release = (phase: 'end' | 'cancel') => (event: PointerEvent) => {
    if (held === undefined) return;
    notify(phase, event);
    held = undefined;
    rig.setHand(restHand());
  };
  canvas.addEventListener('pointerup', release('end'), { capture: true, signal });
  canvas.addEventListener('pointercancel', release('cancel'), { capture: true, signal });
  return {
    setListener(next: ((drag: Drag) => void) | undefined): void {
      listener = next;
    },
  };
}
