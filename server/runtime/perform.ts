// Performs one request without HTTP: checks it against the contract, prepares it, runs its transaction, and notifies
// followers.
import type { EndpointShape } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { TSchema } from '../../contract/schema.ts'
import { soon } from '../platform/database/database.ts'
import { type Finding, problemOf } from '../platform/error/problems.ts'
import type { Line } from '../platform/operation/lines.ts'
import {
  type Asker,
  backgroundCall,
  type Call,
  type Executor,
  type FileReply,
  type FlowContext,
  type Following,
  type LinesContext,
  type Perform,
  type PiecesContext,
  type Preparing,
  type Reply,
  type RunStep,
  type WriteOperation,
} from '../platform/operation/operation.ts'
import type { Services } from '../platform/operation/services.ts'
import { type Check, compile, compileQuery } from '../platform/operation/validate.ts'
import { unhurried } from './executor.ts'
import { operations } from './operations.ts'

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

/** Returns the schema of a body with unchecked rows, because each row is checked for a separate result. */
function rowsUnchecked({ body, rows: lines, elements: rows = lines }: EndpointShape): TSchema {
  if (rows === undefined) return body!
  const { properties } = body as unknown as { properties: Record<string, object> }
  return { ...body!, properties: { ...properties, [rows]: { ...properties[rows], items: {} } } } as TSchema
}

export type Outcome = Reply | FileReply | AsyncIterable<string>
export const isStream = (outcome: Outcome): outcome is AsyncIterable<string> => Symbol.asyncIterator in outcome

export const isFile = (outcome: Outcome): outcome is FileReply => 'open' in outcome

/** A client that waits for changes, and whether it wants them as a stream. */
export interface Follower {
  following: Following
  streams: boolean
}

/** The parts that perform requests. */
export interface Performing {
  executor: Executor
  /** Notifies the followers of an environment of a possible change. */
  changed(environmentId: string): void
}

export interface Request {
  id: EndpointId
  call: Call
  /** Returns the client and the services of the process. Some endpoints need neither. */
  asker?: () => Asker & { services: Services }
  follower?: Follower
}

/** Every fault of a request is found before any of it is carried out. */
export async function perform(performing: Performing, request: Request): Promise<Outcome> {
  const { id, call, follower } = request
  const { executor } = performing
  const operation = operations[id]
  const findings = faultsOf(id, call)
  const inPieces =
    findings.length === 0 && operation.kind === 'write' ? performPieces(performing, operation, call) : undefined
  if (inPieces) return inPieces
  let due = soon()
  // Time of another server does not count for the database's deadline.
  if (operation.kind === 'write' && (await prepare(executor, operation, request, { findings, due }))) due = soon()
  if (findings.length > 0) throw problemOf(findings)
  switch (operation.kind) {
    case 'read':
      return executor.read((tx) => operation.run(tx, call), due, call.environmentId)
    case 'write': {
      const reply = await executor.write(id, call, due)
      performing.changed(call.environmentId)
      if (operation.after && request.asker) operation.after(call, askerOf(request).services)
      return reply
    }
    case 'flow':
    case 'file':
      return operation.run(call, flowContext(performing, request))
    case 'stream':
      return operation.pages((work) => executor.read(work, undefined, call.environmentId), call)
    case 'follow':
      if (!follower) throw new Error(`${id} needs a client that waits.`)
      return follower.streams ? operation.stream(follower.following, call) : operation.answer(follower.following, call)
  }
}

export const isLong = (id: EndpointId): boolean => {
  const operation = operations[id]
  return (operation.kind === 'read' || operation.kind === 'write') && operation.long === true
}

/** Returns the key of the fair queue of a request, if its operation has one. */
export function queueKeyOf(id: EndpointId, services: Services, parameters: string[]): string | undefined {
  const operation = operations[id]
  return operation.kind === 'read' ? operation.queueKey?.(services, parameters) : undefined
}

/** Several transactions, and others in between. */
function performPieces(
  { executor, changed }: Performing,
  { pieces }: WriteOperation,
  call: Call,
): Promise<Reply> | undefined {
  const { idempotency } = call
  const context: PiecesContext = {
    read: (work) => executor.read(work, undefined, call.environmentId),
    run: async (step, input, piece) => {
      // No key of a client's has a blank in it.
      const own = idempotency && piece > 0 ? { ...idempotency, key: `${idempotency.key} ${piece}` } : idempotency
      const result = await executor.run(step, { ...call, body: input, idempotency: own })
      changed(call.environmentId)
      return result
    },
  }
  return pieces?.(call, context)
}

/** Returns the errors of a call by the schemas of the contract. */
function faultsOf(id: EndpointId, call: Call): Finding[] {
  const { params, query, body } = checks[id]
  // Not pushed as parameters: a body may have more faults than a function takes of those.
  const ofBody = body ? body(call.body) : []
  const before = [...query(call.query), ...(params ? params(call.params) : [])]
  return before.length === 0 ? [...ofBody] : before.concat(ofBody)
}

function askerOf({ id, asker }: Request): Asker & { services: Services } {
  if (!asker) throw new Error(`${id} needs somebody who asks.`)
  return asker()
}

/** Prepares the body for its rule, and adds field errors. Returns whether it asked another server. */
async function prepare(
  executor: Executor,
  { prepare: prepareBody, lasting }: WriteOperation,
  request: Request,
  { findings, due }: { findings: Finding[]; due: number },
): Promise<boolean> {
  if (!prepareBody) return false
  const { call } = request
  let isOutside = false
  const services = () => {
    isOutside = true
    return askerOf(request).services
  }
  const read: Preparing['read'] = (work) => executor.read(work, lasting ? undefined : due, call.environmentId)
  const scopes = () => askerOf(request).scopes
  call.body = await prepareBody(call, { environmentId: call.environmentId, findings, read, services, scopes })
  return isOutside
}

const nothingSent = {
  query: {},
  params: undefined,
  body: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  idempotency: undefined,
}

/** Between its transactions a flow may take its time: each of them has its own. */
function flowContext(performing: Performing, request: Request): FlowContext {
  const { executor, changed } = performing
  const { call, asker } = request
  const unhurriedly = { executor: unhurried(executor), changed }
  return {
    ...askerOf(request),
    read: (work) => executor.read(work, soon(), call.environmentId),
    run: async (step, input) => {
      const result = await executor.run(step, { ...call, body: input, idempotency: undefined }, soon())
      changed(call.environmentId)
      return result
    },
    // Many of these may wait for each other: a deadline for each would include the time of the others.
    perform: async (id, input) =>
      (await perform(unhurriedly, {
        id,
        call: { ...call, ...nothingSent, ...input },
        ...(asker ? { asker } : {}),
      })) as Reply,
  }
}

export interface LinesRequest extends Pick<LinesContext, 'allowed' | 'report'> {
  id: EndpointId
  call: Call
  lines: AsyncIterable<Line[]>
}

/** Performs a request whose rows arrive as lines. */
export function performLines({ executor, changed }: Performing, request: LinesRequest): AsyncIterable<string> {
  const { id, call, lines, allowed, report } = request
  const faults = checks[id].query(call.query)
  if (faults.length > 0) throw problemOf(faults)
  const operation = operations[id]
  if (operation.kind !== 'write' || !operation.lines) throw new Error(`${id} takes no lines.`)
  // Rows of a transaction have its time: a stream may last.
  const run: RunStep = async (step, input) => {
    const result = await executor.run(step, { ...call, now: Date.now(), body: input })
    changed(call.environmentId)
    return result
  }
  const read: Preparing['read'] = (work) => executor.read(work, undefined, call.environmentId)
  return operation.lines(call, lines, { read, run, allowed, report })
}

/**
 * Performs for the service itself or a command: other requests do not wait, and clients that follow events are not
 * informed.
 */
export const performingAlone = (executor: Executor): Performing => ({
  executor: unhurried(executor),
  changed: () => undefined,
})

/** Runs endpoints for an environment without HTTP, through the same checks and rules. */
export const performAs =
  (performing: Performing, environmentId: string): Perform =>
  async (id, input) =>
    (await perform(performing, { id, call: { ...backgroundCall(environmentId, undefined), ...input } })) as Reply
