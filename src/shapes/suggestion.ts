/** Longer words are not compared, because the cost grows with the square of the length; they are shown up to here. */
const MAX_LETTERS = 64;

/** More names than this are not listed. */
const MAX_LISTED = 20;

/** Hint for an unknown name: the nearest known one, or all. */
export function suggestion(word: string, known: readonly string[]): string {
  const nearest = nearestName(word, known);
  if (nearest !== undefined) return `did you mean ${JSON.stringify(nearest)}?`;
  const shorten = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 3)}...` : name);
  const listed = known.slice(0, MAX_LISTED).map((name) => JSON.stringify(shorten(name)));
  return listed.length === 0
    ? 'there are none'
    : `known are ${listed.join(', ')}${known.length > MAX_LISTED ? ' ...' : ''}`;
}

/** The first of the known names with the minimum edit distance, if at most a third of the word is wrong. */
export function nearestName(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LETTERS) return undefined;
  let best: string | undefined;
  let bestEdits = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of known) {
    const edits = name.length > MAX_LETTERS ? bestEdits : editDistance(word.toLowerCase(), name.toLowerCase());
    if (edits < bestEdits) {
      best = name;
      bestEdits = edits;
    }
  }
  return best;
}

/** Number of letters to insert, delete or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
