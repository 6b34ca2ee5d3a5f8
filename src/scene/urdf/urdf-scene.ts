import { linkPoses } from '../../formats/urdf/forward-kinematics.ts';
import { jointPositions } from '../../formats/urdf/joint-positions.ts';
import { rotationFromAngles } from '../../formats/urdf/read-attributes.ts';
import { type RigidGroup, rigidGroups } from '../../formats/urdf/rigid-groups.ts';
import type { UrdfNotice } from '../../formats/urdf/urdf-error.ts';
import type { UrdfMimic, UrdfModel } from '../../formats/urdf/urdf-model.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { readScene } from '../read.ts';
import { sceneText } from '../scene-text.ts';
import type { SolidScene } from '../solid-scene.ts';
import { checkSceneArguments } from './check-options.ts';
import { startOverlaps } from './start-overlaps.ts';
import { type UrdfBody, urdfBody, WORLD } from './urdf-body.ts';
import { type BodyLink, jointDocument, type UrdfMotor } from './urdf-joint.ts';
import { urdfMotors } from './urdf-motors.ts';
import type { UrdfMeshes } from './urdf-shape.ts';

/** Options of `urdfScene`. */
export interface UrdfSceneOptions {
  /** `fixed`: the root does not move. `free`: it moves like the other links, and must have mass. Default: `fixed`. */
  readonly base?: 'fixed' | 'free';
  /** Position of the root link [m]. Default: the origin. */
  readonly position?: readonly [x: number, y: number, z: number];
  /** Roll, pitch and yaw of the root link [rad]. Default: 0. */
  readonly rotation?: readonly [roll: number, pitch: number, yaw: number];
  /** Positions of joints at the start [rad or m], by name. Default: 0, or the limit nearest to 0. */
  readonly joints?: Readonly<Record<string, number>>;
  /**
   * Positions to which motors move joints [rad or m], by name. With this, even if empty, every joint that has a position gets a motor with the
   * effort limit of the model; one that is not named holds its position. Default: no motors.
   */
  readonly targets?: Readonly<Record<string, number>>;
  /** Natural frequency of the critically damped motion to a target [Hz]. Default: 2. */
  readonly frequency?: number;
  /** What mesh files become: their convex hull, or their triangles. Default: `hull`. */
  readonly meshes?: UrdfMeshes;
  /** The bytes of a mesh file by its name in the model; undefined: there is no such file. Needed for models with mesh files. */
  readonly file?: (filename: string) => Uint8Array | undefined;
  /** False: the bodies of the model do not collide with each other. Default: true, except for bodies that a joint connects. */
  readonly selfCollision?: boolean;
  /** Acceleration of gravity [m/s²]. Default: 9.81 along -z. */
  readonly gravity?: readonly [x: number, y: number, z: number];
  /** End time of the run [s]. Default: 2. */
  readonly end?: number;
}

/** A model as a scene. */
export interface UrdfScene {
  /** JSON text for `readScene`. */
  readonly text: string;
  /** Remarks on content that is ignored or unusual. */
  readonly notices: readonly UrdfNotice[];
}

/** Step of the scene [s]. */
const STEP = 0.005;
const DEFAULT_END = 2;
/** [Hz] */
const DEFAULT_FREQUENCY = 2;
/** Longest name of a group of bodies, with its suffix below the limit of scenes. */
const LONGEST_GROUP = 80;
const EARTH = [0, 0, -9.81] as const;

/**
 * A robot model as a scene of the world `solids`: one body for each group of links that fixed joints connect, at the pose that
 * the joint positions give. Bodies have the centre of mass as origin and the principal axes as axes. Throws a UrdfError with the
 * line of the first problem, also for mesh files that are missing or unreadable.
 *
 * @example
 * ```ts
 * import { readUrdf, urdfScene } from 'appulse/urdf';
 *
 * const model = readUrdf(`<robot name="pendulum">
 *   <link name="base"/>
 *   <link name="rod">
 *     <inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.17" iyy="0.17" izz="0.01"/></inertial>
 *     <collision><origin xyz="0 0 -0.5"/><geometry><cylinder radius="0.05" length="1"/></geometry></collision>
 *   </link>
 *   <joint name="pivot" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
 * </robot>`);
 * const scene = JSON.parse(urdfScene(model, { joints: { pivot: Math.PI / 2 } }).text);
 * const [x, , z] = scene.bodies[0].position;
 * console.log(x.toFixed(3), Math.abs(z) < 1e-9, scene.joints[0].kind); // -0.500 true hinge
 * ```
 */
export function urdfScene(model: UrdfModel, options: UrdfSceneOptions = {}): UrdfScene {
  checkSceneArguments(model, options);
  const { base = 'fixed', gravity = EARTH, end = DEFAULT_END } = options;
  const notices = [...model.notices];
  const positions = jointPositions(model, options.joints ?? {}, notices);
  const poses = linkPoses(model, positions, basePose(options));
  const groups = rigidGroups(model);
  const group = model.name.slice(0, LONGEST_GROUP);
  const settings = {
    source: model.source,
    meshes: options.meshes ?? 'hull',
    file: options.file ?? (() => undefined),
    isFixed: base === 'fixed',
    group,
    ghosts: `${group} without collision`,
  };
  const bodies = groups.map((rigid) => urdfBody(rigid, poses.get(rigid.name) as ReadonlyPose, settings));
  // a fixed root without geometry is the world itself, unless it would be the only body
  const isWorld = settings.isFixed && bodies[0].isGhost && bodies.length > 1;
  const shown = isWorld ? bodies.slice(1) : bodies;
  const links = bodyLinks(groups, bodies, isWorld ? poses : undefined);
  const motors = motorsOf(model, options, groups, poses, notices);
  const joints = groups.flatMap(({ joint }) => {
    if (!joint) return [];
    if (joint.mimic?.multiplier === 0) notices.push(mimicNotice(joint.name, joint.mimic));
    const ends = [links.get(joint.parent) as BodyLink, links.get(joint.child) as BodyLink] as const;
    return jointDocument(joint, ends, positions.get(joint.name) ?? 0, motors.get(joint.name), notices) ?? [];
  });
  const document = {
    world: 'solids',
    title: model.name,
    description: `The robot model ${JSON.stringify(model.name)}, converted from URDF.`,
    bodies: shown.map((body) => body.document),
    ...(joints.length > 0 && { joints }),
    contacts: contactsDocument(shown, settings, options.selfCollision ?? true),
    forces: { gravity },
    // a slow joint is not at rest
    time: { end, method: 'steps', step: STEP, timeToSleep: 0 },
  };
  return { text: withoutOverlaps(document, model, notices), notices };
}

/** The text of a scene; pairs of bodies that overlap at the start do not collide, each with a notice. */
function withoutOverlaps(document: { contacts: object }, { source, links }: UrdfModel, notices: UrdfNotice[]): string {
  const text = sceneText(document);
  const pairs = startOverlaps(readScene(text, `${source} as a scene`) as SolidScene).map(({ bodies, depth }) => {
    const line = links.find(({ name }) => name === bodies[1])?.line ?? 1;
    const [a, b] = bodies.map((name) => JSON.stringify(name));
    notices.push({ line, text: `${a} and ${b} overlap by ${depth.toPrecision(3)} m at the start and do not collide` });
    return { bodies, collide: false };
  });
  return pairs.length === 0 ? text : sceneText({ ...document, contacts: { ...document.contacts, pairs } });
}

/** The body of every link. `world`: poses of the links of the first group, which are fixed to the world. */
function bodyLinks(
  groups: readonly RigidGroup[],
  bodies: readonly UrdfBody[],
  world: ReadonlyMap<string, ReadonlyPose> | undefined,
): Map<string, BodyLink> {
  const links = new Map<string, BodyLink>();
  groups.forEach((group, i) => {
    const { name, frame } = bodies[i];
    for (const { link, pose } of group.links) {
      const fixed = i === 0 ? world?.get(link.name) : undefined;
      const own = fixed ?? relativePose(createPose(), frame, pose);
      links.set(link.name, { body: fixed ? WORLD : name, pose: own });
    }
  });
  return links;
}

/** A multiplier of 0 is no coupling of two joints. */
function mimicNotice(name: string, { line }: UrdfMimic): UrdfNotice {
  return { line, text: `joint ${JSON.stringify(name)}: <mimic> with multiplier 0 is not a constraint` };
}

function motorsOf(
  model: UrdfModel,
  options: UrdfSceneOptions,
  groups: readonly RigidGroup[],
  start: ReadonlyMap<string, ReadonlyPose>,
  notices: UrdfNotice[],
): ReadonlyMap<string, UrdfMotor> {
  const { joints, targets, frequency = DEFAULT_FREQUENCY, base = 'fixed', gravity = EARTH } = options;
  if (!targets) return new Map();
  const settings = {
    targets: jointPositions(model, { ...joints, ...targets }, []),
    frequency,
    base: basePose(options),
    start,
    // a free base falls with its arm
    gravity: base === 'fixed' ? createVec3(...gravity) : createVec3(),
  };
  return urdfMotors(model, groups, settings, notices);
}

function basePose({ position = [0, 0, 0], rotation = [0, 0, 0] }: UrdfSceneOptions): ReadonlyPose {
  return {
    position: createVec3(...position),
    rotation: rotationFromAngles(createMat3(), createVec3(...rotation)),
  };
}

/** URDF has no contact parameters: bodies that do not bounce, with the friction of dry metal on rubber. */
function contactsDocument(
  bodies: readonly UrdfBody[],
  { group, ghosts }: { readonly group: string; readonly ghosts: string },
  selfCollision: boolean,
): object {
  const separate = (a: string, b: string) => ({ groups: [a, b], collide: false });
  const hasGhosts = bodies.some(({ isGhost }) => isGhost);
  const hasOthers = bodies.some(({ isGhost }) => !isGhost);
  const groups = [
    ...(selfCollision || !hasOthers ? [] : [separate(group, group)]),
    ...(hasGhosts ? [separate(ghosts, ghosts)] : []),
    ...(hasGhosts && hasOthers ? [separate(ghosts, group)] : []),
  ];
  return { restitution: 0, friction: { law: 'algebraic', static: 0.5 }, ...(groups.length > 0 && { groups }) };
}
