import { box, createWorldFromScene, massProperties, material, pose, type SolidScene, vec3 } from 'appulse';
import { fastest, type SteppedWorld } from '../solid-peers.ts';
import type { BinBox, BoxBin } from './box-bin.ts';

/** The bin of boxes as a world of this library: fixed steps, sleeping disabled. */

export function buildAppulse(bin: BoxBin, substeps: number): SteppedWorld {
  const world = createWorldFromScene(sceneOf(bin, substeps));
  const states = () => bin.boxes.map((_, k) => world.state(bin.fixed.length + k));
  return {
    step: () => world.step(),
    speed: () => fastest(states().map(({ velocity: { x, y, z } }) => Math.hypot(x, y, z))),
    poses: () =>
      states().map(({ position: { x, y, z }, orientation: q }) => ({ at: [x, y, z], rotated: [q.w, q.x, q.y, q.z] })),
    free() {},
  };
}

export function sceneOf(bin: BoxBin, substeps: number): SolidScene {
  const bodies = [...bin.fixed, ...bin.boxes].map((given, k) => bodyOf(bin, given, k));
  const law = { collide: true, material: material({ restitution: bin.restitution, staticFriction: bin.friction }) };
  return {
    world: 'solids',
    title: 'bench',
    description: '',
    record: { interval: 1 },
    bodies,
    contacts: {
      classes: bodies.map(() => 0),
      laws: [[law]],
      pairs: [],
      restitutionThreshold: bin.restitution > 0 ? 2 * bin.gravity * bin.step : 0.05,
      slop: 1e-4 * bin.edge,
    },
    sensors: [],
    docking: [],
    forces: { gravity: vec3(0, 0, -bin.gravity), loads: [] },
    time: {
      end: 100,
      method: 'steps',
      step: bin.step,
      substeps,
      timeToSleep: Number.POSITIVE_INFINITY,
      maxEvents: Number.POSITIVE_INFINITY,
    },
  };
}

function bodyOf(bin: BoxBin, { half, at, rotated }: BinBox, k: number): SolidScene['bodies'][number] {
  const shape = box(half);
  const free = k >= bin.fixed.length;
  const { mass, inertia } = massProperties(shape, bin.density);
  const { POSITIVE_INFINITY: never } = Number;
  return {
    name: `box ${k}`,
    shape,
    motion: free ? 'free' : 'fixed',
    pose: pose(at, rotated),
    velocity: vec3(),
    angularVelocity: vec3(),
    mass: free ? mass : never,
    moments: free ? vec3(inertia.xx, inertia.yy, inertia.zz) : vec3(never, never, never),
    principalAxes: pose().rotation,
    trigger: false,
  };
}
