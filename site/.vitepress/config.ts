import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { slugOf } from '../../studio/build/markdown.ts';
import { readNavigation } from '../build/navigation.ts';
import { BASE } from '../build/relative-base.ts';
import { isLive } from '../live/example.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  title: 'Appulse',
  description: 'Contact between moving bodies: how near they come, when they touch, and what happens then.',
  lang: 'en',
  // written by `npm run site`, see build/stage.ts
  srcDir: 'pages',
  outDir: '../dist/site',
  // replaced by relative addresses when the pages are written
  base: BASE,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}icon.svg` }]],
  // the studio is copied into the site afterwards; build/check-links.ts checks these links too
  ignoreDeadLinks: [/studio\/index/],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config(md) {
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, i, ...rest) => {
        const html = fence?.(tokens, i, ...rest) ?? '';
        const { info, content } = tokens[i];
        if (!isLive(info, content)) return html;
        return `<LiveExample code="${encodeURIComponent(content).replaceAll("'", '%27')}">\n${html}\n</LiveExample>`;
      };
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    ...readNavigation(),
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  vite: {
    server: { fs: { allow: [root] } },
    build: { target: 'es2023', chunkSizeWarningLimit: 3000, assetsInlineLimit: 0, reportCompressedSize: false },
  },
});
