// Corrects an outcome in the console: a new proof replaces the earlier one, which stays unchanged.
import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { listPods, type Pod, putPod } from '../../contract/pod.ts'
import { listProofNeeds } from '../../contract/proof.ts'
import { translateReason } from '../../contract/reasons.ts'
import { type OutcomeName, outcomeNames, type PodSettings } from '../../contract/road.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { useSettings } from '../api/environment.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { ErrorAlert } from '../fields/refusals.tsx'
import { submitWith, useAttempt } from '../fields/sending.tsx'
import { createId } from '../order/recording.ts'
import { outcomesTexts, roadTexts } from '../road/words.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { showDone } from '../shell/toasts.ts'
import { reasonTexts } from '../shell/words.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { outcomeTexts } from './words.ts'

/** Copies the goods of a proof, for a correction that keeps the outcome. Omits reasons that the settings lack. */
function goodsOf({ packages, packageCount, productLines, extraBarcodes }: Pod, reasons: PodSettings['reasons']) {
  const withCurrentReason = <T extends { failureReasonCode: string | null }>(item: T): T =>
    reasons.some(({ code }) => code === item.failureReasonCode) ? item : { ...item, failureReasonCode: null }
  return {
    packages: packages.map(({ barcode: _, ...each }) => withCurrentReason(each)),
    productLines: productLines.map(withCurrentReason),
    packageCount,
    extraBarcodes,
  }
}

interface CorrectProps {
  pod: Pod
  opened: boolean
  onClose(): void
}

export function CorrectionDialog({ pod, opened, onClose }: CorrectProps) {
  const texts = useTexts(outcomeTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.correct}>
      <Form pod={pod} onDone={onClose} />
    </Modal>
  )
}

function useCorrection(pod: Pod) {
  const settings = useSettings().pod
  // The new proof has the same id in every attempt.
  const [podId] = useState(createId)
  const [outcome, setOutcome] = useState<OutcomeName | null>(pod.outcome === 'failed' ? null : 'failed')
  const [reason, setReason] = useState<string | null>(null)
  const [contactName, setContactName] = useState(pod.contactName ?? '')
  const [remarks, setRemarks] = useState('')
  const { reasons } = settings
  const needs = outcome && listProofNeeds(settings, outcome, [reason], 'desk')
  const needsReason = needs?.reason === true
  const isReceived = outcome !== null && outcome !== 'failed'
  const needsName = needs?.name === true
  const isNamed = !needsName || contactName.trim() !== ''
  const lacks =
    outcome === null
      ? ('chooseOutcome' as const)
      : needsReason && reason === null
        ? ('chooseReason' as const)
        : isNamed
          ? null
          : ('enterSigner' as const)
  const send = async () => {
    const { loadId, driverKey, consignmentId, time, arrived } = pod
    const body = {
      consignmentId,
      loadId,
      driverKey,
      time,
      arrived,
      replaces: pod.podId,
      outcome: outcome!,
      failureReasonCode: needsReason ? reason : null,
      contactName: isReceived ? contactName.trim() || null : null,
      remarks: remarks.trim() || null,
      ...(outcome === pod.outcome ? goodsOf(pod, reasons) : {}),
    }
    await apiClient.call(putPod, { params: { podId }, body })
    await Promise.all([refreshEndpoints(listPods), refreshEndpoints(listConsignments)])
  }
  return {
    outcome,
    setOutcome,
    reason,
    setReason,
    remarks,
    setRemarks,
    contactName,
    setContactName,
    isReceived,
    needsName,
    needsReason,
    reasons,
    lacks,
    send,
  }
}

function Form({ pod, onDone }: { pod: Pod; onDone(): void }) {
  const texts = useTexts(outcomeTexts)
  const needs = useTexts(reasonTexts)
  const correction = useCorrection(pod)
  const { lacks } = correction
  const { refusal, busy, attempt } = useAttempt(onDone)
  const correct = async () => {
    await correction.send()
    showDone(texts.corrected)
  }
  return (
    <form onSubmit={submitWith(() => lacks === null && attempt(correct))}>
      <Stack>
        <Text size="sm">{texts.correctAbout}</Text>
        <ErrorAlert message={refusal} />
        <Fields pod={pod} correction={correction} />
        <Group justify="flex-end">
          <ReasonedButton type="submit" loading={busy} reason={lacks === null ? null : needs[lacks]}>
            {texts.correct}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Draws the fields of the corrected outcome. */
function Fields({ pod, correction }: { pod: Pod; correction: ReturnType<typeof useCorrection> }) {
  const texts = useTexts(outcomeTexts)
  const road = useTexts(roadTexts)
  const outcomeLabels = useTexts(outcomesTexts)
  const reader = currentLanguage.use()
  const { isReceived, needsName, needsReason, reasons } = correction
  return (
    <>
      <ChoiceInput
        label={road.outcome}
        choices={outcomeNames.map((outcome) => ({ value: outcome, label: road[outcome] }))}
        value={correction.outcome}
        onChange={(value) => correction.setOutcome(value as OutcomeName | null)}
        isFirst
      />
      {isReceived ? (
        <TextInput
          label={pod.type === 'collection' ? outcomeLabels.handedOverBy : outcomeLabels.receivedBy}
          description={needsName ? outcomeLabels.signedOnPaper : undefined}
          withAsterisk={needsName}
          maxLength={recordLimits.textLength}
          value={correction.contactName}
          onChange={({ currentTarget }) => correction.setContactName(currentTarget.value)}
        />
      ) : null}
      {needsReason ? (
        <ChoiceInput
          label={texts.reason}
          choices={reasons.map((reason) => ({ value: reason.code, label: translateReason(reason, reader) }))}
          value={correction.reason}
          onChange={correction.setReason}
        />
      ) : null}
      <TextInput
        label={texts.remarks}
        maxLength={recordLimits.instructionsLength}
        value={correction.remarks}
        onChange={({ currentTarget }) => correction.setRemarks(currentTarget.value)}
      />
    </>
  )
}
