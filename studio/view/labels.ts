import * as THREE from 'three';
import { element } from '../page/element.ts';
import type { PlacedLabel, Point } from './view.ts';

export interface Label {
  readonly at: Point;
  readonly text: string;
  readonly color?: string;
}

const MOST = 80;
/** Approximate size of labels [CSS px], and the maximum number of lines a label is moved before it is omitted. */
const LETTER = 6.5;
const LINE = 17;
const WAYS = 4;

/** Labels over the canvas, at world positions. */
export interface LabelLayer {
  readonly element: HTMLElement;
  set(labels: readonly Label[]): void;
  /** Updates their positions on the screen. */
  place(camera: THREE.Camera, width: number, height: number): void;
  /** Those that were visible when they were placed last. */
  placed(): readonly PlacedLabel[];
}

export function createLabelLayer(): LabelLayer {
  const box = element('div', { className: 'view-labels', 'aria-hidden': 'true' });
  let shown: readonly Label[] = [];
  let visible: PlacedLabel[] = [];
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
      const taken: Place[] = [];
      visible = [];
      for (const [i, label] of shown.entries()) {
        const span = box.children[i] as HTMLElement;
        at.set(...label.at).project(camera);
        const isVisible = Math.abs(at.z) <= 1 && Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1;
        const [x, y] = [(0.5 + 0.5 * at.x) * width + 6, (0.5 - 0.5 * at.y) * height - 18];
        const free = isVisible ? freePosition({ x, y, width: LETTER * label.text.length + 8 }, taken) : undefined;
        span.hidden = free === undefined;
        if (free === undefined) continue;
        taken.push(free);
        visible.push({ x: free.x, y: free.y, text: label.text, color: label.color ?? '' });
        span.style.transform = `translate(${free.x}px, ${free.y}px)`;
      }
    },
    placed: () => visible,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A free position here or a few lines below; undefined if labels would overlap. */
function freePosition(wanted: Place, taken: readonly Place[]): Place | undefined {
  const covers = (a: Place, b: Place) => Math.abs(a.y - b.y) < LINE && a.x < b.x + b.width && b.x < a.x + a.width;
  return Array.from({ length: WAYS }, (_, k) => ({ ...wanted, y: wanted.y + k * LINE })).find(
    (place) => !taken.some((other) => covers(place, other)),
  );
}
