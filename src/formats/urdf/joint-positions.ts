import { suggestion } from '../../shapes/suggestion.ts';
import { hasPosition } from './read-joint.ts';
import { UrdfError, type UrdfNotice } from './urdf-error.ts';
import type { UrdfJoint, UrdfModel } from './urdf-model.ts';

/**
 * Positions of all joints that have one [rad or m], by name: as given, or 0, or the limit nearest to 0; those of mimic joints
 * follow. Rejects unknown names, positions outside the limits, and positions of joints that follow another.
 */
export function jointPositions(
  model: UrdfModel,
  given: Readonly<Record<string, number>>,
  notices: UrdfNotice[],
): Map<string, number> {
  const byName = new Map(model.joints.map((joint) => [joint.name, joint]));
  for (const [name, value] of Object.entries(given)) checkGiven(model, byName, name, value);
  const positions = new Map<string, number>();
  for (const joint of model.joints) {
    if (hasPosition(joint.type)) positions.set(joint.name, positionOf(model.source, byName, given, joint, notices));
  }
  return positions;
}

function checkGiven(model: UrdfModel, joints: ReadonlyMap<string, UrdfJoint>, name: string, value: number): void {
  const joint = joints.get(name);
  if (!joint) {
    const hint = suggestion(name, [...joints.keys()]);
    throw new UrdfError(model.source, 1, `joint ${JSON.stringify(name)} does not exist, ${hint}`);
  }
  const reject = (reason: string, got?: number) => {
    throw new UrdfError(model.source, joint.line, `joint ${JSON.stringify(name)} ${reason}`, got);
  };
  if (!hasPosition(joint.type)) reject(`has no position, it is ${joint.type}`);
  if (joint.mimic) reject(`follows the joint ${JSON.stringify(joint.mimic.joint)}: give the position of that joint`);
  const { lower, upper } = joint.limit;
  if (!(Number.isFinite(value) && value >= lower && value <= upper)) {
    reject(`must have a position from ${lower} to ${upper}`, value);
  }
}

function positionOf(
  source: string,
  joints: ReadonlyMap<string, UrdfJoint>,
  given: Readonly<Record<string, number>>,
  joint: UrdfJoint,
  notices: UrdfNotice[],
): number {
  const { name, line, limit, mimic } = joint;
  if (!mimic) {
    if (Object.hasOwn(given, name)) return given[name];
    const nearest = Math.min(Math.max(0, limit.lower), limit.upper);
    if (nearest !== 0) notices.push({ line, text: `joint ${JSON.stringify(name)}: starts at its limit ${nearest}` });
    return nearest;
  }
  const followed = joints.get(mimic.joint) as UrdfJoint;
  const position = mimic.multiplier * positionOf(source, joints, given, followed, []) + mimic.offset;
  if (position < limit.lower || position > limit.upper) {
    const where = `joint ${JSON.stringify(name)}: follows ${JSON.stringify(mimic.joint)}`;
    throw new UrdfError(source, mimic.line, `${where} and must be from ${limit.lower} to ${limit.upper}`, position);
  }
  return position;
}
