/** Work on several threads: the same answers, to the last bit, as on one. */
export { type ContactPool, type ContactPoolOptions, createContactPool } from './contact-pool.ts';
export { createSearchPool, type SearchPool, type SearchPoolOptions } from './search-pool.ts';
