import { readdirSync, readFileSync } from 'node:fs';
import { queryOperations } from '../../../src/query/catalogue.ts';
import type { Fields } from '../../../src/query/query-operation.ts';
import { runQueryLine } from '../../../src/query/run-query.ts';
import { readExactFile, verifyFile } from '../../../src/query/verify.ts';
import { expectOwnWords, namedOutcome, type Outcome } from '../judge.ts';
import { mutateText } from '../mutate-bytes.ts';
import { anyText, createDictionary, jsonText, mutateJson, pick } from '../mutate-json.ts';
import { type Target, textOf } from '../target.ts';

const REFERENCE = new URL('../../../reference/', import.meta.url);
/** Their answers are whole runs of vehicles: an example of each is enough, and rarely. */
const SLOW: readonly string[] = ['example-runs', 'offset-sweep', 'law-comparison'];

interface ReferenceFile {
  readonly file: Fields;
  readonly sibling: (name: string) => string;
}

const references = readdirSync(REFERENCE).flatMap((set) => {
  const folder = new URL(`${set}/`, REFERENCE);
  const sibling = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const list = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return list.map((name): ReferenceFile & { cases: Fields[] } => {
    const { operation, cases } = readExactFile(sibling(name), name, sibling);
    const few = [...SLOW, 'tracker-scene'].includes(operation.name)
      ? []
      : cases.slice(0, 6).map((item) => ({ op: operation.name, ...item }));
    return { file: JSON.parse(sibling(name)), sibling, cases: few };
  });
});

/** The examples of all operations, several times over, and cases of the files of exact answers. */
const examples = queryOperations.map(({ name, example }): Fields => ({ op: name, ...example }));
const quick = examples.filter(({ op }) => !SLOW.includes(String(op)));
const cases = [...references.flatMap((reference) => reference.cases), ...quick, ...quick, ...quick];
const dictionary = createDictionary(examples);

export const queryTarget: Target = {
  name: 'queries',
  fraction: 0.23,
  atLeast: { accepted: 50, rejected: 300 },
  make(random) {
    if (random.below(30) === 0) return new Map([['query.jsonl', anyText(random)]]);
    const operation = random.below(400) === 0 ? pick(random, examples) : pick(random, cases);
    const { op } = operation;
    // the cases of the files also contain exact answers, which a query does not have
    const asked = random.next() < 0.5 ? pick(random, quick) : operation;
    const mutated = mutateJson(random, asked, dictionary) as Fields;
    const keepsOp = random.next() < 0.9 && typeof mutated === 'object';
    const text = jsonText(keepsOp ? { ...mutated, op: asked.op ?? op } : mutated);
    return new Map([['query.jsonl', random.below(12) === 0 ? mutateText(random, text) : text]]);
  },
  feed(input) {
    const { json, ok } = runQueryLine(textOf(input, 'query.jsonl'), 1);
    const { error } = JSON.parse(json);
    if (ok !== (error === undefined)) throw new Error(`ok is ${ok} for ${json.slice(0, 200)}`);
    if (error?.internal) throw new Error(error.message);
    if (!ok) expectOwnWords(error.message);
    // texts come from the question
    const numbers = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    if (ok && /NaN|Infinity|null/.test(numbers.replaceAll(/"":null/g, '')))
      throw new Error(`an answer that is no number: ${json.slice(0, 200)}`);
    return ok ? 'accepted' : 'rejected';
  },
};

/** Files of exact answers with a few cases each. */
const files = references
  .filter(({ file }) => !SLOW.some((name) => String(file.format).startsWith(name)))
  .map(({ file, sibling }) => ({
    sibling,
    file: Array.isArray(file.cases) ? { ...file, cases: file.cases.slice(0, 3) } : file,
  }))
  // those of the tracker run whole scenes
  .filter(({ file }) => Array.isArray(file.cases));
const exactDictionary = createDictionary(files.map(({ file }) => file));
const siblings = new Map(files.map(({ file, sibling }) => [String(file.format), sibling]));

export const exactAnswerTarget: Target = {
  name: 'exact answers',
  fraction: 0.04,
  atLeast: { accepted: 50, rejected: 50 },
  make(random) {
    const { file } = pick(random, files);
    const text = jsonText(mutateJson(random, file, exactDictionary));
    return new Map([['exact.json', random.below(8) === 0 ? mutateText(random, text) : text]]);
  },
  feed(input): Outcome {
    const text = textOf(input, 'exact.json');
    const format = /"format":"([^"]*)"/.exec(text)?.[1] ?? '';
    try {
      const sibling = siblings.get(format) ?? (() => '{}');
      const { rows } = verifyFile(text, 'exact.json', sibling);
      for (const { firstFailure } of rows) if (firstFailure !== undefined) expectOwnWords(firstFailure);
      return 'accepted';
    } catch (error) {
      return namedOutcome(error);
    }
  },
};
