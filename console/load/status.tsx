// Shows the status of a load, and moves it to another status after a question.
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
import { getLoadById, type Load, type LoadStatus, loadStatuses, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
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

/** Returns whether the stops of a load can still change: it is neither started nor completed. */
export const isOpen = (status: LoadStatus): boolean => status !== 'started' && status !== 'completed'

/** Returns the possible statuses after one: every later status, and the previous one before the start. */
function movesFrom(status: LoadStatus): { forwards: LoadStatus[]; back: LoadStatus | undefined } {
  const index = loadStatuses.indexOf(status)
  return { forwards: loadStatuses.slice(index + 1), back: isOpen(status) ? loadStatuses[index - 1] : undefined }
}

/** Returns the texts of the button and the question of a change of status. */
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

/** Returns the effect of a release; an empty text until the number of added orders is known. */
export function releaseMeans(added: number | undefined, words: Words<typeof loadWords>): string {
  if (added === undefined) return ''
  return added === 0 ? words.meansReleasedAgain : words.meansReleased(added)
}

/** A requested change of status, with the load at that time: the page may show a newer version or another load. */
interface Asked {
  load: Load
  status: LoadStatus
}

const stopsOf = ({ stops }: Load) => stops.map(({ consignmentId }) => consignmentId).join()

/** Changes the status. It repeats the request for a newer version if status and stops are the same. */
async function makeMove({ load, status }: Asked): Promise<void> {
  const params = { loadId: load.loadId }
  const send = ({ version }: Load) => client.call(updateLoadById, { params, body: { status }, ifMatch: `"${version}"` })
  try {
    await send(load)
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH')) throw error
    const now = (await client.call(getLoadById, { params })).data
    if (now.status !== load.status || stopsOf(now) !== stopsOf(load)) throw error
    await send(now)
  }
}

interface MovesProps {
  load: Load
  /** Whether a release adds the orders to the export list. */
  exportsOnRelease: boolean
  /** Whether a change of status must wait for unsaved changes. */
  disabled?: boolean
  /** Replaces the question before a release. */
  onRelease?: () => void
  /** Name of the page in ⌘K, which also offers the changes of status. */
  group: string
}

export function StatusMoves({ load, exportsOnRelease, disabled = false, onRelease, group }: MovesProps) {
  const words = useWords(loadWords)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { forwards, back } = movesFrom(load.status)
  const ask = (status: LoadStatus) =>
    status === 'released' && status !== back && onRelease ? onRelease() : setAsked({ load, status })
  const [next, ...later] = forwards
  const others = [...later, ...(back ? [back] : [])]
  const textsOf = useMoveTexts(load.key, back)
  const offered = disabled || !next ? [] : [next, ...others]
  useShortcuts(
    offered.map((status) => ({
      label: `${load.key}: ${textsOf(status).action}`,
      group,
      isOfOpen: true,
      run: () => ask(status),
    })),
  )
  return (
    <>
      {next && (
        <Group gap={1} wrap="nowrap">
          <Button variant="default" className={styles.next} disabled={disabled} onClick={() => ask(next)}>
            {textsOf(next).action}
          </Button>
          {others.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="default"
                  className={styles.more}
                  disabled={disabled}
                  px={6}
                  aria-label={words.moreMoves}
                >
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
      )}
      <MoveQuestion asked={asked} exportsOnRelease={exportsOnRelease} onClose={() => setAsked(null)} />
    </>
  )
}

interface MoveQuestionProps {
  asked: Asked | null
  exportsOnRelease: boolean
  onClose: () => void
}

function MoveQuestion({ asked, exportsOnRelease, onClose }: MoveQuestionProps) {
  const words = useWords(loadWords)
  const { load, status } = asked ?? {}
  const back = load && movesFrom(load.status).back
  const texts = useMoveTexts(load?.key ?? '', back)
  const { question = '', action = '' } = status ? texts(status) : {}
  const added = useExportCount(load ? [load.loadId] : [], exportsOnRelease && status === 'released')
  const outcomes = useStopOutcomes(load?.loadId ?? '', status === 'completed')
  const move = async (wanted: Asked) => {
    try {
      await makeMove(wanted)
      offerMoveBack(words.movedTo(wanted.load.key, words[wanted.status]), [wanted.load], wanted.status)
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
  return (
    <Confirm
      opened={asked !== null}
      title={question}
      action={action}
      isWaiting={status === 'completed' && outcomes.isPending}
      onConfirm={() => move(asked!)}
      onClose={onClose}
    >
      {status && meaning[status]}
      {status === 'completed' && <OpenStops outcomes={outcomes} onRecord={onClose} />}
    </Confirm>
  )
}
