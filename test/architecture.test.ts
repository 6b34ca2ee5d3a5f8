import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from './entries.ts';
import {
  DISTANCE_FOLDERS,
  drawLayers,
  isRelative,
  LAYERS,
  layerOf,
  objectLiterals,
  readSources,
  root,
  type Source,
  target,
} from './sources.ts';

const NUMERIC = [...LAYERS.slice(0, LAYERS.indexOf('formats')), 'sim'];

/** Packages a layer may import; a layer not named here imports none. */
const PACKAGES: Record<string, string[]> = {
  ...Object.fromEntries(NUMERIC.map((layer) => [layer, ['robust-predicates']])),
  scene: ['jsonc-parser'],
  record: ['hyparquet', 'hyparquet-writer'],
  sweep: ['hyparquet', 'hyparquet-writer'],
  gpu: ['webgpu'],
  cli: [
    'commander',
    'picocolors',
    'cli-progress',
    '@bomb.sh/tab',
    '@duckdb/node-api',
    'bullmq',
    'gifenc',
    'h5wasm',
    'ioredis',
  ],
};

/** Packages that the studio may import. */
const STUDIO_PACKAGES =
  /^(three|uplot|gifenc|mediabunny|jsonc-parser|@lezer\/highlight|@codemirror\/[\w-]+|virtual:(blocks|gallery|guide|report))$/;

/** What the command line and the studio use besides the public entries: of no use to programs that have the package. */
const INTERNALS = [
  // items by topic, for the build of the studio
  'reproduce/rigid-bodies/items.ts',
  'reproduce/tracking/items.ts',
  'reproduce/vehicles/items.ts',
  'reproduce/velocity-contact/items.ts',
  // functional mock-up units: a format of the command line
  'src/fmu/export-fmu.ts',
  'src/fmu/model.ts',
  // CAD parts that need no package: a page loads no thread for OpenCascade
  'src/formats/cad/cad-file-error.ts',
  'src/formats/cad/read-brep-file.ts',
  'src/scene/cad-references.ts',
  'src/scene/embed-brep-files.ts',
  'src/shapes/brep/brep-document.ts',
  // a list without code: a page that needs it loads nothing else
  'src/formats/mesh-extensions.ts',
  // the query server: a protocol of the command line
  'src/query/server/frame.ts',
  'src/query/server/message.ts',
  'src/query/server/session.ts',
  'src/query/server/session-files.ts',
  // shapes of queries from files
  'src/query/file-shapes.ts',
  'src/query/run-query.ts',
  // the playground: shapes with the keys of queries, from scenes as well, accuracies in words, inertia in world axes
  'src/math/mat3.ts',
  'src/pairs/pair-accuracy.ts',
  'src/query/fields.ts',
  'src/query/shapes.ts',
  'src/scene/read.ts',
  'src/scene/scene-error.ts',
  'src/scene/validate.ts',
  // texts and files
  'src/formats/crc32.ts',
  'src/formats/image-size.ts',
  'src/math/finite.ts',
  'src/picture/format-length.ts',
  'src/picture/format-number.ts',
  'src/record/exact-json.ts',
  'src/scene/mesh-file-shape.ts',
  'src/shapes/suggestion.ts',
  // drawings: colours, automata, boxes of vehicles, meshes of elastic bodies
  'src/dynamics/vehicle/driver.ts',
  'src/dynamics/vehicle/road-surface.ts',
  'src/picture/automaton-svg.ts',
  'src/picture/drawing.ts',
  'src/picture/plot.ts',
  'src/picture/ticks.ts',
  'src/scene/vehicle-scene.ts',
  'src/shapes/vehicle-box.ts',
  'src/sim/meshes/body-mesh.ts',
  // tables of recordings, column by column
  'src/record/columns.ts',
  'src/record/run-digest.ts',
  'src/record/table.ts',
  // sweeps: files of results, chunks and their distribution
  'src/sweep/chunks.ts',
  'src/sweep/manifest.ts',
  'src/sweep/read-sweep.ts',
  'src/sweep/results.ts',
  'src/workers/run-chunks.ts',
  // plots of columns
  'src/statistics/bins.ts',
  'src/statistics/sorted-order.ts',
  'src/statistics/summarize.ts',
  // loaded when a recording is opened or exported, not with the page
  'src/record/csv.ts',
  'src/record/recording-files.ts',
];

/** These see Node, or a GPU; all others are the core. */
const ON_NODE = ['gpu', 'workers', 'fmu', 'cli'];

/** [lines] */
const LONG = 100;

const all = readSources();
const sources = all.filter(({ path }) => !path.endsWith('.test.ts'));
const tests = all.filter(({ path }) => path.endsWith('.test.ts'));
const core = sources.filter(({ layer }) => !ON_NODE.includes(layer));

/** `path: violation` for all that `find` reports; a sound tree gives the empty list. */
function violations(files: Source[], find: (source: Source) => string[]): string[] {
  return files.flatMap((source) => find(source).map((violation) => `${source.path}: ${violation}`));
}

function targets(source: Source): string[] {
  return source.imports.filter(isRelative).map((specifier) => target(source, specifier));
}

/** The code without its comments. */
function code({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

describe('the layers', () => {
  it('are the folders of src, and every file is in one', () => {
    expect(violations(all, ({ layer }) => (LAYERS.includes(layer) ? [] : [`${layer} is no layer`]))).toEqual([]);
  });

  it('import to the left only', () => {
    const rank = (layer: string) => LAYERS.indexOf(layer);
    const uphill = (source: Source) =>
      source.imports
        .filter(isRelative)
        .filter((specifier) => rank(layerOf(target(source, specifier))) > rank(source.layer))
        .map((specifier) => `imports ${specifier}`);
    expect(violations(sources, uphill)).toEqual([]);
  });

  it('import to the left only within `distance` too', () => {
    // `contact.ts` and `simplex-cache.ts` lie in `distance` itself and import no folder
    const rank = (path: string) => DISTANCE_FOLDERS.indexOf(/^src\/distance\/(.+)\/[^/]+$/.exec(path)?.[1] ?? '');
    const inside = sources.filter(({ layer }) => layer === 'distance');
    const uphill = (source: Source) =>
      targets(source).filter((path) => path.startsWith('src/distance/') && rank(path) > rank(source.path));
    expect(violations(inside, uphill)).toEqual([]);
    const unknown = ({ path }: Source) =>
      path.split('/').length > 3 && rank(path) < 0 ? ['is in no known folder'] : [];
    expect(violations(inside, unknown)).toEqual([]);
  });

  it('have no import cycles, imports of types included', () => {
    const all = [...sources, ...readSources('reproduce').filter(({ path }) => !path.endsWith('.test.ts'))];
    const imports = new Map(all.map((source) => [source.path, targets(source)]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const follow = (path: string, route: readonly string[]): void => {
      if (route.includes(path)) cycles.push([...route.slice(route.indexOf(path)), path].join(' > '));
      if (route.includes(path) || done.has(path)) return;
      for (const next of imports.get(path) ?? []) follow(next, [...route, path]);
      done.add(path);
    };
    for (const { path } of all) follow(path, []);
    expect(cycles).toEqual([]);
  });

  it('import only the packages meant for them, and Node only in the workers, the host of FMUs and the command line', () => {
    const allowed = (layer: string, specifier: string) => {
      if (specifier.startsWith('node:')) return ON_NODE.includes(layer);
      const depth = specifier.startsWith('@') ? 2 : 1;
      return (PACKAGES[layer] ?? []).includes(specifier.split('/').slice(0, depth).join('/'));
    };
    const strangers = ({ layer, imports }: Source) =>
      imports.filter((specifier) => !isRelative(specifier) && !allowed(layer, specifier));
    expect(violations(sources, strangers)).toEqual([]);
  });

  it('name each import in full, by an existing file that is not a test', () => {
    const broken = (source: Source) =>
      source.imports.filter(isRelative).filter((specifier) => {
        const path = target(source, specifier);
        return !/\.(ts|json)$/.test(specifier) || path.endsWith('.test.ts') || !existsSync(join(root, path));
      });
    expect(violations(sources, broken)).toEqual([]);
  });
});

describe('the core', () => {
  it('depends only on its input: no clock, no random numbers, no console', () => {
    const outside = /\b(Math\.random|Date\.now|new Date|performance\.now|console\.|setTimeout|setInterval)\b/g;
    // a thread that reads a file is ended when it takes too long: no result depends on it
    const timed = core.filter(({ path }) => path !== 'src/formats/cad/wasm-thread.ts');
    expect(violations(timed, (source) => code(source).match(outside) ?? [])).toEqual([]);
  });

  it('keeps vectors unboxed: an object literal that begins with x, like theirs, holds a number there', () => {
    // literals of equal length and equal first keys share a layout; one that holds a list makes engines box all coordinates
    const boxing = /\{\s*x: (?:[[{'"`]|[A-Z]{2})/g;
    expect(violations(core, (source) => code(source).match(boxing) ?? [])).toEqual([]);
  });

  it('keeps the state of kernels unboxed: no literal of its length and first keys holds something else than numbers', () => {
    // they share a layout, as above, and every write to the state would allocate; the numbers of a state start as 0.5
    const literals = core.flatMap((source) => objectLiterals(source).map((literal) => ({ ...literal, source })));
    const states = literals.filter(({ source, values }) => NUMERIC.includes(source.layer) && values.includes('0.5'));
    const noNumber = /^(?:[[{'"`]|[A-Z]{2}|(?:undefined|null|true|false)$|new )|^(?!Math\.)[\w.]+\(/;
    const clashes = states.flatMap((state) =>
      literals
        .filter(({ keys }) => keys.length === state.keys.length)
        .filter(({ keys, values }) => {
          const differs = state.keys.findIndex((key, i) => key !== keys[i]);
          const shared = values.slice(0, differs < 0 ? values.length : differs);
          return shared.some((value, i) => state.values[i] === '0.5' && noNumber.test(value));
        })
        .map(({ source, keys }) => `${state.source.path} and ${source.path}: ${keys.length} keys from ${keys[0]}`),
    );
    expect(clashes).toEqual([]);
  });

  it('computes with functions that give the same bits in every engine: sin and cos of math/trig.ts, no powers but x ** 2', () => {
    // `2 ** n` is exact; pictures and their tick marks (picture) may differ in a last digit
    const unequal = /Math\.(sin|cos|tanh|pow)\b|(?<!\b2 )\*\* (?!2\b).*/g;
    const numbers = core.filter(({ layer }) => layer !== 'picture');
    expect(violations(numbers, (source) => code(source).match(unequal) ?? [])).toEqual([]);
  });
});

describe('the files', () => {
  it('are named after their content', () => {
    const vague = /(^|[-/.])(utils?|helpers?|common|misc)([-/.]|$)/;
    expect(violations(all, ({ path }) => (vague.test(path) ? ['says nothing'] : []))).toEqual([]);
  });

  it('are reached by a test of their own layer when they are long', () => {
    const byPath = new Map(all.map((source) => [source.path, source]));
    /** What the tests of a layer run, through whatever they import; runs of whole scenes go through `simulate`. */
    const reachedFrom = (layer: string) => {
      const reached = new Set<string>();
      const open = tests.filter((test) => test.layer === layer).flatMap(targets);
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        if (reached.has(path)) continue;
        reached.add(path);
        const source = byPath.get(path);
        if (source) open.push(...targets(source));
        if (path === 'test/scenes.ts') open.push('src/sim/simulate.ts');
      }
      return reached;
    };
    const reached = new Map(LAYERS.map((layer) => [layer, reachedFrom(layer)]));
    const untested = ({ path, layer, text }: Source) => {
      const isLong = text.split('\n').length > LONG && /^export (async )?(function|class)/m.test(text);
      return isLong && !reached.get(layer)?.has(path)
        ? [`has over ${LONG} lines and no test of its layer reaches it`]
        : [];
    };
    expect(violations(core, untested)).toEqual([]);
  });
});

describe('the command line and the studio', () => {
  const users = [...sources.filter(({ layer }) => layer === 'cli'), ...readSources('studio')];
  const beyond = (source: Source) =>
    targets(source).filter((path) => /^(src|reproduce)\//.test(path) && !path.startsWith('src/cli/'));
  const files = users.filter(({ path }) => !path.endsWith('.test.ts'));

  it('use the public entries, with these exceptions', () => {
    const allowed = new Set([...ENTRIES.values(), ...INTERNALS]);
    expect(violations(files, (source) => beyond(source).filter((path) => !allowed.has(path)))).toEqual([]);
    const used = new Set(files.flatMap(beyond));
    expect(INTERNALS.filter((path) => !used.has(path))).toEqual([]);
  });
});

describe('the studio', () => {
  const files = readSources('studio').filter(({ path }) => !/\.test\.ts$|\.d\.ts$|vite\.config/.test(path));
  const isBuild = ({ path }: Source) => path.startsWith('studio/build/');
  const page = files.filter((source) => !isBuild(source));

  it('imports the sources of the core only, and no source imports it', () => {
    // the code of the GPU runs on Node and in browsers
    const onNode = ON_NODE.filter((layer) => layer !== 'gpu');
    const outside = (source: Source) =>
      targets(source).filter((path) => !/^(studio|src|reproduce)\//.test(path) || onNode.includes(layerOf(path)));
    expect(violations(page, outside)).toEqual([]);
    expect(violations(all, (source) => targets(source).filter((path) => path.startsWith('studio/')))).toEqual([]);
  });

  it('imports only the packages meant for it, and Node only for its build', () => {
    const strangers = ({ imports }: Source) =>
      imports
        .filter((specifier) => !isRelative(specifier))
        .filter((specifier) => !STUDIO_PACKAGES.test(specifier.replace(/^(three|uplot)\/.*/, '$1')));
    expect(violations(page, strangers)).toEqual([]);
    const beyond = (source: Source) => strangers(source).filter((name) => !/^(node:|vite$)/.test(name));
    expect(violations(files.filter(isBuild), beyond)).toEqual([]);
  });

  it('reads, runs and reproduces scenes in workers only: the page itself stays small and responsive', () => {
    const heavy = ['readScene', 'runScene', 'simulate', 'reproduce'];
    const onPage = page.filter(({ path }) => !/^studio\/worker\/|\.worker\.ts$/.test(path));
    const values = ({ text }: Source) =>
      Array.from(text.matchAll(/^import \{([^}]*)\} from '[./]+\/(?:src|reproduce)\//gm), ([, names]) =>
        names.split(',').map((name) => name.trim().split(' ')[0]),
      ).flat();
    expect(onPage.flatMap(values)).toContain('vec3');
    expect(violations(onPage, (source) => values(source).filter((name) => heavy.includes(name)))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('shows the layers as they are (UPDATE_DOCS=1 redraws them)', () => {
    const page = join(root, 'docs/architecture.md');
    const text = readFileSync(page, 'utf8');
    const redrawn = text.replace(/(<!-- layers -->\n)[\s\S]*(\n<!-- end of layers -->)/, `$1${drawLayers(sources)}$2`);
    if (process.env['UPDATE_DOCS']) writeFileSync(page, redrawn);
    expect(redrawn).toContain('<!-- layers -->\n```mermaid');
    expect(readFileSync(page, 'utf8')).toBe(redrawn);
  });
});
