import { shapeRadius } from '../../src/entries/bounds.ts';
import type { BodyId, SolidBody, SolidScene, World } from '../../src/index.ts';
import { IDENTITY } from './change-live-bodies.ts';
import type { LiveBody, LiveJoint, LiveStructure } from './live-protocol.ts';
import { liveRecorded } from './live-recorded.ts';
import { type Play, triple } from './solid-play.ts';

const MOTIONS = { dynamic: 'free', kinematic: 'prescribed', static: 'fixed' } as const;

/** Bodies, joints and settings of a live rigid-body world. */
export function structureOf(play: Play): LiveStructure {
  const { world, scene, drawn, friction, restitution, selected } = play;
  const ids = world.bodies();
  const bodies = ids.map((id) => liveBody(world, id));
  const shown = ids.map((id, k): SolidBody => {
    const { shape, color, trigger = false } = world.options(id);
    const { name, motion, mass } = bodies[k];
    const state = world.state(id);
    const { velocity, angularVelocity } = state;
    const pose = { position: state.position, rotation: state.rotation };
    const moments = { x: 1, y: 1, z: 1 };
    const drawnShape = drawn.get(id);
    const form = { shape, ...(drawnShape && { drawnShape }), pose, velocity, angularVelocity };
    return { name, motion, mass, moments, principalAxes: IDENTITY, trigger, ...form, ...(color && { color }) };
  });
  const { joints: _, ...rest } = scene;
  const now: SolidScene = { ...rest, bodies: shown, sensors: [], docking: [] };
  const states = shown.map(({ name, pose, velocity, angularVelocity }) => ({
    name,
    ...pose,
    angle: 0,
    velocity,
    angularVelocity,
  }));
  return {
    recorded: liveRecorded(now, { bodies: states, ledger: world.ledger() }),
    bodies,
    joints: liveJoints(play),
    gravity: triple(world.gravity),
    friction,
    restitution,
    limits: {},
    timeStep: world.timeStep,
    selected: selected === undefined ? undefined : ids.indexOf(selected),
  };
}

function liveBody(world: World, id: BodyId): LiveBody {
  const { name, type, mass } = world.state(id);
  const { shape, friction = 0, restitution = 0 } = world.options(id);
  return {
    name,
    motion: MOTIONS[type],
    mass,
    friction: typeof friction === 'number' ? friction : friction.dynamic,
    restitution,
    radius: shapeRadius(shape),
    kind: shape.kind,
  };
}

/** Joints with one axis that moves. */
function liveJoints({ world, scene, motors }: Play): LiveJoint[] {
  return world.joints().map((joint, k) => {
    const { name, kind } = world.jointState(joint);
    const axes = scene.joints?.[joint]?.axes ?? [];
    const axis = kind === 'hinge' ? 3 : kind === 'slider' ? 0 : -1;
    const { min = -Infinity, max = Infinity, motor } = axes[axis] ?? {};
    const unit = axis === 3 ? 'rad' : 'm';
    return { name, kind, unit, min, max, motor: motors.has(k) ? motors.get(k) : motor };
  });
}
