// Commands of the route plan for the selected stops and the open load, with keys: for the bar, the menu, `?` and ⌘K.
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsSplit2,
  IconArrowsUpDown,
  IconCalendarRepeat,
  IconClipboardCheck,
  IconClockEdit,
  IconDownload,
  IconPrinter,
  IconRoute,
  IconSparkles,
  IconStackPush,
  IconTransfer,
  IconTruckOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { isOpen } from '../../load/status.tsx'
import { planAgainTexts } from '../../order/words.ts'
import { saveLoadLabels } from '../../road/papers.ts'
import { hasProgress } from '../../road/progress.tsx'
import { requestOutcomes } from '../../road/requested-outcomes.ts'
import { outcomesTexts } from '../../road/words.ts'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { offerUndo, undoLast } from '../../shell/undo.tsx'
import { useTexts } from '../../words/language.ts'
import { moveByStep, moveToEnd, moveToTop, sortByDistance, sortReversed, splitOff } from '../load/arrange.ts'
import { chooseNothing, chooseOrders, chosenOrders } from '../load/selection.ts'
import { joinAgain, splitLoad } from '../load/stop-writes.ts'
import { manyTexts } from '../load/words.ts'
import { optimiseTask } from '../optimise/optimise-task.tsx'
import { sheetTexts } from '../sheets/words.ts'
import { followTimes, setPlannedTimes } from '../times/following.ts'
import { planTexts } from '../times/words.ts'
import { planCommands } from './plan-commands.ts'
import type { PlanDeskState } from './use-desk.ts'

export interface PlanCommand {
  /** Whether the command sorts or divides the selection; others concern the whole load. */
  isOfChosen?: boolean
  keys: string
  label: string
  icon: TablerIcon
  /** Whether the command has a key but no button. The key shows why the command is inactive. */
  isKeyOnly?: boolean
  /** The missing condition of the command. */
  needs?: string
  run(): void
}

/**
 * Returns the commands that sort and split the open load. They apply to two or more selected stops, otherwise to all.
 */
export function useLoadCommands(desk: PlanDeskState, mayChange: boolean): PlanCommand[] {
  const texts = useTexts(manyTexts)
  const named = useNamed()
  const { planned, shape, moves, stops, estimates } = desk
  const ids = [...chosenOrders.use()].filter((id) => moves.sequence.includes(id))
  const always = [...useOutcomeCommands(desk)(moves.sequence), ...usePapers(desk)]
  if (!planned) return []
  const { load } = planned
  if (!mayChange || !isOpen(load.status)) return always
  const targetIds = ids.length > 1 ? ids : moves.sequence
  const split = async () => {
    const splitResult = await splitLoad(planned.load, splitOff(moves.sequence, ids))
    const count = splitResult.former.get(planned.load.loadId)!
    const takeBack = followTimes([planned.load.loadId, splitResult.loadId], [])
    offerUndo(texts.wasSplit(texts.orders(count.before.length - count.after.length), splitResult.key), {
      undo: () => takeBack(() => joinAgain(splitResult)),
    })
    chooseNothing()
  }
  return [
    {
      isOfChosen: true,
      ...named(planCommands.reverse),
      icon: IconArrowsUpDown,
      run: () => planned.arrange((sequence) => sortReversed(sequence, targetIds)),
    },
    {
      isOfChosen: true,
      ...named(planCommands.nearest),
      icon: IconRoute,
      run: () => planned.arrange(() => sortByDistance(stops, targetIds, shape)),
    },
    {
      ...named(planCommands.sequence),
      icon: IconSparkles,
      run: () => optimiseTask.set({ mode: 'sequence', load }),
    },
    {
      ...named(planCommands.fill),
      icon: IconStackPush,
      run: () => optimiseTask.set({ mode: 'fill', load }),
    },
    {
      ...named(planCommands.setTimes),
      icon: IconClockEdit,
      run: () => void setPlannedTimes(stops, estimates).catch(showProblem),
    },
    {
      isOfChosen: true,
      ...named(planCommands.split),
      icon: IconArrowsSplit2,
      run: () => void split().catch(showProblem),
    },
    ...always,
  ]
}

/** Returns the commands that print the open load. */
function usePapers({ planned, day }: PlanDeskState): PlanCommand[] {
  const sheet = useTexts(sheetTexts)
  const named = useNamed()
  const navigate = useNavigate()
  if (!planned) return []
  const { load } = planned
  const print = () => void navigate({ to: '/plan/sheets', search: { day, load: load.loadId } })
  return [
    { keys: 'p', label: sheet.ofLoad(load.key), icon: IconPrinter, run: print },
    { ...named(planCommands.labels), icon: IconDownload, run: () => void saveLoadLabels(load) },
  ]
}

/** Returns the commands that move the selected orders. */
export function useChosenCommands(desk: PlanDeskState, mayChange: boolean): PlanCommand[] {
  const texts = useTexts(manyTexts)
  const { again, unlessStuck } = usePlanAgainCommands(desk)
  const { planned, moves, pool } = desk
  const ids = [...chosenOrders.use()]
  const waiting = new Set(pool.all.map(({ consignmentId }) => consignmentId))
  const openIds = ids.filter((id) => moves.sequence.includes(id))
  const outcomeCommands = useOutcomeCommands(desk)(openIds)
  if (!mayChange) return outcomeCommands
  const placed = ids.filter((id) => !waiting.has(id))
  const isSorted = openIds.length > 0 && planned && isOpen(planned.load.status)
  const needs = ids.length > 0 ? {} : { needs: texts.chooseFirst }
  const assign = unlessStuck(() => desk.askForLoad(moves.named(ids)))
  return [
    ...again,
    ...outcomeCommands,
    { keys: 'm', label: texts.toLoad, icon: IconTransfer, run: assign, ...needs },
    ...(placed.length > 0 || ids.length === 0
      ? [
          {
            keys: 'Delete',
            label: texts.removeFromLoad,
            icon: IconTruckOff,
            ...needs,
            run: unlessStuck(() => void moves.takeOut(placed).then(chooseNothing, showProblem)),
          },
        ]
      : []),
    ...(isSorted || ids.length === 0
      ? [
          {
            keys: 'alt+Home',
            label: texts.toTop,
            icon: IconArrowBarToUp,
            run: () => planned?.arrange((sequence) => moveToTop(sequence, openIds)),
            ...needs,
          },
          {
            keys: 'alt+End',
            label: texts.toEnd,
            icon: IconArrowBarToDown,
            run: () => planned?.arrange((sequence) => moveToEnd(sequence, openIds)),
            ...needs,
          },
        ]
      : []),
  ]
}

/** Returns the command that records outcomes. The load need not be started: the driver may use a paper run sheet. */
function useOutcomeCommands({ planned, road }: PlanDeskState) {
  const texts = useTexts(outcomesTexts)
  const mayProve = useMay('pods:write')
  const isOffered = mayProve && planned !== undefined && hasProgress.has(planned.load.status)
  return (ids: readonly string[]): PlanCommand[] => {
    const untold = ids.filter((id) => !road.onRoad.get(id)?.outcome)
    if (!isOffered || untold.length === 0) return []
    return [{ keys: 'y', label: texts.recordOutcomes, icon: IconClipboardCheck, run: () => requestOutcomes(untold) }]
  }
}

/**
 * Returns the command that plans undelivered orders again, and a guard for commands that take orders from their load.
 */
function usePlanAgainCommands({ goingAgain, moves }: PlanDeskState) {
  const texts = useTexts(planAgainTexts)
  const ids = [...chosenOrders.use()]
  const isAgain = ids.length > 0 && ids.every(goingAgain.may)
  const isOfClosed = goingAgain.isClosed && ids.some((id) => moves.sequence.includes(id))
  const run = () => (isAgain ? goingAgain.ask(ids) : showDone(texts.notAgain))
  const planAgainCommands: PlanCommand[] =
    isAgain || isOfClosed
      ? [{ keys: 'p', label: texts.planAgain, icon: IconCalendarRepeat, isKeyOnly: !isAgain, run }]
      : []
  const isStuck = ids.length > 0 && ids.every(goingAgain.isStuck)
  const unlessStuck = (run: () => void) => () => (isStuck ? showDone(texts.wayOut) : run())
  return { again: planAgainCommands, unlessStuck }
}

type Offered = Omit<PlanCommand, 'icon'> & Partial<Pick<PlanCommand, 'icon'>>

/** Registers the keys of all commands. A command that cannot run shows its condition. */
export function useCommandKeys(desk: PlanDeskState, commands: readonly PlanCommand[]): void {
  const texts = useTexts(manyTexts)
  const { routePlan } = useTexts(planTexts)
  const { sequence } = desk.moves
  const selectedIds = sequence.filter((id) => chosenOrders.get().has(id))
  const step = (offset: -1 | 1) => () => desk.planned?.arrange((current) => moveByStep(current, selectedIds, offset))
  const mayStep = commands.some(({ isOfChosen }) => isOfChosen)
  const needs = selectedIds.length > 0 ? {} : { needs: texts.chooseFirst }
  const extraCommands = [
    ...(mayStep ? [{ keys: 'alt+ArrowUp', label: texts.up, run: step(-1), ...needs }] : []),
    ...(mayStep ? [{ keys: 'alt+ArrowDown', label: texts.down, run: step(1), ...needs }] : []),
    { keys: 'mod+z', label: texts.undo, run: () => undoLast({ withDrafts: true }) },
    { keys: 'mod+a', label: texts.all, run: () => chooseOrders(sequence) },
    ...(chosenOrders.use().size > 0 ? [{ keys: 'Escape', label: texts.clearSelection, run: chooseNothing }] : []),
  ]
  useShortcuts(
    [...commands, ...extraCommands].map(({ icon: _icon, isOfChosen: _of, isKeyOnly: _only, ...one }: Offered) => ({
      ...one,
      group: routePlan,
    })),
  )
}
