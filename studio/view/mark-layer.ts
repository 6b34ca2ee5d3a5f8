import * as THREE from 'three';
import type { Mark, Point } from './view.ts';

/** Sizes on the screen [CSS px]. */
const SHAFT = 1.2;
const HEAD_WIDTH = 4;
const HEAD_LENGTH = 11;
const POINT = 3.6;

/** Arrows of many are thinner than those of few. */
const weightOf = (mark: Mark) => (mark.kind === 'arrow' && mark.thin ? 0.6 : 1);

/** Points, lines and arrows of constant thickness on the screen, visible through bodies. */
export interface MarkLayer {
  readonly object: THREE.Object3D;
  set(marks: readonly Mark[]): void;
  /** Size of a pixel in the world at the target of the camera [m]. */
  setPixel(size: number): void;
  marks(): readonly Mark[];
  dispose(): void;
}

export function createMarkLayer(): MarkLayer {
  const object = new THREE.Group();
  object.renderOrder = 10;
  // along z from 0 to 1
  const shafts = createInstances(
    object,
    new THREE.CylinderGeometry(1, 1, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  );
  const heads = createInstances(object, new THREE.ConeGeometry(1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, -0.5));
  const points = createInstances(object, new THREE.SphereGeometry(1, 12, 8));
  let shown: readonly Mark[] = [];
  let pixel = 1;
  const update = () => {
    const lines = shown.filter((mark) => mark.kind !== 'point');
    const arrows = lines.filter((mark) => mark.kind === 'arrow');
    shafts.set(lines, (place, mark) => {
      const length = aim(place, mark.from, mark.to);
      const weight = weightOf(mark);
      const head = mark.kind === 'arrow' ? Math.min(weight * HEAD_LENGTH * pixel, length) : 0;
      place.scale.set(weight * SHAFT * pixel, weight * SHAFT * pixel, Math.max(length - head, 1e-9 * pixel));
    });
    heads.set(arrows, (place, mark) => {
      const length = aim(place, mark.from, mark.to);
      place.position.set(...mark.to);
      // short arrows have small heads, so the length stays readable
      const fraction = Math.min(weightOf(mark), length / (HEAD_LENGTH * pixel));
      place.scale.set(HEAD_WIDTH * pixel * fraction, HEAD_WIDTH * pixel * fraction, HEAD_LENGTH * pixel * fraction);
    });
    points.set(
      shown.filter((mark) => mark.kind === 'point'),
      (place, mark) => {
        place.position.set(...mark.at);
        place.quaternion.identity();
        place.scale.setScalar(POINT * pixel);
      },
    );
  };
  return {
    object,
    set(marks) {
      shown = marks;
      update();
    },
    setPixel(size) {
      if (size === pixel) return;
      pixel = size;
      update();
    },
    marks: () => shown,
    dispose() {
      for (const instances of [shafts, heads, points]) instances.dispose();
    },
  };
}

const Z = new THREE.Vector3(0, 0, 1);
const way = new THREE.Vector3();

/** Puts an object at `from` with its z axis towards `to`; returns the distance [m]. */
function aim(place: THREE.Object3D, from: Point, to: Point): number {
  way.set(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const length = way.length();
  place.position.set(...from);
  if (length > 0) place.quaternion.setFromUnitVectors(Z, way.divideScalar(length));
  return length;
}

/** Instances of one geometry. */
function createInstances(parent: THREE.Object3D, geometry: THREE.BufferGeometry) {
  const material = new THREE.MeshBasicMaterial({ depthTest: false, transparent: true });
  const place = new THREE.Object3D();
  const color = new THREE.Color();
  let mesh = new THREE.InstancedMesh(geometry, material, 16);
  const adopt = () => {
    mesh.frustumCulled = false;
    mesh.renderOrder = 10;
    mesh.raycast = () => {};
    parent.add(mesh);
  };
  adopt();
  return {
    set<Item extends { readonly color: string }>(
      items: readonly Item[],
      put: (place: THREE.Object3D, item: Item) => void,
    ): void {
      if (items.length > mesh.instanceMatrix.count) {
        parent.remove(mesh);
        mesh.dispose();
        mesh = new THREE.InstancedMesh(geometry, material, 2 * items.length);
        adopt();
      }
      mesh.count = items.length;
      let painted = '';
      for (const [i, item] of items.entries()) {
        put(place, item);
        place.updateMatrix();
        mesh.setMatrixAt(i, place.matrix);
        // most marks have the colour of the previous one
        if (item.color !== painted) color.set(item.color);
        painted = item.color;
        mesh.setColorAt(i, color);
      }
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    },
    dispose(): void {
      mesh.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}
