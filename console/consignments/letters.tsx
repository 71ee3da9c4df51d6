// Lists the e-mails about an order with their states, and the link to its tracking page.
import { Button, CopyButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { discardNotice, listNotices, type Notice, resendNotice } from '../../contract/notice.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { TableColumn } from '../shell/columns.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { DataTable, type DataTableProps } from '../shell/data-table.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { SendLetter } from './send-letter.tsx'
import { outcomeTexts } from './words.ts'

export function OrderEmails({ order: { consignmentId, consigneeContact } }: { order: Consignment }) {
  const texts = useTexts(outcomeTexts)
  const notices = useQuery(buildQuery(listNotices, { query: { consignmentId } })).data?.data.notices ?? []
  return (
    <section className={styles.section}>
      <h3>{texts.letters}</h3>
      <LetterTable
        label={texts.letters}
        notices={notices}
        email={consigneeContact?.email ?? null}
        empty={<QuietText>{texts.noLetters}</QuietText>}
      />
    </section>
  )
}

/** Returns the names of states, reasons and kinds of e-mails, in the language of the reader. */
function useLetterNames() {
  const texts = useTexts(outcomeTexts)
  const states = {
    waiting: texts.waiting,
    sent: texts.sent,
    failed: texts.letterFailed,
    suppressed: texts.suppressed,
    held: texts.held,
  }
  const reasons: Record<string, string> = {
    sandbox: texts.sandbox,
    no_mail_server: texts.no_mail_server,
    no_address: texts.no_address,
    turned_off: texts.turned_off,
    unsubscribed: texts.unsubscribed,
    not_counting: texts.not_counting,
    outdated: texts.outdated,
    erased: texts.erased,
    deleted: texts.deleted,
    approved: texts.approved,
    discarded: texts.discarded,
  }
  const typeLabels: Record<string, string> = {
    'tracking.registered': texts.trackingRegistered,
    'tracking.planned': texts.trackingPlanned,
    'tracking.released': texts.trackingReleased,
    'tracking.inTransit': texts.trackingInTransit,
  }
  return { states, reasons, kinds: typeLabels }
}

interface LetterTableProps extends Pick<DataTableProps<Notice>, 'query' | 'empty'> {
  label: string
  notices: readonly Notice[] | undefined
  /** Present e-mail address of the order's recipient. */
  email?: string | null
  /** Whether the table lists several orders. */
  withOrder?: boolean
}

/** Draws a table of e-mails with their states, and buttons that send or discard them. */
export function LetterTable({ notices, email = null, withOrder = false, ...table }: LetterTableProps) {
  const texts = useTexts(outcomeTexts)
  const format = useEnvironmentFormat()
  const { states, reasons, kinds } = useLetterNames()
  const order: TableColumn<Notice> = {
    head: texts.order,
    show: ({ consignmentId }) => <OrderLink consignmentId={consignmentId}>{texts.openOrder}</OrderLink>,
  }
  return (
    <DataTable
      {...table}
      inset={{}}
      rows={notices}
      idOf={({ noticeId }) => noticeId}
      columns={[
        ...(withOrder ? [order] : []),
        { head: texts.letter, show: ({ kind }) => kinds[kind] ?? texts.pod },
        {
          head: texts.to,
          show: (notice) => (
            <bdi>
              {notice.address ?? (notice.state === 'suppressed' && reasonOf(notice) !== 'erased' ? '–' : texts.erased)}
            </bdi>
          ),
        },
        {
          head: texts.state,
          show(notice) {
            const reason = reasonOf(notice)
            return (
              <>
                {states[notice.state]}
                <QuietText span size="xs">
                  {reason === null ? ` · ${format.instant(notice.updated)}` : ` · ${reasons[reason] ?? reason}`}
                </QuietText>
              </>
            )
          },
        },
        {
          head: texts.resend,
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
  const texts = useTexts(outcomeTexts)
  const mayWrite = useMay('consignments:write')
  const [sends, setSends] = useState(false)
  async function resend(recipientAddress: string) {
    await apiClient.call(resendNotice, { params: { noticeId: notice.noticeId }, body: { address: recipientAddress } })
    await refreshEndpoints(listNotices)
  }
  async function discard() {
    try {
      await apiClient.call(discardNotice, { params: { noticeId: notice.noticeId } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refreshEndpoints(listNotices)
    }
  }
  const { address, recipient, state } = notice
  const isErased = address === null && notice.reason !== 'no_address'
  const isHeld = state === 'held'
  const usual = (recipient === 'consignee' && !isHeld ? email : null) ?? address ?? ''
  const sendLabel = isHeld ? texts.approve : texts.resend
  return (
    <>
      {mayWrite && !isErased ? (
        <Group gap="xs">
          <Button size="compact-xs" onClick={() => setSends(true)}>
            {sendLabel}
          </Button>
          {isHeld ? (
            <Button size="compact-xs" onClick={discard}>
              {texts.discard}
            </Button>
          ) : null}
        </Group>
      ) : null}
      <SendLetter title={sendLabel} opened={sends} usual={usual} send={resend} onClose={() => setSends(false)} />
    </>
  )
}

/** Draws the tracking link after a click, because reading it creates it. */
export function TrackingLink({ consignmentId }: { consignmentId: string }) {
  const texts = useTexts(outcomeTexts)
  const format = useEnvironmentFormat()
  const mayWrite = useMay('consignments:write')
  const [isShown, setShown] = useState(false)
  const [asks, setAsks] = useState(false)
  const params = { consignmentId }
  const tracking = useQuery({ ...buildQuery(getTracking, { params }), enabled: isShown })
  async function renew() {
    await apiClient.call(renewTracking, { params })
    await refreshEndpoints(getTracking)
  }
  const link = tracking.data?.data
  return (
    <section className={styles.section}>
      <h3>{texts.trackingPage}</h3>
      {isShown ? null : <Button onClick={() => setShown(true)}>{texts.showTracking}</Button>}
      {link && link.url === null ? <Text size="sm">{texts.trackingOff}</Text> : null}
      {link?.stopped ? <Text size="sm">{texts.unsubscribedAt(format.instant(link.stopped))}</Text> : null}
      {link && link.url !== null ? (
        <Group gap="xs">
          <Button component="a" href={link.url} target="_blank" rel="noreferrer">
            {texts.openTracking}
          </Button>
          <CopyButton value={link.url}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? texts.copied : texts.copyTracking}</Button>}
          </CopyButton>
          {mayWrite ? <Button onClick={() => setAsks(true)}>{texts.renewTracking}</Button> : null}
        </Group>
      ) : null}
      <ConfirmationDialog
        opened={asks}
        title={texts.renewTracking}
        action={texts.renewTracking}
        onConfirm={renew}
        onClose={() => setAsks(false)}
      >
        {texts.renewAsk}
      </ConfirmationDialog>
    </section>
  )
}
