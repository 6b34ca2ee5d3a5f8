import { checkAboveZero, describeValue } from '../../shapes/checks.ts';

/**
 * Structure of one side of a vehicle: a spring in series with a plastic part that hardens. The force at which the plastic part yields
 * depends on its residual crush C, the dent that remains without force; loading compresses both parts, unloading the spring alone.
 */
export type CrushStructure =
  | {
      readonly kind: 'linear';
      /** Force per width at which residual crush begins, coefficient A of Campbell [N/m]. */
      readonly A: number;
      /** Increase of the force per width and residual crush, coefficient B [N/m²]. */
      readonly B: number;
      /** Width of the structure that is pressed [m]. */
      readonly width: number;
      /** Slope of the unloading line, and of loading before residual crush begins [N/m]. */
      readonly unloading: number;
    }
  | {
      readonly kind: 'table';
      /** Loading curve: pairs of total deformation [m] and force [N], both increasing; extended by its last slope. */
      readonly table: readonly (readonly [number, number])[];
      /** Slope of the unloading line [N/m]: above every slope of the table. */
      readonly unloading: number;
    };

/** Structures of a vehicle by side; a side without one is rigid in contacts with crush. */
export interface VehicleCrush {
  readonly front?: CrushStructure;
  readonly rear?: CrushStructure;
  /** Both the left and the right side. */
  readonly side?: CrushStructure;
}

/** A structure prepared for evaluation: yield force over residual crush as a polyline, extended by its last slope. */
export interface CrushCurve {
  /** [N/m] */
  readonly unloading: number;
  /** Residual crush at the nodes [m], from 0. */
  readonly residual: Float64Array;
  /** Yield force at the nodes [N]. */
  readonly force: Float64Array;
  /** Energy absorbed up to the nodes [J]. */
  readonly energy: Float64Array;
}

/** Sides of a vehicle, in the order of `VehicleBody.crush`. */
export const CRUSH_REGIONS = ['front', 'rear', 'left', 'right'] as const;
/** Side of a vehicle that a contact presses. */
export type CrushRegion = (typeof CRUSH_REGIONS)[number];

/** Curves of the four sides, or undefined for a vehicle without structures. `at` names the vehicle in errors. */
export function createCrushCurves(
  crush: VehicleCrush | undefined,
  at: string,
): readonly (CrushCurve | undefined)[] | undefined {
  if (!crush) return undefined;
  const { front, rear, side } = crush;
  const curve = (name: string, given?: CrushStructure) => given && createCrushCurve(given, `${at}.${name}`);
  const sides = curve('side', side);
  return [curve('front', front), curve('rear', rear), sides, sides];
}

/** Checks a structure and prepares it. */
export function createCrushCurve(given: CrushStructure, at = 'crush'): CrushCurve {
  checkAboveZero(`${at}.unloading`, given.unloading);
  const nodes = given.kind === 'table' ? tableNodes(given.table, given.unloading, at) : lineNodes(given, at);
  const [residual, force] = [0, 1].map((k) => Float64Array.from(nodes, (node) => node[k]));
  const energy = new Float64Array(nodes.length);
  for (let i = 1; i < nodes.length; i++) {
    energy[i] = energy[i - 1] + 0.5 * (force[i] + force[i - 1]) * (residual[i] - residual[i - 1]);
  }
  return { unloading: given.unloading, residual, force, energy };
}

/** F = width (A + B C) through two nodes. */
function lineNodes({ A, B, width }: { A: number; B: number; width: number }, at: string): [number, number][] {
  checkAboveZero(`${at}.width`, width);
  checkAboveZero(`${at}.B`, B);
  if (!(A >= 0) || !Number.isFinite(A)) {
    throw new RangeError(`${at}.A: must be a finite number of at least 0, got ${describeValue(A)}`);
  }
  return [
    [0, width * A],
    [1, width * (A + B)],
  ];
}

/** From total deformation to residual crush: C = x - F / unloading. */
function tableNodes(table: readonly (readonly [number, number])[], unloading: number, at: string): [number, number][] {
  if (table.length < 2) throw new RangeError(`${at}.table: must have at least two points, got ${table.length}`);
  const [[x0, f0]] = table;
  if (x0 !== 0 || f0 !== 0) throw new RangeError(`${at}.table[0]: must be [0, 0], got ${describeValue(table[0])}`);
  for (let i = 1; i < table.length; i++) {
    const slope = (table[i][1] - table[i - 1][1]) / (table[i][0] - table[i - 1][0]);
    if (table[i][0] > table[i - 1][0] && slope > 0 && slope < unloading) continue;
    throw new RangeError(
      `${at}.table[${i}]: must have a larger deformation and a larger force than the point before, with a slope below the unloading stiffness ${unloading} N/m, got ${describeValue(table[i])}`,
    );
  }
  return table.map(([x, force]) => [x - force / unloading, force]);
}

/** Index of the segment of a polyline, the last of which continues. */
function segmentOf(nodes: Float64Array, value: number): number {
  let i = 0;
  while (i < nodes.length - 2 && value >= nodes[i + 1]) i++;
  return i;
}

/** Slope of the yield force over the residual crush in a segment [N/m]. */
function slopeOf({ residual, force }: CrushCurve, i: number): number {
  return (force[i + 1] - force[i]) / (residual[i + 1] - residual[i]);
}

/** Force at which a structure with this residual crush yields [N]. */
export function yieldForce(curve: CrushCurve, residual: number): number {
  const i = segmentOf(curve.residual, residual);
  return curve.force[i] + slopeOf(curve, i) * (residual - curve.residual[i]);
}

/** Residual crush of an undamaged structure after this force [m]. */
export function residualAfter(curve: CrushCurve, force: number): number {
  if (force <= curve.force[0]) return 0;
  const i = segmentOf(curve.force, force);
  return curve.residual[i] + (force - curve.force[i]) / slopeOf(curve, i);
}

/** Residual crush per force where a structure yields [m/N], and the force of the next node above (infinite after the last). */
export function yieldSlope(out: { compliance: number; next: number }, curve: CrushCurve, force: number): void {
  const i = segmentOf(curve.force, force);
  out.compliance = 1 / slopeOf(curve, i);
  out.next = i < curve.force.length - 2 ? curve.force[i + 1] : Number.POSITIVE_INFINITY;
}

/** Energy absorbed by a residual crush [J]: ∫ F dC. */
export function crushEnergy(curve: CrushCurve, residual: number): number {
  const i = segmentOf(curve.residual, residual);
  const more = residual - curve.residual[i];
  return curve.energy[i] + more * (curve.force[i] + 0.5 * slopeOf(curve, i) * more);
}
