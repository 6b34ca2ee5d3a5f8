import { createMaterial, type Material } from '../response/material.ts';
import type { Scene } from '../scene/scene.ts';
import { type FmuVariable, namePart } from './variables.ts';

const COEFFICIENTS = ['restitution', 'staticFriction', 'dynamicFriction'] as const;

/** Contact settings of a scene that are parameters. */
interface MaterialGroup {
  /** Beginning of the names of its parameters. */
  readonly name: string;
  readonly what: string;
  readonly material: Material;
}

type RigidScene = Extract<Scene, { world: 'planar' | 'solids' }>;

/** A law of a pair, in both kinds of scenes. */
interface Law {
  readonly material: Material;
}

/**
 * Groups of pairs whose restitution and friction are parameters: all pairs without settings of their own, where these are equal, and each
 * pair with its own.
 */
function materialGroups(scene: RigidScene): MaterialGroup[] {
  const laws: readonly Law[] = scene.world === 'planar' ? [scene.contacts.law] : scene.contacts.laws.flat();
  const [first] = laws;
  const isUniform = laws.every(({ material }) => COEFFICIENTS.every((key) => material[key] === first.material[key]));
  const common = isUniform && first ? [{ name: 'contacts', what: 'contacts', material: first.material }] : [];
  const pairs = scene.contacts.pairs.map(({ bodies, material }) => {
    const [a, b] = bodies.map((i) => scene.bodies[i].name);
    return { name: `contacts.${namePart(a)}.${namePart(b)}`, what: `contacts of ${a} and ${b}`, material };
  });
  return [...common, ...pairs];
}

const DESCRIPTIONS = {
  restitution: 'Restitution: ratio of separation to approach speed',
  staticFriction: 'Friction coefficient while sticking',
  dynamicFriction: 'Friction coefficient while sliding',
} as const;

/** Restitution and, where there is friction, its coefficients. */
export function materialParameters(scene: RigidScene): FmuVariable[] {
  return materialGroups(scene).flatMap(({ name, what, material }) =>
    COEFFICIENTS.filter((key) => key === 'restitution' || material.frictionLaw !== 'none').map(
      (key): FmuVariable => ({
        name: `${name}.${key}`,
        type: 'real',
        role: 'fixed',
        start: material[key],
        min: 0,
        ...(key === 'restitution' && { max: 1 }),
        description: `${DESCRIPTIONS[key]}, of ${what}`,
      }),
    ),
  );
}

/** The scene with other values of these parameters, by name. Throws a RangeError for a value out of range. */
export function withMaterials<S extends RigidScene>(scene: S, lookUp: (name: string) => number | undefined): S {
  const changed = new Map(
    materialGroups(scene).map(({ name, material }) => {
      const given = COEFFICIENTS.map((key) => [key, lookUp(`${name}.${key}`) ?? material[key]] as const);
      return [name, Object.fromEntries(given)];
    }),
  );
  const change = <L extends Law>(law: L, name: string): L => {
    const values = changed.get(name);
    if (!values || COEFFICIENTS.every((key) => values[key] === law.material[key])) return law;
    return { ...law, material: createMaterial({ ...law.material, ...values }) };
  };
  const pairs = scene.contacts.pairs.map((pair) => {
    const [a, b] = pair.bodies.map((i) => namePart(scene.bodies[i].name));
    return change(pair, `contacts.${a}.${b}`);
  });
  if (scene.world === 'planar') {
    return { ...scene, contacts: { ...scene.contacts, pairs, law: change(scene.contacts.law, 'contacts') } };
  }
  const laws = scene.contacts.laws.map((row) => row.map((law) => change(law, 'contacts')));
  return { ...scene, contacts: { ...scene.contacts, pairs, laws } };
}
