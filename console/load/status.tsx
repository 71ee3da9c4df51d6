// Shows the status of a load, and moves it to another status after a question.
import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconCircleCheck, IconLock, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { getLoadById, type Load, type LoadStatus, loadStatuses, updateLoadById } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import { useExportCount } from './export-count.ts'
import { offerMoveBack } from './move-back.ts'
import { OpenStops, useStopOutcomes } from './open-stops.tsx'
import { refreshLoads } from './refresh.ts'
import styles from './status.module.css'
import { loadTexts } from './words.ts'

const icons: Partial<Record<LoadStatus, TablerIcon>> = { planned: IconLock, completed: IconCircleCheck }

export function StatusBadge({ status }: { status: LoadStatus }) {
  const texts = useTexts(loadTexts)
  const Icon = icons[status]
  return (
    <span className={styles.badge} data-status={status}>
      {Icon && <Icon size={14} aria-hidden />}
      {texts[status]}
    </span>
  )
}

/** Returns whether the stops of a load can still change: it is neither started nor completed. */
export const isOpen = (status: LoadStatus): boolean => status !== 'started' && status !== 'completed'

/** Returns the possible statuses after a status: every later status, and the previous status before the start. */
function movesFrom(status: LoadStatus): { forwards: LoadStatus[]; back: LoadStatus | undefined } {
  const index = loadStatuses.indexOf(status)
  return { forwards: loadStatuses.slice(index + 1), back: isOpen(status) ? loadStatuses[index - 1] : undefined }
}

/** Returns the texts of the button and the question of a change of status. */
function useMoveTexts(key: string, back: LoadStatus | undefined) {
  const texts = useTexts(loadTexts)
  const forwards = {
    planned: { action: texts.markPlanned, question: texts.askPlanned(key) },
    released: { action: texts.release, question: texts.askRelease(key) },
    started: { action: texts.start, question: texts.askStart(key) },
    completed: { action: texts.complete, question: texts.askComplete(key) },
  }
  return (status: LoadStatus) =>
    status === back || status === 'planning'
      ? { action: texts.backTo(texts[status]), question: texts.askBack(key, texts[status]) }
      : forwards[status]
}

/** Returns the effect of a release; an empty text until the number of added orders is known. */
export function releaseMeans(added: number | undefined, texts: Texts<typeof loadTexts>): string {
  if (added === undefined) return ''
  return added === 0 ? texts.meansReleasedAgain : texts.meansReleased(added)
}

/** A requested change of status, with the load at that time: the page may show a newer version or another load. */
interface StatusChange {
  load: Load
  status: LoadStatus
}

const stopsOf = ({ stops }: Load) => stops.map(({ consignmentId }) => consignmentId).join()

/** Changes the status. Repeats the request for a newer version if status and stops are the same. */
async function makeMove({ load, status }: StatusChange): Promise<void> {
  const params = { loadId: load.loadId }
  const send = ({ version }: Load) =>
    apiClient.call(updateLoadById, { params, body: { status }, ifMatch: `"${version}"` })
  try {
    await send(load)
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH')) throw error
    const currentLoad = (await apiClient.call(getLoadById, { params })).data
    if (currentLoad.status !== load.status || stopsOf(currentLoad) !== stopsOf(load)) throw error
    await send(currentLoad)
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
  const texts = useTexts(loadTexts)
  const [asked, setAsked] = useState<StatusChange | null>(null)
  const { forwards, back } = movesFrom(load.status)
  const requestMove = (status: LoadStatus) =>
    status === 'released' && status !== back && onRelease ? onRelease() : setAsked({ load, status })
  const [next, ...later] = forwards
  const menuStatuses = [...later, ...(back ? [back] : [])]
  const textsOf = useMoveTexts(load.key, back)
  const offered = disabled || !next ? [] : [next, ...menuStatuses]
  useShortcuts(
    offered.map((status) => ({
      label: `${load.key}: ${textsOf(status).action}`,
      group,
      isOfOpen: true,
      run: () => requestMove(status),
    })),
  )
  return (
    <>
      {next && (
        <Group gap={1} wrap="nowrap">
          <Button className={styles.next} disabled={disabled} onClick={() => requestMove(next)}>
            {textsOf(next).action}
          </Button>
          {menuStatuses.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button className={styles.more} disabled={disabled} px={6} aria-label={texts.moreMoves}>
                  <IconChevronDown size={14} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {menuStatuses.map((status) => (
                  <Menu.Item key={status} onClick={() => requestMove(status)}>
                    {textsOf(status).action}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      )}
      <MoveQuestion change={asked} exportsOnRelease={exportsOnRelease} onClose={() => setAsked(null)} />
    </>
  )
}

interface MoveQuestionProps {
  change: StatusChange | null
  exportsOnRelease: boolean
  onClose: () => void
}

function MoveQuestion({ change, exportsOnRelease, onClose }: MoveQuestionProps) {
  const texts = useTexts(loadTexts)
  const { load, status } = change ?? {}
  const back = load && movesFrom(load.status).back
  const moveTexts = useMoveTexts(load?.key ?? '', back)
  const { question = '', action = '' } = status ? moveTexts(status) : {}
  const added = useExportCount(load ? [load.loadId] : [], exportsOnRelease && status === 'released')
  const outcomes = useStopOutcomes(load?.loadId ?? '', status === 'completed')
  const move = async (change: StatusChange) => {
    try {
      await makeMove(change)
      offerMoveBack(texts.movedTo(change.load.key, texts[change.status]), [change.load], change.status)
    } finally {
      void refreshLoads()
    }
  }
  const meaning: Record<LoadStatus, string> = {
    planning: texts.meansPlanning,
    planned: back === 'planned' ? texts.meansUnreleased : texts.meansPlanned,
    released: exportsOnRelease ? releaseMeans(added, texts) : texts.meansReleasedQuietly,
    started: texts.meansStarted,
    completed: texts.meansCompleted,
  }
  return (
    <ConfirmationDialog
      opened={change !== null}
      title={question}
      action={action}
      isWaiting={status === 'completed' && outcomes.isPending}
      onConfirm={() => move(change!)}
      onClose={onClose}
    >
      {status && meaning[status]}
      {status === 'completed' && <OpenStops outcomes={outcomes} onRecord={onClose} />}
    </ConfirmationDialog>
  )
}
