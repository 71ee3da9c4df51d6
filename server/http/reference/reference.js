// Renders the OpenAPI document as a readable page on which every request can be tried.
import { codeBlock, samples } from './code.js'
import { folded, h, inline, methodMark, paragraphs, section, table } from './dom.js'
import { bodyOf, pretty } from './samples.js'
import { following, reveal, searching } from './search.js'
import { authentication, tryPanel } from './try.js'

const base = new URL('.', location.href)
const content = document.getElementById('content')
let spec

function resolve(value) {
  if (!value?.$ref) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step], spec)
}

/** Returns a schema with its reference resolved, and whether it allows null. */
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

/** Returns the object schema whose fields an opened field shows: its own schema, or the schema of its elements. */
function membersOf(wrapped) {
  const { schema } = plain(wrapped)
  if (schema.properties) return schema
  if (schema.items) return membersOf(schema.items)
  return schema.anyOf?.map(membersOf).find(Boolean)
}

const fieldRow = ({ id, name, isRequired, type, meaning }) =>
  h(
    'tr',
    { id },
    h('th', { scope: 'row' }, h('code', {}, name), isRequired && h('span', { class: 'required' }, 'required')),
    h('td', {}, type),
    h('td', {}, inline(meaning ?? '')),
  )

/**
 * Returns the names and anchors of all fields of a schema, nested fields included. `place` is the anchor of the schema.
 */
const fieldsOf = (schema, place) =>
  Object.entries(schema.properties).flatMap(([name, member]) => {
    const id = `${place}.${name}`
    const inner = membersOf(member)
    return [{ id, name: id.slice(id.indexOf('.') + 1) }, ...(inner ? fieldsOf(inner, id) : [])]
  })

/**
 * Shows the fields of a schema as a table. `place` is the anchor of the schema, such as `createConsignment.packages`;
 * the anchor of each field starts with it.
 */
function fields(schema, place, label) {
  const rows = Object.entries(schema.properties).flatMap(([name, member]) => {
    const inner = membersOf(member)
    const id = `${place}.${name}`
    const row = fieldRow({
      id,
      name,
      isRequired: schema.required?.includes(name),
      type: [typeOf(member), ...limitsOf(member)],
      meaning: plain(member).schema.description,
    })
    if (!inner) return [row]
    const count = Object.keys(inner.properties).length
    const summary = [h('code', {}, name), ` has ${count} member${count === 1 ? '' : 's'}`]
    const more = folded({}, summary, () => fields(inner, id))
    return [row, h('tr', { class: 'inner' }, h('td', { colspan: '3' }, more))]
  })
  return h(
    'div',
    { class: 'fields' },
    label && h('p', { class: 'quiet' }, label),
    table(['Field', 'Type and limits', 'Meaning'], rows),
  )
}

function parameterTable(id, parameters) {
  const rows = parameters.map((p) =>
    fieldRow({
      id: `${id}.${p.in}.${p.name}`,
      name: p.name,
      isRequired: p.required,
      type: [`${typeOf(p.schema)} in the ${p.in}`, ...limitsOf(p.schema)],
      meaning: p.description,
    }),
  )
  return h('div', { class: 'fields' }, table(['Parameter', 'Type and limits', 'Meaning'], rows))
}

const codesOf = (operation) =>
  Object.values(operation.responses).flatMap((response) =>
    Object.keys(resolve(response).content?.['application/json']?.examples ?? {}),
  )

function errorTable(codes) {
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
  return table(['HTTP', 'Code', 'When'], rows)
}

function responsesOf(operation) {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const { description, content: bodies, headers } = resolve(response)
    const { schema, examples } = Object.values(bodies ?? {})[0] ?? {}
    if (examples) return []
    const members = schema && membersOf(schema)
    const names = Object.keys(headers ?? {})
    const place = `${operation.operationId}.${status}`
    return [
      h('p', { class: 'response' }, h('strong', {}, status), ' ', inline(description)),
      members && folded({ id: place }, `Body of ${status}`, () => fields(members, place)),
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

function article({ method, path, operation }) {
  const body = bodyOf(operation)
  const parameters = (operation.parameters ?? []).map(resolve)
  const members = body && membersOf(body.schema)
  const id = operation.operationId
  const codes = codesOf(operation)
  const call = { method, path, operation, parameters }
  const link = h('a', { href: `#${id}`, class: 'anchor', 'aria-label': 'Link to this endpoint' }, '#')
  return h(
    'article',
    { id, 'aria-labelledby': `${id}-title` },
    h('h3', { id: `${id}-title` }, operation.summary, ' ', link),
    h('p', { class: 'route' }, methodMark(method), ' ', h('code', {}, path)),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        {},
        paragraphs(operation.description),
        parameters.length > 0 && section('Parameters', parameterTable(id, parameters)),
        members && section('Body', fields(members, id, resolve(operation.requestBody).description)),
        section(
          'Answer',
          responsesOf(operation).filter(Boolean),
          codes.length > 0 && folded({}, `${codes.length} error codes`, () => errorTable(codes)),
        ),
      ),
      h('div', { class: 'side' }, samples(call), successSample(operation), tryPanel(call)),
    ),
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
    fields(resolve({ $ref: '#/components/schemas/ErrorEnvelope' }), 'errors'),
  )
}

const introduction = () =>
  h(
    'section',
    { id: 'introduction', class: 'chapter' },
    h('h1', {}, `${spec.info.title} API`),
    h('p', { class: 'lead' }, spec.info.summary),
    paragraphs(spec.info.description),
    h(
      'p',
      {},
      inline(
        `In the samples \`BASE\` is the address of the service, here \`${base.href.replace(/\/$/, '')}\`, and ` +
          `\`TOKEN\` is your token.`,
      ),
    ),
    h(
      'p',
      {},
      h('a', { href: 'openapi.json' }, 'OpenAPI document'),
      ` · version ${spec.info.version} · ${spec.info.license.name}`,
    ),
  )

const link = (href, ...children) => h('li', {}, h('a', { href }, ...children))
const list = (title, items) => h('section', {}, h('h2', {}, title), h('ul', {}, items))

/** Returns the parameters and fields of an endpoint for the search, request fields before response fields. */
function searchedOf(operation) {
  const id = operation.operationId
  const body = bodyOf(operation)
  const taken = body && membersOf(body.schema)
  const given = Object.entries(operation.responses).flatMap(([status, response]) => {
    const { schema, examples } = Object.values(resolve(response).content ?? {})[0] ?? {}
    const members = !examples && schema && membersOf(schema)
    return members ? fieldsOf(members, `${id}.${status}`) : []
  })
  return [
    ...(operation.parameters ?? []).map(resolve).map((p) => ({ id: `${id}.${p.in}.${p.name}`, name: p.name })),
    ...(taken ? fieldsOf(taken, id) : []),
    ...given.map(({ id: place, name }) => ({ id: place, name: name.replace(/^\d+\./, '') })),
  ]
}

/** Returns the article and the list item of an endpoint, with the words that the search compares. */
function entryOf(tag, { method, path, operation }) {
  const fields = searchedOf(operation)
  const view = article({ method, path, operation })
  const item = link(`#${view.id}`, methodMark(method), ' ', h('span', {}, operation.summary))
  const words = `${method} ${path} ${operation.summary} ${tag} ${operation['x-required-scope'] ?? ''}`.toLowerCase()
  const names = [...fields.map(({ name }) => name), ...codesOf(operation)].join(' ').toLowerCase()
  return { view, item, words, names, fields }
}

function render() {
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const start = [
    link('#introduction', 'Introduction'),
    link('#authentication', 'Using a token'),
    link('#errors', 'Errors'),
  ]
  const contents = [list('Start', start)]
  const chapters = [introduction(), authentication(spec)]
  const links = []
  for (const tag of spec.tags) {
    const entries = operations
      .filter(({ operation }) => operation.tags.includes(tag.name))
      .map((entry) => entryOf(tag.name, entry))
    links.push(...entries)
    contents.push(
      list(
        tag.name,
        entries.map(({ item }) => item),
      ),
    )
    const views = entries.map(({ view }) => view)
    chapters.push(
      h('section', { class: 'chapter' }, h('h2', {}, tag.name), h('p', { class: 'lead' }, tag.description), views),
    )
  }
  chapters.push(errors())
  document.getElementById('version').textContent = spec.info.version
  document.getElementById('contents').replaceChildren(...contents)
  content.replaceChildren(...chapters)
  const known = spec['x-problems'].map(({ code, status, when }) => ({
    code,
    words: `${code} ${status} ${when}`.toLowerCase(),
  }))
  searching({ links, errors: known })
  following(links)
  // The target did not exist yet when the browser looked for it.
  if (location.hash) reveal(decodeURIComponent(location.hash.slice(1)))
}

const menu = document.getElementById('menu')
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') !== 'true'))
})

try {
  const response = await fetch(new URL('openapi.json', base))
  if (!response.ok) throw new Error(`openapi.json answered ${response.status}`)
  spec = await response.json()
  render()
} catch (error) {
  content.replaceChildren(h('p', { class: 'failed' }, `The reference could not be loaded: ${error.message}`))
}
