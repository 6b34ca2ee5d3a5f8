import * as THREE from 'three';
import type { Quad, Triple } from './play-state.ts';

/** Order of the rotations about the axes of the body. */
const ORDER = 'XYZ';

/** The rotation as angles about x, then the new y, then the new z [degrees]. */
export function anglesOf([w, x, y, z]: Quad): Triple {
  const euler = new THREE.Euler().setFromQuaternion(new THREE.Quaternion(x, y, z, w).normalize(), ORDER);
  const degrees = (angle: number) => Math.round(THREE.MathUtils.radToDeg(angle) * 1e6) / 1e6 + 0;
  return [degrees(euler.x), degrees(euler.y), degrees(euler.z)];
}

export function rotationOfAngles(angles: Triple): Quad {
  const [a, b, c] = angles.map(THREE.MathUtils.degToRad);
  const { x, y, z, w } = new THREE.Quaternion().setFromEuler(new THREE.Euler(a, b, c, ORDER));
  return [w, x, y, z];
}

/** The rotation followed by one about a world axis by an angle [degrees]. */
export function rotatedAbout([w, x, y, z]: Quad, axis: Triple, degrees: number): Quad {
  const turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(...axis), THREE.MathUtils.degToRad(degrees));
  const next = turn.multiply(new THREE.Quaternion(x, y, z, w)).normalize();
  return [next.w, next.x, next.y, next.z];
}
