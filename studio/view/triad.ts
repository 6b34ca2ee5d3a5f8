import * as THREE from 'three';
import { svgElement } from '../page/element.ts';
import type { PlacedAxis } from './view.ts';

/** Half the side of the drawing, and length of an axis [CSS px]. */
const HALF = 32;
const LENGTH = 21;
const AXES = ['x', 'y', 'z'] as const;

export interface Triad {
  readonly element: SVGElement;
  show(camera: THREE.Camera): void;
  /** As shown last, the farthest axis first: from the centre of the drawing [CSS px, y down]. */
  shown(): readonly PlacedAxis[];
}

/** The axes of the world, as seen by the camera, in a corner of the view. */
export function createTriad(): Triad {
  const parts = AXES.map((name) => ({
    line: svgElement('line', { x1: HALF, y1: HALF, class: `triad-${name}` }),
    word: svgElement('text', { class: `triad-${name}` }, name),
  }));
  const box = svgElement('svg', {
    class: 'triad',
    viewBox: `0 0 ${2 * HALF} ${2 * HALF}`,
    'aria-hidden': 'true',
  });
  const axis = new THREE.Vector3();
  const back = new THREE.Quaternion();
  let shown: readonly PlacedAxis[] = [];
  return {
    element: box,
    show(camera) {
      back.copy(camera.quaternion).invert();
      const seen = parts.map(({ line, word }, k) => {
        axis.set(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0).applyQuaternion(back);
        const [x, y] = [LENGTH * axis.x, -LENGTH * axis.y];
        line.setAttribute('x2', (HALF + x).toFixed(1));
        line.setAttribute('y2', (HALF + y).toFixed(1));
        // an axis along the view has its letter next to it
        const far = 1 + 8 / Math.max(Math.hypot(x, y), 8);
        word.setAttribute('x', (HALF + far * x).toFixed(1));
        word.setAttribute('y', (HALF + far * y).toFixed(1));
        const placed: PlacedAxis = { name: AXES[k], tip: [x, y], word: [far * x, far * y] };
        return { depth: axis.z, nodes: [line, word], placed };
      });
      seen.sort((a, b) => a.depth - b.depth);
      box.replaceChildren(...seen.flatMap(({ nodes }) => nodes));
      shown = seen.map(({ placed }) => placed);
    },
    shown: () => shown,
  };
}
