// Writes the requests as collections for Bruno and Postman, and as commands for curl.
import { type Sample, samples, table } from './requests.ts'

const indented = (text: string) => text.replace(/^/gm, '  ')
const block = (name: string, lines: string[]) => `${name} {\n${indented(lines.join('\n'))}\n}\n`

const urlOf = ({ path, query }: Sample) => {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return text === '' ? path : `${path}?${text}`
}

function bruno(sample: Sample, sequence: number): string {
  const { endpoint, query, body, file, status, otherwise, saves } = sample
  return [
    block('meta', [`name: ${endpoint.summary}`, 'type: http', `seq: ${sequence}`]),
    block(endpoint.method.toLowerCase(), [
      `url: {{baseUrl}}${urlOf(sample)}`,
      `body: ${file ? 'file' : body === undefined ? 'none' : 'json'}`,
      'auth: bearer',
    ]),
    ...(Object.keys(query).length > 0
      ? [
          block(
            'params:query',
            Object.entries(query).map(([name, value]) => `${name}: ${value}`),
          ),
        ]
      : []),
    block('auth:bearer', ['token: {{token}}']),
    ...(file ? [block('body:file', [`file: @file(${file.name}) @contentType(${file.type})`])] : []),
    ...(body === undefined ? [] : [block('body:json', [JSON.stringify(body, undefined, 2)])]),
    ...(Object.keys(saves).length > 0
      ? [
          block(
            'vars:post-response',
            Object.entries(saves).map(([name, place]) => `${name}: res.body.${place}`),
          ),
        ]
      : []),
    block('assert', [`res.status: ${otherwise === undefined ? `eq ${status}` : `in ${status}, ${otherwise}`}`]),
  ].join('\n')
}

/** Returns a request of a Postman collection, version 2.1. */
function postman(sample: Sample): object {
  const { endpoint, path, query, body, file, status, otherwise, saves } = sample
  const statuses = [status, ...(otherwise === undefined ? [] : [otherwise])]
  const script = [
    `pm.test('answers ${statuses.join(' or ')}', () => ` +
      `pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]))`,
    ...Object.entries(saves).map(
      ([name, place]) =>
        `if (pm.response.code < 300) pm.collectionVariables.set('${name}', pm.response.json().${place})`,
    ),
  ]
  const type = file?.type ?? (body === undefined ? undefined : 'application/json')
  return {
    name: endpoint.summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    request: {
      method: endpoint.method,
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      ...(file ? { body: { mode: 'file', file: { src: `bruno/${file.name}` } } } : {}),
      ...(body === undefined
        ? {}
        : {
            body: { mode: 'raw', raw: JSON.stringify(body, undefined, 2), options: { raw: { language: 'json' } } },
          }),
      url: {
        raw: `{{baseUrl}}${urlOf(sample)}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        query: Object.entries(query).map(([key, value]) => ({ key, value })),
      },
      ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    },
  }
}

const postmanCollection = () => ({
  info: {
    name: 'Dray',
    description: 'A request for every endpoint that a token may use, in an order in which all of them succeed.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
    { key: 'token', value: '' },
  ],
  item: samples.map(postman),
})

const nameOf = (variable: string) => variable.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
const inShell = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `$${nameOf(name)}`)

function curl(sample: Sample): string {
  const { endpoint, body, file, status, saves } = sample
  const json = body === undefined ? undefined : JSON.stringify(body, undefined, 2)
  const fails = status < 300 ? '--fail-with-body ' : ''
  const method = endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `
  const parts = [
    `curl -sS ${fails}${method}"$BASE${inShell(urlOf(sample))}"`,
    `  -H "Authorization: Bearer $TOKEN"${json === undefined ? '' : " -H 'Content-Type: application/json'"}`,
    ...(file ? [`  -H 'Content-Type: ${file.type}' --data-binary @-`] : []),
    ...(endpoint.download ? ['  -o /dev/null'] : []),
    // Without names of earlier answers in it, a body may stand in single quotes.
    ...(json === undefined
      ? []
      : [
          json.includes('{{')
            ? `  -d "${inShell(json.replaceAll('"', '\\"'))}"`
            : `  -d '${json.replaceAll("'", "'\\''")}'`,
        ]),
  ]
  const command = `${file ? `${file.written} \\\n  | ` : ''}${parts.join(' \\\n')}`
  const saved = Object.keys(saves)[0]
  if (saved === undefined) return command
  const member = /(\w+)$/.exec(saves[saved]!)![1]
  return `${nameOf(saved)}=$(${command} \\\n  | sed -n 's/.*"${member}":"\\([^"]*\\)".*/\\1/p')`
}

const page = `# A command for every endpoint

This page has a \`curl\` command for every endpoint that a token may use.
The same requests are collections for [Bruno](https://www.usebruno.com) (\`docs/built/bruno\`) and for
[Postman](https://www.postman.com) (\`docs/built/postman.json\`).
The npm package contains both; in a checkout, \`npm run docs\` builds them.

To run a collection, set \`baseUrl\` and \`token\`.
In Postman, choose the file from the folder \`bruno\` where a request sends a file.

The commands run from top to bottom in \`bash\`.
Use a separate environment: the commands create and delete orders, and the last one resets the environment.

- **Environment.** Only a sandbox (\`--sandbox\`) can be reset.
  The reset replaces all its data with the demo data.
  In an ordinary environment the reset returns 409 \`NOT_SANDBOX\`; all other commands work.
- **Scopes.** The scope \`*\` includes everything except people and tokens.
  A token with \`*\` alone gets 403 \`TOKEN_PERMISSIONS\` for people, invitations, sign-ins, tokens and clients.
  The collections accept both responses.

\`\`\`sh
npx dray environment create curl --sandbox
export BASE=http://127.0.0.1:8080
export TOKEN=$(npx dray token create --environment curl --scope '*' --scope people:write --scope tokens:write)
\`\`\`
`

/** Returns the files of the collections by their paths in `docs/built`. */
export function collections(): Record<string, string> {
  const files: Record<string, string> = {
    'bruno/bruno.json': `${JSON.stringify({ version: '1', name: 'Dray', type: 'collection' }, undefined, 2)}\n`,
    'bruno/environments/local.bru': `${block('vars', ['baseUrl: http://127.0.0.1:8080'])}vars:secret [\n  token\n]\n`,
    'bruno/orders.csv': table,
  }
  for (const [index, sample] of samples.entries()) files[`bruno/${sample.endpoint.id}.bru`] = bruno(sample, index + 1)
  files['postman.json'] = `${JSON.stringify(postmanCollection(), undefined, 2)}\n`
  return files
}

/** Returns docs/generated/curl.md. */
export function curlPage(): string {
  const commands = samples.map((sample) => {
    const { endpoint, status } = sample
    const refused = status < 300 ? '' : `, which returns ${status} here`
    const title = `\n## ${endpoint.summary}\n\n\`${endpoint.method} ${endpoint.path}\`${refused}\n`
    return `${title}\n\`\`\`bash\n${curl(sample)}\n\`\`\`\n`
  })
  return page + commands.join('')
}
