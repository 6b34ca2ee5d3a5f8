/** Messages between the library of an FMU and its host process; see `native/messages.h`, which has the same numbers. */

export const PROTOCOL_VERSION = 1;

/** Operations of requests. */
export const OPERATION = { start: 1, step: 2, save: 3, load: 4, free: 5, encode: 6, decode: 7 } as const;

/** Status of answers. */
export const STATUS = { done: 0, failed: 1 } as const;

/** Types and roles of a variable in one byte. */
export const KIND = { real: 0, integer: 1, boolean: 2 } as const;
export const ROLE = { input: 16, fixed: 32, tunable: 64, output: 0 } as const;
