import * as THREE from 'three';
import type { Shape } from '../../src/shapes/shape.ts';
import type { CameraState, Recorded } from '../session/session.ts';
import type { Extent } from './extent.ts';

/** Room around what is shown. */
const MARGIN = 1.15;

/** Do all bodies live in the plane z = 0? */
export function isPlanar({ scene }: Recorded): boolean {
  if (scene.world === 'plane') return true;
  if (scene.world !== 'space') return false;
  const flat = ({ kind, ...shape }: Shape) =>
    kind === 'point' || (kind === 'tiled' && 'dimension' in shape && shape.dimension === 2);
  return scene.bodies.every(({ shape }) => flat(shape));
}

/** The axis that points up: against gravity, else z. */
export function upOf({ scene }: Recorded): THREE.Vector3 {
  const gravity = 'forces' in scene ? scene.forces.gravity : { x: 0, y: 0, z: 0 };
  const { x, y, z } = gravity;
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return new THREE.Vector3(0, 0, 1);
  if (Math.abs(z) === largest) return new THREE.Vector3(0, 0, -Math.sign(z));
  return Math.abs(y) === largest ? new THREE.Vector3(0, -Math.sign(y), 0) : new THREE.Vector3(-Math.sign(x), 0, 0);
}

/** Planar worlds from above without perspective; others somewhat from the right and from above. All of the extent is in sight. */
export function firstCamera(recorded: Recorded, { min, max }: Extent, aspect: number): CameraState {
  const target = new THREE.Vector3(...min).add(new THREE.Vector3(...max)).multiplyScalar(0.5);
  const planar = isPlanar(recorded);
  const up = planar ? new THREE.Vector3(0, 1, 0) : upOf(recorded);
  const back = planar ? new THREE.Vector3(0, 0, 1) : viewDirection(up);
  const [right, screenUp] = screenAxes(back, up);
  let [half, halfWidth] = [0, 0];
  for (let k = 0; k < 8; k++) {
    const corner = new THREE.Vector3(k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]).sub(
      target,
    );
    half = Math.max(half, Math.abs(corner.dot(screenUp)));
    halfWidth = Math.max(halfWidth, Math.abs(corner.dot(right)));
  }
  const height = 2 * MARGIN * Math.max(half, halfWidth / aspect, 1e-9);
  const projection = planar ? 'orthographic' : 'perspective';
  // perspective shows near things larger: a little farther away
  const visible = planar ? height : 1.05 * height;
  const eye = target.clone().addScaledVector(back, 2 * visible);
  return { projection, eye: eye.toArray(), target: target.toArray(), up: up.toArray(), height: visible };
}

function viewDirection(up: THREE.Vector3): THREE.Vector3 {
  const front = Math.abs(up.y) > 0.5 ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0, -1, 0);
  const right = new THREE.Vector3().crossVectors(up, front);
  return front.addScaledVector(right, 0.45).addScaledVector(up, 0.42).normalize();
}

function screenAxes(back: THREE.Vector3, up: THREE.Vector3): [right: THREE.Vector3, up: THREE.Vector3] {
  const right = new THREE.Vector3().crossVectors(up, back).normalize();
  return [right, new THREE.Vector3().crossVectors(back, right)];
}
