import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import { suggestion } from '../shapes/suggestion.ts';
import { FmuError } from './model.ts';
import { type FmuVariable, namePart, vectorNames, vectorVariables } from './variables.ts';

/** Two bodies, by their indices in the scene. */
export type BodyPair = readonly [number, number];

/** Indices of the bodies of chosen pairs, given as `[A, B]` by name. Throws an FmuError for a name that is not one of a body. */
export function findPairs(scene: Scene, pairs: readonly (readonly string[])[]): BodyPair[] {
  const names = scene.bodies.map(({ name }) => name);
  const found = pairs.map((pair): BodyPair => {
    if (pair.length !== 2 || pair[0] === pair[1]) {
      throw new FmuError(`pair: expected the names of two bodies, got ${JSON.stringify(pair.join(','))}`);
    }
    const [a, b] = pair.map((name) => {
      const index = names.indexOf(name);
      if (index >= 0) return index;
      throw new FmuError(`pair: the scene has no body ${JSON.stringify(name)}, ${suggestion(name, names)}`);
    });
    return [a, b];
  });
  const keys = found.map((pair) => [...pair].sort((a, b) => a - b).join(' '));
  const double = keys.findIndex((key, i) => keys.indexOf(key) !== i);
  if (double >= 0) throw new FmuError(`pair: ${pairs[double].join(',')} is given twice`);
  return found;
}

export function gravityParameters(gravity: ReadonlyVec3, role: 'fixed' | 'tunable', count: 2 | 3 = 3): FmuVariable[] {
  const description = 'Gravity, world axes';
  const starts = [gravity.x, gravity.y, gravity.z].slice(0, count);
  return vectorVariables(count, { name: 'gravity', role, quantity: 'Acceleration', description }, starts);
}

/** Name of the output with the distance of two bodies. */
export function distanceName(scene: Scene, [a, b]: BodyPair): string {
  return `distance.${namePart(scene.bodies[a].name)}.${namePart(scene.bodies[b].name)}`;
}

/** Distance and contact of the chosen pairs. */
export function pairOutputs(scene: Scene, pairs: readonly BodyPair[]): FmuVariable[] {
  return pairs.flatMap((pair): FmuVariable[] => {
    const [a, b] = pair.map((i) => scene.bodies[i].name);
    const name = distanceName(scene, pair);
    const contact = name.replace('distance', 'contact');
    return [
      { name, type: 'real', role: 'output', quantity: 'Position', description: `Signed distance of ${a} and ${b}` },
      { name: contact, type: 'boolean', role: 'output', description: `${a} and ${b} touch` },
    ];
  });
}

/** Energy of the bodies; the potential energy depends on gravity. */
export function energyOutputs(dimension: 2 | 3): FmuVariable[] {
  const energy = { type: 'real', role: 'output', quantity: 'Energy' } as const;
  return [
    { ...energy, name: 'energy.kinetic', description: 'Kinetic energy of all bodies of finite mass' },
    {
      ...energy,
      name: 'energy.potential',
      description: 'Energy of gravity and of contact springs',
      initialDependencies: vectorNames('gravity', dimension),
    },
  ];
}

/** Number of contacts and of collisions. */
export function contactOutputs(): FmuVariable[] {
  const count = { type: 'integer', role: 'output' } as const;
  return [
    {
      ...count,
      name: 'contactCount',
      description: 'Pairs of bodies that touch with an impulse in the last internal step',
    },
    { ...count, name: 'collisionCount', description: 'Collisions since the start' },
  ];
}

/** State of each body that moves. */
export function bodyOutputs(scene: Scene, dimension: 2 | 3): FmuVariable[] {
  return scene.bodies.flatMap((body): FmuVariable[] => {
    if ('motion' in body && body.motion === 'fixed') return [];
    const { name } = body;
    const part = namePart(name);
    const vector = (what: string, count: number, quantity: FmuVariable['quantity'], text: string) =>
      vectorVariables(count, {
        name: `${part}.${what}`,
        role: 'output',
        ...(quantity && { quantity }),
        description: `${text} of ${name}, world axes`,
      });
    const scalar = (what: string, quantity: FmuVariable['quantity'], text: string): FmuVariable => ({
      name: `${part}.${what}`,
      type: 'real',
      role: 'output',
      quantity,
      description: `${text} of ${name}`,
    });
    const isFlat = dimension === 2;
    return [
      ...vector('position', dimension, 'Position', isFlat ? 'Centre of mass' : 'Origin of the shape'),
      ...(isFlat
        ? [scalar('angle', 'Angle', 'Rotation angle since the start, unwrapped,')]
        : vector('orientation', 4, undefined, 'Quaternion w, x, y, z of the orientation')),
      ...vector('velocity', dimension, 'Velocity', 'Velocity of the centre of mass'),
      ...(isFlat
        ? [scalar('angularVelocity', 'AngularVelocity', 'Angular velocity')]
        : vector('angularVelocity', 3, 'AngularVelocity', 'Angular velocity')),
      { name: `${part}.inContact`, type: 'boolean', role: 'output', description: `${name} touches another body` },
    ];
  });
}
