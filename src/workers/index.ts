/** Work on several threads: the same answers, to the last bit, as on one. */
export { type ContactPool, type ContactPoolOptions, createMeshCheckPool } from './contact-pool.ts';
export { createNarrowPhasePool, type SearchPool, type SearchPoolOptions } from './search-pool.ts';
