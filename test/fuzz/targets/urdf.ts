import { readFileSync } from 'node:fs';
import { readUrdf } from '../../../src/formats/urdf/read-urdf.ts';
import { urdfScene } from '../../../src/scene/urdf/urdf-scene.ts';
import { namedOutcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { pick } from '../mutate-json.ts';
import { bytesOf, type Target, textOf } from '../target.ts';
import { readChecked, runChecked } from './scenes.ts';

const folder = new URL('../../../examples/robots/', import.meta.url);
const MODELS = ['arm7.urdf', 'gripper.urdf'].map((name) => readFileSync(new URL(name, folder), 'utf8'));
const MESH = readFileSync(new URL('meshes/flange.stl', folder));

export const urdfTarget: Target = {
  name: 'robot models',
  fraction: 0.05,
  atLeast: { accepted: 0, rejected: 300, stopped: 20 },
  make(random) {
    const model = pick(random, MODELS);
    const which = random.below(4);
    return new Map<string, string | Uint8Array>([
      ['robot.urdf', which === 0 ? model : mutateText(random, model)],
      ['mesh.stl', which === 0 ? mutateBytes(random, MESH) : MESH],
    ]);
  },
  feed(input) {
    try {
      const model = readUrdf(textOf(input, 'robot.urdf'), { source: 'robot.urdf' });
      if (model.links.length > 20) return 'accepted';
      const { text } = urdfScene(model, { targets: {}, file: () => bytesOf(input, 'mesh.stl') });
      return runChecked(readChecked(text), text, { limits: { steps: 15, rows: 2000, events: 50 } });
    } catch (error) {
      return namedOutcome(error, textOf(input, 'robot.urdf'));
    }
  },
};
