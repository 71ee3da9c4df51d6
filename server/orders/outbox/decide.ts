// Decides which recipients get an e-mail. Settings, outcomes and addresses can prevent an e-mail, and the decision then
// contains the reason.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { NoticeRecipient, NoticeSuppression } from '../../../contract/notice.ts'
import type { OutcomeName } from '../../../contract/road.ts'

type Switches = EnvironmentSettings['notifications']
export interface EmailDecision {
  recipient: NoticeRecipient
  /** E-mail address; empty if unknown. */
  address: string
  suppressed: NoticeSuppression | null
}

/** Data of an order that can prevent an e-mail to its recipient. */
export interface OrderSwitch {
  /** Whether the order allows e-mails; null if the settings of the environment decide. */
  allowed: boolean | null
  address: string | null
  /** Whether the recipient has unsubscribed from e-mails of this kind. */
  isUnsubscribed?: boolean
  /** Whether the proof is the deciding proof of the order. */
  counts?: boolean
  /** Whether the outcome is quiet: the settings hide it from recipients. */
  isQuiet?: boolean
}

export const normaliseAddress = (address: string): string => address.trim().toLowerCase()

/** Decides an e-mail to the recipient (consignee), with the reason if the order prevents it. */
function toConsignee(order: OrderSwitch): EmailDecision {
  return { recipient: 'consignee', address: order.address ?? '', suppressed: findSuppression(order) }
}

function findSuppression({ allowed, address, counts, isUnsubscribed }: OrderSwitch): NoticeSuppression | null {
  if (allowed === false) return 'turned_off'
  if (isUnsubscribed) return 'unsubscribed'
  if (counts === false) return 'not_counting'
  return address ? null : 'no_address'
}

/** Decides the e-mails about an outcome. Fixed recipients always get an e-mail. No address gets two e-mails. */
export function decideOutcomeEmails(switches: Switches, outcome: OutcomeName, order: OrderSwitch): EmailDecision[] {
  const emails = switches.proofOfDelivery && switches.automatic[outcome] && !order.isQuiet ? [toConsignee(order)] : []
  const notifiedAddresses = new Set(
    emails.filter(({ suppressed }) => suppressed === null).map(({ address }) => normaliseAddress(address)),
  )
  const fixed: EmailDecision[] = []
  for (const address of fixedRecipients(switches, outcome)) {
    if (notifiedAddresses.has(normaliseAddress(address))) continue
    notifiedAddresses.add(normaliseAddress(address))
    fixed.push({ recipient: 'fixed', address, suppressed: null })
  }
  return [...emails, ...fixed]
}

function fixedRecipients(switches: Switches, outcome: OutcomeName): readonly string[] {
  if (outcome === 'failed') return switches.failedRecipients
  return outcome === 'partial' ? switches.partiallySuccessfulRecipients : []
}

export const decideTrackingEmails = (switches: Switches, order: OrderSwitch): EmailDecision[] =>
  switches.publicTracking ? [toConsignee(order)] : []
