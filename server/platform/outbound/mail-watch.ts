// Logs when the mail server stops accepting e-mails and when it accepts them again: one line each, with a code and no
// address.
import type { SendEmail } from '../operation/services.ts'

interface Log {
  error(line: object, message: string): void
  info(line: object, message: string): void
}

/** Deferred e-mails in a row after which the mail server counts as failing. A server may defer single e-mails. */
const putOffMax = 5

/** Returns a function that watches a connection to the mail server. All watched connections share their log lines. */
export function watchMail(logger: Log): (post: SendEmail) => SendEmail {
  let since: number | undefined
  let putOff = 0

  function failed(code: string, isOfServer: boolean): void {
    putOff++
    if (since !== undefined || (!isOfServer && putOff < putOffMax)) return
    since = performance.now()
    logger.error({ code }, 'the mail server does not take letters')
  }
  function answered(): void {
    putOff = 0
    if (since === undefined) return
    const awaySeconds = Math.round((performance.now() - since) / 100) / 10
    since = undefined
    logger.info({ awaySeconds }, 'the mail server takes letters again')
  }
  return (post) => async (letter) => {
    const posted = await post(letter)
    // A rejected e-mail also shows that the mail server works.
    if (posted.failure === 'failed') failed(posted.code, posted.isOfServer === true)
    else answered()
    return posted
  }
}
