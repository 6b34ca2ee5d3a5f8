import * as THREE from 'three';

/** Side of the shadow map [texels]: cheap enough for drawing in software. */
const MAP = 1024;
/** Darkness of a shadow, and softness of its edge [texels]. */
const DARKNESS = 0.5;
const SOFTNESS = 3;

/** Lights: from the sky and from all sides, so that no face is black; a sun with shadows; a weak one at the camera. */
export interface Lighting {
  readonly object: THREE.Object3D;
  /**
   * The sun is fixed relative to the bodies; the fill light moves with the camera. `around` and `size`: centre and largest extent of what
   * moves [m]. `level`: height of the ground along `up` [m].
   */
  update(camera: THREE.Camera, up: THREE.Vector3, around: THREE.Vector3, size: number, level: number): void;
  setShadows(on: boolean): void;
  /** Planar worlds have no ground to receive shadows. */
  setGround(has: boolean): void;
  setDark(dark: boolean): void;
  dispose(): void;
}

export function createLighting(): Lighting {
  const object = new THREE.Group();
  const ambient = new THREE.AmbientLight('#ffffff', 0.75);
  const sky = new THREE.HemisphereLight('#ffffff', '#c4bdb0', 1.35);
  const sun = new THREE.DirectionalLight('#fff8ec', 1.75);
  const fill = new THREE.DirectionalLight('#ffffff', 0.35);
  Object.assign(sun.shadow, { radius: SOFTNESS, intensity: DARKNESS, bias: -0.0006 });
  sun.shadow.mapSize.set(MAP, MAP);
  const floor = createShadowFloor();
  object.add(ambient, sky, sun, sun.target, fill, fill.target, floor);
  let hasShadows = false;
  let hasGround = false;
  const apply = () => {
    sun.castShadow = hasShadows;
    floor.visible = hasShadows && hasGround;
  };
  return {
    object,
    update(camera, up, around, size, level) {
      sky.position.copy(up);
      const [front, right] = groundAxes(up);
      // from the left, above and slightly behind the viewer of the first view
      const toSun = up
        .clone()
        .multiplyScalar(1.5)
        .addScaledVector(front, 0.55)
        .addScaledVector(right, -0.8)
        .normalize();
      sun.position.copy(around).addScaledVector(toSun, 3 * size);
      sun.target.position.copy(around);
      const half = 0.95 * size;
      Object.assign(sun.shadow.camera, { left: -half, right: half, top: half, bottom: -half });
      Object.assign(sun.shadow.camera, { near: 0.5 * size, far: 6 * size });
      sun.shadow.camera.updateProjectionMatrix();
      sun.shadow.normalBias = 0.004 * size;
      fill.position.copy(camera.position);
      fill.target.position.copy(around);
      floor.position.copy(around).addScaledVector(up, level - around.dot(up));
      floor.quaternion.setFromUnitVectors(Z, up);
      floor.scale.setScalar(6 * size);
      object.updateMatrixWorld(true);
    },
    setShadows(on) {
      hasShadows = on;
      apply();
    },
    setGround(has) {
      hasGround = has;
      apply();
    },
    setDark(dark) {
      floor.material.opacity = dark ? 0.55 : 0.3;
    },
    dispose() {
      sun.dispose();
      floor.geometry.dispose();
      floor.material.dispose();
    },
  };
}

const Z = new THREE.Vector3(0, 0, 1);

/** Horizontal axes of a world: towards the viewer of its front, and to the right. */
export function groundAxes(up: THREE.Vector3): [front: THREE.Vector3, right: THREE.Vector3] {
  const front = Math.abs(up.y) > 0.5 ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0, -1, 0);
  if (Math.abs(up.x) > 0.5) front.set(0, 0, 1);
  return [front, new THREE.Vector3().crossVectors(up, front)];
}

/** Receives shadows and is invisible elsewhere. */
function createShadowFloor(): THREE.Mesh<THREE.PlaneGeometry, THREE.ShadowMaterial> {
  const material = new THREE.ShadowMaterial({ depthWrite: false });
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), material);
  floor.receiveShadow = true;
  floor.renderOrder = -1;
  floor.frustumCulled = false;
  floor.raycast = () => {};
  return floor;
}
