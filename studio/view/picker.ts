import * as THREE from 'three';
import type { OverlayName } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import type { CameraRig } from './camera-rig.ts';
import { isPlanar } from './first-camera.ts';
import { rowsNow } from './overlays/contact-marks.ts';
import type { Shown } from './shown.ts';
import type { Point } from './view.ts';

/** A press this close to a contact point selects it; also the pick radius of lines and points [CSS px]. */
const CONTACT_REACH = 9;
const LINE_REACH = 4;

interface PickPlace {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  shown(): Shown | undefined;
  actor(): BodyActor | undefined;
  overlays(): ReadonlySet<OverlayName>;
}

/** Picks objects at positions of the page [CSS px of the client area]. */
export interface Picker {
  /** -1 for none. */
  bodyAt(clientX: number, clientY: number): number;
  /** A row of the contacts that are drawn; -1 for none. */
  contactAt(clientX: number, clientY: number): number;
  /** In the plane through `through` that faces the camera; in planar worlds z = 0. */
  pointAt(clientX: number, clientY: number, through?: Point): Point;
}

export function createPicker({ canvas, rig, shown, actor, overlays }: PickPlace): Picker {
  const ray = new THREE.Raycaster();
  const aim = (clientX: number, clientY: number) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    ray.params.Line.threshold = ray.params.Points.threshold = LINE_REACH * rig.pixel();
    ray.setFromCamera(
      new THREE.Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height),
      rig.camera(),
    );
    return ray;
  };
  return {
    bodyAt(clientX, clientY) {
      const drawn = actor();
      if (drawn === undefined) return -1;
      const hits = aim(clientX, clientY).intersectObject(drawn.object, true);
      return hits.map((hit) => drawn.bodyOf(hit)).find((body) => body >= 0) ?? -1;
    },
    contactAt(clientX, clientY) {
      const now = shown();
      const visible = (['manifolds', 'normals', 'impulses'] as const).some((name) => overlays().has(name));
      if (now === undefined || !visible) return -1;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const { recording } = now.recorded;
      const { px, py, pz } = recording.contacts.columns;
      const at = new THREE.Vector3();
      let [best, min] = [-1, CONTACT_REACH];
      for (const row of rowsNow(recording, now.frame, now.time)) {
        at.set(px[row], py[row], pz[row]).project(rig.camera());
        const [x, y] = [(0.5 + 0.5 * at.x) * width + left, (0.5 - 0.5 * at.y) * height + top];
        const distance = Math.hypot(x - clientX, y - clientY);
        if (distance < min) [best, min] = [row, distance];
      }
      return best;
    },
    pointAt(clientX, clientY, through = [0, 0, 0]) {
      const recorded = shown()?.recorded;
      const facing =
        recorded && isPlanar(recorded)
          ? new THREE.Vector3(0, 0, 1)
          : rig.camera().getWorldDirection(new THREE.Vector3());
      const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, new THREE.Vector3(...through));
      const found = aim(clientX, clientY).ray.intersectPlane(plane, new THREE.Vector3());
      return found?.toArray() ?? through;
    },
  };
}
