// Makes elements of the reference. Everything from the document goes through text nodes, never through markup.

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

/** A part that is shut, and made when somebody first opens it: all of them together would be most of the page. */
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

/** A method in its colour, which says nothing that the word does not. */
export const methodMark = (method) => h('span', { class: 'method', 'data-method': method }, method)
