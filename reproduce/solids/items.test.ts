import { describeItems } from '../../test/report-items.ts';
import { solidItems } from './items.ts';

describeItems(solidItems, 'SOLID');
