import { describeValue } from '../../math/describe-value.ts';
import { checkKeys } from '../../shapes/checks.ts';
import { suggestion } from '../../shapes/suggestion.ts';
import { parseXml, type XmlElement } from '../xml.ts';
import { onlyChild, requiredName, type UrdfPart } from './read-attributes.ts';
import { readCollision } from './read-geometry.ts';
import { readInertial } from './read-inertial.ts';
import { readJoint } from './read-joint.ts';
import { sortTree } from './sort-tree.ts';
import { UrdfError, type UrdfNotice } from './urdf-error.ts';
import type { UrdfLink, UrdfModel } from './urdf-model.ts';

/** Options of `readUrdf`. */
export interface ReadUrdfOptions {
  /** The file, or another name of the text in messages. Default: `urdf`. */
  readonly source?: string;
}

const IN_ROBOT = ['link', 'joint', 'material'];
const IN_LINK = ['inertial', 'visual', 'collision'];
/** Elements for other programs. */
const OF_OTHERS = ['transmission', 'gazebo', 'sensor', 'ros2_control', 'self_collision_checking', 'contact', 'verbose'];

/**
 * Reads a robot model in URDF: links, inertias, collision geometry and joints, checked and sorted into a tree. Mesh files are
 * named, not read; `urdfScene` reads them. Document types and entities other than those of XML itself are rejected. Throws a
 * UrdfError with the line of the first problem.
 *
 * @example
 * ```ts
 * import { readUrdf } from 'appulse/urdf';
 *
 * const model = readUrdf(`<robot name="pendulum">
 *   <link name="base"/>
 *   <link name="rod">
 *     <inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.17" iyy="0.17" izz="0.01"/></inertial>
 *   </link>
 *   <joint name="pivot" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
 * </robot>`);
 * console.log(model.root, model.joints[0].child, model.links[1].inertial?.mass); // base rod 2
 * ```
 */
export function readUrdf(text: string, options: ReadUrdfOptions = {}): UrdfModel {
  if (typeof text !== 'string') throw new TypeError(`readUrdf: text must be a string, got ${describeValue(text)}`);
  checkKeys('readUrdf: options', options, ['source']);
  const { source = 'urdf' } = options;
  const notices: UrdfNotice[] = [];
  const part: UrdfPart = {
    where: 'robot',
    fail: (line, expected, got) => {
      throw new UrdfError(source, line, expected, got);
    },
    notice: (line, notice) => notices.push({ line, text: notice }),
  };
  const robot = parseRobot(text, part);
  const colors = readMaterials(robot);
  const named = (name: string) => robot.children.filter((child) => child.name === name);
  const links = named('link').map((element) => readLink(element, colors, part));
  if (links.length === 0) part.fail(robot.line, 'robot: must have at least one <link>');
  const joints = named('joint').map((element) => readJoint(element, part));
  const tree = sortTree(links, joints, part);
  return { name: robot.attributes.get('name') || 'robot', source, links, ...tree, notices };
}

function parseRobot(text: string, { fail, notice, where }: UrdfPart): XmlElement {
  const doctype = /<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)\b/.exec(text.replaceAll(/<!--[\s\S]*?-->/g, blank));
  if (doctype) fail(lineAt(text, doctype.index), 'document types and entities are not allowed', doctype[0]);
  const robot = parseXml(text, fail);
  if (robot.name !== 'robot') fail(robot.line, 'must be a <robot>', `<${robot.name}>`);
  for (const { name, line } of robot.children) {
    if (name.startsWith('xacro:')) {
      fail(line, `<${name}> is a xacro macro: convert the file with \`xacro file.xacro > robot.urdf\` first`);
    }
    if (IN_ROBOT.includes(name)) continue;
    const hint = OF_OTHERS.includes(name) ? '' : `, ${suggestion(name, IN_ROBOT)}`;
    notice(line, `${where}: <${name}> is ignored${hint}`);
  }
  return robot;
}

/** Spaces and line breaks of the same length: positions do not change. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function readLink(element: XmlElement, colors: ReadonlyMap<string, string>, robot: UrdfPart): UrdfLink {
  const name = requiredName(element, 'name', robot);
  const part = { ...robot, where: `link ${JSON.stringify(name)}` };
  for (const child of element.children) {
    if (IN_LINK.includes(child.name)) continue;
    const hint = OF_OTHERS.includes(child.name) ? '' : `, ${suggestion(child.name, IN_LINK)}`;
    part.notice(child.line, `${part.where}: <${child.name}> is ignored${hint}`);
  }
  const inertial = readInertial(element, part);
  const collisions = element.children.filter((child) => child.name === 'collision');
  const material = element.children
    .filter((child) => child.name === 'visual')
    .map((visual) => onlyChild(visual, 'material', part))
    .find((found) => found !== undefined);
  const color = material && (colorOf(material) ?? colors.get(material.attributes.get('name') ?? ''));
  return {
    name,
    ...(inertial && { inertial }),
    collisions: collisions.map((collision) => readCollision(collision, part)),
    ...(color !== undefined && { color }),
    line: element.line,
  };
}

/** Colours by the names of materials. */
function readMaterials(robot: XmlElement): Map<string, string> {
  const colors = new Map<string, string>();
  for (const element of robot.children) {
    const color = element.name === 'material' ? colorOf(element) : undefined;
    if (color !== undefined) colors.set(element.attributes.get('name') ?? '', color);
  }
  return colors;
}

/** `rgba` of a material as `#rrggbb`; undefined where there is none that can be read: pictures do not need it. */
function colorOf(material: XmlElement): string | undefined {
  const rgba = material.children.find(({ name }) => name === 'color')?.attributes.get('rgba') ?? '';
  const levels = rgba.trim().split(/\s+/).map(Number);
  if (levels.length < 3 || !levels.every((level) => level >= 0 && level <= 1)) return undefined;
  const digits = levels.slice(0, 3).map((level) =>
    Math.round(255 * level)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
