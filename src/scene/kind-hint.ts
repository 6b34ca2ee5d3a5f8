import type { NodeSchema } from './check-schema.ts';
import type { JsonPath } from './scene-error.ts';
import { schemaOfWorld, WORLDS } from './schema.ts';

/** Which worlds have bodies with a shape of this kind, for one that is not among the `known` kinds of the world of a scene; empty if there are none. */
export function kindHint(path: JsonPath, kind: unknown, known: readonly unknown[]): string {
  const isShape = path.length === 3 && path[0] === 'bodies' && path[2] === 'shape';
  if (!isShape || typeof kind !== 'string') return '';
  const worlds = WORLDS.filter((world) => shapeKinds(schemaOfWorld({ world })).includes(kind));
  if (worlds.length === 0) return '';
  const names = worlds.map((world) => JSON.stringify(world)).join(' and ');
  const isSmooth = known.includes('nurbs');
  const smooth =
    isSmooth && worlds.includes('solids') ? '; in "solids" a smooth body is { "kind": "smooth", "surface": ... }' : '';
  return ` (shapes of this kind are in worlds ${names}${smooth})`;
}

function shapeKinds(schema: NodeSchema): readonly unknown[] {
  const shape = schema.properties?.['bodies']?.items?.properties?.['shape'];
  const kinds = shape?.oneOf?.map(({ properties }) => properties?.['kind']);
  return kinds?.flatMap((kind) => kind?.enum ?? [kind?.const]) ?? [];
}
