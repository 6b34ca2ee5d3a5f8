import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { runNode } from './packed.ts';
import { root } from './sources.ts';

/** The programs in `examples/programs`, as a user has them: compiled against the types of the package, run with its bundles. */

const FOLDER = join(root, 'examples/programs');
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => basename(name, '.ts'));

let project = '';

beforeAll(async () => {
  await ensureBuild();
  project = mkdtempSync(join(tmpdir(), 'appulse-programs-'));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/appulse'), 'junction');
  symlinkSync(join(root, 'node_modules/three'), join(project, 'node_modules/three'), 'junction');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const tested = new Set<string>();

/** What a program prints, line by line. */
function run(name: string): string[] {
  tested.add(name);
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const { outputText } = ts.transpileModule(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'), { compilerOptions });
  writeFileSync(join(project, `${name}.mjs`), outputText);
  return runNode([`${name}.mjs`], project)
    .trimEnd()
    .split('\n');
}

const written = (name: string) => readFileSync(join(project, name), 'utf8');

/** The numbers of a line, without those that are part of a word. */
const numbersIn = (line: string) =>
  (line.match(/(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*[a-zA-Z]\d)/g) ?? []).map(Number);

/** The smallest value of a function with one minimum between two numbers: golden section. */
function minimum(f: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [from, to];
  for (let k = 0; k < 80; k++) {
    const [x, y] = [b - ratio * (b - a), a + ratio * (b - a)];
    if (f(x) < f(y)) b = y;
    else a = x;
  }
  return f((a + b) / 2);
}

/** Distance of a point in the first quadrant, outside, from the ellipse with semi-axes a and b. */
const distanceFromEllipse = (x: number, y: number, a: number, b: number) =>
  minimum((t) => Math.hypot(x - a * Math.cos(t), y - b * Math.sin(t)), 0, Math.PI / 2);

describe('example programs', () => {
  it('compile in strict mode against the exports of the package, and say how they are run', () => {
    const { config } = ts.readConfigFile(join(FOLDER, 'tsconfig.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER);
    expect(fileNames.map((name) => basename(name, '.ts')).sort()).toEqual([...NAMES].sort());
    expect(options.strict).toBe(true);
    const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options));
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    };
    expect(ts.formatDiagnostics(found, host)).toBe('');
    for (const name of NAMES) {
      const text = readFileSync(join(FOLDER, `${name}.ts`), 'utf8');
      expect(text).toContain(`Run it with \`npx tsx ${name}.ts`);
      expect(text.split('\n').length).toBeLessThanOrEqual(95);
      for (const [, from] of text.matchAll(/ from '([^']+)'/g))
        expect(from).toMatch(/^(appulse(\/\w+)?|three|node:\w+)$/);
    }
  });

  it('approach-and-docking: gap, times, common velocity and bounce as momentum balances give them', () => {
    const lines = run('approach-and-docking');
    // rectangle of the station; rectangle and two triangles of the chaser, of base 1 m and height 0.5 m
    const inertiaA = (900 * (4 ** 2 + 2 ** 2)) / 12;
    const triangle = 0.5 ** 3 / 36 + 0.5 / 48 + 0.25 * (1 + 0.5 / 3) ** 2;
    const inertiaB = (400 * ((2 * (2 ** 2 + 1)) / 12 + 2 * triangle)) / 2.5;
    // docking: the probe is at (2, 0.3) when it touches, the centre of the chaser at (3.5, 0.3)
    const [v, x, y] = [0.1, 3.5, 0.3];
    const reduced = (900 * 400) / 1300;
    const rate = (reduced * y * v) / (inertiaA + inertiaB + reduced * (x * x + y * y));
    const loss = 0.5 * reduced * v * v - 0.5 * reduced * y * v * rate;
    const inverse = 1 / 900 + 0.3 ** 2 / inertiaA + 1 / 400;
    const impulse = (1.4 * 0.5) / inverse;
    expect(lines).toEqual([
      'gap at the start            16.500 m (edge of the station, vertex of the chaser)',
      '1 m apart after             155.00 s',
      'contact after               165.00 s at 0.100 m/s',
      `docked: common velocity     ${(-40 / 1300).toFixed(5)} m/s, rotating at ${rate.toFixed(6)} rad/s`,
      `docked: energy lost         ${loss.toFixed(4)} J`,
      `bounce: normal impulse      ${impulse.toFixed(3)} N s`,
      `bounce: velocities after    ${(-impulse / 900).toFixed(4)} m/s and ${(impulse / 400 - 0.5).toFixed(4)} m/s`,
      `bounce: energy lost         ${((0.5 * (1 - 0.4 ** 2) * 0.5 ** 2) / inverse).toFixed(3)} J`,
    ]);
  });

  it('collision-block-in-a-loop: each collision halves the relative speed, and the thruster restores it', () => {
    const lines = run('collision-block-in-a-loop');
    // gap 1 m, relative acceleration 0.5 m/s², restitution 0.5, effective mass 4/3 kg: times 2, 2 + 2, 4 + 1 s
    const collisions = [
      [1, 2, 2, 0.5, 1],
      [2, 4, 1, 1.25, 1.5],
      [3, 5, 0.5, 1.625, 1.75],
    ];
    for (const [i, values] of collisions.entries()) {
      const found = numbersIn(lines[i]);
      expect(found.length).toBe(5);
      // contact is detected at the tolerance of 1 mm: 1 ms early at 1 m/s, and so for each
      for (const [k, value] of values.entries()) expect(Math.abs(found[k] - value), lines[i]).toBeLessThan(6e-3);
    }
    expect(lines[3]).toBe('momentum after 6 s  12.000000 N s; impulse of the thruster 12.000000 N s');
  });

  it('haptic-tool-at-1-khz: the gap is the distance of a point from an ellipse, less the radius of the tip', () => {
    const [smallest, final, status, work, search] = run('haptic-tool-at-1-khz');
    const gap = 1e3 * (distanceFromEllipse(0.06, 0.025, 0.05, 0.02) - 0.004);
    const ahead = 1e3 * (distanceFromEllipse(0.06 + 1e-6, 0.025, 0.05, 0.02) - 0.004);
    expect(smallest).toBe('smallest gap   1.000000 mm at 3.000 s, force 0.8000 N');
    expect(final).toContain(`final gap      ${gap.toFixed(6)} mm`);
    expect(numbersIn(final)[1]).toBeCloseTo((20 * (ahead - gap)) / 1e-3, 3);
    expect(status).toMatch(/^status {9}tracking, /);
    expect(numbersIn(work)[0]).toBeLessThanOrEqual(2);
    expect(search).toBe(`full search    ${gap.toFixed(6)} mm, bounded, error at most 1e-10 m`);
  });

  it('haptic-loop-with-an-arm: the moments of wrist and hand balance, the springs are in series, the coupler is passive', () => {
    const [handle, force, wrist, , energy, damping] = run('haptic-loop-with-an-arm');
    const [height, tool] = numbersIn(handle);
    const [onHand, onTool] = numbersIn(force);
    expect(onHand).toBeCloseTo(onTool, 3);
    // coupler of 0.8 N/mm, contact of 20 N/mm at the height of touching, 28 mm
    expect(onHand).toBeCloseTo(0.8 * (tool - height), 2);
    expect(onHand).toBeCloseTo(20 * (28 - tool), 1);
    const [own, ofHand] = numbersIn(wrist);
    expect(own).toBeCloseTo(ofHand, 3);
    const [put, returned, excess] = numbersIn(energy);
    expect(put).toBeGreaterThan(returned);
    expect(excess).toBe(0);
    expect(damping).toBe('damping        above K T/2 = 0.4 N s/m: true');
  });

  it('closest-points-in-your-equations: three controllers end at the closest points of a full search', () => {
    const lines = run('closest-points-in-your-equations');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['proportional', 'integral', 'sliding mode']);
    const distances = lines.map((line) => numbersIn(line)[0]);
    expect(new Set(distances.map((distance) => distance.toFixed(6))).size).toBe(1);
    for (const line of lines) expect(Number(/error ([0-9.e+-]+) m/.exec(line)?.[1])).toBeLessThan(1e-6);
  });

  it('certified-clearance: distances of circles, of a parabola from an arc, and the mass of a paraboloid on a cylinder', () => {
    const lines = run('certified-clearance');
    // the tip (x, z) = (8 t, 10 t²) mm rotated by 30 degrees about y, shifted by (30, 12); the arc about (28, 8) of 2 mm
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const at = (t: number) => [30 + c * 8 * t + s * 10 * t * t, 12 - s * 8 * t + c * 10 * t * t];
    const fromArc = (t: number) => Math.hypot(at(t)[0] - 28, at(t)[1] - 8) - 2;
    const nearest = minimum(fromArc, -1, 1);
    expect(lines.slice(0, 3)).toEqual(
      [
        ['pin in ring    ', 17 - 10],
        ['ring over block', 14 - 3 - 10],
        ['pin over block ', nearest],
      ].map(([what, value]) => `${what}  ${Number(value).toFixed(6)} mm  bounded, error bound below 1e-8 m: true`),
    );
    const volume = Math.PI * (8 ** 2 * 30 + (8 ** 2 * 10) / 2); // [mm³]; a paraboloid is half of its cylinder
    expect(lines[4]).toBe(`mass of the pin ${(volume * 7850e-6).toFixed(4)} g, error below 1e-6 g: true`);
    const [nx, ny, nz] = numbersIn(lines[3]);
    expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 5);
  });

  it('first-contact-of-a-mesh: each node of the tetrahedron falls for its height over the speed', () => {
    const lines = run('first-contact-of-a-mesh');
    expect(lines[0]).toBe(`one pair: contact at ${(0.5 / 4).toFixed(6)} s, weights 0.50 0.20 0.30, gap rate -4 m/s`);
    expect(lines[1]).toBe('mesh: 445 nodes, 4 triangles, 400 quadrilaterals');
    const fall = (height: number) => ((1e3 * height) / 16).toFixed(3);
    expect(lines.slice(3, 6)).toEqual(
      [0.1, 0.3, 0.3].map((h, node) => `  ${fall(h)} ms  node-quad  node ${node} of the tetrahedron, -16 m/s`),
    );
    const [, , contacts] = numbersIn(lines[2]);
    expect(written('contacts.csv').trimEnd().split('\n').length).toBe(contacts + 1);
    expect(written('contacts.vtp')).toContain('PolyData');
  });

  it('elastic-bar-on-a-wall: as a row of masses and springs with a wall at x = 0', () => {
    const lines = run('elastic-bar-on-a-wall');
    const { duration, velocity } = simulateBar();
    expect(lines[0]).toBe('first contact       0.050000 s');
    expect(numbersIn(lines[1])[0]).toBeCloseTo(duration, 4);
    expect(duration).toBeCloseTo(0.02, 3);
    expect(numbersIn(lines[2])[0]).toBeCloseTo(velocity, 3);
    const [impulse, change] = numbersIn(lines[3]);
    expect(impulse).toBe(change);
    expect(impulse).toBeCloseTo(10 * (1 - velocity), 2);
  });

  it('two-cars-one-impulse: as the equations of two rigid bodies and one impulse give it', () => {
    const lines = run('two-cars-one-impulse');
    const car = { mass: 1500, inertia: 2500 };
    const van = { mass: 2200, inertia: 4400 };
    const cases = [
      { v: [20, 0, 12, 0], arms: [2, 0, -2.4, 0], normal: [1, 0], e: 0.2, slips: true },
      { v: [20, 0, 12, 0], arms: [2, 0.5, -2.4, -0.5], normal: [1, 0], e: 0.2, slips: true },
      { v: [0, 10, 12, 0], arms: [0, 2, 1, -0.9], normal: [0, 1], e: 0.1, slips: false },
    ];
    for (const [k, { v, arms, normal, e, slips }] of cases.entries()) {
      const [ax, ay, bx, by] = arms;
      const inverseMass = 1 / car.mass + 1 / van.mass;
      const kxx = inverseMass + ay ** 2 / car.inertia + by ** 2 / van.inertia;
      const kyy = inverseMass + ax ** 2 / car.inertia + bx ** 2 / van.inertia;
      const kxy = -(ax * ay) / car.inertia - (bx * by) / van.inertia;
      const [wx, wy] = [v[2] - v[0], v[3] - v[1]];
      const [nx, ny] = normal;
      const approach = wx * nx + wy * ny;
      let [jx, jy] = [0, 0];
      if (slips) {
        const j = (-(1 + e) * approach) / (kxx * nx * nx + 2 * kxy * nx * ny + kyy * ny * ny);
        [jx, jy] = [j * nx, j * ny];
      } else {
        const [gx, gy] = [-wx + -e * approach * nx, -wy + -e * approach * ny];
        const determinant = kxx * kyy - kxy * kxy;
        [jx, jy] = [(kyy * gx - kxy * gy) / determinant, (kxx * gy - kxy * gx) / determinant];
      }
      const size = Math.hypot(jx, jy);
      const degrees = 180 / Math.PI;
      const first = numbersIn(lines[4 * k + 1]);
      const second = numbersIn(lines[4 * k + 2]);
      const expectNear = (found: number, value: number, tolerance: number) =>
        expect(Math.abs(found - value), lines[4 * k]).toBeLessThan(tolerance);
      expectNear(first[0], size / car.mass, 6e-4);
      expectNear(first[2], v[0] - jx / car.mass, 6e-4);
      expectNear(first[3], v[1] - jy / car.mass, 6e-4);
      expectNear(first[4], (-(ax * jy - ay * jx) / car.inertia) * degrees, 6e-3);
      expectNear(second[0], size / van.mass, 6e-4);
      expectNear(second[4], ((bx * jy - by * jx) / van.inertia) * degrees, 6e-3);
      const before = 0.75 * (v[0] ** 2 + v[1] ** 2) + 1.1 * (v[2] ** 2 + v[3] ** 2);
      const after =
        0.75 * (first[2] ** 2 + first[3] ** 2) +
        1.1 * (second[2] ** 2 + second[3] ** 2) +
        (0.5e-3 * (car.inertia * first[4] ** 2 + van.inertia * second[4] ** 2)) / degrees ** 2;
      const [lost, px, py] = numbersIn(lines[4 * k + 3]);
      expectNear(lost, before - after, 0.1);
      expect([px, py]).toEqual([car.mass * v[0] + van.mass * v[2], car.mass * v[1] + van.mass * v[3]]);
    }
  });

  it('platoon-recording: the contacts are those of a separate program, and boxes rotate the vehicles the other way', () => {
    const lines = run('platoon-recording');
    const { runs } = JSON.parse(readFileSync(join(root, 'reference/vehicles/example_runs.json'), 'utf8'));
    for (const [id, line] of [
      ['platoon1-EM', lines[1]],
      ['platoon1-BM', lines[6]],
    ]) {
      const [phase] = runs.find((one: { id: string }) => one.id === id).summary.phases;
      const [start, end, first, second, pdof] = numbersIn(line);
      expect(Math.abs(start - phase.tStart)).toBeLessThan(1e-4);
      expect(Math.abs(end - phase.tEnd)).toBeLessThan(4e-4); // BM: the direction of the force jumps at the end
      expect(Math.abs(first - phase.deltaVfromImpulse[0])).toBeLessThan(1e-3);
      expect(Math.abs(second - phase.deltaVfromImpulse[1])).toBeLessThan(1e-3);
      expect(Math.abs(pdof - phase.pdofDeg[0])).toBeLessThan(0.06);
    }
    for (const line of lines.slice(2, 4)) expect(numbersIn(line)[0]).toBeGreaterThan(0);
    for (const line of lines.slice(7, 9)) expect(numbersIn(line)[0]).toBeLessThan(0);
  });

  it('scene-and-recording: three elastic collisions on a line', () => {
    const lines = run('scene-and-recording');
    // heavy and light: 2 m/s becomes 1 and 3; light and target: -1 and 2; heavy and light again: 0 and 2
    expect(lines.slice(0, 3)).toEqual([
      `${(0.8 / 2).toFixed(6)} s  heavy and light: closing at 2.0000 m/s, impulse 3.0000 N s`,
      `${(0.4 + 0.8 / 3).toFixed(6)} s  light and target: closing at 3.0000 m/s, impulse 4.0000 N s`,
      `${(0.4 + 0.8 / 3 + (0.8 * (2 / 3)) / 2).toFixed(6)} s  heavy and light: closing at 2.0000 m/s, impulse 3.0000 N s`,
    ]);
    const third = 0.4 + 0.8 / 3 + 0.8 / 3;
    const meeting = 0.8 + (third - 0.4);
    expect(lines.slice(3, 6).map(numbersIn)).toEqual(
      [
        [meeting, 0],
        [meeting + 0.2 + 2 * (2 - third), 2],
        [2 + 2 * (2 - 0.4 - 0.8 / 3), 2],
      ].map((row) => row.map((value) => Number(value.toFixed(6)))),
    );
    expect(lines[6]).toBe('kinetic energy  6.000000 J at the start, 6.000000 J at the end');
    expect(lines[7]).toBe('balance errors below 1e-15: true, status end');
    expect(written('pucks.csv').trimEnd().split('\n').length).toBe(124);
    expect(written('pucks.svg')).toContain('<svg');
  });

  it('sweep-restitution: bounces of a ball in closed form', () => {
    const [, ...rows] = run('sweep-restitution');
    const fall = Math.sqrt(2 / 9.81);
    for (const [i, e] of [0.25, 0.5, 0.75, 1].entries()) {
      const found = numbersIn(rows[i]);
      const times: number[] = [];
      for (let k = 0, t = fall; t < 1.2 && k < 60; t += 2 * fall * e ** ++k) times.push(t);
      expect(found.slice(0, 3)).toEqual([e, Number(fall.toFixed(6)), e * e]);
      const energy = 9.81 * (1 - e ** (2 * times.length));
      const last = [...(times.length > 1 ? [times[1].toFixed(6)] : []), energy.toFixed(4)].map(Number);
      expect(found.slice(3)).toEqual(last);
    }
  });

  it('mesh-file-to-distance: volume, plane distance and ray of a wedge by hand', () => {
    const lines = run('mesh-file-to-distance');
    const volume = (0.4 * 0.2 * 0.2) / 2;
    const gap = (0.2 * 0.3 + 0.4 * 0.3 - 0.08) / Math.hypot(0.2, 0.4) - 0.05;
    const normal = [0.2, 0.4].map((component) => (component / Math.hypot(0.2, 0.4)).toFixed(4));
    expect(lines[0]).toBe('wedge.stl: 6 nodes, 8 triangles, closed: true');
    expect(lines[1]).toBe(
      `mass ${(2700 * volume).toFixed(4)} kg, centre of mass ${(0.4 / 3).toFixed(4)} 0.1000 ${(0.2 / 3).toFixed(4)} m`,
    );
    expect(lines[2]).toMatch(
      new RegExp(`^probe: gap ${gap.toFixed(6)} m, nearest is the face [67], normal ${normal.join(' ')}$`),
    );
    expect(lines[3]).toBe('point: inside, 0.020000 m from the surface');
    expect(lines[4]).toBe(`ray: hits after ${(1 - 0.2 * (1 - 0.1 / 0.4)).toFixed(6)} m`);
  });

  it('svg-of-closest-points: as the smallest distance of the centres from all edges, less the radii', () => {
    const lines = run('svg-of-closest-points');
    const arrow = [[-1, -0.4], [0.4, -0.4], [0.4, -0.9], [1.5, 0], [0.4, 0.9], [0.4, 0.4], [-1, 0.4]]; // biome-ignore format: points
    const rotated = arrow.map(([x, y]) => [
      x * Math.cos(0.3) - y * Math.sin(0.3),
      x * Math.sin(0.3) + y * Math.cos(0.3),
    ]);
    const fromOutline = (px: number, py: number) =>
      Math.min(
        ...rotated.map(([ax, ay], i) => {
          const [bx, by] = rotated[(i + 1) % rotated.length];
          const t = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
          const s = Math.min(1, Math.max(0, t));
          return Math.hypot(px - ax - s * (bx - ax), py - ay - s * (by - ay));
        }),
      );
    expect(lines.slice(0, 3).map((line) => numbersIn(line)[2])).toEqual(
      [fromOutline(3, 1.2) - 0.6, fromOutline(0.6, -2) - 0.4, Math.hypot(2.4, 3.2) - 1].map((d) =>
        Number(d.toFixed(6)),
      ),
    );
    expect(written('closest.svg').match(/<line /g)?.length).toBe(3);
    expect(written('closest.svg')).toBe(readFileSync(join(root, 'docs/pictures/closest-points.svg'), 'utf8'));
  });

  it('pick-with-a-ray: the ball in front, and its gaps to a plane and an ellipsoid', () => {
    const egg = distanceFromEllipse(0.7, 0.15, 0.2, 0.15) - 0.2;
    expect(run('pick-with-a-ray')).toEqual([
      `straight ahead: ball after ${(3 - 0.2).toFixed(6)} m`,
      'down: no body',
      `gap between ball and table: ${(1.05 - 0.2 - 0.75).toFixed(6)} m (exact)`,
      `gap between ball and egg: ${egg.toFixed(6)} m (exact)`,
    ]);
  });

  it('three-objects: a vertex of the octahedron faces the cube', () => {
    const gap = 5 - 1 - 1;
    expect(run('three-objects')).toEqual([
      `gap ${gap.toFixed(6)} m`,
      'line with 4 vertices',
      `contact after ${(gap / 0.5).toFixed(6)} s`,
      `position in the group: ${(4 - gap).toFixed(6)} m`,
    ]);
  });

  it('stack-step-by-step: each contact carries the weight above it', () => {
    const lines = run('stack-step-by-step');
    for (const [i, height] of [0.25, 0.75, 1.25].entries()) {
      expect(Math.abs(numbersIn(lines[i])[0] - height)).toBeLessThan(1e-3);
      expect(lines[i]).toMatch(/speed below 1e-5 m\/s: true$/);
    }
    for (const [i, crates] of [3, 2, 1].entries()) {
      const [points, force] = numbersIn(lines[3 + i]);
      expect(points).toBe(4);
      expect(Math.abs(force / (crates * 10 * 9.81) - 1)).toBeLessThan(1e-4);
    }
  });

  it('docking-controller: docks in orbit with both methods, and needs the velocity change of the closed form', () => {
    const lines = run('docking-controller');
    expect(lines).toHaveLength(10);
    for (const [k, method] of ['events', 'steps'].entries()) {
      const [events, state, , along, balance] = lines.slice(5 * k, 5 * k + 5);
      expect(events).toBe(`${method}: soft-capture, retraction, docking`);
      expect(state).toMatch(/^ {2}docked after 1\d\d\.\d s/);
      expect(numbersIn(state)[1]).toBeLessThan(1); // mm off the axis
      // a straight path along the orbit: 2 n per metre
      const [distance, found] = numbersIn(along);
      expect(found / (2000 * ((2 * Math.PI) / 5560) * distance)).toBeCloseTo(1, 1);
      expect(balance).toBe('  energy balance closes: true');
    }
  });

  it('hovering-drone: holds its height, also after a parcel has landed on it', () => {
    const lines = run('hovering-drone');
    for (const line of [lines[0], lines[2]]) expect(Math.abs(numbersIn(line)[0] - 2)).toBeLessThan(0.05);
    expect(lines[1]).toBe('touched by the parcel: true, tilted by less than 60 degrees: true');
    expect(lines[3]).toBe('energy balance closes: true');
  });

  it('conveyor-belt: parcels slide up to the speed of the belt, then arrive one per second', () => {
    const lines = run('conveyor-belt');
    const [arrived, left] = numbersIn(lines[0]);
    expect(arrived + left).toBe(20);
    // accelerated by μ g to 0.8 m/s; the front of a parcel has 5.15 m to the gate
    const [first, interval] = numbersIn(lines[1]);
    const a = 0.6 * 9.81;
    expect(Math.abs(first - (5.15 / 0.8 + 0.8 / (2 * a)))).toBeLessThan(0.1);
    expect(interval).toBe(1);
    expect(numbersIn(lines[2])[0]).toBe(0.8);
  });

  it('throw-and-catch: the ball lands on the second paddle, and again after a restore', () => {
    const lines = run('throw-and-catch');
    expect(numbersIn(lines[0])[0]).toBeGreaterThan(4);
    expect(lines.slice(1)).toEqual(['caught: true', 'again with the same bits: true']);
  });

  it('growing-world: the wall stands until the ball hits it, and the recording has all of it', () => {
    const lines = run('growing-world');
    expect(numbersIn(lines[0])).toEqual([18, 12]);
    expect(lines[1]).toBe('bricks fell: true, bodies left: true');
    expect(lines[2]).toBe('20 bodies, 241 frames, files: true');
  });

  it('are all run here', () => {
    expect([...tested].sort()).toEqual([...NAMES].sort());
    expect(NAMES.length).toBeGreaterThanOrEqual(8);
  });
});

/** A bar of 41 masses and 40 springs, 1 m long, that flies at 1 m/s from -0.05 m into a wall at 0: the same integrator, no meshes. */
function simulateBar(): { duration: number; velocity: number } {
  const n = 41;
  const h = 1 / (n - 1);
  const step = (0.9 * h) / 100;
  const mass = Array.from({ length: n }, (_, i) => 10 * h * (i === 0 || i === n - 1 ? 0.5 : 1));
  const x = Array.from({ length: n }, (_, i) => i * h - 1.05);
  const v = new Array<number>(n).fill(1);
  let [closed, last] = [false, 0];
  for (let time = 0; time < 0.12; time += step) {
    for (let i = 0; i < n; i++) {
      const right = i + 1 < n ? x[i + 1] - x[i] - h : 0;
      const left = i > 0 ? x[i] - x[i - 1] - h : 0;
      v[i] += (step * (1e5 / h) * (right - left)) / mass[i];
    }
    if (closed && v[n - 1] < 0) closed = false;
    const gap = closed ? 0 : -x[n - 1];
    if (closed || (v[n - 1] > 0 && gap >= 0 && step * v[n - 1] >= gap)) {
      closed = true;
      v[n - 1] = gap / step;
      last = time + step;
    }
    for (let i = 0; i < n; i++) x[i] += step * v[i];
  }
  const momentum = v.reduce((sum, velocity, i) => sum + mass[i] * velocity, 0);
  return { duration: last - 0.05, velocity: momentum / 10 };
}
