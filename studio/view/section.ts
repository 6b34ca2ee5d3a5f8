import * as THREE from 'three';
import { disposeAll } from './body-parts.ts';
import type { CameraRig } from './camera-rig.ts';
import type { Extent } from './extent.ts';

/** A section plane perpendicular to an axis of the world. */
export interface Section {
  readonly axis: 'x' | 'y' | 'z';
  /** Its coordinate on the axis [m]; where the camera travels with the bodies, relative to their centre. */
  readonly position: number;
  /** Which side remains: that of smaller coordinates, or of larger ones. */
  readonly keep: 'below' | 'above';
}

/** A press this close to the handle drags the plane [CSS px]. */
const HANDLE_REACH = 16;
/** The frame of the plane extends this far beyond the bodies, relative to their extent. */
const MARGIN = 0.06;

interface SectionPlace {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  /** Extent of the bodies along the axes of the world, and the centre that it is relative to. */
  surroundings(): { readonly extent: Extent; readonly origin: THREE.Vector3 } | undefined;
  /** The plane was dragged. */
  onDrag(section: Section): void;
  restHand(): 'rotate' | 'move';
  readonly signal: AbortSignal;
}

/** The section plane of a view: its frame, and a handle that drags it along its axis. */
export interface SectionTool {
  readonly object: THREE.Object3D;
  set(section: Section | undefined): void;
  /** The plane that cuts now; points with a negative distance are cut off. */
  plane(): THREE.Plane | undefined;
  /** Moves with the bodies, and keeps the size of the handle on the screen. */
  update(): void;
  setColor(color: THREE.Color): void;
  dispose(): void;
}

const AXES = ['x', 'y', 'z'] as const;

export function createSectionTool(place: SectionPlace): SectionTool {
  const { canvas, rig, signal } = place;
  const object = new THREE.Group();
  const line = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9 });
  const frame = new THREE.LineSegments(new THREE.BufferGeometry(), line);
  const ball = new THREE.MeshBasicMaterial({ depthTest: false, transparent: true });
  const handle = new THREE.Mesh(new THREE.SphereGeometry(1, 20, 12), ball);
  frame.frustumCulled = handle.frustumCulled = false;
  frame.raycast = handle.raycast = () => {};
  handle.renderOrder = 12;
  object.add(frame, handle);
  object.visible = false;
  const plane = new THREE.Plane();
  let section: Section | undefined;
  const isActive = () => section !== undefined && place.surroundings() !== undefined;

  const update = () => {
    const around = place.surroundings();
    object.visible = section !== undefined && around !== undefined;
    if (section === undefined || around === undefined) return;
    const k = AXES.indexOf(section.axis);
    const { extent, origin } = around;
    const sign = section.keep === 'below' ? -1 : 1;
    const at = section.position + origin.getComponent(k);
    plane.normal.set(0, 0, 0).setComponent(k, sign);
    plane.constant = -sign * at;
    const margin = MARGIN * Math.max(...extent.max.map((high, i) => high - extent.min[i]));
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const corner = (su: number, sv: number) => {
      const point = new THREE.Vector3().setComponent(k, at);
      point.setComponent(u, origin.getComponent(u) + (su < 0 ? extent.min[u] - margin : extent.max[u] + margin));
      return point.setComponent(v, origin.getComponent(v) + (sv < 0 ? extent.min[v] - margin : extent.max[v] + margin));
    };
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    frame.geometry.setFromPoints([a, b, b, c, c, d, d, a]);
    handle.position.copy(c).lerp(k === 2 ? b : d, 0.5);
    handle.scale.setScalar(6 * rig.pixel());
  };

  /** The coordinate on the axis where the line of sight passes it nearest. */
  const coordinateAt = (event: PointerEvent, start: THREE.Vector3): number => {
    const k = AXES.indexOf(section?.axis ?? 'x');
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    const [x, y] = [(2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height];
    ray.setFromCamera(new THREE.Vector2(x, y), rig.camera());
    const axis = new THREE.Vector3().setComponent(k, 1);
    const { direction, origin } = ray.ray;
    const between = start.clone().sub(origin);
    const cosine = axis.dot(direction);
    const sine2 = Math.max(1 - cosine * cosine, 1e-6);
    return start.getComponent(k) + (cosine * between.dot(direction) - between.dot(axis)) / sine2;
  };
  let held: THREE.Vector3 | undefined;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (!isActive() || event.button !== 0) return;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const seen = handle.position.clone().project(rig.camera());
      const [x, y] = [(0.5 + 0.5 * seen.x) * width + left, (0.5 - 0.5 * seen.y) * height + top];
      if (Math.hypot(x - event.clientX, y - event.clientY) > HANDLE_REACH) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      rig.setHand('none');
      held = handle.position.clone();
    },
    { capture: true, signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const around = place.surroundings();
      if (held === undefined || section === undefined || around === undefined) return;
      const k = AXES.indexOf(section.axis);
      const position = coordinateAt(event, held) - around.origin.getComponent(k);
      place.onDrag({ ...section, position: Math.min(Math.max(position, around.extent.min[k]), around.extent.max[k]) });
    },
    { capture: true, signal },
  );
  const release = () => {
    if (held) rig.setHand(place.restHand());
    held = undefined;
  };
  canvas.addEventListener('pointerup', release, { capture: true, signal });
  canvas.addEventListener('pointercancel', release, { capture: true, signal });

  return {
    object,
    set(next) {
      section = next;
      update();
    },
    plane: () => (isActive() ? plane : undefined),
    update,
    setColor(color) {
      line.color.copy(color);
      ball.color.copy(color);
    },
    dispose: () => disposeAll(object),
  };
}
