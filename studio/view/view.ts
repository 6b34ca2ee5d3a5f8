import type { CameraState, OverlayName, Recorded, Selection } from '../session/session.ts';
import type { ViewDirection } from './first-camera.ts';
import type { Section } from './section.ts';
import type { ShadowChoice } from './shadow-choice.ts';
import type { Shown } from './shown.ts';

/** A point of the world [m]. */
export type Point = readonly [number, number, number];

/** A temporary mark in addition to the recording: forces of the haptics page, arrows of the editor. */
export type Mark =
  | { readonly kind: 'point'; readonly at: Point; readonly color: string; readonly label?: string }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point; readonly color: string; readonly label?: string }
  | {
      readonly kind: 'arrow';
      readonly from: Point;
      readonly to: Point;
      readonly color: string;
      readonly label?: string;
      /** One of many. */
      readonly thin?: boolean;
    };

/** A body, or the tip of its velocity arrow, dragged in the view. Points lie in the plane of the drag. */
export interface Drag {
  readonly phase: 'start' | 'move' | 'end' | 'cancel';
  readonly body: number;
  readonly part: 'body' | 'velocity';
  readonly from: Point;
  readonly to: Point;
}

/** A label on the screen: its top left corner [CSS px]. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Empty: the usual one. */
  readonly color: string;
}

/** A picture of the view, with what the page writes over it. */
export interface Picture {
  /** 4 bytes per pixel, top row first. */
  readonly image: ImageData;
  /** [CSS px] */
  readonly width: number;
  readonly height: number;
  readonly labels: readonly PlacedLabel[];
  readonly scaleBar: { readonly length: number; readonly text: string };
  /** The axes of the world, the farthest first. */
  readonly triad: readonly PlacedAxis[];
  /** A sample of the arrows of impulses, if they are shown. */
  readonly impulseKey: { readonly length: number; readonly text: string } | undefined;
}

/** An axis of the triad, from its centre [CSS px, y down]. */
export interface PlacedAxis {
  readonly name: 'x' | 'y' | 'z';
  readonly tip: readonly [number, number];
  readonly word: readonly [number, number];
}

export interface Capture {
  picture(time: number): Picture;
  end(): void;
}

/** A point of the surface of a body, which moves with it. */
export interface SurfacePoint {
  readonly body: number;
  /** Where it is drawn now [m]. */
  now(): Point;
}

/** A drawing of bodies on a canvas. It owns a WebGL context: `dispose` releases it. */
export interface View {
  /** Fills its parent. */
  readonly element: HTMLElement;
  /** Draws another run; the camera is unchanged if it shows the same world (`fit` otherwise). */
  setRecorded(recorded: Recorded | undefined): void;
  /** Draws the bodies at a time [s]: as recorded, or between two frames as `writePosesBetween` describes. */
  setTime(time: number): void;
  setOverlays(overlays: ReadonlySet<OverlayName>): void;
  setSelection(selection: Selection | undefined): void;
  /** The object at a position of the page [CSS px of the client area]. */
  pick(clientX: number, clientY: number): Selection | undefined;
  /** The point at such a position in the plane through `through` that faces the camera; in planar worlds z = 0. */
  pointAt(clientX: number, clientY: number, through?: Point): Point;
  /** The point of a body's surface at such a position. */
  surfaceAt(clientX: number, clientY: number): SurfacePoint | undefined;
  /** What is drawn now. */
  shown(): Shown | undefined;
  /** Sets other poses than recorded, until the next `setTime`: x y z qw qx qy qz of each. */
  setPoses(poses: Float64Array): void;
  setMarks(marks: readonly Mark[]): void;
  /** Marks of the measuring tool, asked for whenever bodies have moved. */
  setMeasure(marks: (() => readonly Mark[]) | undefined): void;
  /** With a listener bodies and velocity arrows can be dragged; without one dragging moves the camera. */
  setDragging(listener: ((drag: Drag) => void) | undefined): void;
  camera(): CameraState;
  setCamera(camera: CameraState): void;
  /** Called when the user (not `setCamera`) moved the camera, at the end of the gesture. */
  onCamera(listener: (camera: CameraState) => void): void;
  /** Shows all motion of all bodies of finite size. */
  fit(): void;
  /** Height that controls cover at the top of the view [CSS px]: what is fitted stays below them. */
  setInset(top: number): void;
  /** The same from one of the usual directions, with the present projection. */
  lookFrom(direction: ViewDirection): void;
  /** Cuts all bodies by a plane, or by none. */
  setSection(section: Section | undefined): void;
  /** Called when the user drags the plane. */
  onSection(listener: (section: Section) => void): void;
  setShadows(choice: ShadowChoice): void;
  /** The camera follows this body, or none. */
  follow(body: number | undefined): void;
  /** Begins pictures of this size [pixels], with `ratio` pixels per CSS pixel; the view draws them until `end`. */
  capture(width: number, height: number, ratio: number): Capture;
  dispose(): void;
}
