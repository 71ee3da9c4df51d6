// Renders the OpenAPI document as a readable page on which every request can be tried.

const base = new URL('.', location.href)
const tokenName = 'dray-reference-token'
const content = document.getElementById('content')
let spec

// Everything from the document goes through text nodes, never through markup.
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

const inline = (text) =>
  text
    .split('`')
    .map((part, index) => (index % 2 ? h('code', {}, part) : part))
    .filter((part) => part !== '')
const paragraphs = (text) => text.split('\n\n').map((part) => h('p', {}, inline(part)))
const section = (title, ...children) => h('section', {}, h('h4', {}, title), ...children)
const table = (heads, rows) =>
  h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Table: ${heads.join(', ')}` },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h('tbody', {}, rows),
    ),
  )

function resolve(value) {
  if (!value?.$ref) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step], spec)
}

/** A schema without its reference and without its null. */
function plain(schema) {
  const resolved = resolve(schema)
  if (!resolved.anyOf) return { schema: resolved, nullable: [resolved.type].flat().includes('null') }
  const options = resolved.anyOf.filter((option) => option.type !== 'null')
  if (options.length > 1) return { schema: resolved, nullable: false }
  return { schema: resolve(options[0]), nullable: true }
}

function typeOf(wrapped) {
  const { schema, nullable } = plain(wrapped)
  let name = 'any'
  if (schema.anyOf) name = [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  else if (schema.items) name = `array of ${typeOf(schema.items)}`
  else if (schema.type)
    name = [schema.type]
      .flat()
      .filter((type) => type !== 'null')
      .join(' or ')
  return nullable ? `${name} or null` : name
}

const amount = (number) => (number === Number.MAX_SAFE_INTEGER ? '2⁵³−1' : number.toLocaleString('en'))
function range(low, high, unit) {
  if (low !== undefined && high !== undefined) return `${amount(low)} to ${amount(high)}${unit}`
  if (high !== undefined) return `at most ${amount(high)}${unit}`
  return low === undefined ? undefined : `at least ${amount(low)}${unit}`
}
function limitsOf(wrapped) {
  const { schema } = plain(wrapped)
  if (schema.anyOf) return schema.anyOf.flatMap(limitsOf)
  const values = schema.enum?.flatMap((value) => [h('code', {}, String(value)), ' '])
  return [
    values && h('span', {}, 'one of ', values),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, ' elements'),
    schema.pattern && h('span', {}, 'pattern ', h('code', {}, schema.pattern)),
  ]
    .filter(Boolean)
    .map((limit) => h('small', {}, limit))
}

/** The object whose members a field opens up to: the field itself, or what its array holds. */
function membersOf(wrapped) {
  const { schema } = plain(wrapped)
  if (schema.properties) return schema
  if (schema.items) return membersOf(schema.items)
  return schema.anyOf?.map(membersOf).find(Boolean)
}

function fields(schema, label) {
  const rows = Object.entries(schema.properties).flatMap(([name, member]) => {
    const inner = membersOf(member)
    const required = schema.required?.includes(name)
    const row = h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, name), required && h('span', { class: 'required' }, 'required')),
      h('td', {}, typeOf(member), limitsOf(member)),
      h('td', {}, inline(plain(member).schema.description ?? '')),
    )
    if (!inner) return [row]
    const count = Object.keys(inner.properties).length
    const summary = h('summary', {}, h('code', {}, name), ` has ${count} member${count === 1 ? '' : 's'}`)
    return [row, h('tr', { class: 'inner' }, h('td', { colspan: '3' }, h('details', {}, summary, fields(inner))))]
  })
  return h(
    'div',
    { class: 'fields' },
    label && h('p', { class: 'quiet' }, label),
    table(['Field', 'Type and limits', 'Meaning'], rows),
  )
}

function parametersOf(operation) {
  return (operation.parameters ?? []).map(resolve)
}
function parameterTable(parameters) {
  const rows = parameters.map((p) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, p.name), p.required && h('span', { class: 'required' }, 'required')),
      h('td', {}, `${typeOf(p.schema)} in the ${p.in}`, limitsOf(p.schema)),
      h('td', {}, inline(p.description ?? '')),
    ),
  )
  return h('div', { class: 'fields' }, table(['Parameter', 'Type and limits', 'Meaning'], rows))
}

const pretty = (value) => JSON.stringify(value, undefined, 2)
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function bodyOf(operation) {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!type) return undefined
  const text = type.includes('json') ? pretty(media.example) : new URLSearchParams(media.example).toString()
  return { type, text, schema: media.schema }
}

function curlOf(method, path, operation) {
  const body = bodyOf(operation)
  const selector = ['id', 'key'].find((name) =>
    parametersOf(operation).some((p) => p.in === 'query' && p.name === name),
  )
  const url = `$BASE${path.replaceAll('{', '$').replaceAll('}', '')}${selector ? `?${selector}=$${selector.toUpperCase()}` : ''}`
  return [
    `curl -sS --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? [`-H 'Content-Type: ${body.type}'`, `-d ${quoted(body.text)}`] : []),
  ].join(' \\\n  ')
}

function codeBlock(title, text) {
  const button = h('button', { type: 'button', class: 'small', 'aria-label': `Copy ${title}` }, 'Copy')
  button.addEventListener('click', async () => {
    // Clipboards are closed to pages on plain http other than localhost.
    await navigator.clipboard?.writeText(text).then(
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
  return h(
    'figure',
    { class: 'code' },
    h('figcaption', {}, h('span', {}, title), button),
    h('pre', { tabindex: '0', 'aria-label': title }, h('code', {}, text)),
  )
}

function errorTable(operation) {
  const codes = Object.values(operation.responses).flatMap((response) =>
    Object.keys(resolve(response).content?.['application/json']?.examples ?? {}),
  )
  if (codes.length === 0) return undefined
  const rows = codes.map((code) => {
    const problem = spec['x-problems'].find((known) => known.code === code)
    return h(
      'tr',
      {},
      h('td', {}, String(problem.status)),
      h('th', { scope: 'row' }, h('a', { href: `#error-${code}` }, h('code', {}, code))),
      h('td', {}, inline(problem.when)),
    )
  })
  return h('details', {}, h('summary', {}, `${codes.length} error codes`), table(['HTTP', 'Code', 'When'], rows))
}

function responsesOf(operation) {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const { description, content: bodies, headers } = resolve(response)
    const { schema, examples } = Object.values(bodies ?? {})[0] ?? {}
    if (examples) return []
    const members = schema && membersOf(schema)
    const names = Object.keys(headers ?? {})
    return [
      h('p', { class: 'response' }, h('strong', {}, status), ' ', inline(description)),
      members && h('details', {}, h('summary', {}, `Body of ${status}`), fields(members)),
      names.length > 0 &&
        h(
          'p',
          { class: 'quiet' },
          'Headers: ',
          names.flatMap((name, i) => [i ? ', ' : '', h('code', {}, name)]),
        ),
    ]
  })
}

function successSample(operation) {
  const [status, response] = Object.entries(operation.responses)[0]
  const example = resolve(response).content?.['application/json']?.example
  return example && codeBlock(`Response ${status}`, pretty(example))
}

const choicesOf = (schema) => (schema.type === 'boolean' ? ['true', 'false'] : schema.enum)

function tryPanel(method, path, operation) {
  const body = bodyOf(operation)
  const field = (label, input) => h('label', { class: 'field' }, h('span', {}, label), input)
  const inputs = parametersOf(operation).map((p) => ({
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
  return h('details', { class: 'try' }, h('summary', {}, 'Try it'), form, output)
}

async function send(operation, { method, path, inputs, body }, output) {
  const headers = new Headers()
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
  const token = sessionStorage.getItem(tokenName)
  if (token && operation.security.length > 0) headers.set('authorization', `Bearer ${token}`)
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
    // Not JSON, such as the metrics: shown as it came.
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

function article({ method, path, operation }) {
  const body = bodyOf(operation)
  const parameters = parametersOf(operation)
  const members = body && membersOf(body.schema)
  const id = operation.operationId
  return h(
    'article',
    { id, 'aria-labelledby': `${id}-title` },
    h(
      'h3',
      { id: `${id}-title` },
      operation.summary,
      ' ',
      h('a', { href: `#${id}`, class: 'anchor', 'aria-label': 'Link to this endpoint' }, '#'),
    ),
    h('p', { class: 'route' }, h('span', { class: 'method' }, method), ' ', h('code', {}, path)),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        {},
        paragraphs(operation.description),
        parameters.length > 0 && section('Parameters', parameterTable(parameters)),
        members && section('Body', fields(members, resolve(operation.requestBody).description)),
        section('Answer', responsesOf(operation).filter(Boolean), errorTable(operation)),
      ),
      h(
        'div',
        { class: 'side' },
        codeBlock('curl', curlOf(method, path, operation)),
        successSample(operation),
        tryPanel(method, path, operation),
      ),
    ),
  )
}

function authentication() {
  const input = h('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'eyJ…',
  })
  const state = h('p', { role: 'status', class: 'quiet' })
  const show = () => {
    const kept = sessionStorage.getItem(tokenName)
    state.textContent = kept ? 'A token is set for this tab; “Try it” sends it.' : 'No token is set.'
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
      h('button', { type: 'reset' }, 'Forget'),
    ),
    state,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (input.value.trim()) sessionStorage.setItem(tokenName, input.value.trim())
    input.value = ''
    show()
  })
  form.addEventListener('reset', () => {
    sessionStorage.removeItem(tokenName)
    show()
  })
  show()
  const scopes = spec.components.securitySchemes.clientCredentials.flows.clientCredentials.scopes
  const rows = Object.entries(scopes).map(([scope, meaning]) =>
    h('tr', {}, h('th', { scope: 'row' }, h('code', {}, scope)), h('td', {}, meaning)),
  )
  return h(
    'section',
    { id: 'authentication', class: 'chapter' },
    h('h2', {}, 'Using a token'),
    paragraphs(
      `Send \`Authorization: Bearer <token>\` with every request. ${spec.components.securitySchemes.bearer.description}`,
    ),
    form,
    h('p', { class: 'quiet' }, 'The token is kept only in this tab, until you close it.'),
    h('details', {}, h('summary', {}, `${rows.length} scopes`), table(['Scope', 'Allows'], rows)),
  )
}

function errors() {
  const rows = spec['x-problems'].map((problem) =>
    h(
      'tr',
      { id: `error-${problem.code}` },
      h('td', {}, String(problem.status)),
      h('th', { scope: 'row' }, h('code', {}, problem.code)),
      h('td', {}, inline(problem.when)),
      h('td', {}, inline(problem.remedy)),
    ),
  )
  return h(
    'section',
    { id: 'errors', class: 'chapter' },
    h('h2', {}, 'Errors'),
    h('p', {}, 'Base decisions on the code; the wording of messages may change.'),
    table(['HTTP', 'Code', 'When', 'What to do'], rows),
    codeBlock(
      'Example of an error',
      pretty({
        status: 'ERROR',
        data: {
          code: 'BAD_REQUEST',
          message: '`line1` is required.',
          errors: [{ path: '/consigneeAddress/line1', code: 'required', message: '`line1` is required.' }],
          requestId: '01K0EXAMPLE0000000000000001',
        },
      }),
    ),
    fields(resolve({ $ref: '#/components/schemas/ErrorEnvelope' })),
  )
}

function render() {
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const links = []
  const link = (href, ...children) => h('li', {}, h('a', { href }, ...children))
  const list = (title, items) => h('section', {}, h('h2', {}, title), h('ul', {}, items))
  const contents = [
    list('Start', [
      link('#introduction', 'Introduction'),
      link('#authentication', 'Using a token'),
      link('#errors', 'Errors'),
    ]),
  ]
  const chapters = [
    h(
      'section',
      { id: 'introduction', class: 'chapter' },
      h('h1', {}, `${spec.info.title} API`),
      h('p', { class: 'lead' }, spec.info.summary),
      paragraphs(spec.info.description),
      h(
        'p',
        {},
        h('a', { href: 'openapi.json' }, 'OpenAPI document'),
        ` · version ${spec.info.version} · ${spec.info.license.name}`,
      ),
    ),
    authentication(),
  ]
  for (const tag of spec.tags) {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name))
    const items = own.map((entry) => {
      const view = article(entry)
      const item = link(
        `#${view.id}`,
        h('span', { class: 'method' }, entry.method),
        ' ',
        h('span', {}, entry.operation.summary),
      )
      const words = `${entry.method} ${entry.path} ${entry.operation.summary} ${tag.name} ${entry.operation['x-required-scope'] ?? ''}`
      links.push({ view, item, words: words.toLowerCase() })
      return { view, item }
    })
    contents.push(
      list(
        tag.name,
        items.map(({ item }) => item),
      ),
    )
    chapters.push(
      h(
        'section',
        { class: 'chapter' },
        h('h2', {}, tag.name),
        h('p', { class: 'lead' }, tag.description),
        items.map(({ view }) => view),
      ),
    )
  }
  chapters.push(errors())
  document.getElementById('version').textContent = spec.info.version
  document.getElementById('contents').replaceChildren(...contents)
  content.replaceChildren(...chapters)
  filtering(links)
  following(links)
  // The target did not exist yet when the browser looked for it.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

function filtering(links) {
  const input = document.getElementById('filter')
  const matches = document.getElementById('matches')
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { view, item, words } of links) {
      const shown = wanted.every((word) => words.includes(word))
      view.hidden = item.hidden = !shown
      if (shown) count++
    }
    // A heading without endpoints under it says nothing; the chapters at the start have none anyway.
    for (const group of document.querySelectorAll('#contents > section, .chapter:has(> article)')) {
      const children = [...group.querySelectorAll('li, article')]
      group.hidden = children.length > 0 && children.every((child) => child.hidden)
    }
    matches.textContent = wanted.length > 0 ? `${count} of ${links.length} endpoints` : ''
  })
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select')
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape' && event.target === input) {
      input.value = ''
      input.dispatchEvent(new Event('input'))
    }
  })
}

/** Scrolls the list alone: scrollIntoView would move the page as well where the list stands above it. */
function reveal(anchor) {
  const list = document.getElementById('contents')
  const frame = list.getBoundingClientRect()
  const { top, bottom } = anchor.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom
}

/** Marks the endpoint that is being read in the list beside it. */
function following(links) {
  const anchors = new Map(links.map(({ view, item }) => [view, item.firstChild]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const anchor = anchors.get(target)
        if (isIntersecting) {
          anchor.setAttribute('aria-current', 'true')
          reveal(anchor)
        } else anchor.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  )
  for (const view of anchors.keys()) observer.observe(view)
}

try {
  const response = await fetch(new URL('openapi.json', base))
  if (!response.ok) throw new Error(`openapi.json answered ${response.status}`)
  spec = await response.json()
  render()
} catch (error) {
  content.replaceChildren(h('p', { class: 'failed' }, `The reference could not be loaded: ${error.message}`))
}
