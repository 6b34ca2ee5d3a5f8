/** What the browser test runs on both sides: the public surface, and the hash that compares bits. */
export * from '../src/index.ts';
export { hashNumbers } from '../src/math/hash.ts';
