import { reproducibles } from '../../reproduce/index.ts';
import { rigidBodyItems } from '../../reproduce/rigid-bodies/items.ts';
import { trackingItems } from '../../reproduce/tracking/items.ts';
import { vehicleItems } from '../../reproduce/vehicles/items.ts';
import { velocityContactItems } from '../../reproduce/velocity-contact/items.ts';

/** A group of items of the report. */
export interface ReportPart {
  readonly title: string;
  readonly ids: readonly string[];
}

const PARTS = [
  { title: 'Rigid bodies [CP13]', items: rigidBodyItems },
  { title: 'Smooth bodies [PG05]', items: trackingItems },
  { title: 'Deforming meshes [VBC24]', items: velocityContactItems },
  { title: 'Vehicles [PATH98]', items: vehicleItems },
] as const;

/** Every item of `reproduce`; items without a source are last. */
export function reportParts(): readonly ReportPart[] {
  const parts = PARTS.map(({ title, items }) => ({ title, ids: items.map(({ id }) => id) }));
  const sorted = new Set(parts.flatMap(({ ids }) => ids));
  const others = reproducibles.map(({ id }) => id).filter((id) => !sorted.has(id));
  return [...parts, { title: 'Beyond the sources', ids: others }].filter(({ ids }) => ids.length > 0);
}
