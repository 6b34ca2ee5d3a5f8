import { openModel } from '../../src/fmu/create-model.ts';
import type { FmuModel } from '../../src/fmu/model.ts';

/** The model of a scene document, with its values by name. */
export function openModelByName(document: object) {
  const { model } = openModel(JSON.stringify(document), { source: 'test', pairs: [] });
  const values = Float64Array.from(model.settable, ({ start }) => start ?? 0);
  const outputs = new Float64Array(model.outputs.length);
  const indexIn = (list: FmuModel['settable'], name: string) => {
    const index = list.findIndex((variable) => variable.name === name);
    if (index < 0) throw new Error(`there is no ${name}`);
    return index;
  };
  model.start(values);
  return {
    model,
    values,
    set(name: string, value: number) {
      values[indexIn(model.settable, name)] = value;
    },
    get(name: string) {
      model.writeOutputs(outputs);
      return outputs[indexIn(model.outputs, name)];
    },
    outputs() {
      model.writeOutputs(outputs);
      return [...outputs];
    },
  };
}
