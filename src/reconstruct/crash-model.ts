import { setValue } from '../sweep/parameter-path.ts';
import type { CaseDocument } from './case-schema.ts';
import type { CrashPrediction } from './crash-prediction.ts';
import { predictImpulse } from './predict-impulse.ts';
import { predictScene } from './predict-scene.ts';
import type { ReconstructionCase } from './read-case.ts';

/** The model of a case as a function of its unknowns. */
export interface CrashModel {
  /** The prediction of these values; nothing where there is none: no rest, or a scene that cannot be run. */
  predict(values: ArrayLike<number>): CrashPrediction | undefined;
  /** The document with the values of the last prediction. */
  readonly document: CaseDocument;
}

export function createCrashModel({ document: given, template, unknowns }: ReconstructionCase): CrashModel {
  const document = structuredCopy(given);
  const inScene = unknowns.flatMap(({ isInScene, parameter }, i) => (isInScene ? [{ parameter, i }] : []));
  const elsewhere = unknowns.flatMap(({ isInScene, parameter }, i) => (isInScene ? [] : [{ parameter, i }]));
  return {
    document,
    predict(values) {
      for (const { parameter, i } of elsewhere) setValue(document, parameter.steps, values[i]);
      if (template === undefined) return predictImpulse(document);
      const settings = inScene.map(({ parameter, i }) => ({ parameter, value: values[i] }));
      return predictScene(document, template, settings);
    },
  };
}

/** A document is JSON. */
function structuredCopy(document: CaseDocument): CaseDocument {
  return JSON.parse(JSON.stringify(document));
}
