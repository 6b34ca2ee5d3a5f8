import * as THREE from 'three';
import type { Recording } from '../../../src/index.ts';
import { frameCount } from '../../session/frames.ts';
import { bodyColor } from '../body-colors.ts';
import { disposeAll } from '../body-parts.ts';
import { DETAILED } from '../overlays.ts';
import { centreIn, detailed, type Shown } from '../shown.ts';
import type { OverlayLayer } from './line-layer.ts';

/** Maximum number of points of a trail. */
const MAX_POINTS = 4000;

/** Paths of the centres of mass, up to the present. */
export function createTrailLayer(): OverlayLayer {
  const object = new THREE.Group();
  const paths: { readonly body: number; readonly points: Float32Array }[] = [];
  let made = '';
  let madeFor: Recording | undefined;
  const build = (shown: Shown, bodies: readonly number[], step: number) => {
    disposeAll(object);
    object.clear();
    paths.length = 0;
    const { recording, scene } = shown.recorded;
    for (const body of bodies) {
      const points = trail(recording, body, step);
      if (points === undefined) continue;
      paths.push({ body, points });
      const drawn = new THREE.BufferAttribute(new Float32Array(points.length + 3), 3).setUsage(THREE.DynamicDrawUsage);
      const geometry = new THREE.BufferGeometry().setAttribute('position', drawn);
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
      for (const [i, line] of object.children.entries()) {
        if (!(line instanceof THREE.Line)) continue;
        // recorded points, and the present one as the last
        const { body, points } = paths[i];
        const drawn = line.geometry.getAttribute('position') as THREE.BufferAttribute;
        (drawn.array as Float32Array).set(points.subarray(0, 3 * count));
        drawn.setXYZ(count, ...centreIn(shown, body));
        drawn.needsUpdate = true;
        line.geometry.setDrawRange(0, count + 1);
      }
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
