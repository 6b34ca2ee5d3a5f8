import { createMat3, multiplyMat3, type ReadonlyMat3, rotateTensor } from '../../math/mat3.ts';
import { composePose, createPose, type Pose, type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { addScaledVec3, createVec3, type ReadonlyVec3, scaleVec3, subVec3 } from '../../math/vec3.ts';
import { childPose } from './forward-kinematics.ts';
import { bodyInertia } from './read-inertial.ts';
import type { UrdfJoint, UrdfLink, UrdfModel } from './urdf-model.ts';

/** A link of a rigid group. */
export interface GroupedLink {
  readonly link: UrdfLink;
  /** In the axes of the first link of the group. */
  readonly pose: ReadonlyPose;
}

/** Mass of a rigid group. */
export interface GroupMass {
  /** [kg] */
  readonly mass: number;
  /** Principal moments about the centre of mass [kg m²]. */
  readonly moments: ReadonlyVec3;
  /** Centre of mass and principal axes, in the axes of the first link. */
  readonly frame: ReadonlyPose;
}

/** Links that fixed joints make one rigid body. */
export interface RigidGroup {
  /** Of the first link, the one nearest to the root. */
  readonly name: string;
  readonly links: readonly GroupedLink[];
  /** The joint that moves the group; undefined for that of the root. */
  readonly joint?: UrdfJoint;
  /** Undefined: no link of the group has mass. */
  readonly mass?: GroupMass;
}

/** The rigid bodies of a model, that of the root first, each after the one that carries it. */
export function rigidGroups({ links, joints, root }: UrdfModel): RigidGroup[] {
  const byName = new Map(links.map((link) => [link.name, link]));
  const open: { links: GroupedLink[]; joint?: UrdfJoint }[] = [];
  const groupOf = new Map<string, { group: GroupedLink[]; pose: ReadonlyPose }>();
  const add = (group: GroupedLink[], name: string, pose: ReadonlyPose) => {
    group.push({ link: byName.get(name) as UrdfLink, pose });
    groupOf.set(name, { group, pose });
  };
  const start = (name: string, joint?: UrdfJoint) => {
    const group: GroupedLink[] = [];
    open.push({ links: group, joint });
    add(group, name, createPose());
  };
  start(root);
  for (const joint of joints) {
    const parent = groupOf.get(joint.parent);
    if (joint.type !== 'fixed' || !parent) start(joint.child, joint);
    else add(parent.group, joint.child, composePose(createPose(), parent.pose, childPose(joint, 0)));
  }
  return open.map(({ links: members, joint }) => {
    const mass = groupMass(members);
    return { name: members[0].link.name, links: members, ...(joint && { joint }), ...(mass && { mass }) };
  });
}

interface PosedMass {
  readonly mass: number;
  readonly centre: ReadonlyVec3;
  readonly rotation: ReadonlyMat3;
  readonly inertia: ReadonlyMat3;
}

/** Sums over the links; moments of inertia by the parallel axis theorem. */
function groupMass(members: readonly GroupedLink[]): GroupMass | undefined {
  const parts = members.flatMap(({ link: { inertial }, pose }): PosedMass[] => {
    if (!inertial) return [];
    const { origin, mass, inertia } = inertial;
    const rotation = multiplyMat3(createMat3(), pose.rotation, origin.rotation);
    return [{ mass, centre: toWorld(createVec3(), pose, origin.position), rotation, inertia }];
  });
  const [first, second] = parts;
  if (first === undefined) return undefined;
  // one inertia stays in the axes of its file
  if (second === undefined) return principalMass(first);
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centre = createVec3();
  for (const part of parts) addScaledVec3(centre, centre, part.centre, part.mass);
  scaleVec3(centre, centre, 1 / mass);
  const inertia = createMat3(0, 0, 0);
  for (const part of parts) {
    const own = rotateTensor(createMat3(), part.rotation, part.inertia);
    const { x, y, z } = subVec3(createVec3(), part.centre, centre);
    const m = part.mass;
    inertia.xx += own.xx + m * (y * y + z * z);
    inertia.yy += own.yy + m * (z * z + x * x);
    inertia.zz += own.zz + m * (x * x + y * y);
    inertia.xy += own.xy - m * x * y;
    inertia.xz += own.xz - m * x * z;
    inertia.yz += own.yz - m * y * z;
  }
  inertia.yx = inertia.xy;
  inertia.zx = inertia.xz;
  inertia.zy = inertia.yz;
  return principalMass({ mass, centre, rotation: createMat3(), inertia });
}

function principalMass({ mass, centre, rotation, inertia }: PosedMass): GroupMass {
  const { moments, axes } = bodyInertia(inertia);
  const frame: Pose = {
    position: createVec3(centre.x, centre.y, centre.z),
    rotation: multiplyMat3(createMat3(), rotation, axes),
  };
  return { mass, moments, frame };
}
