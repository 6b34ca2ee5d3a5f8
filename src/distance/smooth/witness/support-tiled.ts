import { createVec3, normalizeVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createCellStack } from './cell-stack.ts';
import { certifyBehindPlane, createSlabCertificate, type SlabCertificate } from './certificate.ts';
import { climbWitness, placeAtSupportSeed } from './support-witness.ts';
import { createWitness, setWitness, type Witness } from './witness.ts';

/** Slack of a support plane as a fraction of the body's radius. */
export const SUPPORT_SLACK = 1e-12;
/** Maximum number of restarts on non-convex bodies. */
const RESTARTS = 8;

const witnesses = new WeakMap<TiledBody, Witness>();
const unit = createVec3();
const direction = new Float64Array(3);
const plane = new Float64Array(4);
const cells = createCellStack();
const certificate = createSlabCertificate();

/**
 * Writes the support point [m] of the body in direction `along`, of any length above zero, into `out` and returns it;
 * both in the frame of the body.
 */
export function supportTiled(out: Vec3, body: TiledBody, along: ReadonlyVec3): Vec3 {
  const { bodyJet } = supportWitness(body, along);
  return setVec3(out, bodyJet[0], bodyJet[1], bodyJet[2]);
}

/**
 * The witness at a support point; a shared object per body, valid until the next call. Climbs from the best seed; a non-convex body may
 * have higher local maxima, which the certificate finds: the climb restarts from there.
 */
export function supportWitness(body: TiledBody, along: ReadonlyVec3): Witness {
  const witness = witnessOf(body);
  normalizeVec3(unit, along);
  direction[0] = unit.x;
  direction[1] = unit.y;
  direction[2] = unit.z;
  placeAtSupportSeed(witness, direction);
  climbWitness(witness, direction);
  for (let restart = 0; !body.convex && restart < RESTARTS; restart++) {
    if (certifySupport(witness, body) !== 'refuted') break;
    setWitness(witness, certificate.feature, certificate.u, certificate.v);
    climbWitness(witness, direction);
  }
  return witness;
}

/** Does the whole body lie behind the plane through the witness? */
function certifySupport(witness: Witness, { radius }: TiledBody): SlabCertificate['verdict'] {
  const { bodyJet } = witness;
  plane.set(direction);
  plane[3] = unit.x * bodyJet[0] + unit.y * bodyJet[1] + unit.z * bodyJet[2] + SUPPORT_SLACK * radius;
  return certifyBehindPlane(certificate, witness, plane, cells).verdict;
}

/** One cached witness per body: it holds the sizes of the features. */
function witnessOf(body: TiledBody): Witness {
  let witness = witnesses.get(body);
  if (witness === undefined) {
    witness = createWitness(body);
    witnesses.set(body, witness);
  }
  return witness;
}
