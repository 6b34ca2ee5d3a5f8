import * as THREE from 'three';
import type { Shape } from '../../src/index.ts';
import { FAINT, SELECTED, surfaceMaterial } from './body-parts.ts';
import { drawShape } from './geometry/draw-shape.ts';
import { ROUGH } from './geometry/solid-drawing.ts';
import type { RigidBodies } from './rigid-actor.ts';

/** Bodies of equal shape, drawn by one mesh each shape. */
export interface InstancedBodies {
  readonly object: THREE.Object3D;
  has(body: number): boolean;
  /** x y z qw qx qy qz of each body of the scene. */
  place(poses: Float64Array): void;
  bodyOf(hit: THREE.Intersection): number;
  setSelected(body: number): void;
}

export function createInstances({ shapes, colors, faint }: RigidBodies, groups: readonly number[][]): InstancedBodies {
  const object = new THREE.Group();
  const drawn = groups.map((members) => {
    const drawing = drawShape(shapes[members[0]], 1, true, ROUGH);
    const surface = drawing.surface ?? drawing.edges ?? drawing.points ?? new THREE.BufferGeometry();
    const isFaint = members.every((body) => faint[body]);
    const mesh = new THREE.InstancedMesh(
      surface,
      surfaceMaterial(drawing, '#ffffff', isFaint ? FAINT : 1),
      members.length,
    );
    for (const [i, body] of members.entries()) mesh.setColorAt(i, new THREE.Color(colors[body]));
    mesh.frustumCulled = false;
    mesh.castShadow = !drawing.flat && !isFaint;
    mesh.receiveShadow = !drawing.flat;
    mesh.userData['members'] = members;
    object.add(mesh);
    return { mesh, members };
  });
  const owner = new Map(drawn.flatMap((group) => group.members.map((body) => [body, group] as const)));
  const at = new THREE.Object3D();
  let selected = -1;
  const paint = (body: number, color: THREE.Color) => {
    const group = owner.get(body);
    if (group === undefined) return;
    group.mesh.setColorAt(group.members.indexOf(body), color);
    if (group.mesh.instanceColor) group.mesh.instanceColor.needsUpdate = true;
  };
  return {
    object,
    has: (body) => owner.has(body),
    place(poses) {
      for (const { mesh, members } of drawn) {
        for (const [i, body] of members.entries()) {
          const o = 7 * body;
          at.position.set(poses[o], poses[o + 1], poses[o + 2]);
          at.quaternion.set(poses[o + 4], poses[o + 5], poses[o + 6], poses[o + 3]);
          at.updateMatrix();
          mesh.setMatrixAt(i, at.matrix);
        }
        mesh.instanceMatrix.needsUpdate = true;
        mesh.boundingSphere = null;
      }
    },
    bodyOf({ object: part, instanceId }) {
      const members = part.userData['members'] as number[] | undefined;
      return members && instanceId !== undefined ? members[instanceId] : -1;
    },
    setSelected(body) {
      if (selected >= 0) paint(selected, new THREE.Color(colors[selected]));
      selected = body;
      if (selected >= 0) paint(selected, SELECTED);
    },
  };
}

/** Bodies with equal shapes, in the order of the scene. */
export function groupByShape(shapes: readonly Shape[]): number[][] {
  const groups = new Map<string, number[]>();
  const keys = new Map<Shape, string>();
  for (const [body, shape] of shapes.entries()) {
    const key = keys.get(shape) ?? JSON.stringify(shape);
    keys.set(shape, key);
    const group = groups.get(key);
    if (group) group.push(body);
    else groups.set(key, [body]);
  }
  return [...groups.values()];
}
