import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';
import { LiveExample } from './live-example.ts';
import { SceneCard } from './scene-card.ts';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveExample', LiveExample);
    app.component('SceneCard', SceneCard);
  },
} satisfies Theme;
