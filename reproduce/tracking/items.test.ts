import { describeItems } from '../../test/report-items.ts';
import { trackingItems } from './items.ts';

describeItems(trackingItems, 'PG05');
