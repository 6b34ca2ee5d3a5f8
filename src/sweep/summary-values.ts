import { LEDGER_COLUMNS } from '../record/columns.ts';
import { PHASE_COLUMNS } from '../record/phase-columns.ts';
import type { Scene } from '../scene/scene.ts';
import type { Balance, LedgerRow, RunSummary, VehicleResults } from '../sim/observer.ts';

/** A cell of the results: null where the run has no such value. */
export type Cell = number | string | null;

/** A value of the summary of a run, by name. */
export interface SummaryValue {
  readonly unit: string;
  readonly meaning: string;
  /** Type of the value. */
  readonly kind: 'number' | 'text';
  /** Whether its value depends on the recorded frames. */
  readonly needsFrames?: (scene: Scene) => boolean;
  of(summary: RunSummary): Cell;
}

const number = (unit: string, meaning: string, of: (summary: RunSummary) => number): SummaryValue => ({
  unit,
  meaning,
  kind: 'number',
  of,
});

const AXES = { X: 'x', Y: 'y', Z: 'z' } as const;

const isVehicles = ({ world }: Scene) => world === 'vehicles';
/** Fixed steps of solids report their contacts with the frames. */
const isSolidSteps = (scene: Scene) => scene.world === 'solids' && scene.time.method === 'steps';

const BALANCE: Readonly<Record<keyof Balance, string>> = {
  momentumError: 'balance error of momentum',
  angularMomentumError: 'balance error of angular momentum',
  energyError: 'balance error of energy',
  energyCreationError: 'energy created by contacts, relative to the energies of the balance',
};

const VEHICLES: Readonly<Record<Exclude<keyof VehicleResults, 'phases' | 'model' | 'notes'>, string>> = {
  tyreWork: 'work of the tyres',
  suspensionLoss: 'energy lost in the dampers of the suspensions',
  viscousLoss: 'energy lost by viscosity of the bodies',
  releaseLoss: 'energy of springs that separated bodies take with them',
  brakeWork: 'work of the brakes',
  engineWork: 'work of the engines',
  airWork: 'work of the air',
  hitchLoss: 'energy lost in the dampers of hitches',
  crushLoss: 'energy absorbed by residual crush',
};

/** Values that every summary has, by name. */
const VALUES: ReadonlyMap<string, SummaryValue> = new Map([
  ['time', number('s', 'simulated time reached', ({ time }) => time)],
  ['steps', number('1', 'number of steps or events', ({ steps }) => steps)],
  ['collisions', number('1', 'number of collisions', ({ collisions }) => collisions)],
  ['dockings', number('1', 'number of dockings', ({ dockings }) => dockings)],
  [
    'maxPenetration',
    {
      ...number('m', 'maximum penetration of all contacts', ({ maxPenetration }) => maxPenetration),
      needsFrames: isSolidSteps,
    },
  ],
  ['stateHash', { unit: '', meaning: 'hash of the final state', kind: 'text', of: ({ stateHash }) => stateHash }],
  ...Object.entries(BALANCE).map(([key, meaning]): [string, SummaryValue] => [
    `balance.${key}`,
    {
      ...number('1', meaning, ({ balance }) => balance[key as keyof Balance]),
      ...(key === 'energyCreationError' && { needsFrames: isVehicles }),
    },
  ]),
  ...(['ledgerStart', 'ledgerEnd'] as const).flatMap((ledger) =>
    Object.entries(LEDGER_COLUMNS).map(([key, { unit, meaning }]): [string, SummaryValue] => [
      `${ledger}.${key}`,
      {
        ...number(unit, `${meaning}, at the ${ledger === 'ledgerEnd' ? 'end' : 'start'}`, ledgerValue(ledger, key)),
        ...(key === 'energyCreated' && { needsFrames: isVehicles }),
      },
    ]),
  ),
]);

/** A field of the ledger, or a component of one: `momentumX`. */
function ledgerValue(ledger: 'ledgerStart' | 'ledgerEnd', key: string): (summary: RunSummary) => number {
  const axis = AXES[key.slice(-1) as keyof typeof AXES];
  const field = (axis ? key.slice(0, -1) : key) as keyof LedgerRow;
  return (summary) => {
    const value = summary[ledger][field];
    return typeof value === 'number' ? value : value[axis];
  };
}

const VEHICLE_VALUES: ReadonlyMap<string, SummaryValue> = new Map(
  Object.entries(VEHICLES).map(([key, meaning]): [string, SummaryValue] => [
    `vehicles.${key}`,
    {
      unit: 'J',
      meaning,
      kind: 'number',
      of: ({ vehicles }) => vehicles?.[key as keyof typeof VEHICLES] ?? null,
    },
  ]),
);

/** Whether runs of the scene report distances of chosen pairs. */
export function recordsDistances({ record }: Scene): boolean {
  return record.distances !== undefined && record.distances.length > 0;
}

const DISTANCE_VALUES: ReadonlyMap<string, SummaryValue> = new Map([
  [
    'distances.minimum.distance',
    {
      unit: 'm',
      meaning: 'minimum of the recorded distances',
      kind: 'number',
      needsFrames: () => true,
      of: ({ distances }) => distances?.minimum.distance ?? null,
    },
  ],
  [
    'distances.minimum.time',
    {
      unit: 's',
      meaning: 'time of the minimum of the recorded distances',
      kind: 'number',
      needsFrames: () => true,
      of: ({ distances }) => distances?.minimum.time ?? null,
    },
  ],
]);

/** `phases[0].deltaVA`: a column of the list of contacts of vehicles. */
const PHASE = /^phases\[(\d+)\]\.(\w+)$/;
const PHASE_TEXTS = ['nameA', 'nameB', 'isOver', 'rules'];

/** The value of this name in the summary of runs of a scene; undefined if there is none. */
export function findSummaryValue(name: string, scene: Scene): SummaryValue | undefined {
  const common = VALUES.get(name) ?? (recordsDistances(scene) ? DISTANCE_VALUES.get(name) : undefined);
  if (common || !isVehicles(scene)) return common;
  const [, index, key] = PHASE.exec(name) ?? [];
  if (key === undefined || !Object.hasOwn(PHASE_COLUMNS, key)) return VEHICLE_VALUES.get(name);
  const { unit, meaning, of } = PHASE_COLUMNS[key];
  const kind = PHASE_TEXTS.includes(key) ? 'text' : 'number';
  return {
    unit,
    meaning: `${meaning}, contact ${index}`,
    kind,
    of({ vehicles }) {
      const phase = vehicles?.phases[Number(index)];
      const value = phase && of(phase);
      if (value === undefined || value === null) return null;
      return typeof value === 'number' ? value : String(value);
    },
  };
}

/** The names of the values in summaries of runs of a scene. */
export function summaryNames(scene: Scene): string[] {
  const ofVehicles = [...VEHICLE_VALUES.keys(), ...Object.keys(PHASE_COLUMNS).map((key) => `phases[0].${key}`)];
  const ofDistances = recordsDistances(scene) ? DISTANCE_VALUES.keys() : [];
  return [...VALUES.keys(), ...ofDistances, ...(isVehicles(scene) ? ofVehicles : [])];
}
