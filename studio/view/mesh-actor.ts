import * as THREE from 'three';
import { meshEdges, meshTriangles } from '../../src/entries/meshes.ts';
import type { MeshScene, Recording } from '../../src/index.ts';
import { isHalfspace } from '../../src/sim/meshes/body-mesh.ts';
import { frameTimes } from '../session/frames.ts';
import type { BodyActor } from './body-actor.ts';
import { disposeAll, solidMaterial } from './body-parts.ts';
import { isClosed } from './geometry/solid-drawing.ts';
import { type FrameRows, type Passage, passageBetween, writePointBetween } from './motion/point-between.ts';
import { setFrameRows } from './motion/poses-between.ts';
import { recordedMeshes } from './placed.ts';

/** Deforming bodies: their surfaces are updated from the recorded nodes of each frame. A floor is drawn as the ground, and picked here. */
export function createMeshActor(
  recording: Recording,
  scene: MeshScene,
  colors: readonly string[],
  isFloor: (body: number) => boolean,
): BodyActor {
  const object = new THREE.Group();
  const bodies = recordedMeshes(scene).map(({ mesh, first, count }, i) => {
    const at = new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    const triangles = meshTriangles(mesh);
    const surface = new THREE.BufferGeometry().setAttribute('position', at).setIndex(Array.from(triangles));
    const lines = new THREE.BufferGeometry().setAttribute('position', at).setIndex(Array.from(meshEdges(mesh)));
    // the square of a half-space fills the view: the grid is seen through it
    const seeThrough = isHalfspace(scene.bodies[i]) && { transparent: true, opacity: 0.12, depthWrite: false };
    const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const material = solidMaterial(
      { ...seeThrough, ...offset, color: colors[i], flatShading: true, visible: !isFloor(i) },
      isClosed(triangles),
    );
    const shaded = new THREE.Mesh(surface, material);
    shaded.castShadow = shaded.receiveShadow = !seeThrough;
    const wires = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({ opacity: 0.45, transparent: true }));
    wires.visible = !isFloor(i);
    shaded.userData['body'] = wires.userData['body'] = i;
    // bounds change with every frame
    shaded.frustumCulled = wires.frustumCulled = false;
    object.add(shaded, wires);
    return { first, count, at, material, wires: wires.material, surface, shaded };
  });
  const perFrame = bodies.reduce((sum, { count }) => sum + count, 0);
  let selected = -1;
  return {
    object,
    show(frame, fraction = 0) {
      if (recording.nodes === undefined) return;
      const { columns } = recording.nodes;
      const times = frameTimes(recording);
      const interval = frame + 1 < times.length ? times[frame + 1] - times[frame] : 0;
      const s = interval > 0 ? fraction : 0;
      for (const { first: own, count, at, surface } of bodies) {
        for (let node = 0; node < count; node++) {
          setFrameRows(rows, frame, times.length, perFrame, own + node);
          if (s > 0) passageBetween(passage, columns, rows, interval);
          writePointBetween(at.array as Float32Array, 3 * node, columns, rows, passage, interval, s);
        }
        at.needsUpdate = true;
        surface.boundingSphere = null;
        surface.boundingBox = null;
      }
    },
    // nodes are recorded individually: there is no pose to change
    setPoses() {},
    bodyOf: ({ object: part }) => (part.userData['body'] as number | undefined) ?? -1,
    setSelected(body) {
      bodies[selected]?.material.emissive.set(0);
      selected = body;
      bodies[selected]?.material.emissive.set('#553800');
    },
    setInk(ink) {
      for (const { wires } of bodies) wires.color.set(ink);
    },
    partOf: (body) => bodies[body]?.shaded,
    dispose: () => disposeAll(object),
  };
}

const rows: FrameRows = { before: -1, from: 0, to: 0, after: -1 };
const passage: Passage = { kind: 'hold', at: 0 };
