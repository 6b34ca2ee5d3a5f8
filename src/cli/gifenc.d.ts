/** Types of the used part of gifenc, which has none. */
declare module 'gifenc' {
  export type Palette = number[][];

  export interface GifWriter {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette: Palette; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): GifWriter;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}
