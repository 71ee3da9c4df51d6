// Searches endpoints, fields and errors, and marks the endpoint on the screen in the list.
import { h } from './dom.js'

/** Maximum number of fields that the list shows per endpoint. More would push other endpoints off the screen. */
const fieldsMax = 4

/** Scrolls to the target of a link, and first opens the nested parts that contain it. */
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

/**
 * Starts the search. `links` are the endpoints with their words and fields; `errors` are the error codes with their
 * words.
 */
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
      // If the words match the endpoint itself, the list does not show its fields.
      const own = isNamed || !shown ? [] : foundFields(fields, wanted)
      if (own.length > 0) item.append(h('ul', {}, own))
    }
    // Hides a heading whose endpoints are all hidden. The chapters at the start have no endpoints and stay.
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
    // On a phone, the list covers the page, so a click closes the list.
    document.getElementById('menu').setAttribute('aria-expanded', 'false')
    if (href?.startsWith('#')) setTimeout(() => reveal(decodeURIComponent(href.slice(1))))
  })
}

/** Scrolls only the list. `scrollIntoView` would also move the page if the list is above it. */
function keepInSight(anchor) {
  const list = document.getElementById('contents')
  const frame = list.getBoundingClientRect()
  const { top, bottom } = anchor.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom
}

/** Marks the endpoint on the screen in the list. */
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
