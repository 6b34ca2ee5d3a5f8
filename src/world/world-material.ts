import { createMaterial, type Material } from '../response/material.ts';
import { checkKeys } from '../shapes/checks.ts';
import { materialOf } from './body-entry.ts';
import type { BodyOptions } from './body-options.ts';
import { updateMaterials } from './set-body.ts';
import { checkBetweenSteps, type WorldStore } from './world-store.ts';

/** Friction and restitution of all contacts of a world. */
export type MaterialChanges = Pick<BodyOptions, 'friction' | 'rollingFriction' | 'spinningFriction' | 'restitution'>;

const KEYS: readonly (keyof MaterialChanges)[] = ['friction', 'rollingFriction', 'spinningFriction', 'restitution'];

/** Changes the materials of all bodies, classes and pairs; see `World.setMaterial`. */
export function setMaterial(store: WorldStore, changes: MaterialChanges): void {
  checkBetweenSteps(store, 'setMaterial');
  checkKeys('setMaterial', changes, KEYS);
  // checks the values
  materialOf('setMaterial', changes);
  const change = (material: Material) => changedMaterial(material, changes);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  store.material = change(store.material);
  store.classLaws = store.classLaws.map((row) => row.map((law) => ({ ...law, material: change(law.material) })));
  for (const [key, law] of store.pairLaws) store.pairLaws.set(key, { ...law, material: change(law.material) });
  for (const [i, entry] of store.entries.entries()) {
    if (!entry) continue;
    store.entries[i] = { ...entry, options: { ...entry.options, ...given }, material: change(entry.material) };
  }
  updateMaterials(store);
}

function changedMaterial(
  before: Material,
  { friction, rollingFriction, spinningFriction, restitution }: MaterialChanges,
) {
  const both = typeof friction === 'object' ? friction : { static: friction, dynamic: friction };
  const staticFriction = both.static ?? before.staticFriction;
  // without friction there is no law to apply a coefficient with
  const isFirst = before.frictionLaw === 'none' && both.static !== undefined && both.static > 0;
  return createMaterial({
    ...before,
    staticFriction,
    dynamicFriction: both.dynamic ?? before.dynamicFriction,
    frictionLaw: isFirst ? 'algebraic' : before.frictionLaw,
    rollingFriction: rollingFriction ?? before.rollingFriction,
    spinningFriction: spinningFriction ?? before.spinningFriction,
    restitution: restitution ?? before.restitution,
  });
}
