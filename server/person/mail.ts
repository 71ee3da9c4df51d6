// Mail to people: links to come in with. Off unless an SMTP server is named.
import type { Config } from '../config.ts'
import { asOneLine } from '../core/line.ts'
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
      await (await ready).sendMail({ from: mailFrom, to: { name: '', address: to }, subject: asOneLine(subject), text })
    } catch (error) {
      // The library's own error repeats the address and what the other side said of it, which are not for a log.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      throw new Error(`The mail server did not accept the message (${[code, responseCode].filter(Boolean).join(' ')}).`)
    }
  }
}

/** The name may be older than the rule that it is one line. */
export const invitationMail = (to: string, environment: string, link: string): Mail => ({
  to,
  subject: `Invitation to ${environment}`,
  text: `You have been invited to the environment "${asOneLine(environment)}" in Dray.\n\nOpen this link to accept the invitation. It works once, within seven days:\n\n${link}\n`,
})

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Dray',
  text: `Someone, probably you, asked for a new password.\n\nOpen this link to set it. It works once, within one day:\n\n${link}\n\nIf it was not you, ignore this message: your password has not changed.\n`,
})

export const passwordMail = (to: string): Mail => ({
  to,
  subject: 'Your password for Dray was changed',
  text: 'The password of your account in Dray was changed, and all other sessions have ended.\n\nIf it was not you, tell the operator of the service or an owner of your environment at once.\n',
})

export const passwordRemovedMail = (to: string, singleSignOn: string): Mail => ({
  to,
  subject: 'Your account in Dray now uses single sign-on',
  text: `Somebody signed in to your account in Dray with ${asOneLine(singleSignOn)} for the first time. Your password was removed, and all other sessions have ended.\n\nIf it was not you, tell the operator of the service or an owner of your environment at once.\n`,
})

/** `role` in words; without one the person was removed. */
export const roleMail = (to: string, environment: string, role: string | undefined): Mail => ({
  to,
  subject: `Your access to ${environment} was changed`,
  text:
    role === undefined
      ? `You no longer have access to the environment "${asOneLine(environment)}" in Dray.\n\nIf you did not expect this, ask an owner of the environment.\n`
      : `You now have the role ${role} in the environment "${asOneLine(environment)}" in Dray.\n\nIf you did not expect this, ask an owner of the environment.\n`,
})
