// Mail to people: links to come in with. Off unless an SMTP server is named.
import { asOneLine } from '../core/line.ts'
import type { Mail, Post, Services } from '../core/services.ts'

export const createMail = (post: Post | undefined): Services['mail'] =>
  post &&
  (async (mail) => {
    const { failure, code } = { code: '', ...(await post(mail)) }
    // What the other side said may repeat the address, which is not for a log.
    if (failure) throw new Error(`The mail server did not accept the message (${code}).`)
  })

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

export const singleSignOnMail = (to: string, singleSignOn: string): Mail => ({
  to,
  subject: 'Your account in Dray now uses single sign-on',
  text: `Somebody signed in to your account in Dray with ${asOneLine(singleSignOn)} for the first time. From now on this is the way in: a password and second factors that your account had were removed, and all other sessions have ended.\n\nIf it was not you, tell the operator of the service or an owner of your environment at once.\n`,
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
