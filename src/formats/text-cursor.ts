const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;
const BACKSLASH = 92;

/** Position in a text that is read token by token. Lines end with \n, \r\n or \r; tokens are separated by white space. */
export interface TextCursor {
  readonly text: string;
  at: number;
  /** Of the last token, from 1. */
  line: number;
}

export function createTextCursor(text: string, at = 0, line = 1): TextCursor {
  return { text, at, line };
}

/** The next token of this line, empty if there is none. A backslash at the end of a line joins the next line to it. */
export function nextWord(cursor: TextCursor): string {
  const { text } = cursor;
  let { at } = cursor;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && lineEndLength(text, at + 1) > 0) {
      at += 1 + lineEndLength(text, at + 1);
      cursor.line++;
    } else if (code <= BLANK && code !== NEWLINE && code !== RETURN) at++;
    else break;
  }
  const from = at;
  // a NaN past the end of the text ends the token too
  while (text.charCodeAt(at) > BLANK && !(text.charCodeAt(at) === BACKSLASH && lineEndLength(text, at + 1) > 0)) at++;
  cursor.at = at;
  return text.slice(from, at);
}

/** The next token of the text, on this line or a later one; empty at the end of the text. */
export function nextWordAnywhere(cursor: TextCursor): string {
  for (;;) {
    const word = nextWord(cursor);
    if (word !== '' || !skipLine(cursor)) return word;
  }
}

/** Moves to the start of the next line; false if this was the last. */
export function skipLine(cursor: TextCursor): boolean {
  const { text } = cursor;
  let { at } = cursor;
  while (at < text.length && text.charCodeAt(at) !== NEWLINE && text.charCodeAt(at) !== RETURN) at++;
  cursor.at = at + lineEndLength(text, at);
  if (at === text.length) return false;
  cursor.line++;
  return true;
}

/** The rest of this line as tokens. */
export function wordsOfLine(cursor: TextCursor): string[] {
  const words: string[] = [];
  for (let word = nextWord(cursor); word !== ''; word = nextWord(cursor)) words.push(word);
  return words;
}

function lineEndLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === NEWLINE) return 1;
  if (code !== RETURN) return 0;
  return text.charCodeAt(at + 1) === NEWLINE ? 2 : 1;
}
