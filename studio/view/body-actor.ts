import type * as THREE from 'three';

/** Draws some bodies of a recording. */
export interface BodyActor {
  readonly object: THREE.Object3D;
  /** Shows the recorded poses of a frame, or poses between it and the next one: `fraction` from 0 to 1. */
  show(frame: number, fraction?: number): void;
  /** Sets other poses than recorded: x y z qw qx qy qz of each body of the scene. */
  setPoses(poses: Float64Array): void;
  /** The body that a hit of a ray belongs to; -1 for none. */
  bodyOf(hit: THREE.Intersection): number;
  setSelected(body: number): void;
  /** Sets the colours of lines from the theme: CSS colours of text and background. */
  setInk(ink: string, canvas: string): void;
  /** The drawing of a body that has one of its own, to make it transparent. */
  partOf?(body: number): THREE.Object3D | undefined;
  dispose(): void;
}
