import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Module, readModules } from './exports.ts';
import { LAYERS, layerOf, root } from './sources.ts';

const FOLDERS = ['src', 'reproduce', 'bench', 'studio', 'scripts', 'examples', 'test'];
const modules = readModules(FOLDERS);
const byPath = new Map(modules.map((module) => [module.path, module]));

const isTest = ({ path }: { path: string }) => path.startsWith('test/') || path.endsWith('.test.ts');
/** The public entries, the command line, the threads, and everything beside src. */
const isEntry = ({ path }: Module) =>
  !path.startsWith('src/') ||
  /^src\/(index|entries\/.+|three\/.+|cli\/main|fmu\/host|gpu\/index|workers\/[\w-]*worker|workers\/index)\.ts$/.test(
    path,
  );

const code = modules.filter((module) => !isTest(module));
const core = code.filter(({ path }) => path.startsWith('src/'));

/** Modules that draw parts of `docs`: `test/docs.test.ts` runs them. */
const DRAWN_IN_DOCS = ['src/picture/method-families.ts', 'src/picture/pair-table-svg.ts'];

/** Exports that tests alone import, with the reason to keep them. */
const FOR_TESTS: Record<string, string> = {
  'src/math/inverse-trig.ts#atan': 'completes the inverse functions, which are tested together',
  'src/math/inverse-trig.ts#acos': 'completes the inverse functions, which are tested together',
  'src/ccd/tolerant.ts#relativeTolerance': 'the tolerance of [VBC24], for its reference answers',
  'src/dynamics/finite-elements/central-differences.ts#advance':
    'one whole step of the scheme, for its conservation tests',
  'src/dynamics/finite-elements/central-differences.ts#staggerVelocities': 'start of that step',
  'src/dynamics/finite-elements/node-ledger.ts#addSupportImpulse': 'balance of that step',
  'src/dynamics/orbit.ts#orbitEnergy': 'constant of the motion that the closed form is compared with',
  'src/dynamics/integrators.ts#INTEGRATOR_SCHEMES': 'tests run over all schemes',
  'src/shapes/hull/hull2.ts#copyHull2': 'tests keep a hull while it is transformed in place',
  'src/shapes/hull/hull3-queries.ts#copyHull3': 'tests keep a hull while it is transformed in place',
  'src/shapes/vehicle-box.ts#vehicleBoxVolume': 'closed form that the mass properties are compared with',
  'src/cli/step-times.ts#stepTimes': 'the lines of the printed table, without a terminal',
};

/** Module-level state that may be exported, with the reason. */
const SHARED_STATE: Record<string, string> = {
  'src/ray/ray-span.ts#ray': 'ray of the current query, set by `raycast` alone',
  'src/ray/ray-span.ts#span': 'span of the current query, read by `raycast` alone',
};

describe('the modules of src', () => {
  it('are all reached from an entry, the command line, the studio, the benchmarks or the reproduction', () => {
    const reached = new Set<string>();
    const open = [...code.filter(isEntry).map(({ path }) => path), ...DRAWN_IN_DOCS];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      open.push(...(byPath.get(path)?.uses ?? []).filter((use) => !isTest(use)).map((use) => use.path));
    }
    expect(core.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it('export no function or constant that nothing but a test uses', () => {
    const used = new Set(
      code.flatMap(({ uses }) => uses.flatMap(({ path, names }) => names.map((name) => `${path}#${name}`))),
    );
    const unused = core
      .filter((module) => !isEntry(module) && !used.has(`${module.path}#*`) && !DRAWN_IN_DOCS.includes(module.path))
      .flatMap(({ path, values, identifiers }) =>
        values
          .filter(({ name }) => !used.has(`${path}#${name}`) && (identifiers.get(name) ?? 0) < 2)
          .map(({ name }) => `${path}#${name}`),
      );
    expect(unused.sort()).toEqual(Object.keys(FOR_TESTS).sort());
  });

  it('export no name that nothing imports and no row of docs/equations.md names', () => {
    const equations = readFileSync(join(root, 'docs/equations.md'), 'utf8');
    const used = new Set(
      modules.flatMap(({ uses }) => uses.flatMap(({ path, names }) => names.map((name) => `${path}#${name}`))),
    );
    const unused = core
      .filter((module) => !isEntry(module) && !used.has(`${module.path}#*`))
      .flatMap(({ path, values }) => values.map(({ name }) => `${path}#${name}`))
      .filter((name) => !used.has(name) && !equations.includes(`\`${name.replace(/(.*)#(.*)/, '$2` in `$1')}\``));
    expect(unused).toEqual([]);
  });

  it('export no state: what a kernel writes is in its arguments or its result', () => {
    // constants are written in capitals; lists and records that are not readonly, buffers and created objects are state
    const isState = (initializer: string, type: string) =>
      !/^(readonly |Readonly)/.test(type) &&
      !/ as const$/.test(initializer) &&
      /^(new \w*Array\b|new (Map|Set)\b|create[A-Z]\w*\(|\{|\[)/.test(initializer);
    const numeric = [...LAYERS.slice(0, LAYERS.indexOf('formats')), 'sim'];
    const state = core
      .filter(({ path }) => numeric.includes(layerOf(path)))
      .flatMap(({ path, values }) =>
        values
          .filter(
            ({ name, isVariable, initializer, type }) =>
              isVariable || (/[a-z]/.test(name) && isState(initializer, type)),
          )
          .map(({ name }) => `${path}#${name}`),
      );
    expect(state.sort()).toEqual(Object.keys(SHARED_STATE).sort());
  });
});
