import type { CollisionBlockInputs } from '../sim/collision-block/block-io.ts';
import type { CollisionBlockParams } from '../sim/collision-block/block-params.ts';
import {
  type BlockPort,
  createInputReader,
  createPortWriter,
  portComponents,
} from '../sim/collision-block/block-ports.ts';
import type { BlockState } from '../sim/collision-block/block-state.ts';
import { createCollisionBlock } from '../sim/collision-block/create-collision-block.ts';
import { FmuError, type FmuModel } from './model.ts';
import { quantityOfUnit } from './quantities.ts';
import type { FmuVariable } from './variables.ts';

/** A sampled block, as the model uses it. */
interface SampledBlock {
  readonly ports: readonly BlockPort[];
  step(inputs: CollisionBlockInputs): object;
  state(): BlockState;
  restore(state: BlockState): void;
  reset(): void;
}

/** State that `save` returns. */
interface BlockModelState {
  readonly memory: BlockState;
  readonly outputs: Float64Array;
}

/** Model of a collision block: the inputs of its ports are sampled in every step, and its outputs are those of the sample. */
export function createBlockModel(params: CollisionBlockParams, source: string): FmuModel {
  const { ports }: SampledBlock = createCollisionBlock(params);
  const inputs = ports.filter(({ direction, optional }) => direction === 'input' && !optional);
  const open = inputs.find(({ size }) => size.includes(0));
  if (open) {
    throw new FmuError(
      `${source}: ${open.name} must be in the document, or a shape: the variables of an FMU have fixed sizes`,
    );
  }
  const results = ports.filter(({ direction, size }) => direction === 'output' && !size.includes(0));
  const settable = [...inputs.flatMap(inputVariables), ...blockParameters(params)];
  const inputCount = settable.filter(({ role }) => role === 'input').length;
  const known = settable.map(({ name }) => name);
  const outputs = results.flatMap((port) => outputVariables(port, known));
  const latest = new Float64Array(outputs.length);
  let block: SampledBlock = createCollisionBlock(params);
  const readInputs = createInputReader(inputs);
  const writeResults = createPortWriter(results);
  const sample = (values: Float64Array) => writeResults(block.step(readInputs(values)), latest);
  const build = (values: Float64Array) => {
    const given = settable.slice(inputCount).map(({ name }, i) => [name, values[inputCount + i]]);
    block = createCollisionBlock({ ...params, ...Object.fromEntries(given) });
  };
  return {
    settable,
    outputs,
    timeStep: 0,
    start(values) {
      build(values);
      sample(values);
      // the initial state is no sample: nothing has collided or docked yet
      block.reset();
    },
    advance: sample,
    writeOutputs: (out) => out.set(latest),
    save: (): BlockModelState => ({ memory: block.state(), outputs: latest.slice() }),
    restore(state, values) {
      const { memory, outputs: saved } = state as BlockModelState;
      build(values);
      block.restore(memory);
      latest.set(saved);
    },
  };
}

/** Rotations start as the identity, all other inputs as 0. */
function inputVariables(port: BlockPort): FmuVariable[] {
  const { name, unit, description, size } = port;
  return portComponents(port).map((component, i): FmuVariable => {
    const quantity = quantityOfUnit(typeof unit === 'string' ? unit : unit[i]);
    const isDiagonal = name.startsWith('R_') && size.length === 2 && i % (size[1] + 1) === 0;
    return {
      name: component,
      type: 'real',
      role: 'input',
      description,
      start: isDiagonal ? 1 : 0,
      ...(quantity && { quantity }),
    };
  });
}

/** All outputs of a sample depend on all inputs and parameters. */
function outputVariables(port: BlockPort, known: readonly string[]): FmuVariable[] {
  const { unit, type, values, description } = port;
  const list = values?.map((value, i) => `${i} ${value}`).join(', ');
  return portComponents(port).map((component, i): FmuVariable => {
    const quantity = quantityOfUnit(typeof unit === 'string' ? unit : unit[i]);
    return {
      name: component,
      type: type === 'enumeration' ? 'integer' : type,
      role: 'output',
      description: list === undefined ? description : `${description}: ${list}`,
      initialDependencies: known,
      ...(quantity && { quantity }),
    };
  });
}

/** Parameters that are numbers, with their defaults and meanings. */
const NUMBERS = {
  e: { value: 1, text: 'restitution', unit: '' },
  mu_s: { value: 0, text: 'friction coefficient while sticking', unit: '' },
  mu_d: { value: 0, text: 'friction coefficient while sliding', unit: '' },
  e_t: { value: 0, text: 'tangential restitution', unit: '' },
  tolCollision: { value: 1e-3, text: 'contact distance', unit: 'm' },
  tolDocking: { value: 1e-3, text: 'distance at which sensors touch', unit: 'm' },
  maxDockSpeed: {
    value: Number.POSITIVE_INFINITY,
    text: 'no docking above this relative speed of the sensors',
    unit: 'm/s',
  },
} as const;

/** Masses, and the numbers of the table; infinite ones cannot be parameters. */
function blockParameters(params: CollisionBlockParams): FmuVariable[] {
  const given = params as Readonly<Record<string, unknown>>;
  const hasFriction = params.frictionLaw !== undefined && params.frictionLaw !== 'none';
  const numbers = Object.entries(NUMBERS)
    .filter(([name]) => hasFriction || !['mu_s', 'mu_d', 'e_t'].includes(name))
    .map(([name, { value, text, unit }]) => ({ name, value: given[name] ?? value, text, unit }));
  const masses = (params.bodies ?? ['A', 'B']).map((body) => ({
    name: `m_${body}`,
    value: given[`m_${body}`] ?? 1,
    text: `mass of ${body}`,
    unit: 'kg',
  }));
  return [...masses, ...numbers].flatMap(({ name, value, text, unit }): FmuVariable[] => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return [];
    const quantity = quantityOfUnit(unit);
    return [
      { name, type: 'real', role: 'fixed', description: text, start: value, min: 0, ...(quantity && { quantity }) },
    ];
  });
}
