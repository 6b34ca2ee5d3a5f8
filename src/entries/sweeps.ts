/** `appulse/sweeps`: many runs of one scene with changed parameters; `runSweep` of `appulse/workers` runs them on all processors. */
export type { Distribution, GridAxis, SweepAxis } from '../sweep/axis.ts';
export type { SweepDesign } from '../sweep/design.ts';
export type { SweepOutput } from '../sweep/outputs.ts';
export type { SceneParameter } from '../sweep/parameter-path.ts';
export { readSweep, type Sweep, type SweepSource } from '../sweep/read-sweep.ts';
export { decodeResults, type ResultColumn, type ResultTable, resultColumns } from '../sweep/results.ts';
export { type CaseStatus, caseSceneText, type IsOverdue, runCase, type SweepRow } from '../sweep/run-case.ts';
export type { SceneTemplate } from '../sweep/scene-template.ts';
export type { Cell, SummaryValue } from '../sweep/summary-values.ts';
export { sweepSchema } from '../sweep/sweep-schema.ts';
