import {
  createDmtContact,
  createHertzContact,
  createJkrContact,
  type ContactLaw as PenaltyLaw,
} from '../response/contact-laws.ts';
import { createMaterial, type Material } from '../response/material.ts';
import { createSpringDamper } from '../response/penalty.ts';
import type { friction, penalty } from './contact-schema.ts';
import type { Static } from './json-schema.ts';
import type { Fail, JsonPath } from './scene-error.ts';

type Friction = Static<typeof friction>;

export function resolveMaterial(
  { restitution, friction }: { restitution: number; friction: Friction },
  path: JsonPath,
  fail: Fail,
): Material {
  const { law, tangentialRestitution, static: staticFriction, dynamic: dynamicFriction } = friction;
  if (dynamicFriction !== undefined && dynamicFriction > staticFriction) {
    fail([...path, 'friction', 'dynamic'], `must be at most the static coefficient ${staticFriction}`);
  }
  return createMaterial({ restitution, frictionLaw: law, staticFriction, dynamicFriction, tangentialRestitution });
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

function withoutLaw<T extends { law: string }>({ law: _, ...rest }: T): Omit<T, 'law'> {
  return rest;
}
