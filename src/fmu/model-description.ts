import type { FmuModel } from './model.ts';
import { FmuError } from './model.ts';
import { QUANTITIES, UNITS } from './quantities.ts';
import { type FmuVariable, isStructured } from './variables.ts';
import { type Attributes, element } from './xml.ts';

/** Version of the standard. */
export type FmiVersion = 2 | 3;

/** What modelDescription.xml has besides the variables. */
export interface DescriptionHeader {
  readonly modelName: string;
  /** File name of the library, an identifier of C. */
  readonly modelIdentifier: string;
  /** Identifier of this model: the library compares it with its own. */
  readonly token: string;
  readonly description: string;
  /** Name and version of the program that wrote it. */
  readonly tool: string;
  /** [s] */
  readonly stopTime?: number;
}

const LOG_CATEGORIES = ['logStatusError', 'logStatusFatal'];

/** Text of modelDescription.xml. Throws an FmuError if two variables have the same name. */
export function modelDescription(model: FmuModel, header: DescriptionHeader, fmi: FmiVersion): string {
  const { modelName, modelIdentifier, token, description, tool, stopTime } = header;
  const variables = [...model.settable, ...model.outputs];
  const references = new Map(variables.map(({ name }, i) => [name, i + 1]));
  if (references.size !== variables.length) {
    const double = variables.find(({ name }, i) => references.get(name) !== i + 1);
    throw new FmuError(`two variables of the FMU have the name ${double?.name}: rename the bodies`);
  }
  const stepSize = model.timeStep > 0 ? model.timeStep : undefined;
  const naming = isStructured(variables.map(({ name }) => name)) ? 'structured' : 'flat';
  const head: Attributes = {
    fmiVersion: `${fmi}.0`,
    modelName,
    [fmi === 2 ? 'guid' : 'instantiationToken']: token,
    description,
    generationTool: tool,
    variableNamingConvention: naming,
  };
  const children = [
    coSimulation(modelIdentifier, stepSize, fmi),
    element('UnitDefinitions', {}, usedUnits(variables)),
    element('TypeDefinitions', {}, usedTypes(variables, fmi)),
    element(
      'LogCategories',
      {},
      LOG_CATEGORIES.map((name) => element('Category', { name })),
    ),
    element('DefaultExperiment', { startTime: 0, stopTime, stepSize }),
    element('ModelVariables', {}, [
      timeVariable(fmi),
      ...variables.map((variable, i) => (fmi === 2 ? scalarVariable(variable, i + 1) : typedVariable(variable, i + 1))),
    ]),
    fmi === 2 ? structure2(model, references) : structure3(model, references),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('fmiModelDescription', head, children)}\n`;
}

/** Capabilities; those that are not named are false. `needsExecutionTool`: Node is not part of the FMU. */
function coSimulation(modelIdentifier: string, stepSize: number | undefined, fmi: FmiVersion): string {
  const common = { modelIdentifier, needsExecutionTool: true, canHandleVariableCommunicationStepSize: true };
  return fmi === 2
    ? element('CoSimulation', {
        ...common,
        canNotUseMemoryManagementFunctions: true,
        canGetAndSetFMUstate: true,
        canSerializeFMUstate: true,
      })
    : element('CoSimulation', {
        ...common,
        canGetAndSetFMUState: true,
        canSerializeFMUState: true,
        fixedInternalStepSize: stepSize,
      });
}

function usedQuantities(variables: readonly FmuVariable[]): (keyof typeof QUANTITIES)[] {
  const used = new Set(['Time', ...variables.map(({ quantity }) => quantity)]);
  return (Object.keys(QUANTITIES) as (keyof typeof QUANTITIES)[]).filter((name) => used.has(name));
}

function usedUnits(variables: readonly FmuVariable[]): string[] {
  const used = new Set(usedQuantities(variables).map((name) => QUANTITIES[name].unit));
  return [...used].map((name) => element('Unit', { name }, [element('BaseUnit', UNITS[name])]));
}

function usedTypes(variables: readonly FmuVariable[], fmi: FmiVersion): string[] {
  return usedQuantities(variables).map((name) =>
    fmi === 2
      ? element('SimpleType', { name }, [element('Real', QUANTITIES[name])])
      : element('Float64Type', { name, ...QUANTITIES[name] }),
  );
}

function timeVariable(fmi: FmiVersion): string {
  const head = { name: 'time', valueReference: 0, description: 'Time', causality: 'independent' };
  const variability = 'continuous';
  const type = { declaredType: 'Time', unit: 's' };
  return fmi === 2
    ? element('ScalarVariable', { ...head, variability }, [element('Real', type)])
    : element('Float64', { ...head, variability, ...type });
}

/** Causality and variability; outputs are computed, all others have a start value. */
function roleAttributes({ role, type }: FmuVariable): Attributes {
  if (role === 'fixed' || role === 'tunable') return { causality: 'parameter', variability: role, initial: 'exact' };
  const variability = type === 'real' ? 'continuous' : 'discrete';
  return role === 'input'
    ? { causality: 'input', variability }
    : { causality: 'output', variability, initial: 'calculated' };
}

function typeAttributes({ type, quantity, start, min, max }: FmuVariable): Attributes {
  return {
    declaredType: quantity,
    unit: quantity && QUANTITIES[quantity].unit,
    min,
    max,
    start: type === 'boolean' && start !== undefined ? start !== 0 : start,
  };
}

const TYPES_2 = { real: 'Real', integer: 'Integer', boolean: 'Boolean' } as const;
const TYPES_3 = { real: 'Float64', integer: 'Int32', boolean: 'Boolean' } as const;

function scalarVariable(variable: FmuVariable, valueReference: number): string {
  const { name, description, type } = variable;
  const attributes = { name, valueReference, description, ...roleAttributes(variable) };
  return element('ScalarVariable', attributes, [element(TYPES_2[type], typeAttributes(variable))]);
}

function typedVariable(variable: FmuVariable, valueReference: number): string {
  const { name, description, type } = variable;
  const attributes = { name, valueReference, description, ...roleAttributes(variable), ...typeAttributes(variable) };
  return element(TYPES_3[type], attributes);
}

type References = ReadonlyMap<string, number>;

/** Numbers of the variables that a value in the initial state depends on. */
function initialDependencies({ name, initialDependencies = [] }: FmuVariable, references: References): number[] {
  return initialDependencies.map((known) => {
    const reference = references.get(known);
    if (reference === undefined) throw new FmuError(`${name} depends on ${known}, which is not a variable of the FMU`);
    return reference;
  });
}

/** Outputs follow from the state: an input has an effect on them after the next step, never at once. */
function structure2({ outputs }: FmuModel, references: References): string {
  // the index of a variable in the list begins with 1, and the time is the first one
  const indexOf = ({ name }: FmuVariable) => (references.get(name) ?? 0) + 1;
  const unknown = (output: FmuVariable, known: readonly number[]) =>
    element('Unknown', { index: indexOf(output), dependencies: known.map((reference) => reference + 1).join(' ') });
  return element('ModelStructure', {}, [
    element(
      'Outputs',
      {},
      outputs.map((output) => unknown(output, [])),
    ),
    element(
      'InitialUnknowns',
      {},
      outputs.map((output) => unknown(output, initialDependencies(output, references))),
    ),
  ]);
}

function structure3({ outputs }: FmuModel, references: References): string {
  const unknown = (name: string, output: FmuVariable, known: readonly number[]) =>
    element(name, { valueReference: references.get(output.name), dependencies: known.join(' ') });
  return element('ModelStructure', {}, [
    ...outputs.map((output) => unknown('Output', output, [])),
    ...outputs.map((output) => unknown('InitialUnknown', output, initialDependencies(output, references))),
  ]);
}
