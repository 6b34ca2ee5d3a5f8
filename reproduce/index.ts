/** `appulse/reproduce`: reproduction of figures and tables of the sources. */
export { type Check, itemPassed, type ReportItem, type Reproducible, type Table } from './report-item.ts';
export { type Reproduction, reproduce, reproducibles, reproductionOf } from './reproduce.ts';
