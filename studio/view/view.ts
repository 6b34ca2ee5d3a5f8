import type { CameraState, OverlayName, Recorded, Selection } from '../session/session.ts';

/** A point of the world [m]. */
export type Point = readonly [number, number, number];

/** Something drawn for a moment beside what the recording gives: forces of the interactive contact, arrows of the editor. */
export type Mark =
  | { readonly kind: 'point'; readonly at: Point; readonly color: string; readonly label?: string }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point; readonly color: string; readonly label?: string }
  | {
      readonly kind: 'arrow';
      readonly from: Point;
      readonly to: Point;
      readonly color: string;
      readonly label?: string;
    };

/** A body, or the tip of its velocity arrow, dragged in the view. Points lie in the plane of the drag. */
export interface Drag {
  readonly phase: 'start' | 'move' | 'end' | 'cancel';
  readonly body: number;
  readonly part: 'body' | 'velocity';
  readonly from: Point;
  readonly to: Point;
}

/** A drawing of bodies on a canvas. It owns a WebGL context: `dispose` gives it back. */
export interface View {
  /** Fills its parent. */
  readonly element: HTMLElement;
  /** Draws another run; keeps the camera if it shows the same world (`fit` otherwise). */
  setRecorded(recorded: Recorded | undefined): void;
  /** Draws the last recorded frame that is not later [s]. */
  setTime(time: number): void;
  setOverlays(overlays: ReadonlySet<OverlayName>): void;
  setSelection(selection: Selection | undefined): void;
  /** What is under a place of the page [CSS px of the client area]. */
  pick(clientX: number, clientY: number): Selection | undefined;
  /** The point under such a place in the plane through `through` that faces the camera; in plane worlds z = 0. */
  pointAt(clientX: number, clientY: number, through?: Point): Point;
  /** Puts bodies elsewhere than recorded, until the next `setTime`: x y z qw qx qy qz of each. */
  setPoses(poses: Float64Array): void;
  setMarks(marks: readonly Mark[]): void;
  /** With a listener bodies and velocity arrows can be dragged; without one dragging moves the camera. */
  setDragging(listener: ((drag: Drag) => void) | undefined): void;
  camera(): CameraState;
  setCamera(camera: CameraState): void;
  /** Called when the user (not `setCamera`) moved the camera, at the end of the gesture. */
  onCamera(listener: (camera: CameraState) => void): void;
  /** Shows all motion of all bodies of finite size. */
  fit(): void;
  /** The camera travels with this body, or with none. */
  follow(body: number | undefined): void;
  /** The picture at `time` in so many pixels, drawn apart from the screen; 4 bytes a pixel, upper row first. */
  picture(time: number, width: number, height: number): ImageData;
  dispose(): void;
}
