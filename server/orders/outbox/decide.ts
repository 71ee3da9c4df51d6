// Decides which e-mails are sent to which recipients, and why others are not: by settings, outcome and addresses.
import type { Settings } from '../../../contract/environment.ts'
import type { NoticeRecipient, Suppression } from '../../../contract/notice.ts'
import type { OutcomeName } from '../../../contract/road.ts'

type Switches = Settings['notifications']
export interface Decided {
  recipient: NoticeRecipient
  /** Empty where there is none. */
  address: string
  suppressed: Suppression | null
}

/** Whether the order lets letters be sent, and where they go. */
export interface OrderSwitch {
  /** What the order says: `false` stops them, nothing leaves it to the environment. */
  allowed: boolean | null
  address: string | null
  /** Whether the recipient turned e-mails of this kind off. */
  isUnsubscribed?: boolean
  /** False where the proof does not say what became of the order. */
  counts?: boolean
  /** Whether the consignee is to hear nothing of it. */
  isQuiet?: boolean
}

export const sameAddress = (address: string): string => address.trim().toLowerCase()

/** Of a letter to the consignee that the environment wants: what the order says against it. */
function toConsignee(order: OrderSwitch): Decided {
  return { recipient: 'consignee', address: order.address ?? '', suppressed: against(order) }
}

function against({ allowed, address, counts, isUnsubscribed }: OrderSwitch): Suppression | null {
  if (allowed === false) return 'turned_off'
  if (isUnsubscribed) return 'unsubscribed'
  if (counts === false) return 'not_counting'
  return address ? null : 'no_address'
}

/** The fixed addresses are told whatever the switches say: they ask for it themselves. Nobody gets two letters. */
export function lettersOfOutcome(switches: Switches, outcome: OutcomeName, order: OrderSwitch): Decided[] {
  const wanted = switches.proofOfDelivery && switches.automatic[outcome] && !order.isQuiet ? [toConsignee(order)] : []
  const told = new Set(
    wanted.filter(({ suppressed }) => suppressed === null).map(({ address }) => sameAddress(address)),
  )
  const fixed: Decided[] = []
  for (const address of fixedRecipients(switches, outcome)) {
    if (told.has(sameAddress(address))) continue
    told.add(sameAddress(address))
    fixed.push({ recipient: 'fixed', address, suppressed: null })
  }
  return [...wanted, ...fixed]
}

function fixedRecipients(switches: Switches, outcome: OutcomeName): readonly string[] {
  if (outcome === 'failed') return switches.failedRecipients
  return outcome === 'partial' ? switches.partiallySuccessfulRecipients : []
}

export const lettersOfTracking = (switches: Switches, order: OrderSwitch): Decided[] =>
  switches.publicTracking ? [toConsignee(order)] : []
