import type { CameraState } from '../session/session.ts';
import type { Mark } from '../view/view.ts';
import type { Four, Triple } from './live-protocol.ts';
import { cameraAxes, cross, dot, plus, projectPoint, scaled } from './project-point.ts';

export type GizmoTool = 'move' | 'rotate';

/** A handle of the gizmo: an axis, or the centre (moves in the plane of the screen). */
export type GizmoHandle = 0 | 1 | 2 | 'centre';

export const AXES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Names and colours of the axes, as in most programs. */
const COLORS = ['#d64545', '#3a9d4c', '#3a77d6'];
const NAMES = ['x', 'y', 'z'];
/** Length of the handles, pick distance and size of the centre [CSS px]. */
const LENGTH = 84;
const REACH = 12;
/** Lines of a ring. */
const SIDES = 40;

export interface GizmoPlace {
  readonly camera: CameraState;
  readonly width: number;
  readonly height: number;
  /** Centre of the gizmo [m]. */
  readonly at: Triple;
}

/** Length of a handle in the world [m]. */
function handleLength({ camera, height, at }: GizmoPlace): number {
  const { forward, distance } = cameraAxes(camera);
  const depth = camera.projection === 'orthographic' ? distance : dot(plus(at, camera.eye, -1), forward);
  return (LENGTH * camera.height * depth) / (distance * height);
}

/** Points of the ring about an axis. */
function ringPoints(place: GizmoPlace, axis: number): Triple[] {
  const [u, v] = [AXES[(axis + 1) % 3], AXES[(axis + 2) % 3]];
  const radius = handleLength(place);
  return Array.from({ length: SIDES + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / SIDES;
    return plus(plus(place.at, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
  });
}

export function gizmoMarks(tool: GizmoTool, place: GizmoPlace): Mark[] {
  return AXES.flatMap((axis, k): Mark[] => {
    const color = COLORS[k];
    if (tool === 'move') {
      return [{ kind: 'arrow', from: place.at, to: plus(place.at, axis, handleLength(place)), color, label: NAMES[k] }];
    }
    const points = ringPoints(place, k);
    return points.slice(1).map((to, i) => ({
      kind: 'line',
      from: points[i],
      to,
      color,
      ...(i === SIDES / 8 && { label: NAMES[k] }),
    }));
  });
}

/** The handle at a position of the picture [CSS px]; undefined for none. */
export function handleAt(tool: GizmoTool, place: GizmoPlace, x: number, y: number): GizmoHandle | undefined {
  const [cx, cy] = projectPoint(place.camera, place, place.at);
  if (tool === 'move' && Math.hypot(x - cx, y - cy) < REACH) return 'centre';
  const distances = AXES.map((axis, k) => {
    const points = tool === 'move' ? [place.at, plus(place.at, axis, handleLength(place))] : ringPoints(place, k);
    const drawn = points.map((point) => projectPoint(place.camera, place, point));
    return Math.min(...drawn.slice(1).map((to, i) => segmentDistance([x, y], drawn[i], to)));
  });
  const best = distances.indexOf(Math.min(...distances));
  return distances[best] < REACH ? (best as 0 | 1 | 2) : undefined;
}

function segmentDistance(
  [x, y]: readonly [number, number],
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(dx * dx + dy * dy, 1e-12)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Displacement by a drag of a handle over some pixels [m]. */
export function moveBy(place: GizmoPlace, handle: GizmoHandle, [dx, dy]: readonly [number, number]): Triple {
  const length = handleLength(place);
  if (handle === 'centre') {
    const { right, up } = cameraAxes(place.camera);
    const perPixel = length / LENGTH;
    return plus(scaled(right, perPixel * dx), up, -perPixel * dy);
  }
  const [ax, ay] = projectPoint(place.camera, place, place.at);
  const [bx, by] = projectPoint(place.camera, place, plus(place.at, AXES[handle], length));
  const [ux, uy] = [bx - ax, by - ay];
  // an axis that points at the viewer cannot be followed
  const size = Math.max(ux * ux + uy * uy, 100);
  return scaled(AXES[handle], (length * (dx * ux + dy * uy)) / size);
}

/** Angle about an axis by a drag from one position of the picture to another [rad]. */
export function rotateByDrag(
  place: GizmoPlace,
  axis: 0 | 1 | 2,
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  const [cx, cy] = projectPoint(place.camera, place, place.at);
  const angle = ([x, y]: readonly [number, number]) => Math.atan2(-(y - cy), x - cx);
  const difference = Math.atan2(Math.sin(angle(to) - angle(from)), Math.cos(angle(to) - angle(from)));
  const isTowards = dot(cameraAxes(place.camera).forward, AXES[axis]) < 0;
  return isTowards ? difference : -difference;
}

/** A quaternion after a rotation about a world axis. */
export function rotated([w, x, y, z]: Four, axis: 0 | 1 | 2, angle: number): Four {
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const n = scaled(AXES[axis], s);
  const v: Triple = [x, y, z];
  const vector = plus(plus(scaled(v, c), n, w), cross(n, v));
  return [c * w - dot(n, v), ...vector];
}
