import { element } from '../page/element.ts';
import type { Page } from '../page/studio.ts';

/** A handle that the mouse drives against a body. */
export const touchPage: Page = () => element('main', { className: 'page' }, element('h1', {}, 'Touch'));
