import { createVec3, normalizeVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createCellStack } from './cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate, type SlabCertificate } from './certificate.ts';
import { climbWitness, placeAtFarthestSeed } from './support-witness.ts';
import { createWitness, placeWitness, type Witness } from './witness.ts';

/** A point lies on the plane through the highest one if it passes it by less than this share of the body's radius. */
export const SUPPORT_SLACK = 1e-12;
/** Climbs after the first, on bodies that are not convex. */
const RESTARTS = 8;

const witnesses = new WeakMap<TiledBody, Witness>();
const unit = createVec3();
const direction = new Float64Array(3);
const plane = new Float64Array(4);
const cells = createCellStack();
const certificate = createSlabCertificate();

/** Writes a point of the body that lies farthest along `along`, any length, both in the body's frame. */
export function supportTiled(out: Vec3, body: TiledBody, along: ReadonlyVec3): Vec3 {
  const { bodyJet } = supportWitness(body, along);
  return setVec3(out, bodyJet[0], bodyJet[1], bodyJet[2]);
}

/**
 * The witness at a farthest point, the body's own until the next call. From the best seed up; a body that is not convex may have
 * higher hills elsewhere, which a proof finds: the climb starts again from there.
 */
export function supportWitness(body: TiledBody, along: ReadonlyVec3): Witness {
  const witness = witnessOf(body);
  normalizeVec3(unit, along);
  direction[0] = unit.x;
  direction[1] = unit.y;
  direction[2] = unit.z;
  placeAtFarthestSeed(witness, direction);
  climbWitness(witness, direction);
  for (let restart = 0; !body.convex && restart < RESTARTS; restart++) {
    if (proveFarthest(witness, body) !== 'refuted') break;
    placeWitness(witness, certificate.feature, certificate.u, certificate.v);
    climbWitness(witness, direction);
  }
  return witness;
}

/** Does the whole body lie behind the plane through the witness? */
function proveFarthest(witness: Witness, { radius }: TiledBody): SlabCertificate['verdict'] {
  const { bodyJet } = witness;
  plane.set(direction);
  plane[3] = unit.x * bodyJet[0] + unit.y * bodyJet[1] + unit.z * bodyJet[2] + SUPPORT_SLACK * radius;
  return certifyBehindPlane(certificate, witness, plane, cells).verdict;
}

/** One witness a body, kept: it knows the sizes of the features. */
function witnessOf(body: TiledBody): Witness {
  let witness = witnesses.get(body);
  if (witness === undefined) {
    witness = createWitness(body);
    witnesses.set(body, witness);
  }
  return witness;
}
