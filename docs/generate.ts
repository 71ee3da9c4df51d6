// Writes the documents generated from the contract: those in git, and those in docs/built, which git ignores.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildAsyncapi } from '../contract/asyncapi.ts'
import { type EndpointShape, listScopes } from '../contract/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { buildOpenapi } from '../contract/openapi.ts'
import { buildOpenapi30 } from '../contract/openapi-older.ts'
import { scopeMeanings } from '../contract/openapi-parts.ts'
import { fieldErrorMeanings, problemDefinitions } from '../contract/problem.ts'
import { formatSettingsTables } from '../server/platform/config/config-text.ts'
import { collections, curlPage } from './collection.ts'

const root = join(import.meta.dirname, '..')
const file = (path: string) => join(root, path)
const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { version: string }

// Padded as the formatter pads, so that the two never undo each other's work.
function table(head: string[], rows: string[][]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Generated parts of pages, by the name in their comment. */
const parts: Record<string, string> = {
  // The heading of each code is the target of `help` in an error response.
  errors: Object.entries(problemDefinitions)
    .map(([code, { status, when, remedy }]) => `## \`${code}\`\n\nHTTP ${status}. ${when}\n\n**Next step:** ${remedy}`)
    .join('\n\n'),
  faults: table(
    ['Code', 'What is wrong'],
    Object.entries(fieldErrorMeanings)
      .filter(([code]) => !(code.toUpperCase() in problemDefinitions))
      .map(([code, meaning]) => [`\`${code}\``, meaning]),
  ),
  scopes: table(
    ['Scope', 'Allows'],
    Object.entries(scopeMeanings).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
  ),
  endpoints: table(
    ['Method', 'Path', 'Does', 'Scope'],
    (Object.values(endpoints) as EndpointShape[]).map((e) => [
      e.method,
      `\`${e.path}\``,
      e.summary,
      e.scope
        ? listScopes(e)
            .map((scope) => `\`${scope}\``)
            .join(' or ')
        : e.access === 'person'
          ? 'a person'
          : e.access === 'driver'
            ? "a driver's device"
            : 'none',
    ]),
  ),
  settings: formatSettingsTables(),
}

const filled = (text: string) =>
  text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, start: string, name: string, end: string) => `${start}\n${parts[name] ?? ''}\n\n${end}`,
  )

const document = (content: object) => `${JSON.stringify(content, undefined, 2)}\n`

/** Returns the generated files in git, by their paths. */
export function generated(): Record<string, string> {
  return {
    'docs/openapi.json': document(buildOpenapi(version)),
    ...Object.fromEntries(
      ['endpoints', 'errors', 'field-errors', 'scopes'].map((name) => {
        const path = `docs/generated/${name}.md`
        return [path, filled(readFileSync(file(path), 'utf8'))]
      }),
    ),
    'docs/operate/configuration.md': filled(readFileSync(file('docs/operate/configuration.md'), 'utf8')),
    'docs/generated/curl.md': curlPage(),
  }
}

/** Builds OpenAPI 3.0, AsyncAPI and the collections for Bruno and Postman in the folder. Deletes its former content. */
export function build(folder = file('docs/built')): void {
  rmSync(folder, { recursive: true, force: true })
  const files = {
    'openapi-3.0.json': document(buildOpenapi30(version)),
    'asyncapi.json': document(buildAsyncapi(version)),
    ...collections(),
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  copyFileSync(file('docs/samples/photo.png'), join(folder, 'bruno/photo.png'))
}

if (import.meta.main) {
  for (const [path, content] of Object.entries(generated())) writeFileSync(file(path), content)
  build()
}
