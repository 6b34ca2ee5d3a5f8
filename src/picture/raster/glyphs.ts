import { pack, type Raster, type Rgb } from './raster.ts';

/** Letters of 5 by 7 dots: those of times and lengths. Each row is a number whose bits are its dots, the leftmost highest. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '.': [0, 0, 0, 0, 0, 12, 12],
  '-': [0, 0, 0, 31, 0, 0, 0],
  '+': [0, 4, 4, 31, 4, 4, 0],
  '=': [0, 0, 31, 0, 31, 0, 0],
  c: [0, 0, 14, 16, 16, 17, 14],
  e: [0, 0, 14, 17, 31, 16, 14],
  k: [16, 16, 18, 20, 24, 20, 18],
  m: [0, 0, 26, 21, 21, 21, 21],
  n: [0, 0, 22, 25, 17, 17, 17],
  s: [0, 0, 15, 16, 14, 1, 30],
  t: [8, 8, 28, 8, 8, 9, 6],
  µ: [0, 0, 18, 18, 18, 29, 16],
};

const [GLYPH_WIDTH, GLYPH_HEIGHT] = [5, 7];

/** Width of a text in dots. */
export function textWidth(text: string): number {
  return (GLYPH_WIDTH + 1) * text.length - 1;
}

/** Writes a text in front of everything; `left` and `top` in samples, `dot` is the side of a dot. */
export function drawText(
  { columns, rows, colors }: Raster,
  text: string,
  { left, top, dot }: { readonly left: number; readonly top: number; readonly dot: number },
  color: Rgb,
): void {
  const packed = pack(color);
  for (const [k, letter] of [...text].entries()) {
    const glyph = GLYPHS[letter];
    if (glyph === undefined) continue;
    for (let j = 0; j < GLYPH_HEIGHT * dot; j++) {
      for (let i = 0; i < GLYPH_WIDTH * dot; i++) {
        if (((glyph[Math.floor(j / dot)] >> (GLYPH_WIDTH - 1 - Math.floor(i / dot))) & 1) === 0) continue;
        const [column, row] = [left + (GLYPH_WIDTH + 1) * dot * k + i, top + j];
        if (column >= 0 && column < columns && row >= 0 && row < rows) colors[row * columns + column] = packed;
      }
    }
  }
}
