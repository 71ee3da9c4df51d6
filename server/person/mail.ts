// Mail to people: links to come in with. Off unless an SMTP server is named.
import type { Config } from '../config.ts'
import type { Mail, Services } from '../core/services.ts'

const timeoutMs = 10_000

export function createMail({ mailUrl, mailFrom }: Pick<Config, 'mailUrl' | 'mailFrom'>): Services['mail'] {
  if (mailUrl === '') return undefined
  // Loaded with the first mail: most starts send none.
  const transport = () =>
    import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: mailUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // What is sent is text of our own: nothing in it may fetch a file or a page.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
  let ready: ReturnType<typeof transport> | undefined
  return async ({ to, subject, text }) => {
    ready ??= transport()
    try {
      await (await ready).sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text })
    } catch (error) {
      // The library's own error repeats the address and what the other side said of it, which are not for a log.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      throw new Error(`The mail server did not accept the message (${[code, responseCode].filter(Boolean).join(' ')}).`)
    }
  }
}

export const invitationMail = (to: string, environment: string, link: string): Mail => ({
  to,
  subject: `Invitation to ${environment}`,
  text: `You have been invited to the environment "${environment}" in Dray.\n\nOpen this link to accept the invitation. It works once, within seven days:\n\n${link}\n`,
})

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Dray',
  text: `Someone, probably you, asked for a new password.\n\nOpen this link to set it. It works once, within one day:\n\n${link}\n\nIf it was not you, ignore this message: your password has not changed.\n`,
})
