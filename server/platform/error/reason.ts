// Describes failures for operators: the message that callers get, followed by the cause, which callers do not get.
import { convertToProblem } from './problems.ts'

const getCause = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

/** Returns the message of the first cause: the text of the database or the system that caused a message of Dray. */
export function findRootCause(error: unknown): string | undefined {
  let cause = getCause(error)
  while (getCause(cause) instanceof Error) cause = getCause(cause)
  return cause instanceof Error ? cause.message : undefined
}

/** Returns whether a retry may succeed, because a part is temporarily unavailable. */
export const isTemporary = (error: unknown): boolean => convertToProblem(error).code === 'UNAVAILABLE'

/** A background failure with the ids of its environment and record. */
export interface BackgroundFailure {
  err: unknown
  environmentId?: string
  webhookId?: string
  noticeId?: string
}

/**
 * Returns the full message of an error for operators. It adds the cause if a part is unavailable. Other messages are
 * complete without their cause.
 */
export function formatFullMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return isTemporary(error) || isTemporary(error.cause) ? appendCause(error) : error.message
}

/** Returns the message with its first cause, unless the message contains the cause. */
export function appendCause(error: unknown): string {
  const { message } = error as Error
  const cause = findRootCause(error)?.replace(/\.$/, '')
  return cause === undefined || message.includes(cause) ? message : `${message} Cause: ${cause}.`
}

/**
 * Describes why the connection to another program failed, by its error code. The text of another program may contain
 * anything.
 */
export function describeConnectionError(error: unknown): string {
  // The outer error of `fetch` only reports that the request failed.
  const {
    cause,
    code: errorCode,
    message,
  } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  const code = cause?.code ?? errorCode
  if (code === undefined) return `the connection failed (${cause?.message ?? message})`
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `the name was not found (${code})`
  if (code === 'ECONNREFUSED') return `the connection was refused (${code})`
  if (isOfEncryption(code)) return `the certificate or the encryption was not accepted (${code})`
  return `the connection failed (${code})`
}

export const isOfEncryption = (code: string): boolean => /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)
