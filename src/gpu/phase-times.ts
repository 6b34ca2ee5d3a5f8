/** Passes of a step; each is measured from its begin to its end. */
export const PASSES = ['prepare', 'tiles', 'deep', 'exact', 'sort'] as const;
export type PassName = (typeof PASSES)[number];

/** [ms] On the host: copying, encoding, waiting. On the GPU: each pass, and from the first begin to the last end. Zero where not measured. */
export type PhaseTimes = Readonly<Record<'upload' | 'encode' | 'wait' | 'gpu' | PassName, number>>;
