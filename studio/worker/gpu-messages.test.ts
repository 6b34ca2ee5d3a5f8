import { describe, expect, it } from 'vitest';
import { checkMeshPacked, constantVelocityMotion, surfaceMesh } from '../../src/entries/meshes.ts';
import { createAnswerMemory, readAnswer, readFound, WORDS, writeAnswer } from './gpu-messages.ts';

const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3];
const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0));
const found = checkMeshPacked(mesh, constantVelocityMotion(mesh.positions, velocities, 1));

describe('answers of the worker of the GPU', () => {
  it('are read as they were written, as copies', () => {
    const memory = createAnswerMemory(found.contacts.count);
    writeAnswer(memory, 'cpu', 'no GPU: größer', found);
    expect(readAnswer(memory)).toEqual({ kind: 'cpu', text: 'no GPU: größer' });
    const read = readFound(memory);
    expect(read).toEqual(found);
    writeAnswer(memory, 'gpu', 'adapter');
    expect(read).toEqual(found);
    expect(readAnswer(memory)).toEqual({ kind: 'gpu', text: 'adapter' });
    expect(memory.words[WORDS.answered]).toBe(2);
  });

  it('that do not fit say so, with the number of contacts', () => {
    const memory = createAnswerMemory(found.contacts.count - 1);
    writeAnswer(memory, 'gpu', 'adapter', found);
    expect(readAnswer(memory).kind).toBe('too-large');
    expect(memory.words[WORDS.count]).toBe(found.contacts.count);
  });
});
