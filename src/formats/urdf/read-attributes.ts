import { createMat3, type Mat3, multiplyMat3, rotationAboutAxis } from '../../math/mat3.ts';
import type { Pose } from '../../math/pose.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { parseDecimal } from '../decimal.ts';
import type { XmlElement } from '../xml.ts';

/** A part of a model that is being read. */
export interface UrdfPart {
  /** For messages: `link "arm"`. */
  readonly where: string;
  /** Reports a problem; does not return. */
  readonly fail: (line: number, expected: string, got?: unknown) => never;
  /** Records a remark. */
  readonly notice: (line: number, text: string) => void;
}

/** A rotation beyond this [rad] is four full turns: the file has degrees, or an unusual joint. */
export const UNUSUAL_ANGLE = 8 * Math.PI;

/** Names of bodies and joints in scenes. */
const LONGEST_NAME = 100;

/** The value of an attribute that must be there. */
export function requiredText(element: XmlElement, key: string, { where, fail }: UrdfPart): string {
  const value = element.attributes.get(key)?.trim();
  return value || fail(element.line, `${where}: <${element.name}> must have the attribute ${key}`);
}

/** The name of a link or joint. */
export function requiredName(element: XmlElement, key: string, part: UrdfPart): string {
  const name = requiredText(element, key, part);
  if (name.length <= LONGEST_NAME) return name;
  return part.fail(element.line, `${part.where}: ${key} must have at most ${LONGEST_NAME} characters`, name);
}

/** A finite number in SI units; `missing` is its value where the attribute is absent, undefined: it must be there. */
export function numberOf(element: XmlElement, key: string, unit: string, part: UrdfPart, missing?: number): number {
  if (missing !== undefined && !element.attributes.has(key)) return missing;
  const text = requiredText(element, key, part);
  return toNumber(text) ?? part.fail(element.line, describe(element, key, part, `a number${unitText(unit)}`), text);
}

/** A number above zero. */
export function aboveZero(element: XmlElement, key: string, unit: string, part: UrdfPart): number {
  const value = numberOf(element, key, unit, part);
  return value > 0 ? value : part.fail(element.line, describe(element, key, part, 'above zero'), value);
}

/** A number that is zero or above. */
export function notNegative(element: XmlElement, key: string, unit: string, part: UrdfPart, missing: number): number {
  const value = numberOf(element, key, unit, part, missing);
  return value >= 0 ? value : part.fail(element.line, describe(element, key, part, 'zero or above'), value);
}

/** Three finite numbers separated by spaces. */
export function vectorOf(
  element: XmlElement,
  key: string,
  unit: string,
  part: UrdfPart,
  missing?: ReadonlyVec3,
): ReadonlyVec3 {
  if (missing !== undefined && !element.attributes.has(key)) return missing;
  const text = requiredText(element, key, part);
  const [x, y, z, ...rest] = text.split(/\s+/).map(toNumber);
  if (x !== undefined && y !== undefined && z !== undefined && rest.length === 0) return createVec3(x, y, z);
  return part.fail(
    element.line,
    describe(element, key, part, `three numbers separated by spaces${unitText(unit)}`),
    text,
  );
}

function toNumber(text: string): number | undefined {
  const value = parseDecimal(text);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function unitText(unit: string): string {
  return unit === '' ? '' : ` [${unit}] without a unit`;
}

function describe({ name }: XmlElement, key: string, { where }: UrdfPart, expected: string): string {
  return `${where}: ${key} of <${name}> must be ${expected}`;
}

/** The only child of that name; undefined if there is none. */
export function onlyChild(element: XmlElement, name: string, { where, fail }: UrdfPart): XmlElement | undefined {
  const [first, second] = element.children.filter((child) => child.name === name);
  return second === undefined ? first : fail(second.line, `${where}: must have at most one <${name}>`);
}

/** The pose of the `origin` of an element; the identity if there is none. */
export function originOf(element: XmlElement, part: UrdfPart): Pose {
  const origin = onlyChild(element, 'origin', part);
  if (origin === undefined) return { position: createVec3(), rotation: createMat3() };
  const { x, y, z } = vectorOf(origin, 'xyz', 'm', part, createVec3());
  const angles = vectorOf(origin, 'rpy', 'rad', part, createVec3());
  if (Math.max(Math.abs(angles.x), Math.abs(angles.y), Math.abs(angles.z)) > UNUSUAL_ANGLE) {
    part.notice(origin.line, `${part.where}: rpy is more than four full turns; angles are in rad`);
  }
  return { position: createVec3(x, y, z), rotation: rotationFromAngles(createMat3(), angles) };
}

const X = createVec3(1, 0, 0);
const Y = createVec3(0, 1, 0);
const Z = createVec3(0, 0, 1);

/** Roll, pitch and yaw [rad] about the fixed axes x, y, z, in this order: Rz(yaw) Ry(pitch) Rx(roll). */
export function rotationFromAngles(out: Mat3, { x, y, z }: Readonly<Vec3>): Mat3 {
  rotationAboutAxis(out, Z, z);
  multiplyMat3(out, out, rotationAboutAxis(createMat3(), Y, y));
  return multiplyMat3(out, out, rotationAboutAxis(createMat3(), X, x));
}
