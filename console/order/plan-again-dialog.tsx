// Asks for the new day and load of orders that are planned again, and for the reason of those without an outcome.

import { Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EnvironmentSettings } from '../../contract/environment.ts'
import { listLoads } from '../../contract/load.ts'
import { cancelledReason, isQuiet, translateReason } from '../../contract/reasons.ts'
import { recordLimits } from '../../contract/shared.ts'
import { useEnvironment, useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { ErrorAlert } from '../fields/refusals.tsx'
import { submitWith, useAttempt } from '../fields/sending.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { isOpen } from '../load/status.tsx'
import { addDays, getDayBounds, parseDay } from '../platform/day.ts'
import { useToday } from '../platform/today.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { reasonTexts } from '../shell/words.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import type { BulkChange } from './changing.ts'
import { planAgain } from './plan-again.ts'
import { planAgainTexts } from './words.ts'

interface PlanAgainProps {
  ids: readonly string[]
  /** Number of orders without an outcome on a started or completed load. */
  untold: number
  onClose(): void
  /** Receives the result, and the function that writes its message for a number of orders. */
  onDone(assigned: BulkChange, say: (count: number) => string): void
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
  // A quiet failure, such as a change of vehicle, sends no e-mail to the recipient. The new attempt is on the same day.
  const typed = chosenDay ?? (isQuiet(reasons, 'failed', reason) ? today : addDays(today, 1))
  const day = parseDay(typed)
  const loads = useOpenLoads(day)
  const load = loads.find((candidate) => candidate.loadId === loadId)
  const hasReason = untold === 0 || reasons.length === 0 || reason !== null
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
    lacks: !hasReason ? ('chooseReason' as const) : !isGivenUp && day === undefined ? ('enterDay' as const) : null,
    wish: {
      failure: untold === 0 ? null : { reason, remarks, podIds: podIds.current },
      plan: isGivenUp || day === undefined ? null : { day, loadId: load?.loadId ?? null },
    },
  }
}
type Choices = ReturnType<typeof useChoices>

export function PlanAgain({ ids, untold, onClose, onDone }: PlanAgainProps) {
  const texts = useTexts(planAgainTexts)
  const needs = useTexts(reasonTexts)
  const format = useEnvironmentFormat()
  const choices = useChoices(untold)
  const { isGivenUp, lacks, wish, load } = choices
  const { refusal, busy, attempt } = useAttempt()
  const formatMessage = load ? (count: number) => texts.onLoadAgain(count, load.key) : texts.plannedAgain
  const plan = async () => onDone(await planAgain(ids, wish, format), isGivenUp ? texts.recorded : formatMessage)
  const submit = () => lacks === null && attempt(plan)
  return (
    <Modal opened onClose={onClose} title={texts.planAgain}>
      <form onSubmit={submitWith(submit)}>
        <Stack>
          <Text size="sm">{texts.selected(ids.length)}</Text>
          <ErrorAlert message={refusal} />
          {untold > 0 ? <NotDelivered untold={untold} choices={choices} /> : null}
          {isGivenUp ? null : <DayAndLoad isFirst={untold === 0} choices={choices} />}
          <Group justify="flex-end">
            <ReasonedButton type="submit" loading={busy} reason={lacks === null ? null : needs[lacks]}>
              {isGivenUp ? texts.record : texts.planAgain}
            </ReasonedButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Draws the failure reason of orders without an outcome, and its consequences. */
function NotDelivered({ untold, choices }: { untold: number; choices: Choices }) {
  const texts = useTexts(planAgainTexts)
  const reader = currentLanguage.use()
  const { notifications } = useSettings()
  const isSandbox = useEnvironment()?.sandbox === true
  const { reasons, reason, setReason, remarks, setRemarks, isGivenUp, setGivenUp } = choices
  const isSilent = isQuiet(reasons, 'failed', reason)
  return (
    <>
      <Text size="sm">
        {texts.openAbout(untold)} {isSandbox ? texts.toldSandbox : describeEmails(notifications, isSilent, texts)}
      </Text>
      {reasons.length === 0 ? null : (
        <ChoiceInput
          label={texts.reason}
          choices={reasons.map((reason) => ({ value: reason.code, label: translateReason(reason, reader) }))}
          value={reason}
          onChange={setReason}
          isFirst
        />
      )}
      <TextInput
        label={texts.remarks}
        description={texts.remarksAbout}
        maxLength={recordLimits.instructionsLength}
        value={remarks}
        onChange={({ currentTarget }) => setRemarks(currentTarget.value)}
      />
      <Radio.Group
        label={texts.andThen}
        value={isGivenUp ? 'giveUp' : 'goAgain'}
        onChange={(value) => setGivenUp(value === 'giveUp')}
      >
        <Stack gap="xs" mt={4}>
          <Radio size="sm" value="goAgain" label={texts.goAgain} />
          <Radio size="sm" value="giveUp" label={texts.giveUp} />
        </Stack>
      </Radio.Group>
    </>
  )
}

/** Returns who gets an e-mail about a failure by the settings. Some reasons send no e-mail to recipients. */
function describeEmails(
  { proofOfDelivery, automatic, failedRecipients }: EnvironmentSettings['notifications'],
  isSilent: boolean,
  texts: Texts<typeof planAgainTexts>,
): string {
  const sentences = [
    ...(isSilent ? [texts.toldQuiet] : proofOfDelivery && automatic.failed ? [texts.toldRecipients] : []),
    ...(failedRecipients.length > 0 ? [texts.toldFixed(failedRecipients.join(', '))] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : texts.toldNobody
}

function DayAndLoad({ isFirst, choices }: { isFirst: boolean; choices: Choices }) {
  const texts = useTexts(planAgainTexts)
  const { typed, setDay, loads, load, setLoadId } = choices
  return (
    <>
      <Text size="sm">{texts.about}</Text>
      <div>
        <WhenInput
          label={texts.day}
          valueType={dayKind}
          isRequired
          {...(isFirst ? { isFirst } : {})}
          value={typed}
          onChange={(next) => setDay(next ?? '')}
          onUnread={setDay}
        />
      </div>
      <ChoiceInput
        label={texts.toLoad}
        choices={[
          { value: '', label: texts.noLoadYet },
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
  const { from, to } = getDayBounds(day ?? '')
  const query = { plannedFrom: from, plannedTo: to, sort: 'plannedStart' } as const
  const { data } = useQuery({ ...buildQuery(listLoads, { query }), enabled: day !== undefined })
  return (data?.data ?? []).filter(({ status }) => isOpen(status))
}
