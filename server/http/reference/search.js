// Finds endpoints, fields and errors by what is typed, and keeps the list beside the page where the reader is.
import { h } from './dom.js'

/** Of one endpoint; more would push the others out of sight. */
const fieldsMax = 4

/** Opens what a link leads into: fields stand in parts of the page that are shut, one within the other. */
export function reveal(id) {
  const steps = id.split('.')
  for (let count = 2; count < steps.length; count++) {
    const place = document.getElementById(steps.slice(0, count).join('.'))
    const part = place?.unfold ? place : place?.nextElementSibling?.querySelector('details')
    part?.unfold()
  }
  document.getElementById(id)?.scrollIntoView()
}

function foundFields(fields, wanted) {
  const found = fields.filter(({ name }) => wanted.some((word) => name.toLowerCase().includes(word)))
  return found
    .slice(0, fieldsMax)
    .map(({ id, name }) => h('li', { class: 'found' }, h('a', { href: `#${id}` }, h('code', {}, name))))
}

/** `links`: the endpoints with their words and fields. `errors`: the codes with theirs. */
export function searching({ links, errors }) {
  const input = document.getElementById('filter')
  const matches = document.getElementById('matches')
  const contents = document.getElementById('contents')
  const found = h('section', { hidden: true }, h('h2', {}, 'Errors found'), h('ul'))
  contents.append(found)
  const fits = (words, wanted) => wanted.every((word) => words.includes(word))
  const apply = () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const isEmpty = wanted.length === 0
    let count = 0
    for (const { view, item, words, names, fields } of links) {
      const isNamed = fits(words, wanted)
      const shown = isNamed || fits(`${words} ${names}`, wanted)
      view.hidden = item.hidden = !shown
      if (shown) count++
      item.querySelector('ul')?.remove()
      // Where the endpoint itself is meant, its fields are not.
      const own = isNamed || !shown ? [] : foundFields(fields, wanted)
      if (own.length > 0) item.append(h('ul', {}, own))
    }
    // A heading without endpoints under it says nothing; the chapters at the start have none anyway.
    for (const group of document.querySelectorAll('#contents > section, .chapter:has(> article)')) {
      const children = [...group.querySelectorAll(':scope > ul > li, article')]
      group.hidden = children.length > 0 && children.every((child) => child.hidden)
    }
    const codes = isEmpty ? [] : errors.filter(({ words }) => fits(words, wanted))
    found.hidden = codes.length === 0
    found.lastChild.replaceChildren(
      ...codes.map(({ code }) => h('li', {}, h('a', { href: `#error-${code}` }, h('code', {}, code)))),
    )
    matches.textContent = isEmpty ? '' : `${count} of ${links.length} endpoints, ${codes.length} errors`
    document.body.classList.toggle('searching', !isEmpty)
  }
  input.addEventListener('input', apply)
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select')
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape' && event.target === input) {
      input.value = ''
      apply()
    }
  })
  contents.addEventListener('click', (event) => {
    const href = event.target.closest?.('a')?.getAttribute('href')
    // On a phone the list lies over the page.
    document.getElementById('menu').setAttribute('aria-expanded', 'false')
    if (href?.startsWith('#')) setTimeout(() => reveal(decodeURIComponent(href.slice(1))))
  })
}

/** Scrolls the list alone: scrollIntoView would move the page as well where the list stands above it. */
function keepInSight(anchor) {
  const list = document.getElementById('contents')
  const frame = list.getBoundingClientRect()
  const { top, bottom } = anchor.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom
}

/** Marks the endpoint that is being read in the list beside it. */
export function following(links) {
  const anchors = new Map(links.map(({ view, item }) => [view, item.firstChild]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const anchor = anchors.get(target)
        if (isIntersecting) {
          anchor.setAttribute('aria-current', 'true')
          keepInSight(anchor)
        } else anchor.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  )
  for (const view of anchors.keys()) observer.observe(view)
}
