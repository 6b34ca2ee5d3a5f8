import { readFileSync } from 'node:fs';
import { readImageInfo } from '../../../src/formats/image-size.ts';
import { caseSchema } from '../../../src/reconstruct/case-schema.ts';
import { createCrashFit } from '../../../src/reconstruct/crash-fit.ts';
import { readCase } from '../../../src/reconstruct/read-case.ts';
import { namedOutcome, type Outcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { anyText, createDictionary, jsonText, mutateJson, wordsOfSchema } from '../mutate-json.ts';
import { bytesOf, type FuzzInput, type Target, textOf } from '../target.ts';

const EXAMPLE = new URL('../../../examples/cases/intersection.case.json', import.meta.url);
/** Without its comments. */
const document = JSON.parse(readFileSync(EXAMPLE, 'utf8').replaceAll(/^ *\/\/.*$/gm, ''));
const dictionary = createDictionary([document], wordsOfSchema(caseSchema()));
/** A JPEG header of 640 × 256 pixels. */
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 128, 3, 0, 0);

/** Cases of reconstruction, and the headers of pictures below their diagrams. */
export const caseTarget: Target = {
  name: 'cases',
  fraction: 0.02,
  atLeast: { accepted: 50, rejected: 300 },
  make(random): FuzzInput {
    const kind = random.below(12);
    if (kind === 11) return new Map([['picture', mutateBytes(random, picture)]]);
    if (kind === 10) return new Map([['case.json', anyText(random)]]);
    const text = jsonText(kind === 0 ? document : mutateJson(random, document, dictionary), random.below(2));
    return new Map([['case.json', kind < 2 ? mutateText(random, text) : text]]);
  },
  async feed(input): Promise<Outcome> {
    if (input.has('picture')) return readImageInfo(bytesOf(input, 'picture')) ? 'accepted' : 'rejected';
    const text = textOf(input, 'case.json');
    try {
      const given = readCase(text, 'case');
      const fit = createCrashFit(given);
      const found = fit.model.predict(given.unknowns.map(({ guess }) => guess));
      for (const number of found ? fit.numbers : []) {
        if (found && !Number.isFinite(number.predict(found))) throw new Error(`${number.label} is not finite`);
      }
      return 'accepted';
    } catch (error) {
      return namedOutcome(error, text);
    }
  },
};
