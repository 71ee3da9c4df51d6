// What an operator is told of a failure: the sentence that callers hear, and behind it the cause, which is not for them.
import { asProblem } from './problems.ts'

const behind = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

/** What came first: the words of the database or of the system, where a sentence of ours stands before them. */
export function causeOf(error: unknown): string | undefined {
  let cause = behind(error)
  while (behind(cause) instanceof Error) cause = behind(cause)
  return cause instanceof Error ? cause.message : undefined
}

/** Whether it may go better later: something that is needed cannot do it now. */
export const isPassing = (error: unknown): boolean => asProblem(error).code === 'UNAVAILABLE'

/** What failed in the background, and whose it is: ids only. */
export interface Failed {
  err: unknown
  environmentId?: string
  webhookId?: string
  noticeId?: string
}

/** What an operator hears of any error. Only what is unavailable keeps its cause to itself: others say what was wrong. */
export function inFull(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return isPassing(error) || isPassing(error.cause) ? withCause(error) : error.message
}

/** With what came first, where it is not told already. */
export function withCause(error: unknown): string {
  const { message } = error as Error
  const cause = causeOf(error)?.replace(/\.$/, '')
  return cause === undefined || message.includes(cause) ? message : `${message} Cause: ${cause}.`
}

/** What the connection to another program failed by. Its code and no text: what another program says may be anything. */
export function connectionFault(error: unknown): string {
  // The outer error of `fetch` says nothing but that it failed.
  const { cause, code: own, message } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  const code = cause?.code ?? own
  if (code === undefined) return `the connection failed (${cause?.message ?? message})`
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `the name was not found (${code})`
  if (code === 'ECONNREFUSED') return `the connection was refused (${code})`
  if (isOfEncryption(code)) return `the certificate or the encryption was not accepted (${code})`
  return `the connection failed (${code})`
}

export const isOfEncryption = (code: string): boolean => /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)
