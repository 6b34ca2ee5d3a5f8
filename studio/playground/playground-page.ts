import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';
import { acceptShapeDrops } from './accept-shape-drops.ts';
import { createAnswerPanel } from './answer-panel.ts';
import { createBodyPanel } from './body-panel.ts';
import { createPlayModel, type PlayModel } from './play-model.ts';
import { type PlayState, readPlayState, SIDES } from './play-state.ts';
import { createPlayView } from './play-view.ts';
import { FIRST_STATE, PRESETS } from './presets.ts';
import { createShapeLoader } from './shape-loader.ts';
import { keepPlayAddress, playLink } from './sync-play-url.ts';
import '../view/view.css';
import './playground.css';

/** Two shapes to move by hand, with everything the pair table and the response say about them. */
export const playgroundPage: Page = (studio, link, signal) => {
  const failure = element('p', { className: 'play-failure', role: 'alert' });
  const given = link.route.page === 'play' ? link.route.state : undefined;
  const model = createPlayModel(firstState(given, failure), failure, signal);
  const copy = (text: string | undefined, what: string) => {
    if (text === undefined) return studio.announce(`There is nothing to copy as ${what} yet.`);
    navigator.clipboard.writeText(text).then(
      () => studio.announce(`Copied as ${what}.`),
      (error: unknown) => studio.announce(`Could not copy: ${String(error)}`, 'error'),
    );
  };
  const loader = createShapeLoader(studio, signal);
  const panels = SIDES.map((side) => ({
    side,
    panel: createBodyPanel(
      side,
      {
        ...loader,
        choose: model.choose,
        change: model.change,
        select: (selected) => model.set({ selected }),
      },
      signal,
    ),
  }));
  const answers = createAnswerPanel({
    state: () => model.store.get().state,
    answers: () => model.store.get().answers,
    set: model.set,
    copy,
  });
  model.store.follow(
    ['state', 'answers', 'built', 'failures'],
    (now) => {
      const { state, answers: found, failures } = now;
      for (const { side, panel } of panels) panel.show(state, failures[side], found.masses?.[side].immovable);
      answers.show(now);
    },
    signal,
  );
  const copyLink = async () => copy(await playLink(model.store.get().state, model.camera()), 'link');
  const stage = createPlayView(
    studio,
    model,
    { camera: link.camera, failure, copyLink: () => void copyLink() },
    signal,
  );
  keepPlayAddress(model, signal);
  const page = element(
    'main',
    { className: 'play' },
    createIntroduction(model),
    stage,
    element('div', { className: 'play-bodies' }, failure, ...panels.map(({ panel }) => panel.element)),
    answers.element,
  );
  acceptShapeDrops(page, studio, model, loader, signal);
  return page;
};

function firstState(text: string | undefined, failure: HTMLElement): PlayState {
  if (text === undefined) return FIRST_STATE;
  try {
    return readPlayState(text);
  } catch (error) {
    failure.textContent = `This link has no valid state: ${error instanceof Error ? error.message : String(error)}`;
    return FIRST_STATE;
  }
}

function createIntroduction(model: PlayModel): HTMLElement {
  const chips = PRESETS.map(({ label, state }) =>
    element('button', { type: 'button', className: 'button play-preset', onclick: () => model.replace(state) }, label),
  );
  return element(
    'div',
    { className: 'play-head' },
    element('h1', {}, 'Playground'),
    element(
      'p',
      { className: 'play-lead' },
      'Drag a body. Distance, contact and impact follow at once. ',
      element('a', { href: routeHref({ page: 'guide', name: 'studio', section: 'playground' }) }, 'How it works'),
    ),
    element('div', { className: 'play-presets', role: 'group', 'aria-label': 'Start with' }, ...chips),
  );
}
