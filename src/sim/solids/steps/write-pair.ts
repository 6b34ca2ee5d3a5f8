import { SIZES } from '../../../distance/convex/core.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { CACHED_IMPULSE } from './contact-cache.ts';
import { mayRoll } from './refresh-rolling.ts';
import type { StepWorld } from './step-world.ts';
import { writeSurfaceVelocity } from './surface-velocity.ts';

/** Writes what the rows of a manifold share, from the pair in `slot`. */
export function writePair(world: StepWorld, slot: number, patch: number): void {
  const { contacts } = world;
  writeKind(world, patch);
  if (world.bodyForces.conveyorCount > 0) writeSurfaceVelocity(world, patch);
  else for (let l = 3 * patch; l < 3 * patch + 3; l++) contacts.surfaceVelocities[l] = 0;
  writeMaterial(world, patch, slot);
}

function writeMaterial({ contacts, cache }: StepWorld, patch: number, slot: number): void {
  const { materials, resistances, angularImpulses } = contacts;
  materials[3 * patch] = cache.materials[3 * slot];
  materials[3 * patch + 1] = cache.materials[3 * slot + 1];
  materials[3 * patch + 2] = cache.materials[3 * slot + 2];
  if (!cache.resisting) return;
  resistances[2 * patch] = cache.resistances[2 * slot];
  resistances[2 * patch + 1] = cache.resistances[2 * slot + 1];
  if (resistances[2 * patch] > 0 || resistances[2 * patch + 1] > 0) contacts.resisting = true;
  angularImpulses[3 * patch] = cache.angularImpulses[3 * slot];
  angularImpulses[3 * patch + 1] = cache.angularImpulses[3 * slot + 1];
  angularImpulses[3 * patch + 2] = cache.angularImpulses[3 * slot + 2];
}

/** Writes the mean of the normal impulses of a manifold, moved towards the present ones. */
export function writeMeanImpulse({ contacts, cache, settings }: StepWorld, patch: number, slot: number): void {
  const points = cache.counts[slot];
  const first = CACHED_IMPULSE * cache.blocks[slot];
  let sum = 0;
  for (let i = first; i < first + CACHED_IMPULSE * points; i += CACHED_IMPULSE) sum += cache.impulses[i];
  const before = cache.loads[slot] / points;
  contacts.meanImpulses[patch] = before + settings.averagingRate * (sum / points - before);
}

/** Writes which body the points of a manifold follow, and how far they are valid. */
function writeKind({ contacts, radii, shapes, boxSizes }: StepWorld, patch: number): void {
  const a = contacts.bodiesA[patch];
  const b = contacts.bodiesB[patch];
  contacts.reaches[patch] = radii[a] + radii[b];
  contacts.minReach = Math.min(contacts.minReach, radii[a] + radii[b]);
  contacts.spheres[patch] = 0;
  contacts.rolling[patch] = 0;
  // without reading the shapes from memory
  if (boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0) {
    contacts.fractions[patch] = fractionOfB(radii[a], radii[b]);
    return;
  }
  const roundA = isRound(shapes[a]);
  const roundB = isRound(shapes[b]);
  contacts.fractions[patch] = roundA === roundB ? fractionOfB(radii[a], radii[b]) : roundB ? 1 : 0;
  if (shapes[a].kind === 'sphere' && shapes[b].kind === 'sphere') {
    contacts.spheres[patch] = 1;
    contacts.anySpheres = true;
  } else if (mayRoll(shapes[a], shapes[b])) {
    contacts.rolling[patch] = 1;
    contacts.anyRolling = true;
  }
}

/** Its contact points move with it over a face of another body. */
function isRound({ kind }: Shape): boolean {
  return kind === 'sphere' || kind === 'capsule' || kind === 'ellipsoid';
}

/** Points move with the smaller body: it rolls or slides over the larger one, not the reverse. */
function fractionOfB(radiusA: number, radiusB: number): number {
  return radiusA === Infinity ? 1 : radiusB === Infinity ? 0 : radiusA / (radiusA + radiusB);
}
