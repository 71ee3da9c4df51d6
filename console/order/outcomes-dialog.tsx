// Asks for the outcomes of several orders, one row each, for drivers who report on paper or by phone.

import { Alert, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { listPods } from '../../contract/pod.ts'
import { reasonName } from '../../contract/reasons.ts'
import { type OutcomeName, outcomes } from '../../contract/road.ts'
import { limits } from '../../contract/shared.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { refresh } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import fieldStyles from '../fields/fields.module.css'
import { Frame } from '../fields/frame.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { instantKind } from '../fields/when-kinds.ts'
import { refreshLoads } from '../load/refresh.ts'
import { useUnsaved } from '../platform/unsaved.ts'
import { endOutcomes, useAskedOutcomes } from '../road/outcomes-asked.ts'
import { outcomesWords, roadWords } from '../road/words.ts'
import { Confirm } from '../shell/confirm.tsx'
import content from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { showDone } from '../shell/toasts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { reasonWords, shellWords } from '../shell/words.ts'
import { language, useWords } from '../words/language.ts'
import styles from './outcomes-dialog.module.css'
import { type Asked, readRows, rowsMax } from './outcomes-reading.ts'
import { type Answer, type Lack, lackOf, type Row, tellingOf } from './outcomes-rows.ts'
import { newId, record } from './recording.ts'

/** Whether the dialog has unsaved input, or sends it. A user cannot close the dialog while it sends. */
type Standing = 'clean' | 'typed' | 'sending'

export default function OutcomesDialog() {
  const words = useWords(outcomesWords)
  const shell = useWords(shellWords)
  const format = useEnvironmentFormat()
  const ids = useAskedOutcomes()
  const [standing, setStanding] = useState<Standing>('clean')
  const [isLeaving, setLeaving] = useState(false)
  useUnsaved(standing !== 'clean')
  const asked = useQuery({
    queryKey: ['outcomes of', ids],
    queryFn: () => readRows(ids, format),
    // The answers refer to the orders that were read first.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const leave = { clean: endOutcomes, typed: () => setLeaving(true), sending: () => undefined }[standing]
  return (
    <>
      <Modal
        opened
        onClose={leave}
        size="min(68rem, 96vw)"
        title={words.recordOutcomes}
        closeButtonProps={{ 'aria-label': shell.close }}
      >
        {asked.data ? (
          <Form asked={asked.data} more={ids.length > rowsMax} onStanding={setStanding} />
        ) : asked.isError ? (
          <Failure error={asked.error} onRetry={() => asked.refetch()} />
        ) : (
          <Waiting lines={5} />
        )}
      </Modal>
      {/* The question is created on demand; otherwise the Escape that opens it would also close it. */}
      {isLeaving ? (
        <Confirm
          opened
          title={shell.askDiscard}
          action={shell.discard}
          isDangerous
          onConfirm={async () => endOutcomes()}
          onClose={() => setLeaving(false)}
        >
          {shell.notSaved}
        </Confirm>
      ) : null}
    </>
  )
}

/** Controls the answers of the dialog and the results of sending them. */
function useTelling(asked: Asked, onStanding: (standing: Standing) => void) {
  const words = useWords(outcomesWords)
  const { pod } = useSettings()
  const [rows, setRows] = useState<readonly Row[]>(asked.rows)
  const [isBusy, setBusy] = useState(false)
  /** Number of attempts. Missing values are marked after the first one. */
  const [tries, setTries] = useState(0)
  const tellings = rows.flatMap((row) => tellingOf(row) ?? [])
  const isLacking = rows.some((row) => lackOf(row, pod) !== undefined)
  const change = (at: number, answer: Partial<Answer>) => {
    onStanding('typed')
    setRows((now) => now.with(at, { ...now[at]!, ...answer, podId: newId(), refusal: undefined }))
  }
  const send = async () => {
    if (isBusy) return
    if (isLacking || tellings.length === 0) return setTries(tries + 1)
    setBusy(true)
    onStanding('sending')
    const refused = new Map((await record(tellings)).map(({ key, message }) => [key, message]))
    await Promise.all([refresh(listPods, listConsignments, getLoadProgress), refreshLoads()])
    if (refused.size < tellings.length) showDone(words.recorded(tellings.length - refused.size))
    if (refused.size === 0) return endOutcomes()
    const left = rows.filter(({ outcome, order }) => outcome === null || refused.has(order.key))
    setRows(left.map((row) => ({ ...row, refusal: refused.get(row.order.key) })))
    setBusy(false)
    onStanding('typed')
    setTries(tries + 1)
  }
  return { rows, change, send, isBusy, tries, count: tellings.length }
}

interface FormProps {
  asked: Asked
  more: boolean
  onStanding(standing: Standing): void
}

function Form({ asked, more, onStanding }: FormProps) {
  const words = useWords(outcomesWords)
  const needs = useWords(reasonWords)
  const { signature } = useSettings().pod
  const { rows, change, send, isBusy, tries, count } = useTelling(asked, onStanding)
  const form = useRef<HTMLFormElement>(null)
  const refused = rows.filter(({ refusal }) => refusal !== undefined).length
  // The focus goes to the first row, and after an error to the first row with one.
  useEffect(() => {
    const wanted = tries === 0 ? '[data-field]' : '[aria-invalid=true], [data-refused] [data-field]'
    form.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [tries])
  if (rows.length === 0) return <Text size="sm">{words.notForThese}</Text>
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => goOn(event, () => void send())}
    >
      <Stack gap="sm">
        <Text size="sm">
          {words.about} {signature.success === 'required' ? words.signedOnPaper : null}
        </Text>
        {asked.known > 0 ? <Text size="sm">{words.known(asked.known)}</Text> : null}
        {more ? <Text size="sm">{words.first(rowsMax)}</Text> : null}
        {refused > 0 ? (
          <Alert color="red" role="alert">
            {words.someRefused(refused)}
          </Alert>
        ) : null}
        <fieldset disabled={isBusy} className={content.plain}>
          <Rows rows={rows} isTried={tries > 0} change={change} />
        </fieldset>
        <Group justify="flex-end">
          <Hint label={words.record(count)} keys="mod+Enter">
            <ReasonedButton type="submit" loading={isBusy} reason={count === 0 ? needs.chooseOutcome : null}>
              {words.record(count)}
            </ReasonedButton>
          </Hint>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves the focus to the same field of the next order on Enter, so that Enter does not send incomplete answers. */
function goOn(event: KeyboardEvent<HTMLFormElement>, send: () => void): void {
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
  rows: readonly Row[]
  isTried: boolean
  change(at: number, answer: Partial<Answer>): void
}

function Rows({ rows, isTried, change }: RowsProps) {
  const words = useWords(outcomesWords)
  const road = useWords(roadWords)
  const { pod } = useSettings()
  const errorOf = (row: Row, field: Lack) =>
    isTried && lackOf(row, pod) === field ? words[`lacks_${field}`] : undefined
  return (
    <div className={styles.rows}>
      <DataTable
        label={words.recordOutcomes}
        rows={rows}
        idOf={({ order }) => order.consignmentId}
        attributes={({ refusal }) => ({ 'data-refused': refusal === undefined ? undefined : 'true' })}
        columns={[
          { head: words.order, isKey: true, className: styles.order, show: (row) => <OrderName row={row} /> },
          {
            head: road.outcome,
            show: ({ order, outcome }, at) => (
              <SegmentedControl
                size="xs"
                aria-label={words.of(road.outcome, order.key)}
                value={outcome ?? ''}
                onChange={(value) => change(at, { outcome: (value || null) as OutcomeName | null })}
                data={[
                  ...outcomes.map((one) => ({ value: one, label: road[one] })),
                  { value: '', label: words.notYet },
                ]}
              />
            ),
          },
          {
            head: words.byWhomOrWhy,
            show(row, at) {
              const { outcome } = row
              const part = (field: Lack) => ({
                row,
                error: errorOf(row, field),
                change: (answer: Partial<Answer>) => change(at, answer),
              })
              return outcome === null ? null : (
                <Stack gap="xs">
                  {outcome === 'failed' ? null : <Name {...part('contactName')} />}
                  {outcome === 'success' ? null : <Why {...part('reason')} />}
                </Stack>
              )
            },
          },
          {
            head: words.time,
            className: styles.time,
            show: (row, at) =>
              row.outcome === null ? null : (
                <WhenInput
                  name={words.of(words.time, row.order.key)}
                  kind={instantKind}
                  value={row.time}
                  error={errorOf(row, 'time')}
                  onChange={(time) => change(at, { time })}
                  onUnread={(time) => change(at, { time })}
                />
              ),
          },
        ]}
      />
    </div>
  )
}

function OrderName({ row: { order, refusal } }: { row: Row }) {
  const { key, stopPosition, consigneeAddress, consigneeContact } = order
  const who = [consigneeAddress.company ?? consigneeContact?.personName, consigneeAddress.city].filter(Boolean)
  return (
    <>
      <span>
        {stopPosition > 0 ? `${stopPosition} · ` : ''}
        <bdi>{key}</bdi>
      </span>
      <span className={styles.who} dir="auto">
        {who.join(', ')}
      </span>
      {refusal ? <p className={fieldStyles.error}>{refusal}</p> : null}
    </>
  )
}

interface PartProps {
  row: Row
  error: string | undefined
  change(answer: Partial<Answer>): void
}

function Name({ row, error, change }: PartProps) {
  const words = useWords(outcomesWords)
  const label = row.order.type === 'collection' ? words.handedOverBy : words.receivedBy
  return (
    <Frame error={error}>
      {(tied) => (
        <input
          {...tied}
          type="text"
          dir="auto"
          className={fieldStyles.input}
          aria-label={words.of(label, row.order.key)}
          placeholder={label}
          autoComplete="off"
          maxLength={limits.textLength}
          data-field="name"
          value={row.contactName}
          onChange={({ currentTarget }) => change({ contactName: currentTarget.value })}
        />
      )}
    </Frame>
  )
}

/** Draws the failure reason and the remarks of an outcome that is not a full delivery. */
function Why({ row, error, change }: PartProps) {
  const words = useWords(outcomesWords)
  const { reasons } = useSettings().pod
  const reader = language.use()
  const { key } = row.order
  return (
    <>
      {reasons.length === 0 ? null : (
        <Choose
          aria-label={words.of(words.reason, key)}
          placeholder={words.reason}
          error={error}
          choices={reasons.map((one) => ({ value: one.code, label: reasonName(one, reader) }))}
          value={row.reason}
          onChange={(reason) => change({ reason })}
        />
      )}
      <input
        type="text"
        dir="auto"
        className={fieldStyles.input}
        aria-label={words.of(words.remarks, key)}
        placeholder={words.remarks}
        autoComplete="off"
        maxLength={limits.instructionsLength}
        data-field="remarks"
        value={row.remarks}
        onChange={({ currentTarget }) => change({ remarks: currentTarget.value })}
      />
    </>
  )
}
