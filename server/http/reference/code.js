// Blocks of code: coloured, copied with a button, and in the language that the reader has chosen for all of them.
import { h } from './dom.js'
import { languages, piecesOf, sampleOf } from './samples.js'

const coloured = (language, text) =>
  piecesOf(language, text).map(({ kind, text: piece }) => (kind ? h('span', { class: `is-${kind}` }, piece) : piece))

function copyButton(title, textNow) {
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `Copy ${title}` }, 'Copy')
  button.addEventListener('click', async () => {
    // Clipboards are closed to pages on plain http other than localhost.
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
/** Every block of samples, to follow the choice. */
const blocks = []

function choose(language) {
  chosen = language
  localStorage.setItem(languageName, language)
  for (const show of blocks) show()
}

/** One request in all languages; each is written when it is first looked at. */
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
