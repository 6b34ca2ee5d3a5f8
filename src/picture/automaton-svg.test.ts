import { describe, expect, it } from 'vitest';
import { cubicTriangle, largeLens } from '../../reproduce/tracking/bodies.ts';
import { xmlFault } from '../../test/well-formed.ts';
import { bodyAutomaton, type TakenTransition } from '../distance/smooth/witness/automaton.ts';
import { automatonSvg } from './automaton-svg.ts';

const arrow = (from: string, to: string, ...times: number[]): TakenTransition => ({ from, to, kind: 'voronoi', times });

/** Centre of the mark of a state. */
function placeOf(svg: string, name: string): [number, number] {
  const [, x, y] = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)" text-anchor="middle">${name}</text>`).exec(svg) ?? [];
  return [Number(x), Number(y) - 4];
}

describe('the drawing of an automaton', () => {
  const planar = automatonSvg({
    title: 'a < b',
    automaton: bodyAutomaton(cubicTriangle()),
    taken: [arrow('C1', 'Va', 1.25, 7), arrow('Va', 'C2', 2)],
  });

  it('is well-formed SVG for any title', () => {
    expect(xmlFault(planar)).toBeUndefined();
    expect(planar).toContain('a &lt; b');
  });

  it('has every state once, neighbours next to each other around the ring', () => {
    const names = ['C1', 'Va', 'C2', 'Vb', 'C3', 'Vc'];
    const places = names.map((name) => placeOf(planar, name));
    const sides = places.map(([x, y], i) => {
      const [nextX, nextY] = places[(i + 1) % names.length];
      return Math.hypot(nextX - x, nextY - y);
    });
    // six equal sides of a hexagon, within the rounding of coordinates
    for (const side of sides) expect(side).toBeCloseTo(sides[0], 1);
  });

  it('writes the times of a taken arrow, one line each, and leaves the others grey', () => {
    expect(planar.match(/<text [^>]*fill="#d55e00">/g)).toHaveLength(3);
    for (const time of ['1.25', '7', '2']) expect(planar).toContain(`>${time}</text>`);
    expect(planar.match(/stroke="#ddd"/g)).toHaveLength(12);
  });

  it('dashes jumps, and draws a crossing of the boundary as a loop at its state', () => {
    const taken: TakenTransition[] = [
      { from: 'C1', to: 'C2', kind: 'medial-axis', times: [1] },
      { from: 'C2', to: 'C2', kind: 'boundary-crossing', times: [2] },
    ];
    const svg = automatonSvg({ title: '', automaton: bodyAutomaton(cubicTriangle()), taken });
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
    const [x] = placeOf(svg, 'C2');
    const [, loopX] = /<text x="([\d.]+)"[^>]*>2<\/text>/.exec(svg) ?? [];
    expect(Math.abs(Number(loopX) - x)).toBeLessThan(80);
  });

  it('places the vertices of a body with faces inside the ring', () => {
    const svg = automatonSvg({ title: '', automaton: bodyAutomaton(largeLens()), taken: [] });
    const radius = (name: string) => Math.hypot(...placeOf(svg, name).map((value, i) => value - [320, 296][i]));
    expect(radius('V0')).toBeCloseTo(52, 1);
    for (const name of ['S1', 'Ea', 'S2', 'Eb', 'S3', 'Ec']) expect(radius(name)).toBeCloseTo(190, 1);
  });
});
