import { describeItems } from '../../test/report-items.ts';
import { velocityContactItems } from './items.ts';

describeItems(velocityContactItems, 'VBC24');
