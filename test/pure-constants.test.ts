import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { markPureConstants } from '../scripts/pure-constants.mjs';

const CODE = `const GAUSS=1/Math.sqrt(3);const table=new Float64Array(4).fill(GAUSS);const settings={...{a:1},b:table.length};
const SceneError=class extends Error{};const half=(x)=>x/2;const values=[half(2),half(3)];let count=half(8);
const[two,three]=[half(4),half(6)];const{b:size,a}=settings;`;

async function exported(code: string): Promise<Record<string, unknown>> {
  const text = `${code}export const answers=[GAUSS,[...table],settings,SceneError.name,values,count,two,three,size,a];`;
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

it('marks every constant that calls or reads something, and none changes', async () => {
  const marked = markPureConstants(CODE);
  expect(marked.match(/#__PURE__/g)?.length).toBe(9);
  expect(await exported(marked)).toEqual(await exported(CODE));
  expect((await exported(CODE))['answers']).toEqual([
    1 / Math.sqrt(3),
    Array(4).fill(1 / Math.sqrt(3)),
    { a: 1, b: 4 },
    'SceneError',
    [1, 1.5],
    4,
    2,
    3,
    4,
    1,
  ]);
});

it('lets a bundler remove them all', async () => {
  const { code } = await transform(markPureConstants(CODE), { treeShaking: true, format: 'esm', minifySyntax: true });
  expect(code).toBe('');
  expect((await transform(CODE, { treeShaking: true, format: 'esm' })).code).not.toBe('');
});

it('leaves constants that are taken from the result of a call: it is called once', () => {
  expect(markPureConstants('const{a,b}=f();')).toBe('const{a,b}=f();');
});

it('rejects a class with static members, which would lose its name', () => {
  expect(() => markPureConstants('const A=class{static count=0};')).toThrow('static');
});
