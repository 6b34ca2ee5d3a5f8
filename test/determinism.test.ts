import { describe, expect, it } from 'vitest';
import { createRecorder } from '../src/record/recorder.ts';
import { encodeRecording } from '../src/record/recording-files.ts';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { exampleNames, exampleText } from './scenes.ts';

function record(name: string): Map<string, Uint8Array> {
  const text = exampleText(name);
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return encodeRecording(recorder.finish(runScene(scene, recorder)));
}

describe('determinism', () => {
  it.each(exampleNames)('%s: two runs give identical recordings, bit for bit', (name) => {
    const [first, second] = [record(name), record(name)];
    expect([...first.keys()]).toEqual([...second.keys()]);
    for (const [file, bytes] of first) expect(Buffer.compare(bytes, second.get(file) ?? Buffer.alloc(0)), file).toBe(0);
  });
});
