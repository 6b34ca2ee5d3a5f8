import type { Material } from '../response/material.ts';
import { combineMaterials } from '../scene/resolve-pair-material.ts';
import type { SolidContactLaw } from '../scene/solid-scene.ts';
import { lawBetween } from './change-bodies.ts';
import { type BodyEntry, pairKey, type WorldStore } from './world-store.ts';

/** Contact settings of a world in the notation of scene files. */
export interface ContactDocument {
  /** The section `contacts`. */
  readonly contacts: object;
  /** Keys of each body: its group, friction and restitution, by handle. */
  readonly bodies: ReadonlyMap<number, object>;
}

/** Bodies with the same settings. */
interface BodyClass {
  readonly first: BodyEntry;
  readonly members: BodyEntry[];
  /** Name of its group, if it needs one. */
  group?: string;
}

/** Settings of the bodies and of all pairs of classes that do not follow from those of the bodies. */
export function contactDocument(store: WorldStore, entries: readonly BodyEntry[]): ContactDocument {
  const { slop, restitutionThreshold } = store.steps.scene.contacts;
  const classes = classesOf(entries);
  const groups: object[] = [];
  const nameOf = (one: BodyClass) => {
    one.group ??= `group ${classes.indexOf(one) + 1}`;
    return one.group;
  };
  classes.forEach((a, i) => {
    for (const b of classes.slice(i)) {
      const law = lawBetween(store, a.first, a === b ? { ...b.first, id: -1 } : b.first);
      const combined = combineMaterials(a.first.material, b.first.material);
      if (law.collide && isSame(law.material, combined)) continue;
      groups.push({ groups: [nameOf(a), nameOf(b)], ...lawDocument(law) });
    }
  });
  const pairs = entries.flatMap((a, i) =>
    entries.slice(i + 1).flatMap((b) => {
      const law = store.pairLaws.get(pairKey(a.id, b.id));
      return law ? [{ bodies: [a.body.name, b.body.name], ...lawDocument(law) }] : [];
    }),
  );
  const usual = classes.reduce((most, one) => (one.members.length > most.members.length ? one : most)).first.material;
  const bodies = new Map<number, object>();
  for (const { first, members, group } of classes) {
    const own = {
      ...(group !== undefined && { group }),
      ...(!isSame(first.material, usual) && surface(first.material)),
    };
    for (const { id } of members) bodies.set(id, own);
  }
  return {
    contacts: {
      ...surface(usual),
      ...(groups.length > 0 && { groups }),
      ...(pairs.length > 0 && { pairs }),
      restitutionThreshold,
      slop,
    },
    bodies,
  };
}

function classesOf(entries: readonly BodyEntry[]): BodyClass[] {
  const classes = new Map<string, BodyClass>();
  for (const entry of entries) {
    const { sceneClass, material, options, hasOwnMaterial } = entry;
    const key = JSON.stringify([sceneClass, material, hasOwnMaterial === true, options.group, options.collidesWith]);
    const known = classes.get(key);
    if (known) known.members.push(entry);
    else classes.set(key, { first: entry, members: [entry] });
  }
  return [...classes.values()];
}

function isSame(a: Material, b: Material): boolean {
  return (Object.keys(a) as (keyof Material)[]).every((key) => a[key] === b[key]);
}

function lawDocument({ collide, material }: SolidContactLaw): object {
  return collide ? surface(material) : { collide };
}

function surface(material: Material): object {
  const { restitution, frictionLaw: law, staticFriction, dynamicFriction, tangentialRestitution } = material;
  const { rollingFriction: rolling, spinningFriction: spinning } = material;
  const friction = {
    law,
    ...(staticFriction > 0 && { static: staticFriction, dynamic: dynamicFriction }),
    ...(tangentialRestitution > 0 && { tangentialRestitution }),
    ...(rolling > 0 && { rolling }),
    ...(spinning > 0 && { spinning }),
  };
  return { restitution, friction };
}
