// Commands of the route plan for the selected stops and the open load, with keys: for the bar, the menu, `?` and ⌘K.
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsSplit2,
  IconArrowsUpDown,
  IconBarcode,
  IconCalendarRepeat,
  IconClipboardCheck,
  IconClockEdit,
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
import { planAgainWords } from '../../order/words.ts'
import { askOutcomes } from '../../road/outcomes-asked.ts'
import { saveLoadLabels } from '../../road/papers.ts'
import { hasProgress } from '../../road/progress.tsx'
import { outcomesWords } from '../../road/words.ts'
import { useNamed, useShortcuts } from '../../shell/shortcuts.ts'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { offerUndo, undoLast } from '../../shell/undo.tsx'
import { useWords } from '../../words/language.ts'
import { nearestFirst, reversed, splitOff, stepped, toEnd, toTop } from '../load/arrange.ts'
import { choose, chooseNothing, chosen } from '../load/selection.ts'
import { joinAgain, splitLoad } from '../load/stop-writes.ts'
import { manyWords } from '../load/words.ts'
import { wish } from '../optimise/wish.tsx'
import { sheetWords } from '../sheets/words.ts'
import { followTimes, setPlannedTimes } from '../times/following.ts'
import { planWords } from '../times/words.ts'
import { planCommands } from './plan-commands.ts'
import type { Desk } from './use-desk.ts'

export interface Command {
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
export function useLoadCommands(desk: Desk, mayChange: boolean): Command[] {
  const words = useWords(manyWords)
  const named = useNamed()
  const { planned, shape, moves, stops, estimates } = desk
  const ids = [...chosen.use()].filter((id) => moves.sequence.includes(id))
  const always = [...useTelling(desk)(moves.sequence), ...usePapers(desk)]
  if (!planned) return []
  const { load } = planned
  if (!mayChange || !isOpen(load.status)) return always
  const these = ids.length > 1 ? ids : moves.sequence
  const split = async () => {
    const parts = await splitLoad(planned.load, splitOff(moves.sequence, ids))
    const count = parts.former.get(planned.load.loadId)!
    const takeBack = followTimes([planned.load.loadId, parts.loadId], [])
    offerUndo(words.wasSplit(words.orders(count.before.length - count.after.length), parts.key), {
      undo: () => takeBack(() => joinAgain(parts)),
    })
    chooseNothing()
  }
  return [
    {
      isOfChosen: true,
      ...named(planCommands.reverse),
      icon: IconArrowsUpDown,
      run: () => planned.arrange((now) => reversed(now, these)),
    },
    {
      isOfChosen: true,
      ...named(planCommands.nearest),
      icon: IconRoute,
      run: () => planned.arrange(() => nearestFirst(stops, these, shape)),
    },
    {
      ...named(planCommands.sequence),
      icon: IconSparkles,
      run: () => wish.set({ mode: 'sequence', load }),
    },
    {
      ...named(planCommands.fill),
      icon: IconStackPush,
      run: () => wish.set({ mode: 'fill', load }),
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
function usePapers({ planned, day }: Desk): Command[] {
  const sheet = useWords(sheetWords)
  const named = useNamed()
  const navigate = useNavigate()
  if (!planned) return []
  const { load } = planned
  const print = () => void navigate({ to: '/plan/sheets', search: { day, load: load.loadId } })
  return [
    { keys: 'p', label: sheet.ofLoad(load.key), icon: IconPrinter, run: print },
    { ...named(planCommands.labels), icon: IconBarcode, run: () => void saveLoadLabels(load) },
  ]
}

/** Returns the commands that move the selected orders. */
export function useChosenCommands(desk: Desk, mayChange: boolean): Command[] {
  const words = useWords(manyWords)
  const { again, unlessStuck } = useGoingAgain(desk)
  const { planned, moves, pool } = desk
  const ids = [...chosen.use()]
  const waiting = new Set(pool.all.map(({ consignmentId }) => consignmentId))
  const here = ids.filter((id) => moves.sequence.includes(id))
  const telling = useTelling(desk)(here)
  if (!mayChange) return telling
  const placed = ids.filter((id) => !waiting.has(id))
  const isSorted = here.length > 0 && planned && isOpen(planned.load.status)
  const needs = ids.length > 0 ? {} : { needs: words.chooseFirst }
  const assign = unlessStuck(() => desk.askForLoad(moves.named(ids)))
  return [
    ...again,
    ...telling,
    { keys: 'm', label: words.toLoad, icon: IconTransfer, run: assign, ...needs },
    ...(placed.length > 0 || ids.length === 0
      ? [
          {
            keys: 'Delete',
            label: words.removeFromLoad,
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
            label: words.toTop,
            icon: IconArrowBarToUp,
            run: () => planned?.arrange((now) => toTop(now, here)),
            ...needs,
          },
          {
            keys: 'alt+End',
            label: words.toEnd,
            icon: IconArrowBarToDown,
            run: () => planned?.arrange((now) => toEnd(now, here)),
            ...needs,
          },
        ]
      : []),
  ]
}

/** Returns the command that records outcomes. The load need not be started: the driver may use a paper run sheet. */
function useTelling({ planned, road }: Desk) {
  const words = useWords(outcomesWords)
  const mayProve = useMay('pods:write')
  const isOffered = mayProve && planned !== undefined && hasProgress.has(planned.load.status)
  return (ids: readonly string[]): Command[] => {
    const untold = ids.filter((id) => !road.onRoad.get(id)?.outcome)
    if (!isOffered || untold.length === 0) return []
    return [{ keys: 'y', label: words.recordOutcomes, icon: IconClipboardCheck, run: () => askOutcomes(untold) }]
  }
}

/**
 * Returns the command that plans undelivered orders again, and a guard for commands that take orders from their load.
 */
function useGoingAgain({ goingAgain, moves }: Desk) {
  const words = useWords(planAgainWords)
  const ids = [...chosen.use()]
  const isAgain = ids.length > 0 && ids.every(goingAgain.may)
  const isOfClosed = goingAgain.isClosed && ids.some((id) => moves.sequence.includes(id))
  const run = () => (isAgain ? goingAgain.ask(ids) : showDone(words.notAgain))
  const again: Command[] =
    isAgain || isOfClosed
      ? [{ keys: 'p', label: words.planAgain, icon: IconCalendarRepeat, isKeyOnly: !isAgain, run }]
      : []
  const isStuck = ids.length > 0 && ids.every(goingAgain.isStuck)
  const unlessStuck = (run: () => void) => () => (isStuck ? showDone(words.wayOut) : run())
  return { again, unlessStuck }
}

type Offered = Omit<Command, 'icon'> & Partial<Pick<Command, 'icon'>>

/** Registers the keys of all commands. A command that cannot run shows its condition. */
export function useCommandKeys(desk: Desk, commands: readonly Command[]): void {
  const words = useWords(manyWords)
  const { routePlan } = useWords(planWords)
  const { sequence } = desk.moves
  const here = sequence.filter((id) => chosen.get().has(id))
  const step = (by: -1 | 1) => () => desk.planned?.arrange((now) => stepped(now, here, by))
  const mayStep = commands.some(({ isOfChosen }) => isOfChosen)
  const needs = here.length > 0 ? {} : { needs: words.chooseFirst }
  const more = [
    ...(mayStep ? [{ keys: 'alt+ArrowUp', label: words.up, run: step(-1), ...needs }] : []),
    ...(mayStep ? [{ keys: 'alt+ArrowDown', label: words.down, run: step(1), ...needs }] : []),
    { keys: 'mod+z', label: words.undo, run: () => undoLast({ withDrafts: true }) },
    { keys: 'mod+a', label: words.all, run: () => choose(sequence) },
    ...(chosen.use().size > 0 ? [{ keys: 'Escape', label: words.clearSelection, run: chooseNothing }] : []),
  ]
  useShortcuts(
    [...commands, ...more].map(({ icon: _icon, isOfChosen: _of, isKeyOnly: _only, ...one }: Offered) => ({
      ...one,
      group: routePlan,
    })),
  )
}
