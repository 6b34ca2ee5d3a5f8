/** `appulse/reproduce`: figures and tables of the sources, computed again. */
export { type Check, itemPassed, type ReportItem, type Reproducible, type Table } from './report-item.ts';
export { type Reproduction, reproduce, reproducibles, reproductionOf } from './reproduce.ts';
