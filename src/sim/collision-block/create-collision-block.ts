import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import type { RigidBody } from '../../dynamics/rigid-body.ts';
import { createVec3 } from '../../math/vec3.ts';
import { checkKeys } from '../../shapes/checks.ts';
import { readSampleBody, type SampleBody } from './block-body.ts';
import { carryMembers, joinDocked, poseChange, projectPins, relativePoseOf } from './block-docking.ts';
import { addBlockForces, type Wrench } from './block-forces.ts';
import { resolveBlockImpacts } from './block-impacts.ts';
import type { BlockLedger, CollisionBlockInputs, CollisionBlockOutputs, PortValues } from './block-io.ts';
import { type BlockResults, writeOutputs } from './block-outputs.ts';
import { contactDistance, createSamplePair, type SamplePair, timeToContact } from './block-pair.ts';
import { type CollisionBlockParams, readBlockParams } from './block-params.ts';
import { type BlockPort, createBlockPorts } from './block-ports.ts';
import type { BlockSettings, MeshCache } from './block-settings.ts';
import { type BlockState, createPairMemory, type PairMemory, readBlockState, writeBlockState } from './block-state.ts';

/** A sampled block: it has no clock and does not integrate. Its memory consists of latches and counters. */
export interface CollisionBlock<Outputs = CollisionBlockOutputs> {
  /** Names, sizes and units of all inputs and outputs. */
  readonly ports: readonly BlockPort[];
  /** One sample. Throws a RangeError that names the invalid input; the memory is then unchanged. */
  step(inputs: CollisionBlockInputs): Outputs;
  /** Clears the latches and the counts. */
  reset(): void;
  /** A copy of latches and counters as plain data. */
  state(): BlockState;
  /** Sets latches and counters to those of `state`: the same inputs then give the same bits. Throws for a state of another block. */
  restore(state: BlockState): void;
}

/** Parameters with names of bodies. */
type NamedBodies = CollisionBlockParams & { readonly bodies: readonly string[] };

/**
 * A sampled block for planar or spatial rigid bodies: `step` reports closest points and, on contact or docking, the velocities
 * after the event, with which the host simulation resets its integrators; with a contact law, the forces that the host applies.
 * With bodies other than A and B, outputs have their names. Throws a RangeError that names the invalid parameter. [CP13-5]
 *
 * @example
 * ```ts
 * import { createCollisionBlock } from 'appulse';
 *
 * const block = createCollisionBlock({ m_A: 1, m_B: 1, I_A: 1, I_B: 1, e: 1 });
 * const square = [[-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]]; // rows x, y; one column per vertex
 * const rotation = [[1, 0], [0, 1]];
 * const { collision, j, Vcm_An, Vcm_Bn } = block.step({
 *   Xcm_A: [0, 0, 0, 2, 0, 0, 0, 0, 0], // 2 m/s along x
 *   Xcm_B: [1.0005, 0, 0, 0, 0, 0, 0, 0, 0], // 0.5 mm away
 *   R_A: rotation,
 *   R_B: rotation,
 *   mesh_A: square,
 *   mesh_B: square,
 * });
 * console.log(collision, j.toFixed(3), Vcm_An[0].toFixed(3), Vcm_Bn[0].toFixed(3)); // 1 2.000 0.000 2.000
 * ```
 */
export function createCollisionBlock(params: NamedBodies): CollisionBlock<PortValues>;
export function createCollisionBlock(params?: CollisionBlockParams): CollisionBlock;
export function createCollisionBlock(params: CollisionBlockParams = {}): CollisionBlock<never> {
  const settings = readBlockParams(params);
  const ports = createBlockPorts(settings);
  const inputNames = settings.bodies.flatMap(({ name }) =>
    ['Xcm', 'R', 'Rbi', 'mesh', 'I'].map((key) => `${key}_${name}`),
  );
  const meshes: (MeshCache | undefined)[] = settings.bodies.map(() => undefined);
  let memory = settings.pairs.map(createPairMemory);
  return {
    ports,
    step(inputs) {
      checkKeys('inputs', inputs, inputNames);
      const bodies = settings.bodies.map((body, i) => {
        const read = readSampleBody(settings, body, inputs, meshes[i]);
        meshes[i] = read.mesh;
        return read.body;
      });
      const next = memory.map((pair) => ({ ...pair }));
      const outputs = writeOutputs(settings, stepBodies(settings, bodies, next));
      checkFinite(outputs);
      memory = next;
      return outputs as never;
    },
    reset() {
      memory = settings.pairs.map(createPairMemory);
    },
    state: () => writeBlockState(settings, memory),
    restore(state) {
      memory = readBlockState(settings, state);
    },
  };
}

/** Throws about inputs so large that their results are not doubles: the host must not integrate them. */
function checkFinite(outputs: PortValues): void {
  for (const name in outputs) {
    if (!holdsFinite(outputs[name]))
      throw new RangeError(`inputs: must be in a range where ${name} is a finite number`);
  }
}

/** Whether all numbers of a value are finite. Outputs are plain data without inherited keys. */
function holdsFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!Number.isFinite(item)) return false;
    return true;
  }
  for (const key in value) if (!holdsFinite((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

/** One sample, in the order of [CP13-5.3]: bodies and sensors, closest points, docking, contact. */
function stepBodies(
  settings: BlockSettings,
  bodies: readonly SampleBody[],
  memory: readonly PairMemory[],
): BlockResults {
  const pairs = settings.pairs.map((pair) => createSamplePair(settings, pair, bodies));
  const before = blockLedger(settings, bodies);
  for (const [i, { sensors }] of pairs.entries()) {
    const touch = sensors && sensors.distance <= settings.tolDocking && sensors.speed <= settings.maxDockSpeed;
    if (touch && memory[i].docked === undefined) memory[i].docked = relativePoseOf(pairs[i]);
  }
  const wrenches = new Map<SampleBody, Wrench>(
    bodies.map((body) => [body, { force: createVec3(), moment: createVec3() }]),
  );
  applyContacts(settings, pairs, memory, wrenches);
  const times = pairs.map((pair, i) => {
    if (settings.horizon === 0) return undefined;
    if (memory[i].docked) return settings.horizon;
    return timeToContact(settings, pair, contactDistance(pair.settings.contactLaw, settings.tolCollision));
  });
  return {
    bodies,
    pairs,
    memory,
    wrenches,
    times,
    dockErrors: pairs.map((pair, i) => {
      const { docked } = memory[i];
      return docked === undefined ? null : poseChange(docked, relativePoseOf(pair));
    }),
    ledger: { before, after: blockLedger(settings, bodies) },
  };
}

/** Rigidly docked bodies move as one, also in collisions with others; pins are closed after these. */
function applyContacts(
  settings: BlockSettings,
  pairs: readonly SamplePair[],
  memory: readonly PairMemory[],
  wrenches: ReadonlyMap<SampleBody, Wrench>,
): void {
  const docked = pairs.filter((_, i) => memory[i].docked !== undefined);
  const groups = settings.dockMode === 'rigid' ? joinDocked(docked, settings.dimension) : [];
  const joined = new Map<RigidBody, RigidBody>(
    groups.flatMap((group) => group.members.map((member) => [member, group.joined] as const)),
  );
  const bodyOf = (body: RigidBody) => joined.get(body) ?? body;
  const free = pairs.filter((pair, i) => !memory[i].docked && bodyOf(pair.a.body) !== bodyOf(pair.b.body));
  const colliding = free.filter(
    ({ contact, settings: { contactLaw } }) => contactLaw === undefined && contact.distance <= settings.tolCollision,
  );
  resolveBlockImpacts(settings, colliding, bodyOf);
  groups.forEach(carryMembers);
  if (settings.dockMode === 'pin') projectPins(docked);
  for (const [i, pair] of pairs.entries()) {
    const { contactLaw } = pair.settings;
    const was = memory[i].attached;
    memory[i].attached =
      contactLaw !== undefined && free.includes(pair) && addBlockForces(settings, pair, contactLaw, was, wrenches);
    const begins = pair.normalImpulse > 0 || (memory[i].attached && !was);
    if (begins) memory[i].collisionCount++;
    if (begins || memory[i].attached) memory[i].collided = true;
  }
}

function blockLedger({ dimension }: BlockSettings, bodies: readonly SampleBody[]): BlockLedger {
  const {
    momentum: p,
    angularMomentum: l,
    kineticEnergy,
  } = measureLedger(
    createLedger(),
    bodies.map(({ body }) => body),
  );
  if (dimension === 2) return { P: [p.x, p.y], L: [l.z], E: kineticEnergy };
  return { P: [p.x, p.y, p.z], L: [l.x, l.y, l.z], E: kineticEnergy };
}
