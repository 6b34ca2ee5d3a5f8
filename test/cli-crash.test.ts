import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, folder, ROOT, useFolder } from './command-line.ts';

useFolder(() => {});

const SCENE = join(ROOT, 'examples/pole-impact.scene.json');

describe('a crash with crush on the command line', () => {
  it('prints the crush of each vehicle, and exports its pulse, whose integral is delta-V', () => {
    const { code, out } = appulse(['run', SCENE, '--until', '0.5']);
    expect(code).toBe(0);
    expect(out).toMatch(/Crush from \[s\] +vehicle +side +maximum \[m\] +residual \[m\] +absorbed \[J\]/);
    expect(out).toMatch(/0\.2624\d* +car +front +0\.74\d* +0\.69\d* /);
    expect(out).toMatch(/pole +rigid +0 +0 +0 +0 +0/);
    expect(out).toMatch(/energy dissipated by tyres .* crush \d+/);
    expect(appulse(['export', SCENE, '--to', 'pulse', '--cfc', '60', '-o', 'pulse.csv']).code).toBe(0);
    const lines = readFileSync(join(folder(), 'pulse.csv'), 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe('vehicle,time_s,ax_m_s2,ay_m_s2,az_m_s2,resultant_m_s2,deltaVx_m_s,deltaVy_m_s');
    const rows = lines.slice(1).map((line) => line.split(',').slice(1).map(Number));
    const interval = rows[1][0] - rows[0][0];
    expect(interval).toBeLessThanOrEqual(1 / 600 + 1e-12);
    const before = rows.filter(([time]) => time < 0.45);
    const filtered = before.reduce((sum, row) => sum + row[1] * interval, 0);
    // backwards: the pole stops the car and it rebounds
    expect(filtered).toBeLessThan(-16);
    expect(filtered / before[before.length - 1][5]).toBeCloseTo(1, 2);
    expect(Math.min(...rows.map((row) => row[1]))).toBeLessThan(-150);
  });

  it('rejects options and inputs that do not fit, by name', () => {
    expect(appulse(['run', SCENE, '--until', '0.1']).code).toBe(0);
    expectInputError(
      ['export', SCENE, '--to', 'pulse', '-o', 'p.csv', '--vehicle', 'lorry'],
      "there is no vehicle 'lorry'",
    );
    expectInputError(['export', 'out/pole-impact.recording', '--to', 'pulse', '-o', 'p.csv'], 'must be at most');
    expectInputError(['export', 'out/pole-impact.recording', '--cfc', '60'], '--cfc is for --to pulse');
    expectInputError(
      ['export', join(ROOT, 'examples/docking.scene.json'), '--to', 'pulse', '-o', 'p.csv'],
      'needs a scene of vehicles',
    );
  });
});
