// Builds the guide from the pages of docs/, for Dray to serve at /guide.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { adaptMarkdown, anchorOf } from './markdown.js'
import { excludedPatterns, navigation, pageOf, root, sidebar } from './pages.js'
import { correctSearchBox } from './search-box.js'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%230b6b5d'/%3E" +
  "%3Cpath d='M4 5h6v5H4zM10 7h2l1 1.500V10h-3z' fill='%23fff'/%3E%3C/svg%3E"

export default defineConfig({
  title: 'Dray guide',
  titleTemplate: ':title · Dray guide',
  description: 'The guide of this installation of Dray, for planners, drivers, integrators and operators.',
  lang: 'en-GB',
  base: '/guide/',
  cleanUrls: true,
  srcDir: root,
  srcExclude: excludedPatterns,
  rewrites: pageOf,
  // The metadata of all pages would be an inline script, whose hash changes with each page.
  metaChunk: true,
  // The default creates a style element without a nonce when the reader changes the colours.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { name: 'robots', content: 'noindex' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  markdown: {
    config: adaptMarkdown,
    anchor: { slugify: anchorOf },
    // Braces in the text of a page are placeholders, not attributes.
    attrs: { disable: true },
    image: { lazyLoading: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: navigation,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
    notFound: {
      title: 'Page not found',
      quote: 'This page of the guide does not exist. Search for it, or open the index.',
      linkText: 'Open the index',
    },
  },
  vite: {
    logLevel: 'warn',
    publicDir: false,
    plugins: [correctSearchBox],
    resolve: {
      alias: [{ find: /^.*\/VPSocialLink\.vue$/, replacement: join(root, 'guide/.vitepress/theme/no-icon.js') }],
    },
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
  // The theme uses no icons of social networks.
  transformHtml: (html) => html.replace(/\n *<link [^>]*vp-icons\.css[^>]*>/, ''),
  buildEnd: ({ outDir }) => rmSync(join(outDir, 'vp-icons.css'), { force: true }),
})
