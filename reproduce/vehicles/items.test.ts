import { describeItems } from '../../test/report-items.ts';
import { vehicleItems } from './items.ts';

describeItems(vehicleItems, 'PATH98');
