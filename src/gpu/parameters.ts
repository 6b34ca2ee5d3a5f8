/** Uniforms and counters that the host and the shaders share. */

/** Elements of a block, and their blocks, are tested together. */
export const BLOCK = 32;

/** Of the whole step. All are words of four bytes. */
export const STEP_FIELDS = [
  'vertexCount:u32',
  // index of the ends or velocities among the doubles, for the exact stage
  'second:u32',
  // coordinates are multiplied by 2^scale
  'scale:i32',
  'boxMargin:f32',
  'unsure:f32',
  'twoDelta:f32',
  // the error bound is twoDelta + roundings (base + M)
  'roundings:f32',
  'boundBase:f32',
  'hasMargin:u32',
  'marginLow:u32',
  'marginHigh:u32',
  'centreX:u32',
  'centreXHigh:u32',
  'centreY:u32',
  'centreYHigh:u32',
  'centreZ:u32',
  'centreZHigh:u32',
] as const;

/** Of one kind of pairs, between the elements of set A and those of set B. */
export const PAIRING_FIELDS = [
  'kind:u32',
  'isSame:u32',
  'hasRules:u32',
  'slot:u32',
  'aCount:u32',
  'bCount:u32',
  'aBlocks:u32',
  'bBlocks:u32',
  'aBox:u32',
  'bBox:u32',
  'aBlockBox:u32',
  'bBlockBox:u32',
  'aNodes:u32',
  'bNodes:u32',
  'aCorners:u32',
  'bCorners:u32',
  'aTags:u32',
  'bTags:u32',
  'aNumbers:u32',
  'bNumbers:u32',
  'fromBlock:u32',
  'toBlock:u32',
  'blockPairCapacity:u32',
  'survivorCapacity:u32',
  'undecidedCapacity:u32',
  'hitCapacity:u32',
  'openCapacity:u32',
  'unused:u32',
] as const;

/** Of one set of elements. */
export const SET_FIELDS = ['count:u32', 'corners:u32', 'nodes:u32', 'box:u32', 'blockBox:u32'] as const;

/** Of one pass of the sort. */
export const SORT_FIELDS = ['sequence:u32', 'distance:u32', 'size:u32'] as const;

type FieldName<F> = F extends `${infer Name}:${string}` ? Name : never;
export type Uniforms<F extends readonly string[]> = Record<FieldName<F[number]>, number>;

/** The struct in WGSL. */
export function structOf(name: string, fields: readonly string[]): string {
  return `struct ${name} { ${fields.map((field) => field.replace(':', ': ')).join(', ')} }\n`;
}

/** The bytes of a struct, a multiple of 16. */
export function uniformBytes<F extends readonly string[]>(fields: F, values: Uniforms<F>): ArrayBuffer {
  const bytes = new ArrayBuffer(Math.ceil(fields.length / 4) * 16);
  const view = new DataView(bytes);
  fields.forEach((field, i) => {
    const [name, type] = field.split(':');
    const value = values[name as keyof Uniforms<F>];
    if (type === 'f32') view.setFloat32(4 * i, value, true);
    else if (type === 'i32') view.setInt32(4 * i, value, true);
    else view.setUint32(4 * i, value, true);
  });
  return bytes;
}

/** Counters, in words. */
export const COUNTERS = {
  outOfRange: 0,
  hits: 1,
  open: 2,
  /** Of each pairing, 8 words: block pairs, survivors of the first cull, undecided pairs of this part; the largest of all parts. */
  lists: 8,
  listStride: 8,
  /** Of each pairing, 64 words, to be added up. */
  candidates: 32,
  candidateStride: 64,
  length: 32 + 3 * 64,
} as const;

/** Words of the indirect dispatch of a list: workgroups x, y, z and the number of items. */
export const ARGUMENT_WORDS = 4;
