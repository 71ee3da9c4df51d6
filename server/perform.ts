// One request without its HTTP: checked against the contract, prepared, run in its transaction.
import type { EndpointShape } from '../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../contract/index.ts'
import type { TSchema } from '../contract/schema.ts'
import type { Line } from './core/lines.ts'
import type { Asking, Call, Finding, Following, LinesHand, Reply, Services } from './core/operation.ts'
import { problemOf } from './core/problems.ts'
import { type Check, compile, compileQuery } from './core/validate.ts'
import { soon } from './database/database.ts'
import type { Perform } from './environment/demo.ts'
import type { Executor } from './executor.ts'
import { operations, type StepId } from './operations.ts'

interface Checks {
  params: Check | undefined
  query: Check
  body: Check | undefined
}
const checks = {} as Record<EndpointId, Checks>
for (const [id, endpoint] of Object.entries(endpoints) as [EndpointId, EndpointShape][])
  checks[id] = {
    params: endpoint.params && compile(endpoint.params),
    query: compileQuery(endpoint.query),
    body: endpoint.body && compile(rowsUnchecked(endpoint)),
  }

/** Rows are checked one by one, each for an answer of its own. */
function rowsUnchecked({ body, rows }: EndpointShape): TSchema {
  if (rows === undefined) return body!
  const { properties } = body as unknown as { properties: Record<string, object> }
  return { ...body!, properties: { ...properties, [rows]: { ...properties[rows], items: {} } } } as TSchema
}

export type Outcome = Reply | AsyncIterable<string>
export const isStream = (outcome: Outcome): outcome is AsyncIterable<string> => Symbol.asyncIterator in outcome

/** A client that waits for changes, and whether it wants them as a stream. */
export interface Follower {
  following: Following
  streams: boolean
}

/** Every fault of a request is found before any of it is carried out. */
export async function perform(
  executor: Executor,
  id: EndpointId,
  call: Call,
  askingOf?: () => Asking & { services: Services },
  follower?: Follower,
): Promise<Outcome> {
  const asking = () => {
    if (!askingOf) throw new Error(`${id} needs somebody who asks.`)
    return askingOf()
  }
  const { params, query, body } = checks[id]
  const findings: Finding[] = []
  const queryFaults = query(call.query)
  if (queryFaults.length > 0) findings.push(...queryFaults)
  if (params) findings.push(...params(call.params))
  if (body) findings.push(...body(call.body))
  const operation = operations[id]
  let due = soon()
  if (operation.kind === 'write' && operation.prepare) {
    const { environmentId } = call
    let isOutside = false
    const services = () => {
      isOutside = true
      return asking().services
    }
    const read: Executor['read'] = (work) => executor.read(work, operation.lasting ? undefined : due)
    call.body = await operation.prepare(call, { environmentId, findings, read, services })
    // The time that somebody else takes to answer is not the database's.
    if (isOutside) due = soon()
  }
  if (findings.length > 0) throw problemOf(findings)
  if (operation.kind === 'write') return executor.write(id, call, due)
  if (operation.kind === 'flow') {
    // Between its transactions a flow may take its time: each of them has its own.
    const read: Executor['read'] = (work) => executor.read(work, soon())
    const write = (step: StepId, body: unknown) =>
      executor.write(step, { ...call, body, idempotency: undefined }, soon())
    const bare = { query: {}, params: undefined, body: undefined, ifMatch: undefined, idempotency: undefined }
    const performAlso: Perform = async (other, input) =>
      (await perform(executor, other, { ...call, ...bare, ...input }, asking)) as Reply
    return operation.run(call, { ...asking(), read, write, perform: performAlso })
  }
  if (operation.kind === 'read') return executor.read((tx) => operation.run(tx, call), due)
  if (operation.kind === 'stream') return operation.pages(executor.read, call)
  if (!follower) throw new Error(`${id} needs a client that waits.`)
  return follower.streams ? operation.stream(follower.following, call) : operation.answer(follower.following, call)
}

/** The same for an endpoint with rows that come as lines. */
export function performLines(
  executor: Executor,
  id: EndpointId,
  call: Call,
  lines: AsyncIterable<Line[]>,
  { turn, report }: Pick<LinesHand, 'turn' | 'report'>,
): AsyncIterable<string> {
  const faults = checks[id].query(call.query)
  if (faults.length > 0) throw problemOf(faults)
  const operation = operations[id]
  if (operation.kind !== 'write' || !operation.lines) throw new Error(`${id} takes no lines.`)
  // The rows of a transaction are stored as of its own time: a stream may last.
  const write = (step: StepId, body: unknown) => executor.write(step, { ...call, now: Date.now(), body })
  return operation.lines(call, lines, { read: executor.read, write, turn, report })
}
