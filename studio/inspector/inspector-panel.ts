import { element } from '../page/element.ts';
import type { Panel } from '../page/studio.ts';
import { createOutline } from './body-tree.ts';
import { createContactTable } from './contact-table.ts';
import { createFactsView } from './properties-view.ts';
import './inspector.css';

/** Properties of the selection; the tree of bodies, contacts and sensors. */
export const inspectorPanel: Panel = (studio, signal) => {
  studio.keys.add(
    [{ key: 'u', label: 'Clear selection', group: 'Inspect', run: () => studio.session.set({ selection: undefined }) }],
    signal,
  );
  return element(
    'section',
    { className: 'inspector', 'aria-label': 'Inspector' },
    createFactsView(studio, signal),
    createContactTable(studio, signal),
    createOutline(studio, signal),
  );
};
