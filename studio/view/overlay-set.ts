import * as THREE from 'three';
import type { OverlayName } from '../session/session.ts';
import type { Label } from './labels.ts';
import {
  createBoxLayer,
  createDopLayer,
  createHullLayer,
  createOrientedBoxLayer,
  createSphereLayer,
} from './overlays/bounds-layers.ts';
import { contactMarks } from './overlays/contact-marks.ts';
import type { OverlayLayer } from './overlays/line-layer.ts';
import { pairMarks } from './overlays/pair-marks.ts';
import { createRegionLayer } from './overlays/region-layer.ts';
import { sensorMarks } from './overlays/sensor-marks.ts';
import { createSweptLayer } from './overlays/swept-layer.ts';
import { createTrailLayer } from './overlays/trail-layer.ts';
import { velocityMarks } from './overlays/velocity-marks.ts';
import { witnessMarks } from './overlays/witness-marks.ts';
import { centreIn, type Shown } from './shown.ts';
import type { Mark } from './view.ts';

/** All overlays of a view. */
export interface OverlaySet {
  readonly object: THREE.Object3D;
  /** Draws the enabled ones; returns their marks and labels. */
  show(shown: Shown | undefined, overlays: ReadonlySet<OverlayName>): { marks: Mark[]; labels: Label[] };
  dispose(): void;
}

const MARKS: Partial<Record<OverlayName, (shown: Shown) => Mark[]>> = {
  witnesses: witnessMarks,
  velocities: velocityMarks,
  pairs: pairMarks,
  sensors: sensorMarks,
};

export function createOverlaySet(): OverlaySet {
  const object = new THREE.Group();
  const layers: Partial<Record<OverlayName, OverlayLayer>> = {
    boxes: createBoxLayer(),
    spheres: createSphereLayer(),
    'oriented-boxes': createOrientedBoxLayer(),
    dops: createDopLayer(),
    hulls: createHullLayer(),
    regions: createRegionLayer(),
    swept: createSweptLayer(),
    trails: createTrailLayer(),
  };
  for (const layer of Object.values(layers)) object.add(layer.object);
  return {
    object,
    show(shown, overlays) {
      for (const [name, layer] of Object.entries(layers))
        layer.show(overlays.has(name as OverlayName) ? shown : undefined);
      if (shown === undefined) return { marks: [], labels: [] };
      const single = Object.entries(MARKS).flatMap(([name, marksOf]) =>
        overlays.has(name as OverlayName) ? marksOf(shown) : [],
      );
      const marks = [...single, ...contactMarks(shown, overlays)];
      return { marks, labels: [...marks.flatMap(labelOf), ...(overlays.has('names') ? nameLabels(shown) : [])] };
    },
    dispose() {
      for (const layer of Object.values(layers)) layer.dispose();
    },
  };
}

/** Lines have their label at the midpoint. */
export function labelOf(mark: Mark): Label[] {
  if (mark.label === undefined) return [];
  if (mark.kind === 'point') return [{ at: mark.at, text: mark.label, color: mark.color }];
  const { from, to } = mark;
  const midpoint = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]), 0.5 * (from[2] + to[2])] as const;
  return [{ at: mark.kind === 'arrow' ? to : midpoint, text: mark.label, color: mark.color }];
}

function nameLabels(shown: Shown): Label[] {
  return shown.recorded.recording.bodies.map((text, body) => ({ at: centreIn(shown, body), text }));
}
