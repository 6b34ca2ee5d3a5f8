import { withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

/** An example scene: its picture, its text in the slot, and a link to it in the studio. */
export const SceneCard = defineComponent({
  props: { name: { type: String, required: true }, facts: { type: String, required: true } },
  setup(props, { slots }) {
    // the studio is not a page of the site: the target keeps the router from taking the link
    const link = { href: withBase(`/studio/index.html#/scene/${props.name}`), target: '_self' };
    return () =>
      h('article', { class: 'scene-card' }, [
        h('a', { ...link, tabindex: -1, 'aria-hidden': 'true' }, [
          h('img', { src: withBase(`/studio/thumbnails/${props.name}.svg`), alt: '', loading: 'lazy' }),
        ]),
        slots['default']?.(),
        h('p', { class: 'scene-facts' }, [props.facts, ' · ', h('a', link, 'Open in the studio')]),
      ]);
  },
});
