// Shows the outcome of an order: its proofs, newest first, with photos and signature.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { sendPod } from '../../contract/notice.ts'
import { getPodFile, listPods, type Pod, type PodFile } from '../../contract/pod.ts'
import { reasonIn } from '../../contract/reasons.ts'
import { client } from '../api/client.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { entryOf, read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { saveProof } from '../road/papers.ts'
import { roadWords } from '../road/words.ts'
import { Failure } from '../shell/failure.tsx'
import { Empty } from '../shell/page.tsx'
import { language, useWords } from '../words/language.ts'
import { type Again, AgainButton } from './again.tsx'
import { Correct } from './correct.tsx'
import styles from './detail.module.css'
import { Letters, Tracking } from './letters.tsx'
import { SendLetter } from './send-letter.tsx'
import { type Telling, TellingButton } from './telling.tsx'
import { outcomeWords } from './words.ts'

interface OutcomeOfProps {
  order: Consignment
  again: Again
  tell: Telling
}

export function OutcomeOf({ order, again: { ask }, tell }: OutcomeOfProps) {
  const { consignmentId, productLines } = order
  const mayRead = useMay('pods:read')
  const pods = useQuery({ ...read(listPods, { query: { consignmentId } }), enabled: mayRead })
  if (pods.isError) return <Failure error={pods.error} onRetry={() => pods.refetch()} />
  // Corrected proofs come after those that count.
  const found = (pods.data?.data.pods ?? []).toSorted(
    (one, other) => Number(one.replacedBy !== null) - Number(other.replacedBy !== null),
  )
  return (
    <>
      {pods.data && found.length === 0 ? (
        <Untold ask={ask} tell={tell} />
      ) : ask ? (
        <div className={styles.section}>
          <AgainButton ask={ask} />
        </div>
      ) : null}
      {found.map((pod) => (
        <Proof key={pod.podId} pod={pod} lines={productLines} />
      ))}
      <Letters order={order} />
      <Tracking consignmentId={consignmentId} />
    </>
  )
}

function Untold({ ask, tell }: Pick<Again, 'ask'> & { tell: Telling }) {
  const words = useWords(outcomeWords)
  const buttons = (
    <Group>
      <TellingButton tell={tell} isMain />
      <AgainButton ask={ask} />
    </Group>
  )
  return (
    <Empty title={words.noOutcome} action={ask || tell ? buttons : null}>
      {words.noOutcomeText}
    </Empty>
  )
}

function Proof({ pod, lines }: { pod: Pod; lines: Lines }) {
  const words = useWords(outcomeWords)
  const road = useWords(roadWords)
  const format = useEnvironmentFormat()
  const conflicts = {
    not_in_load: words.notInLoad,
    load_not_started: words.loadNotStarted,
    later_outcome: words.laterOutcome,
    order_deleted: words.orderDeleted,
    time_out_of_range: words.timeOutOfRange,
    too_many_photos: words.tooManyPhotos,
  }
  const offset = pod.clockOffsetSeconds ?? 0
  return (
    <article className={styles.section} aria-label={`${road.outcome}: ${road[pod.outcome]}`}>
      <Stack gap="xs">
        <Group gap="xs">
          <OutcomeBadge outcome={pod.outcome} />
          {pod.replacedBy === null ? null : <Badge color="gray">{words.replaced}</Badge>}
          <Text size="sm">{format.instant(pod.time)}</Text>
        </Group>
        {pod.conflict === null ? null : <Alert color="orange">{conflicts[pod.conflict]}</Alert>}
        {Math.abs(offset) > 120 ? (
          <Alert color="orange">{words.clockOff(Math.round(Math.abs(offset) / 60))}</Alert>
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
  const words = useWords(outcomeWords)
  const format = useEnvironmentFormat()
  const reasonName = useReasonName()
  const driverName = useDriverName()
  const facts: [label: string, value: string | null][] = [
    [words.reason, reasonName(pod.failureReasonCode)],
    [words.arrived, pod.arrived && format.instant(pod.arrived)],
    [words.received, format.instant(pod.received)],
    [words.driver, pod.driverKey && driverName(pod.driverKey)],
    [words.recordedBy, pod.actor.startsWith('person:') ? words.office : null],
    [words.contact, pod.contactName],
    [words.remarks, pod.remarks],
    [words.extraBarcodes, pod.extraBarcodes.join(', ') || null],
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
  const reader = language.use()
  return (code: string | null) => reasonIn(reasons, code, reader)
}

type Lines = Consignment['productLines']

/** Returns the name of a product line in the order; the id of a line that the order no longer has. */
function lineName(lines: Lines, id: string): string {
  const line = lines.find(({ productLineId }) => productLineId === id)
  return [line?.productCode, line?.description].filter(Boolean).join(' · ') || id
}

function Goods({ pod, lines }: { pod: Pod; lines: Lines }) {
  const words = useWords(outcomeWords)
  const reasonName = useReasonName()
  if (pod.packages.length + pod.productLines.length === 0) return null
  return (
    <ul className={styles.plainList}>
      {pod.packages.map(({ packageId, barcode, outcome, failureReasonCode, scanned }) => (
        <li key={packageId}>
          <bdi>{barcode ?? packageId}</bdi>: {outcome === 'success' ? words.handedOver : words.notHandedOver}
          {scanned ? `, ${words.scanned}` : ''}
          {failureReasonCode === null ? '' : ` (${reasonName(failureReasonCode)})`}
        </li>
      ))}
      {pod.productLines.map(({ productLineId, quantity, failedQuantity, failureReasonCode }) => (
        <li key={productLineId}>
          <bdi>{lineName(lines, productLineId)}</bdi>: {quantity} {words.handedOver}
          {failedQuantity > 0 ? `, ${failedQuantity} ${words.notHandedOver}` : ''}
          {failureReasonCode === null ? '' : ` (${reasonName(failureReasonCode)})`}
        </li>
      ))}
    </ul>
  )
}

function Pictures({ pod }: { pod: Pod }) {
  const words = useWords(outcomeWords)
  const pictures = [
    ...pod.photos.map((file, index) => ({ file, label: `${words.photo} ${index + 1}` })),
    ...(pod.signature ? [{ file: pod.signature, label: words.signature }] : []),
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
  const words = useWords(outcomeWords)
  const said = { pending: words.pending, expired: words.expired, erased: words.erased, stored: '' }
  return (
    <Text size="sm" c="dimmed">
      {said[file.state]}
    </Text>
  )
}

/** Draws an image of a proof. It is read with the session, and a click opens it in full. */
function Picture({ podId, file, label }: { podId: string; file: PodFile; label: string }) {
  const params = { podId, fileId: file.fileId }
  const bytes = useQuery({
    ...entryOf(getPodFile, podId, file.fileId),
    queryFn: async ({ signal }) => (await client.call(getPodFile, { params, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(bytes.data)
  if (bytes.isError) return <Text size="sm">{messageOf(bytes.error)}</Text>
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
  const words = useWords(outcomeWords)
  const mayWrite = useMay('pods:write')
  const [sends, setSends] = useState(false)
  const [corrects, setCorrects] = useState(false)
  async function send(address: string) {
    await client.call(sendPod, { params: { podId: pod.podId }, body: { address } })
  }
  return (
    <Group gap="xs">
      <Button variant="default" size="compact-sm" onClick={() => void saveProof(pod)}>
        {words.pdf}
      </Button>
      {mayWrite ? (
        <Button variant="default" size="compact-sm" onClick={() => setSends(true)}>
          {words.send}
        </Button>
      ) : null}
      {mayWrite && pod.replacedBy === null ? (
        <Button variant="default" size="compact-sm" onClick={() => setCorrects(true)}>
          {words.correct}
        </Button>
      ) : null}
      <Correct pod={pod} opened={corrects} onClose={() => setCorrects(false)} />
      <SendLetter
        title={words.send}
        opened={sends}
        usual={pod.email ?? ''}
        send={send}
        onClose={() => setSends(false)}
      />
    </Group>
  )
}
