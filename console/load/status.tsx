// The state of a load: how it is shown, and the moves from one to the next, each with what it does.
import { Button, Group, Menu } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconPencil,
  IconSend,
  IconSteeringWheel,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { type LoadStatus, type LoadSummary, loadStatuses, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { Confirm } from '../shell/confirm.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { useExportCount } from './export-count.ts'
import { offerMoveBack } from './move-back.ts'
import { OpenStops, useStopOutcomes } from './open-stops.tsx'
import { refreshLoads } from './refresh.ts'
import styles from './status.module.css'
import { loadWords } from './words.ts'

const icons: Record<LoadStatus, TablerIcon> = {
  planning: IconPencil,
  planned: IconCheck,
  released: IconSend,
  started: IconSteeringWheel,
  completed: IconCircleCheck,
}

export function StatusBadge({ status }: { status: LoadStatus }) {
  const words = useWords(loadWords)
  const Icon = icons[status]
  return (
    <span className={styles.badge} data-status={status}>
      <Icon size={13} aria-hidden />
      {words[status]}
    </span>
  )
}

/** Started and completed loads take no changes of their stops. */
export const isOpen = (status: LoadStatus): boolean => status !== 'started' && status !== 'completed'

/** Forwards to any, or back by one before the start. */
export function movesFrom(status: LoadStatus): { forwards: LoadStatus[]; back: LoadStatus | undefined } {
  const index = loadStatuses.indexOf(status)
  return { forwards: loadStatuses.slice(index + 1), back: isOpen(status) ? loadStatuses[index - 1] : undefined }
}

/** What a move is called on its button, and what is asked before it is made. */
function useMoveTexts(key: string, back: LoadStatus | undefined) {
  const words = useWords(loadWords)
  const forwards = {
    planned: { action: words.markPlanned, question: words.askPlanned(key) },
    released: { action: words.release, question: words.askRelease(key) },
    started: { action: words.start, question: words.askStart(key) },
    completed: { action: words.complete, question: words.askComplete(key) },
  }
  return (status: LoadStatus) =>
    status === back || status === 'planning'
      ? { action: words.backTo(words[status]), question: words.askBack(key, words[status]) }
      : forwards[status]
}

/** Nothing while it is not known how many orders are added. */
export function releaseMeans(added: number | undefined, words: Words<typeof loadWords>): string {
  if (added === undefined) return ''
  return added === 0 ? words.meansReleasedAgain : words.meansReleased(added)
}

interface MovesProps {
  load: LoadSummary
  /** Whether a release puts the orders on the export list. */
  exportsOnRelease: boolean
  /** Something has to be saved first. */
  disabled?: boolean
  /** Asks before a release in a way of its own. */
  onRelease?: () => void
  /** What the page is called in ⌘K, which moves the load on as well. */
  group: string
}

export function StatusMoves({ load, exportsOnRelease, disabled = false, onRelease, group }: MovesProps) {
  const words = useWords(loadWords)
  const [wanted, setWanted] = useState<LoadStatus | null>(null)
  const { forwards, back } = movesFrom(load.status)
  const ask = (status: LoadStatus) =>
    status === 'released' && status !== back && onRelease ? onRelease() : setWanted(status)
  const [next, ...later] = forwards
  const others = [...later, ...(back ? [back] : [])]
  const textsOf = useMoveTexts(load.key, back)
  const offered = disabled || !next ? [] : [next, ...others]
  useShortcuts(
    offered.map((status) => ({
      ...{ label: `${load.key}: ${textsOf(status).action}`, group },
      run: () => ask(status),
    })),
  )
  const added = useExportCount([load.loadId], exportsOnRelease && wanted === 'released')
  const outcomes = useStopOutcomes(load.loadId, wanted === 'completed')
  const move = async (status: LoadStatus) => {
    try {
      await client.call(updateLoadById, { params: { loadId: load.loadId }, body: { status } })
      offerMoveBack(words.movedTo(load.key, words[status]), [load], status)
    } finally {
      void refreshLoads()
    }
  }
  const meaning: Record<LoadStatus, string> = {
    planning: words.meansPlanning,
    planned: back === 'planned' ? words.meansUnreleased : words.meansPlanned,
    released: exportsOnRelease ? releaseMeans(added, words) : words.meansReleasedQuietly,
    started: words.meansStarted,
    completed: words.meansCompleted,
  }
  if (!next) return null
  return (
    <>
      <Group gap={1} wrap="nowrap">
        <Button variant="default" className={styles.next} disabled={disabled} onClick={() => ask(next)}>
          {textsOf(next).action}
        </Button>
        {others.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" className={styles.more} disabled={disabled} aria-label={words.moreMoves} px={6}>
                <IconChevronDown size={14} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((status) => (
                <Menu.Item key={status} onClick={() => ask(status)}>
                  {textsOf(status).action}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Confirm
        opened={wanted !== null}
        title={wanted ? textsOf(wanted).question : ''}
        action={wanted ? textsOf(wanted).action : ''}
        {...{ isWaiting: wanted === 'completed' && outcomes.isPending, onConfirm: () => move(wanted!) }}
        onClose={() => setWanted(null)}
      >
        {wanted && meaning[wanted]}
        {wanted === 'completed' && <OpenStops outcomes={outcomes} />}
      </Confirm>
    </>
  )
}
