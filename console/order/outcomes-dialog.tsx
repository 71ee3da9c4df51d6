// Asks for the outcomes of several orders, one row each, for drivers who report on paper or by phone.

import { Alert, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { listPods } from '../../contract/pod.ts'
import { translateReason } from '../../contract/reasons.ts'
import { type OutcomeName, outcomeNames } from '../../contract/road.ts'
import { recordLimits } from '../../contract/shared.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import fieldStyles from '../fields/fields.module.css'
import { FieldFrame } from '../fields/frame.tsx'
import { submitWith } from '../fields/sending.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { instantKind } from '../fields/when-kinds.ts'
import { refreshLoads } from '../load/refresh.ts'
import { useUnsaved } from '../platform/unsaved.ts'
import { endOutcomes, useRequestedOutcomes } from '../road/requested-outcomes.ts'
import { outcomesTexts, roadTexts } from '../road/words.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import content from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { showDone } from '../shell/toasts.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { reasonTexts, shellTexts } from '../shell/words.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import styles from './outcomes-dialog.module.css'
import { type RequestedOutcomes, readRows, rowsMax } from './outcomes-reading.ts'
import {
  buildOutcomeRecord,
  findMissingField,
  type MissingField,
  type OutcomeAnswer,
  type OutcomeRow,
} from './outcomes-rows.ts'
import { createId, recordOutcomes } from './recording.ts'

/** Whether the dialog has unsaved input, or sends it. A user cannot close the dialog while it sends. */
type FormStatus = 'clean' | 'typed' | 'sending'

export default function OutcomesDialog() {
  const texts = useTexts(outcomesTexts)
  const shell = useTexts(shellTexts)
  const format = useEnvironmentFormat()
  const ids = useRequestedOutcomes()
  const [standing, setStanding] = useState<FormStatus>('clean')
  const [isLeaving, setLeaving] = useState(false)
  useUnsaved(standing !== 'clean')
  const ordersQuery = useQuery({
    queryKey: ['outcomes of', ids],
    queryFn: () => readRows(ids, format),
    // Never outdated: the answers refer to the orders that were read first.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const closeDialog = { clean: endOutcomes, typed: () => setLeaving(true), sending: () => undefined }[standing]
  return (
    <>
      <Modal opened onClose={closeDialog} size="min(68rem, 96vw)" title={texts.recordOutcomes}>
        {ordersQuery.data ? (
          <Form requested={ordersQuery.data} hasMore={ids.length > rowsMax} onStanding={setStanding} />
        ) : ordersQuery.isError ? (
          <FailureMessage error={ordersQuery.error} onRetry={() => ordersQuery.refetch()} />
        ) : (
          <LoadingLines lines={5} />
        )}
      </Modal>
      {/* The question is created on demand; otherwise the Escape that opens it would also close it. */}
      {isLeaving ? (
        <ConfirmationDialog
          opened
          title={shell.askDiscard}
          action={shell.discard}
          isDangerous
          onConfirm={async () => endOutcomes()}
          onClose={() => setLeaving(false)}
        >
          {shell.notSaved}
        </ConfirmationDialog>
      ) : null}
    </>
  )
}

/** Controls the answers of the dialog and the results of sending them. */
function useOutcomeForm(requested: RequestedOutcomes, onStatus: (standing: FormStatus) => void) {
  const texts = useTexts(outcomesTexts)
  const { pod } = useSettings()
  const [rows, setRows] = useState<readonly OutcomeRow[]>(requested.rows)
  const [isBusy, setBusy] = useState(false)
  /** Number of attempts. Missing values are marked after the first one. */
  const [tries, setTries] = useState(0)
  const tellings = rows.flatMap((row) => buildOutcomeRecord(row) ?? [])
  const isLacking = rows.some((row) => findMissingField(row, pod) !== undefined)
  const change = (index: number, answer: Partial<OutcomeAnswer>) => {
    onStatus('typed')
    setRows((current) => current.with(index, { ...current[index]!, ...answer, podId: createId(), refusal: undefined }))
  }
  const send = async () => {
    if (isBusy) return
    if (isLacking || tellings.length === 0) return setTries(tries + 1)
    setBusy(true)
    onStatus('sending')
    const refused = new Map((await recordOutcomes(tellings)).map(({ key, message }) => [key, message]))
    await Promise.all([refreshEndpoints(listPods, listConsignments, getLoadProgress), refreshLoads()])
    if (refused.size < tellings.length) showDone(texts.recorded(tellings.length - refused.size))
    if (refused.size === 0) return endOutcomes()
    const unsent = rows.filter(({ outcome, order }) => outcome === null || refused.has(order.key))
    setRows(unsent.map((row) => ({ ...row, refusal: refused.get(row.order.key) })))
    setBusy(false)
    onStatus('typed')
    setTries(tries + 1)
  }
  return { rows, change, send, isBusy, tries, count: tellings.length }
}

interface FormProps {
  requested: RequestedOutcomes
  hasMore: boolean
  onStanding(standing: FormStatus): void
}

function Form({ requested, hasMore, onStanding }: FormProps) {
  const texts = useTexts(outcomesTexts)
  const needs = useTexts(reasonTexts)
  const { signature } = useSettings().pod
  const { rows, change, send, isBusy, tries, count } = useOutcomeForm(requested, onStanding)
  const form = useRef<HTMLFormElement>(null)
  const refused = rows.filter(({ refusal }) => refusal !== undefined).length
  // The focus goes to the first row, and after an error to the first row with one.
  useEffect(() => {
    const selector = tries === 0 ? '[data-field]' : '[aria-invalid=true], [data-refused] [data-field]'
    form.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [tries])
  if (rows.length === 0) return <Text size="sm">{texts.notForThese}</Text>
  return (
    <form ref={form} onSubmit={submitWith(send)} onKeyDown={(event) => focusNextField(event, () => void send())}>
      <Stack gap="sm">
        <Text size="sm">
          {texts.about} {signature.success === 'required' ? texts.signedOnPaper : null}
        </Text>
        {requested.recordedCount > 0 ? <Text size="sm">{texts.known(requested.recordedCount)}</Text> : null}
        {hasMore ? <Text size="sm">{texts.first(rowsMax)}</Text> : null}
        {refused > 0 ? (
          <Alert color="red" role="alert">
            {texts.someRefused(refused)}
          </Alert>
        ) : null}
        <fieldset disabled={isBusy} className={content.plain}>
          <Rows rows={rows} isTried={tries > 0} change={change} />
        </fieldset>
        <Group justify="flex-end">
          <ControlHint label={texts.record(count)} keys="mod+Enter">
            <ReasonedButton type="submit" loading={isBusy} reason={count === 0 ? needs.chooseOutcome : null}>
              {texts.record(count)}
            </ReasonedButton>
          </ControlHint>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves the focus to the same field of the next order on Enter, so that Enter does not send incomplete answers. */
function focusNextField(event: KeyboardEvent<HTMLFormElement>, send: () => void): void {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    send()
    return
  }
  if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'text') return
  event.preventDefault()
  const { field } = event.target.dataset
  const row = event.target.closest('tr')
  for (let next = row?.nextElementSibling; field && next; next = next.nextElementSibling) {
    const input = next.querySelector<HTMLElement>(`[data-field=${field}]`)
    input?.focus()
    if (input) return
  }
}

interface RowsProps {
  rows: readonly OutcomeRow[]
  isTried: boolean
  change(at: number, answer: Partial<OutcomeAnswer>): void
}

function Rows({ rows, isTried, change }: RowsProps) {
  const texts = useTexts(outcomesTexts)
  const road = useTexts(roadTexts)
  const { pod } = useSettings()
  const errorOf = (row: OutcomeRow, field: MissingField) =>
    isTried && findMissingField(row, pod) === field ? texts[`lacks_${field}`] : undefined
  return (
    <div className={styles.rows}>
      <DataTable
        label={texts.recordOutcomes}
        rows={rows}
        idOf={({ order }) => order.consignmentId}
        attributes={({ refusal }) => ({ 'data-refused': refusal === undefined ? undefined : 'true' })}
        columns={[
          { head: texts.order, isKey: true, className: styles.order, show: (row) => <OrderName row={row} /> },
          {
            head: road.outcome,
            show: ({ order, outcome }, index) => (
              <SegmentedControl
                size="xs"
                aria-label={texts.of(road.outcome, order.key)}
                value={outcome ?? ''}
                onChange={(value) => change(index, { outcome: (value || null) as OutcomeName | null })}
                data={[
                  ...outcomeNames.map((name) => ({ value: name, label: road[name] })),
                  { value: '', label: texts.notYet },
                ]}
              />
            ),
          },
          {
            head: texts.byWhomOrWhy,
            show(row, index) {
              const { outcome } = row
              const fieldProps = (field: MissingField) => ({
                row,
                error: errorOf(row, field),
                change: (answer: Partial<OutcomeAnswer>) => change(index, answer),
              })
              return outcome === null ? null : (
                <Stack gap="xs">
                  {outcome === 'failed' ? null : <Name {...fieldProps('contactName')} />}
                  {outcome === 'success' ? null : <ReasonFields {...fieldProps('reason')} />}
                </Stack>
              )
            },
          },
          {
            head: texts.time,
            className: styles.time,
            show: (row, index) =>
              row.outcome === null ? null : (
                <WhenInput
                  name={texts.of(texts.time, row.order.key)}
                  valueType={instantKind}
                  value={row.time}
                  error={errorOf(row, 'time')}
                  onChange={(time) => change(index, { time })}
                  onUnread={(time) => change(index, { time })}
                />
              ),
          },
        ]}
      />
    </div>
  )
}

function OrderName({ row: { order, refusal } }: { row: OutcomeRow }) {
  const { key, stopPosition, consigneeAddress, consigneeContact } = order
  const recipient = [consigneeAddress.company ?? consigneeContact?.personName, consigneeAddress.city].filter(Boolean)
  return (
    <>
      <span>
        {stopPosition > 0 ? `${stopPosition} · ` : ''}
        <bdi>{key}</bdi>
      </span>
      <span className={styles.who} dir="auto">
        {recipient.join(', ')}
      </span>
      {refusal ? <p className={fieldStyles.error}>{refusal}</p> : null}
    </>
  )
}

interface PartProps {
  row: OutcomeRow
  error: string | undefined
  change(answer: Partial<OutcomeAnswer>): void
}

function Name({ row, error, change }: PartProps) {
  const texts = useTexts(outcomesTexts)
  const label = row.order.type === 'collection' ? texts.handedOverBy : texts.receivedBy
  return (
    <FieldFrame error={error}>
      {(tied) => (
        <input
          {...tied}
          type="text"
          dir="auto"
          className={fieldStyles.input}
          aria-label={texts.of(label, row.order.key)}
          placeholder={label}
          autoComplete="off"
          maxLength={recordLimits.textLength}
          data-field="name"
          value={row.contactName}
          onChange={({ currentTarget }) => change({ contactName: currentTarget.value })}
        />
      )}
    </FieldFrame>
  )
}

/** Draws the failure reason and the remarks of an outcome that is not a full delivery. */
function ReasonFields({ row, error, change }: PartProps) {
  const texts = useTexts(outcomesTexts)
  const { reasons } = useSettings().pod
  const reader = currentLanguage.use()
  const { key } = row.order
  return (
    <>
      {reasons.length === 0 ? null : (
        <ChoiceInput
          aria-label={texts.of(texts.reason, key)}
          placeholder={texts.reason}
          error={error}
          choices={reasons.map((reason) => ({ value: reason.code, label: translateReason(reason, reader) }))}
          value={row.reason}
          onChange={(reason) => change({ reason })}
        />
      )}
      <input
        type="text"
        dir="auto"
        className={fieldStyles.input}
        aria-label={texts.of(texts.remarks, key)}
        placeholder={texts.remarks}
        autoComplete="off"
        maxLength={recordLimits.instructionsLength}
        data-field="remarks"
        value={row.remarks}
        onChange={({ currentTarget }) => change({ remarks: currentTarget.value })}
      />
    </>
  )
}
