import { describeItems } from '../../test/report-items.ts';
import { rigidBodyItems } from './items.ts';

describeItems(rigidBodyItems, 'CP13');
