import * as THREE from 'three';
import type { Recording } from '../../../src/index.ts';
import { frameCount } from '../../session/frames.ts';
import { bodyColor } from '../body-colors.ts';
import { DETAILED } from '../overlays.ts';
import { disposeAll } from '../rigid-actor.ts';
import { detailed, type Shown } from '../shown.ts';
import type { OverlayLayer } from './line-layer.ts';

/** Maximum number of points of a trail. */
const MAX_POINTS = 4000;

/** Paths of the centres of mass, up to the current frame. */
export function createTrailLayer(): OverlayLayer {
  const object = new THREE.Group();
  let made = '';
  let madeFor: Recording | undefined;
  const build = (shown: Shown, bodies: readonly number[], step: number) => {
    disposeAll(object);
    object.clear();
    const { recording, scene } = shown.recorded;
    for (const body of bodies) {
      const points = trail(recording, body, step);
      if (points === undefined) continue;
      const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(points, 3));
      const line = new THREE.Line(
        geometry,
        new THREE.LineBasicMaterial({ color: bodyColor(scene, body), transparent: true, opacity: 0.55 }),
      );
      line.frustumCulled = false;
      line.raycast = () => {};
      object.add(line);
    }
  };
  return {
    object,
    show(shown) {
      object.visible = shown !== undefined;
      if (shown === undefined) return;
      const { recording } = shown.recorded;
      const bodies = detailed(shown, DETAILED.trails);
      const step = Math.max(1, Math.ceil(frameCount(recording) / MAX_POINTS));
      if (madeFor !== recording || made !== bodies.join()) {
        [madeFor, made] = [recording, bodies.join()];
        build(shown, bodies, step);
      }
      const count = Math.floor(shown.frame / step) + 1;
      for (const line of object.children) if (line instanceof THREE.Line) line.geometry.setDrawRange(0, count);
    },
    dispose: () => disposeAll(object),
  };
}

/** Undefined for a body that does not move. */
function trail({ frames, bodies }: Recording, body: number, step: number): Float32Array | undefined {
  const { x, y, z } = frames.columns;
  const count = Math.ceil(x.length / bodies.length / step);
  const points = new Float32Array(3 * count);
  let moves = false;
  for (let i = 0; i < count; i++) {
    const row = i * step * bodies.length + body;
    points.set([x[row], y[row], z[row]], 3 * i);
    moves ||= x[row] !== x[body] || y[row] !== y[body] || z[row] !== z[body];
  }
  return moves ? points : undefined;
}
