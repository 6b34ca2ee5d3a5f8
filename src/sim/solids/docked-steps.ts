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
import type { SolidMoment } from './solid-frames.ts';
import { writePose } from './steps/poses.ts';
import { createStepWorld, type StepOptions, type StepWorld } from './steps/step-world.ts';

/** Fixed steps of bodies that dock: what has docked is one body of `world`, which is made anew whenever that changes. */
export interface JoinedSteps {
  /** Of the run; the bodies of `world` are pieces of it. */
  readonly scene: SolidScene;
  readonly docks: readonly Dock[];
  readonly options: Pick<StepOptions, 'search'>;
  composites: readonly SolidComposite[];
  pieces: readonly Piece[];
  world: StepWorld;
}

/** Why steps cannot go on. */
export const NO_COMMON_LAW =
  'bodies of different laws are docked while impacts pile up, and fixed steps know one law for two bodies';

/** Goes on with fixed steps from where movers are at `time` [s]; nothing if steps cannot join what has docked. */
export function createJoinedSteps(
  { scene, docks, composites }: Pick<DockingWorld, 'scene' | 'docks' | 'composites'>,
  totals: LedgerTotals,
  time: number,
  options: Pick<StepOptions, 'search'>,
): JoinedSteps | undefined {
  for (const composite of composites) advanceComposite(composite, time);
  const pieces = piecesOf(composites);
  const joined = sceneOfPieces(scene, pieces);
  if (!joined) return undefined;
  const world = createStepWorld(joined, { ...options, time, measureWork: true });
  copyLedgerTotals(world.totals, totals);
  return { scene, docks, options, composites, pieces, world };
}

/** The movers as they are after the last step. */
function compositesNow({ composites, pieces, world }: JoinedSteps): SolidComposite[] {
  const { bodies, time } = world;
  const places = new Map(pieces.map(({ composite }, i) => [composite, i]));
  return composites.map((composite) => {
    if (composite.inverseMass === 0) {
      advanceComposite(composite, time);
      return composite;
    }
    const i = places.get(composite) ?? -1;
    const pose = createPose();
    writePose(pose, bodies, i);
    const [moments, velocity, angularVelocity] = [bodies.moments, bodies.velocities, bodies.angularVelocities].map(
      (packed) => createVec3(packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]),
    );
    const { mass, acceleration, parts } = composite;
    const principalAxes = composite.turning.axes;
    return assembleComposite(
      parts,
      { pose, velocity, angularVelocity, mass, moments, principalAxes, acceleration },
      time,
    );
  });
}

/** The bodies of the scene after the last step. */
export function joinedMoment(steps: JoinedSteps): SolidMoment {
  const { scene, pieces, world } = steps;
  if (pieces.every(({ composite, parts }, i) => composite.parts.length === 1 && parts[0].body === i)) return world;
  return momentOf(scene, compositesNow(steps), world);
}

function momentOf(
  { bodies: all }: SolidScene,
  composites: readonly SolidComposite[],
  { totals, time }: StepWorld,
): SolidMoment {
  const bodies = createSolidBodies(all);
  for (const composite of composites) writeParts(bodies, composite, time);
  return { bodies, totals, time };
}

/** The body of the scene that struck at `point`, as body `i` of the steps; without a point the first of those it stands for. */
export function joinedBody({ pieces, world }: JoinedSteps, i: number, point?: ReadonlyVec3): number {
  return point ? bodyNear(pieces[i], world.poses[i], point) : pieces[i].parts[0].body;
}

/** What docks did after a step, and where they left the bodies if steps cannot go on with them. */
export interface DockUpdate {
  readonly events: readonly SimEvent[];
  readonly stuck?: SolidMoment;
}

/** Looks at the docks after a step: sensors that have met by then join their bodies, releases that are due part them. */
export function updateDocks(steps: JoinedSteps): DockUpdate {
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
  if (reports.every(({ come }) => come.length === 0)) return { events };
  const next = createJoinedSteps(docking, world.totals, world.time, steps.options);
  if (!next) return { events, stuck: momentOf(scene, docking.composites, world) };
  Object.assign(steps, next);
  return { events };
}
