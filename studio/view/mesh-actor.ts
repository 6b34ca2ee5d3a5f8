import * as THREE from 'three';
import { meshEdges, meshTriangles } from '../../src/entries/meshes.ts';
import type { MeshScene, Recording } from '../../src/index.ts';
import { isHalfspace } from '../../src/sim/meshes/body-mesh.ts';
import type { BodyActor } from './body-actor.ts';
import { recordedMeshes } from './placed.ts';
import { disposeAll } from './rigid-actor.ts';

/** Deforming bodies: their surfaces are updated from the recorded nodes of each frame. */
export function createMeshActor(recording: Recording, scene: MeshScene, colors: readonly string[]): BodyActor {
  const object = new THREE.Group();
  const bodies = recordedMeshes(scene).map(({ mesh, first, count }, i) => {
    const at = new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    const surface = new THREE.BufferGeometry().setAttribute('position', at).setIndex(Array.from(meshTriangles(mesh)));
    const lines = new THREE.BufferGeometry().setAttribute('position', at).setIndex(Array.from(meshEdges(mesh)));
    // the square of a half-space fills the view: the grid is seen through it
    const seeThrough = isHalfspace(scene.bodies[i]) && { transparent: true, opacity: 0.12, depthWrite: false };
    const material = new THREE.MeshLambertMaterial({
      ...seeThrough,
      color: colors[i],
      side: THREE.DoubleSide,
      flatShading: true,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    const shaded = new THREE.Mesh(surface, material);
    const wires = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({ opacity: 0.45, transparent: true }));
    shaded.userData['body'] = wires.userData['body'] = i;
    // bounds change with every frame
    shaded.frustumCulled = wires.frustumCulled = false;
    object.add(shaded, wires);
    return { first, count, at, material, wires: wires.material, surface };
  });
  const perFrame = bodies.reduce((sum, { count }) => sum + count, 0);
  let selected = -1;
  return {
    object,
    show(frame) {
      if (recording.nodes === undefined) return;
      const { x, y, z } = recording.nodes.columns;
      for (const { first: own, count, at, surface } of bodies) {
        const row = frame * perFrame + own;
        for (let node = 0; node < count; node++) at.setXYZ(node, x[row + node], y[row + node], z[row + node]);
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
    dispose: () => disposeAll(object),
  };
}
