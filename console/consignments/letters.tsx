// Lists the e-mails about an order with their states, and the address of its tracking page.
import { Button, CopyButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { discardNotice, listNotices, type Notice, resendNotice } from '../../contract/notice.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { Column } from '../shell/columns.ts'
import { Confirm } from '../shell/confirm.tsx'
import { DataTable, type DataTableProps } from '../shell/data-table.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { SendLetter } from './send-letter.tsx'
import { outcomeWords } from './words.ts'

export function Letters({ order: { consignmentId, consigneeContact } }: { order: Consignment }) {
  const words = useWords(outcomeWords)
  const notices = useQuery(read(listNotices, { query: { consignmentId } })).data?.data.notices ?? []
  return (
    <section className={styles.section}>
      <h3>{words.letters}</h3>
      <LetterTable
        label={words.letters}
        notices={notices}
        email={consigneeContact?.email ?? null}
        empty={
          <Text size="sm" c="dimmed">
            {words.noLetters}
          </Text>
        }
      />
    </section>
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

interface LetterTableProps extends Pick<DataTableProps<Notice>, 'query' | 'empty'> {
  label: string
  notices: readonly Notice[] | undefined
  /** Present e-mail address of the order. */
  email?: string | null
  /** Whether the table lists several orders. */
  withOrder?: boolean
}

/** Draws a table of e-mails with their states, and buttons that send or discard them. */
export function LetterTable({ notices, email = null, withOrder = false, ...table }: LetterTableProps) {
  const words = useWords(outcomeWords)
  const format = useEnvironmentFormat()
  const { states, reasons, kinds } = useLetterNames()
  const order: Column<Notice> = {
    head: words.order,
    show: ({ consignmentId }) => <OrderLink consignmentId={consignmentId}>{words.openOrder}</OrderLink>,
  }
  return (
    <DataTable
      {...table}
      inset={{}}
      rows={notices}
      idOf={({ noticeId }) => noticeId}
      columns={[
        ...(withOrder ? [order] : []),
        { head: words.letter, show: ({ kind }) => kinds[kind] ?? words.pod },
        {
          head: words.to,
          show: (notice) => (
            <bdi>
              {notice.address ?? (notice.state === 'suppressed' && reasonOf(notice) !== 'erased' ? '–' : words.erased)}
            </bdi>
          ),
        },
        {
          head: words.state,
          show(notice) {
            const reason = reasonOf(notice)
            return (
              <>
                {states[notice.state]}
                <Text span size="xs" c="dimmed">
                  {reason === null ? ` · ${format.instant(notice.updated)}` : ` · ${reasons[reason] ?? reason}`}
                </Text>
              </>
            )
          },
        },
        {
          head: words.resend,
          isActions: true,
          show: (notice) => <LetterButtons notice={notice} email={email} />,
        },
      ]}
    />
  )
}

/** Returns the reason of the state. For an e-mail that waits for a retry it is the response of the mail server. */
const reasonOf = ({ reason, state, attempts }: Notice): string | null =>
  reason ?? (state === 'waiting' ? (attempts.at(-1)?.message ?? null) : null)

function LetterButtons({ notice, email }: { notice: Notice; email: string | null }) {
  const words = useWords(outcomeWords)
  const mayWrite = useMay('consignments:write')
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
  const { address, recipient, state } = notice
  const isErased = address === null && notice.reason !== 'no_address'
  const isHeld = state === 'held'
  const usual = (recipient === 'consignee' && !isHeld ? email : null) ?? address ?? ''
  const sendLabel = isHeld ? words.approve : words.resend
  return (
    <>
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
    </>
  )
}

/** Draws the tracking link after a click, because reading it creates it. */
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
      <h3>{words.trackingPage}</h3>
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
