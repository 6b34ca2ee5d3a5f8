import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { clonePose, createPose } from '../../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { closest } from '../../pairs/query.ts';
import type { SceneSensor } from '../../scene/scene-header.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { checkLatchStep, setStoredEnergy } from '../dock-springs.ts';
import { type Dock, dockEnergy, hasSpringForces, hasSprings } from '../dock-stages.ts';
import { copyLedgerTotals, createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { SimEvent } from '../observer.ts';
import { SimulationError } from '../world.ts';
import { createDockForces, type SensorBody } from './dock-forces.ts';
import { docksByJoints, joinByJoint, updateDockJoints } from './dock-joints.ts';
import { createSolidDocks, type DockingWorld, portsAt, watchDock } from './docking.ts';
import { createPartLoads, partLoads } from './part-loads.ts';
import { bodyNear, type Piece, piecesOf, sceneOfPieces } from './pieces.ts';
import {
  advanceComposite,
  assembleComposite,
  compositeOf,
  createSolidComposites,
  type SolidComposite,
  writeParts,
} from './solid-composite.ts';
import type { SolidState } from './solid-frames.ts';
import { wakeBody } from './steps/islands.ts';
import { createOrbitForce } from './steps/orbit-force.ts';
import { writePose } from './steps/poses.ts';
import { createStepWorld, type StepOptions, type StepWorld } from './steps/step-world.ts';

/** Fixed steps with docking: docked bodies are one body of `world`, which is rebuilt whenever the set of dockings changes. */
export interface DockedSteps {
  /** Scene of the run; the bodies of `world` are pieces of it. */
  readonly scene: SolidScene;
  readonly docks: readonly Dock[];
  readonly options: Pick<StepOptions, 'pool' | 'solverKernel'>;
  composites: readonly SolidComposite[];
  pieces: readonly Piece[];
  world: StepWorld;
}

/** Reason that steps cannot continue. */
export const NO_COMMON_LAW =
  'bodies of different materials are docked while impacts accumulate, and fixed steps support one material per pair of bodies';

/** Continues with fixed steps from the states of the composites at `time` [s]; undefined if steps cannot combine the docked bodies. */
export function createDockedSteps(
  { scene, docks, composites }: Pick<DockingWorld, 'scene' | 'docks' | 'composites'>,
  totals: LedgerTotals,
  time: number,
  options: Pick<StepOptions, 'pool' | 'solverKernel'>,
): DockedSteps | undefined {
  for (const composite of composites) advanceComposite(composite, time);
  const pieces = piecesOf(composites);
  const joined = sceneOfPieces(scene, pieces);
  if (!joined) return undefined;
  const world = createStepWorld(joined, { ...options, time, measureWork: true });
  copyLedgerTotals(world.totals, totals);
  const steps = { scene, docks, options, composites, pieces, world };
  const { orbit } = scene.forces;
  if (orbit) world.bodyForces.links.push(createOrbitForce(world, orbit));
  if (docks.length > 0)
    world.bodyForces.links.push(
      createDockForces(
        world,
        () => docks,
        (sensor) => bodyOf(steps, sensor),
      ),
    );
  const loads = partLoads(scene, pieces);
  if (loads.length > 0) world.bodyForces.links.push(createPartLoads(world, loads));
  settleSprings({ scene, docks, composites: [...composites], totals: world.totals, time });
  for (const dock of docks) checkSprings(steps, dock);
  return steps;
}

/** Fixed steps of a scene from its start, with its dockings and its gravity in orbit. */
export function createSceneSteps(
  scene: SolidScene,
  { pool, solverKernel }: Pick<StepOptions, 'pool' | 'solverKernel'>,
): DockedSteps {
  const parts = { scene, docks: createSolidDocks(scene), composites: createSolidComposites(scene) };
  const steps = createDockedSteps(parts, createLedgerTotals(), 0, { pool, solverKernel });
  if (!steps) throw new SimulationError(NO_COMMON_LAW);
  return steps;
}

/** Whether bodies that may collide overlap: then exact times of impact cannot continue. */
export function hasOverlaps({ world }: DockedSteps): boolean {
  const { bodies, shapes, scene } = world;
  const poses = shapes.map(() => createPose());
  for (const [i, pose] of poses.entries()) writePose(pose, bodies, i);
  for (let a = 0; a < bodies.count; a++) {
    for (let b = a + 1; b < bodies.count; b++) {
      if (scene.bodies[a].trigger || scene.bodies[b].trigger || !world.wanted(a, b)) continue;
      if (closest(shapes[a], poses[a], shapes[b], poses[b]).distance < 0) return true;
    }
  }
  return false;
}

/** The body of the steps that carries a sensor. */
function bodyOf({ pieces }: Pick<DockedSteps, 'pieces'>, { body }: SceneSensor): SensorBody {
  const index = pieces.findIndex(({ parts }) => parts.some((part) => part.body === body));
  const { parts } = pieces[index];
  const own =
    parts.length === 1 ? createPose() : clonePose((parts.find((part) => part.body === body) ?? parts[0]).pose);
  return { index, pose: own };
}

/** The ledger has the energy of the springs that act now; what a mechanism supplies is work of its drive, what it drops is lost. */
function settleSprings(world: DockingWorld): void {
  for (const dock of world.docks) {
    if (!hasSpringForces(dock) && dock.storedEnergy === 0) continue;
    const energy = hasSpringForces(dock) ? dockEnergy(dock, portsAt(world, dock, world.time), world.time) : 0;
    setStoredEnergy(world.totals, dock, energy, hasSpringForces(dock));
  }
}

/** Springs that are too stiff for the step are an error. */
function checkSprings({ composites, scene }: DockedSteps, dock: Dock): void {
  if (dock.state !== 'captured' || dock.joints) return;
  const [a, b] = dock.sensors.map(({ body }) => compositeOf(composites, body));
  const [, { position }] = portsAt({ composites: [...composites] }, dock, a.since);
  checkLatchStep(dock, [a, b], position, scene.time);
}

/** The composites after the last step. */
function compositesNow({ composites, pieces, world }: DockedSteps): SolidComposite[] {
  const { bodies, time } = world;
  const indices = new Map(pieces.map(({ composite }, i) => [composite, i]));
  return composites.map((composite) => {
    if (composite.inverseMass === 0) {
      advanceComposite(composite, time);
      return composite;
    }
    const i = indices.get(composite) ?? -1;
    const pose = createPose();
    writePose(pose, bodies, i);
    const [moments, velocity, angularVelocity] = [bodies.moments, bodies.velocities, bodies.angularVelocities].map(
      (packed) => createVec3(packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]),
    );
    const { mass, acceleration, parts } = composite;
    const principalAxes = composite.torqueFree.axes;
    return assembleComposite(
      parts,
      { pose, velocity, angularVelocity, mass, moments, principalAxes, acceleration },
      time,
    );
  });
}

/** The bodies of the scene after the last step. */
export function dockedState(steps: DockedSteps): SolidState {
  const { scene, pieces, world } = steps;
  if (pieces.every(({ composite, parts }, i) => composite.parts.length === 1 && parts[0].body === i)) return world;
  return stateOfComposites(scene, compositesNow(steps), world);
}

function stateOfComposites(
  { bodies: all }: SolidScene,
  composites: readonly SolidComposite[],
  { totals, time }: StepWorld,
): SolidState {
  const bodies = createSolidBodies(all);
  for (const composite of composites) writeParts(bodies, composite, time);
  return { bodies, totals, time };
}

/** The body of the scene that touches at `point`, as body `i` of the steps; without a point the first of its parts. */
export function sceneBodyOf({ pieces, world }: DockedSteps, i: number, point?: ReadonlyVec3): number {
  return point ? bodyNear(pieces[i], world.poses[i], point) : pieces[i].parts[0].body;
}

/** Docking events after a step, and the state of the bodies if steps cannot continue with it. */
export interface DockUpdate {
  readonly events: readonly SimEvent[];
  readonly finalState?: SolidState;
}

/** Whether springs of a soft capture or separation springs act, which only steps can integrate. */
export function hasActiveSprings({ docks }: Pick<DockedSteps, 'docks'>): boolean {
  return docks.some(hasSprings);
}

/** Updates the docks after a step: stages of soft capture, sensors within range join their bodies, due releases separate them. */
export function updateDocks(steps: DockedSteps): DockUpdate {
  const { scene, docks, world } = steps;
  const isIdle = ({ state, docking, released }: Dock) =>
    state === 'done' || (state === 'docked' && (released || world.time < docking.release));
  if (docks.every(isIdle)) return { events: [] };
  const docking: DockingWorld = {
    scene,
    docks,
    composites: compositesNow(steps),
    totals: world.totals,
    time: world.time,
    ...(docksByJoints(world) && { joinByJoint: (dock) => joinByJoint(world, dock) }),
  };
  const reports = docks.flatMap((dock) => watchDock(docking, dock) ?? []);
  if (docking.joinByJoint) for (const dock of docks) updateDockJoints(world, dock, world.time);
  const events = reports.flatMap((report) => report.events);
  settleSprings(docking);
  if (reports.every(({ created }) => created.length === 0)) {
    for (const dock of docks) {
      if (!hasSprings(dock)) continue;
      checkSprings({ ...steps, composites: docking.composites }, dock);
      for (const sensor of dock.sensors) wakeBody(world, bodyOf(steps, sensor).index);
    }
    return { events };
  }
  const next = createDockedSteps(docking, world.totals, world.time, steps.options);
  if (!next) return { events, finalState: stateOfComposites(scene, docking.composites, world) };
  Object.assign(steps, next);
  return { events };
}

/** The composites, docks and totals for exact times of impact to resume from. */
export function dockedWorld(steps: DockedSteps): Pick<DockingWorld, 'composites' | 'docks' | 'totals' | 'time'> {
  const { docks, world } = steps;
  return { composites: compositesNow(steps), docks, totals: world.totals, time: world.time };
}
