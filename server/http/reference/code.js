// Shows blocks of code with colours, a copy button, and one choice of language for all blocks.
import { h } from './dom.js'
import { languages, piecesOf, sampleOf } from './samples.js'

const coloured = (language, text) =>
  piecesOf(language, text).map(({ kind, text: piece }) => (kind ? h('span', { class: `is-${kind}` }, piece) : piece))

function copyButton(title, textNow) {
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `Copy ${title}` }, 'Copy')
  button.addEventListener('click', async () => {
    // Browsers offer the clipboard only to pages on https or localhost.
    await navigator.clipboard?.writeText(textNow()).then(
      () => {
        button.textContent = 'Copied'
      },
      () => {
        button.textContent = 'Select and copy'
      },
    )
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  return button
}

export function codeBlock(title, text, language = 'JSON') {
  return h(
    'figure',
    { class: 'code' },
    h(
      'figcaption',
      {},
      h('span', {}, title),
      copyButton(title, () => text),
    ),
    h('pre', { tabindex: '0', 'aria-label': title }, h('code', {}, coloured(language, text))),
  )
}

const languageName = 'dray-reference-language'
let chosen = languages.includes(localStorage.getItem(languageName)) ? localStorage.getItem(languageName) : languages[0]
/** Functions that redraw each block of samples after a change of language. */
const blocks = []

function choose(language) {
  chosen = language
  localStorage.setItem(languageName, language)
  for (const show of blocks) show()
}

/** Shows one request in all languages. Each sample is written when it is first shown. */
export function samples(call) {
  const code = h('code')
  const pre = h('pre', { tabindex: '0' }, code)
  const buttons = languages.map((language) =>
    h('button', { type: 'button', class: 'small', onclick: () => choose(language) }, language),
  )
  const written = new Map()
  const textOf = (language) => {
    if (!written.has(language)) written.set(language, sampleOf(language, call))
    return written.get(language)
  }
  const show = () => {
    buttons.forEach((button, index) => {
      button.setAttribute('aria-pressed', String(languages[index] === chosen))
    })
    pre.setAttribute('aria-label', `${call.operation.summary} in ${chosen}`)
    code.replaceChildren(...coloured(chosen, textOf(chosen)))
  }
  blocks.push(show)
  show()
  return h(
    'figure',
    { class: 'code' },
    h(
      'figcaption',
      {},
      h('span', { class: 'languages', role: 'group', 'aria-label': 'Language of the samples' }, buttons),
      copyButton('the sample', () => textOf(chosen)),
    ),
    pre,
  )
}
