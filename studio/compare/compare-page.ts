import { element } from '../page/element.ts';
import type { Page } from '../page/studio.ts';

/** Two variants of a scene side by side, on one timeline. */
export const comparePage: Page = () => element('main', { className: 'page' }, element('h1', {}, 'Compare'));
