import type { QuantityName } from './quantities.ts';

/** A variable of an FMU. Vectors are several variables, named `v[1]`, `v[2]`, ...: importers of FMI 2 have no others. */
export interface FmuVariable {
  readonly name: string;
  readonly type: 'real' | 'integer' | 'boolean';
  /** `fixed` parameters can be set until the end of the initialization, `tunable` ones between steps too. */
  readonly role: 'input' | 'fixed' | 'tunable' | 'output';
  readonly description: string;
  /** Missing for numbers without a unit. */
  readonly quantity?: QuantityName;
  /** Of inputs and parameters; true is 1. */
  readonly start?: number;
  readonly min?: number;
  readonly max?: number;
  /** Of outputs: names of the inputs and parameters on which the value in the initial state depends. Default: none. */
  readonly initialDependencies?: readonly string[];
}

/** Text of a component, from 1 as in Modelica: `a.force` becomes `a.force[1]`, `a.force[2]`, ... */
export function vectorNames(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}[${i + 1}]`);
}

/** Variables of one vector, which share all but name and start. */
export function vectorVariables(
  count: number,
  variable: Omit<FmuVariable, 'type' | 'start'>,
  starts?: readonly number[],
): FmuVariable[] {
  return vectorNames(variable.name, count).map((name, i) => ({
    ...variable,
    name,
    type: 'real',
    ...(starts && { start: starts[i] }),
  }));
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A part of a name of the convention `structured`: an identifier or a text in quotation marks, with indices. */
const PART = String.raw`(?:[A-Za-z_]\w*|'(?:[\w!#$%&()*+,\-./:;<=>?@[\]^{}|~ ]|\\['\\])+')(?:\[\d+(?:,\d+)*\])?`;
const STRUCTURED = new RegExp(`^${PART}(?:\\.${PART})*$`);

/** A name of the user as a part of a variable name: names that are no identifiers are quoted. */
export function namePart(name: string): string {
  return IDENTIFIER.test(name) ? name : `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Whether all names are of the convention `structured`; otherwise they are only unique texts (`flat`). */
export function isStructured(names: readonly string[]): boolean {
  return names.every((name) => STRUCTURED.test(name));
}
