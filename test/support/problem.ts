// What every refusal has to look like, whatever was wrong.
import assert from 'node:assert/strict'
import { ApiProblem } from '../../client/client.ts'
import { type ProblemCode, problemDefinitions } from '../../contract/problem.ts'
import type { Answer } from './harness.ts'

const members = new Set([
  'code',
  'message',
  'values',
  'errors',
  'help',
  'requestId',
  'consignmentId',
  'loadId',
  'token',
  'ways',
])

/** The answer is this problem, in the envelope of the interface; with `paths`, its faults are exactly at these places. */
export function assertProblem(answer: Answer, code: ProblemCode, paths?: string[]): void {
  const shown = `${answer.status} ${answer.text}`
  assert.equal(answer.json?.data?.code, code, shown)
  assert.equal(answer.status, problemDefinitions[code].status, shown)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(Object.keys(answer.json), ['status', 'data'])
  assert.equal(answer.json.status, 'ERROR')
  const { data } = answer.json
  assert.ok(data.message.length > 0)
  assert.equal(new URL(data.help, 'http://127.0.0.1').pathname, '/guide/generated/errors')
  assert.equal(data.help.split('#')[1], code.toLowerCase())
  assert.equal(data.requestId, answer.headers.get('x-request-id'))
  for (const name of Object.keys(data)) assert.ok(members.has(name), `${name} is a member of a problem`)
  for (const fault of data.errors ?? []) {
    assert.deepEqual(
      Object.keys(fault).filter((name) => name !== 'values'),
      ['path', 'code', 'message'],
    )
    assert.match(fault.path, /^($|\/|\?|[A-Z][A-Za-z-]*:$)/)
    assert.match(fault.code, /^[a-z_]+$/)
    assert.ok(fault.message.length > 0)
  }
  assert.notDeepEqual(data.errors, [], 'errors are left out rather than empty')
  assert.doesNotMatch(answer.text, /SQLITE|select |insert into|\bat .*\.ts:\d/i)
  if (paths)
    assert.deepEqual((data.errors ?? []).map((fault: { path: string }) => fault.path).sort(), paths.sort(), shown)
}

/** What the faults of a refusal say, for tests of hints. */
export const messagesOf = (answer: Answer): string =>
  (answer.json.data.errors ?? []).map((fault: { message: string }) => fault.message).join('\n')

/** Looking at tokens is itself a use of one, noted some seconds later. */
export const withoutUse = (text: string): string => text.replaceAll(/"lastUsed":("[^"]*"|null)/g, '')

/** A call that fails with this problem, which is answered to be looked at. */
export async function rejectsWith(code: ProblemCode, calling: Promise<unknown>): Promise<ApiProblem> {
  const error = await calling.then(
    () => assert.fail(`it was to be refused with ${code}`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ApiProblem && error.code === code, String(error))
  return error
}
