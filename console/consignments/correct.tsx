// Corrects an outcome in the console: a new proof replaces the earlier one, which stays unchanged.
import { Alert, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { listPods, type Pod, putPod } from '../../contract/pod.ts'
import { proofNeeds } from '../../contract/proof.ts'
import { reasonName } from '../../contract/reasons.ts'
import { type OutcomeName, outcomes, type PodSettings } from '../../contract/road.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { useSettings } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { newId } from '../order/recording.ts'
import { outcomesWords, roadWords } from '../road/words.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { showDone } from '../shell/toasts.ts'
import { reasonWords, shellWords } from '../shell/words.ts'
import { language, useWords } from '../words/language.ts'
import { outcomeWords } from './words.ts'

/** Copies the goods of a proof, for a correction that keeps the outcome. It removes reasons that the settings lack. */
function goodsOf({ packages, packageCount, productLines, extraBarcodes }: Pod, reasons: PodSettings['reasons']) {
  const told = <T extends { failureReasonCode: string | null }>(part: T): T =>
    reasons.some(({ code }) => code === part.failureReasonCode) ? part : { ...part, failureReasonCode: null }
  return {
    packages: packages.map(({ barcode: _, ...each }) => told(each)),
    productLines: productLines.map(told),
    packageCount,
    extraBarcodes,
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
  // The id stays the same in every attempt.
  const [podId] = useState(newId)
  const [outcome, setOutcome] = useState<OutcomeName | null>(pod.outcome === 'failed' ? null : 'failed')
  const [reason, setReason] = useState<string | null>(null)
  const [contactName, setContactName] = useState(pod.contactName ?? '')
  const [remarks, setRemarks] = useState('')
  const { reasons } = settings
  const needs = outcome && proofNeeds(settings, outcome, [reason], 'desk')
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
    await client.call(putPod, { params: { podId }, body })
    await Promise.all([refresh(listPods), refresh(listConsignments)])
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
  const words = useWords(outcomeWords)
  const needs = useWords(reasonWords)
  const correction = useCorrection(pod)
  const { lacks } = correction
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
        if (lacks === null) void submit()
      }}
    >
      <Stack>
        <Text size="sm">{words.correctAbout}</Text>
        {refusal ? (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        ) : null}
        <Fields pod={pod} correction={correction} />
        <Group justify="flex-end">
          <ReasonedButton type="submit" loading={isBusy} reason={lacks === null ? null : needs[lacks]}>
            {words.correct}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Draws the fields of the corrected outcome. */
function Fields({ pod, correction }: { pod: Pod; correction: ReturnType<typeof useCorrection> }) {
  const words = useWords(outcomeWords)
  const road = useWords(roadWords)
  const own = useWords(outcomesWords)
  const reader = language.use()
  const { isReceived, needsName, needsReason, reasons } = correction
  return (
    <>
      <Choose
        label={road.outcome}
        choices={outcomes.map((one) => ({ value: one, label: road[one] }))}
        value={correction.outcome}
        onChange={(value) => correction.setOutcome(value as OutcomeName | null)}
        isFirst
      />
      {isReceived ? (
        <TextInput
          label={pod.type === 'collection' ? own.handedOverBy : own.receivedBy}
          description={needsName ? own.signedOnPaper : undefined}
          withAsterisk={needsName}
          maxLength={limits.textLength}
          value={correction.contactName}
          onChange={({ currentTarget }) => correction.setContactName(currentTarget.value)}
        />
      ) : null}
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
    </>
  )
}
