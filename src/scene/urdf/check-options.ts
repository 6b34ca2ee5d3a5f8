import type { UrdfModel } from '../../formats/urdf/urdf-model.ts';
import { checkList } from '../../math/check-arguments.ts';
import { checkAboveZero, checkKeys, describeValue, finiteNumbers } from '../../shapes/checks.ts';

const KEYS = [
  'base',
  'position',
  'rotation',
  'joints',
  'targets',
  'frequency',
  'meshes',
  'file',
  'selfCollision',
  'gravity',
  'end',
];
const CHOICES = { base: ['fixed', 'free'], meshes: ['hull', 'triangles'] };
const VECTORS = ['position', 'rotation', 'gravity'];
const QUANTITIES = ['frequency', 'end'];

/** Rejects arguments of `urdfScene` that are no model or no options, by name. Joint positions are checked with the joints. */
export function checkSceneArguments(model: UrdfModel, options: object): void {
  if (!Array.isArray(model?.links) || !Array.isArray(model.joints)) {
    throw new TypeError(`urdfScene: model must be made by readUrdf, got ${describeValue(model)}`);
  }
  checkKeys('urdfScene: options', options, KEYS);
  if ('frequency' in options && !('targets' in options)) {
    throw new RangeError('urdfScene: frequency is that of motors, it needs targets');
  }
  for (const [key, value] of Object.entries(options)) {
    if (value !== undefined) checkValue(key, value);
  }
}

function checkValue(key: string, value: unknown): void {
  const name = `urdfScene: ${key}`;
  const reject = (expected: string) => {
    throw new TypeError(`${name} must be ${expected}, got ${describeValue(value)}`);
  };
  if (key === 'base' || key === 'meshes') {
    const allowed = CHOICES[key];
    if (!allowed.includes(value as string)) reject(`"${allowed.join('" or "')}"`);
  } else if (VECTORS.includes(key)) {
    const list = value as readonly number[];
    checkList(name, list, 'three finite numbers');
    if (list.length !== 3 || !finiteNumbers(list)) reject('three finite numbers');
  } else if (QUANTITIES.includes(key)) checkAboveZero(name, value as number);
  else if (key === 'file' && typeof value !== 'function') reject('a function of the name of a file');
  else if (key === 'selfCollision' && typeof value !== 'boolean') reject('true or false');
  else if ((key === 'joints' || key === 'targets') && (typeof value !== 'object' || value === null)) {
    reject('an object of positions by joint');
  }
}
