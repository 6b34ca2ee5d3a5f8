/** Work on several threads: results are bitwise identical to those of one thread. */
export { type ContactPool, type ContactPoolOptions, createMeshCheckPool } from './contact-pool.ts';
export { createNarrowPhasePool, type SearchPool, type SearchPoolOptions } from './search-pool.ts';
