import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const examples = new URL('../../examples/', import.meta.url);
const target = new URL('example-sweeps.ts', import.meta.url);

/** Specifications in examples/sweeps with the scenes that they name. */
const NAMES = [
  'offset-models',
  'docking-errors',
  'docking-envelope',
  'drogue-envelope',
  'tracker-gains',
  'delta-v-spread',
];

function compact(path: string): string {
  return JSON.stringify(JSON.parse(readFileSync(new URL(path, examples), 'utf8')));
}

function programText(): string {
  const entries = NAMES.map((name) => {
    const spec = compact(`sweeps/${name}.sweep.json`);
    const { scene } = JSON.parse(spec);
    const named = typeof scene === 'string' ? `\n    scene: \`${compact(`${scene}.scene.json`)}\`,` : '';
    return `  '${name}': {\n    spec: \`${spec}\`,${named}\n  },`;
  });
  return `/**
 * The sweeps of examples/sweeps and their scenes as texts: the report is also computed in a page, which has no files.
 * \`UPDATE_EXAMPLES=1 npx vitest run reproduce/sweeps/example-sweeps.test.ts\` writes this file.
 */
export const EXAMPLE_SWEEPS: Readonly<Record<ExampleSweep, { readonly spec: string; readonly scene?: string }>> = {
${entries.join('\n')}
};

export type ExampleSweep =
${NAMES.map((name) => `  | '${name}'`).join('\n')};
`;
}

it('the sweeps of the report are those of examples/sweeps (UPDATE_EXAMPLES=1 copies them)', () => {
  if (process.env['UPDATE_EXAMPLES']) writeFileSync(target, programText());
  expect(readFileSync(target, 'utf8')).toBe(programText());
});
