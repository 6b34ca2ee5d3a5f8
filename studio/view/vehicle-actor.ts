import * as THREE from 'three';
import type { VehicleScene } from '../../src/entries/vehicles.ts';
import { box as createBox, mat3, type Recording, vec3 } from '../../src/index.ts';
import { boxOfEllipsoid, createVehicleBox } from '../../src/shapes/vehicle-box.ts';
import type { BodyActor } from './body-actor.ts';
import { drawSolid, unitBall } from './geometry/solid-drawing.ts';
import { readVehicle, vehicleForm } from './placed.ts';
import { createBody, disposeAll } from './rigid-actor.ts';

/** Vehicles: the deformed ellipsoid, shaded lightly, in its rounded box. [PATH98-1] and [PATH98-2] */
export function createVehicleActor(recording: Recording, scene: VehicleScene, colors: readonly string[]): BodyActor {
  const object = new THREE.Group();
  addAreas(object, scene);
  const vehicles = scene.bodies.map(({ obstacle }, body) => {
    const form = vehicleForm(scene, body);
    const ball = createBody({ ...unitBall(), flat: false }, colors[body], 1);
    const box = createBody(drawSolid(createBox(form.halfExtents, form.radius)), colors[body], obstacle ? 1 : 0.25);
    const nose = new THREE.LineSegments(
      new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3(1, 0, 0)]),
      new THREE.LineBasicMaterial({ color: colors[body] }),
    );
    ball.matrixAutoUpdate = box.matrixAutoUpdate = nose.matrixAutoUpdate = false;
    for (const part of [ball, box, nose]) {
      part.traverse((child) => {
        child.userData['body'] = body;
      });
    }
    ball.visible = nose.visible = obstacle === undefined;
    object.add(ball, box, nose);
    return { ball, box, nose, ...form };
  });
  const b = mat3();
  const center = vec3();
  const current = createVehicleBox([0.5, 0.5, 0.5], 0);
  let selected = -1;
  const tint = (body: number, color: string) => {
    for (const part of [vehicles[body]?.ball, vehicles[body]?.box]) {
      part?.traverse((child) => {
        if (child instanceof THREE.Mesh && child.material instanceof THREE.MeshLambertMaterial)
          child.material.emissive.set(color);
      });
    }
  };
  return {
    object,
    show(frame) {
      if (recording.vehicles === undefined) return;
      for (const [body, { ball, box, nose, semiAxes, halfExtents, radius }] of vehicles.entries()) {
        readVehicle(center, b, recording.vehicles, frame * vehicles.length + body, semiAxes);
        ball.matrix.set(b.xx, b.xy, b.xz, center.x, b.yx, b.yy, b.yz, center.y, b.zx, b.zy, b.zz, center.z, 0, 0, 0, 1);
        boxOfEllipsoid(current, center, b, radius);
        const { rotation: r, halfExtents: h } = current;
        // the rounded box of the undeformed vehicle, scaled to the current size
        const [kx, ky, kz] = [h.x / halfExtents[0], h.y / halfExtents[1], h.z / halfExtents[2]];
        box.matrix.set(
          r.xx * kx,
          r.xy * ky,
          r.xz * kz,
          center.x,
          r.yx * kx,
          r.yy * ky,
          r.yz * kz,
          center.y,
          r.zx * kx,
          r.zy * ky,
          r.zz * kz,
          center.z,
          0,
          0,
          0,
          1,
        );
        nose.matrix.copy(ball.matrix).scale(new THREE.Vector3(1.3, 1.3, 1.3));
        for (const part of [ball, box, nose]) part.matrixWorldNeedsUpdate = true;
      }
    },
    setPoses() {},
    bodyOf: ({ object: part }) => (part.userData['body'] as number | undefined) ?? -1,
    setSelected(body) {
      tint(selected, '#000000');
      selected = body;
      tint(selected, '#553800');
    },
    setInk(ink) {
      object.traverse((part) => {
        if (part instanceof THREE.LineSegments && part.userData['ink'])
          (part.material as THREE.LineBasicMaterial).color.set(ink);
      });
    },
    dispose: () => disposeAll(object),
  };
}

/** Height of the areas above the ground, so that they are not hidden in its grid [m]. */
const AREA_HEIGHT = 0.02;

/** Areas of the road with another friction: flat rectangles, darker where they are more slippery. */
function addAreas(object: THREE.Group, { road }: VehicleScene): void {
  for (const { center, halfExtents, heading, friction } of road.areas) {
    const isSlippery = friction < road.tyreFriction;
    const material = new THREE.MeshBasicMaterial({
      color: isSlippery ? '#5b9bd5' : '#b08040',
      transparent: true,
      opacity: 0.35,
      side: THREE.DoubleSide,
      depthWrite: false,
    });
    const area = new THREE.Mesh(new THREE.PlaneGeometry(2 * halfExtents[0], 2 * halfExtents[1]), material);
    area.position.set(center[0], center[1], AREA_HEIGHT);
    area.rotation.z = heading;
    area.userData['body'] = -1;
    object.add(area);
  }
}
