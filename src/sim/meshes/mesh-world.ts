import type { MeshCheckFactory } from '../../ccd/mesh-check.ts';
import type { PointMotion } from '../../ccd/point-motion.ts';
import { computeElasticForces } from '../../dynamics/finite-elements/elastic-model.ts';
import { createMeshContacts, type MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import { addPenaltyForces } from '../../response/mesh-contact/mesh-penalty.ts';
import type { MeshScene } from '../../scene/mesh-scene.ts';
import { createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { RunObserver } from '../observer.ts';
import { SimulationError } from '../world.ts';
import type { NodeTouch, Touch } from './contact.ts';
import { type ContactFinder, createContactFinder, fillContacts } from './contact-finder.ts';
import { createTies, type MeshTies } from './create-ties.ts';
import { createMeshModel, type MeshModel } from './mesh-model.ts';
import { createPrescribedNodes, type PrescribedNodeSet } from './prescribed-motion.ts';
import { createRigidResponse, type RigidResponse } from './rigid-response.ts';
import { createRigidSurfaces, type RigidSurface } from './rigid-surface.ts';
import { createSeparationSearch, type SeparationSearch } from './separation-search.ts';

/** State of a run of meshes. */
export interface MeshWorld {
  readonly model: MeshModel;
  readonly observer: RunObserver;
  readonly totals: LedgerTotals;
  readonly prescribed: readonly PrescribedNodeSet[];
  readonly rigid: readonly RigidSurface[];
  /** Only with free rigid bodies. */
  readonly rigidResponse: RigidResponse | undefined;
  readonly finder: ContactFinder;
  readonly ties: MeshTies;
  /** Only for the response `separation`. */
  readonly separation: SeparationSearch | undefined;
  /** Contacts of the current step: those that must not penetrate, and those that bounce. */
  readonly touching: MeshContacts;
  readonly bouncing: MeshContacts;
  /** Motion of the step for the velocity check, and its end positions. */
  readonly motion: PointMotion & { duration: number };
  readonly predicted: Float64Array;
  /** Velocities of the last step. */
  readonly before: Float64Array;
  /** Closed contacts of the last step. */
  persistentContacts: readonly Touch[];
  /** Initial overlaps that are being separated, see `start-overlaps.ts`. */
  overlaps: readonly NodeTouch[];
  /** Pairs of bodies that touch, see `contact-records.ts`. */
  pairs: ReadonlySet<number>;
  /** [s] */
  time: number;
  steps: number;
  /** Length of the last step, or before it of the first one [s]; only the last of the run is shorter than `timeStep`. */
  step: number;
  /** Strain energy at the current positions [J]. */
  strainEnergy: number;
  /** Number of contact-begin events. */
  collisions: number;
  maxPenetration: number;
  /** Next frame to be recorded: frame k is at k × record.interval. */
  nextFrame: number;
}

export function createMeshWorld(scene: MeshScene, observer: RunObserver, meshCheck?: MeshCheckFactory): MeshWorld {
  const model = createMeshModel(scene);
  const { positions, velocities } = model.nodes;
  const rigid = createRigidSurfaces(model);
  return {
    model,
    observer,
    totals: createLedgerTotals(),
    prescribed: createPrescribedNodes(model),
    rigid,
    rigidResponse: createRigidResponse(model, rigid),
    finder: createContactFinder(model),
    ties: createTies(model),
    separation: scene.contacts.response === 'separation' ? createSeparationSearch(model, meshCheck) : undefined,
    touching: createMeshContacts(),
    bouncing: createMeshContacts(),
    motion: { given: 'velocities', start: positions, endOrVelocity: velocities, duration: stepLength(model, 0) },
    predicted: new Float64Array(positions.length),
    before: new Float64Array(positions.length),
    persistentContacts: [],
    overlaps: [],
    pairs: new Set(),
    time: 0,
    steps: 0,
    step: stepLength(model, 0),
    strainEnergy: 0,
    collisions: 0,
    maxPenetration: 0,
    nextFrame: 0,
  };
}

/** Length of step `k`, counted from 0 [s]: the last one ends at the end of the scene. */
export function stepLength({ timeStep, stepCount, scene }: MeshModel, k: number): number {
  return k + 1 === stepCount ? scene.time.end - k * timeStep : timeStep;
}

/** Sets the forces at the current positions: strain, gravity and, for the response `penalty`, closed contacts. */
export function computeForces(world: MeshWorld): void {
  const { model, totals, touching } = world;
  const { scene, nodes, elastic, timeStep } = model;
  nodes.forces.fill(0);
  world.strainEnergy = computeElasticForces(elastic);
  if (!Number.isFinite(world.strainEnergy)) {
    throw new SimulationError(
      `the elements diverged at ${world.time} s: the step of ${timeStep} s is too long for them`,
    );
  }
  addGravity(model);
  if (scene.contacts.response !== 'penalty') return;
  fillContacts(touching, model, nodes.positions, world.persistentContacts);
  totals.springEnergy = addPenaltyForces(touching, nodes, timeStep, scene.contacts.penalty);
}

/** Gravity of rigid bodies is added to their rigid motion. */
function addGravity({ scene, elastic, masses }: MeshModel): void {
  const { x, y, z } = scene.forces.gravity;
  const { forces, inverseMasses, count } = elastic.nodes;
  for (let node = 0; node < count; node++) {
    if (inverseMasses[node] === 0) continue;
    forces[3 * node] += masses[node] * x;
    forces[3 * node + 1] += masses[node] * y;
    forces[3 * node + 2] += masses[node] * z;
  }
}
