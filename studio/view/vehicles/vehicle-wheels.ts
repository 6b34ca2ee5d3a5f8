import * as THREE from 'three';
import { createInput, inputAt } from '../../../src/dynamics/vehicle/driver.ts';
import { surfaceAt } from '../../../src/dynamics/vehicle/road-surface.ts';
import type { VehicleScene } from '../../../src/entries/vehicles.ts';
import type { Recording } from '../../../src/index.ts';
import { frameCount } from '../../session/frames.ts';

/** Drawn size of wheels [m]: the model has points that follow the road instead. */
const RADIUS = 0.31;
const WIDTH = 0.2;
/** They stand out of the body by this [m]. */
const OUTSIDE = 0.03;
const SPOKES = 5;

/** The four wheels of a vehicle: they stand on the road below their suspensions, the front ones steer, and all roll without slip. */
export interface VehicleWheels {
  readonly object: THREE.Object3D;
  /** Pose of the vehicle: its centre and the directors forward, left and up. */
  place(
    frame: number,
    fraction: number,
    time: number,
    center: THREE.Vector3,
    directors: readonly THREE.Vector3[],
  ): void;
}

export function createVehicleWheels(
  recording: Recording,
  scene: VehicleScene,
  body: number,
  halfWidth: number,
): VehicleWheels {
  const object = new THREE.Group();
  const { start } = scene.bodies[body];
  const { L1, L2, H1, H2 } = scene.models[start.model - 1].SUSPENSION;
  const across = halfWidth - WIDTH / 2 + OUTSIDE;
  const mounts = [
    [L1, across, -H1],
    [L1, -across, -H1],
    [-L2, across, -H2],
    [-L2, -across, -H2],
  ];
  const rolled = rolledDistance(recording, body);
  const table = scene.drivers?.[body]?.steering;
  const steering = table && createInput(table, `drivers[${body}].steering`, false);
  const [tyre, hub] = [createTyre(), createHub()];
  const wheels = mounts.map(() => {
    const wheel = new THREE.Group();
    wheel.add(tyre.clone(), hub.clone());
    object.add(wheel);
    return wheel;
  });
  const ground = new Float64Array(3);
  const heading = new THREE.Vector3();
  const axle = new THREE.Vector3();
  const upward = new THREE.Vector3();
  const basis = new THREE.Matrix4();
  return {
    object,
    place(frame, fraction, time, center, [d1, d2, d3]) {
      const next = Math.min(frame + 1, rolled.length - 1);
      const angle = (rolled[frame] + fraction * (rolled[next] - rolled[frame])) / RADIUS;
      const steer = steering ? inputAt(steering, time) : start.STEERING;
      for (const [i, wheel] of wheels.entries()) {
        const [x1, x2, x3] = mounts[i];
        wheel.position.copy(center).addScaledVector(d1, x1).addScaledVector(d2, x2).addScaledVector(d3, x3);
        surfaceAt(ground, scene.road.surface, wheel.position.x, wheel.position.y);
        wheel.position.z = Math.max(ground[0] + RADIUS, wheel.position.z - RADIUS);
        heading.set(d1.x, d1.y, 0).normalize();
        if (i < 2) heading.applyAxisAngle(Z, steer);
        axle.crossVectors(Z, heading);
        upward.crossVectors(heading, axle);
        wheel.quaternion.setFromRotationMatrix(basis.makeBasis(heading, axle, upward));
        wheel.rotateY(angle);
      }
    },
  };
}

const Z = new THREE.Vector3(0, 0, 1);

/** Distance travelled along its heading up to each frame [m]. */
function rolledDistance({ vehicles, bodies, ...recording }: Recording, body: number): Float64Array {
  const rolled = new Float64Array(frameCount({ vehicles, bodies, ...recording }));
  if (vehicles === undefined) return rolled;
  const { x, y, heading } = vehicles.columns;
  for (let frame = 1; frame < rolled.length; frame++) {
    const [a, b] = [(frame - 1) * bodies.length + body, frame * bodies.length + body];
    const mean = 0.5 * (heading[a] + heading[b]);
    rolled[frame] = rolled[frame - 1] + (x[b] - x[a]) * Math.cos(mean) + (y[b] - y[a]) * Math.sin(mean);
  }
  return rolled;
}

/** About its axis y. */
function createTyre(): THREE.Mesh {
  const tyre = new THREE.Mesh(
    new THREE.CylinderGeometry(RADIUS, RADIUS, WIDTH, 32),
    new THREE.MeshLambertMaterial({ color: '#2b2d30' }),
  );
  tyre.castShadow = true;
  return tyre;
}

/** Spokes on both sides show that the wheel turns. */
function createHub(): THREE.Mesh {
  const shapes = Array.from({ length: SPOKES }, (_, k) => {
    const angle = (2 * Math.PI * k) / SPOKES;
    const spoke = new THREE.Shape();
    const at = (r: number, a: number) => [r * RADIUS * Math.cos(angle + a), r * RADIUS * Math.sin(angle + a)] as const;
    spoke.moveTo(...at(0, 0));
    spoke.lineTo(...at(0.68, -0.25));
    spoke.lineTo(...at(0.72, 0));
    spoke.lineTo(...at(0.68, 0.25));
    return spoke;
  });
  const disc = new THREE.ShapeGeometry(shapes, 4).rotateX(Math.PI / 2);
  const sides = [-1, 1].map((side) => disc.clone().translate(0, side * (WIDTH / 2 + 0.004), 0));
  const hub = new THREE.Mesh(sides[0], new THREE.MeshLambertMaterial({ color: '#b9bfc6', side: THREE.DoubleSide }));
  hub.add(new THREE.Mesh(sides[1], hub.material));
  return hub;
}
