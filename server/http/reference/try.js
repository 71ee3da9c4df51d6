// Sends requests from the page, with a token that the reader types, or as the user who is signed in to the console.
import { codeBlock } from './code.js'
import { folded, h, paragraphs, table } from './dom.js'
import { bodyOf, pretty } from './samples.js'

const base = new URL('.', location.href)
const tokenName = 'dray-reference-token'
/** Storage name under which the console keeps the environment of its tab. */
const environmentName = 'dray.environment'

/** The user who is signed in to the console in this browser; undefined until the user is found. */
let person
let environmentId = sessionStorage.getItem(environmentName) ?? localStorage.getItem(environmentName) ?? ''

const keptToken = () => sessionStorage.getItem(tokenName)

/**
 * Returns the headers that authenticate a request: with a token if one is set, otherwise with the session of the
 * console.
 */
function credentials() {
  const token = keptToken()
  if (token) return { authorization: `Bearer ${token}` }
  return person ? { 'dray-environment': environmentId, 'x-dray-console': '1' } : {}
}

const choicesOf = (schema) => (schema.type === 'boolean' ? ['true', 'false'] : schema.enum)

export const tryPanel = (call) => folded({ class: 'try' }, 'Try it', () => tryForm(call))

function tryForm({ method, path, operation, parameters }) {
  const body = bodyOf(operation)
  const field = (label, input) => h('label', { class: 'field' }, h('span', {}, label), input)
  const inputs = parameters.map((p) => ({
    ...p,
    input: choicesOf(p.schema)
      ? h(
          'select',
          {},
          h('option', { value: '' }, ''),
          choicesOf(p.schema).map((value) => h('option', {}, value)),
        )
      : h('input', {
          type: 'text',
          autocomplete: 'off',
          spellcheck: 'false',
          placeholder: p.schema.examples?.[0] ?? '',
        }),
  }))
  const text = body && h('textarea', { rows: '10', spellcheck: 'false', autocomplete: 'off' })
  if (text) text.value = body.text
  const output = h('div', { class: 'output', 'aria-live': 'polite' })
  const form = h(
    'form',
    {},
    inputs.map((p) => field(`${p.name} (${p.in}${p.required ? ', required' : ''})`, p.input)),
    text && field(`Body (${body.type})`, text),
    h('button', { type: 'submit', class: 'primary' }, `Send ${method}`),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (method === 'DELETE' && !confirm(`Really send DELETE ${path}?`)) return
    send(operation, { method, path, inputs, body: body && { type: body.type, text: text.value } }, output)
  })
  return [form, output]
}

async function send(operation, { method, path, inputs, body }, output) {
  const headers = new Headers(operation.security.length > 0 ? credentials() : {})
  const url = new URL(base)
  let filled = path
  for (const { name, in: place, input } of inputs) {
    if (input.value === '') continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(input.value))
    if (place === 'query') url.searchParams.set(name, input.value)
    if (place === 'header') headers.set(name, input.value)
  }
  if (filled.includes('{')) {
    output.replaceChildren(h('p', { class: 'failed' }, 'Fill in the path parameter first.'))
    return
  }
  url.pathname = base.pathname.replace(/\/$/, '') + filled
  if (body) headers.set('content-type', body.type)
  output.replaceChildren(h('p', {}, 'Sending …'))
  const started = performance.now()
  try {
    const response = await fetch(url, { method, headers, ...(body ? { body: body.text } : {}) })
    const answer = await response.text()
    output.replaceChildren(...answerView(response, answer, Math.round(performance.now() - started)))
  } catch (error) {
    output.replaceChildren(h('p', { class: 'failed' }, `No response: ${error.message}`))
  }
}

function answerView(response, text, milliseconds) {
  let body = text
  try {
    body = pretty(JSON.parse(text))
  } catch {
    // A body that is not JSON, such as the metrics, is shown unchanged.
  }
  const requestId = response.headers.get('x-request-id')
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return [
    h(
      'p',
      { class: response.ok ? 'succeeded' : 'failed' },
      h('strong', {}, `${response.status} ${response.statusText}`),
      ` in ${milliseconds} ms`,
      requestId && h('span', {}, ', request ', h('code', {}, requestId)),
    ),
    response.status === 401 && h('p', {}, h('a', { href: '#authentication' }, 'Set a token'), ' first.'),
    h('details', {}, h('summary', {}, 'Headers'), h('pre', { tabindex: '0' }, lines)),
    codeBlock('Body', body.length > 200_000 ? `${body.slice(0, 200_000)}\n… truncated` : body),
  ].filter(Boolean)
}

/**
 * Finds the signed-in user. It sends no request if the console was not used in this browser, because the browser would
 * log the failure.
 */
async function findPerson() {
  if (environmentId === '') return
  const response = await fetch(new URL('v1/me', base)).catch(() => undefined)
  if (response?.ok) person = (await response.json()).data
  const environments = person?.environments ?? []
  if (!environments.some((one) => one.environmentId === environmentId))
    environmentId = environments[0]?.environmentId ?? ''
}

/** Shows who sends the requests, and lets a user choose the environment. */
function who(state) {
  const choice = h('select', { id: 'environment' })
  choice.addEventListener('change', () => {
    environmentId = choice.value
  })
  const field = h('label', { class: 'field', hidden: true }, h('span', {}, 'Environment'), choice)
  const show = () => {
    const token = keptToken()
    field.hidden = Boolean(token) || !person
    state.textContent = token
      ? 'A token is set for this tab; “Try it” sends it.'
      : person
        ? `You are signed in to the console as ${person.name || person.email}: “Try it” works with your session ` +
          'and your role.'
        : 'No token is set, and nobody is signed in to the console.'
  }
  findPerson().then(() => {
    choice.replaceChildren(
      ...(person?.environments ?? []).map(({ environmentId: id, name }) =>
        h('option', { value: id, selected: id === environmentId }, name),
      ),
    )
    show()
  })
  show()
  return { field, show }
}

export function authentication(spec) {
  const input = h('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'eyJ…',
  })
  const state = h('p', { role: 'status', class: 'quiet' })
  const { field, show } = who(state)
  const forget = () => {
    sessionStorage.removeItem(tokenName)
    show()
  }
  const form = h(
    'form',
    { class: 'token' },
    h('label', { for: 'token' }, 'Token for “Try it”'),
    h(
      'div',
      { class: 'row' },
      input,
      h('button', { type: 'submit', class: 'primary' }, 'Use'),
      h('button', { type: 'button', onclick: forget }, 'Forget'),
    ),
    state,
    field,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (input.value.trim()) sessionStorage.setItem(tokenName, input.value.trim())
    input.value = ''
    show()
  })
  const scopes = spec.components.securitySchemes.clientCredentials.flows.clientCredentials.scopes
  const rows = Object.entries(scopes).map(([scope, meaning]) =>
    h('tr', {}, h('th', { scope: 'row' }, h('code', {}, scope)), h('td', {}, meaning)),
  )
  return h(
    'section',
    { id: 'authentication', class: 'chapter' },
    h('h2', {}, 'Using a token'),
    paragraphs(
      `Send \`Authorization: Bearer <token>\` with every request. ` +
        `${spec.components.securitySchemes.bearer.description}`,
    ),
    form,
    h('p', { class: 'quiet' }, 'The token is kept only in this tab, until you close it.'),
    h('details', {}, h('summary', {}, `${rows.length} scopes`), table(['Scope', 'Allows'], rows)),
  )
}
