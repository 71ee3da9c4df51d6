// Corrects the roles in the search box of VitePress 1.6, which nests links in buttons and options.

/** Parts of the template of VPLocalSearchBox.vue, each with its correction. */
const corrections = [
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"',
  ],
  [/id="localsearch-input"/, 'id="localsearch-input" role="combobox" :aria-expanded="String(results?.length > 0)"'],
  [
    /:id="'localsearch-item-' \+ index"\s+:aria-selected="selectedIndex === index \? 'true' : 'false'"\s+role="option"/,
    'role="none"',
  ],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  // The label consists of an icon.
  [/(?<!:)aria-labelledby="localsearch-label"/g, ':aria-label="buttonText"'],
  [/:aria-labelledby="results\?\.length \? 'localsearch-label'/, ':aria-label="results?.length ? buttonText'],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  [/<span class="title-icon">/, '<span class="title-icon" aria-hidden="true">'],
]

/** Vite plugin. It fails if an update of VitePress changes a part, so that the corrections are checked again. */
export const correctSearchBox = {
  name: 'correct-search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
    return corrections.reduce((text, [part, correction]) => {
      if (text.search(part) === -1) throw new Error(`The search box of VitePress has changed: it lacks ${part}.`)
      return text.replace(part, () => correction)
    }, code)
  },
}
