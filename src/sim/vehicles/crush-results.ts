import { CRUSH_REGIONS, type CrushCurve, type CrushRegion, crushEnergy } from '../../dynamics/vehicle/crush-curve.ts';
import { crushForce } from '../../response/vehicle-contact/crush-force.ts';
import type { PairCrush, VehicleContact } from '../../response/vehicle-contact/vehicle-contact.ts';
import type { PairRecord, VehicleSystem } from './vehicle-system.ts';

/** Crush of one vehicle in a contact; all zero for a rigid side or an obstacle. */
export interface CrushResult {
  /** Side that was pressed. */
  readonly region: CrushRegion;
  /** Maximum deformation at the ends of steps [m]. */
  readonly maximum: number;
  /** Residual crush at the end of the contact, with that of earlier contacts [m]. */
  readonly residual: number;
  /** Energy absorbed by residual crush in this contact [J]. */
  readonly absorbed: number;
  /** Energy-equivalent speed: √(2 absorbed / mass) [m/s]. */
  readonly ees: number;
  /** Equivalent barrier speed: the same with the energy at maximum deformation, before the springs return their part [m/s]. */
  readonly ebs: number;
}

/** Crush of an ongoing phase; two numbers each, of A and of B. */
export interface CrushDraft {
  readonly regions: readonly [number, number];
  /** Energy absorbed before the phase [J]. */
  readonly before: readonly [number, number];
  /** Speed of approach at the start [m/s]. */
  readonly closing: number;
  /** Speed of approach at the last step with contact [m/s]: the structures of an undamaged side separate with the bodies. */
  last: number;
  /** Maxima of the deformation [m] and of the energy in it [J]. */
  readonly maximum: [number, number];
  readonly energy: [number, number];
}

/** Structures of the two sides in contact. */
function sidesOf({ curvesA, curvesB }: PairCrush, [a, b]: readonly [number, number]) {
  return [curvesA?.[a], curvesB?.[b]] as const;
}

/** Undefined where neither side has a structure. */
export function beginCrush(crush: PairCrush, { sideA, sideB, rate }: VehicleContact): CrushDraft | undefined {
  const regions = [sideA, sideB] as const;
  const [a, b] = sidesOf(crush, regions);
  if (!a && !b) return undefined;
  return {
    regions,
    before: [energyOf(a, crush.residual[crush.offsetA + sideA]), energyOf(b, crush.residual[crush.offsetB + sideB])],
    closing: rate,
    last: rate,
    maximum: [0, 0],
    energy: [0, 0],
  };
}

/** Updates the draft with the contact at the end of a step. */
export function sampleCrush(draft: CrushDraft, crush: PairCrush, contact: VehicleContact): void {
  const { maximum, energy, before } = draft;
  draft.last = contact.rate;
  const residuals = [contact.residualA, contact.residualB];
  sidesOf(crush, draft.regions).forEach((curve, i) => {
    if (!curve || contact.sideA < 0) return;
    const elastic = contact.force / curve.unloading;
    maximum[i] = Math.max(maximum[i], residuals[i] + elastic);
    energy[i] = Math.max(energy[i], crushEnergy(curve, residuals[i]) + 0.5 * contact.force * elastic - before[i]);
  });
}

/** Results of both vehicles; `contact` is the pair at the end of the phase. */
export function endCrush(
  { regions, before, closing, last, maximum, energy }: CrushDraft,
  crush: PairCrush,
  contact: VehicleContact,
  { bodies }: VehicleSystem,
  pair: PairRecord,
): { crush: [CrushResult, CrushResult]; restitution: number } {
  const sides = sidesOf(crush, regions);
  const offsets = [crush.offsetA, crush.offsetB];
  const resultOf = (i: 0 | 1): CrushResult => {
    const curve = sides[i];
    const residual = curve ? crush.residual[offsets[i] + regions[i]] : 0;
    const absorbed = energyOf(curve, residual) - before[i];
    const mass = bodies[i === 0 ? pair.a : pair.b]?.mass ?? Number.POSITIVE_INFINITY;
    return {
      region: CRUSH_REGIONS[regions[i]],
      maximum: maximum[i],
      residual,
      absorbed,
      ees: Math.sqrt((2 * absorbed) / mass),
      ebs: Math.sqrt((2 * energy[i]) / mass),
    };
  };
  const separation = -(contact.overlaps ? contact.rate : last);
  return { crush: [resultOf(0), resultOf(1)], restitution: closing > 0 ? Math.max(0, separation / closing) : 0 };
}

function energyOf(curve: CrushCurve | undefined, residual: number): number {
  return curve ? crushEnergy(curve, residual) : 0;
}

const out = { force: 0.5, stored: 0.5, residualA: 0.5, residualB: 0.5 };

/** Energy in the spring of a contact at a depth [J]. */
export function storedAtDepth(
  { settings }: VehicleSystem,
  { crush }: PairRecord,
  draft: CrushDraft | undefined,
  depth: number,
): number {
  if (!crush || !draft) return 0.5 * settings.contact.stiffness * depth * depth;
  const [a, b] = sidesOf(crush, draft.regions);
  const [i, j] = draft.regions;
  const { residual, offsetA, offsetB } = crush;
  return crushForce(out, depth, a, a ? residual[offsetA + i] : 0, b, b ? residual[offsetB + j] : 0).stored;
}

/** Energy absorbed by the residual crush of all vehicles [J]. */
export function totalCrushEnergy({ bodies, residual }: VehicleSystem): number {
  return bodies.reduce((sum, { crush }, i) => {
    const energies = (crush ?? []).map((curve, side) => energyOf(curve, residual[4 * i + side]));
    return sum + energies.reduce((total, energy) => total + energy, 0);
  }, 0);
}
