/** Static description of the ports of a block: what an exporter lists and a stream of numbers carries. */
import type { CollisionBlockInputs } from './block-io.ts';
import type { BlockSettings, PairSettings } from './block-settings.ts';

/** A port of a block: its name, size and units do not change between samples. */
export interface BlockPort {
  /** As in inputs and outputs; a dot leads into an object: `ledger.before.E`. */
  readonly name: string;
  readonly direction: 'input' | 'output';
  /** `boolean`: 0 or 1. `enumeration`: one of `values`. */
  readonly type: 'real' | 'integer' | 'boolean' | 'enumeration';
  /** [] for a number, [n] for a vector, [rows, columns] for a matrix; 0 for a count that an input determines. */
  readonly size: readonly number[];
  /** SI unit, or one for each component; '' without a unit. */
  readonly unit: string | readonly string[];
  /** Values of an enumeration, in the order of their numbers from 0. */
  readonly values?: readonly string[];
  /** An input that may be absent. */
  readonly optional: boolean;
  readonly description: string;
}

/** Contact modes in the order of their numbers. */
const BLOCK_MODES = ['none', 'separate', 'sliding', 'sticking'] as const;

const STATE_UNITS = ['m', 'm', 'm', 'm/s', 'm/s', 'm/s', 'rad/s', 'rad/s', 'rad/s'];
const PLANAR_FEATURES = ['edge-of-A', 'edge-of-B', 'vertex-vertex'];
const KINDS = ['vertex', 'edge', 'face'];
const SPATIAL_FEATURES = KINDS.flatMap((a) => KINDS.map((b) => `${a}-${b}`));

/** Names of the outputs of one pair. With two bodies they are those of the slides; with more, the other body follows. */
export interface PairNames {
  /** `j`, or `j_A_B`. */
  readonly of: (name: string) => string;
  readonly Q: readonly [string, string];
  readonly normal: string;
  readonly sensors: readonly [string, string];
}

export function pairNames({ bodies }: BlockSettings, { a, b, name }: PairSettings): PairNames {
  const [A, B] = [bodies[a].name, bodies[b].name];
  const isOnly = bodies.length === 2;
  const suffix = (other: string) => (isOnly ? '' : `_${other}`);
  return {
    of: (output) => (isOnly ? output : `${output}_${name}`),
    Q: [`Q_${A}${suffix(B)}`, `Q_${B}${suffix(A)}`],
    normal: `n_c${B}${suffix(A)}`,
    sensors: [`dock_sens${A}_c${suffix(B)}`, `dock_sens${B}_c${suffix(A)}`],
  };
}

/** All ports of a block, inputs first. */
export function createBlockPorts(settings: BlockSettings): BlockPort[] {
  return [
    ...inputPorts(settings),
    ...settings.pairs.flatMap((pair) => pairPorts(settings, pair)),
    ...bodyPorts(settings),
    ...ledgerPorts(settings),
  ];
}

function inputPorts({ bodies, dimension: d }: BlockSettings): BlockPort[] {
  return bodies.flatMap(({ name, shape, mesh }) => {
    const ports = [
      input(
        `Xcm_${name}`,
        [9],
        STATE_UNITS,
        `state of ${name}: position, velocity and angular velocity, inertial frame`,
      ),
      input(`R_${name}`, [d, d], '', `rotation of ${name}, body to inertial axes, by rows`),
    ];
    if (shape === undefined)
      ports.push(
        input(`mesh_${name}`, [d, 0], 'm', `vertices of ${name} in body axes, by columns`, mesh !== undefined),
      );
    const size = d === 2 ? [] : [3, 3];
    ports.push(input(`I_${name}`, size, 'kg.m2', `inertia of ${name} about its centre of mass`, true));
    return ports;
  });
}

function pairPorts(settings: BlockSettings, pair: PairSettings): BlockPort[] {
  const { dimension: d, bodies, horizon } = settings;
  const names = pairNames(settings, pair);
  const [A, B] = [bodies[pair.a].name, bodies[pair.b].name];
  const hasSensors = bodies[pair.a].sensors.length > 0 && bodies[pair.b].sensors.length > 0;
  const { of } = names;
  const ports = [
    output(names.Q[0], [d], 'm', `closest point on ${A}`),
    output(names.Q[1], [d], 'm', `closest point on ${B}`),
    output(names.normal, [d], '', `unit outward normal of ${B}`),
    flag(of('collision'), `impulse or contact force between ${A} and ${B}`),
    flag(of('docking'), `${A} and ${B} are docked`),
    output(of('j'), [], 'N.s', 'normal impulse'),
    output(of('jt'), [d], 'N.s', `tangential impulse on ${A}`),
    choicePort(of('mode'), BLOCK_MODES, 'contact mode'),
    output(of('distance'), [], 'm', 'distance, 0 when overlapping'),
    flag(of('overlap'), 'the bodies overlap'),
    output(of('penetration'), [], 'm', 'penetration depth'),
    output(of('gap'), [], 'm', 'signed distance: event indicator'),
    output(of('closingSpeed'), [], 'm/s', 'rate at which the gap decreases'),
    choicePort(of('feature'), d === 2 ? PLANAR_FEATURES : SPATIAL_FEATURES, 'nearest features'),
    { ...output(of('collisionCount'), [], '', 'number of collisions since the last reset'), type: 'integer' as const },
    output(of('f'), [], 'N', 'normal force of a compliant contact'),
    output(of('ft'), [d], 'N', `tangential force of a compliant contact on ${A}`),
    output(of('storedEnergy'), [], 'J', 'elastic energy of a compliant contact'),
  ];
  if (horizon > 0) ports.push(output(of('timeToContact'), [], 's', 'predicted time to contact, at most the horizon'));
  if (!hasSensors) return ports;
  return [
    ...ports,
    output(names.sensors[0], [d], 'm', `nearest docking sensor of ${A}`),
    output(names.sensors[1], [d], 'm', `nearest docking sensor of ${B}`),
    output(`${of('dockError')}.distance`, [], 'm', 'change of the relative position since docking'),
    output(`${of('dockError')}.angle`, [], 'rad', 'change of the relative orientation since docking'),
  ];
}

function bodyPorts({ bodies, dimension: d, pairs }: BlockSettings): BlockPort[] {
  const all = bodies.map(({ name }) => name).join(', then ');
  const ports = [
    output('Vcm_c', [3 * bodies.length], 'm/s', `velocities after the sample, ${all}`),
    output('Wcm_c', [3 * bodies.length], 'rad/s', `angular velocities after the sample, ${all}`),
  ];
  if (bodies.length > 2 && pairs.length > 0) {
    ports.push(flag('collision', 'a pair has collided'), flag('docking', 'a pair is docked'));
  }
  for (const { name, shape, mesh } of bodies) {
    ports.push(
      output(`Vcm_${name}n`, [3], 'm/s', `velocity of ${name} after the sample`),
      output(`Wcm_${name}n`, [3], 'rad/s', `angular velocity of ${name} after the sample`),
      output(`F_${name}`, [3], 'N', `sum of the contact forces on ${name}`),
      output(`M_${name}`, [3], 'N.m', `moment of the contact forces on ${name} about its centre of mass`),
    );
    if (shape === undefined)
      ports.push(output(`mesh${name}_c`, [d * (mesh?.vertices.length ?? 0)], 'm', `world vertices of ${name}`));
  }
  return ports;
}

function ledgerPorts({ dimension: d }: BlockSettings): BlockPort[] {
  const ports = ['before', 'after'].flatMap((when) => [
    output(`ledger.${when}.P`, [d], 'N.s', `momentum ${when} the sample`),
    output(`ledger.${when}.L`, [d === 2 ? 1 : 3], 'N.m.s', `angular momentum about the origin ${when} the sample`),
    output(`ledger.${when}.E`, [], 'J', `kinetic energy ${when} the sample`),
  ]);
  return d === 2 ? [flag('nonPlanar', 'a state left the plane'), ...ports] : ports;
}

function input(
  name: string,
  size: readonly number[],
  unit: BlockPort['unit'],
  description: string,
  optional = false,
): BlockPort {
  return { name, direction: 'input', type: 'real', size, unit, optional, description };
}

function output(name: string, size: readonly number[], unit: string, description: string): BlockPort {
  return { name, direction: 'output', type: 'real', size, unit, optional: false, description };
}

function flag(name: string, description: string): BlockPort {
  return { ...output(name, [], '', description), type: 'boolean' };
}

function choicePort(name: string, values: readonly string[], description: string): BlockPort {
  return { ...output(name, [], '', description), type: 'enumeration', values };
}

/** Names of the components of a port, indices from 1: `j`, `Xcm_A[9]`, `R_A[3,1]`. */
export function portComponents({ name, size }: BlockPort): string[] {
  if (size.length === 0) return [name];
  const [rows, columns] = size;
  if (columns === undefined) return Array.from({ length: rows }, (_, i) => `${name}[${i + 1}]`);
  return Array.from({ length: rows }, (_, i) => i + 1).flatMap((row) =>
    Array.from({ length: columns }, (_, k) => `${name}[${row},${k + 1}]`),
  );
}

/** Reads a port of outputs: a dot of its name leads into an object. */
type PortReader = (outputs: object) => unknown;

function portReader({ name }: BlockPort): PortReader {
  const [first, ...rest] = name.split('.');
  const at = (value: unknown, key: string) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  if (rest.length === 0) return (outputs) => at(outputs, first);
  return (outputs) => rest.reduce<unknown>(at, at(outputs, first));
}

/** Number of components of a port. */
function portLength({ size: [rows = 1, columns = 1] }: BlockPort): number {
  return rows * columns;
}

/**
 * Writes the components of ports as numbers, one after the other: flags as 0 and 1, an enumeration as the index of its value, what is not defined
 * as 0. The result is a function of the outputs of a sample and the list to write to.
 */
export function createPortWriter(ports: readonly BlockPort[]): (outputs: object, out: Float64Array | number[]) => void {
  const entries = ports.map((port) => ({ read: portReader(port), values: port.values, length: portLength(port) }));
  return (outputs, out) => {
    let at = 0;
    for (const { read, values, length } of entries) {
      const value = read(outputs);
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) out[at + i] = Number(value[i]);
      else if (value === null || value === undefined) for (let i = 0; i < length; i++) out[at + i] = 0;
      else out[at] = values === undefined ? Number(value) : values.indexOf(String(value));
      at += length;
    }
  };
}

/** The components of a port as numbers, see `createPortWriter`. */
export function portNumbers(port: BlockPort, outputs: object): number[] {
  const numbers: number[] = [];
  createPortWriter([port])(outputs, numbers);
  return numbers;
}

/** Inputs from the components of the given ports, one after the other. */
export function inputsFromNumbers(ports: readonly BlockPort[], numbers: ArrayLike<number>): CollisionBlockInputs {
  return createInputReader(ports)(numbers);
}

/** Reads inputs from the components of ports, one after the other. Every call returns the same object, with new numbers. */
export function createInputReader(ports: readonly BlockPort[]): (numbers: ArrayLike<number>) => CollisionBlockInputs {
  const inputs: Record<string, number | number[] | number[][]> = {};
  const rows: { readonly row: number[]; readonly at: number }[] = [];
  const scalars: { readonly name: string; readonly at: number }[] = [];
  let at = 0;
  for (const { name, size } of ports) {
    const [length = 1, columns] = size;
    const newRow = (count: number) => {
      const row = new Array<number>(count).fill(0);
      rows.push({ row, at });
      at += count;
      return row;
    };
    if (size.length === 0) scalars.push({ name, at: at++ });
    else inputs[name] = columns === undefined ? newRow(length) : Array.from({ length }, () => newRow(columns));
  }
  return (numbers) => {
    for (const { name, at: from } of scalars) inputs[name] = numbers[from];
    for (const { row, at: from } of rows) for (let i = 0; i < row.length; i++) row[i] = numbers[from + i];
    return inputs as CollisionBlockInputs;
  };
}
