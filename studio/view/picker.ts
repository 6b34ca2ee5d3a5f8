import * as THREE from 'three';
import type { OverlayName } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import type { CameraRig } from './camera-rig.ts';
import { isPlanar } from './first-camera.ts';
import { rowsNow } from './overlays/contact-marks.ts';
import type { Shown } from './shown.ts';
import type { Point, SurfacePoint } from './view.ts';

/** A press this close to a contact point selects it; also the pick radius of lines and points [CSS px]. */
const CONTACT_REACH = 9;
const LINE_REACH = 4;

interface PickPlace {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  shown(): Shown | undefined;
  actor(): BodyActor | undefined;
  overlays(): ReadonlySet<OverlayName>;
  /** Points on its negative side are cut off. */
  section(): THREE.Plane | undefined;
}

/** Picks objects at positions of the page [CSS px of the client area]. */
export interface Picker {
  /** -1 for none. */
  bodyAt(clientX: number, clientY: number): number;
  /** A row of the contacts that are drawn; -1 for none. */
  contactAt(clientX: number, clientY: number): number;
  /** In the plane through `through` that faces the camera; in planar worlds z = 0. */
  pointAt(clientX: number, clientY: number, through?: Point): Point;
  /** On the surface of a body; it moves with it, also where the body deforms. */
  surfaceAt(clientX: number, clientY: number): SurfacePoint | undefined;
}

export function createPicker({ canvas, rig, shown, actor, overlays, section }: PickPlace): Picker {
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
  /** The nearest visible part of a body; transparent parts only where nothing else is behind them. */
  const hitAt = (clientX: number, clientY: number, isWanted = (_: THREE.Intersection) => true) => {
    const drawn = actor();
    if (drawn === undefined) return undefined;
    const plane = section();
    const hits = aim(clientX, clientY)
      .intersectObject(drawn.object, true)
      .filter((hit) => drawn.bodyOf(hit) >= 0 && isWanted(hit) && !(plane && plane.distanceToPoint(hit.point) < 0));
    return hits.find((hit) => !isTransparent(hit)) ?? hits[0];
  };
  return {
    bodyAt(clientX, clientY) {
      const hit = hitAt(clientX, clientY);
      return hit ? (actor()?.bodyOf(hit) ?? -1) : -1;
    },
    surfaceAt(clientX, clientY) {
      const hit = hitAt(clientX, clientY, ({ object }) => object instanceof THREE.Mesh);
      return hit && { body: actor()?.bodyOf(hit) ?? -1, now: followSurface(hit) };
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

/** A part that is drawn see-through: of a body that hides others, a wall, a trigger. */
function isTransparent({ object, point }: THREE.Intersection): boolean {
  if (!(object instanceof THREE.Mesh)) return false;
  const [material] = [object.material].flat() as THREE.Material[];
  const isCutOff = (material.clippingPlanes ?? []).some((plane) => plane.distanceToPoint(point) < 0);
  return isCutOff || (material.transparent && material.opacity < 0.2);
}

/** The position of a hit point of a mesh after the mesh moved or deformed. */
function followSurface({ object, face, point, instanceId }: THREE.Intersection): () => Point {
  const mesh = object as THREE.Mesh;
  const matrix = () => {
    const world = mesh.matrixWorld.clone();
    if (!(mesh instanceof THREE.InstancedMesh) || instanceId === undefined) return world;
    const own = new THREE.Matrix4();
    mesh.getMatrixAt(instanceId, own);
    return world.multiply(own);
  };
  const local = point.clone().applyMatrix4(matrix().invert());
  if (!face) return () => local.clone().applyMatrix4(matrix()).toArray();
  const corner = (i: number) => mesh.getVertexPosition(i, new THREE.Vector3());
  const corners = () => [corner(face.a), corner(face.b), corner(face.c)] as const;
  const weights = new THREE.Vector3();
  const isProper = THREE.Triangle.getBarycoord(local, ...corners(), weights) !== null;
  return () => {
    const now = local.clone();
    if (isProper) {
      const [a, b, c] = corners();
      now.set(0, 0, 0).addScaledVector(a, weights.x).addScaledVector(b, weights.y).addScaledVector(c, weights.z);
    }
    return now.applyMatrix4(matrix()).toArray();
  };
}
