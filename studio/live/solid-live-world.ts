import { shapeRadius } from '../../src/entries/bounds.ts';
import {
  type BodyId,
  type BodyOptions,
  createWorldFromScene,
  type MotorInput,
  type Shape,
  type SolidBody,
  type SolidScene,
  type World,
} from '../../src/index.ts';
import { rotated } from './gizmo.ts';
import {
  BODY,
  CONTACT,
  type LiveBody,
  type LiveCommand,
  type LiveJoint,
  type LivePull,
  type LiveStructure,
  type Triple,
} from './live-protocol.ts';
import { liveRecorded } from './live-recorded.ts';
import type { LiveWorld } from './live-world.ts';
import { paletteShape } from './palette-shapes.ts';
import { add, pullForce, pullOf, rotateBy } from './pull-spring.ts';

type Command<Kind extends LiveCommand['kind']> = Extract<LiveCommand, { kind: Kind }>;

/** State of a live rigid-body world besides that of the world. */
interface Play {
  readonly scene: SolidScene;
  readonly world: World;
  /** Shapes that are drawn instead of those that collide. */
  readonly drawn: Map<BodyId, Shape>;
  /** Mass and inertia of pinned bodies. */
  readonly pinned: Map<BodyId, Pick<BodyOptions, 'mass' | 'inertia' | 'density'>>;
  readonly motors: Map<number, MotorInput>;
  pulled: (Omit<Command<'pull'>, 'body'> & { readonly id: BodyId }) | undefined;
  held: (Omit<Command<'hold'>, 'body'> & { readonly id: BodyId }) | undefined;
  /** Spring of the last step. */
  shown: LivePull | undefined;
  friction: number;
  restitution: number;
  selected: BodyId | undefined;
  ended: string | undefined;
}

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
  if (held && world.has(held.id)) holdBody(world, held);
  applyPull(play);
  try {
    world.step();
  } catch (error) {
    play.ended = error instanceof Error ? error.message : String(error);
  }
}

/** At rest where the hand holds it. */
function holdBody(world: World, { id, position, orientation }: NonNullable<Play['held']>): void {
  const isStill = world.state(id).type === 'static';
  const rest = isStill ? {} : { velocity: [0, 0, 0] as const, angularVelocity: [0, 0, 0] as const };
  world.set(id, { position, orientation, ...rest });
}

function shiftBody(world: World, id: BodyId, { by, axis, angle }: Command<'shift'>): void {
  const { position, orientation } = world.state(id);
  const { w, x, y, z } = orientation;
  const place = { position: add(triple(position), by), orientation: rotated([w, x, y, z], axis, angle) };
  holdBody(world, { kind: 'hold', id, ...place });
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

function triple({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Triple {
  return [x, y, z];
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
      checkUnjoined(play, id);
      play.held = { ...command, id };
      holdBody(world, play.held);
      return false;
    case 'drop':
      play.held = undefined;
      return false;
    case 'shift':
      checkUnjoined(play, id);
      shiftBody(world, id, command);
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
      world.setMotor(jointIds(world)[command.joint], command.motor);
      play.motors.set(command.joint, command.motor);
      return false;
  }
}

function bodyAt(world: World, index: number): BodyId {
  const id = world.bodies()[index];
  if (id === undefined) throw new RangeError(`there is no body ${index}`);
  return id;
}

const jointIds = (world: World) => world.joints();

/** A jointed body that is set to another place would tear its joints. */
function checkUnjoined({ world, scene }: Play, id: BodyId): void {
  const joints = world.joints().filter((joint) => !world.jointState(joint).broken);
  const holds = joints.some((joint) => {
    const definition = scene.joints?.[joint];
    return definition?.bodyA === id || definition?.bodyB === id;
  });
  if (holds) throw new RangeError(`joints hold ${JSON.stringify(world.state(id).name)}: pull it instead of moving it`);
}

function pinBody({ world, pinned }: Play, id: BodyId, on: boolean): void {
  if (!on) {
    world.set(id, { type: 'dynamic', ...pinned.get(id) });
    pinned.delete(id);
    return;
  }
  const { mass, inertia, density } = world.options(id);
  const given = mass === undefined ? { density } : { mass, ...(inertia && { inertia }) };
  world.set(id, { type: 'static' });
  pinned.set(id, given);
}

/** Steps by which a new body is raised until it overlaps none, as multiples of its radius. */
const RAISE = 0.5;
const MAX_RAISES = 200;

/** The first place at or above a position where the shape overlaps no body. */
function freePlace(world: World, shape: Shape, from: Triple, orientation: BodyOptions['orientation']): Triple {
  const { x, y, z } = world.gravity;
  const size = Math.hypot(x, y, z);
  const up: Triple = size > 0 ? [-x / size, -y / size, -z / size] : [0, 0, 1];
  const radius = shapeRadius(shape);
  if (!Number.isFinite(radius)) return from;
  const rotation = orientation && 'xx' in orientation ? orientation : IDENTITY;
  for (let k = 0; k < MAX_RAISES; k++) {
    const at = add(from, [k * RAISE * radius * up[0], k * RAISE * radius * up[1], k * RAISE * radius * up[2]]);
    const position = { x: at[0], y: at[1], z: at[2] };
    if (world.overlap(shape, { position, rotation }).length === 0) return at;
  }
  return from;
}

const IDENTITY = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };

function addBody(play: Play, { shape: wanted, size, position }: Command<'add'>): BodyId {
  const { world } = play;
  const shape = typeof wanted === 'number' ? world.options(bodyAt(world, wanted)).shape : paletteShape(wanted, size);
  const name = freeName(world, typeof wanted === 'number' ? shape.kind : wanted);
  return world.addBody({
    shape,
    name,
    position: freePlace(world, shape, position, undefined),
    density: usualDensity(world),
  });
}

/** Density of the bodies of the world if they were spheres of their bounding radius, the median; that of water without bodies [kg/m³]. */
function usualDensity(world: World): number {
  const densities = world
    .bodies()
    .flatMap((id) => {
      const { mass } = world.state(id);
      const radius = shapeRadius(world.options(id).shape);
      return Number.isFinite(mass) ? [mass / ((4 / 3) * Math.PI * radius ** 3)] : [];
    })
    .sort((a, b) => a - b);
  // shapes of the palette fill about a third of their bounding sphere
  return densities.length === 0 ? 1000 : 3 * densities[densities.length >> 1];
}

function freeName(world: World, base: string): string {
  for (let k = 1; ; k++) if (world.find(`${base} ${k}`) === undefined) return `${base} ${k}`;
}

function duplicateBody(play: Play, id: BodyId): BodyId {
  const { world, drawn } = play;
  const { name = 'body', ...options } = world.options(id);
  const position = freePlace(world, options.shape, triple(world.state(id).position), options.orientation);
  const copy = world.addBody({ ...options, name: freeName(world, name), position });
  const shape = drawn.get(id);
  if (shape) drawn.set(copy, shape);
  return copy;
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

const MOTIONS = { dynamic: 'free', kinematic: 'prescribed', static: 'fixed' } as const;

function structureOf(play: Play): LiveStructure {
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
