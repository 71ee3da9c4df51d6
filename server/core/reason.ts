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

/** Other errors say themselves what was wrong. */
export function inFull(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = isPassing(error) || isPassing(error.cause) ? causeOf(error) : undefined
  return cause === undefined || error.message.includes(cause) ? error.message : `${error.message} Cause: ${cause}.`
}
