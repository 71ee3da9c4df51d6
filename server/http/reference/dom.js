// Creates elements of the reference. All content of the document becomes text nodes, never markup.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

export const inline = (text) =>
  text
    .split('`')
    .map((part, index) => (index % 2 ? h('code', {}, part) : part))
    .filter((part) => part !== '')

export const paragraphs = (text) => text.split('\n\n').map((part) => h('p', {}, inline(part)))

export const section = (title, ...children) => h('section', {}, h('h4', {}, title), ...children)

export function table(heads, rows) {
  const head = h(
    'tr',
    {},
    heads.map((name) => h('th', { scope: 'col' }, name)),
  )
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Table: ${heads.join(', ')}` },
    h('table', {}, h('thead', {}, head), h('tbody', {}, rows)),
  )
}

/**
 * Returns a closed part whose content is created when a reader first opens it. All closed parts together would be most
 * of the page.
 */
export function folded(attributes, summary, make) {
  const details = h('details', attributes, h('summary', {}, summary))
  let isMade = false
  details.unfold = () => {
    if (!isMade) details.append(...[make()].flat())
    isMade = true
    details.open = true
  }
  details.addEventListener('toggle', () => details.open && details.unfold())
  return details
}

/** Shows a method in its colour. The colour adds no information to the word. */
export const methodMark = (method) => h('span', { class: 'method', 'data-method': method }, method)
