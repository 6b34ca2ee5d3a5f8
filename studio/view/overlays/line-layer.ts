import * as THREE from 'three';
import type { Shown } from '../shown.ts';

/** An overlay with its own lines or surfaces. */
export interface OverlayLayer {
  readonly object: THREE.Object3D;
  /** Draws this frame; undefined clears it. */
  show(shown: Shown | undefined): void;
  dispose(): void;
}

/** Lines in one colour, rebuilt at each change: pairs of points, packed. */
export function createLineLayer(
  color: () => string,
  opacity: number,
  pairs: (shown: Shown) => ArrayLike<number>,
): OverlayLayer {
  const material = new THREE.LineBasicMaterial({ transparent: true, opacity });
  const lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
  lines.frustumCulled = false;
  lines.raycast = () => {};
  lines.renderOrder = 5;
  return {
    object: lines,
    show(shown) {
      lines.geometry.dispose();
      lines.geometry = new THREE.BufferGeometry();
      lines.visible = shown !== undefined;
      if (shown === undefined) return;
      material.color.set(color());
      lines.geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(pairs(shown)), 3));
    },
    dispose() {
      lines.geometry.dispose();
      material.dispose();
    },
  };
}
