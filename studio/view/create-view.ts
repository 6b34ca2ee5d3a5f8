import * as THREE from 'three';
import { element } from '../page/element.ts';
import { followTheme, themeColor } from '../page/theme.ts';
import { frameAt } from '../session/frames.ts';
import type { CameraState, OverlayName, Recorded, Selection } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { createCameraRig } from './camera-rig.ts';
import { createActor } from './create-actor.ts';
import { createDragger } from './dragger.ts';
import { firstCamera, framingOf, isPlanar, midpointOf, upOf } from './first-camera.ts';
import { createGrid } from './grid.ts';
import { createLabelLayer } from './labels.ts';
import { createMarkLayer } from './mark-layer.ts';
import { createOverlaySet, labelOf } from './overlay-set.ts';
import { createPicker } from './picker.ts';
import { createScaleBar } from './scale-bar.ts';
import type { Shown } from './shown.ts';
import type { Drag, Mark, Point, View } from './view.ts';

/** Visible range around the moving bodies, as a multiple of their size. */
const BOUNDING_RADIUS = 6;

/** A drawing of bodies on a canvas. */
export function createView(): View {
  const canvas = element('canvas', {
    className: 'view-canvas',
    tabIndex: 0,
    role: 'img',
    'aria-label': 'The bodies, drawn',
  });
  const labels = createLabelLayer();
  const scaleBar = createScaleBar();
  const box = element('div', { className: 'view-box' }, canvas, labels.element, scaleBar.element);
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  const world = new THREE.Scene();
  const sky = new THREE.HemisphereLight('#ffffff', '#8a8a80', 1.9);
  const sun = new THREE.DirectionalLight('#ffffff', 1.7);
  const grid = createGrid();
  const overlaySet = createOverlaySet();
  const recordedMarks = createMarkLayer();
  const ownMarks = createMarkLayer();
  world.add(sky, sun, grid.object, overlaySet.object, recordedMarks.object, ownMarks.object);

  const life = new AbortController();
  let recorded: Recorded | undefined;
  let actor: BodyActor | undefined;
  let frame = 0;
  let time = 0;
  // the time of the page, while pictures of others are drawn
  let pageTime = 0;
  // what the next frame must update: several changes between two frames are combined
  let moved = false;
  let stale = false;
  // pictures of another size are drawn: for export
  let isCapturing = false;
  // the camera fits everything until the user moves it
  let untouched = true;
  let overlays: ReadonlySet<OverlayName> = new Set();
  let selection: Selection | undefined;
  let followed: number | undefined;
  let [width, height] = [1, 1];
  let request = 0;
  let cameraListener: (camera: CameraState) => void = () => {};

  const invalidate = () => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      render();
    });
  };
  const rig = createCameraRig(canvas, invalidate, (state) => {
    untouched = false;
    cameraListener(state);
  });
  const size = () => (recorded ? framingOf(recorded).size : 1);
  const shown = (): Shown | undefined =>
    recorded && { recorded, frame, time, size: size(), selected: selection?.kind === 'body' ? selection.body : -1 };

  /** Bodies and overlays as they are now. */
  function update(): void {
    if (moved) actor?.show(frame);
    if (stale) {
      const { marks, labels: words } = overlaySet.show(shown(), overlays);
      recordedMarks.set(marks);
      labels.set([...words, ...ownMarks.marks().flatMap(labelOf)]);
    }
    moved = stale = false;
  }
  function render(): void {
    update();
    const camera = rig.camera();
    const pixel = rig.pixel();
    recordedMarks.setPixel(pixel);
    ownMarks.setPixel(pixel);
    const { target } = rig.state();
    const plane = recorded && !isPlanar(recorded) ? upOf(recorded) : new THREE.Vector3(0, 0, 1);
    scaleBar.show(grid.update(plane, new THREE.Vector3(...target), pixel * height), pixel);
    sun.position.copy(camera.position).add(new THREE.Vector3(0.3, 0.5, 0.9).multiplyScalar(size()));
    sun.target.position.set(...target);
    sun.target.updateMatrixWorld();
    renderer.render(world, camera);
    labels.place(camera, width, height);
  }
  const redraw = () => {
    stale = true;
    invalidate();
  };
  /** The target the camera follows: a body, or the centre of all. */
  const companion = (at: number): Point => {
    if (recorded === undefined) return [0, 0, 0];
    if (followed === undefined) return framingOf(recorded).travel?.(at) ?? [0, 0, 0];
    const { frames, bodies } = recorded.recording;
    const { x, y, z } = frames.columns;
    const row = at * bodies.length + followed;
    return [x[row], y[row], z[row]];
  };
  const showTime = (now: number) => {
    time = now;
    if (recorded === undefined) return;
    const next = frameAt(recorded.recording, time);
    if (next !== frame) {
      const [from, to] = [companion(frame), companion(next)];
      rig.shift(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    }
    frame = next;
    moved = true;
    redraw();
  };
  const resize = () => {
    if (isCapturing) return;
    [width, height] = [box.clientWidth, box.clientHeight];
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(window.devicePixelRatio);
    renderer.setSize(width, height, false);
    rig.setSize(width, height);
    if (untouched) fitAll();
    // at once: a canvas that was resized is empty
    render();
  };
  const fitAll = () => {
    if (recorded === undefined) return;
    untouched = true;
    rig.set(firstCamera(recorded, frame, Math.max(width, 1) / Math.max(height, 1)));
    invalidate();
  };
  const { bodyAt, contactAt, pointAt } = createPicker({
    canvas,
    rig,
    shown,
    actor: () => actor,
    overlays: () => overlays,
  });
  const dragger = createDragger({ canvas, rig, bodyAt, pointAt, shown, restHand, signal: life.signal });
  function restHand(): 'rotate' | 'move' {
    return recorded && isPlanar(recorded) ? 'move' : 'rotate';
  }

  followTheme(() => {
    world.background = new THREE.Color(themeColor('--canvas'));
    grid.setColors(new THREE.Color(themeColor('--grid')), new THREE.Color(themeColor('--grid-strong')));
    actor?.setInk(themeColor('--ink'), themeColor('--canvas'));
    redraw();
  }, life.signal);
  const sized = new ResizeObserver(resize);
  sized.observe(box);

  return {
    element: box,
    setRecorded(next) {
      const before = recorded;
      recorded = next;
      actor?.dispose();
      actor?.object.removeFromParent();
      actor = undefined;
      if (next === undefined) return redraw();
      rig.setReach(BOUNDING_RADIUS * size());
      actor = createActor(next, size(), midpointOf(framingOf(next), 0));
      actor.setInk(themeColor('--ink'), themeColor('--canvas'));
      world.add(actor.object);
      frame = Math.min(frame, next.recording.ledger.rowCount - 1);
      moved = true;
      rig.setHand(restHand());
      if (before?.recording.title !== next.recording.title) fitAll();
      redraw();
    },
    setTime(now) {
      pageTime = now;
      showTime(now);
    },
    setOverlays(next) {
      overlays = next;
      redraw();
    },
    setSelection(next) {
      selection = next;
      actor?.setSelected(next?.kind === 'body' ? next.body : -1);
      redraw();
    },
    pick(clientX, clientY) {
      const row = contactAt(clientX, clientY);
      if (row >= 0) return { kind: 'contact', row };
      const body = bodyAt(clientX, clientY);
      return body >= 0 ? { kind: 'body', body } : undefined;
    },
    pointAt,
    setPoses(poses) {
      actor?.setPoses(poses);
      moved = false;
      invalidate();
    },
    setMarks(marks: readonly Mark[]) {
      ownMarks.set(marks);
      redraw();
    },
    setDragging: (listener: ((drag: Drag) => void) | undefined) => dragger.setListener(listener),
    camera: () => rig.state(),
    setCamera(state) {
      untouched = false;
      rig.set(state);
      invalidate();
    },
    onCamera(listener) {
      cameraListener = listener;
    },
    fit: fitAll,
    follow(body) {
      followed = body;
    },
    capture(wide, high, ratio) {
      isCapturing = true;
      box.classList.add('capturing');
      // all that the screen shows: a narrower picture needs more height
      const taller = Math.max(1, (width * high) / (height * wide));
      const stretch = (factor: number) => rig.set({ ...rig.state(), height: factor * rig.state().height });
      if (taller > 1) stretch(taller);
      // half a pixel more: the renderer rounds down
      [width, height] = [(wide + 0.5) / ratio, (high + 0.5) / ratio];
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
      rig.setSize(width, height);
      return {
        picture(at) {
          showTime(at);
          render();
          const image = readPixels(renderer, wide, high);
          const size = { width: wide / ratio, height: high / ratio };
          return { image, ...size, labels: labels.placed(), scaleBar: scaleBar.shown() };
        },
        end() {
          isCapturing = false;
          box.classList.remove('capturing');
          showTime(pageTime);
          if (taller > 1) stretch(1 / taller);
          resize();
        },
      };
    },
    dispose() {
      life.abort();
      sized.disconnect();
      cancelAnimationFrame(request);
      rig.dispose();
      actor?.dispose();
      overlaySet.dispose();
      for (const part of [grid, recordedMarks, ownMarks]) part.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** Pixels of the last drawn frame, top row first. */
function readPixels(renderer: THREE.WebGLRenderer, width: number, height: number): ImageData {
  const gl = renderer.getContext();
  const bytes = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const image = new ImageData(width, height);
  for (let row = 0; row < height; row++) {
    image.data.set(bytes.subarray(4 * width * row, 4 * width * (row + 1)), 4 * width * (height - 1 - row));
  }
  return image;
}
