import { shapeRadius } from '../../src/entries/bounds.ts';
import type { BodyId, BodyOptions, Shape, World } from '../../src/index.ts';
import type { Triple } from './live-protocol.ts';
import { paletteShape } from './palette-shapes.ts';
import { add } from './pull-spring.ts';
import { bodyAt, type Command, type Play, triple } from './solid-play.ts';

/** Makes a body immovable where it is, or movable again with its mass. */
export function pinBody({ world, pinned }: Play, id: BodyId, on: boolean): void {
  if (!on) {
    world.set(id, { type: 'dynamic', ...pinned.get(id) });
    pinned.delete(id);
    return;
  }
  const { mass, inertia, density } = world.options(id);
  const given = mass === undefined ? { density } : { mass, ...(inertia && { inertia }) };
  world.set(id, { type: 'static' });
  pinned.set(id, given);
}

/** Steps by which a new body is raised until it overlaps none, as multiples of its radius. */
const RAISE = 0.5;
const MAX_RAISES = 200;

/** The first place at or above a position where the shape overlaps no body. */
function freePlace(world: World, shape: Shape, from: Triple, orientation: BodyOptions['orientation']): Triple {
  const { x, y, z } = world.gravity;
  const size = Math.hypot(x, y, z);
  const up: Triple = size > 0 ? [-x / size, -y / size, -z / size] : [0, 0, 1];
  const radius = shapeRadius(shape);
  if (!Number.isFinite(radius)) return from;
  const rotation = orientation && 'xx' in orientation ? orientation : IDENTITY;
  for (let k = 0; k < MAX_RAISES; k++) {
    const at = add(from, [k * RAISE * radius * up[0], k * RAISE * radius * up[1], k * RAISE * radius * up[2]]);
    const position = { x: at[0], y: at[1], z: at[2] };
    if (world.overlap(shape, { position, rotation }).length === 0) return at;
  }
  return from;
}

/** Of bodies that are not rotated. */
export const IDENTITY = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };

/** Adds a body where it overlaps none. */
export function addBody(play: Play, { shape: wanted, size, position }: Command<'add'>): BodyId {
  const { world } = play;
  const shape = typeof wanted === 'number' ? world.options(bodyAt(world, wanted)).shape : paletteShape(wanted, size);
  const name = freeName(world, typeof wanted === 'number' ? shape.kind : wanted);
  return world.addBody({
    shape,
    name,
    position: freePlace(world, shape, position, undefined),
    density: usualDensity(world),
  });
}

/** Density of the bodies of the world if they were spheres of their bounding radius, the median; that of water without bodies [kg/m³]. */
function usualDensity(world: World): number {
  const densities = world
    .bodies()
    .flatMap((id) => {
      const { mass } = world.state(id);
      const radius = shapeRadius(world.options(id).shape);
      return Number.isFinite(mass) ? [mass / ((4 / 3) * Math.PI * radius ** 3)] : [];
    })
    .sort((a, b) => a - b);
  // shapes of the palette fill about a third of their bounding sphere
  return densities.length === 0 ? 1000 : 3 * densities[densities.length >> 1];
}

function freeName(world: World, base: string): string {
  for (let k = 1; ; k++) if (world.find(`${base} ${k}`) === undefined) return `${base} ${k}`;
}

/** A copy of a body, above it. */
export function duplicateBody(play: Play, id: BodyId): BodyId {
  const { world, drawn } = play;
  const { name = 'body', ...options } = world.options(id);
  const position = freePlace(world, options.shape, triple(world.state(id).position), options.orientation);
  const copy = world.addBody({ ...options, name: freeName(world, name), position });
  const shape = drawn.get(id);
  if (shape) drawn.set(copy, shape);
  return copy;
}
