import { CadFileError } from './cad-file-error.ts';

/** Words of a text file, read one after the other. */
export interface BrepTokens {
  readonly file: string;
  readonly words: readonly string[];
  at: number;
}

export function createTokens(file: string, text: string): BrepTokens {
  return { file, words: text.split(/\s+/).filter((word) => word !== ''), at: 0 };
}

export function nextWord(tokens: BrepTokens, expected: string): string {
  const word = tokens.words[tokens.at];
  if (word === undefined) throw new CadFileError(tokens.file, `expected ${expected}, but the file ends`);
  tokens.at++;
  return word;
}

export function nextNumber(tokens: BrepTokens, expected = 'a number'): number {
  const word = nextWord(tokens, expected);
  const value = Number(word);
  if (!Number.isFinite(value)) return failAt(tokens, `expected ${expected}, got "${word}"`);
  return value;
}

/** An integer from 0 to `most`. */
export function nextCount(tokens: BrepTokens, expected: string, most = 10_000_000): number {
  const value = nextNumber(tokens, expected);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    return failAt(tokens, `expected ${expected} from 0 to ${most}, got ${value}`);
  }
  return value;
}

export function nextNumbers(tokens: BrepTokens, count: number): number[] {
  if (count > tokens.words.length - tokens.at) return failAt(tokens, `expected ${count} numbers, but the file ends`);
  return Array.from({ length: count }, () => nextNumber(tokens));
}

/** Moves behind the next word `name`, over whatever is before it. */
export function skipTo(tokens: BrepTokens, name: string): void {
  const found = tokens.words.indexOf(name, tokens.at);
  if (found < 0) failAt(tokens, `expected a section "${name}"`);
  tokens.at = found + 1;
}

export function failAt({ file, at }: BrepTokens, message: string): never {
  throw new CadFileError(file, `word ${at}: ${message}`);
}
