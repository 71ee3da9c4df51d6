// Writes and sends e-mails to users: links, and reports of changes to their accounts. Needs an SMTP server.

import type { EmailResult, ProcessServices, SendEmail, TextEmail } from '../../platform/operation/services.ts'
import { withTimeout } from '../../platform/process/timeout.ts'
import { formatOneLine } from '../../platform/value/line.ts'

/** Largest number of e-mails that are sent at the same time. A mail server may need minutes for one e-mail. */
const concurrentMax = 8
/** Largest number of waiting e-mails. Further ones are dropped. */
const waitingMax = 1_000
/** Largest number of attempts without a clear result. The e-mail may have arrived, so it is retried only once. */
const unsureMax = 2

type Failure = Extract<EmailResult, { failure: string }>
/** Returns an error without the text of the mail server, which may repeat the e-mail address. */
const notAccepted = ({ code }: Failure) => new Error(`The mail server did not accept the message (${code}).`)

/** Sends an e-mail once. Throws if the mail server does not accept it. */
export const sendOnce = async (post: SendEmail, mail: TextEmail): Promise<void> => {
  const posted = await post(mail)
  if (posted.failure) throw notAccepted(posted)
}

export interface MailingParts {
  /**
   * Connections for e-mails whose sender waits (`now`), and for other e-mails (`patient`). Undefined without a mail
   * server.
   */
  posts: { now: SendEmail; patient: SendEmail } | undefined
  report: ProcessServices['report']
  /** Delays between the attempts of an e-mail, in milliseconds. */
  delaysMs: readonly number[]
}
interface Errand {
  mail: TextEmail
  tries: number
  unsure: number
}

/**
 * Opens the sending of e-mails to users. Waiting e-mails are only in memory. When the process ends, it reports their
 * number, and they are lost.
 */
export function openMailing({ posts, report, delaysMs }: MailingParts) {
  const queue: Errand[] = []
  const running = new Set<Promise<void>>()
  /** Timers of e-mails that wait for a retry. */
  const resting = new Set<NodeJS.Timeout>()
  let stopping = false

  async function attempt(post: SendEmail, { mail, ...before }: Errand): Promise<void> {
    const posted = await post(mail)
    if (!posted.failure) return
    const unsure = before.unsure + (posted.isUnsure ? 1 : 0)
    const delay = delaysMs[before.tries]
    const isHopeless = posted.failure === 'refused' || unsure >= unsureMax || isFull() || stopping
    if (isHopeless || delay === undefined) throw notAccepted(posted)
    const timer = setTimeout(() => {
      resting.delete(timer)
      queue.push({ mail, tries: before.tries + 1, unsure })
      next(post)
    }, delay).unref()
    resting.add(timer)
  }
  function next(post: SendEmail): void {
    while (running.size < concurrentMax && queue.length > 0) {
      const done = attempt(post, queue.shift()!)
        .catch(report)
        .finally(() => {
          running.delete(done)
          next(post)
        })
      running.add(done)
    }
  }
  const isFull = () => queue.length + resting.size >= waitingMax
  const emptied = async () => {
    while (running.size > 0) await Promise.race(running)
  }
  return {
    mail: posts && {
      once: (mail: TextEmail) => sendOnce(posts.now, mail),
      send(mail: TextEmail): void {
        if (isFull()) report(new Error('Too many e-mails wait to be sent: one e-mail was dropped.'))
        else queue.push({ mail, tries: 0, unsure: 0 })
        next(posts.patient)
      },
    },
    /** Sends the waiting e-mails within `ms` milliseconds, without retries. */
    async stop(ms: number): Promise<void> {
      stopping = true
      for (const timer of resting) clearTimeout(timer)
      await withTimeout(ms, emptied())
      const remaining = running.size + queue.length + resting.size
      queue.length = 0
      if (remaining > 0)
        report(
          new Error(`The service is stopping with ${remaining} e-mails that the mail server has not accepted yet.`),
        )
    },
  }
}

/** Writes an invitation. Formats the name as one line, because an old name may have several. */
export const writeInvitationMail = (address: string, environment: string, link: string): TextEmail => ({
  to: address,
  subject: `Invitation to ${environment}`,
  text:
    `You have been invited to the environment "${formatOneLine(environment)}" in Dray.\n\n` +
    `Open this link to accept the invitation. It works once, within seven days:\n\n${link}\n`,
})

export const writeResetMail = (address: string, link: string): TextEmail => ({
  to: address,
  subject: 'Set a new password for Dray',
  text:
    `Someone, probably you, asked for a new password.\n\n` +
    `Open this link to set it. It works once, within one day:\n\n${link}\n\n` +
    'If it was not you, ignore this message: your password has not changed.\n',
})

export const writePasswordMail = (address: string): TextEmail => ({
  to: address,
  subject: 'Your password for Dray was changed',
  text:
    'The password of your account in Dray was changed, and all other sessions have ended.\n\n' +
    'If it was not you, inform the operator of the service or an owner of your environment immediately.\n',
})

export const writeSingleSignOnMail = (address: string, singleSignOn: string): TextEmail => ({
  to: address,
  subject: 'Your account in Dray now uses single sign-on',
  text:
    `A user signed in to your account in Dray with ${formatOneLine(singleSignOn)} for the first time. From now on ` +
    'this is the way in: a password and second factors that your account had were removed, and all other sessions ' +
    'have ended.\n\n' +
    'If it was not you, inform the operator of the service or an owner of your environment immediately.\n',
})

export interface AccessChange {
  environment: string
  /** User administrator who made the change. */
  by: Named
  /** Person whose role changed, or invited e-mail address. */
  whom: Named
  role: string
  /** Role before the change; undefined for an invitation. */
  old: string | undefined
}
interface Named {
  name?: string
  email: string
}
const nameOf = ({ name, email }: Named): string => (name === undefined ? email : `${formatOneLine(name)} (${email})`)

/** Writes the e-mail that reports a change by a user administrator to an owner. */
export function writeAccessMail(address: string, { environment, by, whom, role, old }: AccessChange): TextEmail {
  const change =
    old === undefined
      ? `invited ${nameOf(whom)} with the role ${role}`
      : `changed the role of ${nameOf(whom)} from ${old} to ${role}`
  return {
    to: address,
    subject: old === undefined ? `Invitation to ${environment} created` : `A role in ${environment} was changed`,
    text:
      `The user administrator ${nameOf(by)} ${change} in the environment "${formatOneLine(environment)}" in Dray.\n\n` +
      'You get this message because you own the environment. History › Access lists all changes. If you did not ' +
      'expect this change, undo it under Settings › People.\n',
  }
}

/** Writes the e-mail about a changed role. `role` is undefined if the person was removed. */
export const writeRoleMail = (address: string, environment: string, role: string | undefined): TextEmail => ({
  to: address,
  subject: `Your access to ${environment} was changed`,
  text:
    role === undefined
      ? `You no longer have access to the environment "${formatOneLine(environment)}" in Dray.\n\n` +
        'If you did not expect this, ask an owner of the environment.\n'
      : `You now have the role ${role} in the environment "${formatOneLine(environment)}" in Dray.\n\n` +
        'If you did not expect this, ask an owner of the environment.\n',
})
