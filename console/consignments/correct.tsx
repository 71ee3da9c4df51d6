// Corrects what was said of an order, from the desk: another proof takes the place of one that stays as it is.
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { listPods, type Pod, putPod } from '../../contract/pod.ts'
import { reasonName } from '../../contract/reasons.ts'
import { type OutcomeName, outcomes, type PodSettings } from '../../contract/road.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { useSettings } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { newId } from '../order/not-delivered.ts'
import { roadWords } from '../road/words.ts'
import { showDone } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { language, useWords } from '../words/language.ts'
import { outcomeWords } from './outcome-words.ts'

/** Nobody signs or takes photos at a desk: where those are required, only a failure can be told from there. */
const canBeTold = (outcome: OutcomeName, { signature, photosMin }: PodSettings) =>
  outcome === 'failed' || (signature[outcome] !== 'required' && photosMin === 0)
const reasonsFor = (outcome: OutcomeName | null, { reasons }: PodSettings) =>
  outcome === 'failed' ? reasons : reasons.filter(({ photoRequired }) => !photoRequired)

/** Which goods were handed over, and which were not, for as long as the outcome stays; their reasons as far as they can be told. */
function goodsOf({ packages, packageCount, productLines, extraBarcodes }: Pod, reasons: PodSettings['reasons']) {
  const told = <T extends { failureReasonCode: string | null }>(part: T): T =>
    reasons.some(({ code }) => code === part.failureReasonCode) ? part : { ...part, failureReasonCode: null }
  return {
    packages: packages.map(({ barcode: _, ...each }) => told(each)),
    productLines: productLines.map(told),
    ...{ packageCount, extraBarcodes },
  }
}

interface CorrectProps {
  pod: Pod
  opened: boolean
  onClose(): void
}

export function Correct({ pod, opened, onClose }: CorrectProps) {
  const words = useWords(outcomeWords)
  const shell = useWords(shellWords)
  return (
    <Modal opened={opened} onClose={onClose} title={words.correct} closeButtonProps={{ 'aria-label': shell.close }}>
      <Form pod={pod} onDone={onClose} />
    </Modal>
  )
}

function useCorrection(pod: Pod) {
  const settings = useSettings().pod
  // The same one when it is tried again.
  const [podId] = useState(newId)
  const [outcome, setOutcome] = useState<OutcomeName | null>(pod.outcome === 'failed' ? null : 'failed')
  const [chosen, setReason] = useState<string | null>(null)
  const [remarks, setRemarks] = useState('')
  const possible = outcomes.filter((one) => canBeTold(one, settings))
  const needsReason = outcome !== null && outcome !== 'success' && settings.reasons.length > 0
  const reasons = reasonsFor(outcome, settings)
  // It may have been chosen for another outcome.
  const reason = reasons.some(({ code }) => code === chosen) ? chosen : null
  const isReady = outcome !== null && (!needsReason || reason !== null)
  const send = async () => {
    const { loadId, driverKey, consignmentId, time, contactName } = pod
    const body = {
      ...{ consignmentId, loadId, driverKey, time, replaces: pod.podId, outcome: outcome! },
      failureReasonCode: needsReason ? reason : null,
      contactName: outcome === 'failed' ? null : contactName,
      remarks: remarks.trim() || null,
      ...(outcome === pod.outcome ? goodsOf(pod, reasons) : {}),
    }
    await client.call(putPod, { params: { podId }, body })
    await Promise.all([refresh(listPods), refresh(listConsignments)])
  }
  return {
    ...{ outcome, setOutcome, reason, setReason, remarks, setRemarks },
    ...{ possible, needsReason, reasons, isReady, send },
  }
}

function Form({ pod, onDone }: { pod: Pod; onDone(): void }) {
  const words = useWords(outcomeWords)
  const road = useWords(roadWords)
  const reader = language.use()
  const correction = useCorrection(pod)
  const { possible, needsReason, reasons, isReady } = correction
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await correction.send()
      showDone(words.corrected)
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit()
      }}
    >
      <Stack>
        <Text size="sm">{words.correctAbout}</Text>
        {possible.length < outcomes.length ? <Text size="sm">{words.correctLimits}</Text> : null}
        {refusal ? (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        ) : null}
        <Choose
          label={road.outcome}
          choices={possible.map((one) => ({ value: one, label: road[one] }))}
          value={correction.outcome}
          onChange={(value) => correction.setOutcome(value as OutcomeName | null)}
          isFirst
        />
        {needsReason ? (
          <Choose
            label={words.reason}
            choices={reasons.map((one) => ({ value: one.code, label: reasonName(one, reader) }))}
            value={correction.reason}
            onChange={correction.setReason}
          />
        ) : null}
        <TextInput
          label={words.remarks}
          maxLength={limits.instructionsLength}
          value={correction.remarks}
          onChange={({ currentTarget }) => correction.setRemarks(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {words.correct}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
