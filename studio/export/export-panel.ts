import { element } from '../page/element.ts';
import type { Panel } from '../page/studio.ts';

/** Pictures, tables, links and command lines of the run. */
export const exportPanel: Panel = () => element('section', { className: 'export' });
