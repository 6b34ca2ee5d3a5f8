import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { markPureConstants } from '../scripts/pure-constants.mjs';

const CODE = `const GAUSS=1/Math.sqrt(3);const table=new Float64Array(4).fill(GAUSS);const settings={...{a:1},b:table.length};
const SceneError=class extends Error{};const half=(x)=>x/2;const values=[half(2),half(3)];let count=half(8);`;

async function exported(code: string): Promise<Record<string, unknown>> {
  const text = `${code}export const answers=[GAUSS,[...table],settings,SceneError.name,values,count];`;
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

it('marks every constant that calls or reads something, and none changes', async () => {
  const marked = markPureConstants(CODE);
  expect(marked.match(/#__PURE__/g)?.length).toBe(5);
  expect(await exported(marked)).toEqual(await exported(CODE));
  expect((await exported(CODE))['answers']).toEqual([
    1 / Math.sqrt(3),
    Array(4).fill(1 / Math.sqrt(3)),
    { a: 1, b: 4 },
    'SceneError',
    [1, 1.5],
    4,
  ]);
});

it('lets a bundler remove them all', async () => {
  const { code } = await transform(markPureConstants(CODE), { treeShaking: true, format: 'esm', minifySyntax: true });
  expect(code).toBe('');
  expect((await transform(CODE, { treeShaking: true, format: 'esm' })).code).not.toBe('');
});

it('rejects a class with static members, which would lose its name', () => {
  expect(() => markPureConstants('const A=class{static count=0};')).toThrow('static');
});
