// Logs requests that fail with a 5xx status, and slow requests: the first of each kind, then counts.
import { convertToProblem } from '../platform/error/problems.ts'
import type { HttpExchange } from './exchange.ts'

/** Returns the fields of a request that may be logged: ids only, nothing that a client typed. */
export function requestLine(exchange: HttpExchange, status: number) {
  const { requestId, operation, principal, receivedMs } = exchange
  const durationMs = Math.round(performance.now() - receivedMs)
  return {
    requestId,
    operation,
    status,
    durationMs,
    environmentId: principal?.environmentId,
    actor: principal?.actor,
  }
}

/** Logs why a request failed: a sentence of Dray, and the cause from the database or the system. */
export function reportFailure(exchange: HttpExchange, error: unknown): void {
  const { code, status } = convertToProblem(error)
  const line = requestLine(exchange, status)
  if (code === 'INTERNAL') {
    reportMistake(exchange, error, 'request failed', line)
    return
  }
  const { message: reason, cause } = error as Error
  // Failures with one message may have different causes and remedies, so the cause is part of the state.
  const state = { reason, cause: cause instanceof Error ? cause.message : undefined }
  const latest = { requestId: exchange.requestId }
  const first = { ...line, ...state }
  exchange.answering.failures.record({ level: 'warn', message: 'requests fail', state, first, latest })
}

/** Logs an unexpected error with its stack. `err` is a text if another thread sent the stack. */
export function reportMistake(
  { requestId, operation, answering }: HttpExchange,
  err: unknown,
  message: string,
  line: object = { requestId },
): void {
  const reason = err instanceof Error ? err.message : String(err).split('\n', 1)[0]
  const first = { ...line, err }
  answering.failures.record({ level: 'error', message, state: { operation, reason }, first, latest: { requestId } })
}

/** Logs a request that took long. While an operation is slow, its further requests are counted. */
export function reportSlow(exchange: HttpExchange, status: number): void {
  const { requestId, operation, answering } = exchange
  const first = requestLine(exchange, status)
  answering.failures.record({
    level: 'warn',
    message: 'slow request',
    state: { operation },
    first,
    latest: { requestId },
  })
}
