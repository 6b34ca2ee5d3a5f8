import { createVec3 } from '../../math/vec3.ts';
import { suggestion } from '../../shapes/suggestion.ts';
import type { XmlElement } from '../xml.ts';
import { aboveZero, onlyChild, originOf, requiredText, type UrdfPart, vectorOf } from './read-attributes.ts';
import type { UrdfCollision, UrdfGeometry } from './urdf-model.ts';

const GEOMETRIES: Readonly<Record<string, (element: XmlElement, part: UrdfPart) => UrdfGeometry>> = {
  box: readBox,
  cylinder: readRound,
  capsule: readRound,
  sphere: (element, part) => ({ kind: 'sphere', radius: aboveZero(element, 'radius', 'm', part) }),
  mesh: readMeshReference,
};

/** A `collision` element. */
export function readCollision(element: XmlElement, part: UrdfPart): UrdfCollision {
  const { fail, where } = part;
  const geometry = onlyChild(element, 'geometry', part);
  const kinds = Object.keys(GEOMETRIES);
  if (geometry?.children.length !== 1) {
    return fail((geometry ?? element).line, `${where}: must have a <geometry> with one of <${kinds.join('>, <')}>`);
  }
  const [shape] = geometry.children;
  if (!Object.hasOwn(GEOMETRIES, shape.name)) {
    fail(shape.line, `${where}: unknown geometry <${shape.name}>, ${suggestion(shape.name, kinds)}`);
  }
  return {
    origin: originOf(element, part),
    geometry: GEOMETRIES[shape.name](shape, part),
    line: shape.line,
  };
}

function readBox(element: XmlElement, part: UrdfPart): UrdfGeometry {
  const size = vectorOf(element, 'size', 'm', part);
  if (size.x > 0 && size.y > 0 && size.z > 0) return { kind: 'box', size };
  return part.fail(element.line, `${part.where}: size of <box> must be above zero`, [size.x, size.y, size.z]);
}

function readRound(element: XmlElement, part: UrdfPart): UrdfGeometry {
  return {
    kind: element.name === 'capsule' ? 'capsule' : 'cylinder',
    radius: aboveZero(element, 'radius', 'm', part),
    length: aboveZero(element, 'length', 'm', part),
  };
}

function readMeshReference(element: XmlElement, part: UrdfPart): UrdfGeometry {
  const filename = requiredText(element, 'filename', part);
  const scale = vectorOf(element, 'scale', '', part, createVec3(1, 1, 1));
  if (scale.x !== 0 && scale.y !== 0 && scale.z !== 0) return { kind: 'mesh', filename, scale };
  return part.fail(element.line, `${part.where}: scale of <mesh> must not be zero`, [scale.x, scale.y, scale.z]);
}
