import { shapeRadius } from '../../src/entries/bounds.ts';
import { type BodyId, createWorldFromScene, type SolidScene, type World } from '../../src/index.ts';
import { assemblyOf, placeAssembly } from './assembly.ts';
import { addBody, duplicateBody, pinBody } from './change-live-bodies.ts';
import { rotated } from './gizmo.ts';
import { BODY, CONTACT, type LiveCommand } from './live-protocol.ts';
import type { LiveWorld } from './live-world.ts';
import { add, pullForce, pullOf, rotateBy } from './pull-spring.ts';
import { bodyAt, type Command, type Play, triple } from './solid-play.ts';
import { structureOf } from './solid-structure.ts';

/** A live rigid-body world. */
export function createSolidLiveWorld(scene: SolidScene): LiveWorld {
  const world = createWorldFromScene(scene);
  const usual = Math.max(
    0,
    scene.bodies.findIndex(({ motion }) => motion === 'free'),
  );
  const { material } = scene.contacts.laws[scene.contacts.classes[usual]][scene.contacts.classes[usual]];
  const play: Play = {
    scene,
    world,
    drawn: new Map(scene.bodies.flatMap(({ drawnShape }, id) => (drawnShape ? [[id, drawnShape]] : []))),
    pinned: new Map(),
    motors: new Map(),
    pulled: undefined,
    held: undefined,
    shown: undefined,
    friction: material.frictionLaw === 'none' ? 0 : material.dynamicFriction,
    restitution: material.restitution,
    selected: undefined,
    ended: undefined,
  };
  return {
    get time() {
      return world.time;
    },
    get stepCount() {
      return world.stepCount;
    },
    timeStep: world.timeStep,
    get ended() {
      return play.ended;
    },
    step: () => takeStep(play),
    apply: (command) => applyCommand(play, command),
    structure: () => structureOf(play),
    frameLength: (withContacts) =>
      BODY * world.bodies().length + (withContacts ? CONTACT * contactPoints(world).length : 0),
    writeFrame: (numbers, withContacts) => writeFrame(play, numbers, withContacts),
    pull: () => play.shown,
    energy() {
      const { kineticEnergy, potentialEnergy } = world.ledger();
      return kineticEnergy + potentialEnergy;
    },
    sceneText: () => world.sceneText({ title: `${scene.title}, ${Number(world.time.toPrecision(4))} s` }),
    record: (interval) => world.record({ interval, title: `${scene.title}, played`, description: scene.description }),
  };
}

function takeStep(play: Play): void {
  const { world, held } = play;
  if (play.ended !== undefined) return;
  try {
    if (held) holdBodies(play, held);
    applyPull(play);
    world.step();
  } catch (error) {
    play.ended = error instanceof Error ? error.message : String(error);
  }
}

/** At rest where the hand holds them. */
function holdBodies(play: Play, { members, position, orientation }: NonNullable<Play['held']>): void {
  const present = members.filter(({ id }) => play.world.has(id));
  placeAssembly(play, present, position, orientation);
}

function shiftBody(play: Play, id: BodyId, { by, axis, angle }: Command<'shift'>): void {
  const { position, orientation } = play.world.state(id);
  const { w, x, y, z } = orientation;
  placeAssembly(play, assemblyOf(play, id), add(triple(position), by), rotated([w, x, y, z], axis, angle));
}

function applyPull(play: Play): void {
  const { world, pulled } = play;
  play.shown = undefined;
  if (!pulled || !world.has(pulled.id)) return;
  const state = world.state(pulled.id);
  const { w, x, y, z } = state.orientation;
  const point = add(triple(state.position), rotateBy([w, x, y, z], pulled.point));
  if (state.type !== 'dynamic') {
    play.shown = pullOf(point, pulled.target, [0, 0, 0]);
    return;
  }
  const { force } = pullForce(
    {
      mass: state.mass,
      radius: shapeRadius(world.options(pulled.id).shape),
      center: triple(state.centerOfMass),
      velocity: triple(state.velocity),
      angularVelocity: triple(state.angularVelocity),
      point,
    },
    pulled.target,
    { step: world.timeStep, gravity: Math.hypot(...triple(world.gravity)), strength: pulled.strength },
  );
  world.applyForce(pulled.id, force, { at: point });
  play.shown = pullOf(point, pulled.target, force);
}

function applyCommand(play: Play, command: LiveCommand): boolean {
  const { world } = play;
  const id = 'body' in command ? bodyAt(world, command.body) : -1;
  play.selected = undefined;
  switch (command.kind) {
    case 'pull':
      play.pulled = { ...command, id };
      return false;
    case 'release':
      play.pulled = play.shown = undefined;
      return false;
    case 'hold':
      // the bodies stay to each other as they were when the first one was taken
      play.held = { ...command, members: play.held?.members[0].id === id ? play.held.members : assemblyOf(play, id) };
      holdBodies(play, play.held);
      return false;
    case 'drop':
      play.held = undefined;
      return false;
    case 'shift':
      shiftBody(play, id, command);
      return false;
    case 'pin':
      pinBody(play, id, command.on);
      return true;
    case 'add':
      play.selected = addBody(play, command);
      return true;
    case 'duplicate':
      play.selected = duplicateBody(play, id);
      return true;
    case 'delete':
      world.removeBody(id);
      return true;
    case 'gravity':
      world.setGravity(command.value);
      return false;
    case 'material': {
      const { friction, restitution } = command;
      world.setMaterial({ friction, restitution });
      play.friction = friction ?? play.friction;
      play.restitution = restitution ?? play.restitution;
      return false;
    }
    case 'body': {
      const { kind: _, body: __, ...changes } = command;
      world.set(id, changes);
      return false;
    }
    case 'motor':
      world.setMotor(world.joints()[command.joint], command.motor);
      play.motors.set(command.joint, command.motor);
      return false;
  }
}

/** World axes, from the origins of the shapes as given. */
function writeFrame({ world }: Play, numbers: Float64Array, withContacts: boolean): number {
  const ids = world.bodies();
  for (const [k, id] of ids.entries()) {
    const { position: p, orientation: q, velocity: v, angularVelocity: w } = world.state(id);
    const at = BODY * k;
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
    numbers[at + 2] = p.z;
    numbers[at + 3] = q.w;
    numbers[at + 4] = q.x;
    numbers[at + 5] = q.y;
    numbers[at + 6] = q.z;
    numbers[at + 7] = v.x;
    numbers[at + 8] = v.y;
    numbers[at + 9] = v.z;
    numbers[at + 10] = w.x;
    numbers[at + 11] = w.y;
    numbers[at + 12] = w.z;
  }
  if (!withContacts) return 0;
  const points = contactPoints(world);
  for (const [k, { point, force }] of points.entries()) {
    numbers.set([point.x, point.y, point.z, force.x, force.y, force.z], BODY * ids.length + CONTACT * k);
  }
  return points.length;
}

function contactPoints(world: World) {
  return world.contacts().flatMap(({ points }) => points);
}
