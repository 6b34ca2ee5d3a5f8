import { symmetricEigen3 } from '../../math/eigen3.ts';
import { createMat3, type Mat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import type { XmlElement } from '../xml.ts';
import { aboveZero, numberOf, onlyChild, originOf, type UrdfPart } from './read-attributes.ts';
import type { UrdfInertial } from './urdf-model.ts';

/** Products of inertia below this fraction of the moments are rounding error: the axes are principal axes. */
const DIAGONAL = 1e-14;

/** A moment may exceed the sum of the others by this fraction: rounding error of the principal moments. */
const ROUNDING = 1e-12;

/** The `inertial` element of a link; undefined if it has none. */
export function readInertial(link: XmlElement, part: UrdfPart): UrdfInertial | undefined {
  const element = onlyChild(link, 'inertial', part);
  if (element === undefined) return undefined;
  const { fail, where } = part;
  const required = (name: string) =>
    onlyChild(element, name, part) ?? fail(element.line, `${where}: <inertial> must have a <${name}>`);
  const mass = aboveZero(required('mass'), 'value', 'kg', part);
  const tensor = required('inertia');
  const inertia = readTensor(tensor, part);
  const { x, y, z } = principalInertia(inertia).moments;
  if (!(z > 0)) fail(tensor.line, `${where}: <inertia> must have principal moments above zero`, [x, y, z]);
  if (x > (y + z) * (1 + ROUNDING)) {
    const expected = 'must satisfy the triangle inequality: no principal moment above the sum of the others';
    fail(tensor.line, `${where}: <inertia> ${expected}`, [x, y, z]);
  }
  return { origin: originOf(element, part), mass, inertia, line: element.line };
}

function readTensor(element: XmlElement, part: UrdfPart): Mat3 {
  const moment = (key: string) => aboveZero(element, key, 'kg m^2', part);
  const product = (key: string) => numberOf(element, key, 'kg m^2', part, 0);
  const tensor = createMat3(moment('ixx'), moment('iyy'), moment('izz'));
  tensor.xy = tensor.yx = product('ixy');
  tensor.xz = tensor.zx = product('ixz');
  tensor.yz = tensor.zy = product('iyz');
  return tensor;
}

/** Principal moments of a body and the axes that they belong to. */
export interface PrincipalInertia {
  /** [kg m²]; largest first unless the given axes are principal axes already. */
  readonly moments: ReadonlyVec3;
  /** Columns: the principal axes in the given axes, in the order of `moments`; a right-handed rotation. */
  readonly axes: ReadonlyMat3;
}

/** Diagonalises a symmetric tensor [kg m²]. */
function principalInertia(inertia: ReadonlyMat3): PrincipalInertia {
  const axes = createMat3();
  return { moments: symmetricEigen3(createVec3(), axes, inertia), axes };
}

/**
 * The same, but axes that are already principal keep their order, and no moment exceeds the sum of the others:
 * moments and axes of a body that was checked, with its rounding error removed.
 */
export function bodyInertia(inertia: ReadonlyMat3): PrincipalInertia {
  const { xx, yy, zz, xy, yz, xz } = inertia;
  const products = Math.max(Math.abs(xy), Math.abs(yz), Math.abs(xz));
  const { moments, axes } =
    products <= DIAGONAL * Math.max(xx, yy, zz)
      ? { moments: createVec3(xx, yy, zz), axes: createMat3() }
      : principalInertia(inertia);
  const { x, y, z } = moments;
  return { moments: createVec3(Math.min(x, y + z), Math.min(y, z + x), Math.min(z, x + y)), axes };
}
