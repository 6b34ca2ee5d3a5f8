import { element } from '../page/element.ts';
import type { Panel } from '../page/studio.ts';

/** The scene text with completion and errors in place. */
export const editorPanel: Panel = () => element('section', { className: 'editor' });
