import { Color } from 'three';
import { followTheme, themeColor } from '../page/theme.ts';
import type { CameraState, OverlayName, Recorded, Selection } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { setSectionOf } from './body-parts.ts';
import { createCameraRig } from './camera-rig.ts';
import { captureView } from './capture-view.ts';
import { createActor } from './create-actor.ts';
import { createDragger } from './dragger.ts';
import { belowControls, firstCamera, framingOf, isPlanar, midpointOf, type ViewDirection } from './first-camera.ts';
import { createFrameWatch } from './frame-watch.ts';
import { lightView } from './light-view.ts';
import { labelOf } from './overlay-set.ts';
import { createPicker } from './picker.ts';
import { createSectionTool, type Section } from './section.ts';
import { createSeeThrough } from './see-through.ts';
import { type ShadowChoice, shadowChoice } from './shadow-choice.ts';
import type { Drag, Mark, View } from './view.ts';
import { createViewMoment } from './view-moment.ts';
import { createViewStage } from './view-stage.ts';

/** Visible range around the moving bodies, as a multiple of their size. */
const BOUNDING_RADIUS = 6;
/** Minimum interval between searches for bodies that hide others, while the camera moves [ms]. */
const SEARCH_INTERVAL = 150;

/** Maximum fraction of the height that bodies leave free for controls. */
const MAX_COVERED = 0.4;

/** A drawing of bodies on a canvas. */
export function createView(): View {
  const stage = createViewStage();
  const { box, canvas, labels, marks } = stage;
  const moment = createViewMoment();
  const seeThrough = createSeeThrough();
  const frames = createFrameWatch();

  const life = new AbortController();
  let actor: BodyActor | undefined;
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
  let shadows: ShadowChoice = shadowChoice();
  let measure: () => readonly Mark[] = () => [];
  let [width, height] = [1, 1];
  // height that controls cover at the top [CSS px]
  let inset = 0;
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
  const redraw = () => {
    stale = true;
    invalidate();
  };
  const cameraMoved = () => {
    viewChanged = true;
    invalidate();
  };
  /** The camera is elsewhere: bodies that hide others are searched at once. */
  const cameraJumped = () => {
    searched = 0;
    cameraMoved();
  };
  const rig = createCameraRig(canvas, cameraMoved, (state) => {
    untouched = false;
    cameraJumped();
    cameraListener(state);
  });
  const shown = () => moment.shown(selection);
  const section = createSectionTool({
    canvas,
    rig,
    surroundings: moment.surroundings,
    onDrag: (dragged) => sectionListener(dragged),
    restHand,
    signal: life.signal,
  });
  stage.world.add(section.object);

  /** Bodies and overlays as they are now. */
  function update(): void {
    if (moved) {
      const { frame, fraction } = moment.at();
      actor?.show(frame, fraction);
      stage.updateShadows();
    }
    if (stale) {
      const { marks: recordedMarks, labels: words } = stage.overlaySet.show(shown(), overlays);
      marks.recorded.set(recordedMarks);
      actor?.object.updateMatrixWorld(true);
      marks.tool.set(measure());
      labels.set([...words, ...[...marks.own.marks(), ...marks.tool.marks()].flatMap(labelOf)]);
      section.update();
    }
    moved = stale = false;
  }
  function render(): void {
    update();
    const camera = rig.camera();
    camera.updateMatrixWorld();
    const pixel = rig.pixel();
    stage.setPixel(pixel);
    lightView(stage, moment, rig, height, shadows === 'on' || (shadows === 'auto' && !frames.isSlow()));
    if (viewChanged && performance.now() - searched > SEARCH_INTERVAL) {
      seeThrough.update(moment.recorded(), actor, camera, section.plane() === undefined);
      searched = performance.now();
      viewChanged = false;
    }
    section.update();
    stage.triad.show(camera);
    stage.impulseKey.show(overlays.has('impulses') ? shown() : undefined, pixel);
    stage.renderer.render(stage.world, camera);
    labels.place(camera, width, height);
  }
  const showTime = (now: number) => {
    const by = moment.seek(now);
    if (by === undefined) return;
    if (by.x !== 0 || by.y !== 0 || by.z !== 0) rig.shift(by.x, by.y, by.z);
    moved = true;
    redraw();
  };
  const setSize = (wide: number, high: number, ratio: number) => {
    [width, height] = [wide, high];
    stage.setSize(width, height, ratio);
    rig.setSize(width, height);
  };
  const resize = () => {
    if (isCapturing || box.clientWidth === 0 || box.clientHeight === 0) return;
    setSize(box.clientWidth, box.clientHeight, window.devicePixelRatio);
    if (untouched) fitAll();
    // at once: a canvas that was resized is empty
    render();
  };
  const look = (direction?: ViewDirection) => {
    const recorded = moment.recorded();
    if (recorded === undefined) return;
    const projection = direction === undefined ? undefined : rig.state().projection;
    const covered = Math.min(inset / Math.max(height, 1), MAX_COVERED);
    const aspect = Math.max(width, 1) / (Math.max(height, 1) * (1 - covered));
    rig.set(belowControls(firstCamera(recorded, moment.at().frame, aspect, direction, projection), covered));
    cameraJumped();
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
    const recorded = moment.recorded();
    return recorded && isPlanar(recorded) ? 'move' : 'rotate';
  }
  /** Bodies of another recording. */
  function setActor(recorded: Recorded | undefined): void {
    actor?.dispose();
    actor?.object.removeFromParent();
    actor = recorded && createActor(recorded, moment.size(), midpointOf(framingOf(recorded), 0));
    if (actor === undefined) return;
    actor.setInk(themeColor('--ink'), themeColor('--canvas'));
    stage.world.add(actor.object);
    setSectionOf(actor.object, section.plane());
  }

  followTheme(() => {
    stage.setColors();
    section.setColor(new Color(themeColor('--accent')));
    actor?.setInk(themeColor('--ink'), themeColor('--canvas'));
    redraw();
  }, life.signal);
  const sized = new ResizeObserver(resize);
  sized.observe(box);

  return {
    element: box,
    setRecorded(next) {
      const before = moment.recorded();
      moment.setRecorded(next);
      if (next) rig.setReach(BOUNDING_RADIUS * moment.size());
      setActor(next);
      if (next) {
        moved = viewChanged = true;
        rig.setHand(restHand());
        const isOther = before?.recording.title !== next.recording.title;
        if (isOther || (untouched && before?.isPartial)) fitAll();
      }
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
      moment.setPoses(given);
      actor?.setPoses(given);
      moved = false;
      stage.updateShadows();
      invalidate();
    },
    setMarks(own: readonly Mark[]) {
      marks.own.set(own);
      redraw();
    },
    setMeasure(tool) {
      measure = tool ?? (() => []);
      redraw();
    },
    setDragging: (listener: ((drag: Drag) => void) | undefined) => dragger.setListener(listener),
    camera: () => rig.state(),
    setCamera(state) {
      untouched = false;
      rig.set(state);
      cameraJumped();
    },
    onCamera(listener) {
      cameraListener = listener;
    },
    fit: fitAll,
    setInset(top) {
      if (top === inset) return;
      inset = top;
      if (untouched) look();
    },
    lookFrom(direction) {
      untouched = false;
      look(direction);
    },
    follow: moment.follow,
    setSection(next) {
      section.set(next);
      if (actor) setSectionOf(actor.object, section.plane());
      stage.updateShadows();
      cameraJumped();
      redraw();
    },
    onSection(listener) {
      sectionListener = listener;
    },
    setShadows(choice) {
      shadows = choice;
      frames.reset();
      stage.updateShadows();
      redraw();
    },
    capture(wide, high, ratio) {
      isCapturing = viewChanged = true;
      const draw = (at: number) => {
        showTime(at);
        render();
      };
      const end = () => {
        isCapturing = false;
        showTime(pageTime);
        resize();
      };
      return captureView({ stage, rig, width, height, setSize, draw, end }, wide, high, ratio);
    },
    dispose() {
      life.abort();
      sized.disconnect();
      cancelAnimationFrame(request);
      rig.dispose();
      actor?.dispose();
      section.dispose();
      stage.dispose();
    },
  };
}
