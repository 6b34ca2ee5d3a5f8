import { describe, expect, it } from 'vitest';
import { conicTriangle, cubicTriangle } from '../../reproduce/tracking/bodies.ts';
import { xmlFault } from '../../test/well-formed.ts';
import { signedAutomaton, takenPairTransitions } from '../distance/smooth/search/signed-automaton.ts';
import { voronoiDiagram } from '../distance/smooth/search/voronoi-diagram.ts';
import { bodyAutomaton } from '../distance/smooth/witness/automaton.ts';
import { automatonSvg } from './automaton-svg.ts';
import { outlineSvg } from './outline-svg.ts';
import { pairAutomatonSvg } from './pair-automaton-svg.ts';
import { voronoiSvg } from './voronoi-svg.ts';

describe('pictures of regions and automata', () => {
  it('regions: every feature named, inside and outside filled, a line for each branch', () => {
    const voronoi = voronoiDiagram(cubicTriangle(), { samples: 8 });
    const svg = voronoiSvg({
      title: 'a < b',
      voronoi,
      path: [
        [0, 0],
        [2, 2],
      ],
      marks: [{ at: [1, 1], label: '5 s' }],
    });
    expect(xmlFault(svg)).toBeUndefined();
    for (const name of ['C1', 'C2', 'C3', 'Va', 'Vb', 'Vc', '5 s', 'path of the point'])
      expect(svg).toContain(`>${name}<`);
    // six regions outside, three inside
    expect(svg.match(/fill-opacity/g)).toHaveLength(9);
    expect(svg.match(/stroke="#000" stroke-width="2.5"/g)).toHaveLength(voronoi.branches.length + 1);
  });

  it('jumps inside are dashed lines, one for both directions, and crossings of the boundary are loops', () => {
    const svg = automatonSvg({ title: '', automaton: signedAutomaton(cubicTriangle()), taken: [] });
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg.match(/stroke="#aaa" stroke-dasharray/g)).toHaveLength(3 + 1);
    expect(svg.match(/fill="none" stroke="#bbb"/g)).toHaveLength(3 + 1);
    expect(svg).toContain('inside: medial axis');
  });

  it('a pair: one cell for each state, an arrow for each transition, cut at the ends of the grid', () => {
    const change = (time: number, body: 'A' | 'B', from: string, to: string) => ({
      time,
      foundAt: time,
      body,
      from,
      to,
      kind: 'voronoi' as const,
    });
    const run = takenPairTransitions([change(1, 'A', 'C1', 'Vc'), change(2.5, 'B', 'Ca', 'Wa')], 'C1', 'Ca');
    const svg = pairAutomatonSvg({
      title: 'pair',
      automatonA: bodyAutomaton(cubicTriangle()),
      automatonB: bodyAutomaton(conicTriangle()),
      pairRun: run,
    });
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg.match(/stroke="#ccc"/g)).toHaveLength(36);
    // heads
    expect(svg.match(/Z" fill="#0072b2"/g)).toHaveLength(2);
    // C1 is the first and Vc the last column: the first arrow is in two pieces
    expect(svg.match(/stroke="#0072b2"/g)).toHaveLength(3);
    for (const time of ['1', '2.5']) expect(svg).toContain(`>${time}</text>`);
  });

  it('more than four panels continue in the next row, below lines of captions', () => {
    const panel = (k: number) => ({
      caption: `${k} s\nsecond line`,
      outlines: [],
      lines: [
        {
          points: [
            [0, 0],
            [1, 1],
          ] as const,
          color: 0,
          weight: 'bold' as const,
        },
      ],
      gaps: [{ from: [0, 0], to: [1, 0] } as const],
    });
    const svg = outlineSvg({ title: '', outlinePanels: [0, 1, 2, 3, 4].map(panel) });
    expect(xmlFault(svg)).toBeUndefined();
    const rows = [...svg.matchAll(/y="([\d.]+)">\d s</g)].map(([, y]) => Number(y));
    expect(new Set(rows.slice(0, 4)).size).toBe(1);
    expect(rows[4]).toBeGreaterThan(rows[0] + 100);
    expect(svg).not.toContain(' m</text>');
  });
});
