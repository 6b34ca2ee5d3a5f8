import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { readCase } from '../reconstruct/read-case.ts';
import { reconstruct } from '../reconstruct/reconstruct.ts';
import { createRecorder } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { type CrashDiagram, crashDiagramSvg } from './crash-diagram-svg.ts';
import { pageNumber } from './crash-page.ts';
import { reconstructionReport } from './reconstruction-report.ts';
import { recordingReport } from './recording-report.ts';

/** A car of 4 m × 2 m that drives 10 m along x in 2 s. */
const DIAGRAM: CrashDiagram = {
  title: 'A car',
  vehicles: [
    {
      name: 'A & B',
      length: 4,
      width: 2,
      motion: [
        [0, 0, 0, 0],
        [2, 10, 0, 0],
      ],
      marks: [
        [
          [0, 1],
          [10, 1],
        ],
      ],
    },
  ],
  times: [0, 1, 2],
};

describe('a diagram', () => {
  it('has the scale that it states, in millimetres', () => {
    const svg = crashDiagramSvg(DIAGRAM);
    expect(xmlFault(svg)).toBeUndefined();
    // 10 m of way, 4 m of car and 1 m of margin on both sides are 160 mm
    expect(svg).toContain('Scale 1 : 100,');
    expect(svg).toMatch(/width="160mm" height="54mm" viewBox="0 0 160 54"/);
    // the corners of the car at 1 s: x 3 to 7 m, so 60 mm to 100 mm from the left edge at -3 m
    expect(svg).toContain('M100 10L100 30L60 30L60 10Z');
    expect(svg).toContain('A &amp; B 1 s');
  });

  it('shows a picture of the site at its place', () => {
    const underlay = { url: 'data:image/png;base64,AAAA', at: [-3, -2], width: 16, height: 4 } as const;
    expect(crashDiagramSvg({ ...DIAGRAM, underlay })).toContain('x="0" y="0" width="160" height="40"');
  });

  it('chooses a smaller scale for a longer way, and one of its own beyond all', () => {
    const far = (x: number): CrashDiagram => ({
      ...DIAGRAM,
      vehicles: [
        {
          ...DIAGRAM.vehicles[0],
          marks: [],
          motion: [
            [0, 0, 0, 0],
            [2, x, 0, 0],
          ],
        },
      ],
    });
    expect(crashDiagramSvg(far(100))).toContain('Scale 1 : 750,');
    expect(xmlFault(crashDiagramSvg(far(1e7)))).toBeUndefined();
  });
});

it('numbers of tables have four digits, and no rounding errors', () => {
  expect([0, 3.5e-28, -12.34567, 0.00012, 84997, 2.5e7].map(pageNumber)).toEqual([
    '0',
    '0',
    '-12.35',
    '1.20e-4',
    '85000',
    '2.50e+7',
  ]);
});

/** Nothing that a page would load, and no script. */
function expectSelfContained(html: string): void {
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<script|<link|src=|url\((?!#)|href="(?!data:)|NaN|undefined|Infinity/);
  for (const svg of html.match(/<svg[\s\S]*?<\/svg>/g) ?? []) expect(xmlFault(svg)).toBeUndefined();
}

describe('a report', () => {
  it('of a recording has positions, results and time histories', () => {
    const text = readFileSync('examples/t-bone.scene.json', 'utf8');
    const scene = readScene(text.replace('"end": 3', '"end": 1.2'), 't-bone');
    if (scene.world !== 'vehicles') throw new Error('t-bone is a scene of vehicles');
    const recorder = createRecorder(scene, text);
    const recording = recorder.finish(runScene(scene, recorder));
    const html = recordingReport(recording, scene, { times: [0, 0.5, 1], paper: 'A4' });
    expectSelfContained(html);
    expect(html).toContain('@page { size: A4; margin: 15mm; }');
    const [phase] = recording.summary.vehicles?.phases ?? [];
    expect(html).toContain(`<td>${pageNumber(phase.deltaV[0])}</td>`);
    for (const title of ['Speed', 'Heading', 'Yaw rate', 'Acceleration'])
      expect(html).toContain(`<title>${title}</title>`);
    expect(() => recordingReport(recording, scene, { times: [99] })).toThrow('there is no position at 99 s');
  });

  it('of a reconstruction has estimates with uncertainties, evidence and the region', () => {
    const given = readCase(readFileSync('examples/cases/intersection.case.json', 'utf8'), 'intersection');
    const found = reconstruct(given, { profiles: false });
    const html = reconstructionReport(given, found, { times: [0, 1] });
    expectSelfContained(html);
    expect(html).toContain(
      `<td>${pageNumber(found.unknowns[0].value)}</td><td>${pageNumber(found.unknowns[0].deviation)}</td>`,
    );
    expect(html).toContain('Joint 95 % region');
    expect(html).toContain('rest of van');
  });
});
