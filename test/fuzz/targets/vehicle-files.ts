import { readFileSync } from 'node:fs';
import { parseModels, writeModels } from '../../../src/formats/vehicle-files/model-file.ts';
import { parsePlatoon, writePlatoon } from '../../../src/formats/vehicle-files/platoon-file.ts';
import { vehicleSceneText } from '../../../src/scene/vehicle-files.ts';
import { namedOutcome } from '../judge.ts';
import { mutateText } from '../mutate-bytes.ts';
import { pick } from '../mutate-json.ts';
import { type Target, textOf } from '../target.ts';
import { readChecked, runChecked } from './scenes.ts';

const read = (name: string) => readFileSync(new URL(`../../../examples/vehicles/${name}`, import.meta.url), 'utf8');
const MODELS = read('model.dat');
const PLATOONS = [read('platoon1.dat'), read('platoon2.dat')];

export const vehicleFileTarget: Target = {
  name: 'vehicle files',
  fraction: 0.05,
  atLeast: { accepted: 0, rejected: 300, stopped: 20 },
  make(random) {
    const platoon = pick(random, PLATOONS);
    const which = random.below(3);
    return new Map([
      ['model.dat', which === 0 ? MODELS : mutateText(random, MODELS)],
      ['platoon.dat', which === 1 ? platoon : mutateText(random, platoon)],
    ]);
  },
  feed(input) {
    try {
      const models = parseModels(textOf(input, 'model.dat'), 'model.dat');
      const platoon = parsePlatoon(textOf(input, 'platoon.dat'), models, 'platoon.dat');
      if (platoon.length > 20) return 'accepted';
      // what was read can be written and is then the same
      const again = parsePlatoon(writePlatoon(platoon), parseModels(writeModels(models)));
      if (JSON.stringify(again) !== JSON.stringify(platoon)) throw new Error('vehicles that change when written');
      const text = vehicleSceneText(models, platoon, { title: 'fuzz', description: 'Fuzz.', end: 1 });
      return runChecked(readChecked(text), text, { limits: { steps: 15, rows: 2000, events: 50 } });
    } catch (error) {
      return namedOutcome(error, `${textOf(input, 'model.dat')} ${textOf(input, 'platoon.dat')}`);
    }
  },
};
