// Commands on the selected orders, and the result of each order.

import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import type { LoadStatus } from '../../contract/load.ts'
import { useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Choose } from '../fields/choose.tsx'
import { type Assigned, isFailed, type Outcome, tell } from '../order/changing.ts'
import { PlanAgain } from '../order/plan-again-dialog.tsx'
import { Results } from '../order/results.tsx'
import { isUntold, useClosedLoads, wasNotHandedOver } from '../order/under-way.ts'
import { orderWords, planAgainWords } from '../order/words.ts'
import { measure } from '../platform/units.ts'
import { askOutcomes } from '../road/outcomes-asked.ts'
import { saveLabels } from '../road/papers.ts'
import { outcomesWords, roadWords } from '../road/words.ts'
import { useFocusBack } from '../shell/focus-back.ts'
import { Hint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { reasonWords } from '../shell/words.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import { addToExport, assign, type Member } from './assign.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { type Action, ActionButton, Fitting } from './fitting.tsx'
import styles from './list.module.css'
import { LoadDialog } from './load-dialog.tsx'
import { useRemoval } from './removal-question.tsx'
import { type Chosen, chosenMax, type Selection } from './selection.ts'
import { TagDialog } from './tag-dialog.tsx'
import { refreshCounts } from './view-counts.ts'
import { fieldValueWords, listWords } from './words.ts'

const titles = { depotKey: 'assignDepot', areaKey: 'assignArea' } as const

type Dialog = Member | 'again' | 'tags'

interface On {
  onAssign(dialog: Dialog): void
  onRemove(orders: readonly Chosen[]): void
  onFailed(outcomes: Outcome[]): void
}

/** Returns the commands that the user may run on the selected orders. */
function useActions(selection: Selection, untold: Untold, { onAssign, onRemove, onFailed }: On) {
  const words = useWords(listWords)
  const road = useWords(roadWords)
  const own = useWords(fieldValueWords)
  const going = useGoingAgain(selection, untold, onAssign)
  const telling = useTelling(selection, untold)
  const mayWrite = useMay('consignments:write')
  const mayExport = useMay('export:write')
  const orders = selection.all()
  const takeOut = async () => {
    try {
      const assigned = await assign(orders, 'loadId', null)
      tell(assigned, { say: words.removedFromLoad, onFailed, onChanged: refreshCounts })
      selection.clear()
    } catch (error) {
      showProblem(error)
    }
  }
  const toExport = async () => {
    try {
      const { undo } = await addToExport(orders)
      offerUndo(words.exported(orders.length), { undo })
      selection.clear()
    } catch (error) {
      showProblem(error)
    }
  }
  const assigning: Action[] = [
    going.again,
    { keys: 'l', label: words.assignLoad, run: going.unlessStuck(() => onAssign('loadId')) },
    { keys: 'shift+l', label: words.removeFromLoad, run: going.unlessStuck(() => void takeOut()) },
    { keys: 'd', label: words.assignDepot, run: () => onAssign('depotKey') },
    { keys: 'a', label: words.assignArea, run: () => onAssign('areaKey') },
    { keys: 't', label: own.changeTags, run: () => onAssign('tags') },
  ]
  const labelling: Action = {
    keys: 'shift+p',
    label: road.labels,
    run: () => void saveLabels(orders.map(({ key }) => key)),
  }
  const exporting: Action = { keys: 'e', label: words.toExport, run: () => void toExport() }
  const removing: Action = {
    keys: 'Delete',
    label: words.delete,
    color: 'var(--mantine-color-error)',
    run: going.unlessStuck(() => onRemove(orders)),
  }
  return [
    ...(mayWrite ? assigning : []),
    ...telling,
    labelling,
    ...(mayExport ? [exporting] : []),
    ...(mayWrite ? [removing] : []),
  ]
}

/** Keys of the selected orders without an outcome, with the status of their load, which is started or completed. */
type Untold = ReadonlyMap<string, LoadStatus>

function useUntold(selection: Selection): Untold {
  const orders = selection.all()
  const closed = useClosedLoads(orders)
  return new Map(
    orders.filter((order) => isUntold(order, closed)).map(({ key, loadId }) => [key, closed.get(loadId!)!]),
  )
}

/**
 * Returns the command that plans the selected orders again, and a guard for commands that take orders from their load.
 * The guard shows a message instead if all of them have no outcome on a started load.
 */
function useGoingAgain(selection: Selection, untold: Untold, onAssign: (member: 'again') => void) {
  const words = useWords(planAgainWords)
  const mayProve = useMay('pods:write')
  const orders = selection.all()
  const isAgain = orders.every((order) => wasNotHandedOver(order) || (mayProve && untold.has(order.key)))
  const again: Action = {
    keys: 'p',
    label: words.planAgain,
    isKeyOnly: !isAgain,
    run: () => (isAgain ? onAssign('again') : showDone(words.notAgain)),
  }
  const isStuck = orders.length > 0 && orders.every(({ key }) => untold.get(key) === 'started')
  const unlessStuck = (run: () => void) => () => (isStuck ? showDone(words.wayOut) : run())
  return { again, unlessStuck }
}

/** Returns the command that records the outcomes of selected orders. */
function useTelling(selection: Selection, untold: Untold): Action[] {
  const words = useWords(outcomesWords)
  const mayProve = useMay('pods:write')
  const open = selection.all().filter(({ outcome }) => !outcome)
  const run = () =>
    open.length > 0 ? askOutcomes(open.map(({ consignmentId }) => consignmentId)) : showDone(words.notForThese)
  // The command is rarely needed for orders without a started load, so it has no button for these.
  return mayProve ? [{ keys: 'y', label: words.recordOutcomes, isKeyOnly: untold.size === 0, run }] : []
}

/** Explains refusals of orders without an outcome, with the commands that take them from their load. */
function useExplained(untold: Untold) {
  const { wayOut } = useWords(planAgainWords)
  return (outcome: Outcome): Outcome => {
    const { key, message = '' } = outcome
    const isExplained = !isFailed(outcome) || !untold.has(key) || message.endsWith(wayOut)
    return isExplained ? outcome : { ...outcome, message: `${message} ${wayOut}` }
  }
}

export function BulkBar({ selection }: { selection: Selection }) {
  const words = useWords(listWords)
  const order = useWords(orderWords)
  const [member, setMember] = useState<Dialog>()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const untold = useUntold(selection)
  const explained = useExplained(untold)
  const onFailed = (all: Outcome[]) => setOutcomes(member === 'again' ? all : all.map(explained))
  const removal = useRemoval(onFailed, selection.clear)
  const actions = useActions(selection, untold, { onAssign: setMember, onRemove: removal.ask, onFailed })
  useFocusBack(member !== undefined || removal.isAsking)
  const clear: Action = { keys: 'Escape', label: words.clearSelection, run: selection.clear }
  const isOn = selection.size > 0
  const needs = isOn ? {} : { needs: words.chooseFirst }
  useShortcuts([
    ...actions.map(({ keys, label, run }) => ({ keys, label, run, group: words.orders, ...needs })),
    ...(isOn ? [{ ...clear, group: words.orders }] : []),
  ])
  const onAssigned = (assigned: Assigned, say: (count: number) => string = order.allDone) => {
    setMember(undefined)
    tell(assigned, { say, onFailed, onChanged: refreshCounts })
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
      <Results outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
    </>
  )
}

interface BarProps {
  selection: Selection
  actions: readonly Action[]
  clear: Action
}

function Bar({ selection, actions, clear }: BarProps) {
  const words = useWords(listWords)
  const removing = actions.find(({ color }) => color !== undefined)
  return (
    <section className={styles.bulk} aria-label={words.selected(selection.size)}>
      <div className={styles.sums}>
        <Text size="sm" fw={600}>
          <Sums selection={selection} />
        </Text>
        <Hint label={clear.label} keys={clear.keys}>
          <ActionIcon aria-label={clear.label} onClick={clear.run}>
            <IconX size={16} />
          </ActionIcon>
        </Hint>
      </div>
      <div className={styles.actions}>
        <Fitting actions={actions.filter((one) => one !== removing && !one.isKeyOnly)} more={words.moreActions} />
        {removing ? <ActionButton {...removing} /> : null}
      </div>
    </section>
  )
}

/** Draws the number of selected orders and the sums of their known quantities. */
function Sums({ selection }: { selection: Selection }) {
  const words = useWords(listWords)
  const locale = locales[language.use()]
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const orders = selection.all()
  const sum = (member: 'weight' | 'volume') => orders.reduce((total, order) => total + (order[member] ?? 0), 0)
  const said = [
    words.selected(selection.size),
    measure(sum('weight'), weightUnit, locale),
    measure(sum('volume'), volumeUnit, locale),
    ...(selection.size >= chosenMax ? [words.noMoreSelected(chosenMax)] : []),
  ]
  return said.join(' · ')
}

interface AssignProps {
  member: 'depotKey' | 'areaKey'
  orders: readonly Chosen[]
  onClose(): void
  onDone(assigned: Assigned): void
}

function AssignDialog({ member, orders, onClose, onDone }: AssignProps) {
  const words = useWords(listWords)
  const needs = useWords(reasonWords)
  const { areas } = useSettings()
  const depots = useQuery({ ...read(listDepots), enabled: member === 'depotKey' }).data?.data ?? []
  // An empty value means that the user removes the value.
  const [value, setValue] = useState<string | null>(null)
  const named = member === 'depotKey' ? depots : areas
  const choices = named.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))
  return (
    <BulkDialog
      title={words[titles[member]]}
      count={orders.length}
      action={words.assign}
      lacks={value === null ? needs.chooseValue : null}
      run={() => assign(orders, member, value || null)}
      onClose={onClose}
      onDone={onDone}
    >
      <Choose
        label={words[member]}
        choices={[{ value: '', label: words.noneChoice }, ...choices]}
        value={value}
        onChange={setValue}
        isFirst
      />
    </BulkDialog>
  )
}
