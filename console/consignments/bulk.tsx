// Commands on the selected orders, and the result of each order.

import { Text } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import type { LoadStatus } from '../../contract/load.ts'
import { useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { type BulkChange, type ChangeResult, isFailed, reportChange } from '../order/changing.ts'
import { isUndelivered, isUntold, useClosedLoads } from '../order/missing-outcomes.ts'
import { PlanAgain } from '../order/plan-again-dialog.tsx'
import { ResultsDialog } from '../order/results.tsx'
import { orderTexts, planAgainTexts } from '../order/words.ts'
import { formatMeasure } from '../platform/units.ts'
import { saveLabels } from '../road/papers.ts'
import { requestOutcomes } from '../road/requested-outcomes.ts'
import { outcomesTexts, roadTexts } from '../road/words.ts'
import { useFocusBack } from '../shell/focus-back.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { offerUndo } from '../shell/undo.tsx'
import { reasonTexts } from '../shell/words.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageLocales } from '../words/words.ts'
import { ActionButton, ActionRow, type ToolbarAction } from './action-row.tsx'
import { type AssignableField, addToExport, assignValue } from './assign.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import styles from './list.module.css'
import { LoadDialog } from './load-dialog.tsx'
import { useRemoval } from './removal-question.tsx'
import { chosenMax, type OrderSelection, type SelectedOrder } from './selection.ts'
import { TagDialog } from './tag-dialog.tsx'
import { refreshCounts } from './view-counts.ts'
import { fieldValueTexts, listTexts } from './words.ts'

const titles = { depotKey: 'assignDepot', areaKey: 'assignArea' } as const

type Dialog = AssignableField | 'again' | 'tags'

interface ActionHandlers {
  onAssign(dialog: Dialog): void
  onRemove(orders: readonly SelectedOrder[]): void
  onFailed(outcomes: ChangeResult[]): void
}

/** Returns the commands that the user may run on the selected orders. */
function useActions(selection: OrderSelection, untold: Untold, { onAssign, onRemove, onFailed }: ActionHandlers) {
  const texts = useTexts(listTexts)
  const road = useTexts(roadTexts)
  const fieldLabels = useTexts(fieldValueTexts)
  const planAgainCommand = usePlanAgainCommand(selection, untold, onAssign)
  const outcomeActions = useOutcomeActions(selection, untold)
  const mayWrite = useMay('consignments:write')
  const mayExport = useMay('export:write')
  const orders = selection.all()
  const takeOut = async () => {
    try {
      const assigned = await assignValue(orders, 'loadId', null)
      reportChange(assigned, { say: texts.removedFromLoad, onFailed, onChanged: refreshCounts })
      selection.clear()
    } catch (error) {
      showProblem(error)
    }
  }
  const toExport = async () => {
    try {
      const { undo } = await addToExport(orders)
      offerUndo(texts.exported(orders.length), { undo })
      selection.clear()
    } catch (error) {
      showProblem(error)
    }
  }
  const assigning: ToolbarAction[] = [
    planAgainCommand.again,
    { keys: 'l', label: texts.assignLoad, run: planAgainCommand.unlessStuck(() => onAssign('loadId')) },
    { keys: 'shift+l', label: texts.removeFromLoad, run: planAgainCommand.unlessStuck(() => void takeOut()) },
    { keys: 'd', label: texts.assignDepot, run: () => onAssign('depotKey') },
    { keys: 'a', label: texts.assignArea, run: () => onAssign('areaKey') },
    { keys: 't', label: fieldLabels.changeTags, run: () => onAssign('tags') },
  ]
  const labelling: ToolbarAction = {
    keys: 'shift+p',
    label: road.labels,
    icon: <IconDownload size={14} aria-hidden />,
    run: () => void saveLabels(orders.map(({ key }) => key)),
  }
  const exporting: ToolbarAction = { keys: 'e', label: texts.toExport, run: () => void toExport() }
  const removing: ToolbarAction = {
    keys: 'Delete',
    label: texts.delete,
    color: 'var(--mantine-color-error)',
    run: planAgainCommand.unlessStuck(() => onRemove(orders)),
  }
  return [
    ...(mayWrite ? assigning : []),
    ...outcomeActions,
    labelling,
    ...(mayExport ? [exporting] : []),
    ...(mayWrite ? [removing] : []),
  ]
}

/** Keys of the selected orders without an outcome, with the status of their load, which is started or completed. */
type Untold = ReadonlyMap<string, LoadStatus>

function useUntold(selection: OrderSelection): Untold {
  const orders = selection.all()
  const closed = useClosedLoads(orders)
  return new Map(
    orders.filter((order) => isUntold(order, closed)).map(({ key, loadId }) => [key, closed.get(loadId!)!]),
  )
}

/**
 * Returns the command that plans the selected orders again, and a guard for commands that take orders from their load.
 * The guard shows a message instead if all selected orders lack an outcome on a started load.
 */
function usePlanAgainCommand(selection: OrderSelection, untold: Untold, onAssign: (member: 'again') => void) {
  const texts = useTexts(planAgainTexts)
  const mayProve = useMay('pods:write')
  const orders = selection.all()
  const isAgain = orders.every((order) => isUndelivered(order) || (mayProve && untold.has(order.key)))
  const planAgainAction: ToolbarAction = {
    keys: 'p',
    label: texts.planAgain,
    isKeyOnly: !isAgain,
    run: () => (isAgain ? onAssign('again') : showDone(texts.notAgain)),
  }
  const isStuck = orders.length > 0 && orders.every(({ key }) => untold.get(key) === 'started')
  const unlessStuck = (run: () => void) => () => (isStuck ? showDone(texts.wayOut) : run())
  return { again: planAgainAction, unlessStuck }
}

/** Returns the command that records the outcomes of selected orders. */
function useOutcomeActions(selection: OrderSelection, untold: Untold): ToolbarAction[] {
  const texts = useTexts(outcomesTexts)
  const mayProve = useMay('pods:write')
  const open = selection.all().filter(({ outcome }) => !outcome)
  const run = () =>
    open.length > 0 ? requestOutcomes(open.map(({ consignmentId }) => consignmentId)) : showDone(texts.notForThese)
  // The command is rarely needed for orders without a started load, so it has no button for these.
  return mayProve ? [{ keys: 'y', label: texts.recordOutcomes, isKeyOnly: untold.size === 0, run }] : []
}

/** Explains refusals of orders without an outcome, with the commands that take them from their load. */
function useExplained(untold: Untold) {
  const { wayOut } = useTexts(planAgainTexts)
  return (outcome: ChangeResult): ChangeResult => {
    const { key, message = '' } = outcome
    const isExplained = !isFailed(outcome) || !untold.has(key) || message.endsWith(wayOut)
    return isExplained ? outcome : { ...outcome, message: `${message} ${wayOut}` }
  }
}

export function BulkBar({ selection }: { selection: OrderSelection }) {
  const texts = useTexts(listTexts)
  const order = useTexts(orderTexts)
  const [member, setMember] = useState<Dialog>()
  const [outcomes, setOutcomes] = useState<ChangeResult[]>()
  const untold = useUntold(selection)
  const explained = useExplained(untold)
  const onFailed = (outcomes: ChangeResult[]) => setOutcomes(member === 'again' ? outcomes : outcomes.map(explained))
  const removal = useRemoval(onFailed, selection.clear)
  const actions = useActions(selection, untold, { onAssign: setMember, onRemove: removal.ask, onFailed })
  useFocusBack(member !== undefined || removal.isAsking)
  const clear: ToolbarAction = { keys: 'Escape', label: texts.clearSelection, run: selection.clear }
  const isOn = selection.size > 0
  const needs = isOn ? {} : { needs: texts.chooseFirst }
  useShortcuts([
    ...actions.map(({ keys, label, run }) => ({ keys, label, run, group: texts.orders, ...needs })),
    ...(isOn ? [{ ...clear, group: texts.orders }] : []),
  ])
  const onAssigned = (assigned: BulkChange, formatMessage: (count: number) => string = order.allDone) => {
    setMember(undefined)
    reportChange(assigned, { say: formatMessage, onFailed, onChanged: refreshCounts })
    if (!assigned.outcomes.some(isFailed)) selection.clear()
  }
  return (
    <>
      {isOn ? <Bar selection={selection} actions={actions} clear={clear} /> : null}
      {member === 'again' ? (
        <PlanAgain
          ids={selection.all().map(({ consignmentId }) => consignmentId)}
          untold={untold.size}
          onClose={() => setMember(undefined)}
          onDone={onAssigned}
        />
      ) : null}
      {member === 'tags' ? (
        <TagDialog
          orders={selection.all()}
          onClose={() => setMember(undefined)}
          onDone={(assigned) => onAssigned(assigned)}
        />
      ) : null}
      {member === 'loadId' ? (
        <LoadDialog orders={selection.all()} onClose={() => setMember(undefined)} onDone={onAssigned} />
      ) : null}
      {member === 'depotKey' || member === 'areaKey' ? (
        <AssignDialog
          member={member}
          orders={selection.all()}
          onClose={() => setMember(undefined)}
          onDone={(assigned) => onAssigned(assigned)}
        />
      ) : null}
      {removal.question}
      <ResultsDialog outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
    </>
  )
}

interface BarProps {
  selection: OrderSelection
  actions: readonly ToolbarAction[]
  clear: ToolbarAction
}

function Bar({ selection, actions, clear }: BarProps) {
  const texts = useTexts(listTexts)
  const removing = actions.find(({ color }) => color !== undefined)
  return (
    <section className={styles.bulk} aria-label={texts.selected(selection.size)}>
      <div className={styles.sums}>
        <Text size="sm" fw={600}>
          <Sums selection={selection} />
        </Text>
        <ToolButton label={clear.label} keys={clear.keys} icon={<IconX size={16} />} run={clear.run} />
      </div>
      <div className={styles.actions}>
        <ActionRow
          actions={actions.filter((action) => action !== removing && !action.isKeyOnly)}
          moreLabel={texts.moreActions}
        />
        {removing ? <ActionButton {...removing} /> : null}
      </div>
    </section>
  )
}

/** Draws the number of selected orders and the sums of their known quantities. */
function Sums({ selection }: { selection: OrderSelection }) {
  const texts = useTexts(listTexts)
  const locale = languageLocales[currentLanguage.use()]
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const orders = selection.all()
  const sum = (member: 'weight' | 'volume') => orders.reduce((total, order) => total + (order[member] ?? 0), 0)
  const segments = [
    texts.selected(selection.size),
    formatMeasure(sum('weight'), weightUnit, locale),
    formatMeasure(sum('volume'), volumeUnit, locale),
    ...(selection.size >= chosenMax ? [texts.noMoreSelected(chosenMax)] : []),
  ]
  return segments.join(' · ')
}

interface AssignProps {
  member: 'depotKey' | 'areaKey'
  orders: readonly SelectedOrder[]
  onClose(): void
  onDone(assigned: BulkChange): void
}

function AssignDialog({ member, orders, onClose, onDone }: AssignProps) {
  const texts = useTexts(listTexts)
  const needs = useTexts(reasonTexts)
  const { areas } = useSettings()
  const depots = useQuery({ ...buildQuery(listDepots), enabled: member === 'depotKey' }).data?.data ?? []
  // An empty value means that the user removes the value.
  const [value, setValue] = useState<string | null>(null)
  const named = member === 'depotKey' ? depots : areas
  const choices = named.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))
  return (
    <BulkDialog
      title={texts[titles[member]]}
      count={orders.length}
      action={texts.assign}
      lacks={value === null ? needs.chooseValue : null}
      run={() => assignValue(orders, member, value || null)}
      onClose={onClose}
      onDone={onDone}
    >
      <ChoiceInput
        label={texts[member]}
        choices={[{ value: '', label: texts.noneChoice }, ...choices]}
        value={value}
        onChange={setValue}
        isFirst
      />
    </BulkDialog>
  )
}
