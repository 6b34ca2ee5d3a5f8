import type * as THREE from 'three';

/** Draws some bodies of a recording. */
export interface BodyActor {
  readonly object: THREE.Object3D;
  /** Shows the recorded poses of a frame. */
  show(frame: number): void;
  /** Sets other poses than recorded: x y z qw qx qy qz of each body of the scene. */
  setPoses(poses: Float64Array): void;
  /** The body that a hit of a ray belongs to; -1 for none. */
  bodyOf(hit: THREE.Intersection): number;
  setSelected(body: number): void;
  /** Sets the colours of lines from the theme: CSS colours of text and background. */
  setInk(ink: string, canvas: string): void;
  dispose(): void;
}
