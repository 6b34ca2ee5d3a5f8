import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3 } from '../../math/vec3.ts';
import { suggestion } from '../../shapes/suggestion.ts';
import type { XmlElement } from '../xml.ts';
import {
  notNegative,
  numberOf,
  onlyChild,
  originOf,
  requiredName,
  requiredText,
  UNUSUAL_ANGLE,
  type UrdfPart,
  vectorOf,
} from './read-attributes.ts';
import type { UrdfJoint, UrdfJointType, UrdfLimit, UrdfMimic } from './urdf-model.ts';

const TYPES: readonly UrdfJointType[] = ['fixed', 'revolute', 'continuous', 'prismatic', 'floating', 'planar'];
const CHILDREN = ['origin', 'parent', 'child', 'axis', 'limit', 'dynamics', 'mimic'];
/** Settings of controllers, which scenes do not have. */
const OF_CONTROLLERS = ['calibration', 'safety_controller', 'hardwareInterface'];

/** A `joint` element; the names of links and of the followed joint are not yet resolved. */
export function readJoint(element: XmlElement, robot: UrdfPart): UrdfJoint {
  const name = requiredName(element, 'name', robot);
  const part = { ...robot, where: `joint ${JSON.stringify(name)}` };
  const { fail, where, notice } = part;
  const type = requiredText(element, 'type', part) as UrdfJointType;
  if (!TYPES.includes(type)) fail(element.line, `${where}: unknown type "${type}", ${suggestion(type, TYPES)}`);
  for (const child of element.children) {
    if (CHILDREN.includes(child.name)) continue;
    const hint = OF_CONTROLLERS.includes(child.name) ? '' : `, ${suggestion(child.name, CHILDREN)}`;
    notice(child.line, `${where}: <${child.name}> is ignored${hint}`);
  }
  const required = (key: 'parent' | 'child') => {
    const end = onlyChild(element, key, part) ?? fail(element.line, `${where}: must have a <${key}>`);
    return requiredName(end, 'link', part);
  };
  const dynamics = onlyChild(element, 'dynamics', part);
  const coefficient = (key: string, unit: string) =>
    dynamics === undefined ? 0 : notNegative(dynamics, key, unit, part, 0);
  const mimic = readMimic(element, type, part);
  return {
    name,
    type,
    parent: required('parent'),
    child: required('child'),
    origin: originOf(element, part),
    axis: readAxis(element, part),
    limit: readLimit(element, type, part),
    damping: coefficient('damping', 'N m s/rad or N s/m'),
    friction: coefficient('friction', 'N m or N'),
    ...(mimic && { mimic }),
    line: element.line,
  };
}

/** True for a joint with one position: an angle or a displacement. */
export function hasPosition(type: UrdfJointType): boolean {
  return type === 'revolute' || type === 'continuous' || type === 'prismatic';
}

function readAxis(joint: XmlElement, part: UrdfPart): ReadonlyVec3 {
  const element = onlyChild(joint, 'axis', part);
  if (element === undefined) return createVec3(1, 0, 0);
  const axis = vectorOf(element, 'xyz', '', part);
  const length = lengthVec3(axis);
  if (!(length > 1e-100 && length < 1e100)) {
    part.fail(element.line, `${part.where}: xyz of <axis> must have a length above zero`, [axis.x, axis.y, axis.z]);
  }
  return scaleVec3(createVec3(), axis, 1 / length);
}

const NONE = Number.POSITIVE_INFINITY;

function readLimit(joint: XmlElement, type: UrdfJointType, part: UrdfPart): UrdfLimit {
  const { fail, where, notice } = part;
  const element = onlyChild(joint, 'limit', part);
  const isBounded = type === 'revolute' || type === 'prismatic';
  if (element === undefined) {
    if (isBounded) fail(joint.line, `${where}: a ${type} joint must have a <limit>`);
    return { lower: -NONE, upper: NONE, effort: NONE, velocity: NONE };
  }
  const unit = type === 'prismatic' ? 'm' : 'rad';
  const given = (key: string, of: string) =>
    element.attributes.has(key) ? notNegative(element, key, of, part, 0) : NONE;
  const effort = given('effort', type === 'prismatic' ? 'N' : 'N m');
  const velocity = given('velocity', `${unit}/s`);
  if (!isBounded) return { lower: -NONE, upper: NONE, effort, velocity };
  const lower = numberOf(element, 'lower', unit, part, 0);
  const upper = numberOf(element, 'upper', unit, part, 0);
  if (lower > upper) fail(element.line, `${where}: lower of <limit> must not be above upper (${upper})`, lower);
  if (type === 'revolute' && Math.max(Math.abs(lower), Math.abs(upper)) > UNUSUAL_ANGLE) {
    notice(element.line, `${where}: the limits exceed four full turns; angles are in rad`);
  }
  return { lower, upper, effort, velocity };
}

function readMimic(joint: XmlElement, type: UrdfJointType, part: UrdfPart): UrdfMimic | undefined {
  const element = onlyChild(joint, 'mimic', part);
  if (element === undefined) return undefined;
  if (!hasPosition(type)) part.fail(element.line, `${part.where}: a ${type} joint has no position to <mimic> another`);
  return {
    joint: requiredName(element, 'joint', part),
    multiplier: numberOf(element, 'multiplier', '', part, 1),
    offset: numberOf(element, 'offset', type === 'prismatic' ? 'm' : 'rad', part, 0),
    line: element.line,
  };
}
