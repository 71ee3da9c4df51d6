// The theme of the guide: the default theme with the colours of Dray and links to the installation.
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** Links to pages of the installation outside the guide. The target keeps the router from loading them. */
const installationLinks = (className) => () =>
  h('nav', { class: className, 'aria-label': 'This installation' }, [
    h('a', { href: '/docs', target: '_self' }, 'API reference'),
    h('a', { href: '/', target: '_self' }, 'Console'),
  ])

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': installationLinks('installation-links'),
      'nav-screen-content-after': installationLinks('installation-links-screen'),
    }),
}
