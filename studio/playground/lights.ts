import * as THREE from 'three';
import type { Point } from '../view/view.ts';

/** Texels of the shadow of the bodies on the ground. */
const SHADOW_SIZE = 1024;

/** Sky, sun with soft shadows, and the ground on which they fall. */
export function createLights() {
  const object = new THREE.Group();
  const sky = new THREE.HemisphereLight('#ffffff', '#9a968c', 1.7);
  const sun = new THREE.DirectionalLight('#fff8ec', 2.1);
  const fill = new THREE.DirectionalLight('#dfeaff', 0.6);
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
  sun.shadow.radius = 5;
  sun.shadow.bias = -0.0008;
  const ground = new THREE.Mesh(
    new THREE.CircleGeometry(1, 48),
    new THREE.ShadowMaterial({ opacity: 0.22, depthWrite: false }),
  );
  ground.receiveShadow = true;
  ground.raycast = () => {};
  object.add(sky, sun, sun.target, fill, fill.target, ground);
  return {
    object,
    /** The bodies are within `radius` of `center`; the ground is at the height `floor` [m]. */
    aim(center: Point, radius: number, floor: number, hasGround: boolean): void {
      const [x, y, z] = center;
      sun.position.set(x + 2.2 * radius, y - 2.6 * radius, z + 5 * radius);
      sun.target.position.set(x, y, z);
      sun.target.updateMatrixWorld();
      fill.position.set(x - 3 * radius, y - 2 * radius, z + radius);
      fill.target.position.set(x, y, z);
      fill.target.updateMatrixWorld();
      const { camera } = sun.shadow;
      const reach = 2.2 * radius;
      Object.assign(camera, {
        left: -reach,
        right: reach,
        top: reach,
        bottom: -reach,
        near: 0.1 * radius,
        far: 14 * radius,
      });
      sun.shadow.normalBias = 0.03 * radius;
      camera.updateProjectionMatrix();
      ground.visible = hasGround;
      ground.position.set(x, y, floor);
      ground.scale.setScalar(8 * radius);
    },
    dispose(): void {
      ground.geometry.dispose();
      ground.material.dispose();
      sun.dispose();
    },
  };
}
