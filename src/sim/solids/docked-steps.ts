import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { copyLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { SimEvent } from '../observer.ts';
import type { Dock } from '../world.ts';
import { type DockingWorld, watchDock } from './docking.ts';
import { bodyNear, type Piece, piecesOf, sceneOfPieces } from './pieces.ts';
import { advanceComposite, assembleComposite, type SolidComposite, writeParts } from './solid-composite.ts';
import type { SolidState } from './solid-frames.ts';
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
  return { scene, docks, options, composites, pieces, world };
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

/** Updates the docks after a step: sensors within tolerance join their bodies, due releases separate them. */
export function updateDocks(steps: DockedSteps): DockUpdate {
  const { scene, docks, world } = steps;
  if (docks.every(({ state, docking }) => state === 'done' || (state === 'docked' && world.time < docking.release))) {
    return { events: [] };
  }
  const docking: DockingWorld = {
    scene,
    docks,
    composites: compositesNow(steps),
    totals: world.totals,
    time: world.time,
  };
  const reports = docks.flatMap((dock) => watchDock(docking, dock) ?? []);
  const events = reports.map(({ event }) => event);
  if (reports.every(({ created }) => created.length === 0)) return { events };
  const next = createDockedSteps(docking, world.totals, world.time, steps.options);
  if (!next) return { events, finalState: stateOfComposites(scene, docking.composites, world) };
  Object.assign(steps, next);
  return { events };
}
