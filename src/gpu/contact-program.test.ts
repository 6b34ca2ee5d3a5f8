import { describe, expect, it } from 'vitest';
import { decideEdgeEdge, decideNodeTriangle } from '../ccd/decide-contact.ts';
import { HIT, HIT_LENGTH, isHit } from '../ccd/decision-stage.ts';
import { createNodeQuadContact, nodeQuadContact } from '../ccd/node-quad.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../ccd/point-motion.ts';
import { createRandom } from '../math/random.ts';
import { ENDED, OPERATIONS, PROGRAM_HIT, PROGRAM_MISS, PROGRAM_OPEN, type Program, REGISTERS } from './assembler.ts';
import { contactProgram, DURATION_INDEX } from './contact-program.ts';
import { PAIR_KINDS, type PairKind } from './pair-kinds.ts';

/** The interpreter in doubles of the CPU. */
function runProgram({ code, constants }: Program, motion: PointMotion, points: number[]): [number, number] {
  const registers = new Float64Array(REGISTERS);
  const read = (i: number) =>
    i < REGISTERS ? registers[i] : i - REGISTERS === DURATION_INDEX ? motion.duration : constants[i - REGISTERS];
  let corners = points;
  let counter = 0;
  let result: [number, number] = [PROGRAM_OPEN, 0];
  for (let pc = 0; pc !== ENDED; ) {
    const [word, argument] = [code[2 * pc], code[2 * pc + 1]];
    const [to, i, j] = [(word >> 8) & 255, (word >> 16) & 255, word >>> 24];
    pc++;
    switch (OPERATIONS[word & 255]) {
      case 'add':
        registers[to] = read(i) + read(j);
        break;
      case 'subtract':
        registers[to] = read(i) - read(j);
        break;
      case 'multiply':
        registers[to] = read(i) * read(j);
        break;
      case 'divide':
        registers[to] = read(i) / read(j);
        break;
      case 'squareRoot':
        registers[to] = Math.sqrt(read(i));
        break;
      case 'absolute':
        registers[to] = Math.abs(read(i));
        break;
      case 'negate':
        registers[to] = -read(i);
        break;
      case 'move':
        registers[to] = read(i);
        break;
      case 'load': {
        const axis = argument >> 8;
        const from = axis < 3 ? motion.start : motion.endOrVelocity;
        registers[to] = from[3 * corners[argument & 255] + (axis % 3)];
        break;
      }
      case 'jumpIfAbove':
        if (read(i) > read(j)) pc = argument;
        break;
      case 'jumpIfNotBelow':
        if (read(i) >= read(j)) pc = argument;
        break;
      case 'jump':
        pc = argument;
        break;
      case 'setCounter':
        counter = argument;
        break;
      case 'countDown':
        if (--counter > 0) pc = argument;
        break;
      case 'rotateCorners':
        corners = [corners[0], corners[2], corners[3], corners[4], corners[1]];
        break;
      case 'end':
        result = [argument, read(i)];
        pc = ENDED;
    }
  }
  return result;
}

const found = new Float64Array(HIT_LENGTH);
const quadContact = createNodeQuadContact();

function decide(kind: PairKind, motion: PointMotion): [boolean, number, boolean] {
  if (kind === 'node-quad') {
    const { hit, time, stage } = nodeQuadContact(quadContact, motion, 0, [1, 2, 3, 4]);
    return [hit, time, stage === 'filter'];
  }
  const decidePair = kind === 'edge-edge' ? decideEdgeEdge : decideNodeTriangle;
  const verdict = decidePair(found, motion, 0, 1, 2, 3);
  return [isHit(verdict), found[0] * motion.duration, verdict === HIT];
}

describe('contactProgram', () => {
  for (const kind of PAIR_KINDS) {
    for (const given of ['ends', 'velocities'] as const) {
      it(`${kind}, ${given}: same verdicts and same bits of the time as the filter of the CPU`, () => {
        const program = contactProgram(kind, given);
        const random = createRandom(18);
        const counts = [0, 0, 0];
        for (let i = 0; i < 4000; i++) {
          // points on a grid make aligned and degenerate pairs
          const step = i % 4 === 3 ? 0.25 : 0;
          const value = (size: number) => {
            const number = random.between(-size, size);
            return step > 0 ? step * Math.round(number / step) : number;
          };
          const start = Float64Array.from({ length: 15 }, () => value(1));
          const second = Float64Array.from({ length: 15 }, () => value(i % 2 === 0 ? 1 : 3));
          const motion =
            given === 'ends'
              ? createEndpointMotion(start, second, 0.7)
              : createConstantVelocityMotion(start, second, 0.7);
          const [verdict, tau] = runProgram(program, motion, [0, 1, 2, 3, 4]);
          const [hit, time, byFilter] = decide(kind, motion);
          counts[verdict]++;
          if (verdict === PROGRAM_HIT) expect([hit, byFilter, tau * motion.duration]).toEqual([true, true, time]);
          else if (verdict === PROGRAM_MISS) expect(hit).toBe(false);
        }
        expect(counts[PROGRAM_HIT]).toBeGreaterThan(50);
        expect(counts[PROGRAM_MISS]).toBeGreaterThan(1000);
      });
    }
  }

  it('values share registers', () => {
    for (const kind of PAIR_KINDS) {
      const { registers, code } = contactProgram(kind, 'ends');
      expect(registers).toBeLessThanOrEqual(REGISTERS);
      expect(registers).toBeLessThan(code.length / 6);
    }
  });
});
