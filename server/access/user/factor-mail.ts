// Writes e-mails about changes of second factors, so that a person learns of changes by another person.
import type { FlowContext } from '../../platform/operation/operation.ts'
import type { TextEmail } from '../../platform/operation/services.ts'
import type { FactorRow } from './factor-store.ts'
import * as people from './store.ts'

type Named = Pick<FactorRow, 'kind' | 'name'>
const factorNames = { totp: 'authenticator app', passkey: 'passkey' } as const

export type FactorEvent =
  | ({ event: 'added' | 'removed' } & Named)
  | { event: 'codes-renewed' | 'code-used' | 'removed-by-operator' }

const sentences = (news: FactorEvent): [subject: string, text: string] => {
  switch (news.event) {
    case 'added':
      return ['A second factor was added', `The ${factorNames[news.kind]} "${news.name}" was added to your account.`]
    case 'removed':
      return [
        'A second factor was removed',
        `The ${factorNames[news.kind]} "${news.name}" was removed from your account.`,
      ]
    case 'codes-renewed':
      return ['New recovery codes', 'New recovery codes were created for your account. The old ones no longer work.']
    case 'code-used':
      return ['A recovery code was used', 'A sign-in to your account used one of your recovery codes.']
    case 'removed-by-operator':
      return ['Your second factors were removed', 'An operator removed all second factors of your account.']
  }
}

export function writeFactorMail(address: string, news: FactorEvent): TextEmail {
  const [subject, text] = sentences(news)
  return {
    to: address,
    subject: `${subject} in Dray`,
    text: `${text}\n\nIf it was not you, change your password and talk to the people who run your Dray.\n`,
  }
}

/** Sends an e-mail about a changed factor after the response, if mail is configured. */
export function sendFactorMail(
  { services: { mail, later }, read }: FlowContext,
  personId: string,
  news: FactorEvent,
): void {
  if (!mail) return
  later(async () => {
    const person = await read((tx) => people.findPerson(tx, personId))
    if (person) mail.send(writeFactorMail(person.email, news))
  })
}
