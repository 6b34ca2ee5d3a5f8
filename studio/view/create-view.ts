import * as THREE from 'three';
import { mat3 } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { followTheme, isDark, themeColor } from '../page/theme.ts';
import type { CameraState, OverlayName, Recorded, Selection } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { setSectionOf } from './body-parts.ts';
import { createCameraRig } from './camera-rig.ts';
import { createActor } from './create-actor.ts';
import { createDragger } from './dragger.ts';
import { extentOf } from './extent.ts';
import { firstCamera, framingOf, groundLevel, isPlanar, midpointOf, upOf, type ViewDirection } from './first-camera.ts';
import { createFrameWatch } from './frame-watch.ts';
import { createGrid } from './grid.ts';
import { createImpulseKey } from './impulse-key.ts';
import { createLabelLayer } from './labels.ts';
import { createLighting } from './lighting.ts';
import { createMarkLayer } from './mark-layer.ts';
import { type FrameTime, frameTimeAt, writePosesBetween } from './motion/poses-between.ts';
import { createOverlaySet, labelOf } from './overlay-set.ts';
import { createPicker } from './picker.ts';
import { readPixels } from './read-pixels.ts';
import { createScaleBar } from './scale-bar.ts';
import { createSectionTool, type Section } from './section.ts';
import { createSeeThrough } from './see-through.ts';
import { type ShadowChoice, shadowChoice } from './shadow-choice.ts';
import type { Shown } from './shown.ts';
import { createTriad } from './triad.ts';
import type { Drag, Mark, Point, View } from './view.ts';

/** Visible range around the moving bodies, as a multiple of their size. */
const BOUNDING_RADIUS = 6;
/** Minimum interval between searches for bodies that hide others, while the camera moves [ms]. */
const SEARCH_INTERVAL = 150;

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
  const triad = createTriad();
  const impulseKey = createImpulseKey();
  const corner = element('div', { className: 'view-corner' }, triad.element, impulseKey.element);
  const box = element('div', { className: 'view-box' }, canvas, labels.element, scaleBar.element, corner);
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.localClippingEnabled = true;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.autoUpdate = false;
  const world = new THREE.Scene();
  const lighting = createLighting();
  const grid = createGrid();
  const overlaySet = createOverlaySet();
  const recordedMarks = createMarkLayer();
  const ownMarks = createMarkLayer();
  const toolMarks = createMarkLayer();
  const seeThrough = createSeeThrough();
  const frames = createFrameWatch();
  world.add(lighting.object, grid.object, overlaySet.object);
  world.add(recordedMarks.object, ownMarks.object, toolMarks.object);

  const life = new AbortController();
  let recorded: Recorded | undefined;
  let actor: BodyActor | undefined;
  let at: FrameTime = { frame: 0, fraction: 0 };
  let poses = new Float64Array(0);
  let time = 0;
  // the time of the page, while pictures of others are drawn
  let pageTime = 0;
  // what the next frame must update: several changes between two frames are combined
  let moved = false;
  let stale = false;
  // pictures of another size are drawn: for export
  let isCapturing = false;
  let viewChanged = true;
  let searched = 0;
  // the camera fits everything until the user moves it
  let untouched = true;
  let overlays: ReadonlySet<OverlayName> = new Set();
  let selection: Selection | undefined;
  let followed: number | undefined;
  let shadows: ShadowChoice = shadowChoice();
  let measure: () => readonly Mark[] = () => [];
  let [width, height] = [1, 1];
  let request = 0;
  let cameraListener: (camera: CameraState) => void = () => {};
  let sectionListener: (section: Section) => void = () => {};

  const invalidate = () => {
    request ||= requestAnimationFrame((now) => {
      request = 0;
      frames.frame(now);
      render();
    });
  };
  const cameraMoved = () => {
    viewChanged = true;
    invalidate();
  };
  const rig = createCameraRig(canvas, cameraMoved, (state) => {
    untouched = false;
    searched = 0;
    cameraMoved();
    cameraListener(state);
  });
  const size = () => (recorded ? framingOf(recorded).size : 1);
  const shown = (): Shown | undefined =>
    recorded && {
      recorded,
      frame: at.frame,
      time,
      size: size(),
      selected: selection?.kind === 'body' ? selection.body : -1,
      ...(at.fraction > 0 && { fraction: at.fraction, poses }),
    };
  const travelAt = (frame: number): Point => (recorded && framingOf(recorded).travel?.(frame)) ?? [0, 0, 0];
  /** Where the travelling centre is now; linear between frames. */
  const originNow = (): THREE.Vector3 => {
    const from = new THREE.Vector3(...travelAt(at.frame));
    return at.fraction > 0 ? from.lerp(new THREE.Vector3(...travelAt(at.frame + 1)), at.fraction) : from;
  };
  const section = createSectionTool({
    canvas,
    rig,
    surroundings() {
      if (recorded === undefined) return undefined;
      const { recording, scene } = recorded;
      return { extent: worldExtent(recording, scene, framingOf(recorded).travel), origin: originNow() };
    },
    onDrag: (dragged) => sectionListener(dragged),
    restHand,
    signal: life.signal,
  });
  world.add(section.object);

  /** Bodies and overlays as they are now. */
  function update(): void {
    if (moved) {
      actor?.show(at.frame, at.fraction);
      renderer.shadowMap.needsUpdate = true;
    }
    if (stale) {
      const { marks, labels: words } = overlaySet.show(shown(), overlays);
      recordedMarks.set(marks);
      actor?.object.updateMatrixWorld(true);
      toolMarks.set(measure());
      labels.set([...words, ...[...ownMarks.marks(), ...toolMarks.marks()].flatMap(labelOf)]);
      section.update();
    }
    moved = stale = false;
  }
  function light(camera: THREE.Camera): void {
    const isOn = shadows === 'on' || (shadows === 'auto' && !frames.isSlow());
    const inSpace = recorded !== undefined && !isPlanar(recorded);
    lighting.setShadows(isOn && inSpace);
    lighting.setGround(inSpace);
    const up = recorded && inSpace ? upOf(recorded) : new THREE.Vector3(0, 0, 1);
    const level = recorded && inSpace ? groundLevel(recorded) : 0;
    const midpoint = recorded ? midpointOf(framingOf(recorded), at.frame) : new THREE.Vector3();
    const pixel = rig.pixel();
    lighting.update(camera, up, midpoint, size(), level);
    grid.setFilled(inSpace && camera.position.dot(up) > level);
    scaleBar.show(grid.update(up, new THREE.Vector3(...rig.state().target), level, pixel * height), pixel);
  }
  function render(): void {
    update();
    const camera = rig.camera();
    camera.updateMatrixWorld();
    const pixel = rig.pixel();
    for (const layer of [recordedMarks, ownMarks, toolMarks]) layer.setPixel(pixel);
    light(camera);
    if (viewChanged && performance.now() - searched > SEARCH_INTERVAL) {
      seeThrough.update(recorded, actor, camera, section.plane() === undefined);
      searched = performance.now();
      viewChanged = false;
    }
    section.update();
    triad.show(camera);
    impulseKey.show(overlays.has('impulses') ? shown() : undefined, pixel);
    renderer.render(world, camera);
    labels.place(camera, width, height);
  }
  const redraw = () => {
    stale = true;
    invalidate();
  };
  /** The target the camera follows: a body, or the centre of all. */
  const companion = (): THREE.Vector3 => {
    if (followed === undefined) return originNow();
    return new THREE.Vector3().fromArray(poses, 7 * followed);
  };
  const showTime = (now: number) => {
    time = now;
    if (recorded === undefined) return;
    const before = companion();
    at = frameTimeAt(recorded.recording, time);
    writePosesBetween(poses, recorded.recording, at);
    const { x, y, z } = companion().sub(before);
    if (x !== 0 || y !== 0 || z !== 0) rig.shift(x, y, z);
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
  const look = (direction?: ViewDirection) => {
    if (recorded === undefined) return;
    const projection = direction === undefined ? undefined : rig.state().projection;
    rig.set(firstCamera(recorded, at.frame, Math.max(width, 1) / Math.max(height, 1), direction, projection));
    searched = 0;
    cameraMoved();
  };
  const fitAll = () => {
    untouched = true;
    look();
  };
  const { bodyAt, contactAt, pointAt, surfaceAt } = createPicker({
    canvas,
    rig,
    shown,
    actor: () => actor,
    overlays: () => overlays,
    section: () => section.plane(),
  });
  const dragger = createDragger({ canvas, rig, bodyAt, pointAt, shown, restHand, signal: life.signal });
  function restHand(): 'rotate' | 'move' {
    return recorded && isPlanar(recorded) ? 'move' : 'rotate';
  }

  followTheme(() => {
    world.background = new THREE.Color(themeColor('--canvas'));
    const [line, axis, ground] = (['--grid', '--grid-strong', '--ground'] as const).map(
      (name) => new THREE.Color(themeColor(name)),
    );
    grid.setColors(line, axis, ground);
    section.setColor(new THREE.Color(themeColor('--accent')));
    lighting.setDark(isDark());
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
      at = { frame: Math.min(at.frame, next.recording.ledger.rowCount - 1), fraction: 0 };
      poses = new Float64Array(7 * next.recording.bodies.length);
      writePosesBetween(poses, next.recording, at);
      moved = viewChanged = true;
      rig.setHand(restHand());
      const isOther = before?.recording.title !== next.recording.title;
      if (isOther || (untouched && before?.isPartial)) fitAll();
      setSectionOf(actor.object, section.plane());
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
    surfaceAt,
    shown,
    setPoses(given) {
      poses.set(given);
      actor?.setPoses(given);
      moved = false;
      renderer.shadowMap.needsUpdate = true;
      invalidate();
    },
    setMarks(marks: readonly Mark[]) {
      ownMarks.set(marks);
      redraw();
    },
    setMeasure(marks) {
      measure = marks ?? (() => []);
      redraw();
    },
    setDragging: (listener: ((drag: Drag) => void) | undefined) => dragger.setListener(listener),
    camera: () => rig.state(),
    setCamera(state) {
      untouched = false;
      rig.set(state);
      searched = 0;
      cameraMoved();
    },
    onCamera(listener) {
      cameraListener = listener;
    },
    fit: fitAll,
    lookFrom(direction) {
      untouched = false;
      look(direction);
    },
    follow(body) {
      followed = body;
    },
    setSection(next) {
      section.set(next);
      if (actor) setSectionOf(actor.object, section.plane());
      searched = 0;
      viewChanged = true;
      renderer.shadowMap.needsUpdate = true;
      redraw();
    },
    onSection(listener) {
      sectionListener = listener;
    },
    setShadows(choice) {
      shadows = choice;
      frames.reset();
      renderer.shadowMap.needsUpdate = true;
      redraw();
    },
    capture(wide, high, ratio) {
      isCapturing = viewChanged = true;
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
          return {
            image,
            ...size,
            labels: labels.placed(),
            scaleBar: scaleBar.shown(),
            triad: triad.shown(),
            impulseKey: impulseKey.sample(),
          };
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
      for (const part of [grid, lighting, section, recordedMarks, ownMarks, toolMarks]) part.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

const extents = new WeakMap<Recorded['recording'], ReturnType<typeof extentOf>>();

/** Along the axes of the world. */
function worldExtent(
  recording: Recorded['recording'],
  scene: Recorded['scene'],
  travel: ((frame: number) => Point) | undefined,
) {
  const extent = extents.get(recording) ?? extentOf(recording, scene, mat3(), travel);
  extents.set(recording, extent);
  return extent;
}
