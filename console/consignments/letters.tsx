// The letters about an order, what became of each, and the address of its tracking page.
import { Button, CopyButton, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { discardNotice, listNotices, type Notice, resendNotice } from '../../contract/notice.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Confirm } from '../shell/confirm.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { outcomeWords } from './outcome-words.ts'
import { SendLetter } from './send-letter.tsx'

export function Letters({ order: { consignmentId, consigneeContact } }: { order: Consignment }) {
  const words = useWords(outcomeWords)
  const notices = useQuery(read(listNotices, { query: { consignmentId } })).data?.data.notices ?? []
  return (
    <section className={styles.section}>
      <h3>{words.letters}</h3>
      {notices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noLetters}
        </Text>
      ) : (
        <Table aria-label={words.letters}>
          <LetterHead />
          <Table.Tbody>
            {notices.map((notice) => (
              <Letter key={notice.noticeId} notice={notice} email={consigneeContact?.email ?? null} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** The head of a table of e-mails, with a column for the order where the table lists several orders. */
export function LetterHead({ withOrder = false }: { withOrder?: boolean }) {
  const words = useWords(outcomeWords)
  return (
    <Table.Thead>
      <Table.Tr>
        {withOrder ? <Table.Th>{words.order}</Table.Th> : null}
        <Table.Th>{words.letter}</Table.Th>
        <Table.Th>{words.to}</Table.Th>
        <Table.Th>{words.state}</Table.Th>
        <Table.Th>
          <span className="visually-hidden">{words.resend}</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}

/** Returns the names of states, reasons and kinds of e-mails, in the language of the reader. */
function useLetterNames() {
  const words = useWords(outcomeWords)
  const states = {
    waiting: words.waiting,
    sent: words.sent,
    failed: words.letterFailed,
    suppressed: words.suppressed,
    held: words.held,
  }
  const reasons: Record<string, string> = {
    sandbox: words.sandbox,
    no_mail_server: words.no_mail_server,
    no_address: words.no_address,
    turned_off: words.turned_off,
    unsubscribed: words.unsubscribed,
    not_counting: words.not_counting,
    outdated: words.outdated,
    erased: words.erased,
    deleted: words.deleted,
    approved: words.approved,
    discarded: words.discarded,
  }
  const kinds: Record<string, string> = {
    'tracking.registered': words.trackingRegistered,
    'tracking.planned': words.trackingPlanned,
    'tracking.released': words.trackingReleased,
    'tracking.inTransit': words.trackingInTransit,
  }
  return { states, reasons, kinds }
}

interface LetterProps {
  notice: Notice
  /** The address of the order now. */
  email: string | null
  withOrder?: boolean
}

export function Letter({ notice, email, withOrder = false }: LetterProps) {
  const words = useWords(outcomeWords)
  const format = useEnvironmentFormat()
  const mayWrite = useMay('consignments:write')
  const { states, reasons, kinds } = useLetterNames()
  const [sends, setSends] = useState(false)
  async function resend(to: string) {
    await client.call(resendNotice, { params: { noticeId: notice.noticeId }, body: { address: to } })
    await refresh(listNotices)
  }
  async function discard() {
    try {
      await client.call(discardNotice, { params: { noticeId: notice.noticeId } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refresh(listNotices)
    }
  }
  const { kind, address, recipient, state, updated, attempts } = notice
  const isErased = address === null && notice.reason !== 'no_address'
  const isHeld = state === 'held'
  const usual = (recipient === 'consignee' && !isHeld ? email : null) ?? address ?? ''
  const sendLabel = isHeld ? words.approve : words.resend
  // One that waits after a try tells what the mail server said to it.
  const reason = notice.reason ?? (state === 'waiting' ? (attempts.at(-1)?.message ?? null) : null)
  return (
    <Table.Tr>
      {withOrder ? (
        <Table.Td>
          <OrderLink consignmentId={notice.consignmentId}>{words.openOrder}</OrderLink>
        </Table.Td>
      ) : null}
      <Table.Td>{kinds[kind] ?? words.kindProof}</Table.Td>
      <Table.Td>
        <bdi>{address ?? (state === 'suppressed' && reason !== 'erased' ? '–' : words.erased)}</bdi>
      </Table.Td>
      <Table.Td>
        {states[state]}
        <Text span size="xs" c="dimmed">
          {reason === null ? ` · ${format.instant(updated)}` : ` · ${reasons[reason] ?? reason}`}
        </Text>
      </Table.Td>
      <Table.Td>
        {mayWrite && !isErased ? (
          <Group gap="xs">
            <Button size="compact-xs" variant="default" onClick={() => setSends(true)}>
              {sendLabel}
            </Button>
            {isHeld ? (
              <Button size="compact-xs" variant="default" onClick={discard}>
                {words.discard}
              </Button>
            ) : null}
          </Group>
        ) : null}
        <SendLetter title={sendLabel} opened={sends} usual={usual} send={resend} onClose={() => setSends(false)} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Asked for by a click: the first reading makes the link. */
export function Tracking({ consignmentId }: { consignmentId: string }) {
  const words = useWords(outcomeWords)
  const format = useEnvironmentFormat()
  const mayWrite = useMay('consignments:write')
  const [isShown, setShown] = useState(false)
  const [asks, setAsks] = useState(false)
  const params = { consignmentId }
  const tracking = useQuery({ ...read(getTracking, { params }), enabled: isShown })
  async function renew() {
    await client.call(renewTracking, { params })
    await refresh(getTracking)
  }
  const link = tracking.data?.data
  return (
    <section className={styles.section}>
      <h3>{words.tracking}</h3>
      {isShown ? null : (
        <Button variant="default" onClick={() => setShown(true)}>
          {words.showTracking}
        </Button>
      )}
      {link && link.url === null ? <Text size="sm">{words.trackingOff}</Text> : null}
      {link?.stopped ? <Text size="sm">{words.unsubscribedAt(format.instant(link.stopped))}</Text> : null}
      {link && link.url !== null ? (
        <Group gap="xs">
          <Button component="a" href={link.url} target="_blank" rel="noreferrer" variant="default">
            {words.openTracking}
          </Button>
          <CopyButton value={link.url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? words.copied : words.copyTracking}
              </Button>
            )}
          </CopyButton>
          {mayWrite ? (
            <Button variant="default" onClick={() => setAsks(true)}>
              {words.renewTracking}
            </Button>
          ) : null}
        </Group>
      ) : null}
      <Confirm
        opened={asks}
        title={words.renewTracking}
        action={words.renewTracking}
        onConfirm={renew}
        onClose={() => setAsks(false)}
      >
        {words.renewAsk}
      </Confirm>
    </section>
  )
}
