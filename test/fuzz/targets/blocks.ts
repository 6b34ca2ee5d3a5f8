import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { createBlockStream } from '../../../src/query/block-stream.ts';
import { createCollisionBlock } from '../../../src/sim/collision-block/create-collision-block.ts';
import { readBlockDocument } from '../../../src/sim/collision-block/read-block.ts';
import { expectOwnWords, namedOutcome, type Outcome } from '../judge.ts';
import { mutateText } from '../mutate-bytes.ts';
import { anyText, createDictionary, jsonText, mutateJson, pick } from '../mutate-json.ts';
import { type FuzzInput, type Target, textOf } from '../target.ts';

const read = (name: string) => readFileSync(new URL(`../../../examples/blocks/${name}`, import.meta.url), 'utf8');

interface Example {
  readonly document: unknown;
  readonly lines: readonly string[];
}

const planar: Example = {
  document: parse(read('planar-docking.block.json')),
  lines: read('planar-docking.states.jsonl').trimEnd().split('\n'),
};
const spatial: Example = {
  document: parse(read('spacecraft.block.json')),
  lines: read('spacecraft.states.csv').trimEnd().split('\n'),
};
const dictionary = createDictionary([
  planar.document,
  spatial.document,
  ...planar.lines.map((line) => JSON.parse(line)),
]);

/** Block documents and streams of states. */
export const blockTarget: Target = {
  name: 'blocks',
  fraction: 0.05,
  atLeast: { accepted: 100, rejected: 300 },
  make(random): FuzzInput {
    const example = pick(random, [planar, spatial]);
    const changesStates = random.below(2) === 0;
    const document = changesStates ? example.document : mutateJson(random, example.document, dictionary);
    const lines = example.lines.slice(0, 4).map((line) => {
      if (!changesStates || random.below(2) === 0) return line;
      if (random.below(10) === 0) return anyText(random);
      return line.startsWith('{') && random.below(3) > 0
        ? jsonText(mutateJson(random, JSON.parse(line), dictionary))
        : mutateText(random, line);
    });
    const text = jsonText(document, random.below(2));
    return new Map([
      ['block.json', !changesStates && random.below(8) === 0 ? mutateText(random, text) : text],
      ['states', lines.join('\n')],
    ]);
  },
  feed(input): Outcome {
    const text = textOf(input, 'block.json');
    let stream: ReturnType<typeof createBlockStream>;
    try {
      stream = createBlockStream(createCollisionBlock(readBlockDocument(text, 'block').params));
    } catch (error) {
      return namedOutcome(error, text);
    }
    const answers = textOf(input, 'states')
      .split('\n')
      .map((line, i) => stream.answer(line, i + 1));
    for (const { text: answer, ok, error } of answers) {
      if (!ok) expectOwnWords(error);
      if (ok && /NaN|Infinity|1e999/.test(answer))
        throw new Error(`an answer that is no number: ${answer.slice(0, 200)}`);
    }
    return answers.every(({ ok }) => ok) ? 'accepted' : 'rejected';
  },
};
