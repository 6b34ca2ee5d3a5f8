import type { ContactLaw } from '../../../response/contact-laws.ts';
import type { SolidBody, SolidPenalty, SolidScene } from '../../../scene/solid-scene.ts';
import { SimulationError } from '../../world.ts';
import { createSolidLaws } from '../pair-material.ts';
import { canHavePointContact } from './curvature-radius.ts';

/** Whether the law does not depend on the curvatures of the bodies. */
export function hasRadius(law: SolidPenalty): law is ContactLaw {
  return law.kind === 'spring-damper' || law.kind === 'custom' || 'radius' in law;
}

/** Rejects laws that need the curvatures of bodies that have none, or unknown ones. */
export function checkCurvatures({ bodies, contacts }: SolidScene): void {
  const laws = createSolidLaws(contacts);
  const check = (i: number, j: number) => {
    const { collide, penalty } = laws(i, j);
    if (collide && penalty !== undefined) checkCurvature(penalty, bodies[i], bodies[j]);
  };
  // two bodies of each class, shape and kind of motion stand for all of them
  const alike = new Map<string, number[]>();
  for (const [i, { shape, motion, trigger }] of bodies.entries()) {
    const key = [contacts.classes[i], shape.kind, motion === 'free', trigger].join();
    const some = alike.get(key) ?? [];
    if (some.length < 2) alike.set(key, [...some, i]);
  }
  const chosen = [...alike.values()].flat().sort((i, j) => i - j);
  for (const i of chosen) for (const j of chosen) if (i < j) check(i, j);
  for (const { bodies: pair } of contacts.pairs) check(pair[0], pair[1]);
}

function checkCurvature(law: SolidPenalty, a: SolidBody, b: SolidBody): void {
  if (hasRadius(law) || a.trigger || b.trigger || (a.motion !== 'free' && b.motion !== 'free')) return;
  if (canHavePointContact(a.shape, b.shape)) return;
  const [nameA, nameB] = [a, b].map(({ name, shape }) => `${name} (${shape.kind})`);
  const expected = 'a round body, against another one or a flat face, or needs its radius';
  throw new SimulationError(
    `contacts.penalty: the law ${law.kind} needs ${expected}; not the case for ${nameA} and ${nameB}`,
  );
}
