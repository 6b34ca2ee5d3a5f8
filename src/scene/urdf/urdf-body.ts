import type { GroupMass, RigidGroup } from '../../formats/urdf/rigid-groups.ts';
import { UrdfError } from '../../formats/urdf/urdf-error.ts';
import { composePose, createPose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import {
  type PosedCollision,
  poseDocument,
  triple,
  type UrdfShape,
  type UrdfShapeSettings,
  urdfShape,
} from './urdf-shape.ts';

/** Name of the immovable body without shape in the joints of scenes. */
export const WORLD = 'world';

/** Radius of the sphere that shows a fixed body without collision geometry [m]. */
const MARKER_RADIUS = 0.01;

/**
 * Sizes that do not fit to a mass distribution, as ratios of the distance of the farthest collision geometry to the radius of
 * gyration: a file in millimetres differs by a factor of 1000. Models with guessed inertias are within these bounds.
 */
const MAX_SIZE_RATIO = 300;
const MIN_SIZE_RATIO = 0.01;
/** Smaller geometry [m] is never reported as too large. */
const LARGE = 10;

/** Settings of the bodies of a model. */
export interface UrdfBodySettings extends UrdfShapeSettings {
  /** The first group does not move. */
  readonly isFixed: boolean;
  /** Name of the group of bodies that collide. */
  readonly group: string;
  /** Name of the group of bodies without collision geometry. */
  readonly ghosts: string;
}

/** A body of a scene. */
export interface UrdfBody {
  readonly name: string;
  /** Origin and axes of the body in the axes of the first link of its group. */
  readonly frame: ReadonlyPose;
  /** True: no collision geometry; a sphere shows where it is. */
  readonly isGhost: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The body of a rigid group whose first link is at `world`. */
export function urdfBody(group: RigidGroup, world: ReadonlyPose, settings: UrdfBodySettings): UrdfBody {
  const { links, joint, mass } = group;
  const name = group.name === WORLD ? `${WORLD} link` : group.name;
  const isMovable = joint !== undefined || !settings.isFixed;
  const { line } = links[0].link;
  if (isMovable && mass === undefined) {
    const reason = joint ? `moves with the joint ${JSON.stringify(joint.name)}` : 'is a free base';
    throw new UrdfError(
      settings.source,
      line,
      `link ${JSON.stringify(group.name)} ${reason} and must have an <inertial>`,
    );
  }
  // a fixed body remains in the axes of its link
  const moving = isMovable ? mass : undefined;
  const frame = moving?.frame ?? createPose();
  const collisions = links.flatMap(({ link, pose }) =>
    link.collisions.map((collision): PosedCollision => {
      const inGroup = composePose(createPose(), pose, collision.origin);
      return { ...collision, pose: relativePose(createPose(), frame, inGroup) };
    }),
  );
  const isGhost = collisions.length === 0;
  const shape = isGhost ? { shape: marker(moving), radius: 0 } : urdfShape(collisions, isMovable, settings);
  if (moving && !isGhost) checkUnits(collisions, shape, moving, settings);
  const color = links.find(({ link }) => link.color !== undefined)?.link.color;
  const { position = [0, 0, 0], rotation } = poseDocument(composePose(createPose(), world, frame));
  return {
    name,
    frame,
    isGhost,
    document: {
      name,
      shape: shape.shape,
      ...(!isMovable && { motion: 'fixed' }),
      position,
      ...(rotation && { rotation }),
      ...(moving && { mass: moving.mass, inertia: triple(moving.moments) }),
      group: isGhost ? settings.ghosts : settings.group,
      ...(isGhost && { trigger: true }),
      ...(color !== undefined && { color }),
    },
  };
}

/** For a movable body the solid sphere with the same mass and the same mean moment of inertia. */
function marker(mass: GroupMass | undefined): UrdfShape['shape'] {
  return { kind: 'sphere', radius: mass ? Math.sqrt((5 / 3) * gyrationSq(mass)) : MARKER_RADIUS };
}

/** Mean square distance of the mass from its centre [m²]. */
function gyrationSq({ mass, moments: { x, y, z } }: GroupMass): number {
  return (x + y + z) / (2 * mass);
}

/** Rejects geometry whose size and mass distribution cannot belong to one body: some of them are not in SI units. */
function checkUnits(
  collisions: readonly PosedCollision[],
  { radius }: UrdfShape,
  mass: GroupMass,
  { source }: UrdfBodySettings,
): void {
  const gyration = Math.sqrt(gyrationSq(mass));
  const isTooLarge = radius > LARGE && radius > MAX_SIZE_RATIO * gyration;
  if (!isTooLarge && radius >= MIN_SIZE_RATIO * gyration) return;
  const { line, geometry } = collisions[0];
  const sizes = `reaches ${radius.toPrecision(3)} m from the centre of mass, but mass and inertia are those of a body of ${gyration.toPrecision(3)} m`;
  const hint = isTooLarge && geometry.kind === 'mesh' ? ' (a mesh in mm needs scale="0.001 0.001 0.001")' : '';
  throw new UrdfError(source, line, `units do not fit: the collision geometry ${sizes}; use m, kg and kg m^2${hint}`);
}
