import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { CameraState } from '../session/session.ts';

/** Field of view of the perspective camera [degrees]. */
const FIELD = 35;

/** Two cameras with a common target, and their controls. */
export interface CameraRig {
  camera(): THREE.OrthographicCamera | THREE.PerspectiveCamera;
  state(): CameraState;
  set(state: CameraState): void;
  setSize(width: number, height: number): void;
  /** Maximum distance from the centre of the scene [m], for the clipping planes. */
  setReach(reach: number): void;
  /** Action of the first button and one finger: rotate the camera, pan it, or none while an object is dragged. */
  setHand(hand: 'rotate' | 'move' | 'none'): void;
  shift(dx: number, dy: number, dz: number): void;
  /** Size of a pixel at the target [m]. */
  pixel(): number;
  dispose(): void;
}

export function createCameraRig(
  canvas: HTMLElement,
  onChange: () => void,
  onEnd: (state: CameraState) => void,
): CameraRig {
  const orthographic = new THREE.OrthographicCamera();
  const perspective = new THREE.PerspectiveCamera(FIELD);
  let camera: THREE.OrthographicCamera | THREE.PerspectiveCamera = orthographic;
  let [width, height] = [1, 1];
  let reach = 1;
  let controls = createControls();

  function createControls(): OrbitControls {
    const made = new OrbitControls(camera, canvas);
    made.zoomToCursor = true;
    made.enableDamping = false;
    made.addEventListener('change', onChange);
    made.addEventListener('end', () => onEnd(state()));
    return made;
  }
  const visibleHeight = () => {
    if (camera instanceof THREE.OrthographicCamera) return (camera.top - camera.bottom) / camera.zoom;
    return 2 * camera.position.distanceTo(controls.target) * Math.tan((FIELD * Math.PI) / 360);
  };
  const state = (): CameraState => ({
    projection: camera === orthographic ? 'orthographic' : 'perspective',
    eye: camera.position.toArray(),
    target: controls.target.toArray(),
    up: camera.up.toArray(),
    height: visibleHeight(),
  });
  const project = () => {
    const distance = camera.position.distanceTo(controls.target);
    const far = distance + 4 * reach;
    if (camera instanceof THREE.OrthographicCamera) {
      const half = (camera.top - camera.bottom) / 2;
      [camera.left, camera.right] = [(-half * width) / height, (half * width) / height];
      [camera.near, camera.far] = [-far, far];
    } else {
      camera.aspect = width / height;
      [camera.near, camera.far] = [Math.max(distance - 4 * reach, far / 5000), far];
    }
    camera.updateProjectionMatrix();
  };
  return {
    camera() {
      project();
      return camera;
    },
    state,
    set({ projection, eye, target, up, height: visible }) {
      const next = projection === 'orthographic' ? orthographic : perspective;
      const hand = {
        buttons: controls.mouseButtons,
        touches: controls.touches,
        rotate: controls.enableRotate,
        pan: controls.enablePan,
      };
      controls.dispose();
      camera = next;
      camera.up.set(...up);
      camera.position.set(...eye);
      orthographic.zoom = 1;
      [orthographic.top, orthographic.bottom] = [visible / 2, -visible / 2];
      controls = createControls();
      Object.assign(controls, {
        mouseButtons: hand.buttons,
        touches: hand.touches,
        enableRotate: hand.rotate,
        enablePan: hand.pan,
      });
      controls.target.set(...target);
      if (camera instanceof THREE.PerspectiveCamera) {
        // the scale stays the same when the projection changes
        const distance = visible / (2 * Math.tan((FIELD * Math.PI) / 360));
        const back = new THREE.Vector3(...eye).sub(controls.target).setLength(distance);
        camera.position.copy(controls.target).add(back);
      }
      controls.update();
      onChange();
    },
    setSize(w, h) {
      [width, height] = [Math.max(w, 1), Math.max(h, 1)];
      onChange();
    },
    setReach(size) {
      reach = Math.max(size, 1e-12);
    },
    setHand(hand) {
      const { ROTATE, PAN, DOLLY } = THREE.MOUSE;
      controls.mouseButtons =
        hand === 'rotate'
          ? { LEFT: ROTATE, MIDDLE: DOLLY, RIGHT: PAN }
          : { LEFT: hand === 'move' ? PAN : null, MIDDLE: DOLLY, RIGHT: ROTATE };
      controls.touches = {
        ONE: hand === 'rotate' ? THREE.TOUCH.ROTATE : hand === 'move' ? THREE.TOUCH.PAN : null,
        TWO: THREE.TOUCH.DOLLY_PAN,
      };
    },
    shift(dx, dy, dz) {
      for (const place of [camera.position, controls.target]) place.set(place.x + dx, place.y + dy, place.z + dz);
      controls.update();
    },
    pixel: () => visibleHeight() / height,
    dispose: () => controls.dispose(),
  };
}
