import * as THREE from 'three';

/** Grid lines on each side of the centre. */
const LINES = 40;

/** A grid in a plane whose spacing follows the zoom: 1, 2 or 5 times a power of ten. */
export interface Grid {
  readonly object: THREE.Object3D;
  /** `plane`: normal of the grid. `around`: where it is drawn. `height`: what the camera sees [m]. Returns the spacing [m]. */
  update(plane: THREE.Vector3, around: THREE.Vector3, height: number): number;
  setColors(line: THREE.Color, axis: THREE.Color): void;
  dispose(): void;
}

export function createGrid(): Grid {
  const lines = createLines();
  const axes = createLines();
  const object = new THREE.Group();
  object.add(lines, axes);
  let drawn = '';
  return {
    object,
    update(plane, around, height) {
      const spacing = niceLength(height / 12);
      const basis = Math.abs(plane.z) > 0.5 ? [X, Y] : Math.abs(plane.y) > 0.5 ? [X, Z] : [Y, Z];
      const [u0, v0] = basis.map((axis) => Math.round(around.dot(axis) / spacing));
      const key = [spacing, u0, v0, plane.toArray()].join();
      if (key === drawn) return spacing;
      drawn = key;
      const put = (geometry: THREE.BufferGeometry, isAxis: boolean) => {
        const points: THREE.Vector3[] = [];
        const at = (u: number, v: number) =>
          new THREE.Vector3().addScaledVector(basis[0], u * spacing).addScaledVector(basis[1], v * spacing);
        for (let k = -LINES; k <= LINES; k++) {
          if ((u0 + k === 0) === isAxis) points.push(at(u0 + k, v0 - LINES), at(u0 + k, v0 + LINES));
          if ((v0 + k === 0) === isAxis) points.push(at(u0 - LINES, v0 + k), at(u0 + LINES, v0 + k));
        }
        geometry.setFromPoints(points);
      };
      for (const [part, isAxis] of [
        [lines, false],
        [axes, true],
      ] as const) {
        part.geometry.dispose();
        part.geometry = new THREE.BufferGeometry();
        put(part.geometry, isAxis);
      }
      return spacing;
    },
    setColors(line, axis) {
      lines.material.color.copy(line);
      axes.material.color.copy(axis);
    },
    dispose() {
      for (const part of [lines, axes]) {
        part.geometry.dispose();
        part.material.dispose();
      }
    },
  };
}

const X = new THREE.Vector3(1, 0, 0);
const Y = new THREE.Vector3(0, 1, 0);
const Z = new THREE.Vector3(0, 0, 1);

/** Drawn first and without depth, to avoid z-fighting with bodies in its plane. */
function createLines(): THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> {
  const material = new THREE.LineBasicMaterial({ depthWrite: false });
  const lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
  lines.renderOrder = -1;
  lines.raycast = () => {};
  lines.frustumCulled = false;
  return lines;
}

/** The largest of 1, 2, 5 times a power of ten that is not above `length`. */
export function niceLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const fraction = length / power;
  return power * (fraction >= 5 ? 5 : fraction >= 2 ? 2 : 1);
}
