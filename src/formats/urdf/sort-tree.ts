import { suggestion } from '../../shapes/suggestion.ts';
import type { UrdfPart } from './read-attributes.ts';
import { hasPosition } from './read-joint.ts';
import type { UrdfJoint, UrdfLink } from './urdf-model.ts';

/** Number of links of a loop in a message. */
const MAX_SHOWN = 8;

/** Bounds the chain of joints that follow one another, whose cost is quadratic. */
const MAX_FOLLOWED = 100;

/** A tree of links: its root, and its joints from the root outward. */
export interface KinematicTree {
  /** Name of a link. */
  readonly root: string;
  /** The joint of a parent precedes those of its children. */
  readonly joints: readonly UrdfJoint[];
}

/** Resolves the names of links and joints; rejects missing links, two roots, loops, and unresolved mimic joints. */
export function sortTree(links: readonly UrdfLink[], joints: readonly UrdfJoint[], part: UrdfPart): KinematicTree {
  const byName = indexNames(links, 'link', part);
  checkMimics(indexNames(joints, 'joint', part), part);
  const parentJoint = new Map<string, UrdfJoint>();
  const children = new Map<string, UrdfJoint[]>();
  for (const joint of joints) {
    checkEnds(joint, byName, part);
    const other = parentJoint.get(joint.child);
    if (other) {
      const two = `is the child of two joints, "${other.name}" (line ${other.line}) and "${joint.name}"`;
      part.fail(joint.line, `link ${JSON.stringify(joint.child)} ${two}: a model must be a tree without closed loops`);
    }
    parentJoint.set(joint.child, joint);
    const siblings = children.get(joint.parent);
    if (siblings) siblings.push(joint);
    else children.set(joint.parent, [joint]);
  }
  const [root, second] = links.filter(({ name }) => !parentJoint.has(name));
  if (second) {
    const two = `two links have no parent, "${root.name}" (line ${root.line}) and "${second.name}"`;
    part.fail(second.line, `${two}: a model must have one root`);
  }
  const sorted: UrdfJoint[] = [];
  if (root) {
    const open = [...(children.get(root.name) ?? [])].reverse();
    for (let joint = open.pop(); joint; joint = open.pop()) {
      sorted.push(joint);
      open.push(...[...(children.get(joint.child) ?? [])].reverse());
    }
  }
  if (sorted.length < joints.length || !root) reportLoop(joints, sorted, parentJoint, part);
  return { root: root.name, joints: sorted };
}

function indexNames<T extends { name: string; line: number }>(
  items: readonly T[],
  what: string,
  { fail }: UrdfPart,
): Map<string, T> {
  const index = new Map<string, T>();
  for (const item of items) {
    const other = index.get(item.name);
    if (other) fail(item.line, `${what} ${JSON.stringify(item.name)} exists already (line ${other.line})`);
    index.set(item.name, item);
  }
  return index;
}

function checkEnds(
  { name, parent, child, line }: UrdfJoint,
  links: ReadonlyMap<string, UrdfLink>,
  { fail }: UrdfPart,
): void {
  for (const [key, link] of Object.entries({ parent, child })) {
    if (links.has(link)) continue;
    const hint = suggestion(link, [...links.keys()]);
    fail(line, `joint ${JSON.stringify(name)}: ${key} link ${JSON.stringify(link)} does not exist, ${hint}`);
  }
  if (parent === child) fail(line, `joint ${JSON.stringify(name)}: parent and child are the same link`, parent);
}

/** Every link of the rest has a parent: walking from child to parent ends in a loop. */
function reportLoop(
  joints: readonly UrdfJoint[],
  reached: readonly UrdfJoint[],
  parentJoint: ReadonlyMap<string, UrdfJoint>,
  { fail }: UrdfPart,
): never {
  const isReached = new Set(reached);
  const route = new Set<UrdfJoint>();
  let joint = joints.find((candidate) => !isReached.has(candidate));
  while (joint && !route.has(joint)) {
    route.add(joint);
    joint = parentJoint.get(joint.parent);
  }
  const passed = [...route];
  const loop = joint ? passed.slice(passed.indexOf(joint)).reverse() : [];
  const shown = [...loop, ...loop.slice(0, 1)].slice(0, MAX_SHOWN).map(({ parent }) => JSON.stringify(parent));
  const names = `${shown.join(' > ')}${loop.length < shown.length ? '' : ' > ...'}`;
  return fail(loop[0]?.line ?? 1, `the joints form a loop: ${names}; a model must be a tree with one root`);
}

function checkMimics(joints: ReadonlyMap<string, UrdfJoint>, { fail }: UrdfPart): void {
  for (const joint of joints.values()) {
    const where = `joint ${JSON.stringify(joint.name)}: <mimic>`;
    const passed = new Set([joint.name]);
    for (let { mimic } = joint; mimic; ) {
      const { joint: name, line } = mimic;
      const followed =
        joints.get(name) ??
        fail(line, `${where} joint ${JSON.stringify(name)} does not exist, ${suggestion(name, [...joints.keys()])}`);
      if (!hasPosition(followed.type)) {
        fail(mimic.line, `${where} joint "${followed.name}" must have one position, it is ${followed.type}`);
      }
      if (passed.has(followed.name)) {
        fail(mimic.line, `${where} joints must not follow each other in a circle`, [...passed, followed.name]);
      }
      passed.add(followed.name);
      if (passed.size > MAX_FOLLOWED) fail(mimic.line, `${where} must follow at most ${MAX_FOLLOWED} joints in a row`);
      mimic = followed.mimic;
    }
  }
}
