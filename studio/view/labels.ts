import * as THREE from 'three';
import { element } from '../page/element.ts';
import type { Point } from './view.ts';

export interface Label {
  readonly at: Point;
  readonly text: string;
  readonly color?: string;
}

const MOST = 80;

/** Words over the canvas, at places of the world. */
export interface LabelLayer {
  readonly element: HTMLElement;
  set(labels: readonly Label[]): void;
  /** Puts them where the camera sees their places. */
  place(camera: THREE.Camera, width: number, height: number): void;
}

export function createLabelLayer(): LabelLayer {
  const box = element('div', { className: 'view-labels', 'aria-hidden': 'true' });
  let shown: readonly Label[] = [];
  const at = new THREE.Vector3();
  return {
    element: box,
    set(labels) {
      shown = labels.slice(0, MOST);
      while (box.children.length < shown.length) box.append(element('span', { className: 'view-label' }));
      while (box.children.length > shown.length) box.lastElementChild?.remove();
      for (const [i, { text, color }] of shown.entries()) {
        const span = box.children[i] as HTMLElement;
        if (span.textContent !== text) span.textContent = text;
        span.style.color = color ?? '';
      }
    },
    place(camera, width, height) {
      for (const [i, label] of shown.entries()) {
        const span = box.children[i] as HTMLElement;
        at.set(...label.at).project(camera);
        const inSight = Math.abs(at.z) <= 1 && Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1;
        span.hidden = !inSight;
        span.style.transform = `translate(${(0.5 + 0.5 * at.x) * width + 6}px, ${(0.5 - 0.5 * at.y) * height - 18}px)`;
      }
    },
  };
}
