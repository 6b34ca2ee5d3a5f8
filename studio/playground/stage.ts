import * as THREE from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Shape } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { followTheme, themeColor } from '../page/theme.ts';
import type { CameraState } from '../session/session.ts';
import { createCameraRig } from '../view/camera-rig.ts';
import { createGrid } from '../view/grid.ts';
import { createLabelLayer } from '../view/labels.ts';
import { createMarkLayer } from '../view/mark-layer.ts';
import { labelOf } from '../view/overlay-set.ts';
import type { Mark, Point } from '../view/view.ts';
import { createLights } from './lights.ts';
import type { Mode, Side } from './play-state.ts';
import { createStageBody, type StageBody } from './stage-body.ts';
import { createSweep, type Sweep } from './sweep-drawing.ts';

/** Visible range as a multiple of the framed size. */
const REACH = 12;

/** Colours of the handles along x, y and z, and of the one under the pointer. */
const AXIS_COLORS = ['#d9483b', '#3d9a4a', '#3f6fd6', '#f0b000'] as const;
/** The ground fades between these distances behind what is shown, in framed radii. */
const FADE = { from: 1, to: 8 } as const;

/** Where the camera looks: centre and radius of what is shown [m]. */
export interface Framing {
  readonly center: Point;
  readonly radius: number;
  readonly planar: boolean;
  /** Height of the ground below the bodies [m]. */
  readonly floor: number;
  /** A half-space is drawn: no ground besides it. */
  readonly grounded: boolean;
}

/** The drawing of the two bodies, on a canvas. It owns a WebGL context: `dispose` releases it. */
export interface Stage {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly gizmo: TransformControls;
  /** What the gizmo moves. */
  readonly handle: THREE.Object3D;
  readonly bodies: Readonly<Record<Side, StageBody>>;
  readonly sweep: Sweep;
  setShape(side: Side, shape: Shape | undefined): void;
  setMarks(marks: readonly Mark[]): void;
  /** Pairs of points: bounding volumes. */
  setBounds(pairs: readonly number[]): void;
  setTool(mode: Mode, planar: boolean, enabled: boolean): void;
  frame(framing: Framing, resetView: boolean): void;
  camera(): CameraState;
  activeCamera(): THREE.Camera;
  setCamera(camera: CameraState): void;
  onCamera(listener: () => void): void;
  /** Size of a pixel at the target [m]. */
  pixel(): number;
  invalidate(): void;
  dispose(): void;
}

export function createStage(): Stage {
  const canvas = element('canvas', { className: 'view-canvas', tabIndex: 0, role: 'application' });
  const labels = createLabelLayer();
  const box = element('div', { className: 'view-box' }, canvas, labels.element);
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.shadowMap.enabled = true;
  const world = new THREE.Scene();
  const lights = createLights();
  const grid = createGrid();
  const marks = createMarkLayer();
  const bounds = createBounds();
  const bodies = { A: createStageBody('A'), B: createStageBody('B') };
  const sweep = createSweep();
  const handle = new THREE.Object3D();
  const fog = new THREE.Fog('#ffffff');
  const life = new AbortController();
  let [width, height] = [1, 1];
  let request = 0;
  let listener = () => {};
  let framing: Framing = { center: [0, 0, 0], radius: 1, planar: false, floor: -1, grounded: false };

  const invalidate = () => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      render();
    });
  };
  const rig = createCameraRig(canvas, invalidate, () => listener());
  const gizmo = new TransformControls(rig.camera());
  gizmo.setSize(0.8);
  gizmo.setColors(...AXIS_COLORS);
  gizmo.attach(handle);
  const helper = gizmo.getHelper();
  world.add(lights.object, grid.object, bodies.A.object, bodies.B.object, sweep.object, bounds, marks.object);
  world.add(handle, helper);

  function render(): void {
    const camera = rig.camera();
    gizmo.camera = camera;
    const pixel = rig.pixel();
    marks.setPixel(pixel);
    const target = new THREE.Vector3(...rig.state().target);
    const away = camera.position.distanceTo(target);
    fog.near = away + FADE.from * framing.radius;
    fog.far = away + FADE.to * framing.radius;
    world.fog = framing.planar ? null : fog;
    grid.object.visible = framing.planar || !framing.grounded;
    const level = framing.planar ? 0 : framing.floor;
    grid.setFilled(!framing.planar && camera.position.z > level);
    grid.update(new THREE.Vector3(0, 0, 1), target, level, Math.max(pixel * height, 3 * framing.radius));
    lights.aim(framing.center, framing.radius, framing.floor, !framing.planar && !framing.grounded);
    renderer.render(world, camera);
    labels.place(camera, width, height);
  }
  const resize = () => {
    [width, height] = [box.clientWidth, box.clientHeight];
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    rig.setSize(width, height);
    render();
  };
  const sized = new ResizeObserver(resize);
  sized.observe(box);
  followTheme(() => {
    world.background = new THREE.Color(themeColor('--canvas'));
    fog.color.set(themeColor('--canvas'));
    const [line, axis, ground] = (['--grid', '--grid-strong', '--ground'] as const).map(
      (name) => new THREE.Color(themeColor(name)),
    );
    grid.setColors(line, axis, ground);
    for (const body of [bodies.A, bodies.B]) body.setInk(themeColor('--ink'));
    sweep.setInk(themeColor('--muted'));
    (bounds.material as THREE.LineBasicMaterial).color.set(themeColor('--bound'));
    invalidate();
  }, life.signal);

  return {
    element: box,
    canvas,
    gizmo,
    handle,
    bodies,
    sweep,
    setShape(side, shape) {
      bodies[side].setShape(shape, REACH * framing.radius, !framing.planar);
      bodies[side].setInk(themeColor('--ink'));
      sweep.setShape(side, shape);
      invalidate();
    },
    setMarks(next) {
      marks.set(next);
      labels.set(next.flatMap(labelOf));
      invalidate();
    },
    setBounds(pairs) {
      bounds.geometry.dispose();
      bounds.geometry = new THREE.BufferGeometry().setAttribute(
        'position',
        new THREE.BufferAttribute(Float32Array.from(pairs), 3),
      );
      bounds.visible = pairs.length > 0;
      invalidate();
    },
    setTool(mode, planar, enabled) {
      gizmo.enabled = enabled && mode !== 'velocity';
      helper.visible = gizmo.enabled;
      gizmo.mode = mode === 'rotate' ? 'rotate' : mode === 'scale' ? 'scale' : 'translate';
      gizmo.space = mode === 'scale' ? 'local' : 'world';
      const inPlane = mode !== 'rotate';
      [gizmo.showX, gizmo.showY, gizmo.showZ] = planar ? [inPlane, inPlane, !inPlane] : [true, true, true];
      invalidate();
    },
    frame(next, resetView) {
      framing = next;
      rig.setReach(REACH * next.radius);
      rig.setHand(next.planar ? 'move' : 'rotate');
      if (resetView) rig.set(cameraOf(next, width / height));
      invalidate();
    },
    camera: () => rig.state(),
    activeCamera: () => rig.camera(),
    setCamera(state) {
      rig.set(state);
    },
    onCamera(next) {
      listener = next;
    },
    pixel: () => rig.pixel(),
    invalidate,
    dispose() {
      life.abort();
      sized.disconnect();
      cancelAnimationFrame(request);
      // the gizmo itself listens to no element, which its own method requires
      helper.dispose();
      rig.dispose();
      for (const part of [bodies.A, bodies.B, sweep, grid, marks, lights]) part.dispose();
      bounds.geometry.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

function createBounds(): THREE.LineSegments {
  const material = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.85 });
  const lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
  lines.frustumCulled = false;
  lines.raycast = () => {};
  lines.renderOrder = 5;
  lines.visible = false;
  return lines;
}

/** In front and a little above; planar pairs from above. */
function cameraOf({ center, radius, planar }: Framing, aspect: number): CameraState {
  // a high window shows less of the width
  const height = (2.15 * radius) / Math.min(1, aspect);
  const [x, y, z] = center;
  if (planar) {
    return { projection: 'orthographic', eye: [x, y, z + 10 * radius], target: center, up: [0, 1, 0], height };
  }
  const direction = new THREE.Vector3(0.42, -1, 0.52).normalize().multiplyScalar(4 * radius);
  const eye: Point = [x + direction.x, y + direction.y, z + direction.z];
  return { projection: 'perspective', eye, target: center, up: [0, 0, 1], height };
}
