import {
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveModulus,
  effectiveRadius,
  type ContactLaw as PenaltyLaw,
} from '../response/contact-laws.ts';
import type { CustomContact } from '../response/custom-contact.ts';
import type { ElasticMaterial } from '../response/hertz-pressure.ts';
import { createMaterial, type Material } from '../response/material.ts';
import { createSpringDamper, type SpringDamper } from '../response/penalty.ts';
import type { friction, penalty, solidFriction, solidPenalty } from './contact-schema.ts';
import type { Static } from './json-schema.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidContactLaw } from './solid-scene.ts';

type Friction = Static<typeof friction> & Partial<Static<typeof solidFriction>>;
type Compliance = Required<Pick<SolidContactLaw, 'penalty' | 'tangentialRatio'>>;

export function resolveMaterial(
  { restitution, friction }: { restitution: number; friction: Friction },
  path: JsonPath,
  fail: Fail,
): Material {
  const { law, tangentialRestitution, static: staticFriction, dynamic: dynamicFriction } = friction;
  const { rolling: rollingFriction = 0, spinning: spinningFriction = 0 } = friction;
  if (dynamicFriction !== undefined && dynamicFriction > staticFriction) {
    fail([...path, 'friction', 'dynamic'], `must be at most the static coefficient ${staticFriction}`);
  }
  return createMaterial({
    restitution,
    frictionLaw: law,
    staticFriction,
    dynamicFriction,
    tangentialRestitution,
    rollingFriction,
    spinningFriction,
  });
}

/** The law of two bodies; `path` is its location in the file. */
export function resolvePenalty(given: Static<typeof penalty>, path: JsonPath, fail: Fail): PenaltyLaw {
  if (given.law === 'linear') return createSpringDamper(withoutLaw(given));
  const radius =
    effectiveRadiusOf(given, path, fail) ?? fail([...path, 'radius'], 'is missing, it needs radius or radii');
  return elasticLaw(given, { ...pairOf(given, path, fail), radius });
}

/** The law of two solids; without a radius where the file has none. */
export function resolveSolidPenalty(
  { tangentialRatio, ...given }: Static<typeof solidPenalty>,
  path: JsonPath,
  fail: Fail,
): Compliance {
  if (given.law === 'linear') return { penalty: createSpringDamper(withoutLaw(given)), tangentialRatio };
  const pair = pairOf(given, path, fail);
  const radius = effectiveRadiusOf(given, path, fail);
  if (radius !== undefined) return { penalty: elasticLaw(given, { ...pair, radius }), tangentialRatio };
  // the checks of the other values do not depend on the radius
  const { radius: _, ...penalty } = elasticLaw(given, { ...pair, radius: 1 });
  return { penalty, tangentialRatio };
}

/** A law other than the linear one in a file. */
interface Curved {
  readonly law: 'hertz' | 'jkr' | 'dmt';
  readonly modulus?: number;
  readonly materials?: readonly [ElasticMaterial, ElasticMaterial];
  readonly radius?: number;
  readonly radii?: readonly number[];
  readonly damping: number;
  /** Always present with `jkr` and `dmt`. */
  readonly adhesion?: number;
}
type CurvedLaw = Exclude<PenaltyLaw, SpringDamper | CustomContact>;

function elasticLaw(given: Curved, pair: { modulus: number; radius: number; damping: number }): CurvedLaw {
  if (given.law === 'hertz') return createHertzContact(pair);
  const adhesive = { ...pair, adhesion: given.adhesion ?? 0 };
  return given.law === 'jkr' ? createJkrContact(adhesive) : createDmtContact(adhesive);
}

/** Effective modulus and damping of the pair: E* itself, or from the materials of both bodies. */
function pairOf(
  { modulus, materials, damping }: Curved,
  path: JsonPath,
  fail: Fail,
): { modulus: number; damping: number } {
  if (modulus !== undefined && materials !== undefined) {
    fail([...path, 'materials'], 'must be left out where modulus is given');
  }
  if (materials === undefined) {
    return { modulus: modulus ?? fail([...path, 'modulus'], 'is missing, it needs modulus or materials'), damping };
  }
  const [first, second] = materials;
  const effective = effectiveModulus(first.youngModulus, first.poissonRatio, second.youngModulus, second.poissonRatio);
  return { modulus: effective, damping };
}

/** Undefined where neither `radius` nor `radii` is given. */
function effectiveRadiusOf({ radius, radii }: Curved, path: JsonPath, fail: Fail): number | undefined {
  if (radii === undefined) return radius;
  if (radius !== undefined) fail([...path, 'radii'], 'must be left out where radius is given');
  const [first, second = Number.POSITIVE_INFINITY] = radii;
  return effectiveRadius(first, second);
}

function withoutLaw<T extends { law: string }>({ law: _, ...rest }: T): Omit<T, 'law'> {
  return rest;
}
