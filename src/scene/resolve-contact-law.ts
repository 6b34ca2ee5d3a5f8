import {
  createDmtContact,
  createHertzContact,
  createJkrContact,
  type ContactLaw as PenaltyLaw,
} from '../response/contact-laws.ts';
import type { CustomContact } from '../response/custom-contact.ts';
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

export function resolvePenalty(given: Static<typeof penalty>): PenaltyLaw {
  switch (given.law) {
    case 'linear':
      return createSpringDamper(withoutLaw(given));
    case 'hertz':
      return createHertzContact(withoutLaw(given));
    case 'jkr':
      return createJkrContact(withoutLaw(given));
    case 'dmt':
      return createDmtContact(withoutLaw(given));
  }
}

/** The law of two solids; without a radius where the file has none. */
export function resolveSolidPenalty({ tangentialRatio, ...given }: Static<typeof solidPenalty>): Compliance {
  if (given.law === 'linear') return { penalty: resolvePenalty(given), tangentialRatio };
  if (given.radius !== undefined) {
    return { penalty: resolvePenalty({ ...given, radius: given.radius }), tangentialRatio };
  }
  // the checks of the other values do not depend on the radius
  const { radius: _, ...penalty } = resolvePenalty({ ...given, radius: 1 }) as Exclude<
    PenaltyLaw,
    SpringDamper | CustomContact
  >;
  return { penalty, tangentialRatio };
}

function withoutLaw<T extends { law: string }>({ law: _, ...rest }: T): Omit<T, 'law'> {
  return rest;
}
