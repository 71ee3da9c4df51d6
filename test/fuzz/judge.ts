// Holds a response to any request against the contract: its status, its envelope, its data, its headers.
import assert from 'node:assert/strict'
import { ImportSummary, RowResult } from '../../contract/bulk.ts'
import { type EndpointShape, isTagged, listProblems } from '../../contract/endpoint.ts'
import { errorEnvelope } from '../../contract/openapi-parts.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { TSchema } from '../../contract/schema.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import type { Answer } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'

function assertFits(schema: TSchema, value: unknown, what: string): void {
  assert.deepEqual(compileSchema(schema)(value), [], `${what} does not match its schema`)
}

function assertDeclaredProblem(endpoint: EndpointShape, answer: Answer): void {
  const code = answer.json?.data?.code as ProblemCode
  assertProblem(answer, code)
  assert.ok(listProblems(endpoint).includes(code), `${code} is not declared`)
  assertFits(errorEnvelope as TSchema, answer.json, 'the problem')
}

/** One line of a response to a stream of rows. */
function assertLine(endpoint: EndpointShape, text: string): void {
  const line = JSON.parse(text)
  if (line.summary) assertFits(ImportSummary, line.summary, 'the summary')
  else if (line.problem) assert.ok(listProblems(endpoint).includes(line.problem.code), `${text} is declared`)
  else assertFits(RowResult, line, 'the row')
}

function assertSuccess(endpoint: EndpointShape, answer: Answer): void {
  const { created, data, download, etag, conditional } = endpoint
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  const allowed = created === true ? [201] : created ? [200, 201] : [200]
  assert.ok(allowed.includes(answer.status), `${answer.status} is not declared`)
  if (etag) assert.match(answer.headers.get('etag') ?? '', conditional ? /^"[\w-]+"$/ : /^("\d+"|W\/"\d+\.[\w-]+")$/)
  else if (isTagged(endpoint)) assert.ok(answer.headers.has('etag'), 'there is no ETag')
  if (download) assert.ok(download.includes(type), `${type} is not declared`)
  else if (endpoint.rows && type === 'application/x-ndjson') {
    for (const line of answer.text.split('\n')) if (line !== '') assertLine(endpoint, line)
  } else assertJson(data, answer, type)
}

function assertJson(data: TSchema | undefined, answer: Answer, type: string): void {
  assert.equal(type, 'application/json')
  assert.equal(answer.json?.status, 'OK')
  assert.deepEqual(Object.keys(answer.json).sort(), data ? ['data', 'status'] : ['status'])
  if (data) assertFits(data, answer.json.data, 'the data')
}

/** A failure of the service: a status of 500 or more, or a row that failed by a mistake of the service. */
export const isServiceFailure = ({ status, text }: Answer): boolean =>
  status >= 500 || text.includes('"code":"INTERNAL"')

/** Throws where the response breaks a promise of the contract. */
export function assertPromised(endpoint: EndpointShape, answer: Answer): void {
  assert.ok(!isServiceFailure(answer), `the service failed: ${answer.status} ${answer.text.slice(0, 500)}`)
  if (answer.status >= 400) assertDeclaredProblem(endpoint, answer)
  else if (answer.status !== 304) assertSuccess(endpoint, answer)
  else {
    assert.ok(endpoint.conditional || isTagged(endpoint) || endpoint.download, '304 is not declared')
    assert.equal(answer.text, '')
  }
}
