import { describeItems } from '../../test/report-items.ts';
import { sweepItems } from './items.ts';

describeItems(sweepItems, 'SWEEP');
