/** Writes the results of a sample as outputs, with the names and signs of the slides. [CP13-5.4] */
import { addScaledVec3, createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { components, type SampleBody } from './block-body.ts';
import type { Wrench } from './block-forces.ts';
import type { CollisionBlockOutputs, DockError, PortValue, PortValues } from './block-io.ts';
import type { SamplePair } from './block-pair.ts';
import { pairNames } from './block-ports.ts';
import type { BlockSettings } from './block-settings.ts';
import type { PairMemory } from './block-state.ts';

/** Out-of-plane components up to this value are rounding. [CP13-5.2] */
const PLANAR = 1e-12;

/** Results of a sample; lists are by pair. */
export interface BlockResults {
  readonly bodies: readonly SampleBody[];
  readonly pairs: readonly SamplePair[];
  readonly memory: readonly PairMemory[];
  readonly wrenches: ReadonlyMap<SampleBody, Wrench>;
  /** Predicted times to contact [s]. */
  readonly times: readonly (number | undefined)[];
  readonly dockErrors: readonly (DockError | null)[];
  readonly ledger: CollisionBlockOutputs['ledger'];
}

export function writeOutputs(settings: BlockSettings, results: BlockResults): PortValues {
  const { bodies, pairs, memory, ledger } = results;
  const out: Record<string, PortValue> = {};
  for (const [i] of pairs.entries()) writePair(out, settings, results, i);
  if (bodies.length > 2) {
    out['collision'] = pairs.some((pair, i) => hasCollision(settings, pair, memory[i])) ? 1 : 0;
    out['docking'] = memory.some(({ docked }) => docked !== undefined) ? 1 : 0;
  }
  writeBodies(out, settings, results);
  out['nonPlanar'] = settings.dimension === 2 && bodies.some(({ state }) => isOffPlane(state));
  out['ledger'] = ledger;
  return out;
}

function hasCollision({ collisionFlag }: BlockSettings, pair: SamplePair, memory: PairMemory): boolean {
  if (collisionFlag === 'latch') return memory.collided;
  return pair.normalImpulse > 0 || pair.normalForce !== 0;
}

function writePair(out: Record<string, PortValue>, settings: BlockSettings, results: BlockResults, i: number): void {
  const { dimension } = settings;
  const [pair, memory, time] = [results.pairs[i], results.memory[i], results.times[i]];
  const { contact, sensors } = pair;
  const { of, Q, normal, sensors: sensorNames } = pairNames(settings, pair.settings);
  const vector = (v: ReadonlyVec3) => components(v, dimension);
  const opposite = (v: ReadonlyVec3) => vector(createVec3(0 - v.x, 0 - v.y, 0 - v.z));
  out[Q[0]] = vector(contact.pointA);
  out[Q[1]] = vector(contact.pointB);
  out[normal] = opposite(contact.normal);
  out[of('docking')] = memory.docked ? 1 : 0;
  out[of('collision')] = hasCollision(settings, pair, memory) ? 1 : 0;
  out[of('j')] = pair.normalImpulse;
  out[of('jt')] = opposite(tangentialPart(pair.impulse, pair, pair.normalImpulse));
  out[of('mode')] = pair.mode;
  out[of('distance')] = Math.max(0, contact.distance);
  out[of('overlap')] = contact.distance < 0;
  out[of('penetration')] = Math.max(0, -contact.distance);
  out[of('gap')] = contact.distance;
  out[of('closingSpeed')] = pair.closingSpeed;
  if (time !== undefined) out[of('timeToContact')] = time;
  out[of('feature')] = featureOf(pair, dimension);
  out[of('collisionCount')] = memory.collisionCount;
  out[of('f')] = pair.normalForce;
  out[of('ft')] = opposite(tangentialPart(pair.force, pair, pair.normalForce));
  out[of('storedEnergy')] = pair.storedEnergy;
  out[sensorNames[0]] = sensors ? vector(sensors.pointA) : null;
  out[sensorNames[1]] = sensors ? vector(sensors.pointB) : null;
  out[of('dockError')] = results.dockErrors[i];
}

/** What the normal part along the normal of the closest points leaves of an impulse or force. */
function tangentialPart(total: ReadonlyVec3, { contact }: SamplePair, normalPart: number): Vec3 {
  return addScaledVec3(createVec3(), total, contact.normal, -normalPart);
}

function featureOf({ contact: { featureA, featureB } }: SamplePair, dimension: 2 | 3): string {
  if (dimension === 3) return `${featureA}-${featureB}`;
  return featureB === 'edge' ? 'edge-of-B' : featureA === 'edge' ? 'edge-of-A' : 'vertex-vertex';
}

/** Out-of-plane components are passed through unchanged. */
function writeBodies(out: Record<string, PortValue>, { dimension }: BlockSettings, results: BlockResults): void {
  const { bodies, wrenches } = results;
  const linear: number[] = [];
  const angular: number[] = [];
  for (const sample of bodies) {
    const { name, body, state, outline } = sample;
    const { velocity: v, angularVelocity: w } = body;
    const isPlanar = dimension === 2;
    const velocity = [v.x, v.y, isPlanar ? state[5] : v.z];
    const rate = [isPlanar ? state[6] : w.x, isPlanar ? state[7] : w.y, w.z];
    linear.push(...velocity);
    angular.push(...rate);
    out[`Vcm_${name}n`] = velocity;
    out[`Wcm_${name}n`] = rate;
    const wrench = wrenches.get(sample);
    out[`F_${name}`] = components(wrench?.force ?? createVec3(), 3);
    out[`M_${name}`] = components(wrench?.moment ?? createVec3(), 3);
    if (outline !== undefined) out[`mesh${name}_c`] = outline;
  }
  out['Vcm_c'] = linear;
  out['Wcm_c'] = angular;
}

function isOffPlane(state: readonly number[]): boolean {
  return [state[2], state[5], state[6], state[7]].some((value) => Math.abs(value) > PLANAR);
}
