/** Kinds of pairs, in the order of `checkMesh` for equal times. */
export const PAIR_KINDS = ['edge-edge', 'node-quad', 'node-triangle'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];
