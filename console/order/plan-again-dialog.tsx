// Asks for the new day and load of orders that are planned again, and for the reason of those without an outcome.

import { Alert, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Settings } from '../../contract/environment.ts'
import { listLoads } from '../../contract/load.ts'
import { cancelledReason, isQuiet, reasonName } from '../../contract/reasons.ts'
import { limits } from '../../contract/shared.ts'
import { useEnvironment, useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { read } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { isOpen } from '../load/status.tsx'
import { asDay, dayAfter, wholeDay } from '../platform/day.ts'
import { useToday } from '../platform/today.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { reasonWords, shellWords } from '../shell/words.ts'
import { language, useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import type { Assigned } from './changing.ts'
import { planAgain } from './plan-again.ts'
import { planAgainWords } from './words.ts'

interface PlanAgainProps {
  ids: readonly string[]
  /** Number of orders without an outcome on a started or completed load. */
  untold: number
  onClose(): void
  /** Receives the result, and the function that writes its message for a number of orders. */
  onDone(assigned: Assigned, say: (count: number) => string): void
}

/** Controls the choices of the dialog. */
function useChoices(untold: number) {
  const { zone } = useEnvironmentFormat()
  const { reasons } = useSettings().pod
  const today = useToday(zone)
  const [chosenDay, setDay] = useState<string>()
  const [loadId, setLoadId] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [remarks, setRemarks] = useState('')
  const [chosenEnd, setGivenUp] = useState<boolean | null>(null)
  const isGivenUp = chosenEnd ?? reason === cancelledReason
  const podIds = useRef(new Map<string, string>())
  // A failure that is quiet, such as a change of vehicle, continues on the same day.
  const typed = chosenDay ?? (isQuiet(reasons, 'failed', reason) ? today : dayAfter(today, 1))
  const day = asDay(typed)
  const loads = useOpenLoads(day)
  const load = loads.find((one) => one.loadId === loadId)
  const isTold = untold === 0 || reasons.length === 0 || reason !== null
  return {
    typed,
    setDay,
    loads,
    load,
    setLoadId,
    reasons,
    reason,
    setReason,
    remarks,
    setRemarks,
    isGivenUp,
    setGivenUp,
    lacks: !isTold ? ('chooseReason' as const) : !isGivenUp && day === undefined ? ('enterDay' as const) : null,
    wish: {
      failure: untold === 0 ? null : { reason, remarks, podIds: podIds.current },
      again: isGivenUp || day === undefined ? null : { day, loadId: load?.loadId ?? null },
    },
  }
}
type Choices = ReturnType<typeof useChoices>

export function PlanAgain({ ids, untold, onClose, onDone }: PlanAgainProps) {
  const words = useWords(planAgainWords)
  const needs = useWords(reasonWords)
  const shell = useWords(shellWords)
  const format = useEnvironmentFormat()
  const choices = useChoices(untold)
  const { isGivenUp, lacks, wish, load } = choices
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const said = load ? (count: number) => words.onLoadAgain(count, load.key) : words.plannedAgain
  const submit = async () => {
    if (lacks !== null) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onDone(await planAgain(ids, wish, format), isGivenUp ? words.recorded : said)
    } catch (error) {
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={words.planAgain} closeButtonProps={{ 'aria-label': shell.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm">{words.selected(ids.length)}</Text>
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
          {untold > 0 ? <NotDelivered untold={untold} choices={choices} /> : null}
          {isGivenUp ? null : <DayAndLoad isFirst={untold === 0} choices={choices} />}
          <Group justify="flex-end">
            <ReasonedButton type="submit" loading={busy} reason={lacks === null ? null : needs[lacks]}>
              {isGivenUp ? words.record : words.planAgain}
            </ReasonedButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Draws the failure reason of orders without an outcome, and its consequences. */
function NotDelivered({ untold, choices }: { untold: number; choices: Choices }) {
  const words = useWords(planAgainWords)
  const reader = language.use()
  const { notifications } = useSettings()
  const isSandbox = useEnvironment()?.sandbox === true
  const { reasons, reason, setReason, remarks, setRemarks, isGivenUp, setGivenUp } = choices
  const isSilent = isQuiet(reasons, 'failed', reason)
  return (
    <>
      <Text size="sm">
        {words.openAbout(untold)} {isSandbox ? words.toldSandbox : toldOf(notifications, isSilent, words)}
      </Text>
      {reasons.length === 0 ? null : (
        <Choose
          label={words.reason}
          choices={reasons.map((one) => ({ value: one.code, label: reasonName(one, reader) }))}
          value={reason}
          onChange={setReason}
          isFirst
        />
      )}
      <TextInput
        label={words.remarks}
        description={words.remarksAbout}
        maxLength={limits.instructionsLength}
        value={remarks}
        onChange={({ currentTarget }) => setRemarks(currentTarget.value)}
      />
      <Radio.Group
        label={words.andThen}
        value={isGivenUp ? 'giveUp' : 'goAgain'}
        onChange={(value) => setGivenUp(value === 'giveUp')}
      >
        <Stack gap="xs" mt={4}>
          <Radio size="sm" value="goAgain" label={words.goAgain} />
          <Radio size="sm" value="giveUp" label={words.giveUp} />
        </Stack>
      </Radio.Group>
    </>
  )
}

/** Returns who gets an e-mail about a failure by the settings. Some reasons send no e-mail to recipients. */
function toldOf(
  { proofOfDelivery, automatic, failedRecipients }: Settings['notifications'],
  isSilent: boolean,
  words: Words<typeof planAgainWords>,
): string {
  const told = [
    ...(isSilent ? [words.toldQuiet] : proofOfDelivery && automatic.failed ? [words.toldRecipients] : []),
    ...(failedRecipients.length > 0 ? [words.toldFixed(failedRecipients.join(', '))] : []),
  ]
  return told.length > 0 ? told.join(' ') : words.toldNobody
}

function DayAndLoad({ isFirst, choices }: { isFirst: boolean; choices: Choices }) {
  const words = useWords(planAgainWords)
  const { typed, setDay, loads, load, setLoadId } = choices
  return (
    <>
      <Text size="sm">{words.about}</Text>
      <div>
        <WhenInput
          label={words.day}
          kind={dayKind}
          isRequired
          {...(isFirst ? { isFirst } : {})}
          value={typed}
          onChange={(next) => setDay(next ?? '')}
          onUnread={setDay}
        />
      </div>
      <Choose
        label={words.toLoad}
        choices={[
          { value: '', label: words.noLoadYet },
          ...loads.map(({ loadId: value, key: label }) => ({ value, label })),
        ]}
        value={load?.loadId ?? ''}
        onChange={(value) => setLoadId(value || null)}
      />
    </>
  )
}

/** Returns the loads of a day that accept orders. */
function useOpenLoads(day: string | undefined) {
  const { from, to } = wholeDay(day ?? '')
  const query = { plannedFrom: from, plannedTo: to, sort: 'plannedStart' } as const
  const { data } = useQuery({ ...read(listLoads, { query }), enabled: day !== undefined })
  return (data?.data ?? []).filter(({ status }) => isOpen(status))
}
