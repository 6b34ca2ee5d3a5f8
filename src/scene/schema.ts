import { type MeshDocument, meshScene } from './mesh-schema.ts';
import { type PlanarDocument, planarScene } from './planar-schema.ts';
import { type SmoothDocument, smoothScene } from './smooth-schema.ts';
import { type SolidDocument, solidScene } from './solid-schema.ts';
import { type VehicleDocument, vehicleScene } from './vehicle-schema.ts';

/**
 * The scene format: this schema validates files, fills in defaults, converts units, and is the JSON Schema that editors
 * use for completion and hints. Documents are the result of validation: in them a quantity is a number and a property
 * with a default is present. The key `world` selects the kind of scene.
 */
const worlds = {
  planar: planarScene,
  deformable: meshScene,
  smooth: smoothScene,
  solids: solidScene,
  vehicles: vehicleScene,
};

/** The values of `world`. */
export const WORLDS = Object.keys(worlds);

/** The schema for the world of a file; planar if the world is missing or unknown. */
export function schemaOfWorld(data: unknown): object {
  const world = typeof data === 'object' && data !== null && 'world' in data ? data.world : 'planar';
  return typeof world === 'string' && Object.hasOwn(worlds, world) ? worlds[world as keyof typeof worlds] : planarScene;
}

const scene = {
  title: 'Appulse scene',
  description: 'Bodies in contact.',
  type: 'object',
  ...inWorld('deformable', inWorld('smooth', inWorld('solids', inWorld('vehicles', planarScene)))),
};

function inWorld(world: keyof typeof worlds, otherwise: object) {
  return {
    if: { properties: { world: { const: world } }, required: ['world'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: worlds[world],
    else: otherwise,
  };
}

/** A scene file after validation: defaults filled in, units converted, names not yet resolved. */
export type SceneDocument = PlanarDocument | MeshDocument | SmoothDocument | SolidDocument | VehicleDocument;

/** The JSON Schema of scene files, as in `schema/scene.schema.json`; a new object. */
export function sceneSchema(): Record<string, unknown> {
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...scene };
}
