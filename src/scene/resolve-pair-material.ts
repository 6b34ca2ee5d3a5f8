import { createMaterial, type FrictionLaw, type Material } from '../response/material.ts';
import { suggestion } from '../shapes/suggestion.ts';
import type { Lookup } from './names.ts';
import { resolveMaterial, resolveSolidPenalty } from './resolve-contact-law.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidContactLaw, SolidContacts, SolidPair } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

type Contacts = SolidDocument['contacts'];
type OwnLaw = Omit<Contacts['pairs'][number], 'bodies'>;
type Laws = Pick<SolidContacts, 'classes' | 'laws' | 'pairs'>;

/** Properties that bodies of one class have in common. */
interface BodyClass {
  readonly group?: string;
  readonly material: Material;
}

/** `counts`: number of bodies of each entry of the file. */
export function resolveLaws(document: SolidDocument, counts: readonly number[], bodyIndex: Lookup, fail: Fail): Laws {
  const { contacts } = document;
  const common = resolveMaterial(contacts, ['contacts'], fail);
  const classes: BodyClass[] = [];
  const classOf = document.bodies.map(({ group, restitution, friction }, i) => {
    const material = overridden(common, { restitution, friction }, ['bodies', i], fail);
    const known = classes.findIndex((other) => other.group === group && sameMaterial(other.material, material));
    return known < 0 ? classes.push({ group, material }) - 1 : known;
  });
  const compliance = resolveSolidPenalty(contacts.penalty, ['contacts', 'penalty'], fail);
  const groupLaws = resolveGroups(contacts, classes, fail);
  const laws = classes.map((a) =>
    classes.map((b): SolidContactLaw => {
      const material = combineMaterials(a.material, b.material);
      const own = groupLaws.get(groupKey(a.group, b.group));
      return own
        ? {
            collide: own.law.collide,
            material: overridden(material, own.law, own.path, fail),
            ...(own.law.penalty === undefined
              ? compliance
              : resolveSolidPenalty(own.law.penalty, [...own.path, 'penalty'], fail)),
          }
        : { collide: true, material, ...compliance };
    }),
  );
  const classOfBody = classOf.flatMap((index, i) => new Array<number>(counts[i]).fill(index));
  return { classes: classOfBody, laws, pairs: resolvePairs(contacts, classOfBody, laws, bodyIndex, fail) };
}

/**
 * Combines two materials: the smaller restitution, the geometric mean of friction, and the larger rolling and spinning resistance. A frictionless body thus slides on
 * everything, and equal materials are unchanged.
 */
export function combineMaterials(a: Material, b: Material): Material {
  if (sameMaterial(a, b)) return a;
  const mean = (p: number, q: number) => (p === q ? p : Math.sqrt(p * q));
  return createMaterial({
    restitution: Math.min(a.restitution, b.restitution),
    frictionLaw: combinedLaw(a.frictionLaw, b.frictionLaw),
    staticFriction: mean(a.staticFriction, b.staticFriction),
    dynamicFriction: mean(a.dynamicFriction, b.dynamicFriction),
    tangentialRestitution: Math.min(a.tangentialRestitution, b.tangentialRestitution),
    rollingFriction: Math.max(a.rollingFriction, b.rollingFriction),
    spinningFriction: Math.max(a.spinningFriction, b.spinningFriction),
  });
}

function combinedLaw(a: FrictionLaw, b: FrictionLaw): FrictionLaw {
  if (a === b) return a;
  return a === 'none' || b === 'none' ? 'none' : 'algebraic';
}

function sameMaterial(a: Material, b: Material): boolean {
  return (Object.keys(a) as (keyof Material)[]).every((key) => a[key] === b[key]);
}

/** A material with the given values replaced. */
function overridden(
  base: Material,
  { restitution = base.restitution, friction }: Pick<OwnLaw, 'restitution' | 'friction'>,
  path: JsonPath,
  fail: Fail,
): Material {
  return friction === undefined ? { ...base, restitution } : resolveMaterial({ restitution, friction }, path, fail);
}

interface GroupLaw {
  readonly law: OwnLaw;
  readonly path: JsonPath;
}

function resolveGroups({ groups }: Contacts, classes: readonly BodyClass[], fail: Fail): Map<string, GroupLaw> {
  const known = new Set(classes.flatMap(({ group }) => group ?? []));
  const laws = new Map<string, GroupLaw>();
  groups.forEach((law, i) => {
    const path = ['contacts', 'groups', i];
    law.groups.forEach((name, k) => {
      if (!known.has(name)) {
        fail([...path, 'groups', k], `is not the group of any body, ${suggestion(name, [...known])}`);
      }
    });
    const key = groupKey(...law.groups);
    if (laws.has(key)) fail([...path, 'groups'], 'must be listed once, another entry has the same two');
    laws.set(key, { law, path });
  });
  return laws;
}

function groupKey(a: string | undefined, b: string | undefined): string {
  return JSON.stringify([a ?? null, b ?? null].sort());
}

/** Every pair with its complete settings. */
function resolvePairs(
  { pairs }: Contacts,
  classes: readonly number[],
  laws: Laws['laws'],
  bodyIndex: Lookup,
  fail: Fail,
): SolidPair[] {
  const seen = new Map<string, number>();
  return pairs.map((pair, i) => {
    const path = ['contacts', 'pairs', i];
    const [first, second] = pair.bodies.map((name, k) => bodyIndex(name, [...path, 'bodies', k]));
    if (first === second) fail([...path, 'bodies'], 'must be two different bodies');
    const bodies = [Math.min(first, second), Math.max(first, second)] as const;
    const other = seen.get(bodies.join());
    if (other !== undefined)
      fail([...path, 'bodies'], `must be listed once, contacts.pairs[${other}] has the same two`);
    seen.set(bodies.join(), i);
    const { material, penalty, tangentialRatio } = laws[classes[first]][classes[second]];
    return {
      bodies,
      collide: pair.collide,
      material: overridden(material, pair, path, fail),
      ...(pair.penalty === undefined
        ? { penalty, tangentialRatio }
        : resolveSolidPenalty(pair.penalty, [...path, 'penalty'], fail)),
    };
  });
}
