import type { NodeSchema } from '../scene/check-schema.ts';
import { formatPath, type JsonPath } from '../scene/scene-error.ts';
import { unitsOf } from '../scene/units.ts';
import { setValue, valueAt } from '../sweep/parameter-path.ts';
import { caseSchema } from './case-schema.ts';
import type { CrashFit, FitWithJacobian } from './crash-fit.ts';
import type { CrashPrediction } from './crash-prediction.ts';
import type { ReconstructionCase } from './read-case.ts';
import type { InputEffect, MeasurementFit } from './reconstruction.ts';

/**
 * Effect of every measured number, and of every prior, on the estimates: C Jᵀ, and the fraction of their variance that is due to it.
 * `covariance` is (JᵀJ)⁻¹.
 */
export function measurementFits(
  fit: CrashFit,
  best: FitWithJacobian,
  covariance: Float64Array | undefined,
  prediction: CrashPrediction,
): MeasurementFit[] {
  const size = best.parameters.length;
  const effectsOf = (row: number) =>
    Array.from({ length: size }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += (covariance?.[i * size + j] ?? 0) * best.jacobian[row * size + j];
      return sum;
    });
  const withEffects = (row: number, rest: Omit<MeasurementFit, 'effects' | 'varianceFractions'>): MeasurementFit => {
    const effects = effectsOf(row);
    const varianceFractions = effects.map((effect, i) =>
      covariance ? (effect * effect) / covariance[i * size + i] : 0,
    );
    return { ...rest, effects, varianceFractions };
  };
  return [
    ...fit.numbers.map((number, i) => {
      const { label, unit, measured, deviation } = number;
      const predicted = number.predict(prediction);
      return withEffects(i, { label, unit, measured, deviation, predicted, residual: best.residuals[i] });
    }),
    ...fit.priors.map((index, k) => {
      const { path, guess, deviation = 1, dimension } = fit.unknowns[index];
      const row = fit.numbers.length + k;
      return withEffects(row, {
        label: `known beforehand: ${path}`,
        unit: dimension === undefined ? '' : unitsOf(dimension)[0],
        measured: guess,
        deviation,
        predicted: best.parameters[index],
        residual: best.residuals[row],
      });
    }),
  ];
}

/** Change of an angle that is compared with one percent of other inputs [rad]. */
const DEGREE = Math.PI / 180;

/**
 * Effect of every number in vehicles, impact and runOut that is not estimated, by implicit differentiation of the fit:
 * -C Jᵀ ∂r/∂x. Inputs that are zero and are no angles have none.
 */
export function inputEffects(
  { document, unknowns }: ReconstructionCase,
  fit: CrashFit,
  best: FitWithJacobian,
  covariance: Float64Array,
): InputEffect[] {
  const size = best.parameters.length;
  const estimated = new Set(unknowns.map(({ parameter }) => JSON.stringify(parameter.steps)));
  const shared = fit.model.document;
  const residualsAt = (steps: JsonPath, value: number) => {
    setValue(shared, steps, value);
    const found = fit.model.predict(best.parameters);
    return found && fit.numbers.map((number) => number.difference(number.predict(found)) / number.deviation);
  };
  return numberPaths(document)
    .filter(({ steps }) => !estimated.has(JSON.stringify(steps)))
    .flatMap(({ steps, isAngle }) => {
      const value = valueAt(document, steps) as number;
      const change = isAngle ? DEGREE : 0.01 * value;
      if (change === 0) return [];
      const [ahead, behind] = [residualsAt(steps, value + change / 2), residualsAt(steps, value - change / 2)];
      setValue(shared, steps, value);
      if (!ahead || !behind) return [];
      const effects = Array.from({ length: size }, (_, i) => {
        let sum = 0;
        for (let row = 0; row < ahead.length; row++) {
          for (let j = 0; j < size; j++) {
            sum -= covariance[i * size + j] * best.jacobian[row * size + j] * (ahead[row] - behind[row]);
          }
        }
        return sum;
      });
      return effects.some((effect, i) => Math.abs(effect) > 1e-9 * fit.scales[i])
        ? [{ path: formatNamedPath(document, steps), value, effects }]
        : [];
    });
}

/** `vehicles.A.mass` instead of `vehicles[0].mass`. */
function formatNamedPath(document: unknown, steps: JsonPath): string {
  return formatPath(
    steps.map((step, i) => {
      const item = valueAt(document, steps.slice(0, i + 1)) as { name?: string; vehicle?: string } | undefined;
      return typeof step === 'number' ? (item?.name ?? item?.vehicle ?? step) : step;
    }),
  );
}

/** All numbers in vehicles, impact and runOut that have an effect on predictions. */
function numberPaths(document: unknown): { steps: JsonPath; isAngle: boolean }[] {
  const found: { steps: JsonPath; isAngle: boolean }[] = [];
  const visit = (data: unknown, schema: NodeSchema, steps: JsonPath): void => {
    if (typeof data === 'number') {
      found.push({ steps, isAngle: schema.dimension === 'angle' });
    } else if (Array.isArray(data)) {
      data.forEach((item, i) => {
        visit(item, schema.items ?? {}, [...steps, i]);
      });
    } else if (typeof data === 'object' && data !== null) {
      for (const [key, value] of Object.entries(data)) visit(value, schema.properties?.[key] ?? {}, [...steps, key]);
    }
  };
  const schema = caseSchema() as NodeSchema;
  for (const key of ['vehicles', 'impact', 'runOut'] as const) {
    visit((document as Record<string, unknown>)[key], schema.properties?.[key] ?? {}, [key]);
  }
  return found;
}
