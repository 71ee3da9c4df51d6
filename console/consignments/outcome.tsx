// Shows the outcome of an order: its proofs, newest first, with photos and signature.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { sendPod } from '../../contract/notice.ts'
import { getPodFile, listPods, type Pod, type PodFile } from '../../contract/pod.ts'
import { findReasonName } from '../../contract/reasons.ts'
import { apiClient } from '../api/client.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { describeError } from '../api/problems.ts'
import { buildCacheEntry, buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { saveProof } from '../road/papers.ts'
import { roadTexts } from '../road/words.ts'
import { FailureMessage } from '../shell/failure.tsx'
import { EmptyState } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { CorrectionDialog } from './correct.tsx'
import styles from './detail.module.css'
import { OrderEmails, TrackingLink } from './letters.tsx'
import { type PlanAgainAction, PlanAgainButton } from './plan-again-action.tsx'
import { type RecordOutcomeAction, RecordOutcomeButton } from './record-outcome-action.tsx'
import { SendLetter } from './send-letter.tsx'
import { outcomeTexts } from './words.ts'

interface OutcomeOfProps {
  order: Consignment
  planAgainAction: PlanAgainAction
  recordOutcomeAction: RecordOutcomeAction
}

export function OutcomeOf({ order, planAgainAction: { ask }, recordOutcomeAction }: OutcomeOfProps) {
  const { consignmentId, productLines } = order
  const mayRead = useMay('pods:read')
  const pods = useQuery({ ...buildQuery(listPods, { query: { consignmentId } }), enabled: mayRead })
  if (pods.isError) return <FailureMessage error={pods.error} onRetry={() => pods.refetch()} />
  // Corrected proofs appear after proofs without a correction.
  const found = (pods.data?.data.pods ?? []).toSorted(
    (a, b) => Number(a.replacedBy !== null) - Number(b.replacedBy !== null),
  )
  return (
    <>
      {pods.data && found.length === 0 ? (
        <Untold ask={ask} recordOutcomeAction={recordOutcomeAction} />
      ) : ask ? (
        <div className={styles.section}>
          <PlanAgainButton ask={ask} />
        </div>
      ) : null}
      {found.map((pod) => (
        <Proof key={pod.podId} pod={pod} lines={productLines} />
      ))}
      <OrderEmails order={order} />
      <TrackingLink consignmentId={consignmentId} />
    </>
  )
}

function Untold({
  ask,
  recordOutcomeAction,
}: Pick<PlanAgainAction, 'ask'> & { recordOutcomeAction: RecordOutcomeAction }) {
  const texts = useTexts(outcomeTexts)
  const buttons = (
    <Group>
      <RecordOutcomeButton action={recordOutcomeAction} isMain />
      <PlanAgainButton ask={ask} />
    </Group>
  )
  return (
    <EmptyState title={texts.noOutcome} action={ask || recordOutcomeAction ? buttons : null}>
      {texts.noOutcomeText}
    </EmptyState>
  )
}

function Proof({ pod, lines }: { pod: Pod; lines: Lines }) {
  const texts = useTexts(outcomeTexts)
  const road = useTexts(roadTexts)
  const format = useEnvironmentFormat()
  const conflicts = {
    not_in_load: texts.notInLoad,
    load_not_started: texts.loadNotStarted,
    later_outcome: texts.laterOutcome,
    order_deleted: texts.orderDeleted,
    time_out_of_range: texts.timeOutOfRange,
    too_many_photos: texts.tooManyPhotos,
  }
  const offset = pod.clockOffsetSeconds ?? 0
  return (
    <article className={styles.section} aria-label={`${road.outcome}: ${road[pod.outcome]}`}>
      <Stack gap="xs">
        <Group gap="xs">
          <OutcomeBadge outcome={pod.outcome} />
          {pod.replacedBy === null ? null : <Badge color="gray">{texts.replaced}</Badge>}
          <Text size="sm">{format.instant(pod.time)}</Text>
        </Group>
        {pod.conflict === null ? null : <Alert color="orange">{conflicts[pod.conflict]}</Alert>}
        {Math.abs(offset) > 120 ? (
          <Alert color="orange">{texts.clockOff(Math.round(Math.abs(offset) / 60))}</Alert>
        ) : null}
        <Facts pod={pod} />
        <Goods pod={pod} lines={lines} />
        <Pictures pod={pod} />
        <Actions pod={pod} />
      </Stack>
    </article>
  )
}

function Facts({ pod }: { pod: Pod }) {
  const texts = useTexts(outcomeTexts)
  const format = useEnvironmentFormat()
  const reasonName = useReasonName()
  const driverName = useDriverName()
  const facts: [label: string, value: string | null][] = [
    [texts.reason, reasonName(pod.failureReasonCode)],
    [texts.arrived, pod.arrived && format.instant(pod.arrived)],
    [texts.received, format.instant(pod.received)],
    [texts.driver, pod.driverKey && driverName(pod.driverKey)],
    [texts.recordedBy, pod.actor.startsWith('person:') ? texts.office : null],
    [texts.contact, pod.contactName],
    [texts.remarks, pod.remarks],
    [texts.extraBarcodes, pod.extraBarcodes.join(', ') || null],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Returns a function that names a failure reason. A deleted reason is named by its code. */
export function useReasonName() {
  const { reasons } = useSettings().pod
  const reader = currentLanguage.use()
  return (code: string | null) => findReasonName(reasons, code, reader)
}

type Lines = Consignment['productLines']

/** Returns the name of a product line in the order; the id of a line that the order no longer has. */
function lineName(lines: Lines, id: string): string {
  const line = lines.find(({ productLineId }) => productLineId === id)
  return [line?.productCode, line?.description].filter(Boolean).join(' · ') || id
}

function Goods({ pod, lines }: { pod: Pod; lines: Lines }) {
  const texts = useTexts(outcomeTexts)
  const reasonName = useReasonName()
  if (pod.packages.length + pod.productLines.length === 0) return null
  return (
    <ul className={styles.plainList}>
      {pod.packages.map(({ packageId, barcode, outcome, failureReasonCode, scanned }) => (
        <li key={packageId}>
          <bdi>{barcode ?? packageId}</bdi>: {outcome === 'success' ? texts.handedOver : texts.notHandedOver}
          {scanned ? `, ${texts.scanned}` : ''}
          {failureReasonCode === null ? '' : ` (${reasonName(failureReasonCode)})`}
        </li>
      ))}
      {pod.productLines.map(({ productLineId, quantity, failedQuantity, failureReasonCode }) => (
        <li key={productLineId}>
          <bdi>{lineName(lines, productLineId)}</bdi>: {quantity} {texts.handedOver}
          {failedQuantity > 0 ? `, ${failedQuantity} ${texts.notHandedOver}` : ''}
          {failureReasonCode === null ? '' : ` (${reasonName(failureReasonCode)})`}
        </li>
      ))}
    </ul>
  )
}

function Pictures({ pod }: { pod: Pod }) {
  const texts = useTexts(outcomeTexts)
  const pictures = [
    ...pod.photos.map((file, index) => ({ file, label: `${texts.photo} ${index + 1}` })),
    ...(pod.signature ? [{ file: pod.signature, label: texts.signature }] : []),
  ]
  if (pictures.length === 0) return null
  return (
    <div className={styles.pictures}>
      {pictures.map(({ file, label }) => (
        <figure key={file.fileId}>
          {file.state === 'stored' ? <Picture podId={pod.podId} file={file} label={label} /> : <Away file={file} />}
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function Away({ file }: { file: PodFile }) {
  const texts = useTexts(outcomeTexts)
  const stateLabels = { pending: texts.pending, expired: texts.expired, erased: texts.erased, stored: '' }
  return <QuietText>{stateLabels[file.state]}</QuietText>
}

/** Draws an image of a proof. The image is read with the session, and a click opens it in full. */
function Picture({ podId, file, label }: { podId: string; file: PodFile; label: string }) {
  const params = { podId, fileId: file.fileId }
  const bytes = useQuery({
    ...buildCacheEntry(getPodFile, podId, file.fileId),
    queryFn: async ({ signal }) => (await apiClient.call(getPodFile, { params, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(bytes.data)
  if (bytes.isError) return <Text size="sm">{describeError(bytes.error)}</Text>
  return url === undefined ? null : (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={label} />
    </a>
  )
}

/** Returns an object URL of bytes, and revokes it when the component no longer shows them. */
function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url
}

function Actions({ pod }: { pod: Pod }) {
  const texts = useTexts(outcomeTexts)
  const mayWrite = useMay('pods:write')
  const [sends, setSends] = useState(false)
  const [corrects, setCorrects] = useState(false)
  async function send(address: string) {
    await apiClient.call(sendPod, { params: { podId: pod.podId }, body: { address } })
  }
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => void saveProof(pod)}
      >
        {texts.pdf}
      </Button>
      {mayWrite ? (
        <Button size="compact-sm" onClick={() => setSends(true)}>
          {texts.send}
        </Button>
      ) : null}
      {mayWrite && pod.replacedBy === null ? (
        <Button size="compact-sm" onClick={() => setCorrects(true)}>
          {texts.correct}
        </Button>
      ) : null}
      <CorrectionDialog pod={pod} opened={corrects} onClose={() => setCorrects(false)} />
      <SendLetter
        title={texts.send}
        opened={sends}
        usual={pod.email ?? ''}
        send={send}
        onClose={() => setSends(false)}
      />
    </Group>
  )
}
