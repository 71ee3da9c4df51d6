// Performs one request without HTTP: checks it against the contract, prepares it, runs its transaction, and notifies
// followers.
import type { EndpointShape } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { TSchema } from '../../contract/schema.ts'
import { getRequestDeadline } from '../platform/database/database.ts'
import { createProblem, type RequestError } from '../platform/error/problems.ts'
import type { BodyLine } from '../platform/operation/lines.ts'
import {
  createBackgroundCall,
  type FileResponse,
  type FlowContext,
  type FollowContext,
  type LinesContext,
  type OperationCall,
  type OperationExecutor,
  type OperationResponse,
  type PerformEndpoint,
  type PiecesContext,
  type PreparationContext,
  type RequestClient,
  type RunStep,
  type WriteOperation,
} from '../platform/operation/operation.ts'
import type { ProcessServices } from '../platform/operation/services.ts'
import { compileQuerySchema, compileSchema, type SchemaCheck } from '../platform/operation/validate.ts'
import { removeDeadlines } from './executor.ts'
import { endpointOperations } from './operations.ts'

interface Checks {
  params: SchemaCheck | undefined
  query: SchemaCheck
  body: SchemaCheck | undefined
}
const checks = {} as Record<EndpointId, Checks>
for (const [id, endpoint] of Object.entries(endpoints) as [EndpointId, EndpointShape][])
  checks[id] = {
    params: endpoint.params && compileSchema(endpoint.params),
    query: compileQuerySchema(endpoint.query),
    body: endpoint.body && compileSchema(rowsUnchecked(endpoint)),
  }

/** Returns the schema of a body with unchecked rows, because each row is checked for a separate result. */
function rowsUnchecked({ body, rows: lines, elements: rows = lines }: EndpointShape): TSchema {
  if (rows === undefined) return body!
  const { properties } = body as unknown as { properties: Record<string, object> }
  return { ...body!, properties: { ...properties, [rows]: { ...properties[rows], items: {} } } } as TSchema
}

export type RequestOutcome = OperationResponse | FileResponse | AsyncIterable<string>
export const isStream = (outcome: RequestOutcome): outcome is AsyncIterable<string> => Symbol.asyncIterator in outcome

export const isFile = (outcome: RequestOutcome): outcome is FileResponse => 'open' in outcome

/** A client that waits for changes, and whether it wants a stream. */
export interface FollowingClient {
  following: FollowContext
  streams: boolean
}

/** The parts that perform requests. */
export interface PerformContext {
  executor: OperationExecutor
  /** Notifies the followers of an environment of a possible change. */
  changed(environmentId: string): void
}

export interface OperationRequest {
  id: EndpointId
  call: OperationCall
  /** Returns the client and the services of the process. Some endpoints need neither. */
  asker?: () => RequestClient & { services: ProcessServices }
  follower?: FollowingClient
}

/** Performs a request after all of its errors are found. */
export async function performRequest(context: PerformContext, request: OperationRequest): Promise<RequestOutcome> {
  const { id, call, follower } = request
  const { executor } = context
  const operation = endpointOperations[id]
  const errors = checkCall(id, call)
  const inPieces =
    errors.length === 0 && operation.kind === 'write' ? performPieces(context, operation, call) : undefined
  if (inPieces) return inPieces
  let deadlineMs = getRequestDeadline()
  // Time of another server does not count for the database's deadline.
  if (operation.kind === 'write' && (await prepare(executor, operation, request, { errors, deadlineMs })))
    deadlineMs = getRequestDeadline()
  if (errors.length > 0) throw createProblem(errors)
  switch (operation.kind) {
    case 'read':
      return executor.read((tx) => operation.run(tx, call), deadlineMs, call.environmentId)
    case 'write': {
      const reply = await executor.write(id, call, deadlineMs)
      context.changed(call.environmentId)
      if (operation.runAfterCommit && request.asker) operation.runAfterCommit(call, askerOf(request).services)
      return reply
    }
    case 'flow':
    case 'file':
      return operation.run(call, flowContext(context, request))
    case 'stream':
      return operation.pages((work) => executor.read(work, undefined, call.environmentId), call)
    case 'follow':
      if (!follower) throw new Error(`${id} needs a client that waits.`)
      return follower.streams ? operation.stream(follower.following, call) : operation.answer(follower.following, call)
  }
}

export const isLong = (id: EndpointId): boolean => {
  const operation = endpointOperations[id]
  return (operation.kind === 'read' || operation.kind === 'write') && operation.long === true
}

/** Returns the key of the fair queue of a request, if its operation has one. */
export function findQueueKey(id: EndpointId, services: ProcessServices, parameters: string[]): string | undefined {
  const operation = endpointOperations[id]
  return operation.kind === 'read' ? operation.queueKey?.(services, parameters) : undefined
}

/** Performs a write in several transactions. Other writes may run in between. */
function performPieces(
  { executor, changed }: PerformContext,
  { pieces }: WriteOperation,
  call: OperationCall,
): Promise<OperationResponse> | undefined {
  const { idempotency } = call
  const context: PiecesContext = {
    read: (work) => executor.read(work, undefined, call.environmentId),
    run: async (step, input, index) => {
      // Keys of clients contain no blanks, so this key cannot be one of them.
      const indexed = idempotency && index > 0 ? { ...idempotency, key: `${idempotency.key} ${index}` } : idempotency
      const result = await executor.run(step, { ...call, body: input, idempotency: indexed })
      changed(call.environmentId)
      return result
    },
  }
  return pieces?.(call, context)
}

/** Returns the errors of a call by the schemas of the contract. */
function checkCall(id: EndpointId, call: OperationCall): RequestError[] {
  const { params, query, body } = checks[id]
  // Not passed to `push` as arguments: a body may have more errors than a function may have arguments.
  const ofBody = body ? body(call.body) : []
  const parameterErrors = [...query(call.query), ...(params ? params(call.params) : [])]
  return parameterErrors.length === 0 ? [...ofBody] : parameterErrors.concat(ofBody)
}

function askerOf({ id, asker }: OperationRequest): RequestClient & { services: ProcessServices } {
  if (!asker) throw new Error(`${id} needs a request.`)
  return asker()
}

/** Prepares the body for its rule, and adds field errors. Returns whether it asked another server. */
async function prepare(
  executor: OperationExecutor,
  { prepare: prepareBody, lasting }: WriteOperation,
  request: OperationRequest,
  { errors, deadlineMs }: { errors: RequestError[]; deadlineMs: number },
): Promise<boolean> {
  if (!prepareBody) return false
  const { call } = request
  let isOutside = false
  const services = () => {
    isOutside = true
    return askerOf(request).services
  }
  const read: PreparationContext['read'] = (work) =>
    executor.read(work, lasting ? undefined : deadlineMs, call.environmentId)
  const scopes = () => askerOf(request).scopes
  call.body = await prepareBody(call, { environmentId: call.environmentId, findings: errors, read, services, scopes })
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

/** Returns the context of a flow. Each transaction of a flow has its own deadline; the flow itself has none. */
function flowContext(performing: PerformContext, request: OperationRequest): FlowContext {
  const { executor, changed } = performing
  const { call, asker } = request
  const unhurriedly = { executor: removeDeadlines(executor), changed }
  return {
    ...askerOf(request),
    read: (work) => executor.read(work, getRequestDeadline(), call.environmentId),
    run: async (step, input) => {
      const result = await executor.run(step, { ...call, body: input, idempotency: undefined }, getRequestDeadline())
      changed(call.environmentId)
      return result
    },
    // Many of these requests may wait for each other. A deadline for each would include the time of the others.
    perform: async (id, input) =>
      (await performRequest(unhurriedly, {
        id,
        call: { ...call, ...nothingSent, ...input },
        ...(asker ? { asker } : {}),
      })) as OperationResponse,
  }
}

export interface LinesRequest extends Pick<LinesContext, 'allowed' | 'report'> {
  id: EndpointId
  call: OperationCall
  lines: AsyncIterable<BodyLine[]>
}

/** Performs a request whose rows arrive as lines. */
export function performLines({ executor, changed }: PerformContext, request: LinesRequest): AsyncIterable<string> {
  const { id, call, lines, allowed, report } = request
  const errors = checks[id].query(call.query)
  if (errors.length > 0) throw createProblem(errors)
  const operation = endpointOperations[id]
  if (operation.kind !== 'write' || !operation.lines) throw new Error(`${id} takes no lines.`)
  // The rows of a transaction get the time of the transaction, because a stream may last for hours.
  const run: RunStep = async (step, input) => {
    const result = await executor.run(step, { ...call, now: Date.now(), body: input })
    changed(call.environmentId)
    return result
  }
  const read: PreparationContext['read'] = (work) => executor.read(work, undefined, call.environmentId)
  return operation.lines(call, lines, { read, run, allowed, report })
}

/**
 * Returns a context for operations of the service itself or of a command. The operations have no deadline, and wake no
 * clients that follow events.
 */
export const createServiceContext = (executor: OperationExecutor): PerformContext => ({
  executor: removeDeadlines(executor),
  changed: () => undefined,
})

/** Runs endpoints for an environment without HTTP, through the same checks and rules. */
export const createEndpointPerformer =
  (performing: PerformContext, environmentId: string): PerformEndpoint =>
  async (id, input) =>
    (await performRequest(performing, {
      id,
      call: { ...createBackgroundCall(environmentId, undefined), ...input },
    })) as OperationResponse
