import * as THREE from 'three';
import type { VehicleScene } from '../../../src/entries/vehicles.ts';
import { box as createBox, mat3, type Recording, vec3 } from '../../../src/index.ts';
import { boxOfEllipsoid, createVehicleBox } from '../../../src/shapes/vehicle-box.ts';
import { frameTimes } from '../../session/frames.ts';
import type { BodyActor } from '../body-actor.ts';
import { createBody, disposeAll, solidMaterial, tintBody } from '../body-parts.ts';
import { drawSolid, unitBall } from '../geometry/solid-drawing.ts';
import { readVehicle, vehicleForm } from '../placed.ts';
import { createDents } from './vehicle-dents.ts';
import { createVehicleShell, type VehicleShell } from './vehicle-shell.ts';
import { createVehicleWheels } from './vehicle-wheels.ts';

/** Vehicles as they collide: the rounded box under BM, the deformed ellipsoid under EM, on wheels; obstacles. [PATH98-1] and [PATH98-2] */
export function createVehicleActor(recording: Recording, scene: VehicleScene, colors: readonly string[]): BodyActor {
  const object = new THREE.Group();
  addAreas(object, scene);
  const dents = createDents(recording, scene);
  const times = frameTimes(recording);
  const vehicles = scene.bodies.map((_, body) => {
    const drawn = drawVehicle(recording, scene, body, colors[body]);
    for (const part of [drawn.hull, drawn.wheels?.object]) {
      if (part === undefined) continue;
      part.traverse((child) => {
        child.userData['body'] = body;
      });
      object.add(part);
    }
    return drawn;
  });
  let selected = -1;
  return {
    object,
    show(frame, fraction = 0) {
      if (recording.vehicles === undefined) return;
      const next = Math.min(frame + 1, times.length - 1);
      const time = times[frame] + fraction * (times[next] - times[frame]);
      for (const [body, { place, shell }] of vehicles.entries()) {
        shell?.setDents(dents(body, time));
        place(frame, fraction, time);
      }
    },
    setPoses() {},
    bodyOf: ({ object: part }) => (part.userData['body'] as number | undefined) ?? -1,
    setSelected(body) {
      tintBody(vehicles[selected]?.hull, false);
      selected = body;
      tintBody(vehicles[selected]?.hull, true);
    },
    setInk(ink) {
      object.traverse((part) => {
        if (part instanceof THREE.LineSegments && part.userData['ink'])
          (part.material as THREE.LineBasicMaterial).color.set(ink);
      });
    },
    partOf: (body) => vehicles[body]?.hull,
    dispose: () => disposeAll(object),
  };
}

interface DrawnVehicle {
  readonly hull: THREE.Object3D;
  readonly wheels?: { readonly object: THREE.Object3D };
  readonly shell?: VehicleShell;
  place(frame: number, fraction: number, time: number): void;
}

const OBSTACLE_COLOR = 0.92;

function drawVehicle(recording: Recording, scene: VehicleScene, body: number, color: string): DrawnVehicle {
  const { halfExtents, radius, semiAxes } = vehicleForm(scene, body);
  const { obstacle } = scene.bodies[body];
  const isEllipsoid = scene.contacts.model === 'EM' && obstacle === undefined;
  const shell = obstacle || isEllipsoid ? undefined : createVehicleShell(halfExtents, radius);
  const hull = new THREE.Group();
  hull.matrixAutoUpdate = false;
  if (shell) hull.add(createHull(shell, color), createWindows(halfExtents));
  else if (isEllipsoid) hull.add(createBody({ ...unitBall(), flat: false, closed: true }, color, 1), createVisor());
  else hull.add(createBody(drawSolid(createBox(halfExtents, radius)), color, OBSTACLE_COLOR));
  const wheels = obstacle ? undefined : createVehicleWheels(recording, scene, body, halfExtents[1]);
  const reader = createReader(recording, body, semiAxes);
  const box = createVehicleBox([0.5, 0.5, 0.5], 0);
  return {
    hull,
    ...(wheels && { wheels }),
    ...(shell && { shell }),
    place(frame, fraction, time) {
      const { b, center, directors, middle } = reader(frame, fraction);
      if (isEllipsoid) setMatrix(hull.matrix, b, [1, 1, 1], center);
      else {
        boxOfEllipsoid(box, center, b, radius);
        const { rotation, halfExtents: h } = box;
        // the rounded box of the undeformed vehicle, scaled to the current size
        setMatrix(hull.matrix, rotation, [h.x / halfExtents[0], h.y / halfExtents[1], h.z / halfExtents[2]], center);
      }
      hull.matrixWorldNeedsUpdate = true;
      wheels?.place(frame, fraction, time, middle, directors);
    },
  };
}

function setMatrix(
  out: THREE.Matrix4,
  r: ReturnType<typeof mat3>,
  k: readonly number[],
  { x, y, z }: { x: number; y: number; z: number },
): void {
  // biome-ignore format: one row per line
  out.set(
    r.xx * k[0], r.xy * k[1], r.xz * k[2], x,
    r.yx * k[0], r.yy * k[1], r.yz * k[2], y,
    r.zx * k[0], r.zy * k[1], r.zz * k[2], z,
    0, 0, 0, 1,
  );
}

/** Reads centre, directors and B = D diag(semi-axes) of a vehicle; linear between frames. */
function createReader({ vehicles, bodies }: Recording, body: number, semiAxes: { x: number; y: number; z: number }) {
  const [b, center, next] = [mat3(), vec3(), { b: mat3(), center: vec3() }];
  const middle = new THREE.Vector3();
  const directors = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  const entries = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const;
  const axes = ['x', 'y', 'z'] as const;
  return (frame: number, fraction: number) => {
    if (vehicles) {
      const row = frame * bodies.length + body;
      readVehicle(center, b, vehicles, row, semiAxes);
      if (fraction > 0 && row + bodies.length < vehicles.rowCount) {
        readVehicle(next.center, next.b, vehicles, row + bodies.length, semiAxes);
        for (const entry of entries) b[entry] += fraction * (next.b[entry] - b[entry]);
        for (const axis of axes) center[axis] += fraction * (next.center[axis] - center[axis]);
      }
      middle.set(center.x, center.y, center.z);
      directors[0].set(b.xx, b.yx, b.zx).divideScalar(semiAxes.x);
      directors[1].set(b.xy, b.yy, b.zy).divideScalar(semiAxes.y);
      directors[2].set(b.xz, b.yz, b.zz).divideScalar(semiAxes.z);
    }
    return { b, center, directors, middle };
  };
}

function createHull({ surface }: VehicleShell, color: string): THREE.Mesh {
  const material = solidMaterial({ color, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }, true);
  const mesh = new THREE.Mesh(surface, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

const GLASS = { color: '#1d242c', transparent: true, opacity: 0.82, side: THREE.DoubleSide } as const;

/** Windscreen and rear window on the roof, so that front and back differ. */
function createWindows([x, y, z]: readonly [number, number, number]): THREE.Object3D {
  const windows = new THREE.Group();
  for (const [from, to, width] of [
    [0.1, 0.34, 0.78],
    [-0.72, -0.6, 0.7],
  ]) {
    const pane = new THREE.PlaneGeometry((to - from) * x, 2 * width * y).translate(0.5 * (from + to) * x, 0, 1.004 * z);
    windows.add(new THREE.Mesh(pane, new THREE.MeshLambertMaterial(GLASS)));
  }
  for (const side of [-1, 1]) {
    const lamp = new THREE.CircleGeometry(0.09, 20)
      .rotateY(Math.PI / 2)
      .translate(1.002 * x, 0.68 * side * y, -0.1 * z);
    windows.add(new THREE.Mesh(lamp, new THREE.MeshBasicMaterial({ color: '#fff6d8', side: THREE.DoubleSide })));
  }
  return windows;
}

/** A dark patch of the unit sphere, in front and above: an ellipsoid has no other front. */
function createVisor(): THREE.Object3D {
  const patch = new THREE.SphereGeometry(1.004, 24, 8, Math.PI - 0.75, 1.5, 0.95, 0.3).rotateX(Math.PI / 2);
  return new THREE.Mesh(patch, new THREE.MeshLambertMaterial(GLASS));
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
      userData: { fill: 0.35 },
    });
    const area = new THREE.Mesh(new THREE.PlaneGeometry(2 * halfExtents[0], 2 * halfExtents[1]), material);
    area.position.set(center[0], center[1], AREA_HEIGHT);
    area.rotation.z = heading;
    area.userData['body'] = -1;
    object.add(area);
  }
}
